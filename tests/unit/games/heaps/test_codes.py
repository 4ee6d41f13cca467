from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks

import grundy
from grundy.core import LimitReached, Sum, read_code
from grundy.games import CATALOGUE, make
from grundy.games.heaps.codes import CodeGame, KnownCodeGame, code_game, lasker, lasker_value
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

SEQUENCES: dict[str, Any] = golden("heap_sequences")["octal"]
CONSTRAINED = golden("take_and_break")["cases"]
NAMED = {"kayles": "0.77", "dawsons-chess": "0.137", "dawsons-kayles": "0.07", "officers": "0.6", "guiles": "0.15"}
TEXTS = ["0.77", "0.137", "0.07", "0.6", "0.15", "4.3", "4!.0", "0.[3]", "0.3F", "0.8", "0.C", "0.F", "4?.7", "0.7="]


@pytest.mark.parametrize("text", [*TEXTS, "0.{2!,3}", "0.{2+}", "4.{0,2?}"])
def test_every_hook_agrees_with_the_definition(text: str) -> None:
    check_hooks(code_game(text), range(12))
    check_ruleset(code_game(text), range(12))


@pytest.mark.parametrize("name", SEQUENCES)
def test_golden_sequences_of_octal_codes(name: str) -> None:
    code, values = name.split(maxsplit=1)[0], SEQUENCES[name]["values"]
    assert grundy.game(code).values(len(values) - 1) == values
    oracle = Oracle(code_game(code))
    assert [oracle.value(n) for n in range(50)] == values[:50]


@pytest.mark.parametrize("case", CONSTRAINED, ids=lambda case: str(case["code"]))
def test_golden_values_of_hexadecimal_and_constrained_codes(case: dict[str, Any]) -> None:
    values = case["values"]
    assert grundy.game(case["code"]).values(len(values) - 1) == values
    oracle = Oracle(code_game(case["code"]))
    assert [oracle.value(n) for n in range(21)] == values[:21]


@pytest.mark.parametrize(("name", "code"), NAMED.items())
def test_a_named_game_is_its_code(name: str, code: str) -> None:
    game = make(name)
    assert isinstance(game, CodeGame)
    assert str(game.code) == code
    assert game.name == name
    assert f"(code {code})" in CATALOGUE[name].caption
    assert grundy.game(name).values(60) == grundy.game(code).values(60)
    assert solve(f"{name}: 9").value == solve(f"{code}: 9").value


def test_kayles_is_won_by_the_first_player_on_every_row() -> None:
    values = grundy.game("kayles").values(500)
    assert all(values[1:])
    assert max(values) == 8
    for n in (1, 2, 7, 8, 41, 42):
        middle = Sum((n - 1) // 2, (n - 1) // 2) if n % 2 else Sum(n // 2 - 1, n // 2 - 1)
        assert any(Sum.of(filter(None, move.pieces)) == Sum.of(filter(None, middle))
                   for move in solve(f"kayles: {n}").winning_moves)  # fmt: skip


def test_dawsons_chess_is_lost_on_the_rows_of_the_catalogue() -> None:
    values = grundy.game("dawsons-chess").values(130)
    assert [n for n, value in enumerate(values) if value == 0] == golden("heap_sequences")["dawson_chess_P_to_130"]


def test_grundys_game_from_8_is_won_only_by_1_and_7() -> None:
    classics = golden("classics")["grundys_game"]
    values = grundy.game("grundy").values(60)
    assert values[1:9] == classics["f_1_8"]
    assert values[1:31] == classics["f_1_30"]
    assert values.index(5) == 41
    assert [move.move for move in solve("grundy: 8").winning_moves] == ["split 1+7"]
    assert golden("heap_sequences")["grundys_game"]["values"] == grundy.game("4!.0").values(
        len(golden("heap_sequences")["grundys_game"]["values"]) - 1
    )


def test_laskers_nim_has_its_formula() -> None:
    golden_values = golden("heap_sequences")["lasker_nim"]["values"]
    oracle = Oracle(lasker())
    assert [oracle.value(n) for n in range(41)] == [lasker_value(n) for n in range(41)] == golden_values[:41]
    assert str(lasker().code) == "4.[3]"
    assert solve(f"lasker: {10**100 + 3}").value == 10**100 + 4


def test_nim_as_a_code_knows_that_it_is_nim() -> None:
    game = code_game("0.[3]")
    assert isinstance(game, KnownCodeGame)
    assert [game.known_value(n) for n in range(20)] == list(range(20))
    assert [Oracle(CodeGame(read_code("0.[3]"))).value(n) for n in range(20)] == list(range(20))
    assert not isinstance(code_game("0.3"), KnownCodeGame)


def test_treblecross_and_the_all_but_code_of_the_catalogue() -> None:
    assert [n - 2 for n, value in enumerate(grundy.game("0.007").values(16)) if n > 4 and value == 0] == [6, 12]
    all_but = grundy.game("take all-but {2, 3, 7}")
    code = Oracle(code_game("0.3003330[3]"))
    assert [code.value(n) for n in range(40)] == all_but.values(39)


def test_heaps_with_too_many_moves_are_a_limit_and_single_heap_codes_are_not() -> None:
    with pytest.raises(LimitReached, match="has too many moves to list"):
        code_game("0.77").options(10**6)
    assert len(list(code_game("0.33").options(10**1000))) == 2


@given(st.from_regex(r"[048C]\.[0-9A-F]{0,3}(\[[0-9A-F]{0,2}[1-9A-F]\])?", fullmatch=True), st.integers(0, 24))
def test_moves_are_counted_without_listing_as_many_as_are_listed(text: str, heap: int) -> None:
    game = CodeGame(read_code(text if len(text) > 2 else text + "0"))
    assert game.count_moves(heap) == len([*game.options(heap)])
