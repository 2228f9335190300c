"""Scenes in Python: the keys of scene files, checked as the command line checks them."""

import copy
import pickle

import numpy as np
import pytest

import rebond


def test_a_key_has_an_attribute_and_a_dotted_name(bar):
    bar.initial.angle_deg = 60
    assert bar.initial.angle_deg == bar["initial.angle_deg"] == bar.initial["angle_deg"] == 60.0
    bar["run.duration"] = 0.01
    assert bar.run.duration == 0.01


def test_a_wrong_value_is_refused_at_once_in_the_words_of_the_command_line(example, command):
    scene = rebond.load(example("01"))
    for key, value, text in [("initial.angle_deg", 600, "600"), ("model.segments", 1.5, "1.5"),
                             ("model.springs", "spirall", "spirall"), ("initial.velocity", [1.0], "[1.0]"),
                             ("run.duration", float("nan"), "nan"), ("initial.angle_degg", 3, "3")]:
        before = scene.to_toml()
        _, said, code = command("run", example("01"), "--set", f"{key}={text}")
        assert code == 2
        with pytest.raises(rebond.InputError) as wrong:
            scene[key] = value
        assert str(wrong.value) == said.strip()
        with pytest.raises(rebond.InputError) as wrong:
            rebond.run(scene, {key: value})
        assert str(wrong.value) == said.strip()
        assert scene.to_toml() == before


def test_errors_of_files_are_those_of_the_command_line(tmp_path, command):
    path = tmp_path / "scene.toml"
    path.write_text('[model]\ntype = "bar"\nsegmnts = 3\n[run]\nduration = -1\n')
    _, said, code = command("run", str(path))
    assert code == 2
    with pytest.raises(rebond.InputError) as wrong:
        rebond.load(path)
    assert str(wrong.value) == said.strip()
    with pytest.raises(rebond.FileError):
        rebond.load(tmp_path / "absent.toml")


def test_values_that_fit_no_problem_are_refused_by_the_run_with_their_place(example, command):
    _, said, code = command("run", example("01"), "--set", "initial.tip_height=0.001")
    assert code == 2
    with pytest.raises(rebond.InputError) as wrong:
        rebond.run(example("01"), {"initial.tip_height": 0.001})
    assert str(wrong.value) == said.strip()


def test_unknown_names_are_refused_and_the_nearest_is_suggested(bar):
    with pytest.raises(rebond.InputError, match="did you mean 'angle_deg'"):
        bar.initial.angl_deg = 3
    with pytest.raises(AttributeError, match="did you mean 'angle_deg'"):
        bar.initial.angl_deg
    with pytest.raises(KeyError, match="did you mean 'initial'"):
        bar["intial.angle_deg"]
    assert not hasattr(bar.initial, "nothing")


@pytest.mark.parametrize("value", [object(), {1, 2}, lambda: 1, b"bytes", None])
def test_values_of_other_types_are_refused(bar, value):
    with pytest.raises(rebond.InputError):
        bar.model.length = value if value is not None else "a"


def test_values_of_numpy_are_values(bar):
    bar.model.segments = np.int64(5)
    bar.initial.angle_deg = np.float32(45)
    bar.initial.velocity = np.array([0.0, -2.0])
    bar.run.stop_when_quiet = np.bool_(True)
    assert (bar.model.segments, bar.initial.angle_deg, bar.initial.velocity) == (5, 45.0, (0.0, -2.0))
    assert bar.run.stop_when_quiet is True


def test_a_list_of_a_scene_cannot_be_changed_behind_its_back(bar):
    with pytest.raises(TypeError):
        bar.initial.velocity[0] = 3.0


def test_another_scheme_drops_the_keys_of_the_last_and_asks_for_its_own_when_it_runs(bar):
    bar.scheme.type = "moreau_jean"
    with pytest.raises(rebond.InputError, match="scheme.step is missing"):
        rebond.run(bar)
    bar.scheme.step = 1e-6
    bar.scheme.theta = 0.7
    assert bar.scheme.theta == 0.7
    bar.scheme.type = "event_accurate"
    assert not hasattr(bar.scheme, "theta")
    assert rebond.run(bar).status == "ok"


def test_a_key_that_may_be_absent_is_left_out_by_none(bar):
    bar.run.sample_every = 1e-4
    bar.run.sample_every = None
    assert bar.run.sample_every is None
    bar.initial.excitation.mode = 2
    assert bar.initial.excitation.mode == 2
    del bar.initial.excitation
    assert bar.initial.excitation.mode is None


def test_a_dict_is_a_scene():
    scene = rebond.Scene({"title": "two", "model": {"type": "linear", "mass": [[1.0, 0.0], [0.0, 2.0]],
                                                    "stiffness": np.array([[2.0, -1.0], [-1.0, 1.0]])},
                          "initial.velocity": [1.0, 0.0], "contact": [{"normal": {1: -1.0}, "offset": 0.5}],
                          "run": {"duration": 3.0}})
    assert scene.title == "two"
    assert scene.model.type == "linear"
    assert np.array_equal(scene.model.mass, [[1.0, 0.0], [0.0, 2.0]])
    assert len(scene.contact) == 1
    scene.contact[0].restitution = 0.3
    assert scene["contact.0.restitution"] == 0.3
    scene.contact.append({"normal": [1.0, 0.0], "offset": 2.0})
    assert len(scene.contact) == 2
    assert rebond.run(scene).status == "ok"
    with pytest.raises(rebond.InputError, match="run.duration is missing"):
        rebond.Scene({"model": {"type": "bar"}})


def test_every_new_scene_runs_and_reads_back():
    for model in ("bar", "chain", "linear", "frame", "ball_on_beam", "balls", "rod"):
        scene = rebond.Scene.new(model)
        assert scene.model.type == model
        assert rebond.Scene(scene.to_toml()) == scene
        assert rebond.Scene(scene) == copy.copy(scene) == copy.deepcopy(scene) == pickle.loads(pickle.dumps(scene))
    with pytest.raises(rebond.InputError, match="did you mean 'bar'"):
        rebond.Scene.new("barr")


def test_the_values_of_a_scene_make_the_same_scene(bar):
    for scene in [bar, *(rebond.Scene.new(model) for model in ("linear", "balls", "frame", "ball_on_beam"))]:
        assert rebond.Scene(scene.as_dict()) == scene


def test_copies_are_apart(bar):
    other = bar.copy()
    other.initial.angle_deg = 80
    assert bar.initial.angle_deg != 80


def test_completion_and_documentation_come_from_the_field_tables(bar):
    assert {"model", "initial", "impact", "scheme", "run", "analysis", "title"} <= set(dir(bar))
    assert {"angle_deg", "tip_height", "velocity", "excitation"} <= set(dir(bar.initial))
    assert "theta" not in dir(bar.scheme)
    assert "in (0, 180)" in type(bar.initial).angle_deg.__doc__
    assert "[m]" in bar.describe("model.length")
    with pytest.raises(rebond.UnknownKey):
        bar.describe("model.nothing")


def test_every_scheme_has_a_class_with_its_settings():
    assert rebond.MoreauJean(step=1e-5, theta=0.7).theta == 0.7
    assert "tolerance" in rebond.EventAccurate.__doc__
    with pytest.raises(rebond.InputError, match="scheme.tolerance = 2"):
        rebond.EventAccurate(tolerance=2.0)
    with pytest.raises(rebond.InputError, match="did you mean 'tolerance'"):
        rebond.EventAccurate(tolerence=1e-8)
    with pytest.raises(rebond.InputError, match="scheme.step is missing"):
        rebond.EventNewmark()


def test_the_schema_knows_every_model():
    assert "bar" in str(rebond.schema())
