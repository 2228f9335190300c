"""One impact with friction, and closed contacts with friction, written a second time from their definitions.

Impact of one contact: the normal impulse N grows from zero, and (u_n, u_t) goes along straight pieces, sliding until u_t = 0 and
then sticking or sliding the other way. Where it ends is a root of what the law says. Several contacts: every combination of open,
sticking and sliding is tried, and the answer is refused unless exactly one is consistent.

G has two rows and columns for each contact, (normal, tangential); so have velocities u and accelerations b.
Error: that of roots and of small dense systems, 1e-14 of the impulses.
"""

from itertools import product

import numpy as np
from scipy.optimize import brentq

from linear_reference import NotCovered

OPEN, STICKS, FORWARDS, BACKWARDS = "open", 0, 1, -1
MARGIN = 1e-9  # of the forces or velocities: a decision closer to its boundary is not made


class Path:
    """(u_n, u_t) and T as functions of N."""

    def __init__(self, G, u, mu):
        self.G, self.u, self.mu = G, np.asarray(u, float), mu
        c, b = G[1, 0], G[1, 1]
        self.pieces = []  # (length in N, dT/dN)
        s = np.sign(u[1]) if mu > 0.0 else 0.0
        if s:
            rate = c - mu * s * b
            self.pieces.append((-u[1] / rate if s * rate < 0 else np.inf, -mu * s))
        self.sticks_at_last = mu > 0.0 and abs(c) <= mu * b
        self.pieces.append((np.inf, 0.0 if mu == 0.0 else -c / b if self.sticks_at_last else -mu * np.sign(c)))
        self.corner = self.pieces[0][0] if s else 0.0

    def T(self, N):
        found = 0.0
        for length, slope in self.pieces:
            found += min(N, length) * slope
            N -= min(N, length)
        return found

    def velocities(self, N):
        after = self.u + self.G @ [N, self.T(N)]
        if self.sticks_at_last and N >= self.corner:
            after[1] = 0.0
        return after

    def energy(self, N):
        """Gained so far."""
        return 0.5 * np.array([N, self.T(N)]) @ (self.u + self.velocities(N))

    def normal_work(self, start, end):
        """∫u_n dN, exact for straight pieces."""
        knots = [start, *([self.corner] if start < self.corner < end else []), end]
        return sum(0.5 * (b - a) * (self.velocities(a)[0] + self.velocities(b)[0]) for a, b in zip(knots, knots[1:]))

    def root(self, function, start):
        """The first N after `start` at which a function that grows has become zero."""
        if function(start) >= 0.0:
            return start
        size = max(start, np.abs(self.u).max() / self.G[0, 0])
        end = start + size
        while function(end) < 0.0:
            size *= 2.0
            end += size
            if size > 1e30:
                raise NotCovered("an impact without end")
        return brentq(function, start, end, xtol=1e-16 * end, rtol=8.9e-16)

    def end_of_compression(self):
        """Where u_n = 0 for the last time: before a jam it falls first."""
        falls = self.u[0] >= 0.0 or self.velocities(0.5 * min(self.corner, 1e300))[0] < self.u[0]
        return self.root(lambda N: self.velocities(N)[0], self.corner if falls and np.isfinite(self.corner) else 0.0)


def impact(G, u, mu, e, law="newton", bounded=True):
    """(N, T) of one contact that approaches, or that jams: u_n = 0, and sliding pushes it down."""
    path = Path(G, u, mu)
    compression = path.end_of_compression()
    if law == "poisson":
        N = (1.0 + e) * compression
    elif law == "stronge":
        wanted = -e * e * path.normal_work(0.0, compression)
        N = path.root(lambda N: path.normal_work(compression, N) - wanted, compression)
    elif law == "newton":
        N = path.root(lambda N: path.velocities(N)[0] + e * u[0], compression)
        if bounded and path.energy(N) > 0.0 > path.energy(compression):
            N = brentq(path.energy, compression, N, xtol=1e-16 * N, rtol=8.9e-16)
    else:
        raise NotCovered(f"the law {law} with friction")
    return np.array([N, path.T(N)])


def solved(G, b, states, mu, wanted):
    """Reactions (N, T for each) with which the contacts do what `states` say; `wanted` are their normal rates afterwards."""
    size = len(b)
    A, r = np.zeros((size, size)), np.zeros(size)
    for k, state in enumerate(states):
        n, t = 2 * k, 2 * k + 1
        if state == OPEN:
            A[n, n] = A[t, t] = 1.0
            continue
        A[n], r[n] = G[n], wanted[k] - b[n]
        if state == STICKS:
            A[t], r[t] = G[t], -b[t]
        else:
            A[t, t], A[t, n] = 1.0, mu[k] * state
    if np.linalg.cond(A / np.abs(A).max(axis=1)[:, None]) > 1e10:
        return None
    return np.linalg.solve(A, r)


def options(u_t, mu, is_smooth):
    if is_smooth:
        return (OPEN, FORWARDS)
    if u_t == 0.0:
        return (OPEN, STICKS, FORWARDS, BACKWARDS)
    return (OPEN, int(np.sign(u_t)))


def consistent(G, b, choices, mu, wanted, starts_at_rest):
    """Every combination of states that obeys Signorini's and Coulomb's laws, with its reactions; how close any decision is.

    `starts_at_rest`: of each contact, whether a state that slides has to be entered by its tangential rate.
    """
    found, closest = [], np.inf
    for states in product(*choices):
        p = solved(G, b, states, mu, wanted)
        if p is None:
            continue
        after = b + G @ p
        margins = []
        scale = np.abs(b).max() + np.abs(wanted).max() or 1.0
        for k, state in enumerate(states):
            N, T = p[2 * k] * G[2 * k, 2 * k] / scale, p[2 * k + 1] * G[2 * k, 2 * k] / scale
            if state == OPEN:
                margins.append((after[2 * k] - wanted[k]) / scale)
                continue
            margins.append(N)
            if state == STICKS:
                margins.append(mu[k] * N - abs(T))
            elif starts_at_rest[k] and mu[k] > 0.0:
                margins.append(state * after[2 * k + 1] / scale)
        least = min(margins)
        closest = min(closest, abs(least))
        if least > 0.0:
            found.append((states, p))
    return found, closest


def together(G, u, mu, e):
    """Impulses of several contacts by Newton's law on total impulses; refused unless there is one answer."""
    count = len(mu)
    choices = [(OPEN, FORWARDS) if mu[k] == 0.0 else (OPEN, STICKS, FORWARDS, BACKWARDS) for k in range(count)]
    found, closest = consistent(G, u, choices, mu, -np.asarray(e) * u[0::2], [True] * count)
    if len(found) != 1 or closest < MARGIN:
        raise NotCovered("several contacts whose impact has not one clear answer")
    states, p = found[0]
    if 0.5 * p @ (2 * u + G @ p) > 1e-12 * np.abs(p).max() * np.abs(u).max():
        raise NotCovered("Newton's law would gain energy at several contacts")
    return states, p
