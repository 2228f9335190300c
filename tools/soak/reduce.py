#!/usr/bin/env python3
"""Makes the failures of one case small.

    tools/soak/reduce.py SEED FAMILY_NUMBER CASE_NUMBER [--driver PROGRAM] [--out FOLDER]

The three numbers are the seed of the case, as the names of files in build/soak/failures begin.
"""

import argparse
from pathlib import Path

from driver import Driver
from families import FAMILIES
from flights import case_of, check_cases
from reduction import reduced
from scene import text_of

ROOT = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description="Makes the failures of one case small.")
    parser.add_argument("seed", type=int, nargs=3)
    parser.add_argument("--driver", default=str(ROOT / "build/release/bin/soak_runs"))
    parser.add_argument("--out", default=str(ROOT / "build/soak/reduced"))
    options = parser.parse_args()
    family = FAMILIES[options.seed[1]]
    driver = Driver(options.driver)
    case = case_of(family, options.seed)
    check_cases([case], driver, family.seconds)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    done = set()
    for finding, scene in case.findings:
        kind = finding.kind.split(":")[0]
        if kind in done:
            continue
        done.add(kind)
        small = reduced(case, finding, scene, driver, family.seconds)
        file = out / f"{'_'.join(map(str, options.seed))}_{family.name}_{finding.kind.replace(':', '_')}.toml"
        file.write_text(f"# {finding.kind}: {' '.join(finding.detail.split())}\n# family {family.name}, seed {options.seed}\n"
                        + text_of(small))
        print(file)
    driver.close()


if __name__ == "__main__":
    main()
