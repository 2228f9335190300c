"""What must be true of a run, whatever the scene: each check gives findings, or nothing.

Two runs of one motion may differ by what rounding and the schemes' stated errors become on their way. How much that is, the
runs themselves tell: with every number of the scene changed by PERTURBATION, the motion changes by its *spread*. A
difference is allowed up to FACTOR spreads and FLOOR of the size of the motion. After the spread exceeds CHAOTIC nothing is
compared: the comparison would be blind there, and the campaign counts how often it was.

Stated errors: `event_accurate` 10⁻¹² of the motion a step (its tolerance squared), `event_modal` rounding.
"""

import re
from collections import namedtuple

import numpy as np

PERTURBATION = 1e-11
FACTOR = 50.0
FLOOR = 1e-9
# Where a stop is grazed, as the family of that name does, and by what comes back to it after e = 0: 10⁻¹² comes under a square
# root.
GRAZING_FLOOR = 1e-6
CHAOTIC = 1e-5
BALANCE = 1e-9       # of the energies that took part: a thousand steps of 10⁻¹² each
PENETRATION = 1e-10  # of the lengths that gaps are differences of: rounding, accumulated along a lasting contact
MOMENTUM = 1e-10
FRICTION = 1e-10     # of the largest impulse or the fastest sliding: rounding of integrals over steps
# Impacts: the last bounce that is completed gives its rebound back, and not the friction of that.
IMPACT_FRICTION = 1e-5

Finding = namedtuple("Finding", "kind detail")
# joined_speed: of coordinates, up to which a reference could not tell impacts in turn from impacts together
Motion = namedtuple("Motion", "t q v joined_speed", defaults=[0.0])


def motion(told, back=None):
    """The samples of a run, as the base scene would have them."""
    samples, final = told["samples"], told["final"]
    if samples[-1][0] < final["time"]:
        samples = [*samples, [final["time"], final["position"], final["velocity"]]]
    t = np.array([s[0] for s in samples])
    q = np.array([s[1] for s in samples])
    v = np.array([s[2] for s in samples])
    return Motion(*(back(t, q, v) if back else (t, q, v)))


def sizes(base):
    """The length and the speed that differences are measured by."""
    return (np.abs(base.q - base.q[0]).max() + 1e-3 * np.abs(base.q).max()) or 1.0, np.abs(base.v).max() or 1.0


def differences(base, other, length, speed):
    """At each sample of `base` that `other` has too: its number, and the difference as a part of the motion."""
    nearest = np.clip(np.searchsorted(other.t, base.t), 1, len(other.t) - 1) if len(other.t) > 1 else np.zeros(len(base.t), int)
    nearest = np.where(np.abs(other.t[nearest - 1] - base.t) < np.abs(other.t[nearest] - base.t), nearest - 1, nearest)
    common = np.flatnonzero(np.abs(other.t[nearest] - base.t) <= 1e-9 * base.t[-1])
    other_q, other_v = other.q[nearest[common]], other.v[nearest[common]]
    apart = np.maximum(np.abs(other_q - base.q[common]).max(axis=1) / length,
                       np.abs(other_v - base.v[common]).max(axis=1) / speed)
    return common, np.where(np.isfinite(apart), apart, np.inf)


def spread(base, perturbed, length, speed):
    """How far apart motions are at each sample of `base`, or have been before."""
    widest = np.zeros(len(base.t))
    for other in perturbed:
        common, apart = differences(base, other, length, speed)
        missing = np.ones(len(base.t), bool)
        missing[common] = False
        widest = np.maximum(widest, np.where(missing, np.inf, 0.0))
        widest[common] = np.maximum(widest[common], apart)
    return np.maximum.accumulate(widest)


def agree(base, other, widest, length, speed, factor=FACTOR, floor=FLOOR):
    """The worst difference over what is allowed, (ratio, time, difference); None where the first sample is all there is."""
    common, apart = differences(base, other, length, speed)
    seen = widest[common] <= CHAOTIC
    if seen[common > 0].sum() == 0:
        return None
    ratio = apart[seen] / (floor + factor * widest[common][seen])
    worst = int(ratio.argmax())
    return ratio[worst], base.t[common][seen][worst], apart[seen][worst]


def are_same(base, other):
    """To the last bit."""
    return base.q.shape == other.q.shape and all(np.array_equal(a, b) for a, b in zip(base, other))


# ---------------------------------------------------------------- of one run


def energy_size(energy):
    return sum(abs(energy[key] or 0.0) for key in ("initial", "final", "max", "min", "lost_in_impacts", "work_of_loads",
                                                    "lost_in_damping", "lost_in_friction"))


def balance(told, forces=0.0, fall=0.0, limit=BALANCE):
    """Constant loads of the size `forces` [N] could move the body by `fall` [m]: what rounding makes of that is no error.

    Nor is their work over the length that the run says its gaps are known to, or over the rounding of gaps at each impact.
    """
    energy = told["energy"]
    size = energy_size(energy) + 1e-3 * forces * told["reach"] + 1e-6 * forces * fall
    error = energy["balance_error"]
    rounding = 10 * stated_rounding(told) + 4 * np.finfo(float).eps * (told["impacts"]["count"] or 0) * told["reach"]
    if error is None or not abs(error) <= limit * size + forces * rounding:
        yield Finding("energy_balance", f"balance_error {error} J of {size:.6g} J")
    if energy["lost_in_impacts"] is not None and energy["lost_in_impacts"] < -limit * size:
        yield Finding("energy_gained", f"impacts gave {-energy['lost_in_impacts']} J of {size:.6g} J")
    elif told["friction"]["gained"] > limit * size:
        yield Finding("energy_gained", f"impacts of one instant gave {told['friction']['gained']} J of {size:.6g} J")
    if (energy["lost_in_friction"] or 0.0) < -limit * size - 1e-13 * forces * fall:  # rounding of what loads could do
        yield Finding("friction_gained", f"sliding gave {-energy['lost_in_friction']} J of {size:.6g} J")


def friction(told, fall):
    """Coulomb's law: |T| ≤ μN, friction that opposes sliding, nothing that creeps while it sticks.

    Where loads could move the body by `fall` [m] and it hardly moves, velocities are rounding of what they do in a run.
    """
    seen = told["friction"]
    still = FRICTION * seen["fastest"] + 1e-12 * fall / told["duration"]
    if seen["coulomb_of_impacts"] > IMPACT_FRICTION:
        yield Finding("coulomb", f"|T| exceeds μN by {seen['coulomb_of_impacts']:.3g} of the largest impulse, in an impact")
    if told["scheme"] != "event_accurate":
        return
    if seen["coulomb"] > FRICTION:
        yield Finding("coulomb", f"|T| exceeds μN by {seen['coulomb']:.3g} of the largest impulse")
    if seen["opposes"] > FRICTION:
        yield Finding("does_not_oppose", f"T is not −μN sgn u by {seen['opposes']:.3g} of the largest impulse")
    if seen["slides_back"] > still:
        yield Finding("does_not_oppose", f"slides against its direction with {seen['slides_back']:.3g} m/s of {seen['fastest']:.3g} m/s")
    if seen["creeps"] > still:
        yield Finding("creeps", f"slides with {seen['creeps']:.3g} m/s of {seen['fastest']:.3g} m/s while it sticks")


def flipped(base, other, allowed):
    """Impulses in a run whose tangents point the other way; `allowed` is a part of the normal ones.

    Of all contacts together: how those that are redundant share them is not unique. Which bounce is the last is a matter of rounding, and its impulses differ as those of impacts may.
    """
    allowed = max(allowed, IMPACT_FRICTION)
    if not base["received"]:
        return
    a, b = np.sum(base["received"], axis=0), np.sum(other["received"], axis=0) * [1.0, -1.0]
    apart = np.abs(a - b).max() / (np.abs(a).max() or 1.0)
    if not apart <= allowed:
        yield Finding("not_flipped", f"impulses differ by {apart:.3g} of the normal ones")


def stated_number(told, pattern):
    """That a warning of the run states; zero if none does."""
    found = (re.search(pattern, warning) for warning in told.get("warnings", []))
    return max((float(match.group(1)) for match in found if match), default=0.0)


def stated_rounding(told):
    """That the run says its gaps have [m]."""
    return stated_number(told, r"gaps are known to (\S+) m")


def penetration(told, fall=0.0):
    largest = max(map(abs, told["final"]["position"]))
    if told["deepest"] < -PENETRATION * (told["reach"] + largest + 1e-4 * fall) - 10 * stated_rounding(told):
        yield Finding("penetration", f"a gap of {told['deepest']:.3g} m, lengths of {told['reach']:.3g} m")


def symmetry(told):
    """Of coordinates that are alike, to 10⁻⁸ of the motion: impacts make rounding larger, not as large as that."""
    base = motion(told)
    length, speed = sizes(base)
    apart = max(np.ptp(base.q, axis=1).max() / length, np.ptp(base.v, axis=1).max() / speed)
    if not apart <= 1e-8:
        yield Finding("asymmetric", f"coordinates that are alike are {apart:.3g} of the motion apart")


def finite(told):
    final = told["final"]
    if any(x is None for x in final["position"] + final["velocity"]):
        yield Finding("not_finite", "status ok with a state that is not finite")
    if not abs(final["time"] - told["duration"]) <= 1e-9 * told["duration"]:
        yield Finding("ends_early", f"status ok at {final['time']} of {told['duration']} s")


def momentum(base, masses):
    """Of bodies that nothing else touches; `masses` is a matrix whose rows weigh velocities."""
    p = base.v @ masses.T
    size = np.abs(base.v) @ np.abs(masses.T)
    off = np.abs(p - p[0]).max() / size.max()
    if off > MOMENTUM:
        yield Finding("momentum", f"changes by {off:.3g} of itself")
