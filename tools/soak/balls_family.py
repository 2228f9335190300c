"""Random balls, alone, on a floor, in rows and heaps."""

import numpy as np

from balls_reference import BallsReference
from body_rules import Body, choose, log_uniform
from checks import Motion
from linear_scenes import RESTITUTIONS
from scene import changed


def assembled(rng, balls, floor, duration, gravity):
    model = {"type": "balls", "touching": 0.0, "ball": balls}
    if floor is not None:
        model["floor"] = floor
    return {"model": model, "impact": {"law": choose(rng, ["newton", "newton", "outward"]),
                                       "restitution": choose(rng, RESTITUTIONS)},
            "scheme": {"type": "event_accurate"},
            "run": {"duration": float(duration), "sample_every": float(duration) / 8, "gravity": gravity},
            "analysis": {"restitution_window": float(duration)}}


def apart(rng, count, width, least):
    """Balls that do not touch, one after the other where there is room."""
    balls = []
    for _ in range(50 * count):
        if len(balls) == count:
            break
        radius = rng.uniform(0.05, 0.15)
        x, y = rng.uniform(0, width), rng.uniform(radius + least, radius + least + width)
        if all(np.hypot(x - b["position"][0], y - b["position"][1]) > 1.05 * (radius + b["radius"]) for b in balls):
            balls.append({"mass": log_uniform(rng, 0.1, 10.0), "radius": float(radius), "position": [float(x), float(y)],
                          "velocity": [float(v) for v in rng.normal(size=2)]})
    return balls


def free(rng):
    """Ordinary: two to six balls that fly, collide and separate, nothing else."""
    return assembled(rng, apart(rng, int(rng.integers(2, 7)), 1.0, 0.0), None, rng.uniform(0.5, 3.0), 0.0)


def dropped(rng):
    """Ordinary: one to three balls above a floor, one beside the other, so that each bounces and some collide."""
    return assembled(rng, apart(rng, int(rng.integers(1, 4)), 1.0, 0.01), 0.0, rng.uniform(0.3, 1.5), 9.81)


def row(rng):
    """Nasty: balls in a row that touch, hit at one end, on a floor or not."""
    balls, x = [], 0.0
    for _ in range(int(rng.integers(3, 6))):
        radius = 0.05
        balls.append({"mass": choose(rng, [1.0, 1.0, 2.0]), "radius": radius, "position": [x, radius], "velocity": [0.0, 0.0]})
        x += 2 * radius
    balls[0]["velocity"] = [float(rng.uniform(0.5, 2.0)), 0.0]
    if rng.random() < 0.5:
        balls[0]["position"][0] -= float(rng.uniform(0.01, 0.1))
    scene = assembled(rng, balls, *choose(rng, [(None, 0.5, 0.0), (0.0, 0.5, 9.81)]))
    scene["model"]["touching"] = 1e-6
    return scene


def heap(rng):
    """Nasty: four to eight balls that fall on a floor and on each other."""
    return assembled(rng, apart(rng, int(rng.integers(4, 9)), 0.8, 0.01), 0.0, rng.uniform(0.3, 1.0), 9.81)


def of_all(function, balls):
    """Balls whose positions and velocities went through `function` of (x, y)."""
    return [{**b, "position": [float(x) for x in function(*b["position"])],
             "velocity": [float(x) for x in function(*b["velocity"])]} for b in balls]


def planes(function):
    """The way back for all balls at once."""
    def apply(x):
        a, b = function(x[:, 0::2], x[:, 1::2])
        return np.stack([a, b], axis=2).reshape(x.shape)

    return lambda t, q, v: (t, apply(q), apply(v))


class Balls(Body):
    has_gaps_as_functions = True
    exact = {"mirrored"}

    @classmethod
    def perturbed(cls, scene, rng, size, length, speed):
        other = changed(scene)
        for ball in other["model"]["ball"]:
            ball["velocity"] = [float(v + size * speed * rng.uniform(-1, 1)) for v in ball["velocity"]]
            ball["mass"] = float(ball["mass"] * (1.0 + size * rng.uniform(-1, 1)))
            if scene["model"]["touching"] == 0.0:
                ball["position"] = [float(x + size * length * rng.uniform(-1, 1)) for x in ball["position"]]
        return other, None

    @staticmethod
    def powers(scene, count):
        return [(0, 1)] * count

    @classmethod
    def own_variants(cls, scene, rng):
        balls = scene["model"]["ball"]
        yield ("mirrored", changed(scene, model={"ball": of_all(lambda x, y: (-x, y), balls)}),
               planes(lambda x, y: (-x, y)))
        order = rng.permutation(len(balls))
        inverse = np.argsort(order)
        yield ("permuted", changed(scene, model={"ball": [balls[k] for k in order]}),
               lambda t, q, v: (t, q.reshape(len(q), -1, 2)[:, inverse].reshape(q.shape),
                                v.reshape(len(v), -1, 2)[:, inverse].reshape(v.shape)))
        drift = float(rng.uniform(-2, 2))
        moving = [{**b, "velocity": [b["velocity"][0] + drift, b["velocity"][1]]} for b in balls]
        along = np.tile([1.0, 0.0], len(balls))
        yield ("moving_frame", changed(scene, model={"ball": moving}),
               lambda t, q, v: (t, q - drift * t[:, None] * along, v - drift * along))
        if "floor" not in scene["model"] and scene["run"]["gravity"] == 0.0 and scene["model"]["touching"] == 0.0:
            c, s = np.cos(0.7), np.sin(0.7)
            yield ("turned", changed(scene, model={"ball": of_all(lambda x, y: (c * x - s * y, s * x + c * y), balls)}),
                   planes(lambda x, y: (c * x + s * y, -s * x + c * y)))

    @staticmethod
    def conserved(scene):
        masses = [b["mass"] for b in scene["model"]["ball"]]
        along = np.zeros((2, 2 * len(masses)))
        along[0, 0::2] = along[1, 1::2] = masses
        if "floor" in scene["model"] or scene["run"]["gravity"]:
            return along[:1]  # x alone: the floor is level
        return along

    @staticmethod
    def forces(scene):
        return scene["run"]["gravity"] * sum(b["mass"] for b in scene["model"]["ball"])

    @staticmethod
    def reference(scene):
        told = BallsReference(scene).samples()
        return Motion(*(np.array([s[i] for s in told]) for i in range(3)))
