"""A command in trouble and what it must not do: the folder, the scene and the study of a trial, and an undisturbed run beside it."""

import json
import re
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path

SCENE = """
[model]
type = "linear"
mass = [[1.0, 0.0], [0.0, 1.0]]
stiffness = [[2.0, -1.0], [-1.0, 1.0]]
[initial]
velocity = [1.0, 2.0]
[[contact]]
normal = [0.0, -1.0]
offset = 0.5
[scheme]
type = "moreau_jean"
step = 1e-3
[run]
duration = 20.0
"""
STUDY = """
base = "scene.toml"
[vary]
"impact.restitution" = { from = 0.0, to = 1.0, count = 60 }
"""
CODES = {0, 2, 3, 4}
PATIENCE = 30.0  # seconds


class Trial:
    """One command in trouble, in a folder of its own."""

    def __init__(self, bench, rng):
        self.bench, self.rng = bench, rng
        self.folder = bench.folder / "trial"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        (self.folder / "scene.toml").write_text(SCENE)
        (self.folder / "study.toml").write_text(STUDY)
        self.findings = []

    def find(self, what):
        self.findings.append(what)

    def command(self, *arguments):
        return [self.bench.program, *map(str, arguments)]

    def run(self, *arguments, codes=CODES, **options):
        """A command to its end; its code. Whatever the contract forbids is a finding."""
        try:
            ended = subprocess.run(self.command(*arguments), capture_output=True, cwd=self.folder, timeout=PATIENCE, **options)
        except subprocess.TimeoutExpired:
            self.find(f"{arguments[0]} hangs")
            return None
        said = ended.stderr.decode(errors="replace")
        if ended.returncode < 0:
            self.find(f"{arguments[0]} crashes with signal {-ended.returncode}")
        elif ended.returncode not in codes:
            self.find(f"{arguments[0]} ends with {ended.returncode}: {said.strip()[-200:]}")
        elif ended.returncode and not said.strip():
            self.find(f"{arguments[0]} ends with {ended.returncode} and says nothing")
        if "please report" in said:
            self.find(f"{arguments[0]}: {said.strip()[-200:]}")
        return ended.returncode

    def require_whole(self, out):
        """Every file under a final name is complete, and no temporary one is left. A study.db that is not finished is judged
        by going on with it (`require_same_study`)."""
        out = Path(out)
        for file in sorted(out.rglob("*")) if out.is_dir() else []:
            if not file.is_file() or file.name.endswith(("-wal", "-shm", "-journal", ".lock")):
                continue
            if file.name == "study.db" and not (out / "study.csv").exists():
                continue
            if flaw := flaw_of(file, self.bench.program):
                self.find(f"{file.name} is not whole: {flaw}")


    def require_same_study(self, out):
        """Going on with a sweep ends it, with the table and the rows of one that nobody disturbed, and nothing else."""
        self.run("sweep", "study.toml", "--out", out, "--resume", "--quiet", codes={0})
        if not (out / "study.csv").exists():
            self.find("the resumed sweep leaves no table")
            return
        if (out / "study.csv").read_bytes() != self.bench.table:
            self.find("the resumed sweep has another table")
        if rows_of(out / "study.db") != self.bench.rows:
            self.find("the resumed sweep has other rows")
        if extra := {file.name for file in out.iterdir()} - self.bench.names - {".lock", "rebond.lock"}:
            self.find(f"the resumed sweep leaves {sorted(extra)}")


LISTED = re.compile(r"\d+ (?:[0-9a-f]{16}|@-?\d+) \S.*")  # a line of .rebond: size, fingerprint or time, name


def flaw_of(file, program):
    """What is wrong with a file that the program has written, or None."""
    if file.name == ".rebond":
        lines = file.read_text(errors="replace").split("\n")
        return None if lines[-1] == "" and all(LISTED.fullmatch(line) for line in lines[:-1]) else "a line is broken"
    if file.suffix in (".svg", ".html"):
        return None if file.read_text(errors="replace").rstrip().endswith(f"</{file.suffix[1:]}>") else "no end"
    if file.suffix == ".json":
        try:
            json.loads(file.read_text())
        except ValueError as error:
            return str(error)
        return None
    if file.suffix == ".csv":
        lines = file.read_text().split("\n")
        return None if lines[-1] == "" and len({line.count(",") for line in lines[:-1] if '"' not in line}) <= 1 else "ragged"
    if file.suffix in (".h5", ".db"):
        ended = subprocess.run([program, "info", str(file)], capture_output=True, timeout=PATIENCE)
        return None if ended.returncode == 0 else ended.stderr.decode(errors="replace").strip()
    return "a temporary file is left"


def rows_of(database):
    """What a study.db says, whatever its pages look like."""
    connection = sqlite3.connect(database)
    tables = [name for (name,) in connection.execute("select name from sqlite_master where type='table' order by name")]
    told = {name: sorted(map(repr, connection.execute(f'select * from "{name}"'))) for name in tables}
    connection.close()
    return told


class Bench:
    """The program, a place for trials, and an undisturbed sweep and run to compare with."""

    def __init__(self, program, folder):
        self.program, self.folder = str(Path(program).resolve()), Path(folder).resolve()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.folder.chmod(0o755)
        trial = Trial(self, None)
        start = time.monotonic()
        trial.run("sweep", "study.toml", "--out", self.folder / "sweep", "-j", "2", codes={0})
        self.sweep_seconds = time.monotonic() - start
        trial.run("run", "scene.toml", "--out", self.folder / "run", codes={0})
        if trial.findings:
            raise RuntimeError(f"the undisturbed runs fail: {trial.findings}")
        self.table = (self.folder / "sweep/study.csv").read_bytes()
        self.rows = rows_of(self.folder / "sweep/study.db")
        self.names = {file.name for file in (self.folder / "sweep").iterdir()}


    def anonymous(self, text):
        """Without the names of this machine's folders and of one process."""
        text = text.replace(f"{self.folder}/", "")
        return re.sub(r"\.part-\S+?(?=['\s]|$)", ".part-*", text)
