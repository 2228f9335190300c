#!/usr/bin/env python3
"""Checks that no file carries what belongs elsewhere: a path of somebody's machine, a note that work
is left to do, a name that tells history. Prints `file:line: message` for every find and exits with 1
if there is one.

    tools/check_text.py [ROOT]       checks the tree
    tools/check_text.py --self-test  checks that the checker can fail
"""

import re
import sys
from pathlib import Path

SKIPPED = {"build", "out", ".git"}
EXEMPT = {"LICENSE", "tools/check_text.py"}

FORBIDDEN = [
    ("a path of one machine", re.compile(r"(?<![\w.~}])/(?:home|Users|work|root|tmp)/\w|\b[A-Z]:\\\w")),
    ("a note for later; open an issue", re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")),
    ("a name that tells history; the better one replaces the other", re.compile(r"\b\w+_(?:old|new)\b")),
    ("a leftover of a merge", re.compile(r"^(?:<{7}|>{7}) ")),
    ("a carriage return", re.compile(r"\r$")),
]


def check_text(text):
    """Every find as (line, message)."""
    for number, line in enumerate(text.split("\n"), 1):
        for what, pattern in FORBIDDEN:
            if match := pattern.search(line):
                yield number, f"{what}: {match.group().strip()!r}"


def files_of(root):
    for file in sorted(root.rglob("*")):
        parts = file.relative_to(root).parts
        if parts[0] in SKIPPED or "node_modules" in parts or "__pycache__" in parts or "corpus" in parts:
            continue
        if file.is_file() and file.relative_to(root).as_posix() not in EXEMPT:
            yield file


def check_tree(root):
    problems, count = [], 0
    for file in files_of(root):
        try:
            text = file.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue  # not text
        if "\0" in text:
            continue
        count += 1
        problems += [f"{file.relative_to(root)}:{line}: {message}" for line, message in check_text(text)]
    return problems, count


def self_test():
    cases = [
        ("see /home/someone/x", 1), ("/tmp/x", 1), ("C:\\Users", 1), ("docs/home/x, build/tmp/x", 0),
        ("~/code/rebond", 0), ("// TODO", 1), ("FIXME: x", 1), ("todo_list", 0), ("solve_new(x)", 1),
        ("a_newton, new_x, old", 0), ("<<<<<<< HEAD", 1), ("x\r", 1), ("/usr/bin/env", 0),
    ]
    wrong = [(text, count) for text, count in cases if len(list(check_text(text))) != count]
    for text, count in wrong:
        print(f"expected {count} finds in {text!r}")
    print(f"{len(cases) - len(wrong)} of {len(cases)} cases as expected")
    return not wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    root = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).resolve().parent.parent
    problems, count = check_tree(root)
    print("\n".join(problems) or f"{count} files, nothing that belongs elsewhere")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
