from __future__ import annotations

from collections.abc import Hashable, Iterable
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
    Scene,
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


class WrongValue(Threes):
    def known_value(self, position: int) -> int | None:
        return position % 3


class WrongOutcome(Threes):
    def known_outcome(self, position: int) -> Outcome | None:
        return Outcome.wins(position % 5 != 0)


class DroppedMove(Threes):
    def moves(self, position: int) -> Iterable[Move[int]]:
        return list(super().moves(position))[:2]


class ShuffledMoves(Threes):
    def moves(self, position: int) -> Iterable[Move[int]]:
        return list(super().moves(position))[::-1]


class OneName(Threes):
    def moves(self, position: int) -> Iterable[Move[int]]:
        return [Move("take some", move.leaves) for move in super().moves(position)]


class Restless(Threes):
    calls = count()

    def options(self, position: int) -> Iterable[int]:
        options = list(super().options(position))
        return options[::-1] if next(self.calls) % 2 else options


class WrongCount(Threes):
    def count_moves(self, position: int) -> int:
        return position


class MissedWin(Threes):
    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        return [] if position == 7 else super().moves_to(position, value)


class UnsortedWins(Threes):
    tame = False

    def options(self, position: int) -> Iterable[int]:
        return range(min(position, 2))

    def known_value(self, position: int) -> int | None:
        return None

    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        wins = [move for move in self.moves(position) if min(*move.leaves, 2) == value]
        return [*wins, *wins] if value else wins


class MiscountedWins(Threes):
    def count_moves_to(self, position: int, value: int) -> int:
        return 1


class Merging(Threes):
    def canonical(self, position: int) -> int:
        return position % 8 if position > 8 else position % 5 if position == 5 else position


class Wandering(Threes):
    def canonical(self, position: int) -> int:
        return position - 4 if position >= 4 else position


class Forgetful(Threes):
    def show(self, parts: Sum[int]) -> str:
        return " ".join(str(min(part, 6)) for part in parts)


class Unreadable(Threes):
    def show(self, parts: Sum[int]) -> str:
        return "-".join(str(-part) for part in parts)


class Elsewhere(Threes):
    def bind(self, text: str) -> tuple[Ruleset[int], Sum[int]]:
        return make("nim"), self.read(text)


class Untame(Threes):
    name = "untame"

    def options(self, position: int) -> Iterable[Any]:
        return grundy.game("kayles").options(position)

    def known_value(self, position: int) -> int | None:
        return None

    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        return None


class WrongMisere(Threes):
    tame = False

    def known_misere(self, parts: Sum[int]) -> Outcome | None:
        return Outcome.wins(sum(parts) % 4 != 1)


class Choosy(Threes):
    def check(self, position: int) -> None:
        if position == 2:
            raise PositionError("expected anything but 2")


class Invisible(Threes):
    def scene(self, position: int) -> Scene:
        raise ZeroDivisionError("no light")


class Listed(Ruleset[Any]):
    name = "listed"

    def options(self, position: Any) -> Iterable[Any]:
        return [[1, 2]] if position == 1 else [0.5] if position == 2 else []


class Exploding(Threes):
    def options(self, position: int) -> Iterable[int]:
        return [position // (position - 3)] if position == 3 else super().options(position)


class Unread(Ruleset[int]):
    """States a value that nothing reads, because the base class `Knowledge` is missing."""

    name = "unread"

    def options(self, position: int) -> range:
        return range(position)

    def known_value(self, position: int) -> int:
        return position


PLANTED: list[tuple[Ruleset[Any], str]] = [
    (Unread(), "unread: Unread.known_value is never read: add Knowledge to the base classes of Unread"),
    (WrongValue(), "threes: known_value gives 0 for 3, its value is 3"),
    (WrongOutcome(), "threes: known_outcome gives N for 4, which is P"),
    (DroppedMove(), "threes: 3 has 3 options but 2 moves"),
    (ShuffledMoves(), "threes: move 1 of 2 leaves Sum(0), option 1 is Sum(1)"),
    (OneName(), "threes: two moves of 2 are called 'take some'; a typed name must match one move"),
    (Restless(), "threes: two calls of options(2) differ"),
    (WrongCount(), "threes: count_moves gives 4 for 4, which has 3 moves"),
    (MissedWin(), "threes: moves_to(7, 0) gives [], the moves to value 0 are ['take 3']"),
    (UnsortedWins(), "threes: moves_to(2, 1) gives ['take 1', 'take 1'], the moves to value 1 are ['take 1']"),
    (MiscountedWins(), "threes: count_moves_to(0, 0) gives 1 for 0 moves"),
    (Merging(), "threes: canonical(5) is 0, but their values differ: 1 against 0"),
    (Wandering(), "threes: canonical(8) is 4, whose own canonical position is 0"),
    (Forgetful(), "threes: Sum(7) is shown as '6', which is read as Sum(6)"),
    (
        Unreadable(),
        "threes: Sum(1) is shown as '-1', which cannot be read: expected a heap size, found '-1' (negative)",
    ),
    (Elsewhere(), "threes: Sum(0) is shown as '0', which is read by another rule, <Nim nim>"),
    (Untame(), "untame: tame is wrong: Sum(8) is N in misere play, not P as misere nim would be"),
    (WrongMisere(), "threes: known_misere gives N for Sum(2, 2), which is P in misere play"),
    (Choosy(), "threes: Sum(2) is shown as '2', which cannot be read: expected anything but 2"),
    (Invisible(), "threes: the scene of 0 raised ZeroDivisionError: no light"),
    (Exploding(), "threes: options(3) raised ZeroDivisionError: integer division or modulo by zero"),
]


def message(rules: Any, positions: Iterable[Hashable]) -> str:
    with pytest.raises(RuleError) as caught:
        check_ruleset(rules, positions)
    return caught.value.message


@pytest.mark.parametrize(("rule", "sentence"), PLANTED, ids=[type(rule).__name__ for rule, _ in PLANTED])
def test_a_planted_bug_is_found_and_named_with_its_position(rule: Ruleset[Any], sentence: str) -> None:
    assert message(rule, range(11)) == sentence


def test_the_rule_without_bugs_passes_from_its_largest_position_too() -> None:
    check_ruleset(Threes(), range(11))
    check_ruleset(Threes(), [40])


def test_a_bug_deep_below_the_given_position_is_found() -> None:
    assert message(MissedWin(), [10]).startswith("threes: moves_to(7, 0)")


def test_a_misere_theorem_that_fails_on_pairs_only_is_found() -> None:
    singles = WrongMisere()
    assert all(singles.known_misere(Sum(n)) is Outcome.wins(n % 4 != 1) for n in range(9))
    assert message(singles, range(9)).startswith("threes: known_misere gives N for Sum(2, 2)")


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


def test_a_text_that_cannot_be_read_is_a_broken_promise_and_no_crash() -> None:
    class Mute(Threes):
        def read(self, text: str) -> Sum[int]:
            raise NotationError("expected silence", text=text, at=0)

    assert message(Mute(), [1]) == "threes: Sum(1) is shown as '1', which cannot be read: expected silence"
