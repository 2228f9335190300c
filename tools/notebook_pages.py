#!/usr/bin/python3
"""Runs the notebooks of examples/notebooks and writes each as a page of the manual, docs/guide/notebooks/NAME.md, with its
figures beside it as SVG files.

    PYTHONPATH=build/release/python tools/notebook_pages.py [NAME...]          writes the pages
    PYTHONPATH=build/release/python tools/notebook_pages.py --check [NAME...]  says which are not up to date

A check compares text, and of figures whether they are there: their lines differ with the version of matplotlib. It also refuses
notebooks that were saved with outputs. Exits with 1 if something is wrong. Needs nbclient, ipykernel and matplotlib.
"""

import argparse
import os
import pathlib
import re
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "examples" / "notebooks"
PAGES = ROOT / "docs" / "guide" / "notebooks"

GONE = "<IPython.core.display.HTML object>"  # a progress bar that ran and went

# Figures as small SVG files that are the same for the same numbers.
SETUP = """%config InlineBackend.figure_formats = ["svg"]
%config InlineBackend.print_figure_kwargs = {"bbox_inches": None, "metadata": {"Date": None}}
import matplotlib
matplotlib.rcParams.update({"svg.hashsalt": "rebond", "svg.fonttype": "none", "font.family": "sans-serif",
                            "figure.facecolor": "white", "path.simplify_threshold": 0.2})
"""


def prepare_kernels():
    """What kernels inherit: figures in the notebook whoever asks, and folders that hold from any other."""
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    os.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(one) for one in folders if one)
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # no warning that a debugger may miss something


def executed(path):
    """The notebook with the outputs of its cells; it runs in its own folder."""
    book = nbformat.read(path, as_version=4)
    book.cells.insert(0, nbformat.v4.new_code_cell(SETUP))
    NotebookClient(book, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    del book.cells[0]
    return book


def rounded(number):
    return f"{float(number.group()):.2f}".rstrip("0").rstrip(".")


def small(svg):
    """Places of a figure to a hundredth of a point, its words as they are; without those on who made it."""
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"-?\d+\.\d{3,}", rounded, tag.group()), svg)
    return re.sub(r"[ \t]+\n", "\n", svg)


def page_of(name, book):
    """The page as text, and its figures by their file names."""
    parts, figures = [], {}
    for cell in book.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for output in cell.outputs:
            if output.output_type == "stream":
                parts.append(f"```text\n{output.text.rstrip()}\n```")
                continue
            data = output.get("data", {})
            if "image/svg+xml" in data:
                file = f"{name}_{len(figures) + 1}.svg"
                figures[file] = small(data["image/svg+xml"])
                parts.append(f"![Figure {len(figures)}]({file})")
            elif data.get("text/plain", GONE) != GONE:
                parts.append(f"```text\n{data['text/plain']}\n```")
    note = f"*This page is the notebook [{name}.ipynb](../../../examples/notebooks/{name}.ipynb), run.*"
    return "\n\n".join([parts[0], note, *parts[1:]]) + "\n", figures


def saved_outputs(path):
    """Whether the notebook was saved with what it printed."""
    book = nbformat.read(path, as_version=4)
    return any(cell.get("outputs") or cell.get("execution_count") for cell in book.cells)


def check(name, page, figures):
    """What is wrong with the page that is there."""
    file = PAGES / f"{name}.md"
    if not file.exists() or file.read_text(encoding="utf-8") != page:
        yield f"{file.relative_to(ROOT)} is not up to date: run tools/notebook_pages.py {name}"
    kept = {one.name for one in PAGES.glob(f"{name}_*.svg")}
    for missing in sorted(set(figures) ^ kept):
        yield f"docs/guide/notebooks/{missing}: {'absent' if missing in figures else 'no figure of the notebook'}"


def write(name, page, figures):
    PAGES.mkdir(parents=True, exist_ok=True)
    for stale in PAGES.glob(f"{name}_*.svg"):
        stale.unlink()
    (PAGES / f"{name}.md").write_text(page, encoding="utf-8")
    for file, svg in figures.items():
        (PAGES / file).write_text(svg, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked = parser.parse_args()
    prepare_kernels()
    wrong = []
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        name = path.stem
        if asked.names and name not in asked.names:
            continue
        if saved_outputs(path):
            wrong.append(f"{path.relative_to(ROOT)} was saved with outputs: clear them")
        try:
            page, figures = page_of(name, executed(path))
        except CellExecutionError as error:
            wrong.append(f"{path.relative_to(ROOT)}: " + re.sub(r"\x1b\[[0-9;]*m", "", str(error)))
            continue
        if asked.check:
            wrong += check(name, page, figures)
        else:
            write(name, page, figures)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
