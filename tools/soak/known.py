#!/usr/bin/env python3
"""Runs the scenes that are known to fail, and says which still do.

    tools/soak/known.py [--driver PROGRAM]
"""

import argparse
from pathlib import Path

from driver import Driver
from failures import failure_of
from reduction import still_fails

ROOT = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description="Which of the known failures still fail.")
    parser.add_argument("--driver", default=str(ROOT / "build/release/bin/soak_runs"))
    options = parser.parse_args()
    driver = Driver(options.driver)
    for file in sorted((ROOT / "tools/soak/known").glob("*.toml")):
        family, case, finding = failure_of(file.read_text())
        state = "fails" if still_fails(case, finding, case.scene, driver, family.seconds) else "does not fail any more"
        print(f"{file.name:45} {finding.kind:35} {state}")
    driver.close()


if __name__ == "__main__":
    main()
