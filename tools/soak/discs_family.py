"""Random discs with spin: on floors, slopes and plates that move, in and on circles, against each other.

Ordinary: at most three discs of 0.1 to 10 kg, radii within [0.05, 0.2] m, circles larger than the discs by a factor of two at least,
μ up to 1, no two of them touching at the start; Stronge's law where no disc is hit while it rests.
"""

import numpy as np

import checks
from balls_family import Balls, apart
from body_rules import choose, log_uniform
from checks import Motion
from linear_scenes import RESTITUTIONS
from rough_bodies import discs_body
from rough_reference import RoughReference
from scene import changed

TOUCHING = 1e-6  # so that a disc that starts on a slope or a circle touches it, whatever rounding makes of the place
LAWS = ["newton", "newton", "poisson", "stronge"]


def friction_of(rng):
    return choose(rng, [0.0, 1.0, 1.0, 1.0]) * log_uniform(rng, 0.05, 1.0)


def assembled(rng, model, duration, gravity, laws=None):
    """By all laws where contacts come one by one: Stronge's is refused where a disc that rests is hit."""
    laws = laws or (LAWS if len(model["ball"]) == 1 else LAWS[:3])
    for ball in model["ball"]:
        ball["spin"] = float(rng.normal()) * 10.0
        if rng.random() < 0.3:
            ball["inertia"] = ball["mass"] * ball["radius"]**2 * float(rng.uniform(0.2, 1.0))
    return {"model": {"type": "balls", "touching": TOUCHING, **model},
            "impact": {"law": choose(rng, laws), "restitution": choose(rng, RESTITUTIONS), "friction": friction_of(rng)},
            "scheme": {"type": "event_accurate"},
            "run": {"duration": float(duration), "sample_every": float(duration) / 8, "gravity": gravity},
            "analysis": {"restitution_window": float(duration)}}


def one(rng, position, speed=1.0):
    return {"mass": log_uniform(rng, 0.1, 10.0), "radius": float(rng.uniform(0.05, 0.2)), "position": [float(x) for x in position],
            "velocity": [float(v) for v in speed * rng.normal(size=2)]}


def free(rng):
    """Ordinary: two or three rough discs that fly, spin, collide and separate, nothing else: momenta are kept."""
    return assembled(rng, {"ball": apart(rng, int(rng.integers(2, 4)), 1.0, 0.0)}, rng.uniform(0.5, 3.0), 0.0, LAWS)


def dropped(rng):
    """Ordinary: one or two discs with spin above a rough floor: they bounce, slide and roll."""
    return assembled(rng, {"ball": apart(rng, int(rng.integers(1, 3)), 2.0, 0.01), "floor": 0.0}, rng.uniform(0.3, 1.5), 9.81)


def on_slope(rng):
    """Ordinary: a disc on or above a slope of up to 60°, which may move along its normal."""
    lean = np.radians(rng.uniform(-60, 60))
    normal = [float(np.sin(lean)), float(np.cos(lean))]
    ball = one(rng, (0.0, 0.0))
    height = choose(rng, [0.0, 0.05, 0.2])
    plane = {"point": [0.0, 0.0], "normal": normal}
    if height and rng.random() < 0.5:
        plane["motion"] = {"amplitude": float(rng.uniform(0.002, 0.02)), "frequency_hz": float(rng.uniform(1.0, 8.0)),
                           "phase_deg": float(rng.uniform(0, 360))}
        height += plane["motion"]["amplitude"]
    ball["position"] = [(ball["radius"] + height) * x for x in normal]
    if height == 0.0:
        slide = choose(rng, [0.0, 1.0]) * float(rng.normal())
        ball["velocity"] = [slide * normal[1], -slide * normal[0]]
    return assembled(rng, {"ball": [ball], "plane": [plane]}, rng.uniform(0.3, 1.5), 9.81)


def in_circle(rng):
    """Ordinary: one or two discs inside a circle, with weight or without; alone at its wall or in flight."""
    ball = one(rng, (0.0, 0.0))
    radius = ball["radius"] * float(rng.uniform(2.5, 8.0))
    gravity = choose(rng, [0.0, 9.81, 9.81])
    balls = [ball]
    where = rng.uniform(0, 2 * np.pi)
    if gravity and rng.random() < 0.5:  # at rest on the wall, below the centre
        where = np.radians(rng.uniform(-150, -30))
        ball["velocity"] = [0.0, 0.0]
        reach = radius - ball["radius"]
    else:
        reach = (radius - ball["radius"]) * float(rng.uniform(0.0, 0.8))
    ball["position"] = [float(reach * np.cos(where)), float(reach * np.sin(where))]
    if gravity == 0.0 and rng.random() < 0.4:
        second = {**ball, "position": [-x for x in ball["position"]], "velocity": [float(v) for v in rng.normal(size=2)]}
        second["radius"] = 0.8 * ball["radius"]
        if 2 * reach > 2.2 * ball["radius"]:
            balls.append(second)
    circle = {"centre": [0.0, 0.0], "radius": radius, "side": "inside"}
    return assembled(rng, {"ball": balls, "circle": [circle]}, rng.uniform(0.5, 2.0), gravity)


def on_circle(rng):
    """Ordinary: a disc that falls on a circle from outside, or rolls down from near its top and leaves it."""
    ball = one(rng, (0.0, 0.0), 0.5)
    radius = float(rng.uniform(0.2, 1.0))
    where = np.radians(90 + rng.uniform(5, 60) * choose(rng, [-1.0, 1.0]))
    reach = radius + ball["radius"] + choose(rng, [0.0, 0.1])
    if reach == radius + ball["radius"]:
        ball["velocity"] = [0.0, 0.0]
    ball["position"] = [float(reach * np.cos(where)), float(reach * np.sin(where))]
    circle = {"centre": [0.0, 0.0], "radius": radius, "side": "outside"}
    return assembled(rng, {"ball": [ball], "circle": [circle]}, rng.uniform(0.3, 1.0), 9.81)


def in_groove(rng):
    """Ordinary: a disc in a groove of 20° to 160°, upright or leaning, μ up to 3: at rest, spinning, or thrown in."""
    half, lean = np.radians(rng.uniform(10, 80)), np.radians(rng.uniform(-9, 9))
    normals = [(s * np.cos(half), np.sin(half)) for s in (1.0, -1.0)]
    normals = [(x * np.cos(lean) - y * np.sin(lean), x * np.sin(lean) + y * np.cos(lean)) for x, y in normals]
    ball = one(rng, (0.0, 0.0), 0.5)
    # The centre whose distances from the two sides are these.
    heights = ball["radius"] + choose(rng, [0.0, 1.0]) * rng.uniform(0.0, 0.2, 2)
    ball["position"] = [float(x) for x in np.linalg.solve(np.array(normals), heights)]
    planes = [{"point": [0.0, 0.0], "normal": [float(x) for x in normal]} for normal in normals]
    scene = assembled(rng, {"ball": [ball], "plane": planes}, rng.uniform(0.2, 0.6), 9.81, ["newton", "poisson"])
    scene["impact"]["friction"] = log_uniform(rng, 0.05, 3.0)
    if heights[0] == ball["radius"]:
        ball["velocity"] = [0.0, 0.0]
        ball["spin"] *= choose(rng, [0.0, 1.0])
    return scene


# ---------------------------------------------------------------- nasty families


def grazing(rng):
    """Nasty: a disc that passes a circle or another disc at a distance of ±10⁻⁴ … ±10⁻¹⁴ of the radii, or exactly."""
    ball = one(rng, (0.0, 0.0))
    radius = float(rng.uniform(0.2, 1.0))
    miss = float(rng.choice([0.0, 1.0, -1.0])) * 10.0 ** -rng.uniform(4, 14)
    away = (radius + ball["radius"]) * (1.0 + miss)
    ball["position"], ball["velocity"] = [-1.0 - away, float(away)], [float(rng.uniform(0.5, 3.0)), 0.0]
    other = {"mass": 1.0, "radius": radius, "position": [0.0, 0.0], "velocity": [0.0, 0.0]}
    circle = {"centre": [0.0, 0.0], "radius": radius, "side": "outside"}
    model = {"ball": [ball], "circle": [circle]} if rng.random() < 0.5 else {"ball": [ball, other]}
    return assembled(rng, model, 3.0 * (1.0 + away) / ball["velocity"][0], 0.0)


def at_the_roll(rng):
    """Nasty: a disc on a slope whose μ is within 10⁻³ … 10⁻¹² of what rolling needs, or exactly."""
    scene = on_slope(rng)
    plane, ball = scene["model"]["plane"][0], scene["model"]["ball"][0]
    plane.pop("motion", None)
    ball["position"] = [ball["radius"] * x for x in plane["normal"]]
    ball["velocity"], ball["spin"] = [0.0, 0.0], 0.0
    ball.pop("inertia", None)
    needed = abs(plane["normal"][0] / plane["normal"][1]) / 3.0
    scene["impact"]["friction"] = float(needed * (1.0 + float(rng.choice([0.0, 1.0, -1.0])) * 10.0 ** -rng.uniform(3, 12)))
    return scene


def corner(rng):
    """Nasty: a disc thrown into a wedge of two rough planes, 20° to 160° wide, or onto both at once."""
    half = np.radians(rng.uniform(10, 80))
    ball = one(rng, (0.0, 0.0), 0.5)
    planes = [{"point": [0.0, 0.0], "normal": [float(s * np.cos(half)), float(np.sin(half))]} for s in (1.0, -1.0)]
    height = ball["radius"] / np.sin(half)
    ball["position"] = [choose(rng, [0.0, 0.02]), float(height + choose(rng, [0.0, 0.1, 0.3]))]
    if ball["position"][0]:
        ball["position"][1] += 0.1 + ball["position"][0] / np.tan(half)
    else:
        ball["velocity"][0] = choose(rng, [0.0, ball["velocity"][0]]) if ball["position"][1] > height else 0.0
    if ball["position"][1] == height:
        ball["velocity"] = [0.0, 0.0]
    return assembled(rng, {"ball": [ball], "plane": planes}, rng.uniform(0.2, 0.6), 9.81, ["newton", "poisson"])


def heap(rng):
    """Nasty: three to five rough discs that fall on a floor or into a circle, and on each other; some 10³ times lighter."""
    balls = apart(rng, int(rng.integers(3, 6)), 0.6, 0.01)
    if rng.random() < 0.3:
        balls[0]["mass"] *= 1e-3
    model = {"ball": balls, "floor": 0.0}
    if rng.random() < 0.4:
        middle = np.mean([b["position"] for b in balls], axis=0)
        far = max(np.hypot(*np.subtract(b["position"], middle)) + b["radius"] for b in balls)
        model = {"ball": balls, "circle": [{"centre": [float(x) for x in middle], "radius": float(1.1 * far), "side": "inside"}]}
    return assembled(rng, model, rng.uniform(0.3, 0.8), 9.81, ["newton", "newton", "poisson"])


def crowd(rng):
    """Nasty by its number: 130 to 200 rough discs in rows above a floor between two walls, by moreau_jean."""
    count, r = int(rng.integers(130, 201)), 0.02
    columns = 20
    balls = [{"mass": 1.0, "radius": r, "position": [float(3 * r * (i % columns) + 0.2 * r * rng.random()), float(2 * r + 2.5 * r * (i // columns))],
              "velocity": [float(v) for v in 0.3 * rng.normal(size=2)]} for i in range(count)]
    walls = [{"point": [-2 * r, 0.0], "normal": [1.0, 0.0]}, {"point": [3 * r * columns + r, 0.0], "normal": [-1.0, 0.0]}]
    scene = assembled(rng, {"ball": balls, "floor": 0.0, "plane": walls}, 0.1, 9.81, ["newton"])
    scene["impact"]["friction"] = log_uniform(rng, 0.05, 1.0)
    scene["scheme"] = {"type": "moreau_jean", "step": 0.1 / 8 / 25}
    return scene


# ---------------------------------------------------------------- how runs are compared


def mirror(table):
    """x → −x."""
    other = dict(table)
    for key in ("position", "velocity", "normal", "point", "centre"):
        if key in other:
            other[key] = [-other[key][0], other[key][1]]
    if "spin" in other:
        other["spin"] = -other["spin"]
    return other


def turn(table, c, s):
    other = dict(table)
    for key in ("position", "velocity", "normal", "point", "centre"):
        if key in other:
            x, y = other[key]
            other[key] = [float(c * x - s * y), float(s * x + c * y)]
    return other


def of_all(model, function):
    return {key: [function(table) for table in model[key]] for key in ("ball", "plane", "circle") if key in model}


def is_rough(scene):
    """Whether angles are coordinates."""
    model = scene["model"]
    walls = [*model.get("plane", []), *model.get("circle", [])]
    return scene["impact"]["friction"] > 0.0 or any(wall.get("friction", 0.0) > 0.0 for wall in walls)


def split(x, scene):
    """Places [sample, ball, axis], and angles."""
    count = len(scene["model"]["ball"])
    return x[:, :2 * count].reshape(len(x), count, 2), x[:, 2 * count:]


def joined(places, angles):
    return np.concatenate([places.reshape(len(places), -1), angles], axis=1)


class Discs(Balls):
    reference_share = 0.03
    flips = {"mirrored"}

    @classmethod
    def perturbed(cls, scene, rng, size, length, speed):
        other, back = super().perturbed(scene, rng, size, length, speed)
        closed = any(abs(gap) < 1e-6 for gap in discs_body(scene).gaps(discs_body(scene).start()))
        for ball, was in zip(other["model"]["ball"], scene["model"]["ball"]):
            ball["spin"] = float(was.get("spin", 0.0) * (1.0 + size * rng.uniform(-1, 1)))
            if closed:
                ball["position"], ball["velocity"] = was["position"], was.get("velocity", [0.0, 0.0])
        other["impact"]["friction"] = float(scene["impact"]["friction"] * (1.0 + size * rng.uniform(-1, 1)))
        other["run"]["gravity"] = float(scene["run"]["gravity"] * (1.0 + size * rng.uniform(-1, 1)))
        return other, back

    @staticmethod
    def powers(scene, count):
        places = 2 * len(scene["model"]["ball"])
        return [(0, 1)] * places + [(0, 0)] * (count - places)

    @classmethod
    def own_variants(cls, scene, rng):
        model, gravity = scene["model"], scene["run"]["gravity"]
        rough = is_rough(scene)

        def mirrored_back(t, q, v):
            (a, b), (c, d) = split(q, scene), split(v, scene)
            return t, joined(a * [-1, 1], -b), joined(c * [-1, 1], -d)

        yield "mirrored", changed(scene, model=of_all(model, mirror)), mirrored_back
        order = rng.permutation(len(model["ball"]))
        inverse = np.argsort(order)

        def permuted_back(t, q, v):
            def sorted_(x):
                places, angles = split(x, scene)
                return joined(places[:, inverse], angles[:, inverse] if angles.shape[1] else angles)

            return t, sorted_(q), sorted_(v)

        yield "permuted", changed(scene, model={"ball": [model["ball"][k] for k in order]}), permuted_back
        if "floor" in model:
            as_plane = changed(scene)
            height = as_plane["model"].pop("floor")
            as_plane["model"]["plane"] = [*model.get("plane", []), {"point": [0.3, height], "normal": [0.0, 2.0]}]
            yield "floor_as_plane", as_plane, None
        if gravity == 0.0 and "floor" not in model:
            c, s = np.cos(0.7), np.sin(0.7)

            def turned_back(t, q, v):
                (a, b), (e, f) = split(q, scene), split(v, scene)
                R = np.array([[c, -s], [s, c]])
                return t, joined(a @ R, b), joined(e @ R, f)

            yield "turned", changed(scene, model=of_all(model, lambda table: turn(table, c, s))), turned_back
        if not {"floor", "plane", "circle"} & set(model) and gravity == 0.0:
            drift = rng.uniform(-2, 2, 2)
            moving = [{**b, "velocity": [float(x) for x in np.add(b.get("velocity", [0.0, 0.0]), drift)]} for b in model["ball"]]

            def still(t, q, v):
                (a, b), (e, f) = split(q, scene), split(v, scene)
                return t, joined(a - (drift * t[:, None])[:, None, :], b), joined(e - drift, f)

            yield "moving_frame", changed(scene, model={"ball": moving}), still
        if not rough:
            spun = [{**b, "spin": b["spin"] + 3.0} for b in model["ball"] if "spin" in b]
            if len(spun) == len(model["ball"]):
                yield "spun", changed(scene, model={"ball": spun}), None
        if len(model["ball"]) == 1 and len(model.get("plane", [])) + len(model.get("circle", [])) + ("floor" in model) == 1:
            yield "other_law", changed(scene, impact={"law": choose(rng, ["newton", "poisson", "stronge"])}), None  # c = 0: all agree

    exact = {"spun"}

    @staticmethod
    def conserved(scene):
        model = scene["model"]
        if {"floor", "plane", "circle"} & set(model) or scene["run"]["gravity"]:
            return None
        along = Balls.conserved(scene)
        return np.pad(along, ((0, 0), (0, len(model["ball"])))) if is_rough(scene) else along

    @staticmethod
    def alone(told, scene):
        yield from checks.friction(told, Discs.fall(scene))

    @staticmethod
    def steppers(scene):
        return [{"type": "moreau_jean"}, {"type": "moreau_jean", "activation": "predicted"}], scene["run"]["sample_every"] / 40

    @staticmethod
    def reference(scene):
        reference = RoughReference(discs_body(scene), scene)
        told = reference.samples()
        kept = slice(None) if is_rough(scene) else slice(0, 2 * len(scene["model"]["ball"]))
        return Motion(np.array([s[0] for s in told]), *(np.array([s[i][kept] for s in told]) for i in (1, 2)), reference.joined_speed)


class Crowd(Discs):
    """Compared with itself alone: impulses of a crowd are good to 1e-8 or worse, as it says."""

    is_rigid = False
    balance_limit = 1.0
    reference_share = 0.0

    perturbed = Balls.perturbed

    @classmethod
    def variants(cls, scene, base, rng):
        return iter(())
