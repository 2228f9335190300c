#!/usr/bin/env python3
"""What a study costs beyond its integrations, and what two threads gain.

    benchmarks/sweep_overhead.py PROGRAM

100 000 runs of a ball of which next to nothing is integrated: a case's time is reading its values, building and
judging the scene, the summary and the row. Required: less than 100 µs each. Then 100 runs of a bar on one thread
and on two, in turns; the least of three repeats counts. Exits with 1 if a requirement does not hold.
"""

import json
import os
import resource
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


def sweep(program, folder, study, *options):
    command = [program, "sweep", os.path.join(folder, study), "--json", *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main():
    program = sys.argv[1]
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
        wall, busy = {}, 0.0
        for _ in range(3):
            for threads in (1, 2):
                result = sweep(program, folder, "bars.toml", "-j", str(threads))
                wall[threads] = min(result["wall_seconds"], wall.get(threads, result["wall_seconds"]))
                busy = result["serial_seconds"] / (threads * result["wall_seconds"])
        print(f"  100 bars: {wall[1]:.2f} s on one thread, {wall[2]:.2f} s on two: "
              f"efficiency {wall[1] / (2 * wall[2]):.2f}; the two were at work {100 * busy:.1f} % of the time")
        if processor > 100e-6:
            print("  FAILS: more than 100 µs a case")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
