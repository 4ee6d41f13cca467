from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import count
from typing import Any

import pytest

import grundy
from grundy.core import (
    HeapRuleset,
    InputError,
    Knowledge,
    LimitReached,
    Limits,
    LoopyGame,
    Move,
    NotationError,
    Outcome,
    PositionError,
    RuleError,
    Ruleset,
    Sum,
)
from grundy.games import make
from grundy.notation import read_ruleset
from grundy.testing import check_ruleset


class Threes(HeapRuleset, Knowledge[int]):
    """Take 1 to 3, with every hook right; its heirs each break one promise."""

    name = "threes"
    tame = True

    def options(self, position: int) -> Iterable[int]:
        return range(position - 1, max(position - 3, 0) - 1, -1)

    def known_value(self, position: int) -> int | None:
        return position % 4

    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        return [
            Move(f"take {k}", Sum(position - k)) for k in (1, 2, 3) if k <= position and (position - k) % 4 == value
        ]


class Untame(Threes):
    name = "untame"

    def options(self, position: int) -> Iterable[Any]:
        return grundy.game("kayles").options(position)

    def known_value(self, position: int) -> int | None:
        return None

    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        return None


class UnsortedWins(Untame):
    name = "threes"
    tame = False

    def options(self, position: int) -> Iterable[int]:
        return range(min(position, 2))

    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        wins = [move for move in self.moves(position) if min(*move.leaves, 2) == value]
        return [*wins, *wins] if value else wins


class Listed(Ruleset[Any]):
    name = "listed"

    def options(self, position: Any) -> Iterable[Any]:
        return [[1, 2]] if position == 1 else [0.5] if position == 2 else []


class Unread(Ruleset[int]):
    """States a value that nothing reads, because the base class `Knowledge` is missing."""

    name = "unread"

    def options(self, position: int) -> range:
        return range(position)

    def known_value(self, position: int) -> int:
        return position


def heir(**members: Any) -> Threes:
    """The rule without bugs, except for some members."""
    found = type("Heir", (Threes,), members)()
    assert isinstance(found, Threes)
    return found


def moves(self: Threes, position: int) -> list[Move[int]]:
    """The moves as they should be."""
    return list(Threes.moves(self, position))


def raising(error: Exception) -> Callable[..., Any]:
    """A method that always raises an exception."""

    def method(*_: object) -> None:
        raise error

    return method


def check_but_2(_: Threes, position: int) -> None:
    if position == 2:
        raise PositionError("expected anything but 2")


CALLS = count()
MISSED_WIN = heir(moves_to=lambda self, n, value: [] if n == 7 else Threes.moves_to(self, n, value))
WRONG_MISERE = heir(tame=False, known_misere=lambda _, parts: Outcome.wins(sum(parts) % 4 != 1))
PLANTED: dict[str, Ruleset[Any]] = {
    "unread: Unread.known_value is never read: add Knowledge to the base classes of Unread": Unread(),
    "threes: known_value gives 0 for 3, its value is 3": heir(known_value=lambda _, n: n % 3),
    "threes: known_outcome gives N for 4, which is P": heir(known_outcome=lambda _, n: Outcome.wins(n % 5 != 0)),
    "threes: 3 has 3 options but 2 moves": heir(moves=lambda self, n: moves(self, n)[:2]),
    "threes: move 1 of 2 leaves Sum(0), option 1 is Sum(1)": heir(moves=lambda self, n: moves(self, n)[::-1]),
    "threes: two moves of 2 are called 'take some'; a typed name must match one move": heir(
        moves=lambda self, n: [Move("take some", move.leaves) for move in moves(self, n)]
    ),
    "threes: two calls of options(2) differ": heir(
        options=lambda self, n: [*Threes.options(self, n)][:: -1 if next(CALLS) % 2 else 1]
    ),
    "threes: count_moves gives 4 for 4, which has 3 moves": heir(count_moves=lambda _, n: n),
    "threes: moves_to(7, 0) gives [], the moves to value 0 are ['take 3']": MISSED_WIN,
    "threes: moves_to(2, 1) gives ['take 1', 'take 1'], the moves to value 1 are ['take 1']": UnsortedWins(),
    "threes: count_moves_to(0, 0) gives 1 for 0 moves": heir(count_moves_to=lambda *_: 1),
    "threes: canonical(5) is 0, but their values differ: 1 against 0": heir(
        canonical=lambda _, n: n % 8 if n > 8 else n % 5 if n == 5 else n
    ),
    "threes: canonical(8) is 4, whose own canonical position is 0": heir(canonical=lambda _, n: n - 4 if n > 3 else n),
    "threes: Sum(7) is shown as '6', which is read as Sum(6)": heir(
        show=lambda _, parts: " ".join(str(min(part, 6)) for part in parts)
    ),
    "threes: Sum(1) is shown as '-1', which cannot be read: expected a heap size, found '-1' (negative)": heir(
        show=lambda _, parts: "-".join(str(-part) for part in parts)
    ),
    "threes: Sum(0) is shown as '0', which is read by another rule, <Nim nim>": heir(
        bind=lambda self, text: (make("nim"), self.read(text))
    ),
    "threes: Sum(0) is shown as '0', which cannot be read: expected silence": heir(
        read=raising(NotationError("expected silence"))
    ),
    "untame: tame is wrong: Sum(8) is N in misere play, not P as misere nim would be": Untame(),
    "threes: known_misere gives N for Sum(2, 2), which is P in misere play": WRONG_MISERE,
    "threes: Sum(2) is shown as '2', which cannot be read: expected anything but 2": heir(check=check_but_2),
    "threes: the scene of 0 raised ZeroDivisionError: no light": heir(scene=raising(ZeroDivisionError("no light"))),
    "threes: options(3) raised ZeroDivisionError: integer division or modulo by zero": heir(
        options=lambda self, n: [n // (n - 3)] if n == 3 else Threes.options(self, n)
    ),
}


def message(rules: Any, positions: Iterable[Hashable]) -> str:
    with pytest.raises(RuleError) as caught:
        check_ruleset(rules, positions)
    return caught.value.message


@pytest.mark.parametrize("sentence", PLANTED)
def test_a_planted_bug_is_found_and_named_with_its_position(sentence: str) -> None:
    assert message(PLANTED[sentence], range(11)) == sentence


def test_the_rule_without_bugs_passes_from_its_largest_position_too() -> None:
    check_ruleset(Threes(), range(11))
    check_ruleset(Threes(), [40])


def test_a_bug_deep_below_the_given_position_is_found() -> None:
    assert message(MISSED_WIN, [10]).startswith("threes: moves_to(7, 0)")


def test_a_misere_theorem_that_fails_on_pairs_only_is_found() -> None:
    assert all(WRONG_MISERE.known_misere(Sum(n)) is Outcome.wins(n % 4 != 1) for n in range(9))
    assert message(WRONG_MISERE, range(9)).startswith("threes: known_misere gives N for Sum(2, 2)")


def test_positions_must_be_hashable_and_made_of_allowed_types() -> None:
    assert message(Listed(), [1]) == (
        "listed: the position 1 gives [1, 2]: a position is made of int, str, bytes, tuple and frozenset, not list"
    )
    assert message(Listed(), [2]).startswith("listed: the position 2 gives 0.5: a position is made of int")
    unhashable: Any = [1]
    assert message(Listed(), [unhashable]) == "listed: the position [1] cannot be hashed"


def test_functions_and_rules_are_checked_like_rulesets() -> None:
    @grundy.rule
    def divisors(n: int) -> list[int]:
        return [n - k for k in range(1, n) if n % k == 0]

    def twice(n: int) -> list[int]:
        return [n // 2, n - 1] if n else []

    check_ruleset(divisors, range(30))
    check_ruleset(grundy.game("take {1, 3, 4} or split"), range(20))
    check_ruleset(twice, [3])  # an option that a function gives twice is one move


def test_an_invalid_rule_is_refused() -> None:
    wrong: Any = 7
    with pytest.raises(InputError, match="expected a Ruleset or a function of the position, found 7"):
        check_ruleset(wrong, [1])


def test_loops_and_endless_play_are_not_taken_for_broken_promises() -> None:
    with pytest.raises(LoopyGame) as caught:
        check_ruleset(lambda n: [(n + 1) % 3], [0])
    assert len(caught.value.cycle) == 3
    with pytest.raises(LimitReached) as limit:
        check_ruleset(lambda n: [n + 1], [0], limits=Limits(positions=500))
    assert limit.value.kind == "steps"


def test_a_move_that_empties_a_part_may_leave_nothing_or_an_empty_heap() -> None:
    class Vanishing(HeapRuleset):
        name = "vanishing"

        def options(self, position: int) -> Iterable[Sum[int]]:
            return [Sum()] if position else []

    check_ruleset(Vanishing(), range(3))


def test_rules_whose_arena_is_in_the_text_are_read_with_it() -> None:
    maze, figure = make("maze").bind("..#./.#../...@")
    check_ruleset(maze, figure)
    graph, tokens = make("graph").bind("2>1 3>2 4>1 4>2 @ 4 3")
    check_ruleset(graph, tokens)


@pytest.mark.parametrize("text", ["nim", "nim(max=3)", "0.77", "4!.0", "take squares", "bash(min=2, max=3, end=rest)"])
def test_good_rules_pass(text: str) -> None:
    check_ruleset(read_ruleset(text), range(16))
