"""One random scene compared with everything that is known of it: its case.

A *flight* is one run of a scene by one scheme, from its start to its end, however it ends. A case takes some ten flights: the
scene itself (the base), by event_accurate unless the family is about another scheme; two with all numbers perturbed; and its
variants. Of some cases time stepping is refined until it agrees with the base, and the reference is run.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

import checks
from checks import Finding
from linear_reference import NotCovered
from scene import with_scheme

MOST_STEPS = 400_000
BESIDE = 1e-7  # of the numbers of a scene: what errors of the reference may become before they tip a grazing
MOST_QUICK_TURNS = 10
SHORTER = (1.3, 1.7, 2.3)  # times as many steps that commit other errors of the size that is stated
OWN_ERRORS = 4.0     # of which FACTOR / OWN_ERRORS are allowed
BROKEN = ("hangs", "crashes", "threw", "invalid")


@dataclass
class Case:
    family: str
    seed: list
    scene: dict
    rules: object
    is_ordinary: bool = True
    flights: int = 0
    findings: list = field(default_factory=list)  # (Finding, scene): the one that fails alone, or that of the case
    refused: Counter = field(default_factory=Counter)
    compared: Counter = field(default_factory=Counter)
    declined: int = 0  # event_modal said that the scene is not for it, and named event_accurate
    told: dict = None  # of the base
    takes_turns: bool = False  # impacts of the base come in turn, almost at once: time stepping resolves them together
    slow: int = 0    # not done in time, in silence
    long: int = 0    # not done in time either, and said why
    warned: int = 0  # flights that said that rounding decides

    def find(self, kind, detail, scene):
        self.findings.append((Finding(kind, detail), scene))

    def take(self, told, scene, label):
        """Counts how a flight ended; whether it is ok."""
        self.flights += 1
        status = told["status"]
        self.warned += is_decided_by_rounding(told)
        if status == "ok":
            for finding in checks.finite(told):
                self.find(f"{finding.kind}:{label}", finding.detail, scene)
            return True
        if status == "interrupted" and says(told, "impacts were computed one by one"):
            self.long += 1
        elif status == "interrupted":
            self.slow += 1
            self.find(f"slow:{label}", f"not done after {told['seconds']:.1f} s", scene)
        elif status in BROKEN:
            self.find(f"{status}:{label}", str(told.get("reason")), scene)
        elif label == "modal" and "event_accurate" in str(told["reason"]):
            self.declined += 1
        else:
            self.refused[f"{label}: {without_numbers(told['reason'])}"] += 1
            self.find(f"{status}:{label}", told["reason"], scene)
        return False


def says(told, words):
    return any(words in warning for warning in told.get("warnings", []))


def is_decided_by_rounding(told):
    """Whether a run says that rounding has decided, so that its motion may be another one."""
    return says(told, "rounding decided")


def stated(case, told, length, speed):
    """The part of the motion that low bounces leave uncertain.

    Bounces up to a height H that the run states have a speed of √(2aH). All others are followed down to rounding of the gap.
    What their last speed was, the driver tells, and no more than CHAOTIC of the motion is taken for that; it matters to other
    contacts alone.
    """
    height = max(stated_height(told), checks.stated_rounding(told))
    contacts = case.scene.get("contact", [])
    is_alone = len(contacts) == 1 and "tangent" not in contacts[0]
    settled = 0.0 if is_alone else min(told["settled_speed"] / speed, checks.CHAOTIC)
    return 10.0 * np.sqrt(height / length) + 3.0 * settled


def stated_height(told):
    """Of bounces that were taken as rest [m]."""
    return checks.stated_number(told, r"bounces lower than (\S+) m were taken as rest")


def without_numbers(reason):
    return " ".join(word for word in str(reason).split() if not any(c.isdigit() for c in word))[:90]


def scheme_of(scene):
    return scene.get("scheme", {}).get("type", "event_accurate")


def rng_of(case, purpose):
    return np.random.default_rng([*case.seed, purpose])


def check_alone(case, told, scene, label):
    fall = case.rules.fall(scene)
    alone = [*checks.balance(told, case.rules.forces(scene), fall, case.rules.balance_limit)]
    if case.rules.is_rigid:
        alone += checks.penetration(told, fall)
    alone += case.rules.alone(told, scene)
    for finding in alone:
        case.find(f"{finding.kind}:{label}", finding.detail, scene)


def check_base(case, told):
    """The base run by itself; its motion, or None."""
    scheme = scheme_of(case.scene)
    if not case.take(told, case.scene, scheme):
        return None
    check_alone(case, told, case.scene, scheme)
    case.told = told
    case.takes_turns = told["quick_turns"] > MOST_QUICK_TURNS
    base = checks.motion(told)
    if not np.isfinite(base.v).all() or not np.isfinite(base.q).all():
        return None
    rows = case.rules.conserved(case.scene)
    if rows is not None:
        for finding in checks.momentum(base, rows):
            case.find(finding.kind, finding.detail, case.scene)
        case.compared["momentum"] += 1
    return base


def variants_of(case, base):
    """The second round of flights: perturbed ones, then variants, as (label, scene, back)."""
    length, speed = checks.sizes(base)
    rng = rng_of(case, 1)
    for _ in range(2):
        scene, back = case.rules.perturbed(case.scene, rng, checks.PERTURBATION, length, speed)
        yield "perturbed", scene, back
    if case.rules.has_hidden_modes:
        for part in SHORTER:
            shorter = case.scene["run"]["duration"] / (part * case.told["steps"])
            yield "other_steps", with_scheme(case.scene, {"type": "event_accurate", "step": shorter}), None
    yield from case.rules.variants(case.scene, base, rng)


def floor_of(case, length):
    """The part of the motion by which runs may always differ.

    What is grazed is known to the rounding of all lengths that its gap has been the difference of, sampled or not; a body that
    loads in balance hardly move, to the rounding of what each of them would do in the run.
    """
    balanced = 4 * np.finfo(float).eps * case.rules.fall(case.scene) / length
    common = case.scene["impact"].get("restitution", 1.0)
    found = [contact.get("restitution", common) for contact in case.scene.get("contact", [{}])]
    if 0.0 not in found and case.family != "grazing":
        return checks.FLOOR + balanced
    return checks.GRAZING_FLOOR * np.sqrt(max(case.told["reach"] / length, 1.0)) + balanced


def check_variants(case, base, flown, driver, seconds):
    """`flown` are (label, scene, back, told)."""
    length, speed = checks.sizes(base)
    perturbed, others = [], []
    is_decided = is_decided_by_rounding(case.told)
    uncertain = stated(case, case.told, length, speed)
    own_error = np.zeros(len(base.t))
    for label, scene, back, told in flown:
        if label == "perturbed" and told["status"] == "invalid":
            continue
        if not case.take(told, scene, label):
            continue
        if label == "other_steps":
            own_error = np.maximum(own_error, checks.spread(base, [checks.motion(told)], length, speed))
            continue
        if label == "perturbed":
            perturbed.append(checks.motion(told, back))
            continue
        check_alone(case, told, scene, label)
        other = checks.motion(told, back)
        if label in case.rules.exact and not checks.are_same(base, other):  # chance falls alike on equal numbers
            case.find(f"other_bits:{label}", "a change that rounds nothing gives another motion", case.scene)
        if is_decided or is_decided_by_rounding(told):
            case.compared["decided by chance"] += 1
        else:
            others.append((label, other, max(uncertain, stated(case, told, length, speed))))
    if not perturbed or is_decided:
        return None
    widest = np.maximum(checks.spread(base, perturbed, length, speed), own_error / OWN_ERRORS)
    for label, scene, _, told in flown:
        if label in case.rules.flips and told["status"] == "ok" and widest[-1] <= checks.CHAOTIC:
            for finding in checks.flipped(case.told, told, floor_of(case, length) + uncertain + checks.FACTOR * widest[-1]):
                case.find(f"{finding.kind}:{label}", finding.detail, case.scene)
    for label, other, uncertainty in others:
        floor = floor_of(case, length) + uncertainty
        verdict, widest = verdict_on(case, base, other, widest, floor, driver, seconds)
        case.compared[label if verdict else "blind"] += 1
        if verdict and verdict[0] > 1.0:
            case.find(f"differs:{label}", f"by {verdict[2]:.3g} of the motion at t = {verdict[1]:.6g} s, "
                      f"{verdict[0]:.3g} times what is allowed", case.scene)
    case.compared["samples compared"] += int((widest <= checks.CHAOTIC).sum())
    case.compared["samples too sensitive to compare"] += int((widest > checks.CHAOTIC).sum())
    return widest


def verdict_on(case, base, other, widest, floor, driver, seconds):
    """What `agree` says of another motion, None if it is blind, and the spread it was said by: of more runs where it differs."""
    length, speed = checks.sizes(base)
    verdict = checks.agree(base, other, widest, length, speed, floor=floor)
    if verdict and verdict[0] > 1.0:
        widest = more_perturbed(case, base, widest, driver, seconds)
        verdict = checks.agree(base, other, widest, length, speed, floor=floor)
    return verdict, widest


def more_perturbed(case, base, widest, driver, seconds):
    """The spread with forty more perturbed runs, for half of them ten times as far.

    So many, since bounces that decay leave motions alike that were chaotic before: that one of six goes elsewhere is seen by
    few runs.
    """
    length, speed = checks.sizes(base)
    rng = rng_of(case, 2)
    scenes = [case.rules.perturbed(case.scene, rng, size, length, speed)
              for size in [checks.PERTURBATION] * 20 + [10 * checks.PERTURBATION] * 20]
    told = driver.run([scene for scene, _ in scenes], seconds)
    case.flights += len(scenes)
    motions = [checks.motion(t, back) for t, (_, back) in zip(told, scenes) if t["status"] == "ok"]
    return np.maximum(widest, checks.spread(base, motions, length, speed)) if motions else widest


def is_outvoted(case, base, other, until, driver, seconds):
    """Whether Moreau–Jean with small steps is much nearer to the base than to the reference: then that one is wrong."""
    if not hasattr(case.rules, "steppers") or case.scene["impact"].get("law", "newton") != "newton":
        return False
    scheme = {"type": "moreau_jean", "activation": "predicted", "step": case.scene["run"]["sample_every"] / 400_000}
    told = driver.run_one(with_scheme(case.scene, scheme), 10 * seconds)
    case.flights += 1
    if told["status"] != "ok":
        return False
    third = checks.motion(told)
    count = int(min((base.t <= until * (1 + 1e-9)).sum(), len(other.t), len(third.t)))
    to_base, to_other = (np.abs(third.q[:count] - q[:count]).max() for q in (base.q, other.q))
    return to_base < 0.2 * to_other


def is_beside_another_motion(case, base, other, driver, seconds):
    """Whether numbers within BESIDE of the scene's have the motion of the reference: it is on the other side of a grazing."""
    length, speed = checks.sizes(base)
    rng = rng_of(case, 6)
    scenes = [case.rules.perturbed(case.scene, rng, size, length, speed) for size in [0.1 * BESIDE] * 12 + [BESIDE] * 12]
    told = driver.run([scene for scene, _ in scenes], seconds)
    case.flights += len(scenes)
    apart = [checks.differences(checks.motion(t, back), other, length, speed)[1].max()
             for t, (_, back) in zip(told, scenes) if t["status"] == "ok"]
    return bool(apart) and min(apart) < 0.01 * checks.differences(base, other, length, speed)[1].max()


def check_reference(case, base, widest, driver, seconds):
    length, speed = checks.sizes(base)
    try:
        with np.errstate(all="ignore"):  # trials of the reference's own methods; what is not finite it refuses
            other = case.rules.reference(case.scene)
    except (NotCovered, RuntimeError, ArithmeticError, np.linalg.LinAlgError):  # or its own methods do not converge
        case.compared["reference_not_covered"] += 1
        return
    floor = floor_of(case, length) + stated(case, case.told, length, speed) + other.joined_speed / speed
    verdict, _ = verdict_on(case, base, other, widest, floor, driver, seconds)
    case.compared["reference" if verdict else "blind"] += 1
    if verdict is None:
        return
    if verdict[0] > 1.0 and is_outvoted(case, base, other, verdict[1], driver, seconds):
        case.compared["reference outvoted"] += 1
    elif verdict[0] > 1.0 and is_beside_another_motion(case, base, other, driver, seconds):
        case.compared["beside another motion"] += 1
    elif verdict[0] > 1.0:
        case.find("differs:reference", f"by {verdict[2]:.3g} of the motion at t = {verdict[1]:.6g} s, "
                  f"{verdict[0]:.3g} times what is allowed", case.scene)


def is_other_for_total_impulses(told):
    """Whether the laws of single impacts and of time steps differ: sliding that reversed, e that was lowered, Painlevé's paradox."""
    contacts = told["contacts"]
    return any(contacts[key] for key in ("reversals", "jams", "indeterminate")) or says(told, "would have added energy")


def check_stepping(case, base, widest, driver, seconds):
    """One scheme of fixed steps h, refined by four until its positions agree with the base or their error has fallen enough.

    Errors of first order fluctuate with where in a step an impact falls, so no single ratio is asked for. Enough is an error
    below a fifth of the largest seen, below 10⁻⁴ of the motion, or below what ten steps' way at every impact becomes by the
    measured sensitivity, at most 3·10⁻³. Where that is more than the error even with the smallest steps, they tell nothing;
    nor where two contacts have impacts within less than ten of them, which resolve both together.
    """
    kinds, step = case.rules.steppers(case.scene)
    if case.takes_turns:
        case.compared["takes turns: not for time stepping"] += 1
        return
    if case.scene["impact"].get("law", "newton") != "newton":
        return
    if is_other_for_total_impulses(case.told):
        case.compared["by another law in time steps"] += 1
        return
    scheme = dict(kinds[rng_of(case, 3).integers(len(kinds))])
    label = scheme["type"] + ("_resolved" if "substep" in scheme else "")
    every, duration = case.scene["run"]["sample_every"], case.scene["run"]["duration"]
    length, speed = checks.sizes(base)
    seen = widest <= 1e-7
    sensitivity = widest[seen].max(initial=0.0) / checks.PERTURBATION
    errors = []
    count = int(np.ceil(every / step))
    while count * duration / every < MOST_STEPS:
        scene = with_scheme(case.scene, {**scheme, "step": every / count})
        told = driver.run_one(scene, 10 * seconds)
        if told["status"] in ("diverged", "unbalanced") and count < 16 * every / step:
            count *= 4
            case.flights += 1
            continue  # too large a step said so itself
        if not case.take(told, scene, label):
            return
        other = checks.motion(told)
        samples = min(len(other.t), len(base.t))
        off = np.abs(other.q[:samples] - base.q[:samples]).max(axis=1) / length
        errors.append(off[seen[:samples]].max(initial=0.0))
        way = 10 * told["impacts"]["count"] * speed * every / count / length
        if errors[-1] < max(1e-4, min(way * sensitivity, 3e-3)) or (len(errors) > 2 and errors[-1] < 0.2 * max(errors)):
            case.compared[label] += 1
            return
        count *= 4
    if case.told["shortest_turn"] < 10 * duration / MOST_STEPS:
        case.compared["two contacts at once: not for time stepping"] += 1
    elif len(errors) > 2 and errors[-1] > way * sensitivity:
        case.find(f"does_not_converge:{label}", f"errors {', '.join(f'{e:.2g}' for e in errors)} at steps a fourth each", case.scene)
    else:
        case.compared["too_long_to_refine"] += 1
