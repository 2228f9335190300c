#!/usr/bin/env python3
"""Checks that every citation has an entry in docs/references.bib.

A citation is a bracket that starts with a key, letters and a year with an optional letter, alone or
followed by more: [Name1999], [Name1999, section 2], [NameOther1999a; Third2001]. They are looked for
in the comments of C++ sources and in all Markdown and TOML files. The bibliography itself is checked
for doubled keys, missing fields and years that differ from the key's. Prints `file:line: message` for
every fault and exits with 1 if there is one.

    tools/check_citations.py [ROOT]       checks the tree
    tools/check_citations.py --self-test  checks that the checker can fail
"""

import re

import gate

BIBLIOGRAPHY = "docs/references.bib"
SUFFIXES = {".cpp", ".hpp", ".h", ".md", ".toml"}

KEY = r"[A-Z][A-Za-z]*[0-9]{4}[a-z]?"
CITATION = re.compile(rf"\[({KEY})\b(?=[\],;\s])((?:\s*;\s*{KEY}\b)*)")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
ENTRY = re.compile(r"^@(\w+)\s*\{\s*([^,\s]+)\s*,(.*?)^\}", re.DOTALL | re.MULTILINE)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def comments_of(text):
    """The text with all but its C++ comments blanked, line by line the same."""
    parts = []
    end = 0
    for match in COMMENT.finditer(text):
        parts.append("\n" * text.count("\n", end, match.start()))
        parts.append(match.group() if match.group().startswith("/") else "")
        end = match.end()
    return "".join(parts)


def citations(name, text):
    """Every (line, key) cited in a file."""
    if name.endswith((".cpp", ".hpp", ".h")):
        text = comments_of(text)
    for match in CITATION.finditer(text):
        for key in re.findall(KEY, match.group()):
            yield line_of(text, match.start()), key


def check_bibliography(text):
    """The keys, and every fault as (line, message)."""
    keys, problems = set(), []
    for match in ENTRY.finditer(text):
        _, key, body = match.groups()
        line = line_of(text, match.start())
        fields = dict(re.findall(r"^\s*(\w+)\s*=\s*\{(.*)\}\s*,?\s*$", body, re.MULTILINE))
        if not re.fullmatch(KEY, key):
            problems.append((line, f"{key}: a key is letters and a year"))
        if key in keys:
            problems.append((line, f"{key} is there twice"))
        keys.add(key)
        for field in ("author", "title", "year"):
            if field not in fields:
                problems.append((line, f"{key} has no {field}"))
        if fields.get("year") and fields["year"] not in key:
            problems.append((line, f"{key} is of {fields['year']}"))
    entries = len(re.findall(r"^@(?!comment)", text, re.MULTILINE | re.IGNORECASE))
    if entries != len(list(ENTRY.finditer(text))):
        problems.append((1, "an entry could not be read: it starts with @ and ends with } at a line's start"))
    return keys, problems


def check_tree(root):
    keys, faults = check_bibliography((root / BIBLIOGRAPHY).read_text(encoding="utf-8"))
    problems = [f"{BIBLIOGRAPHY}:{line}: {message}" for line, message in faults]
    count = 0
    for file in gate.files_of(root, SUFFIXES):
        for line, key in citations(file.name, file.read_text(encoding="utf-8")):
            count += 1
            if key not in keys:
                problems.append(f"{file.relative_to(root)}:{line}: [{key}] is not in {BIBLIOGRAPHY}")
    return problems, count


def cases():
    def cited(name, text, keys):
        return text, [key for _, key in citations(name, text)], keys

    def faults(text, count):
        return text, len(check_bibliography(text)[1]), count

    entry = "@book{Name1999,\n  author = {A},\n  title = {B},\n  year = {1999}\n}\n"
    second_line = "int x;\n// [Name1999]\n"
    return [
        cited("a.hpp", "// see [Name1999, (3)] and\n// [Other2001a; Third2002]\n",
              ["Name1999", "Other2001a", "Third2002"]),
        cited("a.cpp", 'x[Name1999];\nauto s = "// [Other2001]";\n', []),
        cited("a.hpp", "// Breaks over a line [Name1999,\n// section 2].\n", ["Name1999"]),
        cited("a.md", "[Name1999] and [link](Other2001.md) and a[1999]\n", ["Name1999"]),
        (second_line, list(citations("a.hpp", second_line)), [(2, "Name1999")]),
        (entry, check_bibliography(entry), ({"Name1999"}, [])),
        faults(entry + entry, 1),
        faults(entry.replace("{1999}", "{1998}"), 1),
        faults(entry.replace("title", "booktitle"), 1),
        faults(entry.replace("\n}\n", "}\n"), 1),
    ]


if __name__ == "__main__":
    gate.main(check_tree, cases, "{} citations, all known")
