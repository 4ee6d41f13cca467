"""What `grundy games NAME` says to try runs, for every game of the catalogue."""

from __future__ import annotations

import shlex

import pytest
from tests.terminal import Terminal

from grundy.games import CATALOGUE
from grundy.workflows.library.rulebook import rulebook


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_commands_run(name: str, terminal: Terminal) -> None:
    for command in rulebook(name).commands:
        _, *words = shlex.split(command)
        if "--misere" not in words:
            code, out, err = terminal.run(*words, said="quit\n")
            assert (code, err) == (0, ""), command
            assert out


@pytest.mark.nightly
@pytest.mark.parametrize("name", CATALOGUE)
def test_the_commands_run_in_misere_play(name: str, terminal: Terminal) -> None:
    for command in rulebook(name).commands:
        _, *words = shlex.split(command)
        if "--misere" in words:
            assert terminal.run(*words)[0] == 0
