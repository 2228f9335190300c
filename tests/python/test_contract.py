"""Every call by which programs talk to the module, as it is promised to them: names, keys, forms."""

import math
import os

import numpy as np
import pytest

import rebond


@pytest.fixture
def scene_file(bar, tmp_path, monkeypatch):
    """scene.toml in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scene.toml").write_text(bar.to_toml())
    return "scene.toml"


def test_scenes_runs_and_results(scene_file):
    scene = rebond.load("scene.toml")
    assert rebond.Scene(scene.as_dict()) == scene
    assert rebond.Scene.new("bar").model.type == "bar"
    scene.initial.angle_deg = 60
    assert scene["initial.angle_deg"] == 60
    told = []
    for progress in (True, False, told.append):
        result = rebond.run(scene, {"scheme.type": "event_accurate"}, progress=progress)
    assert told
    for array in (result.time, result.position, result.velocity, result.energy.kinetic, result.energy.elastic,
                  result.energy.gravity, result.energy.total):
        assert isinstance(array, np.ndarray) and not array.flags.owndata and len(array) == len(result.time)
    assert result.impacts.dtype.names[0] == "time" and result.contacts.dtype.names[0] == "gap"
    assert result.summary.restitution.apparent == result.summary.as_dict()["restitution"]["apparent"]
    assert result.status == "ok" and isinstance(result.warnings, list)
    assert rebond.run(scene, strict=True).status == "ok"
    assert result.plot()
    result.report("page.html")
    assert os.path.getsize("page.html") > 1000
    result.save("dir")
    assert np.array_equal(rebond.open("dir").position, result.position)
    assert len(result.to_dataframe()) == len(result.time)
    assert len(result.impacts_dataframe()) == len(result.impacts)
    assert result.to_xarray().sizes["time"] == len(result.time)


def test_studies_comparisons_papers_and_fits(scene_file, tmp_path):
    scene = rebond.load(scene_file)
    study = rebond.sweep(scene, vary={"initial.angle_deg": range(85, 91), "impact.restitution": [0, 0.5, 1]}, workers=2,
                         out="dir")
    assert len(study.to_dataframe()) == 18
    study.plot(x="initial.angle_deg", y="energy.final", by="impact.restitution")
    assert len(rebond.compare(scene, schemes=["event_newmark", "moreau_jean"], steps=[1e-6, 5e-7])["rows"]) == 4
    assert callable(rebond.reproduce) and any(name.startswith("001") for name in rebond.reproduce())
    (tmp_path / "base.toml").write_text(rebond.Scene.new("ball_on_beam").to_toml())
    (tmp_path / "study.toml").write_text('base = "base.toml"\n[vary]\n"model.ball.mass" = [0.5, 1.0, 1.5, 2.0]\n'
                                         '"model.location" = [0.2, 0.35]\n')
    assert rebond.fit("study.toml")
    assert rebond.check(scene)["dofs"] == scene.model.segments * 2 + 2
    assert rebond.schema()["type"] == "object"


def test_bodies_gaps_and_laws_of_ones_own():
    class Pendulum(rebond.Model):
        dofs = 1
        def mass(self, q):
            return [[1.0]]
        def force(self, t, q, v):
            return [-9.81 * math.sin(q[0])]
        def energy(self, q, v):
            return 0.5 * v[0] ** 2, -9.81 * math.cos(q[0])
    problem = rebond.Problem(Pendulum(), position=[0.5], velocity=[0.0], duration=10.0, sample_every=1e-1,
                             contacts=[rebond.Contact(gap=lambda t, q: np.sin(q[0]) + 0.1, gradient=None, tangent=None,
                                                      law=rebond.Newton(0.8), friction=0.3)])
    result = rebond.run(problem, scheme=rebond.EventAccurate(tolerance=1e-10))
    assert result.status == "ok" and len(result.impacts) > 3


def test_what_goes_wrong(scene_file, command):
    scene = rebond.load(scene_file)
    _, said, code = command("run", scene_file, "--set", "initial.angle_deg=600")
    assert code == 2
    with pytest.raises(rebond.InputError) as wrong:
        scene.initial.angle_deg = 600
    assert str(wrong.value) == said.strip()
