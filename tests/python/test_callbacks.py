"""Functions of the user during a run: what they raise, change, keep and never return from."""

import ctypes
import gc
import math
import os
import random
import signal
import threading
import time
import weakref

import numpy as np
import pytest

import rebond
from conftest import Ball


class Late(Exception):
    pass


def after(t0, then):
    """A ball whose force does something else from t0 on."""
    class Spoilt(Ball):
        def force(self, t, q, v):
            return super().force(t, q, v) if t < t0 else then(t, q, v)
    return Spoilt()


def test_an_exception_of_a_function_arrives_unchanged(drop):
    error = Late("so it is")
    def fail(t, q, v):
        raise error
    with pytest.raises(Late) as raised:
        rebond.run(drop(model=after(0.5, fail)))
    assert raised.value is error
    assert raised.traceback[-1].name == "fail"
    assert 0.3 < raised.value.result.time[-1] <= 0.5
    assert raised.value.result.status == "interrupted"


@pytest.mark.parametrize("answer, words", [(math.nan, "returned nan at t = 0.5"), ([1.0, 2.0], "shape"), (None, "None"),
                                           ("x", "'x'"), (math.inf, "returned inf")])
def test_an_answer_that_is_none_in_the_middle_of_a_run_is_refused(drop, answer, words):
    with pytest.raises(rebond.InputError, match=words) as wrong:
        rebond.run(drop(model=after(0.5, lambda t, q, v: answer)))
    assert 0.3 < wrong.value.result.time[-1] <= 0.5


def test_a_gap_that_fails_in_the_middle_of_a_run(ball):
    def gap(t, q):
        return q[0] if t < 0.5 else float("nan")
    def broken(t, q):
        return q[0] if t < 0.5 else 1 / 0
    for function, error in (gap, rebond.InputError), (broken, ZeroDivisionError):
        with pytest.raises(error):
            rebond.run(rebond.Problem(ball, [5.0], [0.0], 2.0, [rebond.Contact(function)]))


def test_arguments_cannot_be_changed(drop):
    def write(t, q, v):
        q[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        rebond.run(drop(model=after(0.5, write)))


def test_arguments_that_a_function_keeps_stay_as_they_were(drop):
    kept = []
    class Keeper(Ball):
        def force(self, t, q, v):
            kept.append((t, q, q[0], v[:], v[0]))
            return super().force(t, q, v)
    rebond.run(drop(model=Keeper()))
    assert len(kept) > 10
    assert all(q[0] == at and v[0] == speed for _, q, at, v, speed in kept)


def test_a_function_that_never_returns_is_interrupted(drop):
    def loop(t, q, v):
        while True:
            pass
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as stopped:
        rebond.run(drop(model=after(0.5, loop)))
    assert time.monotonic() - start < 3
    assert stopped.value.result.time[-1] <= 0.5


def test_an_interrupt_between_functions_keeps_what_was_computed(drop):
    threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as stopped:
        rebond.run(drop(1.0, duration=1e5, sample_every=1.0))
    assert 0 < stopped.value.result.time[-1] < 1e5


def test_an_interrupt_at_any_moment_is_a_keyboard_interrupt_with_a_result(drop):
    moments = random.Random(1)
    class Timed(Ball):
        is_set = True
        def force(self, t, q, v):
            if not self.is_set:
                self.is_set = True
                signal.setitimer(signal.ITIMER_REAL, moments.uniform(0.0001, 0.01))
            return super().force(t, q, v)
    model = Timed()
    problem = drop(1.0, duration=1e5, sample_every=1.0, model=model)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for _ in range(150):  # inside functions, answers, their conversion and the engine
            model.is_set = False
            with pytest.raises(KeyboardInterrupt) as stopped:
                rebond.run(problem)
            assert stopped.value.result.status == "interrupted"
    finally:
        signal.signal(signal.SIGALRM, before)


class Odd:
    """Two things, of which none can be had."""

    def __len__(self):
        return 2

    def __getitem__(self, index):
        raise Late()


def test_an_answer_that_raises_when_it_is_read_is_an_exception(drop):
    odd = type("Odd", (Ball,), {"energy": lambda self, q, v: Odd()})
    with pytest.raises(Late):
        drop(model=odd())


def test_a_model_may_go_while_its_result_lives(drop):
    model = Ball()
    gone = weakref.ref(model)
    result = rebond.run(drop(model=model))
    problem_result = result.position.copy()
    del model
    gc.collect()
    assert np.array_equal(result.position, problem_result)
    assert "energy" in result.plot()
    del result
    gc.collect()
    assert gone() is None  # nothing keeps it


def test_nothing_is_left_of_runs_that_fail(drop):
    def fail(t, q, v):
        raise Late()
    def count():
        for _ in range(3):  # what C++ held is found free in the second
            gc.collect()
        return len(gc.get_objects())
    def once():
        try:
            rebond.run(drop(model=after(0.2, fail)))
        except Late:
            pass
    once()
    before = count()
    for _ in range(20):
        once()
    assert count() - before < 60


def test_a_function_may_run_another_problem(drop):
    inner = drop()
    class Nested(Ball):
        done = 0
        def force(self, t, q, v):
            if Nested.done < 1:
                Nested.done += 1
                assert rebond.run(inner).status == "ok"
            return super().force(t, q, v)
    assert rebond.run(drop(model=Nested())).status == "ok"


def test_threads_run_one_problem_at_once(drop):
    problem = drop()
    alone = rebond.run(problem).position
    together = [None] * 4
    def one(i):
        together[i] = rebond.run(problem).position
    threads = [threading.Thread(target=one, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(alone, other) for other in together)


POINTER = ctypes.POINTER(ctypes.c_double)


def compiled_ball(tmp_path):
    """The ball of the tests as C, and what it needs as function pointers."""
    import shutil
    import subprocess
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("g++")
    if compiler is None:
        pytest.skip("no compiler")
    (tmp_path / "ball.c").write_text("""
        void mass(const double* q, double* M) { M[0] = 2.0; (void)q; }
        void force(double t, const double* q, const double* v, double* f) { f[0] = -20.0; (void)t; (void)q; (void)v; }
        void energy(const double* q, const double* v, double* e) { e[0] = v[0]*v[0]; e[1] = 20.0*q[0]; }
        double gap(double t, const double* q) { (void)t; return q[0]; }
        void gradient(double t, const double* q, double* w) { (void)t; (void)q; w[0] = 1.0; }
        double raised(double t, const double* q, void* height) { (void)t; return q[0] - *(double*)height; }
        void late(double t, const double* q, const double* v, double* f) { f[0] = t < 0.5 ? -20.0 : 0.0/(t - t); (void)q; (void)v; }
        """)
    subprocess.run([compiler, "-x", "c", "-shared", "-fPIC", "-o", tmp_path / "ball.so", tmp_path / "ball.c"], check=True)
    library = ctypes.CDLL(str(tmp_path / "ball.so"))
    signatures = {"mass": (None, [POINTER, POINTER]), "force": (None, [ctypes.c_double, POINTER, POINTER, POINTER]),
                  "energy": (None, [POINTER, POINTER, POINTER]), "gap": (ctypes.c_double, [ctypes.c_double, POINTER]),
                  "gradient": (None, [ctypes.c_double, POINTER, POINTER]),
                  "late": (None, [ctypes.c_double, POINTER, POINTER, POINTER])}
    for name, (answer, arguments) in signatures.items():
        getattr(library, name).restype = answer
        getattr(library, name).argtypes = arguments
    return library


def model_of(library, **functions):
    return type("Compiled", (rebond.Model,), {"dofs": 1, "mass": library.mass, "force": library.force,
                                              "energy": library.energy, **functions})()


def test_compiled_functions_give_the_same_bits_and_need_no_interpreter(drop, tmp_path):
    library = compiled_ball(tmp_path)
    gap = rebond.Gap(library.gap, library.gradient, moves=False)
    problem = rebond.Problem(model_of(library), [5.0], [0.0], 2.5, [rebond.Contact(gap, law=rebond.Newton(0.5))])
    assert not problem._engine_problem.is_python
    python = rebond.Problem(Ball(), [5.0], [0.0], 2.5, [rebond.Contact(
        rebond.Gap(lambda t, q: q[0], lambda t, q: [1.0], moves=False), law=rebond.Newton(0.5))])
    assert np.array_equal(rebond.run(problem).position, rebond.run(python).position)


def test_compiled_functions_of_scipy_with_data(drop, tmp_path):
    pytest.importorskip("scipy")
    from scipy import LowLevelCallable
    library = compiled_ball(tmp_path)
    height = ctypes.c_double(1.0)
    raised = LowLevelCallable(library.raised, ctypes.cast(ctypes.pointer(height), ctypes.c_void_p),
                              signature="double (double, double *, void *)")
    contact = rebond.Contact(rebond.Gap(raised, moves=False), law=rebond.Newton(0.5))
    result = rebond.run(rebond.Problem(model_of(library), [6.0], [0.0], 1.5, [contact]))
    assert result.impacts["time"][0] == pytest.approx(1.0, abs=1e-8)
    wrong = LowLevelCallable(library.raised, signature="double (double)")
    with pytest.raises(rebond.InputError, match=r"a compiled function double \(double\): expected double"):
        rebond.Problem(model_of(library), [6.0], [0.0], 1.5, [rebond.Contact(wrong)])


def test_compiled_functions_of_numba():
    numba = pytest.importorskip("numba")
    from numba import types
    pointer = types.CPointer(types.float64)
    @numba.cfunc(types.void(types.float64, pointer, pointer, pointer))
    def force(t, q, v, f):
        f[0] = -20.0
    class Compiled(Ball):
        pass
    Compiled.force = force
    contact = rebond.Contact(lambda t, q: q[0], law=rebond.Newton(0.5))
    result = rebond.run(rebond.Problem(Compiled(), [5.0], [0.0], 1.5, [contact]))
    assert result.impacts["time"][0] == pytest.approx(1.0, abs=1e-8)


def test_a_compiled_function_that_gives_no_number_is_refused(drop, tmp_path):
    library = compiled_ball(tmp_path)
    with pytest.raises(rebond.InputError, match=r"force\(t, q, v\) returned -?nan at t = 0.5"):
        rebond.run(drop(model=model_of(library, force=library.late)))
    with pytest.raises(rebond.InputError, match="expected void"):
        drop(model=model_of(library, force=library.gap))
