"""Balls in the plane, written a second time: parabolas between impacts, quadratics for their instants.

Two balls in flight feel the same gravity, so their distance is that of a straight flight: |d + u τ| = r₁ + r₂ is a quadratic.
A ball that has come to rest on the floor rolls along it. One contact at a time; several at one instant, and balls that stay
together, are not covered.
"""

import numpy as np

from linear_reference import NotCovered

REST = 1e-20  # of the lengths: a bounce this low has a speed of 1e-10 of those that cross them
MOST_EVENTS = 5000


class BallsReference:
    def __init__(self, scene):
        balls = scene["model"]["ball"]
        self.m = np.array([b["mass"] for b in balls])
        self.r = np.array([b["radius"] for b in balls])
        self.x = np.array([b["position"] for b in balls], float)
        self.v = np.array([b.get("velocity", [0.0, 0.0]) for b in balls], float)
        self.floor = scene["model"].get("floor")
        self.g = scene["run"].get("gravity", 0.0)
        self.e = scene["impact"]["restitution"]
        self.rests = np.zeros(len(balls), bool)
        if self.floor is not None:
            self.rests = (self.x[:, 1] - self.r <= self.floor) & (self.v[:, 1] == 0.0)
        if any(np.linalg.norm(self.x[i] - self.x[j]) <= (1 + 1e-9) * (self.r[i] + self.r[j])
               for i in range(len(balls)) for j in range(i)):
            raise NotCovered("balls that touch at the start")
        self.duration = scene["run"]["duration"]
        self.times = np.arange(0.0, self.duration * (1 + 1e-9), scene["run"]["sample_every"])
        self.leaving = None  # the ball or pair that has just met: at zero distance, on its way apart

    def acceleration(self):
        a = np.zeros_like(self.x)
        a[~self.rests, 1] = -self.g
        return a

    def state_after(self, tau):
        a = self.acceleration()
        return self.x + tau * self.v + 0.5 * tau**2 * a, self.v + tau * a

    def collision(self, i, j):
        """When i and j touch, or infinity."""
        d, u = self.x[i] - self.x[j], self.v[i] - self.v[j]
        a = self.acceleration()[i] - self.acceleration()[j]
        if a.any():  # one of them rests on the floor: a quartic
            return self.meeting_of_quartic(d, u, a, i, j)
        A, B, C = u @ u, d @ u, d @ d - (self.r[i] + self.r[j])**2
        if (i, j) == self.leaving:
            return np.inf
        if B >= 0.0 or A == 0.0 or B * B <= A * C:
            return np.inf
        return C / (-B + np.sqrt(B * B - A * C))

    def meeting_of_quartic(self, d, u, a, i, j):
        R = self.r[i] + self.r[j]
        coefficients = [0.25 * a @ a, a @ u, u @ u + a @ d, 2 * d @ u, d @ d - R * R]
        if (i, j) == self.leaving:
            coefficients = coefficients[:-1]  # the root at zero is known
        roots = np.roots(coefficients)
        ahead = sorted(r.real for r in roots if abs(r.imag) < 1e-7 * abs(r) and r.real > 0.0)
        for root in ahead:
            slope = np.polyval(np.polyder(coefficients), root)
            if slope < 0.0:
                return self.polished(np.poly1d(coefficients), root)
        return np.inf

    @staticmethod
    def polished(polynomial, root):
        slope = polynomial.deriv()
        for _ in range(3):
            root -= polynomial(root) / slope(root)
        return root

    def landing(self, i):
        """When ball i touches the floor, or infinity."""
        if self.floor is None or self.rests[i]:
            return np.inf
        h, w = self.x[i, 1] - self.r[i] - self.floor, self.v[i, 1]
        if i == self.leaving:
            return 2 * w / self.g if self.g else np.inf
        if not self.g:
            return -h / w if w < 0 else np.inf
        square = w * w + 2 * self.g * h
        if square < 0.0:
            raise NotCovered("a ball that rounding has put below the floor")
        return (w + np.sqrt(square)) / self.g if w > 0 else 2 * h / (-w + np.sqrt(square))

    def first(self):
        count = len(self.m)
        found = [(self.collision(i, j), (i, j)) for i in range(count) for j in range(i)]
        found += [(self.landing(i), i) for i in range(count)]
        found.sort(key=lambda event: event[0])
        if len(found) > 1 and np.isfinite(found[1][0]) and found[1][0] - found[0][0] < 1e-12 * self.duration:
            raise NotCovered("two events at once")
        return found[0]

    def resolve(self, who):
        if isinstance(who, tuple):
            i, j = who
            n = (self.x[i] - self.x[j]) / np.linalg.norm(self.x[i] - self.x[j])
            u = n @ (self.v[i] - self.v[j])
            if u > -1e-9 * np.abs(self.v).max() or self.rests[i] or self.rests[j]:
                raise NotCovered("balls that graze, stay together or press the floor")
            p = -(1 + self.e) * u / (1 / self.m[i] + 1 / self.m[j])
            self.v[i] += p / self.m[i] * n
            self.v[j] -= p / self.m[j] * n
            if self.e == 0.0:
                raise NotCovered("balls that stay together")
        else:
            u = self.v[who, 1]
            height = (self.e * u)**2 / (2 * self.g) if self.g else np.inf
            lengths = abs(self.x[who, 1]) + self.r[who]
            self.rests[who] = self.e == 0.0 and self.g > 0 or height < REST * lengths
            self.v[who, 1] = 0.0 if self.rests[who] else -self.e * u
            self.x[who, 1] = self.floor + self.r[who]

    def samples(self):
        told, t, number = [], 0.0, 0
        for _ in range(MOST_EVENTS):
            tau, who = self.first()
            while number < len(self.times) and self.times[number] <= t + min(tau, self.duration - t) + 1e-12 * self.duration:
                x, v = self.state_after(max(self.times[number] - t, 0.0))
                told.append((self.times[number], x.ravel().copy(), v.ravel().copy()))
                number += 1
            if t + tau >= self.duration:
                return told
            self.x, self.v = self.state_after(tau)
            t += tau
            self.resolve(who)
            self.leaving = who
        raise NotCovered("too many events")
