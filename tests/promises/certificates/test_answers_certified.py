"""No certificate of a random game claims anything but the answer, and the checker accepts every one that is written."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.promises.certificates import soak_answers
from tests.promises.certificates.soak_answers import BAD, KINDS, LIMITS, answered, certified, drawn

from grundy import Game, InputError, read_game
from grundy.certificates import Certificate
from grundy.core import Budget
from grundy.workflows.proving import certify as proving

SEEDS = 6


@pytest.mark.nightly
def test_answers_to_random_games_of_every_kind_are_certified_or_refused() -> None:
    found = sum((answered(seed) for seed in range(SEEDS)), Counter[str]())
    assert found["accepted"] > found["answers"] // 3
    assert not found.keys() & set(BAD)


def test_every_kind_of_game_is_drawn() -> None:
    rng, kinds = Random(1), set()
    for _ in range(200):
        with suppress(InputError):
            kinds.add(drawn(rng)[0])
    assert kinds == {*KINDS, "sums", "compounds"}


@pytest.mark.parametrize("text", ["top-entails: 5 4", "race: 12 @ 1 2 / 2 3"])
def test_what_no_certificate_can_say_is_refused_with_what_to_do_instead(text: str, tmp_path: Path) -> None:
    game: Game = read_game(text)
    assert certified(game, Random(2), tmp_path)[0] == "accepted"  # who wins
    with pytest.raises(InputError, match=r"certificates have no values of .* \(a strategy certifies who wins\)"):
        proving.certify(game, misere=False, proof="labelling", budget=Budget(LIMITS))


def test_a_claim_that_is_not_the_answer_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(proving, "agreeing", lambda certificate, _: certificate)

    def drawn_by_mistake(proof: Any, play: Any, game: Any, claim: dict[str, Any], *rest: Any) -> Certificate:
        return Certificate(proof, play, game, claim | {"outcome": "D"} if "outcome" in claim else claim, *rest)

    monkeypatch.setattr(proving, "Certificate", drawn_by_mistake)
    game: Game = read_game("nim: 1 2 3")
    assert {certified(game, Random(seed), tmp_path)[0] for seed in range(40)} >= {"differs"}
    monkeypatch.setattr(soak_answers, "_says", lambda *_: True)
    assert {certified(game, Random(seed), tmp_path)[0] for seed in range(40)} & {"malformed", "rejected"}
