"""What is copied, or sent to another process, is the same game with the same answer."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import in_turn
from tests.promises.library.test_sent import FREE, thirds

from grundy import Limits, Sum, game, rule, solve
from grundy.core import GrundyError, InputError, Interrupted, LimitReached, LoopyGame, MissingExtra, StoreError
from grundy.games import CATALOGUE
from grundy.notation import read_game

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = (*(entry.example for entry in CATALOGUE.values()), *FREE)


def pickled(protocol: int, found: object) -> Any:
    return pickle.loads(pickle.dumps(found, protocol))


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": partial(pickled, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
}
LITTLE = Limits(positions=3000)


@rule
def halve(n: int) -> list[int]:
    return [n // 2, n - 1] if n else []


@given(st.recursive(st.integers(), lambda inner: st.lists(inner, max_size=4).map(Sum.of)))
def test_a_copied_sum_is_the_same_sum(parts: object) -> None:
    for name, made in COPIES.items():
        again = made(Sum(parts))
        assert type(again) is Sum, name
        assert repr(again) == repr(Sum(parts)), name


@pytest.mark.parametrize("text", GAMES)
def test_a_copied_game_is_the_same_game_with_the_same_moves(text: str) -> None:
    game = read_game(text)
    moves = [list(ruleset.moves(position)) for ruleset, position in game.parts]
    for name, made in COPIES.items():
        again = made(game)
        assert again == game, name
        assert str(again) == str(game), name
        assert [list(ruleset.moves(position)) for ruleset, position in again.parts] == moves, name
        assert repr(made(moves)) == repr(moves), name


@pytest.mark.parametrize(("text", "misere"), in_turn(GAMES))
def test_a_copied_solution_gives_the_same_answer(text: str, misere: bool) -> None:
    solution = solve(read_game(text), misere=misere, limits=LITTLE)
    told = solution.to_dict()
    for name, made in COPIES.items():
        assert made(solution).to_dict() == told, name


def test_a_decorated_rule_is_copied_by_its_name_and_a_nameless_one_with_its_function() -> None:
    for name, made in COPIES.items():
        assert made(halve).ruleset is halve.ruleset, name
    nameless = rule(lambda n: list(range(n)))
    assert copy.deepcopy(nameless).solve(Sum(3, 5)).value == 6
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(nameless)


def test_a_decorated_rule_keeps_its_name_docstring_signature_and_identity_however_it_is_copied() -> None:
    for name, made in COPIES.items():
        found = made(thirds)
        assert (found, hash(found)) == (thirds, hash(thirds)), name
        assert (found.__name__, found.__doc__) == ("thirds", "Take a third of the heap, or one."), name
        assert str(signature(found)) == "(n: 'int') -> 'list[int]'", name
    assert thirds != halve


def test_rules_of_one_text_are_equal_and_one_key() -> None:
    assert game("take {1, 3}") == game("take {3, 1}")
    assert len({game("kayles"), game("kayles"), game("nim")}) == 2


ERRORS: tuple[GrundyError, ...] = (
    *(kind("said") for kind in (GrundyError, StoreError, Interrupted)),
    InputError("said", text="nim: x", at=5, hint="so"),
    LoopyGame(["1", "2"]),
    LimitReached("said", kind="time", visited=3),
    MissingExtra("this", "numpy"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_of_another_process_says_the_same(error: GrundyError) -> None:
    for name, made in COPIES.items():
        again = made(error)
        assert (type(again), str(again), again.args, again.to_dict()) == (
            type(error), str(error), error.args, error.to_dict()
        ), name  # fmt: skip
        assert vars(again) == vars(error), name
