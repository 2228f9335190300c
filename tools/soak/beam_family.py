"""Random beams: the frame on its wall, and the ball on the beam."""

import numpy as np

import checks
from body_rules import Body, choose, log_uniform
from scene import changed


def frame(rng):
    """Ordinary: two to ten elements, steel, all theories, at any angle, for up to three wave transits."""
    theory = choose(rng, ["timoshenko", "euler_bernoulli", "axial"])
    length = log_uniform(rng, 0.05, 1.0)
    speed = log_uniform(rng, 0.1, 5.0)
    angle = 90.0 if theory == "axial" else float(rng.uniform(20, 90))
    duration = 2 * length / 5291.5 * rng.uniform(0.5, 3.0)
    scene = {"model": {"type": "frame", "elements": int(rng.integers(2, 11)), "length": length,
                       "diameter": length * float(rng.uniform(0.05, 0.2)), "theory": theory,
                       "mass_matrix": choose(rng, ["lumped", "consistent"])},
             "initial": {"angle_deg": angle, "velocity": [0.0, -speed]},
             "impact": {"restitution": choose(rng, [0.0, 0.0, 0.5, 1.0])},
             "scheme": {"type": "event_accurate"},
             "run": {"duration": float(duration), "sample_every": float(duration) / 8},
             "analysis": {"restitution_window": float(duration)}}
    if rng.random() < 0.3:
        scene["model"]["stiffness_damping"] = 1e-3 * length / 5291.5
    return scene


class Frame(Body):
    nudged = {"model": ["length", "diameter"], "initial": ["velocity"]}
    has_modal = True

    @staticmethod
    def powers(scene, count):
        if scene["model"]["theory"] == "axial":
            return [(0, 1)] * count
        return [(0, 1), (0, 1), (0, 0)] * (count // 3)

    @classmethod
    def variants(cls, scene, base, rng):
        # Units go through all material data, which have defaults: they are given.
        whole = changed(scene)
        whole["model"] = {"density": 7500.0, "young": 2.1e11, "poisson_ratio": 0.3, **whole["model"]}
        yield from super().variants(whole, base, rng)

    @staticmethod
    def steppers(scene):
        model = scene["model"]
        pitch = model["length"] / model["elements"]
        step = 0.1 * pitch / 5291.5 * min(1.0, pitch / model["diameter"])
        return [{"type": "moreau_jean"}, {"type": "moreau_jean", "activation": "predicted"}, {"type": "event_newmark"},
                {"type": "event_newmark", "substep": "resolved"}, {"type": "paoli_schatzman_implicit"}], step


def rough_frame(rng):
    """Ordinary: a frame with friction, both laws, by moreau_jean."""
    scene = frame(rng)
    scene["model"]["theory"] = choose(rng, ["timoshenko", "euler_bernoulli"])
    scene["model"].pop("stiffness_damping", None)
    scene["impact"] = {"law": choose(rng, ["newton", "poisson"]), "restitution": choose(rng, [0.0, 0.0, 0.5]),
                       "friction": float(rng.uniform(0.05, 1.0))}
    pitch = scene["model"]["length"] / scene["model"]["elements"]
    every = scene["run"]["sample_every"]
    scene["scheme"] = {"type": "moreau_jean", "step": float(every / np.ceil(every / (0.05 * pitch / 5291.5)))}
    return scene


def frame_by_multipliers(rng):
    """Nasty by its scheme, lagrange_newmark, which makes energy and says so: such a frame, rough or smooth."""
    scene = rough_frame(rng)
    scene["impact"] = {"restitution": 0.0, "friction": choose(rng, [0.0, scene["impact"]["friction"]])}
    scene["scheme"]["type"] = "lagrange_newmark"
    return scene


def sliding_frame(rng):
    """Ordinary: a frame with friction, all laws, event by event, thrown along its wall too."""
    scene = rough_frame(rng)
    scene["impact"]["law"] = choose(rng, ["newton", "newton", "poisson", "stronge"])
    scene["initial"]["velocity"][0] = float(rng.normal()) * abs(scene["initial"]["velocity"][1])
    scene["scheme"] = {"type": "event_accurate"}
    return scene


class SlidingFrame(Frame):
    nudged = {**Frame.nudged, "impact": ["friction"]}
    has_modal = False

    @staticmethod
    def alone(told, scene):
        yield from checks.friction(told, SlidingFrame.fall(scene))

    @staticmethod
    def steppers(scene):
        return [{"type": "moreau_jean"}, {"type": "moreau_jean", "activation": "predicted"}], Frame.steppers(scene)[1]


class RoughFrame(Frame):
    is_rigid = False
    balance_limit = 1.0
    has_modal = False

    @classmethod
    def variants(cls, scene, base, rng):
        yield from (variant for variant in super().variants(scene, base, rng) if variant[0] != "finer")


def ball_on_beam(rng):
    """Ordinary: a steel ball of a hundredth to thrice the mass of the beam, one to twelve modes, any support, up to three steps."""
    sections = [{"length": float(rng.uniform(0.2, 0.6)), "width": 0.02, "height": float(rng.uniform(0.008, 0.02))}
                for _ in range(int(rng.integers(1, 4)))]
    total = sum(s["length"] for s in sections)
    beam_mass = sum(7850.0 * s["length"] * s["width"] * s["height"] for s in sections)
    return {"model": {"type": "ball_on_beam", "location": total * float(rng.uniform(0.15, 0.85)),
                      "ball": {"mass": beam_mass * log_uniform(rng, 0.01, 3.0), "young": 2.1e11, "density": 7850.0},
                      "beam": {"support": choose(rng, ["pinned_pinned", "clamped_free", "free_free"]),
                               "modes": int(rng.integers(3, 13)), "damping_ratio": choose(rng, [0.0, 0.01, 0.05]),
                               "young": 2.1e11, "density": 7850.0, "section": sections}},
            "initial": {"velocity": -log_uniform(rng, 0.1, 5.0)},
            "impact": {"law": "hertz"},
            "run": {"duration": 0.02, "sample_every": 0.0025},
            "analysis": {"restitution_window": 0.02}}


class BallOnBeam(Body):
    nudged = {"initial": ["velocity"]}
    is_rigid = False  # Hertz: the bodies press into each other

    @classmethod
    def perturbed(cls, scene, rng, size, length, speed):
        other, back = super().perturbed(scene, rng, size, length, speed)
        other["model"]["ball"]["mass"] *= 1.0 + size * rng.uniform(-1, 1)
        return other, back

    @staticmethod
    def powers(scene, count):
        return [(0, 1)] + [(0.5, 1)] * (count - 1)

    @classmethod
    def own_variants(cls, scene, rng):
        beam = scene["model"]["beam"]
        if beam["support"] != "clamped_free":
            total = sum(s["length"] for s in beam["section"])
            yield ("mirrored", changed(scene, model={"location": total - scene["model"]["location"],
                                                     "beam": {**beam, "section": beam["section"][::-1]}}), None)
        first = beam["section"][0]
        halves = [{**first, "length": first["length"] / 2}] * 2
        yield ("in_more_pieces", changed(scene, model={"beam": {**beam, "section": halves + beam["section"][1:]}}), None)
