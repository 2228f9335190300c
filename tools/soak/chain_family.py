"""Random chains, and the same chain as a linear system."""

import numpy as np

from body_rules import Body, choose, log_uniform
from linear_family import Linear
from linear_reference import NotCovered
from linear_scenes import RESTITUTIONS, row_stiffness

MOST_FOR_THE_REFERENCE = 8


def ordinary(rng, most=20):
    """Ordinary: two to twenty-one masses of steel or rubber, one bounce or some, with or without gravity."""
    springs = int(rng.integers(1, most + 1))
    length = log_uniform(rng, 0.05, 2.0)
    young, density = choose(rng, [(2.1e11, 7876.74), (1e7, 1100.0), (3e9, 1200.0)])
    speed = -log_uniform(rng, 0.05, 5.0)
    transit = 2 * length / np.sqrt(young / density)
    gap = abs(speed) * transit * log_uniform(rng, 0.05, 2.0)
    duration = gap / abs(speed) + transit * rng.uniform(0.5, 4.0)
    return {"model": {"type": "chain", "springs": springs, "length": length, "area": 1e-4, "density": density, "young": young,
                      "end_masses": choose(rng, ["full", "half"])},
            "initial": {"gap": float(gap), "velocity": speed},
            "impact": {"restitution": choose(rng, RESTITUTIONS)},
            "scheme": {"type": "event_accurate"},
            "run": {"duration": float(duration), "sample_every": float(duration) / 8,
                    "gravity": choose(rng, [0.0, 9.81])},
            "analysis": {"restitution_window": float(duration)}}


def large(rng):
    """Nasty by its size: a hundred to a thousand springs."""
    scene = ordinary(rng)
    scene["model"]["springs"] = int(log_uniform(rng, 100, 1000))
    return scene


def huge(rng):
    """Nasty by its size: a thousand to five thousand springs, e = 0, by event_modal."""
    scene = ordinary(rng)
    scene["model"]["springs"] = int(log_uniform(rng, 1000, 5000))
    scene["impact"]["restitution"] = 0.0
    scene["scheme"] = {"type": "event_modal"}
    return scene


def as_linear(scene):
    model = scene["model"]
    N, total = model["springs"], model["density"] * model["area"] * model["length"]
    if model["end_masses"] == "full":
        m = np.full(N + 1, total / (N + 1))
    else:
        m = np.full(N + 1, total / N)
        m[[0, -1]] /= 2
    k = model["young"] * model["area"] * N / model["length"]
    return {"model": {"type": "linear", "mass": np.diag(m), "stiffness": row_stiffness([k] * N, np.zeros(N + 1)),
                      "force": -m * scene["run"]["gravity"]},
            "initial": {"position": np.full(N + 1, scene["initial"]["gap"]),
                        "velocity": np.full(N + 1, scene["initial"]["velocity"])},
            "contact": [{"normal": np.eye(N + 1)[0], "offset": 0.0}],
            "impact": dict(scene["impact"]), "scheme": dict(scene["scheme"]),
            "run": {key: scene["run"][key] for key in ("duration", "sample_every")}, "analysis": dict(scene["analysis"])}


class Chain(Body):
    nudged = {"model": ["density", "young"], "initial": ["gap", "velocity"]}
    has_modal = True

    @staticmethod
    def powers(scene, count):
        return [(0, 1)] * count

    @classmethod
    def own_variants(cls, scene, rng):
        if scene["model"]["springs"] <= 60:
            yield "as_linear", as_linear(scene), None

    @classmethod
    def variants(cls, scene, base, rng):
        is_accurate = scene["scheme"]["type"] == "event_accurate"
        yield from (variant for variant in super().variants(scene, base, rng)
                    if is_accurate or variant[0] not in ("finer", "modal"))

    @staticmethod
    def forces(scene):
        model = scene["model"]
        if model["type"] == "linear":
            return Linear.forces(scene)
        return model["density"] * model["area"] * model["length"] * scene["run"]["gravity"]

    @staticmethod
    def steppers(scene):
        return Linear.steppers(as_linear(scene))

    @staticmethod
    def reference(scene):
        if scene["model"]["springs"] > MOST_FOR_THE_REFERENCE:
            raise NotCovered("too many masses for dense algebra at every look")
        return Linear.reference(as_linear(scene))
