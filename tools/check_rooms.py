#!/usr/bin/env python3
"""Checks who includes whom in rebond/ and apps/, and in what tests/specimen/ adds to rebond/.

The rooms stand in the order of ROOMS; a file includes its own room and rooms to its left. Beyond the
order, some things may happen in some rooms only (ONLY_IN), only the folder of a model asks whether a
scene is one of it (KIND), and every header opens with a comment and has #pragma once. Prints `file:line: message` for every breach and exits with 1 if there is one.

    tools/check_rooms.py [ROOT]       checks the tree
    tools/check_rooms.py --self-test  checks that the checker can fail
"""

import re
from pathlib import PurePosixPath

import gate

ROOMS = ["core", "solvers", "mechanics", "contact", "integration", "analysis", "orbits", "scene", "studies", "drawing",
         "io", "apps"]

# What may appear in some rooms only: a pattern for included headers, one for code, the rooms.
ONLY_IN = [
    ("opens files", {"io"}, r"hdf5\.h|H5\w*\.h|fstream|toml\+\+/.*|toml\.hpp|sqlite3\.h",
     r"\b(?:std::)?(?:fopen|freopen)\s*\("),
    ("touches the file system", {"io", "apps"}, r"filesystem", None),
    ("prints", {"apps"}, r"iostream|print",
     r"\bstd::(?:cout|cerr|clog|puts|printf|putchar)\b|(?<![\w:.>])(?:puts|printf)\s*\("
     r"|\bfmt::print(?:ln)?\s*\(\s*(?:\"|R\"|stdout\b|stderr\b)"),
    ("prints", {"apps", "io"}, r"fmt/ostream\.h", r"\bfmt::print(?:ln)?\b"),
    ("exits", {"apps"}, None, r"(?<![\w.>:])(?:std::)?(?:exit|_Exit|quick_exit|abort)\s*\("),
    ("starts threads or processes", {"studies"}, r"thread|future|execution|pthread\.h|mpi\.h",
     r"\bstd::(?:thread|jthread|async|system)\b|(?<![\w.>:])(?:fork|popen)\s*\("),
    ("parses arguments", {"apps"}, r"CLI/.*", None),
    ("uses a test library", set(), r"gtest/.*|gmock/.*|benchmark/.*", None),
]

# Asks which model a scene has. Functions overloaded for each model, and traits_of, answer without asking.
KIND = re.compile(r"\b(?:get|get_if|holds_alternative)<(\w+)Scene>|\btype_name\([\w.]*subject\) [!=]= \"\"")

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
TOKEN = re.compile(
    r'R"(?P<raw>[^\s()\\]{0,16})\(.*?\)(?P=raw)"'  # raw string
    r'|"(?:\\.|[^"\\\n])*"'                        # string
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"        # character, not a digit separator
    r"|//[^\n]*|/\*.*?\*/",                        # comment
    re.DOTALL)


def without_comments(text):
    """The text with comments blanked and string contents emptied, line by line the same."""

    def blank(match):
        token = match.group()
        newlines = "\n" * token.count("\n")
        return newlines if token.startswith("/") else f'""{newlines}'

    lines = text.split("\n")
    includes = {i: line for i, line in enumerate(lines) if INCLUDE.match(line)}
    stripped = TOKEN.sub(blank, text).split("\n")
    return [includes.get(i, line) if '#' in line else line for i, line in enumerate(stripped)]


def room_of(path):
    """The room of a file given from the root, or None."""
    parts = PurePosixPath(path).parts
    if parts[0] == "apps":
        return "apps"
    if path == "rebond/rebond.hpp":  # the public header: it brings headers of every room
        return ROOMS[-2]
    if parts[0] == "rebond" and len(parts) > 2 and parts[1] in ROOMS[:-1]:
        return parts[1]
    return None


def included_room(path, target):
    """The room of an include of `path`, or None if it comes from outside."""
    if target.startswith(("rebond/", "apps/")):
        return room_of(target)
    folder = PurePosixPath(path).parent
    return room_of(str(folder / target)) if not target.startswith("..") else "outside"


def asks_kind(path, line):
    """Whether a line asks which model a scene has, outside the folder of that model."""
    match = KIND.search(line)
    if not match:
        return False
    folder = re.sub(r"(?<!^)(?=[A-Z])", "_", match.group(1) or "").lower()
    return not folder or not path.startswith(f"rebond/scene/{folder}/")


def check_file(path, text):
    """All breaches in one file as (line, message)."""
    room = room_of(path)
    if room is None:
        return [(1, f"no such room; the rooms are {', '.join(ROOMS)}")]
    problems = []
    lines = without_comments(text)

    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        header = (match.group(1) or match.group(2)) if match else None
        if match and match.group(2):
            other = included_room(path, match.group(2))
            if other == "outside":
                problems.append((number, f"write {header} as a path from the root"))
            elif other is None:
                problems.append((number, f"{header} is in no room"))
            elif ROOMS.index(other) > ROOMS.index(room):
                problems.append((number, f"{room} must not include {other} ({header})"))
        for deed, rooms, headers, code in ONLY_IN:
            if room in rooms:
                continue
            where = " and ".join(sorted(rooms)) or "tests"
            if header and headers and re.fullmatch(headers, header):
                problems.append((number, f"only {where} {deed}, not {room} (<{header}>)"))
            elif not header and code and (found := re.search(code, line)):
                problems.append((number, f"only {where} {deed}, not {room} ({found.group().strip()})"))

        if asks_kind(path, line):
            problems.append((number, "asks which model a scene has; overload a function in the folders of the models, "
                                     "or say it in traits_of"))

    if path.endswith((".hpp", ".h")):
        if not text.startswith("//"):
            problems.append((1, "a header opens with a comment saying what it is"))
        if not any(re.match(r"\s*#\s*pragma\s+once\b", line) for line in lines):
            problems.append((1, "#pragma once is missing"))
    return sorted(set(problems))


def check_tree(root):
    """All breaches as text, and how many files were read."""
    problems = []
    count = 0
    for file in gate.files_of(root, {".hpp", ".cpp", ".h"}):
        path = file.relative_to(root).as_posix()
        place = path.removeprefix("tests/specimen/")
        if not place.startswith(("rebond/", "apps/")):
            continue
        count += 1
        for line, message in check_file(place, file.read_text(encoding="utf-8")):
            problems.append(f"{path}:{line}: {message}")
    return problems, count


def cases():
    head = "// A thing.\n#pragma once\n"
    breaches = [  # a path, a text and the lines that must be reported
        ("rebond/contact/a.hpp", head + '#include "rebond/mechanics/model.hpp"\n', []),
        ("rebond/contact/a.hpp", head + '#include "rebond/contact/gap.hpp"\n#include <vector>\n', []),
        ("rebond/mechanics/a.hpp", head + '#include "rebond/contact/gap.hpp"\n', [3]),
        ("rebond/core/a.hpp", head + '#include "apps/cli/a.hpp"\n', [3]),
        ("rebond/core/a.hpp", head + '#include "../contact/gap.hpp"\n', [3]),
        ("rebond/core/a.hpp", head + '#include "rebond/utils/a.hpp"\n', [3]),
        ("rebond/core/a.hpp", head + '// #include "rebond/io/a.hpp"\n', []),
        ("rebond/core/a.hpp", head + '/*\n#include "rebond/io/a.hpp"\n*/\n', []),
        ("rebond/utils/a.cpp", "", [1]),
        ("rebond/scene/a.cpp", "#include <fstream>\n#include <toml++/toml.h>\n#include <hdf5.h>\n", [1, 2, 3]),
        ("rebond/io/a.cpp", "#include <fstream>\n#include <toml++/toml.h>\n#include <hdf5.h>\n", []),
        ("apps/cli/a.cpp", "#include <fstream>\n", [1]),
        ("apps/cli/a.cpp", '#include <CLI/CLI.hpp>\n#include <iostream>\nint x;\nfmt::print("{}", x);\n', []),
        ("rebond/io/a.cpp", "#include <CLI/CLI.hpp>\n#include <iostream>\n", [1, 2]),
        ("rebond/io/a.cpp", 'fmt::print(file, "{}", x);\nfmt::print("{}", x);\nfmt::print(stderr, "x");\n', [2, 3]),
        ("rebond/analysis/a.cpp", 'fmt::print(file, "{}", x);\nstd::cout << 1;\nstd::exit(1);\n', [1, 2, 3]),
        ("rebond/analysis/a.cpp", 'auto s = "std::cout";  // std::cout\nauto r = R"(std::cout\n)";\n', []),
        ("rebond/integration/a.cpp", "#include <thread>\n", [1]),
        ("rebond/studies/a.cpp", "#include <thread>\nstd::jthread t;\n", []),
        ("rebond/io/a.cpp", "std::get_if<BarScene>(&s);\nx.holds_alternative<EventModal>(s);\n", [1]),
        ("rebond/io/a.cpp", 'if (type_name(scene.subject) == "bar")\nsummary(type_name(scene.subject));\n', [1]),
        ("rebond/scene/ball_on_beam/a.cpp", "std::get_if<BallOnBeamScene>(&s);\nstd::get<BallsScene>(s);\n", [2]),
        ("rebond/core/a.hpp", "#pragma once\n", [1]),
        ("rebond/core/a.hpp", "// A thing.\nint x = 1'000;  // it's here\n", [1]),
    ]
    return [(f"{path}:\n{text}", sorted({line for line, _ in check_file(path, text)}), lines)
            for path, text, lines in breaches]


if __name__ == "__main__":
    gate.main(check_tree, cases, "{} files keep to their rooms")
