#!/usr/bin/env python3
"""Proof that the checks can fail: what is deliberately wrong is noticed, and what is right is not.

    tools/soak/self_test.py SOAK_RUNS
"""

import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import balls_family
import chain_family
import linear_changes
import linear_scenes
from balls_reference import BallsReference
from case_checks import Case
from checks import Motion
from driver import Driver
from fault_bench import flaw_of
from flights import check_cases
from linear_family import Linear
from linear_reference import LinearReference, NotCovered
from reduction import reduced
from scene import text_of


def oscillator(restitution=0.5):
    return linear_scenes.assembled(np.eye(2), linear_scenes.row_stiffness([1.0], [1.0, 1.0]), None,
                                   [{"normal": np.array([0.0, -1.0]), "offset": 0.3}], np.array([0.2, 1.0]), 4.0, restitution)


class Liar:
    """The driver, but what it tells of some runs is changed on the way."""

    def __init__(self, driver, is_meant, change):
        self.driver, self.is_meant, self.change = driver, is_meant, change

    def run(self, scenes, seconds):
        told = self.driver.run(scenes, seconds)
        for scene, answer in zip(scenes, told):
            if self.is_meant(scene):
                self.change(answer)
        return told

    def run_one(self, scene, seconds):
        return self.run([scene], seconds)[0]


def everything(scene):
    return True


def is_modal(scene):
    return scene["scheme"]["type"] == "event_modal"


def move_samples(by):
    def change(told):
        for sample in told["samples"][1:]:
            sample[1][0] += by
    return change


class ChecksCanFail(unittest.TestCase):
    def kinds(self, is_meant=lambda scene: False, change=None, scene=None, rules=Linear, **options):
        case = Case("test", [1, 2, 3], scene or oscillator(), rules)
        check_cases([case], Liar(DRIVER, is_meant, change), 5.0, **options)
        return {finding.kind for finding, _ in case.findings}

    def test_what_is_right_is_not_reported(self):
        self.assertEqual(self.kinds(is_thorough=True, is_stepping=True), set())

    def test_another_motion_of_one_scheme(self):
        self.assertEqual(self.kinds(is_modal, move_samples(1e-7)), {"differs:modal"})

    def test_a_base_that_is_wrong_differs_from_the_reference(self):
        self.assertIn("differs:reference", self.kinds(everything, move_samples(1e-7), is_thorough=True))

    def test_energy_from_nowhere(self):
        def change(told):
            told["energy"]["balance_error"] = 1e-6

        self.assertIn("energy_balance:event_accurate", self.kinds(everything, change))

    def test_energy_gained_in_impacts(self):
        def change(told):
            told["energy"]["lost_in_impacts"] = -1e-6

        self.assertIn("energy_gained:event_accurate", self.kinds(everything, change))

    def test_penetration(self):
        self.assertIn("penetration:event_accurate", self.kinds(everything, lambda told: told.update(deepest=-1e-8)))

    def test_a_run_that_ends_early(self):
        self.assertIn("ends_early:event_accurate", self.kinds(everything, lambda told: told["final"].update(time=3.9)))

    def test_momentum(self):
        scene = linear_scenes.free_row(np.random.default_rng(1))

        def change(told):
            for sample in told["samples"][1:]:
                sample[2][0] += 1e-8

        self.assertIn("momentum", self.kinds(everything, change, scene))
        self.assertNotIn("momentum", self.kinds(scene=scene))

    def test_a_mirror_image_with_other_bits(self):
        def is_mirrored(scene):
            return scene["contact"][0]["normal"][1] > 0

        self.assertEqual(self.kinds(is_mirrored, move_samples(1e-15)), {"other_bits:mirrored"})

    def test_a_scheme_that_does_not_converge(self):
        def is_stepping(scene):
            return "step" in scene["scheme"]

        self.assertTrue(any(kind.startswith("does_not_converge") for kind in
                            self.kinds(is_stepping, move_samples(0.01), is_stepping=True)))

    def test_chance_in_a_perturbed_run_hides_nothing(self):
        def is_perturbed(scene):
            return 0.0 < abs(abs(scene["initial"]["velocity"][1]) - 1.0) < 1e-9

        case = Case("test", [1, 2, 3], oscillator(), Linear)
        lies = Liar(DRIVER, is_perturbed, lambda told: told.setdefault("warnings", []).append("rounding decided the order"))
        check_cases([case], Liar(lies, is_modal, move_samples(1e-7)), 5.0)
        self.assertEqual(case.warned, 2)
        self.assertEqual({finding.kind for finding, _ in case.findings}, {"differs:modal"})

    def test_chance_falls_alike_on_equal_numbers(self):
        """A base that says that chance decides is compared with no other motion but those that must have its bits."""
        def is_mirrored(scene):
            return scene["contact"][0]["normal"][1] > 0

        case = Case("test", [1, 2, 3], oscillator(), Linear)
        lies = Liar(DRIVER, everything, lambda told: told.setdefault("warnings", []).append("rounding decided the order"))
        lies = Liar(lies, is_modal, move_samples(1e-7))
        check_cases([case], Liar(lies, is_mirrored, move_samples(1e-15)), 5.0)
        self.assertEqual({finding.kind for finding, _ in case.findings}, {"other_bits:mirrored"})
        self.assertGreater(case.compared["decided by chance"], 0)
        self.assertEqual(case.compared["modal"], 0)

    def test_comparisons_that_more_runs_make_blind_are_counted_so(self):
        class Later(Liar):
            """Tells of other motions in the third round, that of forty more perturbed runs."""
            rounds = 0

            def run(self, scenes, seconds):
                self.rounds += 1
                return (super() if self.rounds == 3 else self.driver).run(scenes, seconds)

        case = Case("test", [1, 2, 3], oscillator(), Linear)
        check_cases([case], Later(Liar(DRIVER, is_modal, move_samples(1e-7)), everything, move_samples(1.0)), 5.0)
        self.assertEqual(case.findings, [])
        self.assertEqual(case.compared["modal"], 0)
        self.assertGreater(case.compared["blind"], 0)
        self.assertGreater(case.compared["samples too sensitive to compare"], case.compared["samples compared"])

    def test_contacts_that_do_not_feel_each_other_take_no_turns(self):
        """Two masses, each with a stop that it reaches a moment after the other: coupled by nothing, then by mass."""
        for coupling, is_turn in ((0.0, False), (0.2, True)):
            mass = np.array([[1.0, coupling], [coupling, 1.0]])
            scene = linear_scenes.assembled(mass, np.zeros((2, 2)), None,
                                            [{"normal": np.array([1.0, 0.0]), "offset": 0.5}, {"normal": np.array([0.0, 1.0]), "offset": 0.5 + 1e-7}],
                                            -np.ones(2), 1.0, 0.5)
            told = DRIVER.run_one(scene, 5.0)
            self.assertEqual(told["shortest_turn"] < 1e-5, is_turn)
            self.assertEqual(told["quick_turns"] > 0, is_turn)

    def test_refusals_are_counted(self):
        case = Case("test", [1, 2, 3], oscillator(), Linear)
        told = {"status": "event_failed", "reason": "no root at t = 3", "seconds": 0.0}
        self.assertFalse(case.take(told, case.scene, "event_accurate"))
        self.assertEqual(dict(case.refused), {"event_accurate: no root at t =": 1})

    def test_a_crash_does_not_end_the_campaign(self):
        told = DRIVER.run(["this is no scene", oscillator()], 5.0)
        self.assertEqual([t["status"] for t in told], ["invalid", "ok"])


class ReferencesAreRight(unittest.TestCase):
    """Against closed forms, not against the engine."""

    def test_bounces_that_accumulate(self):
        scene = linear_scenes.assembled(np.eye(1), np.zeros((1, 1)), None, [{"normal": np.array([1.0]), "offset": 0.0}],
                                        np.zeros(1), 1.2, 0.5, samples=1)
        scene["initial"]["position"], scene["model"]["force"] = np.array([0.5]), np.array([-10.0])
        fall = np.sqrt(2 * 0.5 / 10)
        bounces = 2 * (0.5 * 10 * fall) / 10 / (1 - 0.5)
        for share, height in ((0.25, 0.125), (1.1, 0.0)):  # the first bounce takes half of their time
            scene["run"]["duration"] = scene["run"]["sample_every"] = fall + share * bounces
            _, q, _ = LinearReference(scene).samples()[-1]
            self.assertAlmostEqual(q[0], height, places=12)

    def test_a_low_bounce_within_a_look(self):
        """A mass on a spring, pressed to its stop by a force and thrown off with u: back after T = (2/ω) atan(uω/a)."""
        scene = linear_scenes.assembled(np.eye(1), np.eye(1), None, [{"normal": np.array([1.0]), "offset": 0.0}],
                                        np.array([1e-3]), 1.0, 0.5, samples=1)
        scene["model"]["force"] = np.array([-1.0])
        reference = LinearReference(scene)
        self.assertLess(2e-3, reference.look)
        _, q, v = reference.samples()[-1]
        self.assertAlmostEqual(2 * np.arctan(1e-3), reference.first_event(frozenset(), reference.start(np.zeros(1), np.array([1e-3])), 0.01)[0], places=14)
        self.assertEqual((q[0], v[0]), (0.0, 0.0))

    def test_sine_arches(self):
        scene = linear_scenes.assembled(np.eye(1), np.eye(1), None, [{"normal": np.array([1.0]), "offset": 0.0}],
                                        np.ones(1), 1.5 * np.pi, 0.6, samples=1)
        _, q, v = LinearReference(scene).samples()[-1]
        self.assertAlmostEqual(q[0], 0.6, places=12)
        self.assertAlmostEqual(v[0], 0.0, places=12)

    def test_a_load_that_releases_a_contact_lets_it_rise(self):
        """A mass that a load lifts off its stop now and then: where the stop is does not matter, to rounding or otherwise."""
        ends = []
        for at in (0.0, 10 / 3):
            scene = linear_scenes.assembled(np.eye(1), np.eye(1), None, [{"normal": np.array([1.0]), "offset": at}],
                                            np.zeros(1), 3.0, 0.5, samples=3)
            scene["initial"]["position"], scene["model"]["force"] = np.array([-at]), np.array([-1.0 - at])
            scene["model"]["harmonic"] = [{"amplitude": np.array([1.001]), "frequency_hz": 0.5}]
            ends.append([(at + q[0], v[0]) for _, q, v in LinearReference(scene).samples()])
        np.testing.assert_allclose(*ends, atol=1e-9)

    @staticmethod
    def pressed_bead(scale=1.0, is_third_closed=False):
        """A bead between a floor and a lid that is pressed down, e < 1; normals of any length, and a third mass at rest."""
        n = 3 if is_third_closed else 2
        contacts = [{"normal": scale * np.eye(n)[0], "offset": 0.0}, {"normal": scale * (np.eye(n)[1] - np.eye(n)[0]), "offset": 0.0}]
        if is_third_closed:
            contacts.append({"normal": np.eye(n)[2], "offset": 0.0})
        scene = linear_scenes.assembled(np.diag([0.1, 1.0, 1.0][:n]), np.zeros((n, n)), None, contacts, np.zeros(n), 1.0, 0.3, samples=1)
        scene["initial"]["position"], scene["initial"]["velocity"] = np.array([0.1, 0.2, 0.0][:n]), np.array([0.0, -1.0, 0.0][:n])
        scene["model"]["force"] = np.array([-1.0, -10.0, -1.0][:n])
        reference = LinearReference(scene)
        try:
            reference.samples()
        except NotCovered:
            pass
        return reference

    def test_turns_are_stated_while_a_third_contact_is_closed(self):
        alone, third = self.pressed_bead().joined_speed, self.pressed_bead(is_third_closed=True).joined_speed
        self.assertGreater(alone, 0.0)
        self.assertAlmostEqual(third / alone, 1.0, places=6)

    def test_the_speed_of_turns_is_one_of_coordinates(self):
        """Whatever the length of the normals, of which rates of gaps are multiples."""
        self.assertAlmostEqual(self.pressed_bead(1000.0).joined_speed / self.pressed_bead().joined_speed, 1.0, places=3)

    def test_turns_are_stated_and_impacts_of_two_contacts_at_once_are_not(self):
        """The bead takes turns. Two balls that land together: none."""
        self.assertGreater(self.pressed_bead().joined_speed, 0.0)
        both = linear_scenes.assembled(np.eye(2), np.zeros((2, 2)), None,
                                       [{"normal": np.array([1.0, 0.0]), "offset": 0.0}, {"normal": np.array([0.0, 1.0]), "offset": 0.0}],
                                       -np.ones(2), 1.0, 0.3, samples=1)
        both["initial"]["position"] = np.array([0.5, 0.5])
        together = LinearReference(both)
        together.samples()
        self.assertEqual(together.joined_speed, 0.0)

    def test_two_balls_swap_their_velocities(self):
        balls = [{"mass": 1.0, "radius": 0.5, "position": [0.0, 0.0], "velocity": [1.0, 0.0]},
                 {"mass": 1.0, "radius": 0.5, "position": [2.0, 0.0], "velocity": [0.0, 0.0]}]
        scene = {"model": {"ball": balls}, "impact": {"restitution": 1.0}, "run": {"duration": 3.0, "sample_every": 3.0}}
        _, q, v = BallsReference(scene).samples()[-1]
        np.testing.assert_allclose(q, [1.0, 0.0, 4.0, 0.0], atol=1e-14)
        np.testing.assert_allclose(v, [0.0, 0.0, 1.0, 0.0], atol=1e-14)


class Reduction(unittest.TestCase):
    def test_keeps_only_what_fails(self):
        scene = linear_scenes.bouncing(np.random.default_rng(5))
        case = Case("test", [1, 2, 3], scene, Linear)

        def change(told):
            told["status"], told["reason"] = "event_failed", "because"

        driver = Liar(DRIVER, lambda s: len(s["contact"]) >= 1, change)
        told = driver.run_one(scene, 5.0)
        case.take(told, scene, "event_accurate")
        small = reduced(case, case.findings[0][0], scene, driver, 5.0)
        self.assertEqual(len(small["contact"]), 1)
        self.assertLess(len(text_of(small)), 0.5 * len(text_of(scene)))


class Families(unittest.TestCase):
    def test_a_body_at_rest_is_not_started_later(self):
        """It lies at its stop to 1e-66 m, which is no gap, and has fallen from 0.5 m."""
        scene = oscillator()
        scene["contact"] = [{"normal": np.array([1.0, 0.0]), "offset": 0.0}, {"normal": np.array([-1.0, 1.0]), "offset": 0.0}]
        base = Motion(np.array([0.0, 1.0]), np.array([[0.5, 0.6], [3e-66, 9e-66]]), np.zeros((2, 2)))
        self.assertIsNotNone(linear_changes.started_later(scene, base, 0, 0.0))
        self.assertIsNone(linear_changes.started_later(scene, base, 1, 0.0))
        unmoved = base._replace(q=base.q[[1, 1]])
        self.assertIsNone(linear_changes.started_later(scene, unmoved, 1, 1.0))

    def test_the_same_seed_gives_the_same_scene(self):
        for make in (linear_scenes.ordinary, chain_family.ordinary, balls_family.heap):
            self.assertEqual(text_of(make(np.random.default_rng([1, 2]))), text_of(make(np.random.default_rng([1, 2]))))


class WholeFiles(unittest.TestCase):
    def test_half_a_file_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, whole, half in (("a.svg", "<svg></svg>\n", "<svg>"), ("a.json", "{}", "{"), ("a.csv", "a,b\n1,2\n", "a,b\n1"),
                                      ("page.html", "<p></html>", "<p>")):
                file = Path(folder) / name
                file.write_text(whole)
                self.assertIsNone(flaw_of(file, "rebond"))
                file.write_text(half)
                self.assertIsNotNone(flaw_of(file, "rebond"))
            (Path(folder) / "result.h5.part-1").write_text("")
            self.assertIsNotNone(flaw_of(Path(folder) / "result.h5.part-1", "rebond"))


if __name__ == "__main__":
    DRIVER = Driver(sys.argv.pop(1), ".")
    unittest.main()
