"""How runs of linear systems are compared with each other and with the reference."""

import numpy as np

import checks
import linear_changes as changes
from body_rules import FUNCTIONS_SHARE
from checks import Motion
from linear_reference import LinearReference, NotCovered
from scene import changed, with_gaps_as_functions, with_scheme
from linear_scenes import frequencies

MOST_WITH_TANGENTS = 6


def is_modal(scene):
    """Whether event_modal takes it: damping couples no modes."""
    model = scene["model"]
    if "damping" not in model:
        return True
    M, C, K = (np.asarray(model[key]) for key in ("mass", "damping", "stiffness"))
    A = C @ np.linalg.solve(M, K)
    return np.abs(A - A.T).max() <= 1e-12 * np.abs(A).max()


def unchanged(scene, rng):
    """Variants of a scene with the same motion by any scheme, within rounding."""
    yield "mirrored", *changes.mirrored(scene)
    yield "permuted", *changes.permuted(scene, rng)
    yield "binary_units", *changes.in_units(scene, *64.0 ** rng.integers(-2, 3, 3))
    yield "other_units", *changes.in_units(scene, *np.exp(rng.uniform(-5, 5, 3)))
    yield "other_samples", changed(scene, run={"sample_every": scene["run"]["sample_every"] / 3}), None


class Linear:
    """Variants are (label, scene, way back)."""

    has_hidden_modes = False
    is_rigid = True
    balance_limit = checks.BALANCE
    flips = frozenset()     # variants in which friction has the other sign, contact by contact
    exact = {"mirrored", "with_tangents"}  # variants in which no rounding differs
    reference_share = 0.2   # of the cases
    perturbed = staticmethod(changes.perturbed)

    @staticmethod
    def variants(scene, base, rng):
        yield from unchanged(scene, rng)
        yield "finer", with_scheme(scene, {"type": "event_accurate", "tolerance": 1e-7}), None
        if is_modal(scene):
            yield "modal", with_scheme(scene, {"type": "event_modal"}), None
        if len(scene["contact"]) == 1:  # of one contact all laws say the same
            law = ("poisson", "outward")[int(rng.integers(2))]
            yield "other_law", changed(scene, impact={"law": law}), None
        if 2 <= len(scene["model"]["mass"]) <= MOST_WITH_TANGENTS and scene["contact"]:
            yield "with_tangents", changes.with_tangents(scene, rng), None
        if len(base.t) > 3:
            k = int(rng.integers(1, len(base.t) - 1))
            later = changes.started_later(scene, base, k, Linear.fall(scene))
            if later:
                yield "started_later", *later
        if scene["contact"] and rng.random() < FUNCTIONS_SHARE:
            yield "gaps_as_functions", with_gaps_as_functions(scene), None

    @staticmethod
    def forces(scene):
        """The size of constant loads [N]."""
        return float(np.abs(scene["model"].get("force", 0.0)).sum())

    @staticmethod
    def fall(scene):
        """How far constant loads could move a coordinate in the run [m]."""
        acceleration = np.linalg.solve(scene["model"]["mass"], scene["model"].get("force", np.zeros(len(scene["model"]["mass"]))))
        return 0.5 * float(np.abs(acceleration).max()) * scene["run"]["duration"]**2

    @staticmethod
    def steppers(scene):
        """Schemes of fixed steps that converge to the motion, and the largest step to try."""
        model = scene["model"]
        omega = max(frequencies(np.asarray(model["mass"]), np.asarray(model["stiffness"]))[-1],
                    *(2 * np.pi * load["frequency_hz"] for load in model.get("harmonic", [])), 1e-9)
        step = min(0.2 / omega, scene["run"]["sample_every"] / 10)
        kinds = [{"type": "moreau_jean", "activation": "predicted"}, {"type": "moreau_jean"},
                 {"type": "paoli_schatzman"}, {"type": "paoli_schatzman_implicit"},
                 {"type": "event_newmark"}, {"type": "event_newmark", "substep": "resolved"}]
        return kinds, step

    @staticmethod
    def reference(scene):
        """The motion by the reference; raises NotCovered."""
        if scene["impact"].get("law", "newton") != "newton" and len(scene["contact"]) > 1:
            raise NotCovered("several contacts by another law")
        reference = LinearReference(scene)
        told = reference.samples()
        return Motion(*(np.array([s[i] for s in told]) for i in range(3)), reference.joined_speed)

    @staticmethod
    def alone(told, scene):
        return ()

    @staticmethod
    def conserved(scene):
        """Rows that weigh velocities into a momentum nothing changes, or None."""
        model = scene["model"]
        n = len(model["mass"])
        if "force" in model or "harmonic" in model or "damping" in model:
            return None
        together = np.ones(n)
        if np.abs(model["stiffness"] @ together).max() > 0 or any(c["normal"].sum() for c in scene["contact"]):
            return None
        return (model["mass"] @ together)[None, :]


class Symmetric(Linear):
    """Coordinates that start alike stay alike, by whatever scheme."""

    @staticmethod
    def alone(told, scene):
        yield from checks.symmetry(told)


class Stepped(Linear):
    """Schemes of fixed steps, compared with themselves: what must not matter changes only rounding."""

    is_rigid = False        # penetration of the order of a step is part of them
    balance_limit = 1.0     # and so is energy; `diverged` and `unbalanced` are the engine's to say
    reference_share = 0.0

    @staticmethod
    def variants(scene, base, rng):
        yield from unchanged(scene, rng)


class Conserving(Stepped):
    """The energy-restoring scheme keeps the energy of an undamped body without loads."""

    balance_limit = 1e-9
