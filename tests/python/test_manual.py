"""What the manual says of Python is true: its blocks run, one after the other, page by page."""

import pathlib
import re

import pytest

import rebond

from conftest import SOURCE

PAGES = ["docs/guide/python.md", "docs/guide/getting-started.md", "docs/guide/result-file.md", "README.md"]


def blocks(page):
    text = pathlib.Path(SOURCE, page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def test_there_are_blocks():
    assert len(blocks(PAGES[0])) >= 5


@pytest.mark.parametrize("page", PAGES)
def test_every_block_runs(page, bar, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(pathlib.Path(SOURCE, "examples"))
    (tmp_path / "scene.toml").write_text(bar.to_toml())
    if "out/demo" in "".join(blocks(page)):
        rebond.run(bar).save("out/demo")  # what ./dev demo leaves, shorter
    names = {}
    for number, block in enumerate(blocks(page), 1):
        exec(compile(block, f"{page}, block {number}", "exec"), names)
