"""What is wrong with a user's functions is found before the first step, with the number and the coordinate."""

import math

import numpy as np
import pytest

import rebond


class Two(rebond.Model):
    """Two masses on springs, right in all that the tests do not spoil."""

    dofs = 2

    def mass(self, q):
        return [[1.0, 0.2], [0.2, 3.0]]

    def force(self, t, q, v):
        return [-4.0 * q[0], -9.0 * q[1]]

    def energy(self, q, v):
        return (0.5 * v[0] ** 2 + 0.2 * v[0] * v[1] + 1.5 * v[1] ** 2, 2.0 * q[0] ** 2 + 4.5 * q[1] ** 2)


def state(contacts=(), **spoilt):
    model = type("Two", (Two,), spoilt)()
    return rebond.Problem(model, [0.1, 0.2], [1.0, 0.0], 1.0, contacts)


def test_the_model_is_right_unless_spoilt():
    assert rebond.run(state()).status == "ok"


@pytest.mark.parametrize("spoilt, words", [
    ({"mass": lambda self, q: [[1.0, 0.3], [0.2, 3.0]]}, r"mass\(q\): row 1, column 0 is 0.2.*0.3.*symmetric"),
    ({"mass": lambda self, q: [[1.0, 2.0], [2.0, 3.0]]}, r"the pivot of coordinate 1 is -1: expected a positive"),
    ({"mass": np.array([[0.0, 0.0], [0.0, 1.0]])}, r"the pivot of coordinate 0 is 0"),
    ({"mass": lambda self, q: [1.0, 3.0]}, r"mass\(q\) returned an array of shape \(2,\): expected \(2, 2\)"),
    ({"mass": np.eye(3)}, r"mass: an array of shape \(3, 3\): expected \(2, 2\)"),
    ({"mass": [[1.0, math.nan], [0.0, 1.0]]}, r"mass: row 0, column 1 is nan"),
    ({"mass": "heavy"}, r"mass: expected a function or an array"),
    ({"mass": lambda self, q: [[1.0, math.inf], [math.inf, 1.0]]}, r"mass\(q\) returned inf at row 0, column 1"),
    ({"force": lambda self, t, q, v: [1.0]}, r"force\(t, q, v\) returned an array of shape \(1,\)"),
    ({"force": lambda self, t, q, v: None}, r"force\(t, q, v\) returned None"),
    ({"force": lambda self, t, q, v: "weight"}, r"force\(t, q, v\) returned 'weight'"),
    ({"force": lambda self, t, q, v: [0.0, math.nan]}, r"force\(t, q, v\) returned nan at coordinate 1"),
    ({"force": lambda self, t, q, v: [-4.0 * q[0], -8.0 * q[1]]}, r"coordinate 1 is -1.6 at rest.* says -1.8"),
    ({"force": lambda self, t, q, v: [4.0 * q[0], -9.0 * q[1]]}, r"coordinate 0 is 0.4 at rest.* says -0.4"),
    ({"force": lambda self, t, q, v: [-4.0 * q[0], -9.0 * q[1] + 0.5 * v[1]]},
     r"with coordinate 1 moving at 1, the energy grows at 0.5 W"),
    ({"power": lambda self, t, q, v: -v[0] ** 2}, r"power\(t, q, v\): with coordinate 0 moving at 1, it is -1 W"),
    ({"energy": lambda self, q, v: (0.5 * v[0] ** 2 + 0.2 * v[0] * v[1] + 3.0 * v[1] ** 2, 0.0)},
     r"kinetic energy of coordinate 1 moving at 1 is 3 J: expected 1.5 J"),
    ({"energy": lambda self, q, v: 1.0}, r"energy\(q, v\) returned 1.0: expected \(kinetic, potential\)"),
    ({"energy": lambda self, q, v: (1.0, None)}, r"energy\(q, v\) returned None"),
    ({"energy": None}, r"Two has no energy"),
    ({"dofs": 2.5}, r"dofs = 2.5"), ({"dofs": 0}, r"dofs = 0"), ({"dofs": True}, r"dofs = True"),
    ({"dofs": 3}, r"position: 2 numbers: expected 3"),
])
def test_a_body_whose_functions_do_not_belong_together_is_refused(spoilt, words):
    with pytest.raises(rebond.InputError, match=words):
        state(**spoilt)


@pytest.mark.parametrize("contact, words", [
    (lambda: rebond.Contact(lambda t, q: q[0] + 1.0, lambda t, q: [1.0, 0.5]),
     r"contact 1: coordinate 1 of the gradient is 0.5, and differences of the gap say -?\d"),
    (lambda: rebond.Contact(lambda t, q: q[0] + 1.0, lambda t, q: [1.0]), r"gradient\(t, q\) of contact 1 returned an array"),
    (lambda: rebond.Contact(lambda t, q: q[0] + 1.0, "complex"), r'expected a function of \(t, q\) or "differences"'),
    (lambda: rebond.Contact(lambda t, q: [1.0, 2.0]), r"gap\(t, q\) of contact 1 returned an array of shape \(2,\)"),
    (lambda: rebond.Contact(lambda t, q: math.nan), r"gap\(t, q\) of contact 1 returned nan"),
    (lambda: rebond.Contact(lambda t, q: 1.0), r"the gap depends on no coordinate"),
    (lambda: rebond.Contact(lambda t, q: q[0] - 1.0), r"no contact violated at the start.*contact 1.* -0.9"),
    (lambda: rebond.Contact(3.0), r"gap: expected a function"),
    (lambda: rebond.Contact(lambda t, q: q[0], law="newton"), r"law: expected Newton"),
    (lambda: rebond.Contact(lambda t, q: q[0], law=rebond.Newton(1.5)), r"impact.restitution = 1.5"),
    (lambda: rebond.Contact(lambda t, q: q[0], friction=-0.1), r"impact.friction = -0.1"),
    (lambda: rebond.Contact(lambda t, q: q[0], tangent=[1.0]), r"contact 1, tangent: 1 numbers: expected 2"),
    (lambda: rebond.Contact(lambda t, q: q[1] + 1.0, tangent=[0.0, 1.0], friction=0.3),
     r"contact 1, tangent: .*expected a direction of its own: it is parallel to the normal of contact 1"),
    (lambda: rebond.Contact(rebond.Gap.linear([1.0, -2.0], 1.0), tangent=lambda t, q: [-3.0, 6.0], friction=0.3, name="heel"),
     r"heel, tangent: .*parallel to the normal of heel"),
    (lambda: rebond.Contact(lambda t, q: q[0], tangent=lambda t, q: [0.0, 0.0]), r"expected a direction"),
    (lambda: rebond.Contact(rebond.Gap.linear([0.0, 0.0])), r"normal: expected a number that is not zero"),
    (lambda: rebond.Contact(rebond.Gap(lambda t, q: q[0], length=0.0)), r"length"),
])
def test_a_contact_that_cannot_be_is_refused(contact, words):
    with pytest.raises(rebond.InputError, match=words):
        state([contact()])


def test_friction_needs_a_direction():
    with pytest.raises(rebond.InputError, match="contact 1: friction = 0.3 and no tangent"):
        state([rebond.Contact(lambda t, q: q[0] + 1.0, friction=0.3)])
    assert state([rebond.Contact(lambda t, q: q[0] + 1.0, tangent=[0.0, 1.0], friction=0.3)])


def test_friction_of_one_coordinate_does_nothing_and_says_so(ball):
    results = [rebond.run(rebond.Problem(ball, [5.0], [0.0], 2.5, [rebond.Contact(lambda t, q: q[0], friction=one)]))
               for one in (0.0, 0.3)]
    assert np.array_equal(results[0].position, results[1].position)
    assert any("no direction to slide in" in one for one in results[1].warnings)


def test_a_start_that_is_no_start_is_refused():
    for position, velocity in ([0.1], [0.0, 0.0]), ([0.1, math.nan], [0.0, 0.0]), (["a", 1], [0.0, 0.0]), \
            ([[0.1, 0.2]], [0.0, 0.0]), ([0.1, 0.2], [0.0]):
        with pytest.raises(rebond.InputError, match="position|velocity"):
            rebond.Problem(Two(), position, velocity, 1.0)
    with pytest.raises(rebond.InputError, match="expected a rebond.Model"):
        rebond.Problem(object(), [0.0], [0.0], 1.0)
    with pytest.raises(rebond.InputError, match="expected rebond.Contact"):
        rebond.Problem(Two(), [0.1, 0.2], [0.0, 0.0], 1.0, [3])
