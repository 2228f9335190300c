"""Failures as scenes: what is wrong in the first line, family and seed in the second, then the scene."""

import json
import re
from pathlib import Path

from case_checks import Case
from checks import Finding
from families import FAMILIES
from scene import read, text_of

KEPT = 5  # of one kind


def heading(finding, case):
    return f"# {finding.kind}: {' '.join(finding.detail.split())}\n# family {case.family}, seed {case.seed}\n"


def write_failures(case, folder, written):
    """Scenes of new kinds of failure, with what they violate."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for finding, scene in case.findings:
        kind = f"{case.family}_{finding.kind.replace(':', '_')}"
        if written[kind] >= KEPT:
            continue
        written[kind] += 1
        name = "_".join(str(s) for s in case.seed)
        (folder / f"{name}_{kind}.toml").write_text(heading(finding, case) + text_of(scene))


def failure_of(text):
    """The case and the finding that a written scene is about."""
    kind, detail = re.match(r"# (\S+): (.*)", text).groups()
    name, seed = re.search(r"# family (\w+), seed (\[.*\])", text).groups()
    family = next(family for family in FAMILIES if family.name == name)
    return family, Case(name, json.loads(seed), read(text), family.rules, family.is_ordinary), Finding(kind, detail)
