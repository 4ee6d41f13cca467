"""Whatever position `Game.of` accepts, every public function answers, refuses or reaches a limit."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from tests.unit.core.test_accepting import EXAMPLES, MALFORMED, accepted, of_numpy, replaced

import grundy
from grundy import Game, GrundyError, Limits, read_game

LIMITS = Limits(seconds=0.5, positions=300)
FUNCTIONS: dict[str, Callable[[Game], object]] = {
    "solve": lambda game: json.dumps(grundy.solve(game, limits=LIMITS).to_dict()),
    "misere": lambda game: json.dumps(grundy.solve(game, misere=True, limits=LIMITS).to_dict()),
    "certify": lambda game: grundy.certify(game, limits=LIMITS).text(),
    "graph": lambda game: json.dumps(grundy.graph(game, most=20, limits=LIMITS).to_records()),
    "play": lambda game: [str(move) for move in islice(grundy.match(game).legal_moves, 3)],
    "moves": lambda game: grundy.game(game.part(0)[0]).moves(game.part(0)[1]),
    "outcome": lambda game: grundy.game(game.part(0)[0]).outcome(game.part(0)[1], limits=LIMITS),
}
MOST = 4
"""Accepted positions of a ruleset that are asked about."""


@pytest.mark.parametrize("example", [EXAMPLES[0], *(pytest.param(one, marks=pytest.mark.nightly) for one in EXAMPLES)])
def test_an_accepted_position_never_ends_in_another_error(example: str) -> None:
    ruleset, position = read_game(example).part(0)
    tried: list[Any] = [of_numpy(position), *(changed for item in MALFORMED for changed in replaced(position, item))]
    games = dict.fromkeys(game for one in tried if (game := accepted(ruleset, one)) is not None)
    for game in islice(games, MOST):
        for ask in FUNCTIONS.values():
            try:
                ask(game)
            except GrundyError as error:
                if type(error) is GrundyError:  # an internal one
                    raise
