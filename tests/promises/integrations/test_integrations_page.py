"""The Python examples of the page about integrations run, each block by itself, where its packages are installed."""

from __future__ import annotations

import doctest
import re
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "do" / "integrations.md"
BLOCKS = re.findall(r"```python\n(>>> .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
STARTS = 'command="grundy"'
"""A block with this starts a process."""


@pytest.mark.parametrize(
    "block",
    [pytest.param(block, marks=[pytest.mark.nightly] if STARTS in block else []) for block in BLOCKS],
    ids=[block.splitlines()[0] for block in BLOCKS],
)
def test_an_example_of_the_page_prints_what_it_shows(block: str) -> None:
    for package in ("pettingzoo", "gymnasium", "mcp", "pycgt"):
        if package in block and find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    if STARTS in block and which("grundy") is None:
        pytest.skip("the program is not on the path")
    example = doctest.DocTestParser().get_doctest(block, {}, PAGE.name, str(PAGE), 0)
    failed, attempted = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert (failed, attempted > 1) == (0, True)
