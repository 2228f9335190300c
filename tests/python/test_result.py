"""Results in Python: the numbers of the command line, in the engine's memory."""

import gc
import json
import sys

import h5py
import numpy as np
import pytest

import rebond


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """What the program writes for a scene, and the result of the same scene here."""
    import subprocess
    from conftest import PROGRAM
    scene = rebond.Scene.new("bar")
    scene.model.segments = 4
    scene.run.duration = 0.006
    scene.initial.tip_height = 0.0075
    folder = tmp_path_factory.mktemp("bar")
    (folder / "scene.toml").write_text(scene.to_toml())
    subprocess.run([PROGRAM, "run", str(folder / "scene.toml"), "--out", str(folder / "out"), "--quiet"], check=True)
    return folder / "out", rebond.run(folder / "scene.toml")


def test_numbers_are_those_of_the_program(files):
    folder, result = files
    with h5py.File(folder / "result.h5") as file:
        for name in ("time", "position", "velocity"):
            assert np.array_equal(getattr(result, name), file[name])
        for part in ("kinetic", "elastic", "gravity", "total"):
            assert np.array_equal(getattr(result.energy, part), file[f"energy/{part}"])
        for part in ("gap", "rate", "impulse", "friction", "state"):
            assert np.array_equal(result.contacts[part], file[f"contact/{part}"])
        for column in file["impacts"].dtype.names:
            assert np.array_equal(result.impacts[column], file["impacts"][column], equal_nan=True)
    assert len(result.impacts) > 0


def test_the_summary_is_the_json(files):
    folder, result = files
    written, here = json.loads((folder / "summary.json").read_text()), result.summary.as_dict()
    assert list(written) == list(here)
    written.pop("wall_seconds"), here.pop("wall_seconds")
    assert written == here
    assert result.summary.restitution.impact_speed == written["restitution"]["impact_speed"]
    assert result.summary["energy.initial"] == written["energy"]["initial"]
    assert result.summary.episodes[0].impacts == written["episodes"][0]["impacts"]
    assert "restitution" in dir(result.summary)
    with pytest.raises(AttributeError):
        result.summary.nothing
    with pytest.raises(AttributeError):
        result.summary.status = "fine"


def test_saved_files_are_those_of_the_program(files, tmp_path):
    folder, result = files
    names = set(result.save(tmp_path / "saved"))
    assert names == {one.name for one in folder.iterdir() if one.name != ".rebond"}
    for name in names - {"result.h5", "summary.json", "report.html"}:
        assert (tmp_path / "saved" / name).read_text() == (folder / name).read_text()
    with h5py.File(folder / "result.h5") as ours, h5py.File(tmp_path / "saved" / "result.h5") as saved:
        def compare(name, node):
            if not isinstance(node, h5py.Dataset):
                return
            for column in node.dtype.names or [()]:
                np.testing.assert_array_equal(node[column], saved[name][column])
        ours.visititems(compare)
        assert set(ours.attrs) == set(saved.attrs)
        assert ours.attrs["effective_scene"] == saved.attrs["effective_scene"]


def test_a_saved_result_opens_with_all_it_had(files, tmp_path):
    result = files[1]
    result.save(tmp_path / "saved")
    for name in (tmp_path / "saved", tmp_path / "saved" / "result.h5"):
        opened = rebond.open(name)
        assert np.array_equal(opened.position, result.position)
        assert np.array_equal(opened.contacts["state"], result.contacts["state"])
        assert opened.summary == result.summary
        assert opened.scene == result.scene
        assert list(opened.plot()) == list(result.plot())
        assert rebond.run(opened.scene).summary.final == result.summary.final
    (tmp_path / "saved" / "summary.json").write_text("mine")
    with pytest.raises(rebond.FileError):
        result.save(tmp_path / "saved")
    with pytest.raises(rebond.FileError):
        rebond.open(tmp_path / "nothing.h5")


def test_arrays_share_the_memory_of_the_engine_and_keep_it_alive(bar):
    result = rebond.run(bar)
    first, second = result.position, result.position
    assert first.__array_interface__["data"][0] == second.__array_interface__["data"][0]
    assert not first.flags.owndata and not first.flags.writeable
    energy, impacts, gaps = result.energy.total, result.impacts, result.contacts["gap"]
    for array in (energy, impacts, gaps, result.time, result.velocity):
        assert not array.flags.owndata
    run = sys.getrefcount(result._run)
    assert run > 5  # each array holds it
    total, place = energy.sum(), first.copy()
    del result, second, impacts, gaps
    gc.collect()
    rebond.run(bar, {"initial.angle_deg": 77})  # would use the memory if it were free
    assert energy.sum() == total and np.array_equal(first, place)
    with pytest.raises(ValueError):
        first[0, 0] = 1.0


def test_the_memory_goes_with_the_last_array(bar):
    import weakref
    result = rebond.run(bar)
    run, array = weakref.ref(result), result.time
    del result
    gc.collect()
    assert run() is None
    assert array.base is not None


def test_ten_million_samples_appear_without_a_copy():
    # A free mass; the time that an array takes does not depend on its length.
    scene = rebond.Scene({"model": {"type": "linear", "mass": [[1.0]], "stiffness": [[1.0]]},
                          "initial": {"velocity": [1.0]}, "scheme": {"type": "moreau_jean", "step": 1e-3},
                          "run": {"duration": 1e4, "sample_every": 1e-3}})
    result = rebond.run(scene)
    assert result.position.shape == (10_000_001, 1)
    import time
    start = time.perf_counter()
    for _ in range(100):
        result.position, result.time, result.energy.total
    assert time.perf_counter() - start < 0.1  # 240 MB would take longer
    # θ = ½ keeps the amplitude: the energy is ½ at every sample, to rounding of 10⁷ steps.
    assert np.abs(result.energy.total - 0.5).max() < 1e-9


def test_tables_for_pandas_and_xarray(files):
    result = files[1]
    frame = result.to_dataframe()
    assert list(frame.index) == list(result.time)
    assert np.array_equal(frame["q1"], result.position[:, 1])
    assert np.array_equal(frame["contact0.gap"], result.contacts["gap"][:, 0])
    assert len(result.impacts_dataframe()) == len(result.impacts)
    data = result.to_xarray()
    assert data.position.dims == ("time", "coordinate")
    assert data.contact_gap.attrs["units"] == "m"


def test_a_missing_package_is_named(files, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(ImportError, match="install it with"):
        files[1].to_dataframe()
    with pytest.raises(ImportError, match="xarray"):
        files[1].to_xarray()


def test_figures_are_those_of_the_svg_files(files):
    folder, result = files
    figures = result.plot()
    assert set(figures) == {one.stem for one in folder.glob("*.svg")}
    axes = figures["energy"].axes[0]
    drawn = {line.get_label(): line for line in axes.get_lines()}
    assert np.array_equal(drawn["total"].get_ydata(), result.energy.total)
    assert list(result.plot("energy")) == ["energy"]
    with pytest.raises(KeyError, match="there is no figure"):
        result.plot("nothing")


def test_the_report_is_a_page_and_shows_in_a_notebook(files, tmp_path):
    folder, result = files
    assert result.report(tmp_path / "page.html") == tmp_path / "page.html"
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")
    assert len(result.report()) == pytest.approx(len((folder / "report.html").read_text()), abs=40)  # wall time
    assert result._repr_html_().startswith("<iframe srcdoc=")
    with pytest.raises(rebond.FileError):
        result.report(tmp_path / "no" / "page.html")
