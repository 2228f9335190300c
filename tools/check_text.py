#!/usr/bin/env python3
"""Checks that no file carries what belongs elsewhere: a path of somebody's machine, a note that work
is left to do, a name that tells history. Prints `file:line: message` for every find and exits with 1
if there is one.

    tools/check_text.py [ROOT]       checks the tree
    tools/check_text.py --self-test  checks that the checker can fail
"""

import re

import gate

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


def check_tree(root):
    problems, count = [], 0
    for file in gate.files_of(root):
        path = file.relative_to(root)
        if path.as_posix() in EXEMPT or "corpus" in path.parts:
            continue
        try:
            text = file.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue  # not text
        if "\0" in text:
            continue
        count += 1
        problems += [f"{path}:{line}: {message}" for line, message in check_text(text)]
    return problems, count


def cases():
    finds = [
        ("see /home/someone/x", 1), ("/tmp/x", 1), ("C:\\Users", 1), ("docs/home/x, build/tmp/x", 0),
        ("~/code/rebond", 0), ("// TODO", 1), ("FIXME: x", 1), ("todo_list", 0), ("solve_new(x)", 1),
        ("a_newton, new_x, old", 0), ("<<<<<<< HEAD", 1), ("x\r", 1), ("/usr/bin/env", 0),
    ]
    return [(text, len(list(check_text(text))), count) for text, count in finds]


if __name__ == "__main__":
    gate.main(check_tree, cases, "{} files, nothing that belongs elsewhere")
