"""Faults of disks, folders and processes: what the program leaves behind when the world does not play along.

Every trial is a command in trouble. It must end by itself with a code of the contract and, unless that is 0, with a message;
it must not crash, hang or say that it failed itself; and whatever file it leaves must be whole.

    killed, interrupted     a sweep at a random moment, continued with --resume: the same table and the same rows as undisturbed
    small_file              no file may grow beyond a random size
    full_disk               a file system of a random size, where it can be mounted
    read_only               a folder that may not be written to
    damaged_*               files cut, flipped, zeroed or lengthened, given to the commands that read them
    two_writers             two processes into one folder: one of them is refused, the other is not disturbed
    foreign_file            a file of somebody else in the way stays as it is, and the run is refused
"""

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import time
from collections import Counter

import numpy as np

from fault_bench import PATIENCE, SCENE, STUDY, Bench, Trial

NOBODY = 65534  # the user without rights


# ---------------------------------------------------------------- processes


def disturbed_sweep(trial, how):
    """Stopped up to three times, then continued to its end."""
    out = trial.folder / "out"
    sweep = ["sweep", "study.toml", "--out", out, "-j", 1 + int(trial.rng.integers(2)), "--quiet"]
    for _ in range(int(trial.rng.integers(1, 4))):
        process = subprocess.Popen(trial.command(*sweep, *(["--resume"] if out.exists() else [])), cwd=trial.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(float(trial.rng.uniform(0.0, 1.2 * trial.bench.sweep_seconds)))
        process.send_signal(how)
        try:
            _, said = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            trial.find("sweep does not heed an interrupt")
            return
        if how == signal.SIGINT and process.returncode not in (0, 130, -signal.SIGINT):
            trial.find(f"interrupted sweep ends with {process.returncode}: {said.decode(errors='replace')[-200:]}")
        if how == signal.SIGINT:
            trial.require_whole(out)
    trial.require_same_study(out)


def killed(trial):
    disturbed_sweep(trial, signal.SIGKILL)


def interrupted(trial):
    disturbed_sweep(trial, signal.SIGINT)


def two_writers(trial):
    out = trial.folder / "out"
    kind = trial.rng.integers(2)
    command = ["sweep", "study.toml", "--out", out, "-j", "1"] if kind else ["run", "scene.toml", "--out", out]
    writers = [subprocess.Popen(trial.command(*command), cwd=trial.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)]
    time.sleep(float(trial.rng.uniform(0.0, 0.3 * trial.bench.sweep_seconds)) if kind else 0.0)
    writers.append(subprocess.Popen(trial.command(*command), cwd=trial.folder, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE))
    codes = []
    for writer in writers:
        try:
            writer.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            writer.kill()
            trial.find("a second writer waits without end")
        codes.append(writer.returncode)
    if 0 not in codes:
        trial.find(f"two writers end with {codes}: neither is done")
    if any(code not in (0, 2, 4) for code in codes):
        trial.find(f"two writers end with {codes}")
    trial.require_whole(out)
    if kind and (out / "study.csv").exists() and (out / "study.csv").read_bytes() != trial.bench.table:
        trial.find("two writers give another table")


# ---------------------------------------------------------------- disks and folders


def writing_command(trial, out):
    if trial.rng.random() < 0.5:
        return ["run", "scene.toml", "--out", out, "--quiet"]
    return ["sweep", "study.toml", "--out", out, "-j", "1", "--quiet"]


def small_file(trial):
    size = int(np.exp(trial.rng.uniform(0, np.log(3e5))))
    out = trial.folder / "out"

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    command = writing_command(trial, out)
    trial.run(*command, codes={0, 4}, preexec_fn=limit)
    trial.require_whole(out)
    if command[0] == "sweep":
        trial.require_same_study(out)


def full_disk(trial):
    disk = trial.folder / "disk"
    disk.mkdir()
    size = 4 * int(np.exp(trial.rng.uniform(0, np.log(150))))  # KB
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", disk],
                                           capture_output=True).returncode:
        return "not run: no file system can be mounted"
    try:
        command = writing_command(trial, disk / "out")
        code = trial.run(*command, codes={0, 2, 4})
        trial.require_whole(disk / "out")
        if command[0] == "sweep" and code != 2:
            subprocess.run(["mount", "-o", "remount,size=16m", disk], check=True)
            trial.require_same_study(disk / "out")
    finally:
        subprocess.run(["umount", disk], check=True)
    return None


def read_only(trial):
    out = trial.folder / "out"
    out.mkdir()
    for file in (trial.bench.folder / choice(trial.rng, ["run", "sweep"])).iterdir() if trial.rng.random() < 0.5 else []:
        shutil.copy(file, out)
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    out.chmod(0o555)

    def leave_root():
        if os.geteuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)

    code = trial.run(*writing_command(trial, out), codes={2, 4}, preexec_fn=leave_root)
    out.chmod(0o755)
    if code is not None and {file.name: file.read_bytes() for file in out.iterdir()} != before:
        trial.find("a read-only folder has changed")


def foreign_file(trial):
    out = trial.folder / "out"
    out.mkdir()
    command = writing_command(trial, out)
    names = ["result.h5", "summary.json", "report.html"] if command[0] == "run" else ["study.db", "study.csv", "study.html"]
    name = choice(trial.rng, names)
    (out / name).write_text("notes of somebody\n")
    code = trial.run(*command, codes={0, 2, 4})
    if not (out / name).exists() or (out / name).read_text(errors="replace") != "notes of somebody\n":
        trial.find(f"{command[0]} replaces {name} of somebody else")
    elif code == 0:
        trial.find(f"{command[0]} ends with 0 beside {name} of somebody else")


# ---------------------------------------------------------------- damaged files


def choice(rng, values):
    return values[int(rng.integers(len(values)))]


def damaged(rng, whole):
    kind = rng.integers(6)
    data = bytearray(whole)
    if kind == 0 or not data:
        return bytes(data[:int(rng.integers(len(data) + 1))])
    if kind == 1:
        for _ in range(int(rng.integers(1, 20))):
            data[int(rng.integers(len(data)))] ^= 1 << int(rng.integers(8))
    elif kind == 2:
        start = int(rng.integers(len(data)))
        data[start:start + int(rng.integers(1, 4096))] = b""
    elif kind == 3:
        start, size = int(rng.integers(len(data))), int(rng.integers(1, 4096))
        data[start:start + size] = bytes(len(data[start:start + size]))
    elif kind == 4:
        data += rng.bytes(int(rng.integers(1, 5000)))
    else:
        for _ in range(int(rng.integers(1, 6))):
            data[int(rng.integers(min(len(data), 600)))] = int(rng.integers(256))  # near the start, where headers are
    return bytes(data)


def report_of(trial, file):
    """The page of a file, whole or absent."""
    pages = trial.folder / "pages"
    pages.mkdir()
    trial.run("report", file, "--out", pages / "page.html")
    trial.require_whole(pages)


def damaged_result(trial):
    file = trial.folder / "result.h5"
    file.write_bytes(damaged(trial.rng, (trial.bench.folder / "run/result.h5").read_bytes()))
    trial.run("info", file)
    report_of(trial, file)


def damaged_database(trial):
    out = trial.folder / "out"
    out.mkdir()
    (out / "study.db").write_bytes(damaged(trial.rng, (trial.bench.folder / "sweep/study.db").read_bytes()))
    trial.run("info", out / "study.db")
    report_of(trial, out / "study.db")
    trial.run("sweep", "study.toml", "--out", out, "--resume", "--quiet")


def damaged_scene(trial):
    (trial.folder / "scene.toml").write_bytes(damaged(trial.rng, SCENE.encode()))
    for command in (["check", "scene.toml"], ["run", "scene.toml", "--set", "run.duration=0.1"]):
        trial.run(*command)


def damaged_study(trial):
    (trial.folder / "study.toml").write_bytes(damaged(trial.rng, STUDY.encode()))
    (trial.folder / "scene.toml").write_text(SCENE.replace("duration = 20.0", "duration = 0.02"))
    trial.run("sweep", "study.toml", "--quiet")


def damaged_matrix(trial):
    whole = "%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 2.0\n2 1 -1.0\n2 2 2.0\n3 2 -1.0\n3 3 1.0\n"
    (trial.folder / "K.mtx").write_bytes(damaged(trial.rng, whole.encode()))
    scene = ('[model]\ntype = "linear"\nmass = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nstiffness = { file = "K.mtx" }\n'
             '[initial]\nvelocity = [1, 0, 0]\n[run]\nduration = 0.1\n')
    (trial.folder / "scene.toml").write_text(scene)
    trial.run("run", "scene.toml")
    trial.run("check", "scene.toml")


KINDS = {"killed": (killed, 1.0), "interrupted": (interrupted, 1.0), "two_writers": (two_writers, 0.5),
         "small_file": (small_file, 4.0), "full_disk": (full_disk, 4.0), "read_only": (read_only, 2.0),
         "foreign_file": (foreign_file, 1.0), "damaged_result": (damaged_result, 3.0), "damaged_database": (damaged_database, 3.0),
         "damaged_scene": (damaged_scene, 2.0), "damaged_study": (damaged_study, 2.0), "damaged_matrix": (damaged_matrix, 2.0)}


def run_faults(program, folder, seed, minutes, least=None):
    """Trials of all kinds for a while, or until each has had `least` times its share; counts and findings by kind."""
    bench = Bench(program, folder)
    counts, found, not_run = Counter(), {}, Counter()
    end = time.monotonic() + 60 * minutes
    debt, number = dict.fromkeys(KINDS, 0.0), 0
    while time.monotonic() < end and not (least and number >= least):
        number += 1
        for place, (name, (kind, share)) in enumerate(KINDS.items()):
            debt[name] += share
            while debt[name] >= 1.0 and time.monotonic() < end:
                debt[name] -= 1.0
                trial = Trial(bench, np.random.default_rng([seed, place, counts[name]]))
                if kind(trial):
                    not_run[name] += 1
                for finding in map(bench.anonymous, trial.findings):
                    entry = found.setdefault(f"{name}: {finding}", {"count": 0, "seed": [seed, place, counts[name]]})
                    entry["count"] += 1
                counts[name] += 1
    return {"trials": dict(counts), "not_run": dict(not_run), "findings": found}


def main():
    parser = argparse.ArgumentParser(description="Faults of disks, folders and processes.")
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", default="build/soak/faults")
    options = parser.parse_args()
    told = run_faults(options.program, options.folder, options.seed, options.minutes)
    print(json.dumps(told, indent=1))
    return 1 if told["findings"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
