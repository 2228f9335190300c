"""The dropped bar, written a second time from its energies alone.

Centres of the segments and of the hemisphere are functions of q = (x₀, y₀, θ, σ); their derivatives J come from complex steps,
J̇v from differences of these. Then M = Σ m JᵀJ + …, and M a = −∂U/∂q − Σ m Jᵀ(J̇v), by dense algebra.
Flight is DOP853 at its tightest, in steps that end at samples and touches: between them the method is worse by orders. No vibration at the start, and the contact may not
last: both are not covered.
"""

import numpy as np
from scipy.integrate import solve_ivp

from linear_reference import NotCovered
from routh_reference import impact

MOST_IMPACTS = 60
MOST_CALLS = 40_000


class BarReference:
    def __init__(self, scene):
        model, initial = scene["model"], scene["initial"]
        if "excitation" in initial:
            raise NotCovered("a bar that vibrates at the start")
        self.n = n = model["segments"]
        self.R, E, rho = model["radius"], model["young"], model["density"]
        self.L = L = (model["length"] - self.R) / (2 * n)
        R = self.R
        self.m = 2 * L * np.pi * R**2 * rho
        self.I = self.m * (L**2 / 3 + R**2 / 4)
        self.mu = 2 / 3 * np.pi * R**3 * rho
        self.J = 2 / 5 * self.mu * R**2
        if model["tip_inertia"] == "consistent":
            self.J -= self.mu * (3 * R / 8)**2
        self.is_spiral = model["springs"] == "spiral"
        if self.is_spiral:
            self.k = E * np.pi * R**2 / (3 * n * L) * (n - 1) * (3 * n - 1) / n
            self.Gamma = E * np.pi * R**4 / (56 * n * L) * (n - 1) * (7 * n - 5) / n
        else:
            self.k = E * np.pi * R**2 / (6 * n * L) * (n - 1) * (3 * n - 1) / (2 * n)
            self.a2 = 3 * R**2 / 7 * (7 * n - 5) / (3 * n - 1)
        self.g = scene["run"]["gravity"]
        self.law = scene["impact"]
        self.e = self.law["restitution"]
        self.duration = scene["run"]["duration"]
        self.times = np.arange(0.0, self.duration * (1 + 1e-9), scene["run"]["sample_every"])
        angle = np.radians(initial["angle_deg"])
        stretch = np.full(n, L if self.is_spiral else 0.0)
        self.q = np.concatenate([[0.0, initial["tip_height"]], np.full(n, angle), stretch])
        self.v = np.concatenate([initial["velocity"], np.zeros(2 * n)])

    def centres(self, x):
        """Positions of the hemisphere's mass centre and of the segments; x may hold complex numbers."""
        n, L = self.n, self.L
        theta, sigma = x[2:2 + n], x[2 + n:]
        u = np.stack([np.cos(theta), np.sin(theta)], axis=1)
        p = x[:2]
        found = [p - 3 * self.R / 8 * u[0]]
        for i in range(n):
            if self.is_spiral:
                found.append(p + sigma[i] * u[i])
                p = p + 2 * sigma[i] * u[i]
            else:
                start = p + (sigma[i] * u[i - 1] if i else 0.0)
                found.append(start + (L + sigma[i]) * u[i])
                p = start + (2 * L + sigma[i]) * u[i]
        return np.array(found)

    def potential(self, x):
        n, L = self.n, self.L
        theta, sigma = x[2:2 + n], x[2 + n:]
        alpha = theta[1:] - theta[:-1]
        heights = self.centres(x)[:, 1]
        U = self.g * (self.mu * heights[0] + self.m * heights[1:].sum())
        if self.is_spiral:
            stretch = (sigma - L)**2
            return U + self.k * stretch[:-1].sum() + 0.5 * self.k * stretch[-1] + 0.5 * self.Gamma * (alpha**2).sum()
        s = sigma[1:]
        return U + 0.5 * self.k * sigma[0]**2 + (4 * self.k * (s**2 * np.cos(alpha / 2)**2
                                                              + self.a2 / 4 * np.sin(alpha / 2)**2)).sum()

    def jacobian(self, q):
        """d centres / dq by complex steps, exact to rounding: [body, axis, coordinate]."""
        h = 1e-30
        columns = [self.centres(q + 1j * h * row).imag / h for row in np.eye(len(q))]
        return np.stack(columns, axis=2)

    def acceleration(self, q, v):
        h = 1e-30
        n = self.n
        size = len(q)
        J = self.jacobian(q)
        # J̇v: the derivative along v of J v; θ̈ terms have none. Steps along v are of the size of q.
        step = 1e-5 * self.L / (np.abs(v).max() or 1.0)
        bend = sum(c * (self.centres(q + o * step * v + 1j * h * v).imag / h)
                   for o, c in ((-2, 1), (-1, -8), (1, 8), (2, -1))) / (12 * step)
        masses = np.array([self.mu] + [self.m] * n)
        M = np.einsum("b,bai,baj->ij", masses, J, J)
        M[range(2, 2 + n), range(2, 2 + n)] += self.I
        M[2, 2] += self.J
        force = -np.array([self.potential(q + 1j * h * row).imag / h for row in np.eye(size)])
        force -= np.einsum("b,bai,ba->i", masses, J, bend)
        return np.linalg.solve(M, force), M

    def samples(self):
        size = len(self.q)
        told, t, number = [], 0.0, 0

        calls = iter(range(MOST_CALLS))

        def rhs(_, y):
            if next(calls, None) is None:
                raise NotCovered("too stiff for an explicit method")
            return np.concatenate([y[size:], self.acceleration(y[:size], y[size:])[0]])

        def touch(_, y):
            return y[1] - self.R

        touch.terminal, touch.direction = True, -1
        scale = np.concatenate([np.full(size, 1e-14 * self.L), np.full(size, 1e-13 * (np.abs(self.v).max() or 1.0))])
        impacts = 0
        while impacts < MOST_IMPACTS:
            following = self.times[number] if number < len(self.times) else self.duration
            if following <= t:
                told.append((following, self.q, self.v.copy()))
                number += 1
                if number == len(self.times):
                    return told
                continue
            start = np.concatenate([self.q, self.v])

            def flight(end, **events):
                found = solve_ivp(rhs, (t, end), start, method="DOP853", rtol=1e-12, atol=scale, **events)
                if found.status < 0 or not np.isfinite(found.y).all():
                    raise NotCovered("the explicit method gave up")
                return found

            way = flight(following, events=touch)
            end, touches = way.t[-1], way.status == 1
            if touches and end > t:  # found between steps, where the method is less good: go there in steps
                way = flight(end)
            t, self.q, self.v = end, way.y[:size, -1], way.y[size:, -1].copy()
            if not touches:
                continue
            impacts += 1
            acceleration, M = self.acceleration(self.q, self.v)
            W = np.zeros((size, 2))
            W[1, 0] = W[0, 1] = 1.0
            W[2, 1] = self.R  # what touches is a point of a sphere that turns
            along = np.linalg.solve(M, W)
            u = W.T @ self.v
            if self.e * abs(u[0]) < 1e-6 * abs(self.v).max() or self.e == 0.0:
                raise NotCovered("a contact that lasts")
            self.v += along @ impact(W.T @ along, u, self.law.get("friction", 0.0), self.e, self.law.get("law", "newton"))
            self.q[1] = self.R
        raise NotCovered("too many impacts")
