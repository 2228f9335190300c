"""How runs of linear systems with friction, with stops that move and with belts are compared."""

import numpy as np

import checks
import linear_changes as changes
from checks import Motion
from linear_family import Linear
from linear_reference import NotCovered
from rough_bodies import LinearBody
from rough_reference import RoughReference
from scene import changed

SINGULAR = 1e-9


def turned_tangents(scene):
    """The other direction along each surface: the same motion, and friction with the other sign."""
    other = changed(scene)
    for contact in other["contact"]:
        if "tangent" in contact:
            contact["tangent"] = -contact["tangent"]
        if "slide_velocity" in contact:
            contact["slide_velocity"] = -contact["slide_velocity"]
    return other


def rows_of(scene):
    return np.array([c[key] for c in scene["contact"] for key in ("normal", "tangent") if key in c])


def row_number(scene, k, key):
    """Of the normal or tangent of contact k among `rows_of`."""
    names = [(i, name) for i, c in enumerate(scene["contact"]) for name in ("normal", "tangent") if name in c]
    return names.index((k, key))


def in_the_frame_of_a_stop(scene, k):
    """q = y + x g(t) with w·x = 1 for the stop k and 0 for everything else: it rests, and its inertia is a load; or None."""
    motion = scene["contact"][k]["motion"]
    rows = rows_of(scene)
    wanted = np.eye(len(rows))[row_number(scene, k, "normal")]
    x = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    if np.abs(rows @ x - wanted).max() > SINGULAR or np.linalg.cond(rows) > 1e3:
        return None
    model, A, Omega = scene["model"], motion["amplitude"], 2 * np.pi * motion["frequency_hz"]
    phase = motion.get("phase_deg", 0.0)
    in_phase = {"amplitude": A * (Omega**2 * model["mass"] - model["stiffness"]) @ x, "frequency_hz": motion["frequency_hz"], "phase_deg": phase}
    loads = [*model.get("harmonic", []), in_phase]
    if "damping" in model:
        loads.append({"amplitude": A * Omega * model["damping"] @ x, "frequency_hz": motion["frequency_hz"], "phase_deg": phase - 90.0})
    other = changed(scene)
    del other["contact"][k]["motion"]
    other["model"]["harmonic"] = loads
    g = lambda t: A * np.cos(changes.angle_of(motion, t))
    rate = lambda t: -A * Omega * np.sin(changes.angle_of(motion, t))
    other["initial"] = {"position": scene["initial"]["position"] - x * g(0.0), "velocity": scene["initial"]["velocity"] - x * rate(0.0)}
    return other, lambda t, q, v: (t, q + np.outer(g(t), x), v + np.outer(rate(t), x))


def on_the_belt(scene, k):
    """q = y + x V t where nothing but the belt k sees x: it stands still; or None."""
    V = scene["contact"][k]["slide_velocity"]
    rows = rows_of(scene)
    model = scene["model"]
    conditions = np.concatenate([rows, model["stiffness"], model.get("damping", np.zeros((0, len(model["mass"]))))])
    wanted = np.zeros(len(conditions))
    wanted[row_number(scene, k, "tangent")] = 1.0
    x = np.linalg.lstsq(conditions, wanted, rcond=None)[0]
    if np.abs(conditions @ x - wanted).max() > SINGULAR or np.abs(model["stiffness"] @ x).max() > 0.0:
        return None
    other = changed(scene)
    del other["contact"][k]["slide_velocity"]
    other["initial"]["velocity"] = scene["initial"]["velocity"] - V * x
    return other, lambda t, q, v: (t, q + np.outer(V * t, x), v + V * x)


class Rough(Linear):
    reference_share = 0.05
    exact = {"mirrored"}
    flips = {"turned_tangents"}  # variants whose friction has the other sign, contact by contact

    @staticmethod
    def variants(scene, base, rng):
        for variant in Linear.variants(scene, base, rng):
            if variant[0] not in ("modal", "other_law", "with_tangents"):
                yield variant
        if any("tangent" in c for c in scene["contact"]):
            yield "turned_tangents", turned_tangents(scene), None
        for k, contact in enumerate(scene["contact"]):
            if "motion" in contact and (frame := in_the_frame_of_a_stop(scene, k)):
                yield "frame_of_the_stop", *frame
            if contact.get("slide_velocity") and (frame := on_the_belt(scene, k)):
                yield "on_the_belt", *frame

    @staticmethod
    def alone(told, scene):
        yield from checks.friction(told, Rough.fall(scene))

    @staticmethod
    def conserved(scene):
        return None

    @staticmethod
    def steppers(scene):
        _, step = Linear.steppers(scene)
        fastest = max([1e-9, *(2 * np.pi * c["motion"]["frequency_hz"] for c in scene["contact"] if "motion" in c)])
        return [{"type": "moreau_jean"}, {"type": "moreau_jean", "activation": "predicted"}], min(step, 0.2 / fastest)

    @staticmethod
    def reference(scene):
        reference = RoughReference(LinearBody(scene), scene)
        told = reference.samples()
        return Motion(*(np.array([s[i] for s in told]) for i in range(3)), reference.joined_speed)
