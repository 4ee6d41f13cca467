from __future__ import annotations

import pytest

from grundy.core import LOONY, NotationError, Obliged, PositionError, Sum
from grundy.games.top_entails import TopEntails
from grundy.search import EntailedSolver
from grundy.testing import check_ruleset
from grundy.workflows.solve import solve

TOP = TopEntails()


def test_the_only_loony_stacks_up_to_300_are_1_and_3() -> None:
    """Winning Ways, chapter 12."""
    solver = EntailedSolver(TOP)
    assert [n for n in range(301) if solver.value(n) is LOONY] == [1, 3]
    assert [solver.value(n) for n in (0, 2, 4, 5, 6, 7, 8, 9, 10)] == [0, 0, 1, 0, 2, 1, 3, 0, 1]


@pytest.mark.soak
def test_the_next_loony_stacks_are_2403_and_2505() -> None:
    """J. West, "New values for Top Entails", 1996."""
    solver = EntailedSolver(TOP)
    assert [n for n in range(2600) if solver.value(n) is LOONY] == [1, 3, 2403, 2505]


def test_every_promise_of_the_rule_holds() -> None:
    check_ruleset(TOP, [*range(12), Obliged(7)])


def test_the_top_coin_is_answered_in_the_same_stack() -> None:
    assert [str(move.label) for move in TOP.moves(5)] == ["split 1+4", "split 2+3", "top"]
    assert list(TOP.moves(5))[-1].leaves == Sum(Obliged(4))
    found = solve("top-entails: 5 4! 2")
    assert [(move.part, move.move) for move in found.winning_moves] == [(1, "split 2+2")]
    assert found.move_count == 3


def test_stacks_are_written_as_they_are_read() -> None:
    for text in ("5 4! 3", "0", "0! 7", "12"):
        assert TOP.show(TOP.read(text)) == text
    assert TOP.read("5, 4!") == Sum(5, Obliged(4))


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("5! 4!", "at most one stack must be answered", 4),
        ("5 x", "expected a number of coins, found 'x'", 2),
        ("", "expected a number of coins, found nothing", 0),
        ("-3", "expected a number of coins, found '-3' (negative)", 0),
    ],
)
def test_a_text_that_is_no_stacks_is_refused_at_its_place(text: str, message: str, at: int) -> None:
    with pytest.raises((NotationError, PositionError)) as caught:
        TOP.read(text)
    assert (caught.value.message, caught.value.at) == (message, at)


@pytest.mark.parametrize("stack", [-1, "5", Obliged(-1), Obliged(3, "pass")])
def test_what_is_no_stack_is_refused(stack: object) -> None:
    with pytest.raises(PositionError, match="expected a number of coins"):
        TOP.check(stack)  # type: ignore[arg-type]
