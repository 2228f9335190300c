#!/usr/bin/env python3
"""What a study costs beyond its integrations, and what two threads or processes gain.

    benchmarks/sweep_overhead.py PROGRAM

100 000 runs of a ball of which next to nothing is integrated: a case's time is reading its values, building and
judging the scene, the summary and the row. Required: less than 100 µs each. Then 100 runs of a bar on one thread, on
two, and, where there is mpirun, by two processes that a third leads, in turns; the least of five repeats counts.
Required: an efficiency of 0.95 with threads and of 0.9 with processes. One above 1.05 says that the run on one thread
was disturbed, and is no measurement. Exits with 1 if a requirement does not hold.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

BALL = """
base = "ball.toml"
[vary]
"impact.restitution" = {{ from = 0.1, to = 0.9, count = {} }}
"initial.position.0" = {{ from = 1.0, to = 2.0, count = {} }}
"""
BALL_SCENE = """
[model]
type = "linear"
mass = [[1.0]]
stiffness = [[0.0]]
force = [-9.81]
[initial]
position = [1.0]
[[contact]]
normal = [1.0]
[scheme]
type = "event_modal"
[run]
duration = 1e-6
sample_every = 1e-6
"""
BAR = """
base = "bar.toml"
[vary]
"initial.angle_deg" = { from = 70, to = 89.6, step = 0.4 }
"impact.restitution" = [0, 0.5]
"""
BAR_SCENE = """
[model]
type = "bar"
[initial]
tip_height = 0.0065
[scheme]
type = "paoli_schatzman"
step = 1e-6
[run]
duration = 0.02
"""


MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3"]
REQUIRED = {"two threads": 0.95, "two of three processes": 0.9}
DISTURBED = 1.05


def sweep(program, folder, study, *options, launcher=()):
    command = [*launcher, program, "sweep", os.path.join(folder, study), "--json", *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def efficiencies(program, folder):
    """Of one thread's time over twice that of two workers, and the share of their time they spent in cases."""
    ways = {"one thread": ("-j", "1"), "two threads": ("-j", "2"), "two of three processes": ()}
    if shutil.which("mpirun") is None:
        print("  no mpirun: processes are not measured")
        del ways["two of three processes"]
    wall, busy = {}, {}
    for _ in range(5):
        for way, options in ways.items():
            result = sweep(program, folder, "bars.toml", *options, launcher=() if options else MPIRUN)
            if result["wall_seconds"] < wall.get(way, float("inf")):
                wall[way] = result["wall_seconds"]
                busy[way] = result["serial_seconds"] / (result["threads"] * result["wall_seconds"])
    print(f"  100 bars: {wall['one thread']:.2f} s on one thread")
    found = {}
    for way in REQUIRED:
        if way not in wall:
            continue
        found[way] = wall["one thread"] / (2 * wall[way])
        print(f"  {wall[way]:.2f} s by {way}: efficiency {found[way]:.3f}; "
              f"at work {100 * busy[way]:.1f} % of the time")
    return found


def main():
    program = sys.argv[1]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name, text in [("ball.toml", BALL_SCENE), ("study.toml", BALL.format(100, 1000)),
                           ("bar.toml", BAR_SCENE), ("bars.toml", BAR)]:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        out = os.path.join(folder, "out")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = sweep(program, folder, "study.toml", "--out", out, "-j", "1")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cases = result["cases"]
        processor = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / cases
        print(f"  {cases} cases: {1e6 * result['wall_seconds'] / cases:.1f} µs each, "
              f"{1e6 * processor:.1f} µs of processor time with database and table")
        print(f"  study.db {os.path.getsize(os.path.join(out, 'study.db')) / cases:.0f} bytes a case, "
              f"{after.ru_maxrss / 1024:.0f} MB of memory at most")
        if processor > 100e-6:
            failures.append("more than 100 µs a case")
        for way, efficiency in efficiencies(program, folder).items():
            if efficiency > DISTURBED:
                failures.append(f"the run on one thread was disturbed: efficiency {efficiency:.2f} by {way}")
            elif efficiency < REQUIRED[way]:
                failures.append(f"efficiency {efficiency:.3f} by {way}, required {REQUIRED[way]}")
    for failure in failures:
        print(f"  FAILS: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
