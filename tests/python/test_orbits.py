"""Periodic motions: the numbers of known systems through rebond.orbit."""

import math
import os
import pathlib

import numpy
import pytest

import rebond

SCENES = pathlib.Path(os.environ["REBOND_SOURCE_DIR"]) / "tests" / "scenes" / "orbits"
FREQUENCY = "model.harmonic.0.frequency_hz"


def test_a_forced_oscillator_has_its_orbit():
    orbit = rebond.orbit(SCENES / "forced_stop.toml", impacts=1)
    assert orbit.status == "ok" and orbit.certificate.holds
    assert orbit.period == pytest.approx(2 * math.pi / 2.6, rel=1e-14)
    assert -orbit.events["velocity_before"][0] == pytest.approx(0.505439970894, abs=1e-10)
    assert orbit.events["kind"][0] == "impact"
    assert orbit.trace == pytest.approx(-1.149079309592, abs=1e-10)
    assert abs(numpy.prod(orbit.multipliers) - 0.64) < 1e-10
    assert orbit.stable and orbit.unstable == 0
    assert orbit.state.velocity[0] == pytest.approx(-0.8 * 0.505439970894, abs=1e-10)
    assert orbit.as_dict()["task"] == "orbit"


def test_its_branch_flips_and_the_doubled_orbit_leaves_there():
    orbit = rebond.orbit(rebond.load(SCENES / "forced_stop.toml"), impacts=1)
    branch = orbit.follow(FREQUENCY, 2.6 / (2 * math.pi), 2.67 / (2 * math.pi))
    assert len(branch) > 10 and branch.impulses.shape == (len(branch), 1)
    assert numpy.all(numpy.diff(branch.parameter) > 0) and branch.admissible.all()
    flip = next(special for special in branch.special if special.type == "flip")
    assert 2 * math.pi * flip.parameter == pytest.approx(2.6533477278553, abs=1e-9)
    doubled = orbit.switch(flip)
    assert doubled.sequence == ["1", "1"] and doubled.parent == 0
    assert sorted(doubled.impulses[-1] / 1.8) == pytest.approx([0.449518232358, 0.454269892035], abs=1e-9)
    assert doubled.stable[-1]
    with pytest.raises(rebond.InputError, match="expected a flip"):
        orbit.switch(branch.special[-1])


def test_a_family_without_load_is_followed_in_its_energy():
    orbit = rebond.orbit(SCENES / "elastic_two_masses.toml", period=9)
    assert orbit.energy == pytest.approx(0.345797613305, abs=1e-9)
    fold = [special for special in orbit.follow("energy", 0.4, 0.1).special if special.type == "fold"]
    assert fold[0].energy == pytest.approx(0.263559805450, abs=1e-9)
    alone = rebond.orbit(SCENES / "elastic_two_masses.toml", sequence="1s")
    assert alone.period == pytest.approx(8.006347212375, abs=1e-9)
    assert alone.multipliers is None


def test_what_makes_no_sense_is_refused_and_what_is_not_found_has_a_status():
    with pytest.raises(rebond.InputError, match="expected a period or an energy"):
        rebond.orbit(SCENES / "elastic_two_masses.toml")
    with pytest.raises(rebond.InputError, match="the energy that the load gives it"):
        rebond.orbit(SCENES / "forced_stop.toml", energy=1.0)
    with pytest.raises(rebond.InputError, match="contacts from 1 to 1, got 2"):
        rebond.orbit(SCENES / "forced_stop.toml", sequence="2")
    with pytest.raises(rebond.InputError, match="did you mean"):
        rebond.orbit(SCENES / "forced_stop.toml", impacts=1).follow("model.harmonic.0.frequency", 1, 2)
    missing = rebond.orbit(SCENES / "forced_pair.toml", impacts=1, overrides={FREQUENCY: 0.8 / (2 * math.pi)})
    assert missing.status == "not_certified" and missing.reason == missing.certificate.refusal


def test_an_interruption_keeps_what_was_found():
    def stop(branch, points, parameter):
        raise KeyboardInterrupt

    orbit = rebond.orbit(SCENES / "forced_pair.toml", impacts=1)
    with pytest.raises(KeyboardInterrupt) as stopped:
        orbit.follow(FREQUENCY, 0.095, 0.207, progress=stop)
    found = stopped.value.result
    assert found.status == "interrupted" and len(found.branches[0]) > 0
