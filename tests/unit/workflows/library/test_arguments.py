"""What a user gives is taken as meant or refused in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import grundy
from grundy import Game, InputError, LimitReached, Limits, Outcome, Sum, mex, nim_product, read_ruleset, solve
from grundy.core import Budget
from grundy.workflows.library.nim_algebra import multiplication_table
from grundy.workflows.library.solution import search
from grundy.workflows.searching.question import SearchSettings

WRONG: dict[str, Callable[[Any], object]] = {
    "graph of a dict": lambda _: grundy.graph({1: [0]}),  # type: ignore[arg-type]
    "solve of a list": lambda _: solve([3, 5]),  # type: ignore[arg-type]
    "search of a number": lambda _: search(5),  # type: ignore[arg-type]
    "limits of a number": lambda game: solve(game, limits=5),  # type: ignore[arg-type]
    "limits of a pair": lambda _: grundy.game("kayles").values(9, limits=(5, 3)),  # type: ignore[arg-type]
    "limits of an exploration": lambda _: grundy.game("kayles").explore(9, limits=5),  # type: ignore[arg-type]
    "limits of a claim": lambda _: grundy.game("nim").claim("P iff n == 0", limits=5),  # type: ignore[arg-type]
    "negative seconds": lambda _: Limits(seconds=-1),
    "negative positions": lambda _: Limits(positions=-1),
    "no number of seconds": lambda _: Limits(seconds=float("nan")),
    "seconds as text": lambda _: Limits(seconds="5"),  # type: ignore[arg-type]
    "a word for misere": lambda game: solve(game, misere="no"),  # type: ignore[arg-type]
    "a word for misere values": lambda _: grundy.game("nim").values(5, misere="no"),  # type: ignore[arg-type]
    "a word for a misere claim": lambda _: grundy.game("nim").claim("P iff n == 0", misere="no"),  # type: ignore[arg-type]
    "a word for a misere exploration": lambda _: grundy.game("nim").explore(9, misere="no"),  # type: ignore[arg-type]
    "mex of letters": lambda _: mex("abc"),  # type: ignore[arg-type]
    "mex of a set of letters": lambda _: mex({"a"}),  # type: ignore[arg-type]
    "mex of halves": lambda _: mex([0.5]),  # type: ignore[list-item]
    "a negative nim product": lambda _: nim_product(-2, 3),
    "a nim product of halves": lambda _: nim_product(2.0, 3),  # type: ignore[arg-type]
    "a heap that is half": lambda _: grundy.game("nim").solve(np.float64(3)),
    "a heap that is true": lambda _: grundy.game("nim").solve(np.True_),
    "a heap of texts": lambda _: grundy.game("nim").solve("3"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_meant_is_refused_with_an_input_error(name: str) -> None:
    with pytest.raises(InputError) as told:
        WRONG[name]("nim: 3 5")
    assert "\n" not in str(told.value)


def test_integers_of_numpy_are_heaps_sizes_and_options() -> None:
    nim = grundy.game("nim")
    whole: Any = np.int64
    three = whole(3)
    assert nim.solve(three) == nim.solve(3)
    told, plainly = nim.solve(Sum(three, np.uint8(5))).to_dict(), nim.solve(Sum(3, 5)).to_dict()
    assert told | {"seconds": 0} == plainly | {"seconds": 0}  # two questions take as long as they take
    assert grundy.game("wythoff").value((three, np.int32(4))) == grundy.game("wythoff").value((3, 4))
    assert nim.options(three) == nim.options(3)
    assert nim.moves(three) == nim.moves(3)
    assert grundy.game("kayles").values(whole(9)) == grundy.game("kayles").values(9)
    assert nim.claim("P iff n == 0", whole(50)).verdict == "proved"
    assert len(grundy.game("kayles").explore(whole(50)).sample.values) == 51
    assert nim_product(whole(4), whole(4)) == 6
    assert mex(np.array([0, 1, 3])) == 2

    @grundy.rule
    def below(n: int) -> Any:
        return np.arange(n)

    assert below.values(5) == [0, 1, 2, 3, 4, 5]
    assert type(below.options(2)[1][0]) is int


NUMBERS: dict[str, Callable[[Any], Any]] = {
    "nim_sum": lambda n: grundy.nim_sum([n, 2]),
    "mex": lambda n: mex([0, n]),
    "nim_product": lambda n: nim_product(n, 2),
    "nim_power": lambda n: grundy.nim_power(n, 5),
    "exponent": lambda n: grundy.nim_power(2, n),
    "nim_inverse": grundy.nim_inverse,
    "nim_square_root": grundy.nim_square_root,
    "nim_quadratic": lambda n: grundy.nim_quadratic(n, n),
    "nim_order": grundy.nim_order,
    "nim_log": lambda n: grundy.nim_log(n, n),
    "multiplication_table": multiplication_table,
    "positions": lambda n: Limits(positions=n).positions,
    "memory": lambda n: Limits(memory=n).memory,
    "seconds": lambda n: Limits(seconds=n).seconds,
    "Game.of": lambda n: solve(Game.of(read_ruleset("nim"), n)).value,
    "Rules.value": grundy.game("nim").value,
    "Rules.solve": lambda n: grundy.game("nim").solve(Sum(n, 1)).value,
    "Rules.values": lambda n: grundy.game("kayles").values(n)[-1],
    "Rules.period": lambda n: grundy.game("take 1..3").period(n),
    "Rules.claim": lambda n: grundy.game("nim").claim("value == n", n).checked_to,
    "Rules.explore": lambda n: len(grundy.game("nim").explore(n).sample.values),
    "misere_quotient": lambda n: grundy.misere_quotient("kayles", n).quotient.order,
    "MisereTheory.outcome": lambda n: str(grundy.misere_quotient("kayles", 4).outcome([n])),
    "graph": lambda n: [node.value for node in grundy.graph(Game.of(read_ruleset("nim"), n), most=n).nodes],
    "Match.undo": lambda n: undone(n).game.size,
    "LegalMoves": lambda n: str(grundy.match("nim: 9").legal_moves[n]),
    "HeapValues": lambda n: grundy.game("kayles").values(9)[n],
}


def undone(plies: Any) -> grundy.Match:
    match = grundy.match("nim: 5")
    for _ in range(3):
        match.push("take 1")
    match.undo(plies)
    return match


@pytest.mark.parametrize("name", NUMBERS)
def test_every_function_takes_the_integers_of_other_libraries_and_returns_plain_ones(name: str) -> None:
    for kind in (np.int64, np.uint8, np.array):
        found, plain = NUMBERS[name](kind(3)), NUMBERS[name](3)
        assert found == plain
        assert type(found) is type(plain)
        assert json.dumps(found, default=str) == json.dumps(plain, default=str)


REFUSED_ELSEWHERE = {"positions", "memory", "seconds", "mex", "nim_sum", "LegalMoves", "HeapValues"}
"""Limits may be fractions; of a sequence and of sums a truth value is a number, as in Python."""


@pytest.mark.parametrize("name", [name for name in NUMBERS if name not in REFUSED_ELSEWHERE])
@pytest.mark.parametrize("wrong", [2.0, True, "3", None, np.float64(3), np.array([1, 2])])
def test_every_function_refuses_what_is_not_an_integer(name: str, wrong: Any) -> None:
    if wrong is None and name in {"Rules.period", "Rules.claim", "Rules.explore", "misere_quotient"}:
        return  # nothing is given
    with pytest.raises(InputError) as told:
        NUMBERS[name](wrong)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["nim_sum", "nim_product", "nim_inverse", "Game.of", "Rules.values", "Match.undo"])
def test_every_function_refuses_a_negative_number(name: str) -> None:
    with pytest.raises(InputError, match="found -2"):
        NUMBERS[name](np.int64(-2))


@pytest.mark.nightly
def test_moves_too_many_to_list_are_a_limit() -> None:
    nim = grundy.game("nim")
    assert len(nim.moves(100_000)) == len(nim.options(100_000)) == 100_000
    for ask in (nim.moves, nim.options):
        with pytest.raises(LimitReached, match="nim: a position has more than 100000"):
            ask(10**30)
    with pytest.raises(LimitReached, match="too many moves to list"):
        grundy.game("kayles").winning_moves(10**9)  # a won position: no moves would be wrong


def test_an_outcome_is_its_letter_also_in_json_and_in_a_set() -> None:
    outcome = solve("nim: 3 5").outcome
    assert outcome is Outcome.N
    assert outcome == "N"
    assert str(outcome) != "P"
    assert outcome in {"N", "D"}
    assert (str(outcome), f"{outcome}", repr(outcome)) == ("N", "N", "<Outcome.N: 'N'>")
    assert json.dumps([outcome]) == '["N"]'
    assert Outcome("D") is Outcome.D


@pytest.mark.parametrize(
    "text", ["nim: 3 5", "graph: 1>2 2>1 1>3 @ 1", "race: 9 @ 3 / 1 4", "selective: nim: 3 & nim: 2"]
)
def test_equal_answers_are_one_key(text: str) -> None:
    one, other = solve(text), solve(text)
    assert one == other
    assert len({one: 0, other: 0}) == 1
    assert hash(one) != hash(solve(text, misere=True))


def test_every_answer_is_a_key() -> None:
    kayles = grundy.game("kayles")
    for found in (kayles.claim("P iff n == 0", 9), kayles.explore(50), kayles.period(), kayles.genus(5)):
        assert hash(found) == hash(found)
    assert hash(search("kayles: 5", SearchSettings())) == hash(search("kayles: 5", SearchSettings()))


def test_limits_may_be_nothing_at_all() -> None:
    assert Limits(0, 0, 0) == (0, 0, 0)
    assert Limits() == (None, None, None)
    assert Limits(seconds=np.float64(2)).seconds == 2
    assert Budget(None).limits == Limits()
    assert solve("kayles: 9 8", limits=Limits(positions=0)).status == "limit"
