#!/usr/bin/env python3
"""The first bounce of the bar of [Nqi2017] by other means: the numbers that paper.toml calls a peer's.

    papers/004_nqi/peer.py [N ...]

N + 1 equal masses on N springs. Between events the motion is exact, by the modes of the free chain or of the one whose
first mass stands on the plane; impacts and the release are sought with small steps and bisection. For 0 < e < 1 impacts
accumulate: below 1e-11 of the speed of the fall the first mass counts as standing. Shares nothing with rebond.
"""

import math
import sys

YOUNG, DENSITY, LENGTH, GRAVITY = 2.1e11, 7876.74, 0.2, 9.81
GAP, SPEED, END = 0.01, 1.0, 0.0097
DOUBLE = 2.0 * LENGTH / math.sqrt(YOUNG / DENSITY)  # 2L/c


class Chain:
    def __init__(self, springs):
        self.n = springs
        self.a = YOUNG * springs * (springs + 1) / (DENSITY * LENGTH**2)
        size, root = springs + 1, 2.0 * math.sqrt(self.a)
        self.free = [(root * math.sin(k * math.pi / (2 * size)),
                      [math.sqrt((2.0 if k else 1.0) / size) * math.cos(k * math.pi * (j + 0.5) / size)
                       for j in range(size)]) for k in range(size)]
        angles = [(2 * m - 1) * math.pi / (2 * springs + 1) for m in range(1, springs + 1)]
        self.held = [(root * math.sin(x / 2.0),
                      [2.0 / math.sqrt(2 * springs + 1) * math.sin(j * x) for j in range(size)]) for x in angles]
        self.rest = [0.0]  # of the chain that stands
        for j in range(1, size):
            self.rest.append(self.rest[-1] - GRAVITY / self.a * (springs - j + 1))

    def flight(self, q, v, is_held):
        """Displacements and velocities as a function of the time since, of some masses or all."""
        modes = self.held if is_held else self.free
        base = self.rest if is_held else [0.0] * (self.n + 1)
        parts = [(w, shape, math.fsum(s * (x - b) for s, x, b in zip(shape, q, base)),
                  math.fsum(s * x for s, x in zip(shape, v))) for w, shape in modes]
        pull = 0.0 if is_held else -GRAVITY

        def at(t, masses=None):
            terms = [(x + y * t, y) if w == 0.0 else
                     (x * math.cos(w * t) + y / w * math.sin(w * t), y * math.cos(w * t) - x * w * math.sin(w * t))
                     for w, _, x, y in parts]
            chosen = range(self.n + 1) if masses is None else masses
            return ([base[j] + 0.5 * pull * t * t + math.fsum(p[1][j] * y[0] for p, y in zip(parts, terms))
                     for j in chosen],
                    [pull * t + math.fsum(p[1][j] * y[1] for p, y in zip(parts, terms)) for j in chosen])
        return at


def crossing(f, start, step, end):
    """The first t > start, to about a step, at which f > 0 becomes f <= 0; none before the end."""
    low = start
    while low < end:
        high = low + step
        if f(high) <= 0.0:
            for _ in range(80):
                middle = 0.5 * (low + high)
                low, high = (middle, high) if f(middle) > 0.0 else (low, middle)
            return 0.5 * (low + high)
        low = high
    return None


def bounce(springs, e):
    chain = Chain(springs)
    first = (math.sqrt(SPEED**2 + 2.0 * GRAVITY * GAP) - SPEED) / GRAVITY
    fall = SPEED + GRAVITY * first
    left = END - first
    fine = 0.02 / chain.free[-1][0]
    q, v = [0.0] * (springs + 1), [-fall] * (springs + 1)
    t, impacts, lost, last = 0.0, 0, 0.0, 0.0
    while True:
        impacts, last = impacts + 1, t
        lost += 0.5 * (1.0 - e * e) * v[0] ** 2
        v[0] *= -e
        q[0] = 0.0
        if v[0] < 1e-11 * fall:
            v[0] = 0.0
            motion = chain.flight(q, v, True)
            release = crossing(lambda s: GRAVITY - chain.a * motion(s, [1])[0][0], fine, fine, left - t)
            last = t = t + release
            q, v = motion(release)
        motion = chain.flight(q, v, False)
        push = chain.a * (q[1] - q[0]) - GRAVITY
        short = -2.0 * v[0] / push if push < 0.0 else math.inf  # of a flight that nothing else disturbs
        if 0.0 < short < 1e-3 * fine:  # a parabola to rounding
            t, up = t + short, v[0]
            q, v = motion(short)
            v[0] = -up
            continue

        def height(s, motion=motion):
            return motion(s, [0])[0][0]

        flown = crossing(height, 0.5 * short, 0.1 * short, 2.0 * short) if 0.0 < short < fine else None
        if flown is None:
            flown = crossing(height, 2.0 * short if 0.0 < short < fine else fine, fine, left - t)
        if flown is None:
            break
        t += flown
        q, v = motion(flown)
    v = motion(left - t)[1]
    size = springs + 1
    mean = math.fsum(v) / size + GRAVITY * (left - last)  # when it left
    print(f"N = {springs}, e = {e}: impacts {impacts if e in (0, 1) else 'accumulate'}, duration/(2L/c) "
          f"{last / DOUBLE:.12f}, velocity/V {mean / fall:.13f}, loss {lost / (0.5 * size * fall**2):.13f}")


def main():
    for springs in [int(n) for n in sys.argv[1:]] or [10]:
        for e in (0, 0.5, 1):
            bounce(springs, e)


if __name__ == "__main__":
    main()
