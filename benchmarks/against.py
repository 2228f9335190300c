#!/usr/bin/python3
"""What this tree costs beside an earlier revision: instructions counted by callgrind, and processor time.

    benchmarks/against.py REVISION [--scenes] [--folder build/bench] [--turns 11]

Builds the revision in a worktree below build/ and compares with the benchmarks of this tree in FOLDER: steps of the
linear gap, two masses by moreau_jean and a chain of 100 000 springs by paoli_schatzman. With --scenes runs of examples
instead, without files; callgrind counts what integrate() does. Fails if a ratio is above 1.02: that of
instructions always, that of time only where the machine is quiet enough to tell (the same program against itself).
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = 1.02

# Name, steps under callgrind, steps timed.
STEPS = [("two_masses", 20_000, 2_000_000), ("explicit_chain_100000", 40, 3_000)]

STEP = "scheme={{type='{}',step={}}}".format
SCENES = [
    ("bar, paoli_schatzman", "01_dropped_bar", [STEP("paoli_schatzman", 1e-6), "run.duration=0.01"]),
    ("bar, event_newmark", "01_dropped_bar", [STEP("event_newmark", 1e-6), "run.duration=0.01"]),
    ("bar, event_accurate", "01_dropped_bar", ["run.duration=0.01"]),
    ("chain, moreau_jean", "02_falling_chain", [STEP("moreau_jean", 1e-6)]),
    ("chain, event_modal", "02_falling_chain", []),
    ("bouncing ball", "06_bouncing_ball", []),
    ("two masses", "04_two_masses", ["run.duration=50.0"]),
    ("pool break", "16_pool_break", []),
    ("frame", "11_beam_on_a_wall", ["model.elements=40", "run.duration=2e-5"]),
    ("frame with friction", "12_beam_with_friction", ["run.duration=2e-5"]),
]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options)


def build(revision, targets):
    """The folder of programs of that revision; None if this clone does not have it."""
    name = subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], cwd=ROOT,
                          capture_output=True, text=True).stdout.strip()
    if not name:
        return None
    tree = ROOT / "build" / "trees" / name[:7]
    if not tree.exists():
        run("git", "worktree", "prune", cwd=ROOT)
        run("git", "worktree", "add", "--detach", tree, name, cwd=ROOT)
    folder = tree / "build" / "bench"
    try:
        run("cmake", "--preset", "bench", cwd=tree)
        run("cmake", "--build", folder, "--target", *targets, cwd=tree)
    except subprocess.CalledProcessError as error:
        sys.exit(f"against.py: {revision} was not built:\n{error.stdout[-2000:]}{error.stderr[-2000:]}")
    return folder


def instructions(command, only=None):
    options = [f"--toggle-collect={only}"] if only else []
    with tempfile.TemporaryDirectory() as scratch:
        ended = run("valgrind", "--tool=callgrind", f"--callgrind-out-file={scratch}/out", *options, *command)
    return int(re.findall(r"Collected : (\d+)", ended.stderr)[-1])


def seconds(command):
    """Processor time of a child."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least_seconds(commands, turns):
    """Of each command, all of them in turns."""
    least = [float("inf")] * len(commands)
    for _ in range(turns):
        for i, command in enumerate(commands):
            least[i] = min(least[i], seconds(command))
    return least


def compared(name, old, new, old_seconds, new_seconds, noise):
    ratio, time_ratio = new / old, new_seconds / old_seconds
    is_slow = ratio > ALLOWED or (noise < ALLOWED and time_ratio > ALLOWED * noise)
    print(f"{name:24} {old:14.0f} {new:14.0f} {ratio:7.3f} {1e3 * old_seconds:10.1f} {1e3 * new_seconds:10.1f} "
          f"{time_ratio:7.3f} {noise:7.3f}  {'FAILS' if is_slow else 'ok'}", flush=True)
    return not is_slow


def compare(name, counts, commands, turns):
    """`counts`: instructions of old and new; `commands`: what is timed of each."""
    # The new program twice: how far its two least times are apart is what the machine leaves unsure.
    old, new, again = least_seconds([*commands, commands[1]], turns)
    return compared(name, *counts, old, min(new, again), max(new, again) / min(new, again))


def compare_steps(old, new, turns):
    holds = True
    for subject, counted, timed in STEPS:
        programs = [folder / "bin" / "bench_impulse_steps" for folder in (old, new)]
        counts = [(instructions([p, subject, 2 * counted]) - instructions([p, subject, counted])) / counted
                  for p in programs]
        holds &= compare(subject, counts, [[p, subject, timed] for p in programs], turns)
    return holds


def compare_scenes(old, new, turns):
    holds = True
    for name, example, changes in SCENES:
        scene = ROOT / "examples" / example / "scene.toml"
        rest = ["run", scene, *[word for change in changes for word in ("--set", change)]]
        commands = [[folder / "bin" / "rebond", *rest] for folder in (old, new)]
        counts = [instructions(command, "rebond::integrate(*") for command in commands]
        holds &= compare(name, counts, commands, turns)
    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("--scenes", action="store_true")
    parser.add_argument("--folder", default="build/bench", type=Path)
    parser.add_argument("--turns", default=11, type=int)
    options = parser.parse_args()
    old = build(options.revision, ["rebond_cli"] if options.scenes else ["bench_impulse_steps"])
    if old is None:
        print(f"not measured: this clone does not have {options.revision}")
        return 0
    print(f"{'':24} {'instructions':>14} {'':14} {'ratio':>7} {'time [ms]':>10} {'':10} {'ratio':>7} {'noise':>7}")
    compare_all = compare_scenes if options.scenes else compare_steps
    holds = compare_all(old, (ROOT / options.folder).resolve(), options.turns)
    print(f"wanted: ratios of at most {ALLOWED}")
    return 0 if holds else 1


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    sys.exit(main())
