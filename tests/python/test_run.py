"""Runs in Python: status, progress, interrupts, threads."""

import os
import random
import signal
import threading
import time

import pytest

import rebond


@pytest.fixture
def long_run(bar):
    """A scene of about a minute."""
    bar.scheme.type = "moreau_jean"
    bar.scheme.step = 1e-8
    bar.run.duration = 2.0
    bar.run.sample_every = 1e-3
    return bar


def test_a_result_has_the_status_of_its_run(bar):
    result = rebond.run(bar)
    assert result.status == "ok" and result.reason is None and isinstance(result.warnings, list)


def test_overrides_change_one_run_and_not_the_scene(bar):
    before = bar.to_toml()
    result = rebond.run(bar, {"scheme.type": "event_newmark", "scheme.step": 1e-6, "initial.angle_deg": 80})
    assert result.summary.scheme == "event_newmark"
    assert bar.to_toml() == before
    assert rebond.run(bar, scheme=rebond.EventNewmark(step=1e-6)).summary.scheme == "event_newmark"


def test_a_run_that_the_numbers_refuse_returns_what_it_has_or_raises_if_strict():
    ball = {"model": {"type": "linear", "mass": [[1.0]], "stiffness": [[1.0]]}, "initial": {"velocity": [-1.0]},
            "contact": [{"normal": [1.0], "offset": 0.0}, {"normal": [-1.0], "offset": 0.0}],
            "impact": {"restitution": 1.0}, "run": {"duration": 1.0}}
    result = rebond.run(ball)
    assert result.status == "event_failed"
    assert "restitution" in result.reason
    assert len(result.time) >= 1
    with pytest.raises(rebond.RunFailed, match="event_failed") as failed:
        rebond.run(ball, strict=True)
    assert failed.value.result.status == "event_failed"


def test_wrong_things_to_run_are_refused():
    for what in (3, None, [1], b"scene"):
        with pytest.raises(rebond.InputError, match="expected a Scene"):
            rebond.run(what)
    with pytest.raises(rebond.InputError, match="scheme"):
        rebond.run(rebond.Scene.new("bar"), scheme=3)


def test_progress_goes_from_nought_to_one(long_run):
    long_run.run.duration = 0.02
    seen = []
    rebond.run(long_run, progress=seen.append)
    assert len(seen) > 2
    assert all(0 <= a <= b <= 1 for a, b in zip(seen, seen[1:]))
    assert seen[-1] == 1 and seen[-1].steps > 0 and "steps" in seen[-1].text()


def test_an_exception_in_progress_ends_the_run_and_arrives(long_run):
    def fail(progress):
        raise LookupError("enough")
    start = time.monotonic()
    with pytest.raises(LookupError, match="enough") as raised:
        rebond.run(long_run, progress=fail)
    assert time.monotonic() - start < 5
    assert raised.value.result.status == "interrupted"


@pytest.mark.parametrize("seed", range(4))
def test_an_interrupt_at_a_random_moment_keeps_what_was_computed(long_run, seed):
    wait = random.Random(seed).uniform(0.05, 0.6)
    sent = []
    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)
    timer = threading.Timer(wait, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt) as stopped:
        rebond.run(long_run)
    assert time.monotonic() - sent[0] < 1.0
    result = stopped.value.result
    assert result.status == "interrupted"
    assert 0 < result.time[-1] < long_run.run.duration
    assert result.summary.final.time == result.time[-1]
    assert rebond.run(long_run, {"run.duration": 1e-5, "run.sample_every": 1e-6}).status == "ok"  # nothing is left of it


def test_long_runs_let_other_threads_work(long_run):
    long_run.run.duration = 0.03
    counted, over = [0], threading.Event()
    def count():
        while not over.is_set():
            counted[0] += 1
            time.sleep(0.001)
    thread = threading.Thread(target=count)
    thread.start()
    start = time.monotonic()
    rebond.run(long_run)
    took = time.monotonic() - start
    over.set()
    thread.join()
    assert counted[0] > 50 * took  # of at most 1000 a second


def test_threads_run_at_once_and_get_the_numbers_of_one(bar):
    angles = [30, 40, 50, 60, 70, 80]
    alone = [rebond.run(bar, {"initial.angle_deg": angle}).summary.final.as_dict() for angle in angles]
    together = [None] * len(angles)
    def one(i):
        together[i] = rebond.run(bar, {"initial.angle_deg": angles[i]}).summary.final.as_dict()
    threads = [threading.Thread(target=one, args=(i,)) for i in range(len(angles))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_progress_is_drawn_on_a_terminal_and_wiped(long_run, monkeypatch, capsys):
    long_run.run.duration = 0.06
    rebond.run(long_run, progress=True)
    said = capsys.readouterr().err
    assert "%" in said and "impacts" in said and said.endswith("\r\033[K")
    rebond.run(long_run, {"run.duration": 0.001}, progress=False)
    assert capsys.readouterr().err == ""
