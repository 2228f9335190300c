#!/usr/bin/python3
"""Three problems by rebond, by SciPy's solve_ivp with events, and by Siconos: lines of code, run time, error.

    PYTHONPATH=build/release/python benchmarks/rivals.py

A line is one that is neither empty nor a comment, of the function that states and runs the problem. Times are the least of
several runs in this process. Errors are of the state at the end, in the largest coordinate or velocity: against exact solutions,
against exact flight by modes (`event_modal`), and against solve_ivp at its finest. A rival that is not installed is left out with
a message. Exudyn is no Debian package and is not measured.
"""

import inspect
import math
import time

import numpy as np

import rebond


# ---------------------------------------------------------------- a ball that bounces until 2.5 s: exact solution

def ball_exact():
    g, e, t, speed = 10.0, 0.8, 1.0, 10.0          # it falls from 5 m and touches at 1 s with 10 m/s
    while t + 2 * e * speed / g < 2.5:
        speed, t = e * speed, t + 2 * e * speed / g
    flight = 2.5 - t
    return [e * speed * flight - 0.5 * g * flight**2, e * speed - g * flight]


def ball_rebond():
    result = rebond.run({"model": {"type": "linear", "mass": [[1.0]], "stiffness": [[0.0]], "force": [-10.0]},
                         "initial": {"position": [5.0]}, "impact": {"restitution": 0.8}, "contact": [{"normal": [1.0]}],
                         "run": {"duration": 2.5, "sample_every": 2.5}})
    return [result.position[-1, 0], result.velocity[-1, 0]]


def ball_scipy():
    def touch(t, y):
        return y[0]
    touch.terminal, touch.direction = True, -1
    t, y = 0.0, [5.0, 0.0]
    while True:
        done = solve_ivp(lambda t, y: [y[1], -10.0], (t, 2.5), y, method="DOP853", rtol=1e-11, atol=1e-11, events=touch)
        if done.status != 1:
            return done.y[:, -1]
        t, y = done.t_events[0][0], [0.0, -0.8 * done.y_events[0][0][1]]


def ball_siconos():
    ball = sk.LagrangianLinearTIDS([5.0], [0.0], [[1.0]])
    ball.setFExtPtr(np.array([-10.0]))
    contact = sk.Interaction(sk.NewtonImpactNSL(0.8), sk.LagrangianLinearTIR([[1.0]]))
    model = sk.NonSmoothDynamicalSystem(0.0, 2.5)
    model.insertDynamicalSystem(ball)
    model.link(contact, ball)
    stepping = sk.TimeStepping(model, sk.TimeDiscretisation(0.0, 1e-4), sk.MoreauJeanOSI(0.5), sk.LCP())
    while stepping.hasNextEvent():
        stepping.computeOneStep()
        stepping.nextStep()
    return [ball.q()[0], ball.velocity()[0]]


# ---------------------------------------------------------------- two masses on springs and a stop: exact flight by modes

def masses_exact():
    result = rebond.run({"model": {"type": "linear", "mass": [[1.0, 0.0], [0.0, 2.0]], "stiffness": [[30.0, -10.0], [-10.0, 20.0]]},
                         "initial": {"velocity": [3.0, -1.0]}, "impact": {"restitution": 0.7}, "scheme": {"type": "event_modal"},
                         "contact": [{"normal": [1.0, 0.0], "offset": 0.3}], "run": {"duration": 20.0, "sample_every": 20.0}})
    return [*result.position[-1], *result.velocity[-1]]


def masses_rebond():
    result = rebond.run({"model": {"type": "linear", "mass": [[1.0, 0.0], [0.0, 2.0]], "stiffness": [[30.0, -10.0], [-10.0, 20.0]]},
                         "initial": {"velocity": [3.0, -1.0]}, "impact": {"restitution": 0.7},
                         "contact": [{"normal": [1.0, 0.0], "offset": 0.3}], "run": {"duration": 20.0, "sample_every": 20.0}})
    return [*result.position[-1], *result.velocity[-1]]


def masses_scipy():
    K, M = np.array([[30.0, -10.0], [-10.0, 20.0]]), np.array([1.0, 2.0])
    def touch(t, y):
        return y[0] + 0.3
    touch.terminal, touch.direction = True, -1
    t, y = 0.0, np.array([0.0, 0.0, 3.0, -1.0])
    while True:
        done = solve_ivp(lambda t, y: np.concatenate([y[2:], -K @ y[:2] / M]), (t, 20.0), y, method="DOP853",
                         rtol=1e-11, atol=1e-11, events=touch)
        if done.status != 1:
            return done.y[:, -1]
        t, y = done.t_events[0][0], done.y_events[0][0].copy()
        y[2] *= -0.7


def masses_siconos():
    masses = sk.LagrangianLinearTIDS([0.0, 0.0], [3.0, -1.0], [[1.0, 0.0], [0.0, 2.0]], [[30.0, -10.0], [-10.0, 20.0]],
                                     [[0.0, 0.0], [0.0, 0.0]])
    contact = sk.Interaction(sk.NewtonImpactNSL(0.7), sk.LagrangianLinearTIR([[1.0, 0.0]], [0.3]))
    model = sk.NonSmoothDynamicalSystem(0.0, 20.0)
    model.insertDynamicalSystem(masses)
    model.link(contact, masses)
    stepping = sk.TimeStepping(model, sk.TimeDiscretisation(0.0, 1e-3), sk.MoreauJeanOSI(0.5), sk.LCP())
    while stepping.hasNextEvent():
        stepping.computeOneStep()
        stepping.nextStep()
    return [*masses.q(), *masses.velocity()]


# ---------------------------------------------------------------- a pendulum and a moving wall: solve_ivp at its finest

def pendulum_by_solve_ivp(method, tolerance):
    def wall(t):
        return -0.1 + 0.05 * math.sin(3.0 * t)
    def touch(t, y):
        return math.sin(y[0]) - wall(t)
    touch.terminal, touch.direction = True, -1
    t, y = 0.0, [0.5, 0.0]
    while True:
        done = solve_ivp(lambda t, y: [y[1], -9.81 * math.sin(y[0])], (t, 10.0), y, method=method, rtol=tolerance,
                         atol=tolerance, events=touch)
        if done.status != 1:
            return done.y[:, -1]
        t, y = done.t_events[0][0], done.y_events[0][0]
        slope, rate = math.cos(y[0]), 0.15 * math.cos(3.0 * t)
        y = [y[0], (rate - 0.8 * (slope * y[1] - rate)) / slope]


def pendulum_exact():
    return pendulum_by_solve_ivp("DOP853", 3e-14)


def pendulum_rebond():
    class Pendulum(rebond.Model):
        dofs = 1
        mass = [[1.0]]
        def force(self, t, q, v):
            return [-9.81 * math.sin(q[0])]
        def energy(self, q, v):
            return 0.5 * v[0] ** 2, -9.81 * math.cos(q[0])
    wall = rebond.Contact(lambda t, q: np.sin(q[0]) + 0.1 - 0.05 * np.sin(3.0 * t), law=rebond.Newton(0.8))
    problem = rebond.Problem(Pendulum(), [0.5], [0.0], 10.0, contacts=[wall], sample_every=10.0)
    result = rebond.run(problem)
    return [result.position[-1, 0], result.velocity[-1, 0]]


def pendulum_scipy():
    return pendulum_by_solve_ivp("DOP853", 1e-11)


# ---------------------------------------------------------------- the table

def optional(module):
    try:
        return __import__(module, fromlist=["kernel"])
    except ImportError:
        print(f"{module} is not installed: left out")
        return None


def lines_of(function):
    source = inspect.getsource(function).splitlines()
    return sum(1 for line in source if line.strip() and not line.strip().startswith("#"))


def least(function, patience=1.0):
    times = []
    while sum(times) < patience and len(times) < 20:
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


PROBLEMS = {
    "a ball that bounces": (ball_exact, {"rebond": ball_rebond, "solve_ivp": ball_scipy, "Siconos": ball_siconos}),
    "two masses and a stop": (masses_exact, {"rebond": masses_rebond, "solve_ivp": masses_scipy, "Siconos": masses_siconos}),
    "a pendulum and a moving wall": (pendulum_exact, {"rebond": pendulum_rebond, "solve_ivp": pendulum_scipy}),
}


def main():
    global solve_ivp, sk
    scipy, sk = optional("scipy.integrate"), optional("siconos.kernel")
    solve_ivp = scipy.solve_ivp if scipy else None
    there = {"rebond": True, "solve_ivp": scipy, "Siconos": sk}
    print(f"{'problem':<30}{'by':<12}{'lines':>6}{'time [ms]':>12}{'error':>10}")
    for name, (exact, ways) in PROBLEMS.items():
        if exact is pendulum_exact and not scipy:
            print(f"{name:<30}needs SciPy to be judged: left out")
            continue
        truth = np.array(exact())
        for who, way in ways.items():
            if not there[who]:
                continue
            # The lines of what is shared count too.
            lines = lines_of(pendulum_by_solve_ivp) if way is pendulum_scipy else lines_of(way)
            error = np.abs(np.array(way()) - truth).max()
            print(f"{name:<30}{who:<12}{lines:>6}{1e3 * least(way):>12.2f}{error:>10.0e}")


if __name__ == "__main__":
    main()
