#!/usr/bin/python3
"""What Python costs: the demo against the program, tiny runs in a loop, and a user's model against SciPy's solve_ivp.

    PYTHONPATH=build/release/python benchmarks/python_speed.py build/release/bin/rebond

Prints a table and exits with 1 if a bound does not hold. Times are the least of several runs.
"""

import ctypes
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

import rebond

ROOT = pathlib.Path(__file__).resolve().parent.parent
missed = []


def least(count, function):
    times = []
    for _ in range(count):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def row(what, value, bound, holds):
    print(f"  {what:<58}{value:>14}   {bound}{'' if holds else '   MISSED'}")
    if not holds:
        missed.append(what)


def demo(program):
    """The flagship scene here and by the program, start of the program and of Python aside."""
    path = ROOT / "examples" / "01_dropped_bar" / "scene.toml"
    scene = rebond.load(path)
    def by_program():
        done = subprocess.run([program, "run", path, "--json"], capture_output=True, check=True)
        return json.loads(done.stdout)["wall_seconds"]
    theirs, ours = [], []
    for _ in range(15):  # in turn: the machine may be busy
        theirs.append(by_program())
        ours.append(least(1, lambda: rebond.run(scene, progress=False)))
    ratio = min(ours) / min(theirs)
    row("demo: rebond.run over the program's integration", f"{ratio:.3f}", "≤ 1.05", ratio <= 1.05)


def tiny():
    """A mass that bounces once: what a run costs beyond its integration."""
    scene = rebond.Scene({"model": {"type": "linear", "mass": [[1.0]], "stiffness": [[1.0]]},
                          "initial": {"velocity": [-1.0]}, "contact": [{"normal": [1.0], "offset": 0.5}],
                          "scheme": {"type": "event_accurate"}, "run": {"duration": 1.0, "sample_every": 0.5}})
    def loop(overrides):
        integration, start = 0.0, time.perf_counter()
        for _ in range(2000):
            integration += rebond.run(scene, overrides, progress=False).summary.wall_seconds
        return (time.perf_counter() - start - integration) / 2000
    for name, overrides in ("as it is", None), ("with an override", {"initial.velocity": [-2.0]}):
        beyond = 1e6 * min(loop(overrides) for _ in range(5))
        row(f"tiny run {name}, beyond its integration", f"{beyond:.1f} µs", "≤ 100 µs", beyond <= 100)
    def setting():
        scene.initial.velocity = [-1.5]
    row("setting a key", f"{1e6 * least(5, lambda: [setting() for _ in range(1000)]) / 1000:.1f} µs", "", True)


K = np.array([[30.0, -10.0], [-10.0, 20.0]])
STOP, DURATION, E = 0.3, 20.0, 0.7


class TwoMasses(rebond.Model):
    dofs = 2
    mass = [[1.0, 0.0], [0.0, 2.0]]

    def force(self, t, q, v):
        return [-30.0 * q[0] + 10.0 * q[1], 10.0 * q[0] - 20.0 * q[1]]

    def energy(self, q, v):
        return (0.5 * v[0] ** 2 + v[1] ** 2,
                15.0 * q[0] ** 2 - 10.0 * q[0] * q[1] + 10.0 * q[1] ** 2)


SOURCE = """
void force(double t, const double* q, const double* v, double* f)
{ f[0] = -30.0*q[0] + 10.0*q[1]; f[1] = 10.0*q[0] - 20.0*q[1]; (void)t; (void)v; }
void energy(const double* q, const double* v, double* e)
{ e[0] = 0.5*v[0]*v[0] + v[1]*v[1]; e[1] = 15.0*q[0]*q[0] - 10.0*q[0]*q[1] + 10.0*q[1]*q[1]; }
double gap(double t, const double* q) { (void)t; return q[0] + 0.3; }
void gradient(double t, const double* q, double* w) { (void)t; (void)q; w[0] = 1.0; w[1] = 0.0; }
"""


def compiled_functions(folder):
    (folder / "two.c").write_text(SOURCE)
    subprocess.run([shutil.which("gcc") or "g++", "-x", "c", "-O2", "-shared", "-fPIC", "-o", folder / "two.so",
                    folder / "two.c"], check=True)
    library = ctypes.CDLL(str(folder / "two.so"))
    pointer = ctypes.POINTER(ctypes.c_double)
    for name, answer, arguments in [("force", None, [ctypes.c_double] + 3 * [pointer]), ("energy", None, 3 * [pointer]),
                                    ("gap", ctypes.c_double, [ctypes.c_double, pointer]),
                                    ("gradient", None, [ctypes.c_double, pointer, pointer])]:
        getattr(library, name).restype, getattr(library, name).argtypes = answer, arguments
    return library


def problem_of(model, gap):
    return rebond.Problem(model, [0.0, 0.0], [3.0, -1.0], DURATION, sample_every=DURATION,
                          contacts=[rebond.Contact(gap, law=rebond.Newton(E))])


def by_solve_ivp(method, tolerance):
    """The same with events: the state at the end."""
    from scipy.integrate import solve_ivp
    def motion(t, y):
        return [y[2], y[3], -30.0 * y[0] + 10.0 * y[1], 5.0 * y[0] - 10.0 * y[1]]
    def touch(t, y):
        return y[0] + STOP
    touch.terminal, touch.direction = True, -1
    t, y = 0.0, [0.0, 0.0, 3.0, -1.0]
    while True:
        done = solve_ivp(motion, (t, DURATION), y, method=method, rtol=tolerance, atol=tolerance, events=touch)
        if done.status != 1:
            return done.y[:, -1]
        t, y = done.t_events[0][0], done.y_events[0][0].copy()
        y[2] *= -E


def two_masses():
    try:
        import scipy  # noqa: F401
    except ImportError:
        print("  SciPy is not installed: no comparison with solve_ivp")
        return
    exact = rebond.run(rebond.Scene({
        "model": {"type": "linear", "mass": [[1.0, 0.0], [0.0, 2.0]], "stiffness": K},
        "initial": {"velocity": [3.0, -1.0]}, "impact": {"restitution": E}, "scheme": {"type": "event_modal"},
        "contact": [{"normal": [1.0, 0.0], "offset": STOP}], "run": {"duration": DURATION}}))
    truth = np.concatenate([exact.position[-1], exact.velocity[-1]])
    print(f"  two masses, {len(exact.impacts)} impacts")
    def error_of(result):
        return np.abs(np.concatenate([result.position[-1], result.velocity[-1]]) - truth).max()
    with tempfile.TemporaryDirectory() as folder:
        library = compiled_functions(pathlib.Path(folder))
        compiled = type("Compiled", (TwoMasses,), {"force": library.force, "energy": library.energy})()
        linear = rebond.Gap.linear([1.0, 0.0], STOP)
        problems = {"in Python": problem_of(TwoMasses(), linear),
                    "in Python, gap too": problem_of(TwoMasses(), lambda t, q: q[0] + STOP),
                    "compiled": problem_of(compiled, linear),
                    "compiled, gap too": problem_of(compiled, rebond.Gap(library.gap, library.gradient, moves=False))}
        for tolerance in (1e-6, 1e-9, 1e-11):
            rivals = {}
            for method in ("RK45", "DOP853", "LSODA"):
                error = np.abs(by_solve_ivp(method, tolerance) - truth).max()
                rivals[method] = (least(3, lambda: by_solve_ivp(method, tolerance)), error)
            for name, problem in problems.items():
                # The loosest tolerance that is at least as exact as the rival.
                for method, (seconds, error) in rivals.items():
                    for own in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10):
                        scheme = rebond.EventAccurate(tolerance=own)
                        found = error_of(rebond.run(problem, scheme=scheme, progress=False))
                        if found <= error:
                            break
                    took = least(7, lambda: rebond.run(problem, scheme=scheme, progress=False))
                    bound = 20 if "Python" in name else 200
                    counts = "gap" not in name and method == "RK45" and tolerance == 1e-11  # solve_ivp's default, at an error of 1e-8
                    row(f"{name}, tolerance {own:g}, error {found:.0e}, {1e3 * took:.2f} ms: "
                        f"{method} {tolerance:g}, {error:.0e}, {1e3 * seconds:.0f} ms", f"{seconds / took:.0f} ×",
                        f"≥ {bound} ×" if counts else "", not counts or seconds / took >= bound)


def large():
    scene = rebond.Scene({"model": {"type": "linear", "mass": [[1.0]], "stiffness": [[1.0]]},
                          "initial": {"velocity": [1.0]}, "scheme": {"type": "moreau_jean", "step": 1e-3},
                          "run": {"duration": 1e4, "sample_every": 1e-3}})
    result = rebond.run(scene, progress=False)
    took = 1e6 * least(5, lambda: (result.position, result.velocity, result.time))
    row(f"three arrays of {len(result.time):.0e} samples appear in", f"{took:.1f} µs", "≤ 100 µs", took <= 100)


if __name__ == "__main__":
    demo(sys.argv[1])
    tiny()
    two_masses()
    large()
    sys.exit(1 if missed else 0)
