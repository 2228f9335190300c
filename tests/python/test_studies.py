"""Studies in Python: the rows of the command line."""

import csv
import json
import os
import signal
import subprocess
import threading

import pytest

import rebond
from conftest import PROGRAM


@pytest.fixture
def swept(bar, tmp_path):
    return rebond.sweep(bar, vary={"initial.angle_deg": range(40, 61, 10), "impact.restitution": [0, 0.5]}, workers=2,
                        out=tmp_path / "out")


def test_rows_are_those_of_the_program(bar, swept, tmp_path):
    (tmp_path / "bar.toml").write_text(bar.to_toml())
    (tmp_path / "study.toml").write_text('base = "bar.toml"\n[vary]\n"initial.angle_deg" = [40, 50, 60]\n'
                                         '"impact.restitution" = [0, 0.5]\n')
    subprocess.run([PROGRAM, "sweep", tmp_path / "study.toml", "--out", tmp_path / "theirs", "--quiet"], check=True)
    with open(tmp_path / "theirs" / "study.csv", newline="") as theirs, \
            open(tmp_path / "out" / "study.csv", newline="") as ours:
        assert list(csv.reader(theirs)) == list(csv.reader(ours))
    frame = swept.to_dataframe()
    assert len(frame) == len(swept) == 6
    assert list(frame["initial.angle_deg"]) == [40, 40, 50, 50, 60, 60]
    assert set(frame["status"]) == {"ok"} and swept.statuses == {"ok": 6}
    alone = rebond.run(bar, {"initial.angle_deg": 50, "impact.restitution": 0.5}).summary
    assert frame["energy.final"][3] == alone.energy.final


def test_a_study_without_a_folder_keeps_its_rows_in_memory(bar):
    study = rebond.sweep(bar, {"initial.angle_deg": [40.0, 50.0]})
    assert study.is_finished and study.files == [] and len(study.columns()["status"]) == 2


def test_a_study_opens_plots_and_reports(swept, tmp_path):
    opened = rebond.open(tmp_path / "out")
    assert opened.columns() == swept.columns()
    figure = opened.plot(x="initial.angle_deg", y="energy.final", by="impact.restitution")
    assert len(figure.axes[0].get_lines()) == 2
    assert list(figure.axes[0].get_lines()[0].get_xdata()) == [40, 50, 60]
    with pytest.raises(rebond.InputError, match="did you mean 'energy.final'"):
        opened.plot(x="initial.angle_deg", y="energy.finall")
    with pytest.raises(rebond.InputError, match="expected x and y"):
        opened.plot()
    assert "<html" in opened.report() and opened._repr_html_().startswith("<iframe")


def test_wrong_studies_are_refused(bar, swept, tmp_path):
    with pytest.raises(rebond.InputError, match="vary"):
        rebond.sweep(bar, {})
    with pytest.raises(rebond.InputError, match="angle_degg"):
        rebond.sweep(bar, {"initial.angle_degg": [1, 2]})
    with pytest.raises(rebond.InputError, match="there is a study already.*resume=True.*force=True"):
        rebond.sweep(bar, {"initial.angle_deg": [40]}, out=tmp_path / "out")


def test_an_interrupted_sweep_keeps_its_rows_and_goes_on(bar, tmp_path):
    bar.scheme.type = "moreau_jean"
    bar.scheme.step = 2e-8
    vary = {"initial.angle_deg": range(30, 70)}
    threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as stopped:
        rebond.sweep(bar, vary, workers=1, out=tmp_path / "out")
    assert len(stopped.value.result) < 40
    calls = []
    bar.scheme.step = 2e-8
    study = rebond.sweep(bar, vary, workers=2, out=tmp_path / "out", resume=True, progress=calls.append)
    assert len(study) == 40 and calls


def test_compare_and_check_are_those_of_the_program(bar, tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(bar.to_toml())
    done = subprocess.run([PROGRAM, "compare", path, "--schemes", "moreau_jean,event_newmark", "--steps", "1e-6",
                           "--json"], capture_output=True, check=True)
    theirs = json.loads(done.stdout)
    ours = rebond.compare(rebond.load(path), schemes=["moreau_jean", rebond.EventNewmark], steps=[1e-6])
    for a, b in zip(theirs["rows"], ours["rows"]):
        a.pop("wall_seconds"), b.pop("wall_seconds")
        assert a == b
    with pytest.raises(rebond.InputError, match="moreau_jeen"):
        rebond.compare(bar, schemes=["moreau_jeen"])
    theirs = json.loads(subprocess.run([PROGRAM, "check", path, "--json"], capture_output=True, check=True).stdout)
    ours = rebond.check(path)
    assert ours["frequencies_hz"] == theirs["frequencies_hz"] and ours["dofs"] == theirs["dofs"]
    assert [one["scheme"] for one in ours["schemes"]] == [one["scheme"] for one in theirs["schemes"]]


def test_papers_are_found_and_reproduced(tmp_path):
    assert any(name.startswith("001") for name in rebond.reproduce())
    folder = tmp_path / "paper"
    folder.mkdir()
    scene = rebond.Scene.new("chain")
    (folder / "scene.toml").write_text(scene.to_toml())
    impacts = rebond.run(scene).summary.impacts.count
    (folder / "paper.toml").write_text(f'''title = "a paper"
reference = "Nqi1997"
about = "one run"
[[exhibit]]
name = "Table 1"
caption = "impacts"
columns = {{ key = "run", values = ["a"] }}
[[exhibit.run]]
name = "a"
scene = "scene.toml"
[[exhibit.line]]
what = "impacts"
of = "impacts.count"
paper = [{impacts}]
tolerance = 0.5
''')
    found = rebond.reproduce(folder)
    theirs = json.loads(subprocess.run([PROGRAM, "reproduce", folder, "--json"], capture_output=True, check=True).stdout)
    assert found == theirs
    with pytest.raises(rebond.InputError, match="there is no such paper"):
        rebond.reproduce("999")


def test_fits_are_those_of_the_program(tmp_path):
    scene = rebond.Scene.new("ball_on_beam")
    (tmp_path / "scene.toml").write_text(scene.to_toml())
    (tmp_path / "study.toml").write_text('base = "scene.toml"\n[vary]\n"model.ball.mass" = [0.5, 1.0, 1.5, 2.0]\n'
                                         '"model.location" = [0.2, 0.35]\n')
    theirs = subprocess.run([PROGRAM, "fit", tmp_path / "study.toml", "--json"], capture_output=True, check=False)
    assert rebond.fit(tmp_path / "study.toml") == json.loads(theirs.stdout)
    (tmp_path / "bar.toml").write_text('base = "other.toml"\n[vary]\n"model.segments" = [3, 4]\n')
    (tmp_path / "other.toml").write_text(rebond.Scene.new("bar").to_toml())
    with pytest.raises(rebond.InputError):
        rebond.fit(tmp_path / "bar.toml")


def test_points_are_those_that_a_study_observes(swept, tmp_path):
    assert swept.points() == {}
    (tmp_path / "study.toml").write_text("""
[observe]
every = 0.25
transient = 0.5
count = 3
values = ["position.0"]
[vary]
"model.harmonic.0.frequency_hz" = [1.0, 2.0]
[scene.model]
type = "linear"
mass = [[1.0]]
stiffness = [[1.0]]
[[scene.model.harmonic]]
amplitude = [1.0]
frequency_hz = 1.0
[scene.run]
duration = 2.0
""")
    points = rebond.sweep(tmp_path / "study.toml").points()
    assert list(points) == ["case", "number", "time", "position.0"]
    assert points["case"] == [0, 0, 0, 1, 1, 1]
    assert points["time"] == [0.75, 1.0, 1.25] * 2
