#!/usr/bin/env python3
"""The references with friction against closed forms, and proof that checks of friction can fail.

    tools/soak/self_test_friction.py SOAK_RUNS
"""

import sys
import unittest

import numpy as np

import rod_family
import rough_family
import rough_scenes
from case_checks import Case
from driver import Driver
from flights import check_cases
from linear_reference import NotCovered
from rough_bodies import LinearBody, Plane, Round, Tip, discs_body, rod_body
from rough_reference import RoughReference
from routh_reference import Path, impact, together

G = np.array([[1.0, 0.6], [0.6, 0.5]])  # for which sliding reverses
LAWS = ("newton", "poisson", "stronge")


def block(mu=0.5, k=100.0, press=10.0, position=0.52, velocity=0.0, duration=3.0, **contact):
    """A mass on a spring, pressed on a rough floor."""
    floor = {"normal": np.array([0.0, 1.0]), "tangent": np.array([1.0, 0.0]), "offset": 0.0, "friction": mu, **contact}
    return {"model": {"type": "linear", "mass": np.eye(2), "stiffness": np.diag([k, 0.0]), "force": np.array([0.0, -press])},
            "initial": {"position": np.array([position, 0.0]), "velocity": np.array([velocity, 0.0])}, "contact": [floor],
            "impact": {"restitution": 0.0}, "scheme": {"type": "event_accurate"},
            "run": {"duration": duration, "sample_every": duration}, "analysis": {"restitution_window": duration}}


def rod(angle, velocity, spin=0.0, tip=(0.0, 0.0), mu=0.0, e=0.0, duration=0.1, gravity=9.81, **law):
    return {"model": {"type": "rod", "mass": 1.0, "length": 1.0, "tip_radius": 0.0},
            "initial": {"angle_deg": angle, "tip": list(tip), "velocity": list(velocity), "spin": spin},
            "impact": {"restitution": e, "friction": mu, **law}, "scheme": {"type": "event_accurate"},
            "run": {"duration": duration, "sample_every": duration, "gravity": gravity}, "analysis": {"restitution_window": duration}}


def disc(position, velocity, spin, walls, mu, e, duration, gravity=9.81):
    ball = {"mass": 1.0, "radius": 0.1, "position": list(position), "velocity": list(velocity), "spin": spin}
    return {"model": {"type": "balls", "touching": 1e-6, "ball": [ball], **walls}, "impact": {"restitution": e, "friction": mu},
            "scheme": {"type": "event_accurate"}, "run": {"duration": duration, "sample_every": duration, "gravity": gravity},
            "analysis": {"restitution_window": duration}}


def end_of(body, scene):
    reference = RoughReference(body(scene), scene)
    _, q, v = reference.samples()[-1]
    return q, v, reference


class ImpactsAreRight(unittest.TestCase):
    def test_sliding_that_reverses(self):
        """By hand: it slides back for N₁ = 0.3/0.85, then forwards, u_n' = 0.7, u_t' = 0.35; u_n = 0 at 1.126050…"""
        u = np.array([-1.0, -0.3])
        stop = 0.3 / 0.85
        compression = stop + (1.0 - 1.3 * stop) / 0.7
        for law, N in (("newton", compression + 0.5 / 0.7), ("poisson", 1.5 * compression)):
            p = impact(G, u, 0.5, 0.5, law)
            self.assertAlmostEqual(p[0], N, places=13)
            self.assertAlmostEqual(p[1], 0.5 * stop - 0.5 * (N - stop), places=13)
        np.testing.assert_allclose(u + G @ impact(G, u, 0.5, 0.5, "stronge"), [0.41037580886, 0.47577613972], atol=1e-10)

    def test_stronge_gives_back_its_part_of_the_work(self):
        rng = np.random.default_rng(1)
        for _ in range(50):
            A = rng.normal(size=(2, 2))
            G_, u, mu, e = A @ A.T + 0.1 * np.eye(2), np.array([-1.0, rng.normal()]), rng.uniform(0, 1.5), rng.uniform()
            path = Path(G_, u, mu)
            end = path.end_of_compression()
            N = impact(G_, u, mu, e, "stronge")[0]
            self.assertAlmostEqual(path.normal_work(end, N), -e * e * path.normal_work(0.0, end), places=11)
            for law in ("poisson", "stronge"):
                p = impact(G_, u, mu, e, law)
                self.assertLessEqual(p @ (2 * u + G_ @ p), 1e-12)
                self.assertLessEqual(abs(p[1]), mu * p[0] + 1e-12)

    def test_laws_agree_without_coupling(self):
        for u_t in (-2.0, -0.1, 0.0, 3.0):
            found = [impact(np.diag([1.0, 3.0]), np.array([-1.0, u_t]), 0.3, 0.6, law) for law in LAWS]
            np.testing.assert_allclose(found, [found[0]] * 3, atol=1e-13)

    def test_newton_is_bounded_where_it_would_gain(self):
        """Kane and Levinson's double pendulum: unbounded it gains 58.7 %, bounded e becomes 0.396839."""
        M = np.array([[4 / 3, 0.5 * np.cos(np.radians(10))], [0.5 * np.cos(np.radians(10)), 1 / 3]])
        W = np.array([[np.sin(np.radians(20)), np.cos(np.radians(20))], [np.sin(np.radians(30)), np.cos(np.radians(30))]])
        v = np.array([-0.1, -0.2])
        G_, u = W.T @ np.linalg.solve(M, W), W.T @ v
        gain = lambda p: 0.5 * p @ (2 * u + G_ @ p) / (0.5 * v @ M @ v)
        self.assertAlmostEqual(gain(impact(G_, u, 0.7, 0.5, "newton", bounded=False)), 0.587495, places=6)
        p = impact(G_, u, 0.7, 0.5, "newton")
        self.assertAlmostEqual(gain(p), 0.0, places=12)
        self.assertAlmostEqual(-(u + G_ @ p)[0] / u[0], 0.396839, places=6)

    def test_a_jam(self):
        """Painlevé's rod, tan θ = 2: p = −G⁻¹u = (0.3, 0.4)."""
        theta = np.arctan(2.0)
        c, s = np.cos(theta), np.sin(theta)
        G_ = np.array([[1 + 3 * c * c, -3 * s * c], [-3 * s * c, 1 + 3 * s * s]])
        np.testing.assert_allclose(impact(G_, [0.0, -1.0], 2.0, 0.0, "poisson"), [0.3, 0.4], atol=1e-14)

    def test_several_contacts_as_one_each_where_nothing_couples_them(self):
        apart = np.kron(np.eye(2), np.diag([1.0, 3.0]))
        u = np.array([-1.0, 2.0, -2.0, 0.1])
        _, p = together(apart, u, np.array([0.3, 0.4]), np.array([0.5, 0.2]))
        one, other = impact(np.diag([1.0, 3.0]), u[:2], 0.3, 0.5), impact(np.diag([1.0, 3.0]), u[2:], 0.4, 0.2)
        np.testing.assert_allclose(p, [*one, *other], atol=1e-13)

    def test_what_has_two_answers_is_refused(self):
        redundant = np.kron(np.ones((2, 2)), np.diag([1.0, 3.0]))
        with self.assertRaises(NotCovered):
            together(redundant, np.array([-1.0, 0.0, -1.0, 0.0]), np.array([0.3, 0.3]), np.zeros(2))


class MotionsAreRight(unittest.TestCase):
    def test_dry_friction_takes_the_same_from_every_half_swing(self):
        """Turning points fall by 2F/k each half period π/ω; at −0.02 m the spring is weaker than F."""
        q, v, reference = end_of(LinearBody, block())
        np.testing.assert_allclose([t for t, _, _ in reference.events], np.pi / 10 * np.arange(1, 6), atol=1e-12)
        np.testing.assert_allclose([*q, *v], [-0.02, 0.0, 0.0, 0.0], atol=1e-13)

    def test_a_load_that_grows_breaks_it_loose(self):
        """Without a spring: P sin Ωt reaches F at asin(F/P)/Ω, then m v' = P sin Ωt − F."""
        P, Omega, F = 8.0, 2.0, 5.0
        scene = block(k=0.0, position=0.0, duration=1.0)
        scene["model"]["harmonic"] = [{"amplitude": np.array([P, 0.0]), "frequency_hz": Omega / (2 * np.pi), "phase_deg": -90.0}]
        _, v, reference = end_of(LinearBody, scene)
        loose = np.arcsin(F / P) / Omega
        self.assertAlmostEqual(reference.events[0][0], loose, places=12)
        self.assertAlmostEqual(v[0], P / Omega * (np.cos(Omega * loose) - np.cos(Omega)) - F * (1.0 - loose), places=11)

    def test_a_belt_takes_a_block_along(self):
        """Thrown on a belt at V it is pulled with μN until it moves with it, at V/(μN/m)."""
        q, v, reference = end_of(LinearBody, block(k=0.0, position=0.0, slide_velocity=2.0, duration=1.0))
        self.assertAlmostEqual(reference.events[0][0], 0.4, places=12)
        self.assertAlmostEqual(q[0], 0.5 * 5.0 * 0.4**2 + 2.0 * 0.6, places=12)
        self.assertAlmostEqual(v[0], 2.0, places=13)

    def test_a_stop_that_moves_is_a_load_in_its_own_frame(self):
        stop = {"normal": np.array([1.0]), "offset": 0.0, "motion": {"amplitude": 0.02, "frequency_hz": 4.0, "phase_deg": 30.0}}
        scene = block()
        scene["model"].update(mass=np.array([[2.0]]), stiffness=np.array([[3.0]]), damping=np.array([[0.4]]), force=np.array([-20.0]))
        scene["initial"] = {"position": np.array([0.14]), "velocity": np.array([0.0])}
        scene["impact"]["restitution"], scene["contact"] = 0.5, [stop]
        still, back = rough_family.in_the_frame_of_a_stop(scene, 0)
        q, v, one = end_of(LinearBody, scene)
        y, w, other = end_of(LinearBody, still)
        self.assertGreater(len(one.events), 5)
        _, x, u = back(np.array([3.0]), y[None], w[None])
        np.testing.assert_allclose([q[0], v[0]], [x[0, 0], u[0, 0]], atol=1e-9)  # rounding of bounces
        np.testing.assert_allclose([t for t, _, _ in one.events[:5]], [t for t, _, _ in other.events[:5]], atol=1e-12)

    def test_a_ball_on_a_table(self):
        """A first impact where 0.14 − g t²/2 = A cos Ωt."""
        stop = {"normal": np.array([1.0]), "offset": 0.0, "motion": {"amplitude": 0.02, "frequency_hz": 4.0}}
        scene = block(duration=0.3)
        scene["model"].update(mass=np.eye(1), stiffness=np.zeros((1, 1)), force=np.array([-9.81]))
        scene["initial"], scene["contact"] = {"position": np.array([0.14]), "velocity": np.zeros(1)}, [stop]
        t = end_of(LinearBody, scene)[2].events[0][0]
        self.assertAlmostEqual(0.14 - 0.5 * 9.81 * t * t, 0.02 * np.cos(8 * np.pi * t), places=14)
        self.assertLess(0.17, t)

    def test_a_disc_rolls_or_slides_down_a_slope(self):
        """a = g sin α/(1 + ½) if μ ≥ tan α/3; else g (sin α − μ cos α), and r ω' = 2 μ g cos α."""
        alpha = np.radians(20)
        n = [np.sin(alpha), np.cos(alpha)]
        for mu in (0.2, 0.1):
            scene = disc([0.1 * x for x in n], (0.0, 0.0), 0.0, {"plane": [{"point": [0.0, 0.0], "normal": n}]}, mu, 0.0, 1.0)
            q, v, _ = end_of(discs_body, scene)
            a = 9.81 * (np.sin(alpha) / 1.5 if mu > 0.15 else np.sin(alpha) - mu * np.cos(alpha))
            spin = -a / 0.1 if mu > 0.15 else -2 * mu * 9.81 * np.cos(alpha) / 0.1
            np.testing.assert_allclose(v, [a * np.cos(alpha), -a * np.sin(alpha), spin], atol=1e-10)

    def test_a_disc_with_back_spin_keeps_what_friction_does_not_change(self):
        """v − ½rω stays through bounces, sliding and rolling; it rolls with a third of 2·2 − 0.1·30."""
        scene = disc((0.0, 1.0), (2.0, 0.0), 30.0, {"floor": 0.0}, 0.1, 0.5, 3.0)
        q, v, reference = end_of(discs_body, scene)
        np.testing.assert_allclose(v, [1 / 3, 0.0, -10 / 3], atol=1e-6)  # the last bounce
        self.assertLess(reference.joined_speed, 1e-5)
        self.assertAlmostEqual(q[0], 2.5057888776, places=8)

    def test_a_disc_in_a_bowl_comes_back_after_its_period(self):
        """Rolling without loss: ½·3/2 (R − r) θ̇² = g (cos θ − cos θ₀), so T = 4 √(3(R − r)/2g) K(sin θ₀/2)."""
        from scipy.special import ellipk
        angle = np.radians(40)
        period = 4 * np.sqrt(1.5 * 0.9 / 9.81) * ellipk(np.sin(angle / 2)**2)
        start = 0.9 * np.sin(angle), -0.9 * np.cos(angle)
        circle = {"circle": [{"centre": [0.0, 0.0], "radius": 1.0, "side": "inside"}]}
        q, v, _ = end_of(discs_body, disc(start, (0.0, 0.0), 0.0, circle, 0.5, 0.0, float(period)))
        np.testing.assert_allclose([*q[:2], *v[:2]], [*start, 0.0, 0.0], atol=1e-9)

    def test_a_smooth_disc_leaves_a_hill_where_it_must(self):
        """cos θ = ⅔ cos θ₀."""
        angle = np.radians(20)
        circle = {"circle": [{"centre": [0.0, 0.0], "radius": 0.5, "side": "outside"}]}
        _, _, reference = end_of(discs_body, disc((0.6 * np.sin(angle), 0.6 * np.cos(angle)), (0.0, 0.0), 0.0, circle, 0.0, 0.0, 0.4009))
        self.assertEqual(reference.events[0][1], "lifts")
        t = reference.events[0][0]
        self.assertAlmostEqual(t, 0.4008338378, places=9)

    def test_a_rod_that_sticks_turns_about_its_end(self):
        """⅓ l² θ̇² + g l sin θ stays; the end stays where it is."""
        q, v, reference = end_of(rod_body, rod(70.0, (0.0, 0.0), mu=1.0))
        theta = np.radians(70.0)
        self.assertEqual(reference.events, [])
        self.assertAlmostEqual(v[2]**2 / 3 + 9.81 * np.sin(q[2]), 9.81 * np.sin(theta), places=10)
        np.testing.assert_allclose(q[:2] - 0.5 * np.array([np.cos(q[2]), np.sin(q[2])]), 0.0, atol=1e-11)

    def test_a_smooth_rod_falls_straight_down(self):
        """No force along the ground; ½v_y² + θ̇²/24 + g y stays."""
        q, v, _ = end_of(rod_body, rod(50.0, (0.3, 0.0), duration=0.2))
        y = 0.5 * np.sin(np.radians(50.0))
        self.assertAlmostEqual(v[0], 0.3, places=13)
        self.assertAlmostEqual(0.5 * v[1]**2 + v[2]**2 / 24 + 9.81 * q[1], 9.81 * y, places=10)

    def test_painleves_rod_jams(self):
        q, _, reference = end_of(rod_body, rod(np.degrees(np.arctan(2.0)), (-1.0, 0.0), mu=2.0, law="poisson"))
        self.assertEqual(reference.events[0][1], "jam")
        self.assertAlmostEqual(q[2], 1.2110442361, places=9)
        _, _, reference = end_of(rod_body, rod(np.degrees(np.arctan(2.0)), (-1.0, 0.0), mu=1.3, law="poisson"))
        self.assertNotIn("jam", [kind for _, kind, _ in reference.events])

    def test_boundaries_are_refused(self):
        with self.assertRaises(NotCovered):
            end_of(LinearBody, block(position=0.05))  # the spring is as strong as friction
        with self.assertRaises(NotCovered):
            end_of(rod_body, rod(0.0, (0.0, -1.0), tip=(0.0, 0.1)))  # both ends at once

    def test_gaps_bend_as_their_second_derivatives_say(self):
        """d²φ/dt² and du_t/dt along a straight motion, by differences."""
        rng = np.random.default_rng(3)
        arms = [(4, 0.2), (5, 0.3)]
        ones = [Round(6, slice(0, 2), slice(2, 4), None, 0.5, 1, arms, 0, 0), Round(6, slice(0, 2), None, np.array([3.0, 1.0]), 2.0, -1, arms[:1], 0, 0),
                Plane(6, slice(0, 2), 4, 0.2, [0.0, 0.0], [1.0, 2.0], 0, 0, {"amplitude": 0.3, "frequency_hz": 0.7, "phase_deg": 20.0})]
        for contact, size in ((*((c, 6) for c in ones), (Tip(-0.5, 0.1, 0, 0), 3))):
            q, v, h, t = rng.normal(size=size), rng.normal(size=size), 1e-4, 0.3
            at = lambda s: contact.gap(t + s, q + s * v)
            slide = lambda s: contact.tangent(t + s, q + s * v) @ v
            self.assertAlmostEqual((at(h) - at(-h)) / (2 * h), contact.normal(t, q) @ v + contact.drift(t), places=6)
            self.assertAlmostEqual((at(h) - 2 * at(0.0) + at(-h)) / h**2, contact.bend(t, q, v), places=5)
            self.assertAlmostEqual((slide(h) - slide(-h)) / (2 * h), contact.turn(t, q, v), places=6)


class FrictionChecksCanFail(unittest.TestCase):
    def kinds(self, change, is_meant=lambda scene: True, scene=None, rules=rough_family.Rough, **options):
        class Changed:
            def run(self, scenes, seconds):
                told = DRIVER.run(scenes, seconds)
                for one, answer in zip(scenes, told):
                    if is_meant(one):
                        change(answer)
                return told

            def run_one(self, one, seconds):
                return self.run([one], seconds)[0]

        scene = scene or block()
        scene["run"]["sample_every"] = scene["run"]["duration"] / 8
        case = Case("test", [1, 2, 3], scene, rules)
        check_cases([case], Changed(), 5.0, **options)
        return {finding.kind for finding, _ in case.findings}, case

    def test_what_is_right_is_not_reported(self):
        kinds, case = self.kinds(lambda told: None, is_thorough=True, is_stepping=True)
        self.assertEqual(kinds, set())
        self.assertEqual(case.compared["reference"], 1)
        rng = np.random.default_rng(2)
        for make, rules in ((rough_scenes.on_belts, rough_family.Rough), (rough_scenes.moving, rough_family.Rough), (rod_family.ordinary, rod_family.Rod)):
            self.assertEqual(self.kinds(lambda told: None, scene=make(rng), rules=rules)[0], set())

    def test_each_law_of_friction(self):
        for key, kind in (("coulomb", "coulomb"), ("coulomb_of_impacts", "coulomb"), ("opposes", "does_not_oppose"),
                          ("slides_back", "does_not_oppose"), ("creeps", "creeps"), ("gained", "energy_gained")):
            kinds, _ = self.kinds(lambda told: told["friction"].update({key: 1e-3}))
            self.assertIn(f"{kind}:event_accurate", kinds)

    def test_sliding_that_gives_energy(self):
        kinds, _ = self.kinds(lambda told: told["energy"].update(lost_in_friction=-1e-3))
        self.assertIn("friction_gained:event_accurate", kinds)

    def test_friction_that_does_not_turn_round(self):
        is_turned = lambda scene: scene["contact"][0]["tangent"][0] < 0 and scene["initial"]["position"][0] > 0

        def change(told):
            told["received"][0][1] *= -1.0

        self.assertEqual(self.kinds(change, is_turned)[0], {"not_flipped:turned_tangents"})

    def test_a_motion_that_is_wrong_differs_from_the_reference(self):
        def change(told):
            for sample in told["samples"][1:]:
                sample[1][0] += 1e-5

        is_exact = lambda scene: scene["scheme"]["type"] == "event_accurate"
        self.assertIn("differs:reference", self.kinds(change, is_exact, is_thorough=True)[0])


if __name__ == "__main__":
    DRIVER = Driver(sys.argv.pop(1), ".")
    unittest.main()
