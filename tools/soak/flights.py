"""Random flights: cases in batches, checked, counted, and their failures written down.

A case is known by its seed, [campaign seed, number of its family, number of the case]: the same seed gives the same scene, the
same variants and the same verdict.
"""

import time
from collections import Counter, defaultdict

import numpy as np

from case_checks import Case, check_base, check_reference, check_stepping, check_variants, scheme_of, variants_of
from failures import write_failures
from families import FAMILIES

BATCH = 40
STEPPING_SHARE = 0.05  # of the ordinary cases, in which a scheme of fixed steps is refined
ORDINARY = {family.name for family in FAMILIES if family.is_ordinary}


class Tally:
    """Counts by family."""

    def __init__(self):
        self.flights = Counter()
        self.cases = Counter()
        self.slow = Counter()
        self.long = Counter()
        self.warned = Counter()
        self.declined = Counter()
        self.wrong = defaultdict(Counter)
        self.refused = defaultdict(Counter)
        self.compared = defaultdict(Counter)
        self.seconds = Counter()

    def add(self, case):
        name = case.family
        self.cases[name] += 1
        self.flights[name] += case.flights
        self.slow[name] += case.slow
        self.long[name] += case.long
        self.warned[name] += case.warned
        self.declined[name] += case.declined
        self.refused[name] += case.refused
        self.compared[name] += case.compared
        for finding, _ in case.findings:
            if is_wrong(finding.kind):
                self.wrong[name][finding.kind] += 1

    def as_dict(self):
        return {name: {"is_ordinary": name in ORDINARY, "cases": self.cases[name], "flights": self.flights[name], "slow": self.slow[name],
                       "declined": self.declined[name], "long": self.long[name], "warned": self.warned[name],
                       "wrong": dict(self.wrong[name]), "refused": dict(self.refused[name]),
                       "compared": dict(self.compared[name]), "seconds": round(self.seconds[name], 1)}
                for name in self.cases}


def is_wrong(kind):
    """Whether a finding is an answer that is not right, as against none at all or a late one."""
    return not kind.startswith(("slow:", "event_failed:", "solve_failed:", "diverged:", "unbalanced:"))


def case_of(family, seed):
    return Case(family.name, seed, family.make(np.random.default_rng(seed)), family.rules, family.is_ordinary)


def check_cases(cases, driver, seconds, is_thorough=False, is_stepping=False):
    """Two rounds of flights for all, and a third for some, or for all if told so."""
    told = driver.run([case.scene for case in cases], seconds)
    second = []
    for case, base_told in zip(cases, told):
        base = check_base(case, base_told)
        if base is not None and len(base.t) > 1:
            second.append((case, base, list(variants_of(case, base))))
    answers = iter(driver.run([scene for _, _, variants in second for _, scene, _ in variants], seconds))
    for case, base, variants in second:
        flown = [(*variant, next(answers)) for variant in variants]
        widest = check_variants(case, base, flown, driver, seconds)
        chance = np.random.default_rng([*case.seed, 4]).random(2)
        if widest is None:
            continue
        if (is_thorough or chance[0] < case.rules.reference_share) and hasattr(case.rules, "reference"):
            check_reference(case, base, widest, driver, seconds)
        is_accurate = scheme_of(case.scene) == "event_accurate"
        if (is_stepping or chance[1] < STEPPING_SHARE) and case.is_ordinary and is_accurate and hasattr(case.rules, "steppers"):
            check_stepping(case, base, widest, driver, seconds)


def fly(driver, seed, minutes, folder, names=None, most_cases=None, first=0):
    """Random cases of all families for a while, in proportion to their shares; the tally."""
    chosen = [family for family in FAMILIES if not names or family.name in names]
    tally, written = Tally(), Counter()
    following = Counter({family.name: first for family in chosen})
    end = time.monotonic() + 60 * minutes
    debt = {family.name: 0.0 for family in chosen}
    while time.monotonic() < end:
        for family in chosen:
            debt[family.name] += BATCH * family.share
            count = int(debt[family.name])
            if not count or time.monotonic() > end:
                continue
            debt[family.name] -= count
            start = time.monotonic()
            cases = [case_of(family, [seed, family.number, following[family.name] + k]) for k in range(count)]
            following[family.name] += count
            check_cases(cases, driver, family.seconds)
            tally.seconds[family.name] += time.monotonic() - start
            for case in cases:
                tally.add(case)
                write_failures(case, folder, written)
        if most_cases and sum(tally.cases.values()) >= most_cases:
            break
    return tally


def merged(tallies):
    """The sum of dictionaries of counts, by family."""
    total = {}
    for tally in tallies:
        for name, row in tally.items():
            sum_ = total.setdefault(name, {key: {} if isinstance(value, dict) else 0 for key, value in row.items()})
            for key, value in row.items():
                if isinstance(value, dict):
                    sum_[key] = dict(Counter(sum_[key]) + Counter(value))
                elif key == "is_ordinary":
                    sum_[key] = value
                else:
                    sum_[key] += value
    return total


def table(tally):
    """Lines for people."""
    yield f"{'family':30} {'cases':>8} {'flights':>9} {'per s':>6} {'wrong':>6} {'refused':>8} {'declined':>8} {'warned':>6} {'long':>5} {'slow':>5}"
    for name, row in tally.items():
        rate = row["flights"] / row["seconds"] if row["seconds"] else 0.0
        yield (f"{name:30} {row['cases']:8} {row['flights']:9} {rate:6.0f} {sum(row['wrong'].values()):6} "
               f"{sum(row['refused'].values()):8} {row['declined']:8} {row['warned']:6} {row['long']:5} {row['slow']:5}")
    for title in ("wrong", "refused"):
        yield title
        for name, row in tally.items():
            for kind, count in sorted(row[title].items(), key=lambda item: -item[1])[:12]:
                yield f"    {name:30} {count:7}  {kind}"
