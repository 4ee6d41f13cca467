from __future__ import annotations

from importlib.metadata import version

import pytest
from tests.terminal import Terminal


def test_the_version_comes_with_the_state_of_the_kernels(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.workflows.kernel_state", lambda: "kernels: as they are")
    assert terminal.run("--version") == (0, f"grundy, version {version('grundy')}\nkernels: as they are\n", "")
