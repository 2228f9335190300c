"""The pool break as Siconos 4.4 solves its complementarity problems: a second opinion for the tests.

    siconos_pool_break.py complementarity|outward ROWS E

prints the velocities of the cue ball and of a rack of ROWS rows. The conditions of the outward law's programme are
a complementarity problem themselves, in its impulses and the multipliers of its inequalities; the matrix is singular.
Needs the Debian package python3-siconos, and so Debian's own Python.
"""

import sys

import numpy as np
import siconos.numerics as sn


def touching(rows):
    """Gradients of the closed gaps of unit balls of mass 1, one column each."""
    centres = [(0.0, -1.0)] + [(k - 0.5 * row, row * np.sqrt(0.75)) for row in range(rows) for k in range(row + 1)]
    columns = []
    for i, a in enumerate(centres):
        for j, b in enumerate(centres[:i]):
            d = np.subtract(a, b)
            if abs(np.hypot(*d) - 1.0) > 1e-9:
                continue
            w = np.zeros((len(centres), 2))
            w[i], w[j] = d, -d
            columns.append(w.ravel())
    return np.array(columns).T


def solve(M, q):
    """z >= 0, Mz + q >= 0, z.(Mz + q) = 0."""
    problem = sn.LCP(M, q)
    z, w = np.zeros(len(q)), np.zeros(len(q))
    for solver in (sn.SICONOS_LCP_NEWTON_FB_FBLSA, sn.SICONOS_LCP_NEWTONMIN, sn.SICONOS_LCP_NEWTON_MIN_FBLSA):
        options = sn.SolverOptions(solver)
        options.dparam[sn.SICONOS_DPARAM_TOL] = 1e-13
        options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = 10000
        z[:], w[:] = 0.0, 0.0
        sn.linearComplementarity_driver(problem, z, w, options)
        if np.abs(np.minimum(z, M @ z + q)).max() < 1e-9:
            return z
    sys.exit("no solver of Siconos found an answer")


def main():
    law, rows, e = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    W = touching(rows)
    v = np.zeros(W.shape[0])
    v[1] = 1.0
    G, u = W.T @ W, W.T @ v
    n = len(u)
    if law == "complementarity":
        p = solve(G, (1.0 + e) * u)
    else:
        c = np.sqrt(1.0 / np.diag(G))
        Gc = (G @ c)[:, None]
        zeros = np.zeros((n + 1, n + 1))
        M = np.block([[G, -G, -Gc], [np.vstack([G, Gc.T]), zeros]])
        p = solve(M, np.concatenate([u, u, [c @ (u + e * u)]]))[:n]
    print(*(v + W @ p))


main()
