"""The notebooks run from their first cell to their last, and the pages of the manual show what they print."""

import os
import pathlib
import subprocess
import sys

import pytest

from conftest import SOURCE

NAMES = sorted(path.stem for path in pathlib.Path(SOURCE, "examples", "notebooks").glob("*.ipynb"))


def test_there_are_notebooks():
    assert len(NAMES) >= 5


@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="the kernels of notebooks are not for sanitizers")
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_and_its_page_is_up_to_date(name):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    tool = os.path.join(SOURCE, "tools", "notebook_pages.py")
    done = subprocess.run([sys.executable, tool, "--check", name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
