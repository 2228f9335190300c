"""What the checks of the tree share: the files they read, the command line, the proof that they can fail."""

import sys
from pathlib import Path

SKIPPED = {"build", "out", ".git"}
SKIPPED_ANYWHERE = {"node_modules", "__pycache__"}


def files_of(root, suffixes=None):
    """Every file of the tree but what is built or fetched, with one of the suffixes if there are any."""
    for file in sorted(root.rglob("*")):
        parts = file.relative_to(root).parts
        if parts[0] in SKIPPED or SKIPPED_ANYWHERE.intersection(parts):
            continue
        if (suffixes is None or file.suffix in suffixes) and file.is_file():
            yield file


def can_fail(cases):
    """Whether each case, (what was read, what was found, what should be), is as it should be."""
    wrong = [case for case in cases if case[1] != case[2]]
    for read, found, expected in wrong:
        print(f"expected {expected}, found {found} in\n{read}")
    print(f"{len(cases) - len(wrong)} of {len(cases)} cases as expected")
    return not wrong


def main(check_tree, cases, all_well):
    """Exits with 1 if `check_tree` of a root gives problems or reads nothing; `all_well` tells what it read."""
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(0 if can_fail(cases()) else 1)
    root = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).resolve().parent.parent
    problems, count = check_tree(root)
    if count == 0:
        problems.append(f"{root}: nothing to check")
    print("\n".join(problems) or all_well.format(count))
    sys.exit(1 if problems else 0)
