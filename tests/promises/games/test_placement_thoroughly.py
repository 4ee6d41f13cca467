from __future__ import annotations

from random import Random

import pytest
from tests.unit.games.boards.test_placement import each_piece, full

from grundy.games import make
from grundy.games.boards.fields import Field
from grundy.testing import check_packed, check_ruleset


@each_piece
def test_every_promise_of_the_rule_holds(piece: str) -> None:
    rng = Random(piece)
    rule = make(piece)
    check_ruleset(rule, [full(3, 3), full(2, 4), full(4, 4) if piece != "knights" else full(4, 3)])
    check_ruleset(rule, {Field(3, 4, rng.getrandbits(12)) for _ in range(20)})


@each_piece
@pytest.mark.parametrize("text", ["4x3", "4x4", "..#./..../#...", "1x5"])
def test_the_packed_rule_has_the_values_of_the_definition(piece: str, text: str) -> None:
    rule = make(piece)
    start = rule.read(text)[0]
    check_packed(rule, [start], machine=False)
