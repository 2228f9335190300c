#!/usr/bin/env python3
"""Writes docs/reliability.md from the records of campaigns, tools/soak/records/*.jsonl, and findings.json beside them.

    tools/soak/report.py          writes the page
    tools/soak/report.py --check  exits with 1 if the page is not what the records say
"""

import json
import sys
from collections import Counter
from pathlib import Path

from families import FAMILIES
from flights import merged
import discs_family
import linear_scenes
import rod_family
import rough_scenes

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reliability.md"
RECORDS = ROOT / "tools/soak/records"

INTRODUCTION = """\
# Reliability: what was tried, what was found

This page is made by `tools/soak/report.py` from the records of `./dev soak`. [How the campaign works](../tools/soak/README.md).

A *flight* is one run of one scene by one scheme, from its start to its end, however it ends. *Wrong* is a flight with status ok that
differs from what must be true by more than the stated error times the measured sensitivity of the motion, or that is
followed by something the contract forbids. *Refused* is a flight that ended with a status other than ok. *Declined* is one of
`event_modal` that said it is not for this scene and named `event_accurate`. *Slow* is a flight that was stopped after a time limit of more
than ten times what a flight of its family takes, and had nothing to say about it; *long* is one that had: impacts by the hundred
thousand. *Warned* is a flight that said that bounces near rounding decide its motion; such motions are not compared.
"""


def records():
    return [json.loads(line) for file in sorted(RECORDS.glob("*.jsonl")) for line in file.read_text().splitlines() if line]


def total(rows, key):
    return sum(sum(row[key].values()) if isinstance(row[key], dict) else row[key] for row in rows)


def campaigns(told):
    yield "## Campaigns\n"
    yield "| date | revision | minutes | seed | flights | wrong | ordinary refused | faults tried | kinds found | fuzzer executions | note |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for r in told:
        rows = list(r.get("flights", {}).values())
        ordinary = [row for row in rows if row["is_ordinary"]]
        faults = r.get("faults", {"trials": {}, "findings": {}})
        yield (f"| {r['date']} | {r['revision']} | {r['minutes']:g} | {r['seed']} | {total(rows, 'flights')} | {total(rows, 'wrong')} | "
               f"{total(ordinary, 'refused')} of {total(ordinary, 'flights')} | {sum(faults['trials'].values())} | {len(faults['findings'])} | "
               f"{sum(row['executions'] for row in r.get('fuzz', {}).values())} | {r.get('note', '')} |")


def flights(told):
    flown = [r for r in told if "flights" in r]
    if not flown:
        return
    newest = flown[-1]["revision"]
    of_it = [r["flights"] for r in flown if r["revision"] == newest]
    rows = merged(of_it)
    yield f"\n## Flights of revision {newest}\n"
    yield "| family | cases | flights | wrong | refused | declined | warned | long | slow | compared with the reference |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for is_ordinary in (True, False):
        for name, row in rows.items():
            if row["is_ordinary"] == is_ordinary:
                yield (f"| {name}{'' if is_ordinary else ' (nasty)'} | {row['cases']} | {row['flights']} | {sum(row['wrong'].values())} | "
                       f"{sum(row['refused'].values())} | {row['declined']} | {row.get('warned', 0)} | {row.get('long', 0)} | "
                       f"{row['slow']} | {row['compared'].get('reference', 0)} |")
    for title, key in (("Wrong, by kind", "wrong"), ("Refused, by reason", "refused"), ("Comparisons made", "compared")):
        counts = Counter()
        for row in rows.values():
            counts += Counter(row[key])
        yield f"\n### {title}\n"
        yield from (f"- {count} × {name}" for name, count in counts.most_common())
        if not counts:
            yield "None."


def faults(told):
    tried, found = Counter(), Counter()
    for r in told:
        tried += Counter(r.get("faults", {}).get("trials", {}))
        found += Counter({name: entry["count"] for name, entry in r.get("faults", {}).get("findings", {}).items()})
    yield "\n## Faults of disks, folders and processes\n"
    yield from (f"- {name}: {count} trials" for name, count in tried.items())
    yield "\nWhat they showed, in all campaigns:\n"
    yield from (f"- {count} × {name}" for name, count in found.most_common())
    if not found:
        yield "Nothing."


def fuzzers(told):
    executions, found = Counter(), Counter()
    for r in told:
        for name, row in r.get("fuzz", {}).items():
            executions[name] += row["executions"]
            found[name] += row["findings"]
    yield "\n## Fuzzers\n"
    yield "| reader | executions | findings |"
    yield "| --- | --- | --- |"
    yield from (f"| {name} | {count} | {found[name]} |" for name, count in executions.items())
    yield f"\n{sum(executions.values())} executions in all. HDF5 and SQLite themselves are not instrumented."


def findings():
    known = json.loads((RECORDS / "findings.json").read_text())
    for state, title in (("open", "Known to fail"), ("mended", "Found and mended")):
        yield f"\n## {title}\n"
        chosen = [entry for entry in known if entry["state"] == state]
        if not chosen:
            yield "Nothing yet."
            continue
        yield "| what | why | scene or test |"
        yield "| --- | --- | --- |"
        yield from (f"| {entry['what']} | {entry['why']} | {entry['where']} |" for entry in chosen)


def definitions():
    yield "\n## What ordinary means\n"
    yield linear_scenes.__doc__.split("\n\n", 1)[1].strip()
    for module in (rough_scenes, rod_family, discs_family):
        yield "\n" + " ".join(module.__doc__.split("\n\n", 1)[0].split()) + "\n"
        yield module.__doc__.split("\n\n", 1)[1].strip()
    yield "\nFamilies:\n"
    for family in FAMILIES:
        yield f"- `{family.name}`: {' '.join(family.make.__doc__.split()) if family.make.__doc__ else 'as above'}"


def page():
    told = records()
    parts = [INTRODUCTION]
    if told:
        parts += [*campaigns(told), *flights(told), *faults(told), *fuzzers(told)]
    else:
        parts.append("No campaign has been recorded.")
    return "\n".join([*parts, *findings(), *definitions()]) + "\n"


def main():
    text = page()
    if sys.argv[1:] == ["--check"]:
        return 0 if PAGE.read_text() == text else 1
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
