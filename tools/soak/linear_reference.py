"""The motion of a linear system between stops, written a second time: dense, slow, obvious, sharing no code.

Between events everything is one autonomous linear system. With z = (q, v, 1, cos(Ω_i t + φ_i), sin(Ω_i t + φ_i), …) and a set
S of closed contacts, z' = B_S z and z(t + τ) = expm(B_S τ) z(t), exactly. B_S holds the reactions that keep S closed,
ν = −G⁻¹ WᵀM⁻¹ (f − C v − K q), so they are linear in z too.

The first event is looked for on samples of a fortieth of the shortest period, and where a gap has a minimum between two
samples, at that minimum. After an event the samples are close and their spacing doubles: a low bounce may be over, and the
contact lifted by a load, within one of the usual samples. Impacts solve Moreau's law by trying every set of pushing contacts. Bounces that accumulate end
once one would rise by less than REST of the size of the motion.
"""

from itertools import combinations

import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq

REST = 1e-14
MOST_EVENTS = 800
FIRST_HALVINGS = 24  # of the spacing of samples, after an event
MOST_JOINED = 1e-5  # of the speed
MOST_COORDINATES = 64  # each event takes dozens of dense exponentials of twice the size


class NotCovered(Exception):
    """The reference has no answer: too many events, or an impact that follows itself without end."""


class LinearReference:
    def __init__(self, scene):
        model = scene["model"]
        self.M = np.asarray(model["mass"], float)
        n = self.n = len(self.M)
        if n > MOST_COORDINATES:
            raise NotCovered("too large for dense exponentials")
        self.K = np.asarray(model["stiffness"], float)
        self.C = np.asarray(model.get("damping", np.zeros((n, n))), float)
        self.force = np.asarray(model.get("force", np.zeros(n)), float)
        self.loads = model.get("harmonic", [])
        self.W = np.array([c["normal"] for c in scene["contact"]], float).reshape(-1, n).T
        self.offset = np.array([c.get("offset", 0.0) for c in scene["contact"]])
        common = scene.get("impact", {}).get("restitution", 1.0)
        self.e = np.array([c.get("restitution", common) for c in scene["contact"]])
        self.inverse = np.linalg.inv(self.M)
        self.G = self.W.T @ self.inverse @ self.W
        self.duration = scene["run"]["duration"]
        self.times = np.arange(0.0, self.duration * (1 + 1e-9), scene["run"]["sample_every"])
        initial = scene["initial"]
        self.z = self.start(np.asarray(initial["position"], float), np.asarray(initial["velocity"], float))
        self.fields = {}
        rates = np.abs(np.linalg.eigvals(self.field(frozenset())[0])).max()
        self.look = 2 * np.pi / max(rates, 2 * np.pi / self.duration) / 40
        start = np.abs(self.field(frozenset())[0] @ self.z)[:2 * n]  # velocities and accelerations
        self.length = (np.abs(self.offset).max(initial=0.0) + np.abs(self.z[:n]).max() + self.look * start[:n].max()
                       + self.look**2 * start[n:].max())  # grows with the motion
        self.speed = 0.0  # the largest at an impact so far
        self.last = set(), 0.0  # contacts of the last impact, and its time
        self.joined_speed = 0.0  # of coordinates, up to which impacts in turn were resolved together
        self.exponentials = {}

    def start(self, q, v):
        phases = np.radians([load.get("phase_deg", 0.0) for load in self.loads])
        waves = np.array([(np.cos(p), np.sin(p)) for p in phases]).ravel()
        return np.concatenate([q, v, [1.0], waves])

    def field(self, closed):
        """B_S, and N_S with ν = N_S z for the contacts of S in ascending order."""
        if closed in self.fields:
            return self.fields[closed]
        n, size = self.n, 2 * self.n + 1 + 2 * len(self.loads)
        F = np.zeros((n, size))  # forces as functions of z
        F[:, :n], F[:, n:2 * n], F[:, 2 * n] = -self.K, -self.C, self.force
        B = np.zeros((size, size))
        for i, load in enumerate(self.loads):
            at, Omega = 2 * n + 1 + 2 * i, 2 * np.pi * load["frequency_hz"]
            F[:, at] = load["amplitude"]
            B[at, at + 1], B[at + 1, at] = -Omega, Omega
        chosen = sorted(closed)
        W = self.W[:, chosen]
        N = -np.linalg.solve(W.T @ self.inverse @ W, W.T @ self.inverse @ F) if chosen else np.zeros((0, size))
        B[:n, n:2 * n] = np.eye(n)
        B[n:2 * n] = self.inverse @ (F + W @ N)
        self.fields[closed] = B, N, self.inverse @ F
        return self.fields[closed]

    def gaps(self, z):
        return self.W.T @ z[:self.n] + self.offset

    def rates(self, z):
        return self.W.T @ z[self.n:2 * self.n]

    def exponential(self, closed, halvings):
        """Over a look that was halved so often."""
        if (closed, halvings) not in self.exponentials:
            self.exponentials[closed, halvings] = expm(self.field(closed)[0] * self.look * 0.5**halvings)
        return self.exponentials[closed, halvings]

    def after(self, closed, z, tau):
        return expm(self.field(closed)[0] * tau) @ z

    # ------------------------------------------------------------ events

    def first_event(self, closed, z, horizon, released=None):
        """(τ, contact or None) of the first touch or release within the horizon.

        The contact that was released at its start, if one was, has risen once its gap shows it beyond rounding: it opens with
        the cube of time, and the first samples see nothing but rounding of it.
        """
        B, N, _ = self.field(closed)
        open_ = [k for k in range(len(self.offset)) if k not in closed and k not in self.redundant(closed)]
        kept = sorted(closed)

        def values(x):
            return np.concatenate([self.gaps(x)[open_], N @ x])

        def slopes(x):
            return np.concatenate([self.rates(x)[open_], N @ (B @ x)])

        names = [("touch", k) for k in open_] + [("release", k) for k in kept]
        if not names:
            return horizon, None
        rounding = 1e-15 * self.length * np.abs(self.W).sum(axis=0)
        tau, halvings = 0.0, FIRST_HALVINGS
        while tau < horizon:
            wanted = self.look * 0.5**halvings
            width = min(wanted, horizon - tau)
            following = (self.exponential(closed, halvings) if width == wanted else expm(B * width)) @ z
            halvings = max(halvings - 1, 0)
            first = None
            before, behind = values(z), values(following)
            down, up = slopes(z), slopes(following)
            for i, name in enumerate(names):
                if name == ("touch", released):
                    if behind[i] >= -rounding[released]:
                        released = None if behind[i] > rounding[released] else released
                        continue
                root = self.root_within(B, z, width, values, slopes, i, before[i], behind[i], down[i], up[i])
                if root is not None and (first is None or root < first[0]):
                    first = root, name
            if first is not None:
                return tau + first[0], first[1]
            if (behind[:len(open_)] < -1e-10 * self.length).any():
                raise NotCovered("several contacts accumulate, and one was lost")
            tau, z = tau + width, following
        return horizon, None

    def root_within(self, B, z, width, values, slopes, i, before, behind, down, up):
        """The first downward crossing of value i in (0, width]; at 0 it is zero or positive and leaves upwards."""
        def value(s):
            return values(expm(B * s) @ z)[i]

        start = 0.0
        if before <= 0.0 or (down > 0.0 and behind <= 0.0):
            # It starts at zero: look for where it has risen.
            for start in width * 2.0 ** -np.arange(1, 40):
                if value(start) > 0.0:
                    break
            else:
                return None
            before = value(start)
        if down < 0.0 < up and before > 0.0:
            low = brentq(lambda s: slopes(expm(B * s) @ z)[i], 0.0, width, xtol=1e-16 * width, rtol=8.9e-16)
            if value(low) < -1e-15 * self.length and low > start:
                return brentq(value, start, low, xtol=1e-16 * width, rtol=8.9e-16)
        if behind <= 0.0 < before:
            return brentq(value, start, width, xtol=1e-16 * width, rtol=8.9e-16)
        return None

    # ------------------------------------------------------------ impacts

    def solve(self, G, b):
        """p ≥ 0, G p + b ≥ 0, p·(G p + b) = 0, by trying every set that pushes."""
        m = len(b)
        size = np.abs(b).max(initial=0.0) or 1.0
        for count in range(m + 1):
            for pushing in combinations(range(m), count):
                P = list(pushing)
                p = np.zeros(m)
                if P:
                    A = G[np.ix_(P, P)]
                    if np.linalg.matrix_rank(A, tol=1e-10 * np.abs(A).max()) < count:
                        continue
                    p[P] = np.linalg.solve(A, -b[P])
                if (p * np.diag(G) >= -1e-12 * size).all() and (G @ p + b >= -1e-10 * size).all():
                    return np.maximum(p, 0.0)
        raise NotCovered("no set of pushing contacts solves the impact")

    def redundant(self, closed):
        """Contacts that stay closed because those of `closed` do."""
        if not closed:
            return set()
        W = self.W[:, sorted(closed)]
        rank = np.linalg.matrix_rank(W, tol=1e-9)
        return {k for k in range(len(self.offset)) if k not in closed
                and np.linalg.matrix_rank(np.column_stack([W, self.W[:, k]]), tol=1e-9) == rank
                and abs(self.gaps(self.z)[k]) < 1e-10 * self.length}

    def touching(self):
        return [k for k, gap in enumerate(self.gaps(self.z)) if gap < 1e-13 * self.length * np.abs(self.W[:, k]).sum()]

    def note_turns(self, closed, t):
        """Contacts that had impacts in turn a moment ago, and all touch now: from here on `touching` cannot tell them apart.

        Those that are closed anyway take no turns. The speed is that of coordinates: what an impact at such a rate changes.
        """
        now = set(self.touching()) - set(closed) - self.redundant(closed)
        earlier, when = self.last
        if len(now) > 1 and len(earlier) == 1 and earlier < now and t - when < 1e-3 * self.look:
            u = np.abs(self.rates(self.z))
            given = [(1.0 + self.e[k]) * u[k] / self.G[k, k] * np.abs(self.inverse @ self.W[:, k]).max() for k in now]
            self.joined_speed = max(self.joined_speed, *given)
        self.last = now, t

    def resolve(self, closed, t):
        """Impulses until no closed contact approaches; those that approach or are closed take part."""
        n = self.n
        self.note_turns(closed, t)
        self.speed = max(self.speed, np.abs(self.z[n:2 * n]).max())
        speed = self.speed or 1.0
        for _ in range(5000):
            u = self.rates(self.z)
            part = [k for k in self.touching() if u[k] < -1e-13 * speed or (k in closed and abs(u[k]) <= 1e-12 * speed)]
            if not any(u[k] < -1e-13 * speed for k in part):
                return
            e = np.where(self.ends_bouncing(part, u), 0.0, self.e[part])
            G = self.G[np.ix_(part, part)]
            p = self.solve(G, (1.0 + e) * u[part])
            self.z[n:2 * n] += self.inverse @ self.W[:, part] @ p
        raise NotCovered("impacts follow each other without end")

    def ends_bouncing(self, part, u):
        """Whether the bounce of a contact would rise by less than rounding."""
        free = self.W.T @ (self.field(frozenset())[2] @ self.z)
        return np.array([free[k] < 0.0 and (self.e[k] * u[k])**2 <= -2 * free[k] * REST * self.length
                         and abs(self.e[k] * u[k]) < 1e-4 * self.speed for k in part])

    def settle(self):
        """Which of the closed contacts without velocity stay closed: 0 ≤ ν ⊥ acceleration ≥ 0."""
        speed = self.speed or 1.0
        u = self.rates(self.z)
        still = [k for k in self.touching() if abs(u[k]) <= 1e-11 * speed]
        if not still:
            return frozenset()
        free = self.W.T @ (self.field(frozenset())[2] @ self.z)
        nu = self.solve(self.G[np.ix_(still, still)], free[still])
        if (nu == 0.0).any():
            loose = [k for k, x in zip(still, nu) if x == 0.0]
            acceleration = free[loose] + self.G[np.ix_(loose, still)] @ nu
            if (np.abs(acceleration) < 1e-9 * (np.abs(free).max() or 1.0)).any():
                raise NotCovered("a closed contact is neither pressed nor lifted")
        return frozenset(k for k, x in zip(still, nu) if x > 0.0)

    def refuse_lost_order(self):
        """Impacts in turn that were resolved together while fast: rounding decided what came of it."""
        if self.joined_speed > MOST_JOINED * self.speed:
            raise NotCovered("contacts have impacts in turn faster than gaps tell them apart")

    # ------------------------------------------------------------ the run

    def samples(self):
        """[(t, q, v)] at the sample times."""
        n = self.n
        told = []
        t, number = 0.0, 0
        self.resolve(frozenset(), 0.0)
        closed, released = self.settle(), None
        for _ in range(MOST_EVENTS):
            tau, event = self.first_event(closed, self.z, self.duration - t, released)
            while number < len(self.times) and self.times[number] <= t + tau + 1e-12 * self.duration:
                at = self.after(closed, self.z, max(self.times[number] - t, 0.0))
                if (self.gaps(at) < -1e-10 * (self.length + np.abs(at[:n]).max())).any():
                    raise NotCovered("several contacts accumulate")
                told.append((self.times[number], at[:n], at[n:2 * n]))
                number += 1
            if event is None:
                self.refuse_lost_order()
                return told
            self.z = self.after(closed, self.z, tau)
            self.length = max(self.length, np.abs(self.z[:n]).max())
            t += tau
            kind, contact = event
            released = contact if kind == "release" else None
            if kind == "touch":
                self.resolve(closed, t)
                closed = self.settle()
            else:
                closed = closed - {contact}
        raise NotCovered("too many events")
