#!/usr/bin/env python3
"""The reliability campaign: random flights, faults of disks and processes, fuzzers.

    tools/soak/soak.py [MINUTES] [--seed N] [--workers N] [--only flights|faults|fuzz] [--no-record]

Needs the program, soak_runs and the fuzzers, as `./dev soak` builds them. Prints a table, writes every kind of failure as a
scene to build/soak/failures, and appends what was done to tools/soak/records. Exits with 1 if anything was found.
"""

import argparse
import datetime
import json
import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

from driver import Driver
from faults import run_faults
from flights import fly, merged, table
from fuzzing import fuzz_all

ROOT = Path(__file__).resolve().parents[2]
SHARES = {"flights": 0.6, "faults": 0.15, "fuzz": 0.25}  # of the time
ORDINARY_REFUSED = 1e-4  # of the flights of ordinary scenes, at most
ORDINARY_WARNED = 1e-3   # the same, of those that say that chance decides
MOST_OUTVOTED = 1e-3     # of the comparisons with the reference


def revision():
    told = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return told.stdout.strip() or "unknown"


def fly_once(arguments):
    program, folder, seed, minutes, names, cases = arguments
    driver = Driver(program, str(folder))
    try:
        return fly(driver, seed, minutes, folder, names, cases).as_dict()
    finally:
        driver.close()


def fly_all(options, minutes):
    folder = Path(options.failures)
    folder.mkdir(parents=True, exist_ok=True)
    program = options.driver
    seeds = [options.seed + worker for worker in range(options.workers)]
    work = [(program, folder, seed, minutes, options.family, options.cases) for seed in seeds]
    if len(work) == 1:
        return merged([fly_once(work[0])]), seeds
    with multiprocessing.Pool(len(work)) as pool:
        return merged(pool.map(fly_once, work)), seeds


def verdict(record):
    """Why the campaign is not content; nothing if it is."""
    if flights := record.get("flights"):
        ordinary = [row for row in flights.values() if row["is_ordinary"]]
        if wrong := sum(sum(row["wrong"].values()) for row in flights.values()):
            yield f"{wrong} answers are wrong"
        refused, flown = sum(sum(row["refused"].values()) for row in ordinary), sum(row["flights"] for row in ordinary)
        if refused > ORDINARY_REFUSED * flown:
            yield f"{refused} of {flown} flights of ordinary scenes were refused"
        warned = sum(row["warned"] for row in ordinary)
        if warned > ORDINARY_WARNED * flown:
            yield f"{warned} of {flown} flights of ordinary scenes say that chance decides"
        long = sum(row["long"] for row in ordinary)
        if long > ORDINARY_REFUSED * flown:
            yield f"{long} of {flown} flights of ordinary scenes take long"
        outvoted = sum(row["compared"].get("reference outvoted", 0) for row in flights.values())
        if outvoted > MOST_OUTVOTED * sum(row["compared"].get("reference", 0) for row in flights.values()) + 2:
            yield f"the reference is outvoted {outvoted} times"
        if slow := sum(row["slow"] for row in ordinary):
            yield f"{slow} flights of ordinary scenes took too long"
    if faults := record.get("faults", {}).get("findings"):
        yield f"{len(faults)} kinds of faults are not stood"
    if crashed := [name for name, row in record.get("fuzz", {}).items() if row["findings"]]:
        yield f"readers fail on fuzzed input: {', '.join(crashed)}"


def main():
    parser = argparse.ArgumentParser(description="The reliability campaign.")
    parser.add_argument("minutes", nargs="?", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000)
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--only", choices=SHARES)
    parser.add_argument("--family", action="append", help="only this family of scenes; may be repeated")
    parser.add_argument("--cases", type=int, help="at most about so many scenes")
    parser.add_argument("--driver", default=str(ROOT / "build/release/bin/soak_runs"))
    parser.add_argument("--failures", default=str(ROOT / "build/soak/failures"), help="folder for scenes that fail")
    parser.add_argument("--no-record", action="store_true")
    options = parser.parse_args()

    parts = [options.only] if options.only else list(SHARES)
    total = sum(SHARES[part] for part in parts)
    record = {"date": datetime.date.today().isoformat(), "revision": revision(), "minutes": options.minutes, "seed": options.seed}
    print(f"seed {options.seed}, revision {record['revision']}")
    if "flights" in parts:
        record["flights"], record["seeds"] = fly_all(options, options.minutes * SHARES["flights"] / total)
        print("\n".join(table(record["flights"])))
    if "faults" in parts:
        record["faults"] = run_faults(ROOT / "build/release/bin/rebond", ROOT / "build/soak/faults", options.seed,
                                      options.minutes * SHARES["faults"] / total)
        for name, count in record["faults"]["trials"].items():
            print(f"{name:30} {count:8} trials")
        for finding, entry in record["faults"]["findings"].items():
            print(f"    {entry['count']:6}  {finding}  (seed {entry['seed']})")
    if "fuzz" in parts:
        record["fuzz"] = fuzz_all(ROOT, options.minutes * SHARES["fuzz"] / total)
        for name, row in record["fuzz"].items():
            print(f"{name:30} {row['executions']:10} executions, {row['findings']} findings")
    if not options.no_record:
        records = ROOT / "tools/soak/records"
        records.mkdir(exist_ok=True)
        with open(records / f"{record['date'][:7]}.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
    reasons = list(verdict(record))
    print("\n".join(reasons) or "nothing was found")
    return 1 if reasons else 0


if __name__ == "__main__":
    sys.exit(main())
