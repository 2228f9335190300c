#!/usr/bin/env python3
"""Runs scenes that failed once: those still known to fail, or those mended, which must not fail again.

    tools/soak/known.py [--mended] [--driver PROGRAM]

With --mended exits with 1 if any of them fails.
"""

import argparse
import sys
from pathlib import Path

from driver import Driver
from failures import failure_of
from reduction import still_fails

ROOT = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description="Which scenes that failed once still fail.")
    parser.add_argument("--driver", default=str(ROOT / "build/release/bin/soak_runs"))
    parser.add_argument("--mended", action="store_true", help="the scenes that must not fail again")
    options = parser.parse_args()
    folder = ROOT / "tools/soak" / ("mended" if options.mended else "known")
    driver = Driver(options.driver)
    failed = 0
    for file in sorted(folder.glob("*.toml")):
        family, case, finding = failure_of(file.read_text())
        fails = still_fails(case, finding, case.scene, driver, 10 * family.seconds)
        failed += fails
        print(f"{file.name:45} {finding.kind:35} {'fails' if fails else 'does not fail any more'}")
    driver.close()
    return 1 if options.mended and failed else 0


if __name__ == "__main__":
    sys.exit(main())
