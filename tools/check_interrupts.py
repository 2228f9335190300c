#!/usr/bin/env python3
"""Sends SIGINT to the program at random moments of many kinds of work, and checks that it ends within a second with
exit code 130 (or was done before), and leaves no temporary file, no lock, and no empty folder.

    tools/check_interrupts.py PROGRAM [TRIALS [SEED]]

Prints a line for each kind: trials, the longest time to end [s], and what went wrong. Exits with 1 if anything did.
"""

import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
PATIENCE = 1.0  # [s]

LINEAR = """[model]
type = "linear"
mass = {{ file = "mass.mtx" }}
stiffness = {{ file = "stiffness.mtx" }}
[[contact]]
normal = {normal}
offset = 0.001
[scheme]
type = "moreau_jean"
step = 1e-6
[initial]
velocity = {velocity}
[run]
duration = 1.0
"""

STUDY = """base = "{base}"
[vary]
"initial.angle_deg" = {{ from = 5, to = 85, count = 2000 }}
"""


def write_matrices(folder, size, is_dense):
    with open(folder / "mass.mtx", "w") as file:
        file.write(f"%%MatrixMarket matrix coordinate real symmetric\n{size} {size} {size}\n")
        file.writelines(f"{i} {i} 1.0\n" for i in range(1, size + 1))
    with open(folder / "stiffness.mtx", "w") as file:
        if is_dense:
            file.write(f"%%MatrixMarket matrix array real symmetric\n{size} {size}\n")
            for j in range(size):
                file.write("2.0e6\n" + "1.0\n" * (size - j - 1))
        else:
            file.write(f"%%MatrixMarket matrix coordinate real symmetric\n{size} {size} {2 * size - 1}\n")
            file.writelines(f"{i} {i} 2.0e6\n" for i in range(1, size + 1))
            file.writelines(f"{i + 1} {i} -1.0e6\n" for i in range(1, size))
    numbers = [0.0] * size
    numbers[-1] = -1.0
    (folder / "scene.toml").write_text(LINEAR.format(normal=[-x for x in numbers], velocity=numbers))


def kinds(folder):
    """Name, command, and the latest moment of a signal [s]."""
    sparse, dense = folder / "sparse", folder / "dense"
    for place, size, is_dense in ((sparse, 4000, False), (dense, 3000, True)):
        place.mkdir()
        write_matrices(place, size, is_dense)
    (folder / "study.toml").write_text(STUDY.format(base=EXAMPLES / "01_dropped_bar/scene.toml"))
    bar, chain = EXAMPLES / "01_dropped_bar/scene.toml", EXAMPLES / "02_falling_chain/scene.toml"
    out = ["--out", folder / "out"]
    yield "sparse matrix files", ["run", sparse / "scene.toml", *out], 1.5
    yield "dense matrix files", ["run", dense / "scene.toml", *out], 6.0
    yield "chain of a million springs", ["run", chain, "--set", "model.springs=1000000", "--set",
                                         "scheme.type=moreau_jean", "--set", "scheme.step=1e-9", *out], 4.0
    yield "long run", ["run", bar, "--set", "run.duration=10", *out], 1.5
    yield "large result", ["run", bar, "--set", "run.sample_every=1e-7", *out], 2.0
    yield "report of a large result", ["report", folder / "large", "--out", folder / "page.html"], 2.0
    yield "long sweep", ["sweep", folder / "study.toml", *out], 3.0
    yield "check of matrix files", ["check", dense / "scene.toml"], 3.0
    yield "comparison", ["compare", bar, "--schemes", "event_newmark,moreau_jean", "--steps", "1e-8", *out], 3.0


def leftovers(folder):
    """What a program that has ended should not have left."""
    for path in folder.rglob("*"):
        if ".part-" in path.name or path.name == ".rebond.lock" or path.is_dir() and not any(path.iterdir()):
            yield str(path.relative_to(folder))


def trial(program, command, delay, folder):
    """Time to end after the signal [s] and what went wrong."""
    process = subprocess.Popen([program, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    time.sleep(delay)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        message = process.communicate(timeout=60)[1].decode()
    except subprocess.TimeoutExpired:
        process.kill()
        return 60.0, ["does not end"]
    took = time.monotonic() - sent
    wrong = [f"left {name}" for name in leftovers(folder)]
    if process.returncode not in (0, 130):
        wrong.append(f"exit code {process.returncode}: {message.strip()[-200:]}")
    if took > PATIENCE:
        wrong.append(f"took {took:.2f} s")
    return took, [f"signal after {delay:.3f} s: {text}" for text in wrong]


def main():
    program = sys.argv[1]
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failures = 0
    with tempfile.TemporaryDirectory(prefix="rebond-interrupts-") as name:
        folder = pathlib.Path(name)
        subprocess.run([program, "run", EXAMPLES / "01_dropped_bar/scene.toml", "--set", "run.sample_every=1e-7",
                        "--out", folder / "large", "--quiet"], check=True)
        for kind, command, latest in kinds(folder):
            times, wrong = [], []
            for _ in range(trials):
                took, texts = trial(program, command, chance.uniform(0.005, latest), folder)
                times.append(took)
                wrong += texts
                subprocess.run(["rm", "-rf", str(folder / "out"), str(folder / "page.html")], check=True)
            failures += bool(wrong)
            print(f"{kind:<28} {trials} trials, at most {max(times):.2f} s", *wrong, sep="\n    ", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
