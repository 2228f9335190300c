"""Contacts that stick, slide, open and strike, followed from event to event: the loop, for any body that says how it moves.

A body (rough_bodies.py) gives for a state z: gaps, (u_n, u_t) of each contact, G, the accelerations b of all contacts without
reactions, the state after an impulse, and its way over a short time with some contacts closed. Each phase is looked at first after
2⁻³⁰ of a look, then after twice as long and so on, so that phases of 10⁻⁹ of a look are seen; a minimum between two samples
is looked at. Events are roots of: gaps (touch), N (lifts), μN ∓ T (breaks loose), s u_t (stops), B = a − μsc (Painlevé's threshold).

Error: that of the way (exact exponentials and parabolas: rounding; Runge–Kutta: 1e-12 of the motion) and of roots; where
bounces accumulate, the speed of the last one, which is stated. What is refused: two events at one instant, decisions within MARGIN
of their boundary, several contacts with other laws than Newton's, sliding that reaches Painlevé's threshold.
"""

import numpy as np
from scipy.optimize import brentq, minimize_scalar

from linear_reference import NotCovered
from routh_reference import BACKWARDS, FORWARDS, MARGIN, OPEN, STICKS, consistent, impact, options, together

REST = 1e-14  # of the lengths: a bounce this low is the last
MOST_EVENTS = 400
MOST_LOOKS = 12_000  # at contacts in windows of time: some seconds of work
FIRST_HALVINGS = 30
COUPLED = 1e-12
STILL = 1e-11  # of the speed


class RoughReference:
    def __init__(self, body, scene):
        self.body = body
        self.law = scene["impact"].get("law", "newton")
        self.bounded = scene["impact"].get("bounded", True)
        self.duration = scene["run"]["duration"]
        self.times = np.arange(0.0, self.duration * (1 + 1e-9), scene["run"]["sample_every"])
        self.t, self.z = 0.0, body.start()
        self.closed = {}  # contact -> STICKS, FORWARDS or BACKWARDS; of smooth ones FORWARDS, which means nothing
        self.speed = max(body.speed(self.z), 1e-300)
        self.joined_speed = 0.0  # of coordinates: of bounces that were taken as rest
        self.events = []  # (t, kind, contact)
        self.looks = 0

    # ------------------------------------------------------------ what is decided at an instant

    def pick(self, contacts):
        """Rows and columns of G, u and b for these contacts."""
        return [row for k in contacts for row in (2 * k, 2 * k + 1)]

    def coupled_to(self, contact, others):
        """Those of `others` that an impulse at `contact` reaches, through each other too."""
        G = self.body.G(self.z)
        reached, open_ends = {contact}, [contact]
        while open_ends:
            i = open_ends.pop()
            for j in set(others) - reached:
                size = np.sqrt(G[2 * i, 2 * i] * G[2 * j, 2 * j])
                if np.abs(G[np.ix_(self.pick([i]), self.pick([j]))]).max() > COUPLED * size:
                    reached.add(j)
                    open_ends.append(j)
        return sorted(reached)

    def strike(self, contact):
        """An impact of this contact, with all closed ones that it reaches."""
        self.speed = max(self.speed, self.body.speed(self.z))
        part = self.coupled_to(contact, self.closed)
        rows = self.pick(part)
        u, G = self.body.u(self.z)[rows], self.body.G(self.z)[np.ix_(rows, rows)]
        e, mu = self.body.e[part], self.body.mu[part]
        stuck = []  # contacts that stick after it
        if len(part) == 1:
            if u[0] > -1e-9 * self.speed:
                raise NotCovered("a contact that grazes")
            e = 0.0 if self.is_last(contact, u, G, e[0]) else e[0]
            p = impact(G, u, mu[0], e, self.law, self.bounded)
            after = u + G @ p
        else:
            if self.law != "newton":
                raise NotCovered("several contacts by another law than Newton's")
            u = np.where([row % 2 == 0 and row // 2 in self.closed for row in rows], 0.0, u)
            _, p = together(G, u, mu, e)
            after = u + G @ p
        size = np.abs(u).max()
        stuck = [k for i, k in enumerate(part) if abs(after[2 * i + 1]) <= STILL * size]
        self.z = self.body.kicked(self.z, part, p)
        stay = [k for i, k in enumerate(part) if abs(after[2 * i]) <= STILL * size]
        self.settle([k for k in self.closed if k not in part] + stay, at_rest=stuck)

    def is_last(self, contact, u, G, e):
        """Whether the bounce would be lower than the reference can follow."""
        p = impact(G, u, self.body.mu[contact], e, self.law, self.bounded)
        rebound = (u + G @ p)[0]
        free = self.body.b(self.body.kicked(self.z, [contact], p))[2 * contact]
        if rebound == 0.0 or not (free < 0.0 and rebound**2 <= -2 * free * REST * self.body.length(self.z) and rebound < 1e-4 * self.speed):
            return False
        self.joined_speed = max(self.joined_speed, self.body.speed_of_impulse(self.z, contact, p))
        return True

    def settle(self, contacts, at_rest=()):
        """Which of the contacts with u_n = 0 stay closed, and how; those of `at_rest` do not slide now."""
        contacts = sorted(contacts)
        self.closed = {}
        groups = []
        left = set(contacts)
        while left:
            group = self.coupled_to(min(left), left)
            left -= set(group)
            groups.append(group)
        for group in groups:
            self.settle_group(group, set(at_rest))

    def settle_group(self, group, at_rest):
        rows = self.pick(group)
        G, b, u = self.body.G(self.z)[np.ix_(rows, rows)], self.body.b(self.z)[rows], self.body.u(self.z)[rows]
        mu = self.body.mu[group]
        slides = [0.0 if k in at_rest else u[2 * i + 1] for i, k in enumerate(group)]
        if any(0.0 < abs(x) <= 1e-9 * self.speed for x, m in zip(slides, mu) if m):
            raise NotCovered("a contact that hardly slides")
        choices = [options(x, m, m == 0.0) for x, m in zip(slides, mu)]
        found, closest = consistent(G, b, choices, mu, np.zeros(len(group)), [x == 0.0 for x in slides])
        if closest < MARGIN:
            raise NotCovered("on the boundary between two phases")
        if len(found) == 1:
            self.closed.update({k: state for k, state in zip(group, found[0][0]) if state != OPEN})
        elif len(group) > 1:
            raise NotCovered("closed contacts with several phases, or none")
        elif slides[0] == 0.0:  # sticking comes first, then sliding
            kinds = [states[0] for states, _ in found]
            if STICKS not in kinds:
                raise NotCovered("a contact at rest with several phases")
            self.closed[group[0]] = STICKS
        elif found:  # it may stay or open
            self.events.append((self.t, "indeterminate", group[0]))
        else:
            self.jam(group[0])

    def jam(self, contact):
        """Painlevé: sliding pushes it down without collision."""
        if self.closed:
            raise NotCovered("a jam beside a closed contact")
        rows = self.pick([contact])
        u, G = self.body.u(self.z)[rows], self.body.G(self.z)[np.ix_(rows, rows)]
        p = impact(G, [0.0, u[1]], self.body.mu[contact], self.body.e[contact], self.law, self.bounded)
        self.events.append((self.t, "jam", contact))
        self.z = self.body.kicked(self.z, [contact], p)
        after = u + G @ p
        if abs(after[0]) <= STILL * abs(u[1]):
            self.settle([contact], at_rest=[contact] if abs(after[1]) <= STILL * abs(u[1]) else [])

    # ------------------------------------------------------------ what comes next

    def values(self, z):
        """{(kind, contact): a number that is positive until the event}."""
        gaps, u = self.body.gaps(z), self.body.u(z)
        found = {("touch", k): gaps[k] for k in range(len(gaps)) if k not in self.closed}
        p = self.body.reactions(z, self.closed)
        for k, state in self.closed.items():
            N, T, mu = *p[k], self.body.mu[k]
            found["lifts", k] = N
            if mu == 0.0:
                continue
            if state == STICKS:
                found["breaks_backwards", k], found["breaks_forwards", k] = mu * N - T, mu * N + T
            else:
                found["stops", k] = state * u[2 * k + 1]
                if self.body.has_thresholds and len(self.closed) == 1:
                    G = self.body.G(z)
                    found["threshold", k] = G[2 * k, 2 * k] - mu * state * G[2 * k, 2 * k + 1]
        return found

    def rounding(self, name, size):
        """Of such a number, where the largest of its kind is `size`."""
        kind, k = name
        if kind == "touch":
            return 1e-14 * self.body.length(self.z)
        return (1e-13 * self.speed if kind == "stops" else 1e-12 * size)

    def next_event(self):
        """(τ, name) within what is left, samples noted on the way."""
        z, tau, halvings, left = self.z, 0.0, FIRST_HALVINGS, self.duration - self.t
        armed = {}
        sizes = {}
        before = self.values(z)
        while tau < left:
            wanted = self.body.look * 0.5**halvings
            width = min(wanted, left - tau)
            halvings = max(halvings - 1, 0)
            self.looks += len(self.body.mu)
            if self.looks > MOST_LOOKS:
                raise NotCovered("too long for so many looks")
            following, at = self.body.advance(self.closed, z, width)
            behind = self.values(following)
            self.speed = max(self.speed, self.body.speed(following))
            first = None
            for name, end in behind.items():
                sizes[name] = max(sizes.get(name, 0.0), abs(end), abs(before[name]))
                tiny = self.rounding(name, sizes[name])
                is_armed = armed.get(name, False) or before[name] > tiny
                root = self.root_within(at, width, name, before[name], end, is_armed, tiny)
                armed[name] = is_armed or end > tiny
                if root is not None and (first is None or root < first[0]):
                    first = root, name
            if first is not None:
                self.refuse_two(at, *first, width)
                return tau + first[0], first[1], self.body.advance(self.closed, z, first[0])[0] if first[0] > 0 else z
            tau, z, before = tau + width, following, behind
            self.note_samples(self.t + tau, at, self.t + tau - width, z)
        return left, None, z

    def refuse_two(self, at, root, name, width):
        ahead = self.values(at(min(width, root + 1e-12 * self.duration)))
        here = self.values(at(root))
        for other, value in ahead.items():
            if other != name and value < 0.0 < here[other] + self.rounding(other, abs(here[other])) and other[0] == "touch":
                raise NotCovered("two events at once")

    def root_within(self, at, width, name, before, end, is_armed, tiny):
        """The first downward crossing of a value in the window; one that has not been positive yet has to rise first."""
        value = lambda s: self.values(at(s))[name]
        start = 0.0
        if not is_armed:
            if end > tiny:
                return None
            risen = [s for s in width * np.linspace(0.1, 0.9, 9) if value(s) > tiny]
            if not risen:
                if end < -1e3 * tiny:
                    raise NotCovered("a phase that cannot begin")
                return None
            start = risen[0]
        if end > 0.0:
            step = 1e-4 * width
            if not (value(start + step) < value(start) and value(width - step) < end):
                return None
            least = minimize_scalar(value, bounds=(start, width), method="bounded", options={"xatol": 1e-10 * width})
            if least.fun >= -tiny:
                return None
            return brentq(value, start, least.x, xtol=1e-16 * width, rtol=8.9e-16)
        if value(start) <= 0.0:
            return start
        return brentq(value, start, width, xtol=1e-16 * width, rtol=8.9e-16)

    def note_samples(self, until, at, start, z):
        while len(self.told) < len(self.times) and self.times[len(self.told)] <= until + 1e-12 * self.duration:
            time = self.times[len(self.told)]
            q, v = self.body.state(at(min(max(time - start, 0.0), until - start)))
            if (self.body.gaps(at(max(time - start, 0.0))) < -1e-9 * self.body.length(z)).any():
                raise NotCovered("a contact was lost")
            self.told.append((time, q, v))

    # ------------------------------------------------------------ the run

    def begin(self):
        gaps, u = self.body.gaps(self.z), self.body.u(self.z)
        near = [k for k in range(len(gaps)) if gaps[k] <= 1e-12 * self.body.length(self.z)]
        if any(u[2 * k] < -STILL * self.speed for k in near):
            if len(near) > 1:
                raise NotCovered("several contacts at the start")
            self.strike(near[0])
        else:
            still = [k for k in near if abs(u[2 * k]) <= STILL * self.speed]
            self.settle(still, at_rest=[k for k in still if abs(u[2 * k + 1]) <= STILL * self.speed])

    def samples(self):
        """[(t, q, v)] at the sample times."""
        self.told = [(0.0, *self.body.state(self.z))]
        self.begin()
        for _ in range(MOST_EVENTS):
            tau, name, z = self.next_event()
            if name is not None:
                start = self.z
                self.note_samples(self.t + tau, lambda s: self.body.advance(self.closed, start, s)[0] if s > 0 else start, self.t, z)
            self.t, self.z = self.t + tau, z
            if name is None:
                return self.told
            self.follow(*name)
        raise NotCovered("too many events")

    def follow(self, kind, contact):
        self.events.append((self.t, kind, contact))
        self.speed = max(self.speed, self.body.speed(self.z))
        self.z = self.body.put_back(self.z, [*self.closed, contact] if kind == "touch" else self.closed)
        stuck = [k for k, state in self.closed.items() if state == STICKS]
        if kind == "touch":
            self.strike(contact)
        elif kind == "lifts":
            del self.closed[contact]
        elif kind == "stops":
            self.settle(list(self.closed), at_rest=[*stuck, contact])
        elif kind == "threshold":
            raise NotCovered("sliding reaches Painlevé's threshold")
        else:
            self.closed[contact] = FORWARDS if kind == "breaks_forwards" else BACKWARDS
            self.require_that_it_slides(contact)

    def require_that_it_slides(self, contact):
        G, s = self.body.G(self.z), self.closed[contact]
        if G[2 * contact, 2 * contact] - self.body.mu[contact] * s * G[2 * contact, 2 * contact + 1] <= 1e-6 * G[2 * contact, 2 * contact]:
            raise NotCovered("a contact that breaks loose at Painlevé's threshold")
