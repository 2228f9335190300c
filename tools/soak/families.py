"""Every family of scenes: its name, what makes one, how runs of it are compared, and its share of the flights."""

import zlib
from dataclasses import dataclass
from typing import Callable

import balls_family
import bar_family
import beam_family
import chain_family
import discs_family
import linear_scenes
import rod_family
import rough_scenes
from discs_family import Crowd, Discs
from linear_family import Conserving, Linear, Stepped, Symmetric
from rod_family import Rod
from rough_family import Rough


@dataclass(frozen=True)
class Family:
    name: str
    make: Callable  # rng -> scene
    rules: object
    is_ordinary: bool
    share: float = 1.0
    seconds: float = 2.0  # a flight is interrupted after: more than ten times what any of its kind should take

    @property
    def number(self):
        """In seeds: it stays when other families come and go."""
        return zlib.crc32(self.name.encode()) % 10000


FAMILIES = [
    Family("linear", linear_scenes.ordinary, Linear, True, 4.0),
    Family("linear_medium", linear_scenes.medium, Linear, True, 0.5),
    Family("linear_free", linear_scenes.free_row, Linear, True, 2.0),
    Family("linear_bouncing", linear_scenes.bouncing, Linear, True, 2.0),
    Family("linear_resting", linear_scenes.resting, Linear, True),
    Family("chain", chain_family.ordinary, chain_family.Chain, True, 0.5),
    Family("balls_free", balls_family.free, balls_family.Balls, True, 2.0),
    Family("balls_dropped", balls_family.dropped, balls_family.Balls, True, 2.0),
    Family("bar", bar_family.ordinary, bar_family.Bar, True, 0.1),
    Family("frame", beam_family.frame, beam_family.Frame, True, 0.1),
    Family("ball_on_beam", beam_family.ball_on_beam, beam_family.BallOnBeam, True, 0.2),
    Family("stepped", linear_scenes.stepped, Stepped, True),
    Family("conserving", linear_scenes.conserving, Conserving, True, 0.2),
    Family("rough_frame", beam_family.rough_frame, beam_family.RoughFrame, True, 0.05),
    Family("sliding_frame", beam_family.sliding_frame, beam_family.SlidingFrame, True, 0.1),
    Family("rough_linear", rough_scenes.rough, Rough, True),
    Family("rough_pair", rough_scenes.rough_pair, Rough, True, 0.5),
    Family("rough_blocks", rough_scenes.blocks, Rough, True),
    Family("belts", rough_scenes.on_belts, Rough, True, 0.5),
    Family("moving_stops", rough_scenes.moving, Rough, True),
    Family("table", rough_scenes.table, Rough, True, 0.5),
    Family("rod", rod_family.ordinary, Rod, True),
    Family("rod_sliding", rod_family.sliding, Rod, True, 0.5),
    Family("discs_free", discs_family.free, Discs, True),
    Family("discs_dropped", discs_family.dropped, Discs, True),
    Family("disc_on_slope", discs_family.on_slope, Discs, True, 0.5),
    Family("discs_in_circle", discs_family.in_circle, Discs, True, 0.5),
    Family("disc_in_groove", discs_family.in_groove, Discs, True, 0.5),
    Family("disc_on_circle", discs_family.on_circle, Discs, True, 0.5),
    Family("rough_bar", bar_family.rough, bar_family.RoughBar, True, 0.1),
    Family("simultaneous", linear_scenes.simultaneous, Linear, False),
    Family("symmetric", linear_scenes.symmetric, Symmetric, False, 0.5),
    Family("grazing", linear_scenes.grazing, Linear, False),
    Family("resonance", linear_scenes.resonance, Linear, False),
    Family("stiff_beside_soft", linear_scenes.stiff_beside_soft, Linear, False, 0.02),
    Family("light_beside_heavy", linear_scenes.light_beside_heavy, Linear, False, 0.05, 1.0),
    Family("stack", linear_scenes.stack, Linear, False, 0.1, 1.0),
    Family("fast_load", linear_scenes.fast_load, Linear, False, 0.1),
    Family("millimetres_beside_kilometres", linear_scenes.millimetres_beside_kilometres, Linear, False),
    Family("narrow_play", linear_scenes.narrow_play, Linear, False, 0.05, 1.0),
    Family("balls_row", balls_family.row, balls_family.Balls, False, 0.3),
    Family("balls_heap", balls_family.heap, balls_family.Balls, False, 0.05),
    Family("bar_upright", bar_family.upright, bar_family.Bar, False, 0.05),
    Family("frame_by_multipliers", beam_family.frame_by_multipliers, beam_family.RoughFrame, False, 0.02),
    Family("at_the_hold", rough_scenes.at_the_hold, Rough, False, 0.2),
    Family("near_painleve", rough_scenes.near_painleve, Rough, False, 0.2),
    Family("nearly_redundant", rough_scenes.nearly_redundant, Rough, False, 0.1),
    Family("rough_confined", rough_scenes.confined, Rough, False, 0.1),
    Family("light_on_heavy", rough_scenes.light_on_heavy, Rough, False, 0.1),
    Family("table_at_g", rough_scenes.table_at_g, Rough, False, 0.1),
    Family("rod_painleve", rod_family.painleve, Rod, False, 0.2),
    Family("rod_into_paradox", rod_family.into_paradox, Rod, False, 0.2),
    Family("rod_flat", rod_family.flat, Rod, False, 0.1),
    Family("rod_upright", rod_family.upright, Rod, False, 0.1),
    Family("discs_grazing", discs_family.grazing, Discs, False, 0.2),
    Family("disc_at_the_roll", discs_family.at_the_roll, Discs, False, 0.1),
    Family("disc_in_corner", discs_family.corner, Discs, False, 0.1),
    Family("discs_heap", discs_family.heap, Discs, False, 0.02),
    Family("crowd", discs_family.crowd, Crowd, False, 0.01, 20.0),
    Family("chain_large", chain_family.large, chain_family.Chain, False, 0.005, 20.0),
    Family("chain_huge", chain_family.huge, chain_family.Chain, False, 0.01, 60.0),
    Family("large", linear_scenes.large, Linear, False, 0.005, 20.0),
]
