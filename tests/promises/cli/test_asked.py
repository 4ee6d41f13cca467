"""Each item of the teaching texts and each feature of the field has a command, whose answer has the expected part."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from tests.promises.cli.asked_items import FEATURES, GUESSES, MATCH, RULES, TEXTS, Asked
from tests.terminal import Terminal

EACH = [*TEXTS.items(), *FEATURES.items()]
SAMPLE = {"14 mex", "23 which fourth heap", "24 mirror", "47 bottom-up in odometer order", "rule in words"}
CASES = [pytest.param(*asked, id=name, marks=[pytest.mark.nightly] * (name not in SAMPLE)) for name, asked in EACH]


@pytest.mark.nightly
@pytest.mark.parametrize(("guess", "part"), [(guess, part) for guess, _, part in GUESSES])
def test_a_guess_of_a_beginner_works_or_gets_a_suggestion(guess: Asked, part: str, terminal: Terminal) -> None:
    if not isinstance(guess, str):
        assert part in str(guess())
        return
    _, out, err = terminal.run(*shlex.split(guess))
    assert part in out + err


@pytest.mark.parametrize(("command", "part"), CASES)
@pytest.mark.every_case
def test_the_answer_has_the_expected_part(
    command: Asked, part: str, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if not isinstance(command, str):
        assert part in str(command())
        return
    Path("rules.py").write_text(RULES, encoding="utf-8")
    Path("match.txt").write_text(MATCH, encoding="utf-8")
    code, out, err = terminal.run(*shlex.split(command))
    assert code in (0, 1, 4)
    assert part in out + err


def test_the_tables_have_all_items() -> None:
    assert (len(TEXTS), len(FEATURES), len(GUESSES)) == (62, 84, 20)
    assert [int(name.split()[0]) for name in TEXTS] == [*range(1, 63)]
