#!/usr/bin/env python3
"""Writes mass.mtx and stiffness.mtx, a steel cantilever of Euler–Bernoulli elements with consistent
masses, beside this file, and prints its first frequency and the deflection the scene starts from.

Coordinates, node after node from the clamped end: deflection w [m] and slope w' [-] of nodes 1 to n.
"""

import math
import pathlib

ELEMENTS, LENGTH, WIDTH, HEIGHT, YOUNG, DENSITY = 20, 1.0, 0.02, 0.01, 210e9, 7850.0
TIP = 0.01  # deflection of the tip at the start [m]

h = LENGTH / ELEMENTS
EI = YOUNG * WIDTH * HEIGHT**3 / 12
mass = DENSITY * WIDTH * HEIGHT  # per length [kg/m]
STIFFNESS = [[12, 6 * h, -12, 6 * h], [6 * h, 4 * h * h, -6 * h, 2 * h * h],
             [-12, -6 * h, 12, -6 * h], [6 * h, 2 * h * h, -6 * h, 4 * h * h]]
MASS = [[156, 22 * h, 54, -13 * h], [22 * h, 4 * h * h, 13 * h, -3 * h * h],
        [54, 13 * h, 156, -22 * h], [-13 * h, -3 * h * h, -22 * h, 4 * h * h]]


def assembled(element, factor):
    """The sum over the elements, without the two coordinates of the clamped end."""
    n = 2 * (ELEMENTS + 1)
    total = [[0.0] * n for _ in range(n)]
    for e in range(ELEMENTS):
        for i in range(4):
            for j in range(4):
                total[2 * e + i][2 * e + j] += factor * element[i][j]
    return [row[2:] for row in total[2:]]


def write(name, what, matrix):
    entries = [(i, j, a) for i, row in enumerate(matrix) for j, a in enumerate(row) if j <= i and a != 0.0]
    lines = ["%%MatrixMarket matrix coordinate real symmetric", f"% {what}", f"{len(matrix)} {len(matrix)} {len(entries)}"]
    lines += [f"{i + 1} {j + 1} {a!r}" for i, j, a in entries]
    pathlib.Path(__file__).with_name(name).write_text("\n".join(lines) + "\n")


def solved(matrix, right):
    """By elimination without pivoting: the matrix is positive definite."""
    a, x = [row[:] for row in matrix], right[:]
    n = len(x)
    for k in range(n):
        for i in range(k + 1, min(n, k + 4)):
            factor = a[i][k] / a[k][k]
            x[i] -= factor * x[k]
            for j in range(k, min(n, k + 4)):
                a[i][j] -= factor * a[k][j]
    for k in reversed(range(n)):
        x[k] = (x[k] - sum(a[k][j] * x[j] for j in range(k + 1, min(n, k + 4)))) / a[k][k]
    return x


def times(matrix, x):
    return [sum(a * b for a, b in zip(row, x)) for row in matrix]


K = assembled(STIFFNESS, EI / h**3)
M = assembled(MASS, mass * h / 420)
write("stiffness.mtx", "stiffness of a steel cantilever, w [m] and slope of each node", K)
write("mass.mtx", "its consistent masses", M)

shape = [1.0] * len(K)
for _ in range(30):  # inverse iteration
    shape = solved(K, times(M, shape))
    shape = [TIP * x / shape[-2] for x in shape]
omega = math.sqrt(sum(a * b for a, b in zip(shape, times(K, shape))) / sum(a * b for a, b in zip(shape, times(M, shape))))
exact = 1.875104068711961**2 * math.sqrt(EI / mass) / LENGTH**2
print(f"first frequency {omega / math.tau:.9f} Hz; of the continuous beam {exact / math.tau:.9f} Hz; apart {omega / exact - 1:.1e}")
for k in range(0, len(shape), 4):
    print("  " + " ".join(f"{x:.9e}," for x in shape[k:k + 4]))
