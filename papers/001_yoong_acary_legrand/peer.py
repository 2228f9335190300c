#!/usr/bin/env python3
"""The two masses of [YoongAcaryLegrand2017] by other means: the numbers that paper.toml calls a peer's.

    papers/001_yoong_acary_legrand/peer.py

Moreau and Jean's scheme, θ = 1/2, written out for two unit masses on two unit springs and a wall at u₂ = 1 with
e = 0, with and without the correction that gives the energy of an impact back. Shares nothing with rebond.
"""

import math

H, WALL = 1.0 / 500.0, 1.0


def solved(a, b, d, x, y):
    """(x, y) of the symmetric [[a, b], [b, d]]."""
    det = a * d - b * b
    return (d * x - b * y) / det, (a * y - b * x) / det


def stiffness(u):
    return 2.0 * u[0] - u[1], u[1] - u[0]


def step(u, v, is_conserving):
    # (M + h²/4 K) v⁺ = M v − h K (u + h/4 v) + R, R on the second mass where it is at the wall.
    c = H * H / 4.0
    matrix = (1.0 + 2.0 * c, -c, 1.0 + c)
    k = stiffness([u[i] + H / 4.0 * v[i] for i in range(2)])
    new = list(solved(*matrix, v[0] - H * k[0], v[1] - H * k[1]))
    push = 0.0
    if u[1] >= WALL and new[1] > 0.0:  # v₂⁺ = −e v₂ = 0
        compliance = solved(*matrix, 0.0, 1.0)
        push = -new[1] / compliance[1]
        new = [new[i] + compliance[i] * push for i in range(2)]
        new[1] = 0.0
    at = [u[i] + H / 2.0 * (v[i] + new[i]) for i in range(2)]
    if is_conserving and push < 0.0:
        # A change β of v₁, and h/2 β of u₁, so that the energy is again what it was before the impact:
        # α β² + b β + c = 0 with c the work of the push.
        energy = 0.5 * (v[1] + new[1]) * push
        alpha = 0.5 * (1.0 + 2.0 * H * H / 4.0)
        b = new[0] + H / 2.0 * stiffness(at)[0]
        beta = -2.0 * energy / (b + math.copysign(math.sqrt(b * b - 4.0 * alpha * energy), b))
        new[0] += beta
        at[0] += H / 2.0 * beta
    return at, new


def main():
    for is_conserving in (False, True):
        u, v = [0.0, 0.0], [10.0, 10.0]
        for n in range(1, 2501):
            u, v = step(u, v, is_conserving)
            if n in (500, 2500):
                name = "conserving" if is_conserving else "standard"
                print(f"{name} {n * H:.0f} s: u = {u[0]:.12g}, {u[1]:.12g}; v = {v[0]:.12g}, {v[1]:.12g}")


if __name__ == "__main__":
    main()
