from __future__ import annotations

import pytest
from tests.terminal import Terminal

from grundy.core import LimitReached
from grundy.workflows.library import solution


@pytest.mark.parametrize("command", ["solve", "search"])
def test_more_winning_moves_than_can_be_listed_end_as_a_limit(
    command: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solution, "MOST_MOVES", 3)
    code, answer = terminal.json(command, "kayles: 10000 3", "--misere")
    assert (code, len(answer["winning_moves"])) == (LimitReached.exit_code, 3)
    assert terminal.run("solve", "kayles: 10000 3", "--misere")[0] == 0
