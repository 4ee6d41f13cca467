from __future__ import annotations

from importlib.metadata import version

import pytest
from tests.terminal import Terminal


def test_the_version_comes_with_the_processor_level_and_the_state_of_the_kernels(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grundy.workflows.kernel_state", lambda: "kernels: as they are")
    monkeypatch.setattr("grundy.workflows.processor_level", lambda: "x86-64-v3")
    lines = f"grundy, version {version('grundy')}\nprocessor: x86-64-v3\nkernels: as they are\n"
    assert terminal.run("--version") == (0, lines, "")
