"""A failing scene made small: parts go, the run gets shorter, numbers get rounder, as long as it still fails in the same way."""

import copy
import time

import numpy as np

from case_checks import Case, check_alone
from checks import finite
from flights import check_cases
from scene import text_of

ROUNDS = 6
SECONDS = 60.0  # spent on one failure at most


def without_coordinate(scene, i):
    model = scene["model"]
    if model["type"] != "linear" or len(model["mass"]) < 2:
        return None
    other = copy.deepcopy(scene)
    for key in ("mass", "stiffness", "damping"):
        if key in other["model"]:
            other["model"][key] = np.delete(np.delete(other["model"][key], i, 0), i, 1)
    if "force" in other["model"]:
        other["model"]["force"] = np.delete(other["model"]["force"], i)
    for load in other["model"].get("harmonic", []):
        load["amplitude"] = np.delete(load["amplitude"], i)
    for key in other["initial"]:
        other["initial"][key] = np.delete(other["initial"][key], i)
    for contact in other["contact"]:
        for key in ("normal", "tangent"):
            if key in contact:
                contact[key] = np.delete(contact[key], i)
    other["contact"] = [c for c in other["contact"] if all(np.abs(c[key]).max() > 0 for key in ("normal", "tangent") if key in c)]
    return other


def without_entry(scene, path, k):
    """Without the k-th table of a list of tables."""
    other = copy.deepcopy(scene)
    table = other
    for key in path[:-1]:
        table = table.get(key, {})
    if k >= len(table.get(path[-1], [])):
        return None
    del table[path[-1]][k]
    if not table[path[-1]] and path[-1] != "contact":
        del table[path[-1]]
    return other


def without_key(scene, table, key):
    if key not in scene.get(table, {}):
        return None
    other = copy.deepcopy(scene)
    del other[table][key]
    return other


def shorter(scene, factor):
    other = copy.deepcopy(scene)
    other["run"]["duration"] *= factor
    other["run"]["sample_every"] = min(other["run"]["sample_every"], other["run"]["duration"])
    return other


def rounded_number(x, digits):
    return float(f"{x:.{digits - 1}e}")


def rounder(value, digits):
    """All numbers of a table or list with so many digits."""
    if isinstance(value, dict):
        return {key: rounder(v, digits) for key, v in value.items()}
    if isinstance(value, list):
        return [rounder(v, digits) for v in value]
    if isinstance(value, np.ndarray):
        return np.vectorize(lambda x: rounded_number(x, digits), otypes=[float])(value) if value.size else value
    return rounded_number(value, digits) if isinstance(value, float) else value


def simpler(scene):
    """Scenes with one thing less."""
    for k in reversed(range(len(scene.get("contact", [])))):
        yield without_entry(scene, ("contact",), k)
    for k in reversed(range(len(scene["model"].get("ball", [])) if isinstance(scene["model"].get("ball"), list) else 0)):
        yield without_entry(scene, ("model", "ball"), k)
    for key in ("harmonic", "plane", "circle"):
        for k in reversed(range(len(scene["model"].get(key, [])))):
            yield without_entry(scene, ("model", key), k)
    if scene["model"]["type"] == "linear":
        for i in reversed(range(len(scene["model"]["mass"]))):
            yield without_coordinate(scene, i)
    for table, key in (("model", "damping"), ("model", "force"), ("initial", "excitation"), ("model", "floor")):
        yield without_key(scene, table, key)
    for factor in (0.25, 0.5, 0.8):
        yield shorter(scene, factor)
    for digits in (1, 2, 3, 5):
        yield rounder(scene, digits)


def fails_alone(scene, rules, kind, driver, seconds):
    """Whether one run of the scene, by its own scheme, shows the kind."""
    told = driver.run_one(scene, seconds)
    if told["status"] != "ok":
        return {"interrupted": "slow"}.get(told["status"], told["status"]) == kind
    case = Case("", [0], scene, rules)
    for finding in finite(told):
        case.find(finding.kind, finding.detail, scene)
    check_alone(case, told, scene, "x")
    return any(finding.kind.split(":")[0] == kind for finding, _ in case.findings)


def fails_compared(scene, case, wanted, driver, seconds):
    """Whether the scene, with all that it is compared with, shows the kind and label."""
    again = Case(case.family, case.seed, scene, case.rules, case.is_ordinary)
    check_cases([again], driver, seconds, is_thorough=wanted.split(":")[-1] == "reference",
                is_stepping=wanted.startswith("does_not_converge"))
    return any(finding.kind == wanted for finding, _ in again.findings)


ALONE = ("event_failed", "solve_failed", "diverged", "unbalanced", "slow", "hangs", "crashes", "threw", "energy_balance",
         "energy_gained", "penetration", "not_finite", "ends_early", "friction_gained", "coulomb", "does_not_oppose", "creeps")


def still_fails(case, finding, scene, driver, seconds):
    """Whether the scene shows the finding, alone or in what it is compared with."""
    kind = finding.kind.split(":")[0]
    try:
        if kind in ALONE:
            return fails_alone(scene, case.rules, kind, driver, seconds)
        return fails_compared(scene, case, finding.kind, driver, seconds)
    except (KeyError, ValueError, IndexError, np.linalg.LinAlgError, ZeroDivisionError):
        return False  # no scene any more


def reduced(case, finding, scene, driver, seconds):
    """The smallest scene found that fails like `scene`; None if that does not fail again."""
    def fails(other):
        return still_fails(case, finding, other, driver, seconds)

    start = scene
    end = time.monotonic() + SECONDS
    if not fails(start):
        return None
    for _ in range(ROUNDS):
        changed = False
        tried = True
        while tried:  # a change that works may make room for the same again
            tried = False
            for other in simpler(start):
                if time.monotonic() > end:
                    return start
                if other is not None and text_size(other) < text_size(start) and fails(other):
                    start, changed, tried = other, True, True
                    break
        if not changed:
            break
    return start


def text_size(scene):
    """What is to get smaller: the text, and then the duration."""
    duration = scene["run"]["duration"]
    return len(text_of(scene)) + duration / (1.0 + duration)
