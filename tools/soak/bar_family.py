"""Random dropped bars."""

import numpy as np

from bar_reference import BarReference
import checks
from body_rules import Body, choose, log_uniform
from checks import Motion
from linear_scenes import RESTITUTIONS
from scene import changed


def ordinary(rng):
    """Ordinary: two to six segments, slender, steel or plastic, dropped from less than a centimetre at any angle."""
    segments = int(rng.integers(2, 7))
    length = log_uniform(rng, 0.1, 0.5)
    radius = length * float(rng.uniform(0.02, 0.06))
    young, density = choose(rng, [(2.1e11, 7876.74), (3e9, 1200.0)])
    speed = log_uniform(rng, 0.2, 3.0)
    clearance = log_uniform(rng, 1e-5, 1e-3)
    flexing = length**2 / radius / np.sqrt(young / density)  # of the order of the lowest bending period
    duration = clearance / speed + flexing * rng.uniform(0.1, 0.6)
    scene = {"model": {"type": "bar", "springs": choose(rng, ["spiral", "paired"]), "segments": segments, "length": length,
                       "radius": radius, "density": density, "young": young,
                       "tip_inertia": choose(rng, ["printed", "consistent"])},
             "initial": {"angle_deg": float(rng.uniform(10, 170)), "tip_height": radius + clearance,
                         "velocity": [float(rng.normal() * 0.3), -speed]},
             "impact": {"restitution": choose(rng, RESTITUTIONS)},
             "scheme": {"type": "event_accurate"},
             "run": {"duration": float(duration), "sample_every": float(duration) / 8, "gravity": choose(rng, [0.0, 9.81])},
             "analysis": {"restitution_window": float(duration)}}
    if rng.random() < 0.3 and segments > 2:
        scene["initial"]["excitation"] = {"mode": int(rng.integers(1, segments - 1)), "energy_fraction": 0.01,
                                          "phase_deg": choose(rng, [90.0, 270.0])}  # all velocity: the tip is where it is
    return scene


def upright(rng):
    """Nasty: exactly upright or within 10⁻⁶ ° of it, where nothing turns."""
    scene = ordinary(rng)
    scene["initial"]["angle_deg"] = 90.0 + choose(rng, [0.0, 0.0, 1e-6, 1e-10])
    scene["initial"]["velocity"][0] = 0.0
    return scene


def rough(rng):
    """Ordinary: such a bar with friction, μ up to 1, all laws, thrown sideways too."""
    scene = ordinary(rng)
    scene["impact"] = {"law": choose(rng, ["newton", "newton", "poisson", "stronge"]), "restitution": choose(rng, RESTITUTIONS),
                       "friction": log_uniform(rng, 0.05, 1.0)}
    return scene


class Bar(Body):
    has_gaps_as_functions = True
    reference_share = 0.01  # it takes seconds
    has_hidden_modes = True
    nudged = {"model": ["density", "young"], "initial": ["angle_deg", "velocity"]}

    @staticmethod
    def powers(scene, count):
        n = (count - 2) // 2
        return [(0, 1)] * 2 + [(0, 0)] * n + [(0, 1)] * n

    @classmethod
    def own_variants(cls, scene, rng):
        initial = scene["initial"]
        mirrored = {"angle_deg": 180.0 - initial["angle_deg"], "velocity": [-initial["velocity"][0], initial["velocity"][1]]}
        n = scene["model"]["segments"]
        sign = np.concatenate([[-1, 1], np.full(n, -1), np.ones(n)])
        shift = np.concatenate([[0, 0], np.full(n, np.pi), np.zeros(n)])
        if "excitation" not in initial:
            yield "mirrored", changed(scene, initial=mirrored), lambda t, q, v: (t, sign * q + shift, sign * v)

    @staticmethod
    def forces(scene):
        model = scene["model"]
        return scene["run"]["gravity"] * model["density"] * model["length"] * 3.2 * model["radius"]**2

    @staticmethod
    def steppers(scene):
        model = scene["model"]
        pitch, c = model["length"] / model["segments"], np.sqrt(model["young"] / model["density"])
        kinds = [{"type": "event_newmark"}, {"type": "event_newmark", "substep": "resolved"}, {"type": "moreau_jean"},
                 {"type": "paoli_schatzman_implicit"}]
        return kinds, 0.05 * min(pitch, model["radius"]) / c

    @staticmethod
    def reference(scene):
        told = BarReference(scene).samples()
        return Motion(*(np.array([s[i] for s in told]) for i in range(3)))


class RoughBar(Bar):
    nudged = {**Bar.nudged, "impact": ["friction"]}
    flips = {"mirrored"}

    @staticmethod
    def alone(told, scene):
        yield from checks.friction(told, RoughBar.fall(scene))

    @staticmethod
    def steppers(scene):
        return [{"type": "moreau_jean"}], Bar.steppers(scene)[1]
