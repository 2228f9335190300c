#!/usr/bin/env python3
"""Runs the program over one scene of each model and over each command, and looks for wrong uses of memory that
sanitizers cannot see: those inside libraries that are not instrumented, as HDF5 and SQLite.

    tools/check_heap.py PROGRAM             under a heap that overwrites what is freed
    tools/check_heap.py PROGRAM --valgrind  under valgrind

Prints the commands that fail, with what they said, and exits with 1 if there is one.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
MODELS = ("bar", "chain", "linear", "frame", "balls", "rod", "ball_on_beam")

# Freed memory is overwritten at once and handed out again by nobody's cache.
POISON = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0:glibc.malloc.perturb=165"}
VALGRIND = ("valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite")

# One scene of each model, short enough for valgrind.
SCENES = {
    "bar": ("01_dropped_bar", "run.duration=0.004"),
    "chain": ("02_falling_chain", "run.duration=0.004"),
    "linear": ("08_cantilever_on_stop", "run.duration=0.02"),
    "frame": ("12_beam_with_friction", "run.duration=10e-6"),
    "balls": ("16_pool_break", "run.duration=0.2"),
    "rod": ("21_painleves_rod", "run.duration=0.05"),
    "ball_on_beam": ("19_ball_on_a_beam", "run.duration=0.005"),
}

# What no example has: a block that sticks and slides on a belt while its stop moves, discs that roll in a bowl and collide, and
# a crowd.
BELT = """[model]
type = "linear"
mass = [[1.0, 0.0], [0.0, 1.0]]
stiffness = [[100.0, 0.0], [0.0, 0.0]]
force = [0.0, -10.0]
[initial]
position = [0.1, 0.03]
[[contact]]
normal = [0.0, 1.0]
tangent = [1.0, 0.0]
friction = 0.5
slide_velocity = 0.3
motion = { amplitude = 0.01, frequency_hz = 3.0 }
[impact]
restitution = 0.5
[run]
duration = 1.0
"""
BOWL = """[model]
type = "balls"
circle = [{ centre = [0.0, 0.0], radius = 1.0 }]
[[model.ball]]
mass = 1.0
radius = 0.1
position = [0.5, 0.0]
[[model.ball]]
mass = 1.0
radius = 0.1
position = [-0.4, 0.0]
spin = 10.0
[impact]
law = "poisson"
restitution = 0.3
friction = 0.3
[run]
duration = 0.6
gravity = 9.81
"""
CROWD = """[model]
type = "balls"
floor = 0.0
ball = [{balls}]
[impact]
restitution = 0.0
friction = 0.4
[scheme]
type = "moreau_jean"
step = 1e-3
[run]
duration = 0.05
gravity = 9.81
"""

STUDY = """base = "{base}"
[vary]
"model.ball.mass" = [0.4, 0.8, 1.6]
"model.location" = [0.4, 0.6]
[plot]
x = "model.ball.mass"
y = "restitution.apparent"
by = "model.location"
"""

PAPER = """title = "A cradle"
[[exhibit]]
name = "Table 1"
caption = "How long a run is"
columns = {{ key = "run", values = ["cradle"] }}
plots = ["shape"]
[[exhibit.run]]
name = "cradle"
scene = "{scene}"
[[exhibit.line]]
what = "duration"
of = "duration"
theory = [2.0]
tolerance = 1e-10
"""


def commands(folder):
    """Every command line, in an order in which each finds what it reads."""
    for model in MODELS:
        example, change = SCENES[model]
        scene = EXAMPLES / example / "scene.toml"
        yield ["run", scene, "--set", change, "--out", folder / model]
        yield ["check", scene]
        yield ["new", model]
    for name in ("belt", "bowl", "crowd"):
        yield ["run", folder / f"{name}.toml", "--out", folder / name]
    yield ["info", folder / "bar"]
    yield ["report", folder / "bar"]
    yield ["schema"]
    yield ["compare", EXAMPLES / "04_two_masses/scene.toml", "--schemes", "moreau_jean,event_newmark", "--steps",
           "1e-2", "--out", folder / "compared"]
    study = folder / "study.toml"
    yield ["sweep", study, "--out", folder / "swept", "-j", "2"]
    yield ["info", folder / "swept"]
    yield ["report", folder / "swept"]
    yield ["fit", study, "--out", folder / "fitted", "-j", "2"]
    yield ["reproduce", folder / "paper", "--out", folder / "reproduced"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--valgrind", action="store_true")
    arguments = parser.parse_args()

    failures = count = 0
    with tempfile.TemporaryDirectory(prefix="rebond-heap-") as name:
        folder = pathlib.Path(name)
        (folder / "study.toml").write_text(STUDY.format(base=EXAMPLES / "20_rebound_law/scene.toml"))
        balls = ", ".join(f"{{ mass = 1.0, radius = 0.02, position = [{0.05 * (k % 20)}, {0.03 + 0.05 * (k // 20)}] }}" for k in range(140))
        for kind, text in (("belt", BELT), ("bowl", BOWL), ("crowd", CROWD.format(balls=balls))):
            (folder / f"{kind}.toml").write_text(text)
        (folder / "paper").mkdir()
        (folder / "paper/paper.toml").write_text(PAPER.format(scene=EXAMPLES / "15_newtons_cradle/scene.toml"))
        for command in commands(folder):
            start = VALGRIND if arguments.valgrind else ()
            ended = subprocess.run([*start, arguments.program, *map(str, command)], capture_output=True, text=True,
                                   env=os.environ | ({} if arguments.valgrind else POISON))
            count += 1
            if ended.returncode != 0:
                failures += 1
                print(f"rebond {' '.join(map(str, command))}\n  ended with {ended.returncode}\n{ended.stderr}")
    print(f"{count} commands, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
