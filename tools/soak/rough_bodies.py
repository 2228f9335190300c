"""The bodies that RoughReference follows: a linear system by matrix exponentials, rods and discs by parabolas and Runge–Kutta.

Each gives gaps, velocities u and accelerations b = (normal, tangential) for all contacts, G, and its way over a short time while
contacts are closed. Rods and discs have constant masses; their gaps bend, and κ of φ̈ = w·a + κ is the second derivative of the
gap along the motion.
"""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import expm

from linear_reference import NotCovered
from routh_reference import STICKS

MOST_COORDINATES = 24
LOOKS = 40  # at the shortest period
MOST_RATES = 200_000  # of one body: some ten seconds


def reactions_of(G, b, closed, mu):
    """{contact: (N, T)} that keep these closed, sticking or sliding; `b` may have columns."""
    rows = [row for k in closed for row in (2 * k, 2 * k + 1)]
    A = G[np.ix_(rows, rows)].copy()
    right = -b[rows]
    for i, (k, state) in enumerate(closed.items()):
        if state != STICKS or mu[k] == 0.0:
            A[2 * i + 1] = 0.0
            A[2 * i + 1, 2 * i + 1], A[2 * i + 1, 2 * i] = 1.0, mu[k] * state
            right[2 * i + 1] = 0.0
    return np.linalg.solve(A, right) if rows else right


class LinearBody:
    """z = (q, v, 1, cos, sin of each load, cos, sin of each stop that moves): z' = B z, with reactions too."""

    has_thresholds = False  # G is constant: whether sliding has one is known when it begins

    def __init__(self, scene):
        model, contacts = scene["model"], scene["contact"]
        M, K = np.asarray(model["mass"], float), np.asarray(model["stiffness"], float)
        n = self.n = len(M)
        if n > MOST_COORDINATES:
            raise NotCovered("too large for dense exponentials")
        waves = [(2 * np.pi * w["frequency_hz"], np.radians(w.get("phase_deg", 0.0)))
                 for w in (*model.get("harmonic", []), *(c["motion"] for c in contacts if "motion" in c))]
        self.size = size = 2 * n + 1 + 2 * len(waves)
        self.phases = [phase for _, phase in waves]
        F = np.zeros((n, size))
        F[:, :n], F[:, n:2 * n] = -K, -np.asarray(model.get("damping", np.zeros((n, n))), float)
        F[:, 2 * n] = model.get("force", np.zeros(n))
        self.B0 = np.zeros((size, size))
        self.B0[:n, n:2 * n] = np.eye(n)
        for i, (Omega, _) in enumerate(waves):
            at = 2 * n + 1 + 2 * i
            self.B0[at, at + 1], self.B0[at + 1, at] = -Omega, Omega
        for i, load in enumerate(model.get("harmonic", [])):
            F[:, 2 * n + 1 + 2 * i] = load["amplitude"]
        self.inverse = np.linalg.inv(M)
        self.B0[n:2 * n] = self.inverse @ F
        common = scene["impact"]
        self.e = np.array([c.get("restitution", common.get("restitution", 1.0)) for c in contacts])
        self.mu = np.array([c.get("friction", common.get("friction", 0.0)) if "tangent" in c else 0.0 for c in contacts])
        self.gap_rows, self.slide_rows = np.zeros((len(contacts), size)), np.zeros((len(contacts), size))
        self.W = np.zeros((n, 2 * len(contacts)))
        moving = 2 * n + 1 + 2 * len(model.get("harmonic", []))
        for k, c in enumerate(contacts):
            self.W[:, 2 * k] = self.gap_rows[k, :n] = c["normal"]
            self.gap_rows[k, 2 * n] = c.get("offset", 0.0)
            if "motion" in c:
                self.gap_rows[k, moving] = -c["motion"]["amplitude"]
                moving += 2
            if "tangent" in c:
                self.W[:, 2 * k + 1] = self.slide_rows[k, n:2 * n] = c["tangent"]
                self.slide_rows[k, 2 * n] = -c.get("slide_velocity", 0.0)
        self.u_rows = np.stack([self.gap_rows @ self.B0, self.slide_rows], axis=1).reshape(-1, size)
        self.u_rows[0::2, n:2 * n] = self.W[:, 0::2].T
        self.constant_G = self.W.T @ self.inverse @ self.W
        self.b_rows = self.u_rows @ self.B0
        self.initial = scene["initial"]
        rates = [np.abs(np.linalg.eigvals(self.B0)).max()]
        rates += [np.abs(np.linalg.eigvals(self.field({k: s})[0])).max() for k in range(len(contacts)) for s in (0, 1, -1)
                  if self.mu[k] > 0.0]
        self.look = 2 * np.pi / max(max(rates), 2 * np.pi / scene["run"]["duration"]) / LOOKS
        self.ways = {}
        self.reach = 0.0

    def field(self, closed):
        """B, and the rows that give (N, T, …) from z."""
        if not closed:
            return self.B0, np.zeros((0, self.size))
        R = reactions_of(self.constant_G, self.b_rows, closed, self.mu)
        columns = [row for k in closed for row in (2 * k, 2 * k + 1)]
        B = self.B0.copy()
        B[self.n:2 * self.n] += self.inverse @ self.W[:, columns] @ R
        return B, R

    def start(self):
        n = self.n
        q, v = (np.asarray(self.initial.get(key, np.zeros(n)), float) for key in ("position", "velocity"))
        return np.concatenate([q, v, [1.0], *([np.cos(p), np.sin(p)] for p in self.phases)])

    def state(self, z):
        return z[:self.n].copy(), z[self.n:2 * self.n].copy()

    def gaps(self, z):
        return self.gap_rows @ z

    def u(self, z):
        return self.u_rows @ z

    def b(self, z):
        return self.b_rows @ z

    def G(self, z):
        return self.constant_G

    def speed(self, z):
        return np.abs(z[self.n:2 * self.n]).max()

    def length(self, z):
        self.reach = max(self.reach, (np.abs(self.gap_rows) @ np.abs(z)).max(initial=0.0), np.abs(z[:self.n]).max())
        return self.reach

    def speed_of_impulse(self, z, contact, p):
        return np.abs(self.inverse @ self.W[:, 2 * contact:2 * contact + 2] @ p).max()

    def kicked(self, z, contacts, p):
        z = z.copy()
        columns = [row for k in contacts for row in (2 * k, 2 * k + 1)]
        z[self.n:2 * self.n] += self.inverse @ self.W[:, columns] @ p
        return z

    def put_back(self, z, closed):
        """Gaps of closed contacts to zero."""
        z = z.copy()
        rows = [2 * k for k in closed]
        if rows:
            W = self.W[:, rows]
            z[:self.n] -= self.inverse @ W @ np.linalg.lstsq(W.T @ self.inverse @ W, self.gaps(z)[list(closed)], rcond=None)[0]
        return z

    def reactions(self, z, closed):
        p = self.field_of(closed)[1] @ z
        return {k: p[2 * i:2 * i + 2] for i, k in enumerate(closed)}

    def field_of(self, closed):
        key = tuple(closed.items())
        if key not in self.ways:
            self.ways[key] = (*self.field(closed), {})
        return self.ways[key]

    def advance(self, closed, z, width):
        B, _, known = self.field_of(closed)
        if width not in known:
            known[width] = expm(B * width)
            if len(known) > 200:
                known.clear()
                known[width] = expm(B * width)
        return known[width] @ z, lambda s: expm(B * s) @ z


class RigidBody:
    """z = (t, q, v), constant masses, weight; contacts bend. A contact has gap, normal, tangent, curvatures and drift."""

    def __init__(self, masses, gravity, q, v, contacts, duration, spin):
        self.masses, self.gravity, self.contacts = np.asarray(masses, float), np.asarray(gravity, float), contacts
        self.n = len(masses)
        self.initial = np.concatenate([[0.0], q, v])
        self.e = np.array([c.e for c in contacts])
        self.mu = np.array([c.mu for c in contacts])
        fastest = max([abs(spin)] + [c.Omega for c in contacts])
        self.look = min(duration / 100, *([2 * np.pi / fastest / LOOKS] if fastest else []), duration / 100)
        self.has_thresholds = True
        self.reach = 0.0
        self.rates = 0  # asked for so far

    def start(self):
        return self.initial.copy()

    def split(self, z):
        return z[0], z[1:1 + self.n], z[1 + self.n:]

    def state(self, z):
        return z[1:1 + self.n].copy(), z[1 + self.n:].copy()

    def gaps(self, z):
        t, q, _ = self.split(z)
        return np.array([c.gap(t, q) for c in self.contacts])

    def rows(self, z):
        t, q, _ = self.split(z)
        W = np.zeros((self.n, 2 * len(self.contacts)))
        for k, c in enumerate(self.contacts):
            W[:, 2 * k], W[:, 2 * k + 1] = c.normal(t, q), c.tangent(t, q)
        return W

    def u(self, z):
        t, q, v = self.split(z)
        return self.rows(z).T @ v + np.ravel([(c.drift(t), 0.0) for c in self.contacts])

    def b(self, z):
        t, q, v = self.split(z)
        return self.rows(z).T @ self.gravity + np.ravel([(c.bend(t, q, v), c.turn(t, q, v)) for c in self.contacts])

    def G(self, z):
        W = self.rows(z)
        return W.T @ (W / self.masses[:, None])

    def speed(self, z):
        return np.abs(self.u(z)).max() + np.abs(z[1 + self.n:3 + self.n]).max()

    def length(self, z):
        self.reach = max(self.reach, *(c.lengths(z[1:1 + self.n]) for c in self.contacts))
        return self.reach

    def speed_of_impulse(self, z, contact, p):
        return np.abs(self.rows(z)[:, 2 * contact:2 * contact + 2] @ p / self.masses).max()

    def kicked(self, z, contacts, p):
        z = z.copy()
        columns = [row for k in contacts for row in (2 * k, 2 * k + 1)]
        z[1 + self.n:] += self.rows(z)[:, columns] @ p / self.masses
        return z

    def put_back(self, z, closed):
        """Gaps of closed contacts to zero."""
        z = z.copy()
        rows = [2 * k for k in closed]
        for _ in range(2 if rows else 0):
            W = self.rows(z)[:, rows]
            way = np.linalg.lstsq(W.T @ (W / self.masses[:, None]), self.gaps(z)[list(closed)], rcond=None)[0]
            z[1:1 + self.n] -= W @ way / self.masses
        return z

    def reactions(self, z, closed):
        p = reactions_of(self.G(z), self.b(z), closed, self.mu)
        return {k: p[2 * i:2 * i + 2] for i, k in enumerate(closed)}

    def acceleration(self, z, closed):
        p = reactions_of(self.G(z), self.b(z), closed, self.mu)
        columns = [row for k in closed for row in (2 * k, 2 * k + 1)]
        return self.gravity + self.rows(z)[:, columns] @ p / self.masses

    def advance(self, closed, z, width):
        if not closed:  # a parabola
            t, q, v = self.split(z)
            at = lambda s: np.concatenate([[t + s], q + s * v + 0.5 * s * s * self.gravity, v + s * self.gravity])
            return at(width), at

        def rate(_, y):
            self.rates += 1
            if self.rates > MOST_RATES:
                raise NotCovered("too stiff for the explicit method")
            return np.concatenate([[1.0], y[1 + self.n:], self.acceleration(y, closed)])

        scale = 1e-15 * self.length(z) + 1e-14 * np.abs(z)
        way = solve_ivp(rate, (0.0, width), z, method="DOP853", rtol=3e-14, atol=scale, dense_output=True)
        if way.status < 0 or not np.isfinite(way.y).all():
            raise NotCovered("the explicit method gave up")
        return way.y[:, -1], way.sol


class Plane:
    """A disc (coordinates x, y and its angle) on a straight wall, which may move along its normal by A cos(Ωt + ψ)."""

    def __init__(self, count, at, angle, radius, point, normal, e, mu, motion=None):
        self.count, self.at, self.angle, self.r, self.e, self.mu = count, at, angle, radius, e, mu
        self.point, self.nn = np.asarray(point, float), np.asarray(normal, float) / np.linalg.norm(normal)
        self.A, self.Omega, self.psi = 0.0, 0.0, 0.0
        if motion:
            self.A, self.Omega = motion["amplitude"], 2 * np.pi * motion["frequency_hz"]
            self.psi = np.radians(motion.get("phase_deg", 0.0))

    def gap(self, t, q):
        return self.nn @ (q[self.at] - self.point) - self.r - self.A * np.cos(self.Omega * t + self.psi)

    def drift(self, t):
        return self.A * self.Omega * np.sin(self.Omega * t + self.psi)

    def normal(self, t, q):
        w = np.zeros(self.count)
        w[self.at] = self.nn
        return w

    def tangent(self, t, q):
        w = np.zeros(self.count)
        w[self.at] = self.nn[1], -self.nn[0]
        w[self.angle] = self.r
        return w

    def bend(self, t, q, v):
        return self.A * self.Omega**2 * np.cos(self.Omega * t + self.psi)

    def turn(self, t, q, v):
        return 0.0

    def lengths(self, q):
        return np.abs(q[self.at]).max() + np.abs(self.point).max() + self.r


class Round:
    """Two discs, or a disc and a fixed circle (`other` is None), from outside (sign = 1) or inside (sign = −1)."""

    Omega = 0.0

    def __init__(self, count, one, other, centre, distance, sign, arms, e, mu):
        self.count, self.one, self.other, self.centre = count, one, other, centre
        self.distance, self.sign, self.arms, self.e, self.mu = distance, sign, arms, e, mu  # arms: (angle coordinate, radius)

    def relative(self, x, fixed):
        return x[self.one] - (x[self.other] if self.other is not None else fixed)

    def frame(self, q):
        d = self.relative(q, self.centre)
        size = np.linalg.norm(d)
        n = self.sign * d / size
        return size, n, np.array([n[1], -n[0]])

    def gap(self, t, q):
        return self.sign * (np.linalg.norm(self.relative(q, self.centre)) - self.distance)

    def drift(self, t):
        return 0.0

    def spread(self, direction):
        w = np.zeros(self.count)
        w[self.one] = direction
        if self.other is not None:
            w[self.other] = -direction
        return w

    def normal(self, t, q):
        return self.spread(self.frame(q)[1])

    def tangent(self, t, q):
        w = self.spread(self.frame(q)[2])
        for angle, radius in self.arms:
            w[angle] = radius
        return w

    def bend(self, t, q, v):
        d, _, tangent = self.frame(q)
        return self.sign * (tangent @ self.relative(v, np.zeros(2)))**2 / d

    def turn(self, t, q, v):
        d, n, tangent = self.frame(q)
        u = self.relative(v, np.zeros(2))
        return -self.sign * (tangent @ u) * (n @ u) / d

    def lengths(self, q):
        return np.abs(q[self.one]).max() + self.distance


class Tip:
    """An end of a rod, at a = ∓l/2 from its centre (x, y, θ), above the ground y = 0."""

    Omega = 0.0

    def __init__(self, a, tip_radius, e, mu):
        self.a, self.rho, self.e, self.mu = a, tip_radius, e, mu

    def gap(self, t, q):
        return q[1] + self.a * np.sin(q[2]) - self.rho

    def drift(self, t):
        return 0.0

    def normal(self, t, q):
        return np.array([0.0, 1.0, self.a * np.cos(q[2])])

    def tangent(self, t, q):
        return np.array([1.0, 0.0, -self.a * np.sin(q[2]) + self.rho])

    def bend(self, t, q, v):
        return -self.a * np.sin(q[2]) * v[2]**2

    def turn(self, t, q, v):
        return -self.a * np.cos(q[2]) * v[2]**2

    def lengths(self, q):
        return abs(q[1]) + abs(self.a) + self.rho


def rod_body(scene):
    model, initial, law = scene["model"], scene["initial"], scene["impact"]
    m, l, rho = model["mass"], model["length"], model.get("tip_radius", 0.0)
    theta, g = np.radians(initial["angle_deg"]), scene["run"].get("gravity", 9.81)
    q = np.array([*(np.asarray(initial["tip"]) + 0.5 * l * np.array([np.cos(theta), np.sin(theta)])), theta])
    v = np.array([*initial["velocity"], initial.get("spin", 0.0)])
    e, mu = law.get("restitution", 1.0), law.get("friction", 0.0)
    tips = [Tip(a, rho, e, mu) for a in (-0.5 * l, 0.5 * l)]
    fastest = abs(v[2]) + 4 * (np.abs(v[:2]).max() + np.sqrt(g * l)) / l  # what impacts may make of it
    return RigidBody([m, m, m * l * l / 12], [0.0, -g, 0.0], q, v, tips, scene["run"]["duration"], fastest)


def discs_body(scene):
    model, law = scene["model"], scene["impact"]
    balls, g = model["ball"], scene["run"].get("gravity", 9.81)
    count = 3 * len(balls)
    place = [slice(2 * i, 2 * i + 2) for i in range(len(balls))]
    angle = [2 * len(balls) + i for i in range(len(balls))]
    inertia = [b.get("inertia", 0.5 * b["mass"] * b["radius"]**2) for b in balls]
    q = np.concatenate([*(b["position"] for b in balls), np.zeros(len(balls))])
    v = np.concatenate([*(b.get("velocity", [0.0, 0.0]) for b in balls), [b.get("spin", 0.0) for b in balls]])
    common = law.get("restitution", 1.0), law.get("friction", 0.0)
    contacts = []
    walls = [{"point": [0.0, model["floor"]], "normal": [0.0, 1.0]}] if "floor" in model else []
    for i, b in enumerate(balls):
        for wall in (*walls, *model.get("plane", [])):
            contacts.append(Plane(count, place[i], angle[i], b["radius"], wall["point"], wall["normal"],
                                  wall.get("restitution", common[0]), wall.get("friction", common[1]), wall.get("motion")))
        for circle in model.get("circle", []):
            sign = -1 if circle.get("side", "inside") == "inside" else 1
            contacts.append(Round(count, place[i], None, np.asarray(circle["centre"], float), circle["radius"] + sign * b["radius"], sign,
                                  [(angle[i], b["radius"])], circle.get("restitution", common[0]), circle.get("friction", common[1])))
        for j in range(i):
            touch = b["radius"] + balls[j]["radius"]
            apart = np.linalg.norm(np.subtract(b["position"], balls[j]["position"]))
            if abs(apart / touch - 1.0) < 1e-3:
                raise NotCovered("balls that touch at the start")
            contacts.append(Round(count, place[i], place[j], None, touch, 1,
                                  [(angle[i], b["radius"]), (angle[j], balls[j]["radius"])], *common))
    weight = np.zeros(count)
    weight[1:2 * len(balls):2] = -g
    masses = np.concatenate([*([b["mass"]] * 2 for b in balls), inertia])
    return RigidBody(masses, weight, q, v, contacts, scene["run"]["duration"], 0.0)
