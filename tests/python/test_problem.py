"""Bodies, gaps and laws of the user's own, against exact solutions and against models of the engine."""

import math

import numpy as np
import pytest

import rebond
from conftest import Ball

TOLERANCE = 1e-10  # of a run by EventAccurate: its error over a few impacts


def test_a_ball_bounces_as_newton_says(drop):
    # From 5 m at g = 10: impacts at 1 s and 1 s + 2 e v/g, speeds 10 and 5 m/s.
    result = rebond.run(drop(0.5, duration=2.4), scheme=rebond.EventAccurate(tolerance=TOLERANCE))
    assert result.status == "ok"
    assert result.impacts["time"] == pytest.approx([1.0, 2.0], abs=1e-9)
    assert result.impacts["velocity_before"][:2] == pytest.approx([-10.0, -5.0], abs=1e-9)
    assert result.impacts["velocity_after"][:2] == pytest.approx([5.0, 2.5], abs=1e-9)
    assert result.impacts["impulse"][0] == pytest.approx(2.0 * 15.0, abs=1e-8)
    # The loss of an impact is ½ m v² (1 − e²).
    assert result.impacts["energy_loss"][0] == pytest.approx(75.0, abs=1e-7)
    assert abs(result.summary.energy.balance_error) < 1e-9
    assert result.energy.gravity[0] == 100.0 and result.energy.kinetic[0] == 0.0
    assert result.summary.model == "Ball"


def test_each_scheme_that_serves_a_problem_converges_to_the_same_motion(drop):
    problem = drop(0.5, duration=1.9)
    assert {"event_accurate", "paoli_schatzman", "moreau_jean"} <= set(problem.schemes)
    for scheme in (rebond.MoreauJean, rebond.PaoliSchatzman, rebond.PaoliSchatzmanImplicit):
        # First order through the impact: a tenth of the step, a tenth of the error.
        exact = 5.0 * 0.9 - 5.0 * 0.9 ** 2
        errors = [abs(rebond.run(problem, scheme=scheme(step=h)).position[-1, 0] - exact) for h in (1.1e-3, 1.1e-4)]
        assert errors[0] < 0.05 and errors[1] < 0.3 * errors[0]
    with pytest.raises(rebond.InputError, match="event_modal needs a linear model"):
        rebond.run(problem, scheme=rebond.EventModal())


class Oscillator(rebond.Model):
    """Two masses and three springs, as a user writes them."""

    dofs = 2
    mass = np.array([[1.0, 0.0], [0.0, 2.0]])
    K = np.array([[30.0, -10.0], [-10.0, 20.0]])

    def force(self, t, q, v):
        return -self.K @ q

    def energy(self, q, v):
        return 0.5 * v @ self.mass @ v, 0.5 * q @ self.K @ q


def test_an_oscillator_with_two_stops_moves_as_the_linear_model():
    scene = rebond.Scene({"model": {"type": "linear", "mass": Oscillator.mass, "stiffness": Oscillator.K},
                          "initial": {"velocity": [3.0, -1.0]}, "impact": {"restitution": 0.7},
                          "contact": [{"normal": [1.0, 0.0], "offset": 0.3}, {"normal": [0.0, -1.0], "offset": 0.25}],
                          "scheme": {"type": "event_accurate", "tolerance": TOLERANCE},
                          "run": {"duration": 4.0, "sample_every": 0.01}})
    expected = rebond.run(scene)
    assert len(expected.impacts) > 4
    for gaps in ([lambda t, q: q[0] + 0.3, lambda t, q: 0.25 - q[1]],
                 [rebond.Gap.linear([1.0, 0.0], 0.3), rebond.Gap.linear([0.0, -1.0], 0.25)]):
        contacts = [rebond.Contact(gap, law=rebond.Newton(0.7)) for gap in gaps]
        problem = rebond.Problem(Oscillator(), [0.0, 0.0], [3.0, -1.0], 4.0, contacts, sample_every=0.01)
        result = rebond.run(problem, scheme=rebond.EventAccurate(tolerance=TOLERANCE))
        assert list(result.impacts["contact"]) == list(expected.impacts["contact"])
        assert np.abs(result.impacts["time"] - expected.impacts["time"]).max() < 1e-8
        assert np.abs(result.position - expected.position).max() < 1e-7


class Pendulum(rebond.Model):
    """A point on a rigid rod: M depends on nothing, the gap of a wall bends."""

    dofs = 1
    m, length, g = 0.7, 1.3, 9.81

    def mass(self, q):
        return self.m * self.length ** 2

    def force(self, t, q, v):
        return -self.m * self.g * self.length * math.sin(q[0])

    def energy(self, q, v):
        return 0.5 * self.m * (self.length * v[0]) ** 2, -self.m * self.g * self.length * math.cos(q[0])


def test_a_pendulum_meets_a_moving_wall():
    # The wall at x = −0.2 + 0.1 sin 2t; between impacts the energy is constant.
    gap = rebond.Gap(lambda t, q: 1.3 * math.sin(q[0]) + 0.2 - 0.1 * math.sin(2 * t),
                     lambda t, q: 1.3 * math.cos(q[0]), lambda t, q: -0.2 * math.cos(2 * t), frequency=2.0)
    results = []
    for one, spacing in (gap, 2e-4), (rebond.Gap(gap.value, "differences"), 1.0):
        problem = rebond.Problem(Pendulum(), [0.6], [0.0], 8.0, [rebond.Contact(one, law=rebond.Newton(0.9))],
                                 sample_every=spacing)
        results.append(rebond.run(problem, scheme=rebond.EventAccurate(tolerance=TOLERANCE)))
    result = results[0]
    assert result.status == "ok" and len(result.impacts) > 3
    angle = np.interp(result.impacts["time"], result.time, result.position[:, 0])
    wall = -0.2 + 0.1 * np.sin(2 * result.impacts["time"])
    assert np.abs(1.3 * np.sin(angle) - wall).max() < 1e-3  # interpolation between samples
    assert result.impacts["velocity_after"] == pytest.approx(-0.9 * result.impacts["velocity_before"], rel=1e-9)
    assert abs(result.summary.energy.balance_error) < 1e-9
    assert result.summary.energy.work_of_loads != 0.0
    # By differences it is the same motion, and the summary says how its gradient was found.
    assert results[1].impacts["time"] == pytest.approx(result.impacts["time"], abs=1e-8)
    assert any("by differences" in one for one in results[1].warnings)
    assert not any("by differences" in one for one in result.warnings)


def swung(gap, **options):
    problem = rebond.Problem(Pendulum(), [0.6], [0.0], 8.0, [rebond.Contact(rebond.Gap(gap, **options), law=rebond.Newton(0.9))],
                             sample_every=1.0)
    return problem, rebond.run(problem, scheme=rebond.EventAccurate(tolerance=TOLERANCE))


def test_a_gap_that_takes_complex_numbers_has_exact_derivatives():
    wall = lambda t, q: 1.3 * np.sin(q[0]) + 0.2 - 0.1 * np.sin(2 * t)
    given, exact = swung(wall, gradient=lambda t, q: [1.3 * math.cos(q[0])], drift=lambda t, q: -0.2 * math.cos(2 * t))
    found, result = swung(wall)
    rough, _ = swung(wall, gradient="differences")
    assert (given.gradients, found.gradients, rough.gradients) == (["given"], ["complex step"], ["differences"])
    assert result.impacts["time"] == pytest.approx(exact.impacts["time"], abs=1e-11)  # the tolerance of the flight
    assert result.warnings == ["the gradient of the gap of contact 1 is found by complex step"]


@pytest.mark.parametrize("gap", [
    lambda t, q: 1.3 * math.sin(q[0]) + 0.2,                        # takes real numbers only
    lambda t, q: 1.3 * np.sin(q[0].real) + 0.2,                     # drops what is imaginary
    lambda t, q: 1.3 * np.sin(q[0]) + 0.2 * abs(q[0]) / abs(q[0]) + abs(1.0 + q[0]) - 1.0 - q[0],   # of which abs loses a part
    lambda t, q: float(1.3 * np.sin(q[0]) + 0.2),
    lambda t, q: np.interp(q[0], [-2.0, 2.0], [-2.0, 2.0]) + 0.2,
])
def test_a_gap_that_does_not_is_differentiated_by_differences(gap, recwarn):
    problem, result = swung(gap)
    assert problem.gradients == ["differences"]
    assert result.status == "ok" and len(result.impacts) > 3
    assert result.warnings == ["the gradient of the gap of contact 1 is found by differences"]
    assert not [one for one in recwarn if "Complex" in str(one.category)]


def test_a_gap_that_takes_complex_numbers_only_at_first_goes_on_by_differences():
    def turns(t, q):
        return (1.3 * math.sin(q[0]) if 3.0 < t < 7.9 and not isinstance(q[0], complex) else 1.3 * np.sin(q[0])) + 0.2
    def refuses(t, q):
        if 3.0 < t < 7.9 and np.iscomplexobj(q):
            raise TypeError("no complex numbers here")
        return turns(t, q)
    _, smooth = swung(lambda t, q: 1.3 * np.sin(q[0]) + 0.2)
    problem, result = swung(refuses, moves=False)
    assert problem.gradients == ["complex step"]
    assert result.impacts["time"] == pytest.approx(smooth.impacts["time"], abs=1e-8)


class Block(rebond.Model):
    """A block on a plane: x along it, y above it, pushed along by a spring at x = 1."""

    dofs = 2
    mass = [[2.0, 0.0], [0.0, 2.0]]

    def force(self, t, q, v):
        return [-8.0 * (q[0] - 1.0), -20.0]

    def energy(self, q, v):
        return v[0] ** 2 + v[1] ** 2, 4.0 * (q[0] - 1.0) ** 2 + 20.0 * q[1]


@pytest.mark.parametrize("tangent", [[1.0, 0.0], lambda t, q: [1.0, 0.0]])
def test_friction_stops_a_block_where_coulomb_says(tangent):
    # m ẍ = −k (x − 1) − μ m g sign(ẋ), from rest at x = 0 with k = 8, m = 2, μ m g = 2: half a swing about 1 − ¼
    # to x = 1.5, after π/2 s. There the spring pulls with 4 > 2: back, about 1 + ¼, to x = 1, where it stays.
    contact = rebond.Contact(rebond.Gap.linear([0.0, 1.0]), tangent=tangent, law=rebond.Newton(0.0), friction=0.1)
    problem = rebond.Problem(Block(), [0.0, 0.0], [0.0, 0.0], 4.0, [contact], sample_every=math.pi / 8)
    result = rebond.run(problem, scheme=rebond.EventAccurate(tolerance=TOLERANCE))
    assert result.position[4, 0] == pytest.approx(1.5, abs=1e-6)
    assert result.position[-1, 0] == pytest.approx(1.0, abs=1e-6)
    assert abs(result.velocity[-1, 0]) < 1e-12  # rounding
    assert result.summary.energy.lost_in_friction == pytest.approx(2.0 * (1.5 + 0.5), abs=1e-6)
    assert result.contacts["state"][-1, 0] == 1.0


@pytest.mark.parametrize("law", [rebond.Newton(0.6), rebond.Poisson(0.6), rebond.Stronge(0.6)])
def test_laws_agree_for_one_contact_without_friction(ball, law):
    contact = rebond.Contact(lambda t, q: q[0], law=law)
    result = rebond.run(rebond.Problem(ball, [5.0], [0.0], 1.5, [contact]))
    assert result.impacts["velocity_after"][0] == pytest.approx(6.0, abs=1e-8)


def test_damping_and_loads_are_in_the_energy_balance():
    class Damped(Oscillator):
        def force(self, t, q, v):
            return -self.K @ q - 0.4 * v

    class Loaded(Oscillator):
        load_frequency = 3.0

        def force(self, t, q, v):
            return -self.K @ q + np.array([math.cos(3.0 * t), 0.0])

    result = rebond.run(rebond.Problem(Damped(), [0.1, 0.2], [1.0, 0.0], 3.0))
    energy = result.summary.energy
    assert energy.lost_in_damping == pytest.approx(energy.initial - energy.final, rel=1e-9)
    result = rebond.run(rebond.Problem(Loaded(), [0.1, 0.2], [1.0, 0.0], 3.0))
    energy = result.summary.energy
    assert energy.work_of_loads == pytest.approx(energy.final - energy.initial, rel=1e-8)

    class Told(Damped):
        def power(self, t, q, v):
            return -0.4 * v @ v
    assert rebond.run(rebond.Problem(Told(), [0.1, 0.2], [1.0, 0.0], 3.0)).summary.energy.balance_error == \
        pytest.approx(0.0, abs=1e-10)


def test_derivatives_and_factors_of_the_user_change_the_speed_and_not_the_result():
    class Own(Oscillator):
        calls = 0

        def stiffness(self, t, q, v):
            return -self.K

        def damping(self, t, q, v):
            return np.zeros((2, 2))

        def factor(self, t, q, beta, gamma):
            S = self.mass + beta * self.K
            Own.calls += 1
            return lambda x: np.linalg.solve(S, x)

    contacts = [rebond.Contact(rebond.Gap.linear([1.0, 0.0], 0.3), law=rebond.Newton(0.7))]
    runs = [rebond.run(rebond.Problem(model(), [0.0, 0.0], [3.0, -1.0], 2.0, contacts),
                       scheme=rebond.MoreauJean(step=1e-3)) for model in (Oscillator, Own)]
    assert Own.calls > 0
    assert np.abs(runs[0].position - runs[1].position).max() < 1e-10  # what is left of the solves
    assert rebond.run(rebond.Problem(Own(), [0.0, 0.0], [3.0, -1.0], 2.0, contacts)).status == "ok"


class BlockOnSlope(rebond.Model):
    """On a slope, which its two lower corners touch: friction holds it in four directions, and it has three."""

    dofs = 3

    def __init__(self, slope, mass):
        super().__init__()
        self.slope, self.m = slope, mass

    def mass(self, q):
        return np.diag([self.m, self.m, 0.1])

    def force(self, t, q, v):
        return [self.m * 9.81 * math.sin(self.slope), -self.m * 9.81 * math.cos(self.slope), 0.0]

    def energy(self, q, v):
        height = q[1] * math.cos(self.slope) - q[0] * math.sin(self.slope)
        return 0.5 * self.m * (v[0]**2 + v[1]**2) + 0.05 * v[2]**2, self.m * 9.81 * height


@pytest.mark.parametrize("slope", [0.01, 0.1, 0.15, 0.25, 0.29, 0.3, 0.35])
@pytest.mark.parametrize("mass", [1.0, 2.0, 3.0])
def test_a_block_stays_on_a_slope_that_friction_holds(slope, mass):
    def corner(side):
        return rebond.Contact(gap=rebond.Gap.linear([0.0, 1.0, side * 0.3], -0.2), tangent=[1.0, 0.0, 0.2],
                              law=rebond.Newton(0.0), friction=0.4)  # tan 0.35 = 0.365
    problem = rebond.Problem(BlockOnSlope(slope, mass), [0.0, 0.2, 0.0], [0.0, 0.0, 0.0], 0.2, [corner(1.0), corner(-1.0)])
    result = rebond.run(problem)
    assert result.status == "ok"
    assert np.abs(result.velocity).max() < 1e-12  # rounding


def test_the_result_of_a_problem_is_like_any_other(drop, tmp_path):
    class Drawn(Ball):
        def outline(self, q):
            return [[0.0, q[0]], [0.1, q[0]]]
    result = rebond.run(drop(model=Drawn(), title="a ball"))
    assert result.scene is None and result.summary.title == "a ball"
    assert "energy" in result.plot() and "<html" in result.report()
    result.save(tmp_path / "ball")
    opened = rebond.open(tmp_path / "ball")
    assert np.array_equal(opened.position, result.position) and opened.summary == result.summary
    assert opened.scene is None
    assert len(result.to_dataframe()) == len(result.time)


def test_settings_of_the_run_are_those_of_scenes(drop):
    assert len(rebond.run(drop(sample_every=0.5)).time) == 6
    assert len(rebond.run(drop(duration=1.0)).time) == pytest.approx(1001, abs=1)
    with pytest.raises(rebond.InputError, match="run.duration"):
        drop(duration=-1.0)
    with pytest.raises(rebond.InputError, match="run.sample_every"):
        drop(sample_every=100.0)
    with pytest.raises(rebond.InputError, match="stability limit"):
        rebond.run(rebond.Problem(Oscillator(), [0.0, 0.0], [1.0, 0.0], 3.0), scheme=rebond.PaoliSchatzman(step=1.0))
