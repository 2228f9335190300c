#!/usr/bin/python3
"""Compares the numbers of two builds of rebond, to the last bit, on every example and every scene and study of the papers.

    tools/same_bits.py record PROGRAM FOLDER [--seconds S]   runs everything into FOLDER
    tools/same_bits.py compare OLD NEW                       exits with 1 if a number differs

Compared are the numbers of summary.json and result.h5 and the columns of study.csv that hold numbers, and how each run ended.
Wall times, revisions, versions and words are not, and renamed numbers
are compared under their new names. What takes more than S seconds, 600 unless told, is left out and said.
Needs python3-h5py.
"""

import argparse
import csv
import json
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import h5py
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
RENAMED = {"sweeps": "residual_evaluations", "sticking": "sustained_contacts"}  # names of earlier versions
NOT_COMPARED = {"wall_seconds", "version", "revision", "seconds", "wall_time"}


def inputs():
    """(name, path, whether it is a study) of everything there is to run."""
    for path in sorted([*ROOT.glob("examples/*/*.toml"), *ROOT.glob("papers/*/*.toml")]):
        if path.name == "paper.toml":
            continue
        with path.open("rb") as file:
            keys = tomllib.load(file)
        yield str(path.relative_to(ROOT)).removesuffix(".toml").replace("/", "__"), path, "model" not in keys


def record(program, folder, threads, seconds):
    folder.mkdir(parents=True, exist_ok=True)
    for name, path, is_study in inputs():
        out = folder / name
        if (out / "ended").exists():
            continue
        command = ["sweep", str(path), "--jobs", str(threads)] if is_study else ["run", str(path)]
        start = time.monotonic()
        try:
            ended = subprocess.run([program, *command, "--out", str(out), "--force"], capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            print(f"{name}: left out, not done after {seconds:.0f} s", flush=True)
            continue
        if out.is_dir():
            (out / "ended").write_text(f"{ended.returncode}\n")
        print(f"{name}: exit code {ended.returncode}, {time.monotonic() - start:.1f} s", flush=True)


def numbers(tree, path=""):
    """(path, number) of every number in a JSON document."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key not in NOT_COMPARED:
                yield from numbers(value, f"{path}.{key}")
    elif isinstance(tree, list):
        for i, value in enumerate(tree):
            yield from numbers(value, f"{path}[{i}]")
    elif tree is None or isinstance(tree, (bool, int, float)):
        yield path, tree


def of_summary(path):
    document = json.loads(path.read_text())
    yield from numbers(document)
    yield ".status", document["status"]


def of_result(path):
    with h5py.File(path) as file:
        datasets = []
        file.visititems(lambda name, item: datasets.append((name, item)) if isinstance(item, h5py.Dataset) else None)
        for name, item in datasets:
            if item.dtype.names:
                for field in item.dtype.names:
                    yield f"{name}.{field}", item[field][...].tobytes()
            elif item.dtype.kind in "fiu":
                yield name, np.asarray(item[...]).tobytes()


def of_csv(path):
    with path.open() as file:
        for number, row in enumerate(csv.DictReader(file)):
            for column, value in row.items():
                if column in NOT_COMPARED or column.split(".")[-1] in NOT_COMPARED:
                    continue
                try:
                    yield f"{number}.{column}", float(value).hex()
                except (TypeError, ValueError):
                    if column.endswith("status"):
                        yield f"{number}.{column}", value


READERS = {"summary.json": of_summary, "result.h5": of_result, "study.csv": of_csv}


def compare(old, new):
    count = differing = 0
    for name, _, _ in inputs():
        if not all((folder / name / "ended").exists() for folder in (old, new)):
            print(f"{name}: left out, not recorded in both")
            continue
        files = [file for file in READERS if (old / name / file).exists()]
        if (old / name / "ended").read_text() != (new / name / "ended").read_text() or not files:
            print(f"{name}: ended otherwise, or wrote nothing")
            differing += 1
        for file in files:
            before, after = ({today(key): value for key, value in READERS[file](folder / name / file)} for folder in (old, new))
            off = [key for key in before.keys() | after.keys() if not same(before.get(key), after.get(key))]
            count += len(before)
            if off:
                differing += 1
                print(f"{name}/{file}: {len(off)} of {len(before)} differ, as {sorted(off)[0]}")
    print(f"{count} numbers and columns of {len(list(inputs()))} scenes and studies, {differing} files differ")
    return differing


def today(key):
    """A dotted name as this version has it."""
    return ".".join(RENAMED.get(word, word) for word in key.split("."))


def same(a, b):
    return a == b or (isinstance(a, float) and isinstance(b, float) and np.isnan(a) and np.isnan(b))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("program")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--threads", type=int, default=2)
    recording.add_argument("--seconds", type=float, default=600.0)
    comparing = commands.add_parser("compare")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    options = parser.parse_args()
    if options.command == "record":
        record(options.program, options.folder, options.threads, options.seconds)
        return 0
    return 1 if compare(options.old, options.new) else 0


if __name__ == "__main__":
    sys.exit(main())
