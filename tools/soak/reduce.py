#!/usr/bin/env python3
"""Makes scenes that the campaign has written small, as long as they fail in the same way.

    tools/soak/reduce.py SCENE... [--driver PROGRAM] [--out FOLDER]

What fails is in the first line of a scene, its family and seed are in the second.
"""

import argparse
from pathlib import Path

from driver import Driver
from failures import failure_of, heading
from reduction import reduced
from scene import text_of

ROOT = Path(__file__).resolve().parents[2]


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
