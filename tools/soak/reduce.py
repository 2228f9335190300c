#!/usr/bin/env python3
"""Makes scenes that the campaign has written small, as long as they fail in the same way.

    tools/soak/reduce.py SCENE... [--driver PROGRAM] [--out FOLDER]

What fails is in the first line of a scene, its family and seed are in the second.
"""

import argparse
import json
import re
from pathlib import Path

from case_checks import Case
from checks import Finding
from driver import Driver
from families import FAMILIES
from flights import heading
from reduction import reduced
from scene import read, text_of

ROOT = Path(__file__).resolve().parents[2]


def failure_of(text):
    """The case and the finding that a written scene is about."""
    kind, detail = re.match(r"# (\S+): (.*)", text).groups()
    name, seed = re.search(r"# family (\w+), seed (\[.*\])", text).groups()
    family = next(family for family in FAMILIES if family.name == name)
    return family, Case(name, json.loads(seed), read(text), family.rules, family.is_ordinary), Finding(kind, detail)


def main():
    parser = argparse.ArgumentParser(description="Makes scenes that fail small.")
    parser.add_argument("scene", nargs="+")
    parser.add_argument("--driver", default=str(ROOT / "build/release/bin/soak_runs"))
    parser.add_argument("--out", default=str(ROOT / "build/soak/reduced"))
    options = parser.parse_args()
    driver = Driver(options.driver)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    for name in options.scene:
        family, case, finding = failure_of(Path(name).read_text())
        small = reduced(case, finding, case.scene, driver, family.seconds)
        if small is None:
            print(f"{name}: does not fail again")
            continue
        (out / Path(name).name).write_text(heading(finding, case) + text_of(small))
        print(out / Path(name).name)
    driver.close()


if __name__ == "__main__":
    main()
