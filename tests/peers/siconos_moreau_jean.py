"""Moreau and Jean's scheme as Siconos 4.4 runs it: a second opinion for the tests, a rival for the benchmarks.

    siconos_moreau_jean.py two_masses|bar position|predicted STEPS

prints a line "q ... v ..." after every step. Needs the Debian package python3-siconos, and so Debian's own
Python. Matrices are dense: Siconos takes sparse ones, but steps more slowly with them (tried at 50 and 1001
coordinates), and with a sparse gradient of the gap it does not see the contact.
"""

import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads of matrices this small only wait for each other

import numpy as np
import siconos.kernel as siconos


class Body:
    """M dv/dt + K q = f from (q, v), with the gap normal.q + offset >= 0 and restitution 0."""

    def __init__(self, M, K, f, q, v, normal, offset, step):
        self.M, self.K, self.f, self.q, self.v = M, K, f, q, v
        self.normal, self.offset, self.step = normal, offset, step


def two_masses():
    """The oscillator of Yoong, Acary and Legrand."""
    return Body(M=np.eye(2), K=np.array([[2.0, -1.0], [-1.0, 1.0]]), f=np.zeros(2), q=np.zeros(2),
                v=np.full(2, 10.0), normal=np.array([0.0, -1.0]), offset=1.0, step=1 / 500)


YOUNG, DENSITY, AREA, LENGTH, GRAVITY = 2.1e11, 7876.74, 1.2668e-4, 0.2, 9.81


def bar(nodes=50, height=1.003e-5):
    """A steel bar of linear elements with consistent mass, falling at 1 m/s, in displacements."""
    pitch = LENGTH / (nodes - 1)
    M, K, f = np.zeros((nodes, nodes)), np.zeros((nodes, nodes)), np.zeros(nodes)
    for i in range(nodes - 1):
        M[i:i + 2, i:i + 2] += DENSITY * AREA * pitch / 6 * np.array([[2.0, 1.0], [1.0, 2.0]])
        K[i:i + 2, i:i + 2] += YOUNG * AREA / pitch * np.array([[1.0, -1.0], [-1.0, 1.0]])
        f[i:i + 2] -= DENSITY * AREA * pitch / 2 * GRAVITY
    return falling(M, K, f, height)


def chain(springs, height):
    """The same bar as equal masses in a row: rebond's model "chain"."""
    mass, k = DENSITY * AREA * LENGTH / (springs + 1), YOUNG * AREA * springs / LENGTH
    M = mass * np.eye(springs + 1)
    K = k * (2 * np.eye(springs + 1) - np.eye(springs + 1, k=1) - np.eye(springs + 1, k=-1))
    K[0, 0] = K[-1, -1] = k
    return falling(M, K, np.full(springs + 1, -mass * GRAVITY), height)


def falling(M, K, f, height):
    nodes = len(f)
    return Body(M, K, f, q=np.full(nodes, height), v=np.full(nodes, -1.0), normal=np.eye(nodes)[0], offset=0.0,
                step=1e-7)


def simulation(body, activation, steps):
    """The time stepping, ready to start, and the dynamical system it moves."""
    system = siconos.LagrangianLinearTIDS(body.q, body.v, body.M)
    system.setKPtr(siconos.SimpleMatrix(body.K))
    system.setFExtPtr(body.f)
    contact = siconos.Interaction(siconos.NewtonImpactNSL(0.0),
                                  siconos.LagrangianLinearTIR(body.normal.reshape(1, -1), [body.offset]))
    world = siconos.NonSmoothDynamicalSystem(0.0, steps * body.step)
    world.insertDynamicalSystem(system)
    world.link(contact, system)
    scheme = siconos.MoreauJeanOSI(0.5)
    # A contact is active where gap + gamma h d(gap)/dt <= 0. Siconos left alone takes gamma = 1/2: rebond's
    # "predicted".
    if activation == "position":
        scheme.setGamma(0.0)
    stepping = siconos.TimeStepping(world, siconos.TimeDiscretisation(0.0, body.step), scheme, siconos.LCP())
    stepping.setNewtonOptions(siconos.SICONOS_TS_LINEAR)  # one pass is the answer: everything is linear
    return stepping, system


def main(subject, activation, steps):
    stepping, system = simulation({"two_masses": two_masses, "bar": bar}[subject](), activation, int(steps))
    for _ in range(int(steps)):
        stepping.computeOneStep()
        stepping.nextStep()
        print(*map(repr, np.concatenate([system.q(), system.velocity()]).tolist()))


if __name__ == "__main__":
    main(*sys.argv[1:])
