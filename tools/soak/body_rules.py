"""What models other than `linear` share: variants that any scene has, perturbed numbers, schemes with steps."""

import numpy as np

from checks import BALANCE
from scene import changed, with_gaps_as_functions, with_scheme
from units import in_units, some_units, way_back


FUNCTIONS_SHARE = 0.2  # of the cases, whose gaps are functions in one variant


def near(rng, value, size):
    """A number, or each of a list, changed by up to `size` of itself."""
    if isinstance(value, list):
        return [near(rng, v, size) for v in value]
    return float(value * (1.0 + size * rng.uniform(-1, 1)))


class Body:
    """Rules of a model; derived classes name its numbers and its coordinates."""

    nudged = {}          # table -> keys that a perturbed scene has a little different
    has_modal = False
    has_gaps_as_functions = False  # whether a program may bring such gaps of such bodies
    exact = frozenset()     # variants in which no rounding differs
    balance_limit = BALANCE
    flips = frozenset()     # variants in which friction has the other sign, contact by contact
    has_hidden_modes = False  # no number of the scene perturbs the fast ones: other steps do
    is_rigid = True         # where it touches: gaps are never negative
    reference_share = 0.05  # of the cases that the reference is asked about

    @classmethod
    def perturbed(cls, scene, rng, size, length, speed):
        other = changed(scene)
        for table, keys in cls.nudged.items():
            for key in keys:
                if key in other[table]:
                    other[table][key] = near(rng, other[table][key], size)
        return other, None

    @classmethod
    def variants(cls, scene, base, rng):
        for label, binary in (("binary_units", True), ("other_units", False)):
            factors = some_units(rng, binary)
            yield label, in_units(scene, *factors), way_back(*factors, cls.powers(scene, base.q.shape[1]))
        yield "other_samples", changed(scene, run={"sample_every": scene["run"]["sample_every"] / 3}), None
        yield "finer", with_scheme(scene, {"type": "event_accurate", "tolerance": 1e-7}), None
        if cls.has_modal:
            yield "modal", with_scheme(scene, {"type": "event_modal"}), None
        yield from cls.own_variants(scene, rng)
        if cls.has_gaps_as_functions and rng.random() < FUNCTIONS_SHARE:
            yield "gaps_as_functions", with_gaps_as_functions(scene), None

    @classmethod
    def own_variants(cls, scene, rng):
        return ()

    @staticmethod
    def alone(told, scene):
        """Findings of one run by itself that only these bodies have."""
        return ()

    @staticmethod
    def conserved(scene):
        return None

    @staticmethod
    def forces(scene):
        """The size of constant loads [N]."""
        return 0.0

    @staticmethod
    def fall(scene):
        """How far they could move the body in the run [m]."""
        return 0.5 * scene["run"].get("gravity", 0.0) * scene["run"]["duration"]**2


def choose(rng, values):
    return values[int(rng.integers(len(values)))]


def log_uniform(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))
