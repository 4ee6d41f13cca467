from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.unit.certificates.test_board_certificates import drawn
from tests.unit.check.sealed import checked

from grundy import read_game
from grundy.certificates import Certificate, nimber_entries, nimbers
from grundy.core import Game
from grundy.workflows.library.solution import solve
from grundy.workflows.proving import certify as certify_boards
from grundy.workflows.proving.certify import certify


def test_a_proof_is_found_however_little_is_known_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(7)
    for patience, work in ((0, 10**6), (20, 50), (50, 10**6)):
        monkeypatch.setattr(nimbers, "PATIENCE", patience)
        monkeypatch.setattr(nimbers, "MOST_WORK", work)
        for _ in range(12):
            game = read_game(drawn(rng))
            whole = certify(game, proof="nimber")
            boards = certify_boards.boards_of(game)
            assert boards is not None
            ruleset = game.summands[0].ruleset
            seen: dict[Any, int] = {}

            def value(part: Any, seen: dict[Any, int] = seen, ruleset: Any = ruleset) -> int:
                seen[part] = solve(Game.of(ruleset, part)).value or 0
                return seen[part]

            entries = nimber_entries(boards.moves, boards.start, value, seen.get)
            again = Certificate("nimber", "normal", whole.game, whole.claim, entries)
            assert checked(again, tmp_path).status == "ACCEPTED"
