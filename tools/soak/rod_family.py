"""Random rods that meet the ground with one end or both, with friction.

Ordinary: lengths within [0.1, 2] m, angles from 15° to 165°, μ up to 1, one bounce or some, and the rod does not come to lie flat
before the run is over, since then both ends are in contact.
"""

import numpy as np

import checks
from body_rules import Body, choose, log_uniform
from checks import Motion
from linear_scenes import RESTITUTIONS
from rough_bodies import rod_body
from rough_reference import RoughReference
from scene import changed

LAWS = ["newton", "newton", "poisson", "stronge"]


def ordinary(rng):
    """Ordinary: a rod thrown at the ground at 15° to 165°, all laws, smooth or μ up to 1, sharp or round ends."""
    length = log_uniform(rng, 0.1, 2.0)
    speed = log_uniform(rng, 0.1, 5.0)
    spin = float(rng.normal()) * speed / length
    gravity = choose(rng, [0.0, 9.81, 9.81])
    round_ = choose(rng, [0.0, 0.0, 0.05]) * length
    angle = float(rng.uniform(15, 165))
    lean = np.radians(min(angle, 180 - angle))
    # From here it takes at least so long until it lies: it turns by `lean`, no faster than twice its spin after an impact.
    fastest = 2 * (abs(spin) + 4 * speed / length + np.sqrt(gravity / length))
    duration = rng.uniform(0.3, 1.0) * lean / fastest
    scene = {"model": {"type": "rod", "mass": log_uniform(rng, 0.1, 10.0), "length": length, "tip_radius": round_},
             "initial": {"angle_deg": angle, "tip": [0.0, round_ + speed * duration * choose(rng, [0.0, 0.05, 0.3])],
                         "velocity": [float(rng.normal()) * speed, -speed], "spin": spin},
             "impact": {"law": choose(rng, LAWS), "restitution": choose(rng, RESTITUTIONS), "friction": choose(rng, [0.0, 1.0, 1.0, 1.0]) * log_uniform(rng, 0.05, 1.0)},
             "scheme": {"type": "event_accurate"},
             "run": {"duration": float(duration), "sample_every": float(duration) / 8, "gravity": gravity},
             "analysis": {"restitution_window": float(duration)}}
    return scene


def sliding(rng):
    """Ordinary: a rod whose lower end is on the ground and slides or rests, μ below 1.3: it sticks, slides or falls.

    e < 1: the gap at the start is zero to rounding, and an elastic one would hop for ever.
    """
    scene = ordinary(rng)
    scene["impact"]["restitution"] = min(scene["impact"]["restitution"], 0.97)
    length, gravity = scene["model"]["length"], 9.81
    angle = float(rng.uniform(30, 150))
    theta = np.radians(angle)
    spin = choose(rng, [0.0, 1.0]) * float(rng.normal()) * np.sqrt(gravity / length)
    slide = choose(rng, [0.0, 1.0, 1.0]) * float(rng.normal())
    half = 0.5 * length
    scene["initial"] = {"angle_deg": angle, "tip": [0.0, scene["model"]["tip_radius"]], "spin": spin,
                        "velocity": [slide - half * np.sin(theta) * spin, half * np.cos(theta) * spin]}
    scene["impact"]["friction"] = log_uniform(rng, 0.05, 1.3)
    scene["impact"]["law"] = choose(rng, ["newton", "poisson"])
    scene["run"] = {"duration": 0.1 * np.sqrt(length / gravity) * float(rng.uniform(0.5, 3.0)), "gravity": gravity}
    scene["run"]["sample_every"] = scene["run"]["duration"] / 8
    scene["analysis"]["restitution_window"] = scene["run"]["duration"]
    return scene


def painleve(rng):
    """Nasty: a rod that slides at μ beside Painlevé's threshold (4 + tan²θ)/(3 tan θ), by 10⁻¹ … 10⁻¹⁰, or above it by up to a half."""
    scene = sliding(rng)
    angle = float(rng.uniform(40, 75))
    tangent = np.tan(np.radians(angle))
    beside = float(rng.choice([1.0, -1.0])) * 10.0 ** -rng.uniform(1, 10)
    mu = (4 + tangent**2) / (3 * tangent) * (1.0 + (beside if rng.random() < 0.6 else rng.uniform(0.0, 0.5)))
    scene["model"]["tip_radius"] = 0.0
    scene["initial"] = {"angle_deg": angle, "tip": [0.0, 0.0], "velocity": [-float(rng.uniform(0.3, 3.0)), 0.0], "spin": 0.0}
    scene["impact"]["friction"] = float(mu)
    scene["impact"]["law"] = choose(rng, LAWS)
    return scene


def into_paradox(rng):
    """Nasty: a rod that slides towards Painlevé's paradox or away from it, 40° to 80°, μ from 1.34 to 3, turning or not."""
    scene = sliding(rng)
    angle, length = float(rng.uniform(40, 80)), scene["model"]["length"]
    theta, half = np.radians(angle), 0.5 * length
    spin = choose(rng, [0.0, 1.0]) * float(rng.normal()) * np.sqrt(9.81 / length)
    slide = choose(rng, [1.0, -1.0]) * float(rng.uniform(0.3, 5.0)) * np.sqrt(length)
    scene["model"]["tip_radius"] = 0.0
    scene["initial"] = {"angle_deg": angle, "tip": [0.0, 0.0], "spin": spin,
                        "velocity": [slide - half * np.sin(theta) * spin, half * np.cos(theta) * spin]}
    scene["impact"] = {"law": choose(rng, LAWS), "restitution": choose(rng, [0.0, 0.3, 0.8]), "friction": float(rng.uniform(1.34, 3.0))}
    return scene


def flat(rng):
    """Nasty: a rod that falls flat, exactly or within 10⁻³ … 10⁻¹² °, so that both ends meet the ground almost at once."""
    scene = ordinary(rng)
    scene["initial"]["angle_deg"] = float(choose(rng, [0.0, 180.0 - 10.0 ** -rng.uniform(3, 12), 10.0 ** -rng.uniform(3, 12)]))
    scene["initial"]["tip"][1] = scene["model"]["tip_radius"] + 0.05
    scene["initial"]["spin"] = 0.0
    scene["impact"]["law"] = choose(rng, ["newton", "poisson"])
    scene["run"]["gravity"] = 9.81
    scene["run"]["duration"] = 0.1 + 0.05 / -scene["initial"]["velocity"][1]
    scene["run"]["sample_every"] = scene["run"]["duration"] / 8
    return scene


def upright(rng):
    """Nasty: a rod that stands exactly upright, or within 10⁻⁶ … 10⁻¹² °, falls on its end or slides on it."""
    scene = ordinary(rng)
    scene["initial"]["angle_deg"] = 90.0 + choose(rng, [0.0, 0.0, 1.0, -1.0]) * 10.0 ** -float(rng.uniform(6, 12))
    scene["initial"]["spin"] = 0.0
    scene["initial"]["velocity"][0] *= choose(rng, [0.0, 1.0])
    return scene


class Rod(Body):
    has_gaps_as_functions = True
    reference_share = 0.03
    nudged = {"model": ["mass", "length"], "initial": ["velocity", "spin", "angle_deg"], "impact": ["friction"]}
    flips = {"mirrored"}

    @classmethod
    def perturbed(cls, scene, rng, size, length, speed):
        """Its angle by the rounding of 180°, too, which mirroring changes it by."""
        other, back = super().perturbed(scene, rng, size, length, speed)
        other["initial"]["angle_deg"] += float(rng.uniform(-1, 1) * np.spacing(180.0))
        return other, back

    @staticmethod
    def powers(scene, count):
        return [(0, 1), (0, 1), (0, 0)]

    @classmethod
    def own_variants(cls, scene, rng):
        initial = scene["initial"]
        mirrored = {**initial, "angle_deg": 180.0 - initial["angle_deg"], "tip": [-initial["tip"][0], initial["tip"][1]],
                    "velocity": [-initial["velocity"][0], initial["velocity"][1]], "spin": -initial["spin"]}
        sign = np.array([-1.0, 1.0, -1.0])
        yield "mirrored", changed(scene, initial=mirrored), lambda t, q, v: (t, sign * q + [0.0, 0.0, np.pi], sign * v)
        by = float(rng.uniform(-3, 3)) * scene["model"]["length"]
        yield ("elsewhere", changed(scene, initial={"tip": [initial["tip"][0] + by, initial["tip"][1]]}),
               lambda t, q, v: (t, q - [by, 0.0, 0.0], v))
        if scene["impact"]["friction"] == 0.0:
            yield "other_law", changed(scene, impact={"law": choose(rng, ["newton", "poisson"])}), None
            drift = float(rng.normal())
            yield ("moving_frame", changed(scene, initial={"velocity": [initial["velocity"][0] + drift, initial["velocity"][1]]}),
                   lambda t, q, v: (t, q - np.outer(drift * t, [1.0, 0.0, 0.0]), v - [drift, 0.0, 0.0]))

    @classmethod
    def variants(cls, scene, base, rng):
        yield from super().variants(scene, base, rng)
        if later := cls.started_later(scene, base, int(rng.integers(1, max(len(base.t) - 1, 2)))):
            yield "started_later", *later

    @staticmethod
    def started_later(scene, base, k):
        """From sample k of its own motion, where both ends are off the ground."""
        half, radius = 0.5 * scene["model"]["length"], scene["model"]["tip_radius"]
        t, (x, y, theta), v = base.t[k], base.q[k], base.v[k]
        tip = [float(x - half * np.cos(theta)), float(y - half * np.sin(theta))]
        least = min(tip[1], 2 * y - tip[1]) - radius
        if not (0.0 <= theta <= np.pi and least > 1e-6 * half) or k + 1 >= len(base.t):
            return None
        left = scene["run"]["duration"] - t
        initial = {"tip": tip, "angle_deg": float(np.degrees(theta)), "velocity": [float(v[0]), float(v[1])], "spin": float(v[2])}
        run = {"duration": float(left), "sample_every": float(min(scene["run"]["sample_every"], left))}
        return changed(scene, initial=initial, run=run), lambda time, q, w: (time + t, q, w)

    @staticmethod
    def alone(told, scene):
        yield from checks.friction(told, Rod.fall(scene))

    @staticmethod
    def forces(scene):
        return scene["run"]["gravity"] * scene["model"]["mass"]

    @staticmethod
    def steppers(scene):
        return [{"type": "moreau_jean"}, {"type": "moreau_jean", "activation": "predicted"}], scene["run"]["sample_every"] / 20

    @staticmethod
    def reference(scene):
        reference = RoughReference(rod_body(scene), scene)
        told = reference.samples()
        return Motion(*(np.array([s[i] for s in told]) for i in range(3)), reference.joined_speed)
