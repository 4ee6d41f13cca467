"""Rules in notation on heaps that are played together: `take i, j of a, b where abs(i - j) < 2 or i == 0 or j == 0`.

A `take` clause lowers the heaps named after `of` by the stated amounts, of which none is negative and one is positive.
A `move` clause replaces heaps: `move n, most to n - k, 2 * k where 1 <= k <= n and k <= most`. The other names are
natural numbers that the player chooses. A move that would leave a heap below 0 is not allowed.

`until` states where play ends: a position where its condition is true has no moves, so in normal play the previous
player wins, as in the literature (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", 1982,
plays to a single end; A. Renard and M. Rigo, arXiv 2512.11601, 2025, to several).

`blocking k`: before each move, the opponent may block up to k options of the position; the block ends with the move.
So a position is a P-position exactly if at most k of its options are P-positions, where two moves to one position are
one option. Source: U. Larsson, "Blocking Wythoff Nim", Electronic Journal of Combinatorics 18, 2011.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import NamedTuple

from ...core import (
    CoupledMove,
    CoupledMoves,
    Heaps,
    Knowledge,
    LimitReached,
    Move,
    Outcome,
    Picture,
    PositionError,
    RuleError,
    Scene,
    Structure,
    Sum,
    Theorem,
    TwoSided,
    from_heaps,
    iterate_checked,
)
from ...core.evaluation import BOUND, compile_node
from ...core.expressions import Node
from ..forms import Labelled, NamedRule, numbers_in, within
from .clauses import MOST_TRIED
from .coupled import CoupledRuleset, Numbers
from .linear_bounds import Row, Rows, Term, alternatives, combined, eliminated, follows, term_alternatives


class CoupledClause(NamedTuple):
    """One alternative of a rule on several heaps: its text, its moves, and the place in the rule for error messages."""

    text: str
    move: CoupledMove
    at: int = 0


class _Range(NamedTuple):
    """Bounds of one number x that a move chooses, as linear functions of the heaps and the numbers chosen before.

    Attributes:
        low: Lower bounds, as pairs (a, row) with a > 0: a * x + s is at least 0. Here s is the sum of row[i] *
            values[i] for the values that `of` takes.
        high: Upper bounds, as pairs (a, row) with a > 0: a * x is at most the same sum s.
    """

    low: tuple[tuple[int, tuple[int, ...]], ...]
    high: tuple[tuple[int, tuple[int, ...]], ...]

    def of(self, values: Sequence[int]) -> range:
        """Return the values of the chosen number that the bounds allow.

        Args:
            values: The heaps, the numbers chosen before, and 1 for the constant.

        Returns:
            The values, as a range.
        """
        low = max(-(_dot(row, values) // factor) for factor, row in self.low)
        return range(low, min(_dot(row, values) // factor for factor, row in self.high) + 1)


def _dot(row: Sequence[int], values: Sequence[int]) -> int:
    return sum(factor * value for factor, value in zip(row, values, strict=True))


class _ClauseMoves:
    """Lists the moves of one alternative of a rule on several heaps.

    A move chooses numbers. Bounds are computed for each of them, so that only finitely many choices are tested with the
    compiled condition.
    """

    def __init__(self, clause: CoupledClause, heaps: tuple[str, ...]) -> None:
        move = clause.move
        self.clause, self.heaps = clause, heaps
        names = (*heaps, *move.chosen)
        self.systems = _systems(move, heaps)
        self._holds = compile_node(move.condition, names)
        self._left = [(heaps.index(heap), compile_node(term, names)) for heap, term in move.results.items()]
        self._ranges = [self._bounds(i) for i in range(len(move.chosen))]

    def _bounds(self, place: int) -> list[_Range]:
        """Return the bounds of the number that a move chooses at index `place`, from 0.

        The list has one `_Range` for each system of inequalities in `systems`; a number must satisfy one of them.
        """
        chosen = self.clause.move.chosen
        name, kept = chosen[place], {*self.heaps, *chosen[: place + 1]}
        known = (*self.heaps, *chosen[:place], "")
        found = []
        for system in self.systems:
            rows: list[Row] = [*system]
            for other in sorted({one for row in rows for one in row if one} - kept):
                rows = eliminated(rows, other)
            bounds = [(row[name], tuple(row.get(one, 0) for one in known)) for row in rows if row.get(name, 0)]
            high = tuple((-factor, row) for factor, row in bounds if factor < 0)
            low = tuple((factor, row) for factor, row in bounds if factor > 0)
            if not high:
                hint = f"add a condition such as {name} <= {self.heaps[0]}"
                raise RuleError(f"nothing shows that {name} is bounded", text="", at=self.clause.at, hint=hint)
            found.append(_Range(low, high))
        return found

    def lowers(self, measure: tuple[str, ...]) -> bool:
        """Return whether a proof was found that every move lowers the sum of the heaps in `measure`."""
        results = self.clause.move.results
        changed = [heap for heap in measure if heap in results]
        if not changed:
            return False
        fall: list[Term] = [(dict.fromkeys(changed, 1), ())]
        for heap in changed:
            found = term_alternatives(results[heap])
            fall = [(combined((row, 1), (term, -1)), (*some, *more)) for row, some in fall for term, more in found]
        down: list[tuple[Row, Rows]] = [({**row, "": row.get("", 0) - 1}, more) for row, more in fall]
        return all(follows([*system, *more], row) for system in self.systems for row, more in down)

    def left(self, position: Numbers) -> Iterator[Numbers]:
        """Yield the heaps after each move from a position; the same heaps may occur several times."""
        if max(position) >= BOUND:
            raise LimitReached(f"{self.clause.text}: moves are listed for heaps below 2^63 only", kind="size")
        for values in self._choices(position, 0):
            if self._holds(values):
                after = list(position)
                for place, term in self._left:
                    after[place] = term(values)
                if min(after) >= 0:
                    yield tuple(after)

    def _choices(self, values: tuple[int, ...], place: int) -> Iterator[tuple[int, ...]]:
        if place == len(self._ranges):
            yield values
            return
        ranges = [found for bounds in self._ranges[place] if (found := bounds.of((*values, 1)))]
        if (size := max((one[-1] - one[0] + 1 for one in ranges), default=0)) > MOST_TRIED:
            steps = min(size, BOUND - 1)
            raise LimitReached(f"{self.clause.text}: listing the moves would take {steps} steps", kind="size")
        numbers: Iterable[int] = ranges[0] if len(ranges) == 1 else sorted({n for one in ranges for n in one})
        for number in iterate_checked(numbers):
            yield from self._choices((*values, number), place + 1)


def _systems(move: CoupledMove, heaps: tuple[str, ...]) -> list[Rows]:
    """Return systems of linear inequalities such that every move of an alternative satisfies at least one system.

    The inequalities follow from the condition of the alternative, and from the fact that heaps, chosen numbers and the
    new heaps are not negative.
    """
    found: list[Rows] = [
        (*rows, *({name: 1} for name in (*heaps, *move.chosen))) for rows in alternatives(move.condition)
    ]
    for term in move.results.values():
        terms = term_alternatives(term)
        found = [(*rows, *more, row) for rows in found for row, more in terms]
    return found


class CoupledRule(NamedRule[Numbers], CoupledRuleset, Structure):
    """The rules of a game in notation on heaps that are played together.

    The constructor proves that play ends: that every move lowers the sum of the heaps, or that every move lowers one
    certain heap.
    """

    def __init__(self, heaps: tuple[str, ...], clauses: Sequence[CoupledClause], until: Node | None = None) -> None:
        """Build the ruleset.

        Args:
            heaps: The names of the heaps in their order.
            clauses: The alternatives, one or more.
            until: The condition on the heaps under which play has ended, or None.

        Raises:
            RuleError: If nothing shows that play ends, or that a position has finitely many options.
        """
        self.heaps, self.size = heaps, len(heaps)
        self.clauses, self.until = tuple(clauses), until
        self.name = " or ".join(clause.text for clause in clauses) + (f" until {until}" if until else "")
        self._takes = all(clause.text.startswith("take") for clause in clauses)
        self._kinds = [_ClauseMoves(self._ended(clause), heaps) for clause in clauses]
        self.measure = self._measure()

    def _ended(self, clause: CoupledClause) -> CoupledClause:
        """Return the alternative with the additional condition that play has not ended."""
        if self.until is None:
            return clause
        condition = Node("and", (Node("not", (self.until,)), clause.move.condition))
        return clause._replace(move=clause.move._replace(condition=condition))

    def _measure(self) -> tuple[str, ...]:
        """Return the names of heaps whose sum every move lowers, which are all heaps or one of them.

        Raises `RuleError` if this is not proved for any of these choices.
        """
        for measure in dict.fromkeys([self.heaps, *((heap,) for heap in self.heaps)]):
            if all(kind.lowers(measure) for kind in self._kinds):
                return measure
        last = next((kind for kind in self._kinds if not kind.lowers(self.heaps)), self._kinds[0])
        what = (
            "every move must lower the sum of the heaps, or one certain heap"
            if len(self.heaps) > 1
            else "every move must lower the heap"
        )
        chosen = last.clause.move.chosen
        hint = f"add a condition such as {chosen[0]} >= 1" if chosen else None
        raise RuleError(f"nothing shows that play ends: {what}", text="", at=last.clause.at, hint=hint)

    def __reduce__(self) -> tuple[type[CoupledRule], tuple[object, ...]]:
        return CoupledRule, (self.heaps, self.clauses, self.until)  # the conditions are compiled again

    def coupled_moves(self) -> CoupledMoves:
        return CoupledMoves(self.heaps, tuple(kind.clause.move for kind in self._kinds))

    def options(self, position: Numbers) -> Iterator[Numbers]:
        """Yield the positions after all moves, each once: by alternatives, then in the order of the chosen numbers."""
        seen: set[Numbers] = set()
        for kind in self._kinds:
            for after in kind.left(position):
                if after not in seen:
                    seen.add(after)
                    yield after

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        touches = lambda: from_heaps(before, after)  # noqa: E731  # computed when a picture needs it
        if self._takes:
            taken = ",".join(str(heap - left) for heap, left in zip(before, after, strict=True))
            return Move(f"take {taken}", Sum(after), touches, "take")
        return Move(f"to {','.join(map(str, after))}", Sum(after), touches, "move")

    def scene(self, position: Numbers) -> Scene:
        return Heaps(position, self.heaps)


MOST_COUNTED = 40_000
"""Outcomes by the count of P-positions among the options are computed for at most this many positions."""


class BlockedPosition(NamedTuple):
    """A position of a game with blocking.

    Attributes:
        heaps: The sizes of the heaps.
        before: The heaps before the last move if the player to move may block this move, else empty.
        blocked: The options that are already blocked. They are options of `before` if it is not empty, else of `heaps`.
    """

    heaps: Numbers
    before: Numbers = ()
    blocked: tuple[Numbers, ...] = ()


class BlockedRule(
    NamedRule[BlockedPosition],
    Labelled[BlockedPosition],
    TwoSided[BlockedPosition],
    Picture[BlockedPosition],
    Structure,
    Knowledge[BlockedPosition],
):
    """The rules of a game in which the opponent may block up to k options before each move.

    Here the opponent blocks moves one by one after they are made: the opponent may take back the last move, which
    blocks this option, up to k times. Each time the player moves again from the same heaps. The outcomes are the same
    as if the opponent blocked in advance. The player to move wins if and only if more than k options are P-positions,
    because the opponent blocks those, and only those.

    Texts: "2 5 from 3 5" is the position 2 5 after a move from 3 5 that may be blocked; in "3 5 not 2 5, 1 5" two
    options of 3 5 are blocked.
    """

    def __init__(self, rule: CoupledRule, blocks: int) -> None:
        """Build the ruleset.

        Args:
            rule: The rules without blocking.
            blocks: How many options may be blocked, at least 1.
        """
        self.rule, self.blocks = rule, blocks
        self.name = f"{rule.name} blocking {blocks}"
        self.aim = (
            f"A move may be refused {'once' if blocks == 1 else f'{blocks} times'}; then another must be chosen. "
            "The player who cannot move loses."
        )
        self.misere_aim = self.aim.replace("loses", "wins")
        self.theory = Theorem(
            f"A position is P iff at most {blocks} of its options are P",
            'U. Larsson, "Blocking Wythoff Nim", Electronic Journal of Combinatorics 18, 2011',
        )
        self._lost: dict[Numbers, bool] = {}

    def coupled_moves(self) -> CoupledMoves:
        return self.rule.coupled_moves()._replace(blocks=self.blocks)

    def result(self, position: BlockedPosition) -> Outcome | None:
        return None if any(True for _ in self.options(position)) else Outcome.P

    def options(self, position: BlockedPosition) -> Iterator[BlockedPosition]:
        """Yield the position after each move.

        If the last move may be blocked, to block it is the first move; then the previous heaps are restored. The moves
        of the rule follow, except those that lead to blocked options.
        """
        heaps, before, blocked = position
        if before:
            yield BlockedPosition(before, (), tuple(sorted((*blocked, heaps))))
            blocked = ()
        again = len(blocked) < self.blocks
        for after in self.rule.options(heaps):
            if after not in blocked:
                yield BlockedPosition(after, heaps, blocked) if again else BlockedPosition(after)

    def _move(self, before: BlockedPosition, after: BlockedPosition) -> Move[BlockedPosition]:
        if before.before == after.heaps and before.heaps in after.blocked:
            return Move("block", Sum(after), lambda: from_heaps(before.heaps, after.heaps), "block")
        move = self.rule.named_move(before.heaps, "", Sum(after.heaps))
        return Move(move.label, Sum(after), move.touches, move.kind)

    def known_outcome(self, position: BlockedPosition) -> Outcome | None:
        """Return the outcome by counting P-positions among the options, or None if too many positions are needed."""
        heaps, before, blocked = position
        if prod(heap + 1 for heap in before or heaps) > MOST_COUNTED:
            return None
        if not before:
            return Outcome.wins(self._wins(heaps, blocked))
        return Outcome.wins(self._wins(heaps, ()) or not self._wins(before, (*blocked, heaps)))

    def _wins(self, heaps: Numbers, blocked: tuple[Numbers, ...]) -> bool:
        """Return whether the player who must move from the heaps wins, if some options are already blocked.

        This is so if more of the other options are P-positions than the opponent may still block.
        """
        lost = sum(self._is_lost(after) for after in self.rule.options(heaps) if after not in blocked)
        return lost > self.blocks - len(blocked)

    def _is_lost(self, heaps: Numbers) -> bool:
        todo = [heaps]
        while todo:
            options = list(self.rule.options(todo[-1]))
            if missing := [after for after in options if after not in self._lost]:
                todo += missing
            else:
                self._lost[todo.pop()] = sum(self._lost[after] for after in options) <= self.blocks
        return self._lost[heaps]

    def check(self, position: BlockedPosition) -> None:
        if type(position) is not BlockedPosition:
            raise PositionError(f"{self.name}: expected heaps, found {position!r}")
        for heaps in (position.heaps, *([position.before] if position.before else []), *position.blocked):
            self.rule.check(heaps)
        if not (position.before or position.blocked):
            return
        allowed = set(self.rule.options(position.before or position.heaps))
        most = self.blocks - bool(position.before)
        if len(set(position.blocked)) < len(position.blocked) or len(position.blocked) > most:
            raise PositionError(f"{self.name}: expected at most {most} different blocked options")
        if wrong := [heaps for heaps in position.blocked if heaps not in allowed]:
            raise PositionError(
                f"{self.name}: {_heaps(wrong[0])} is no option of {_heaps(position.before or position.heaps)}"
            )
        if position.before and position.heaps not in allowed.difference(position.blocked):
            raise PositionError(
                f"{self.name}: no move leads from {_heaps(position.before)} to {_heaps(position.heaps)}"
            )

    def read(self, text: str) -> Sum[BlockedPosition]:
        """Read the sizes of heaps, such as "2 5", and what is known about blocked moves.

        "from 3 5" after them gives the heaps before the last move, which may be blocked. "not 2 5, 1 5" at the end
        lists the blocked options. Both are optional.
        """
        found = re.fullmatch(r"([^a-z]*)(?:from([^a-z]*))?(?:not([^a-z]*))?", text)
        if found is None:
            wrong = re.search(r"[a-z]", text)
            raise PositionError(
                f'expected heaps, "from" or "not", found {text.strip()!r}', text=text, at=wrong.start() if wrong else 0
            )
        heaps = self._numbers(text, found.start(1), found[1])
        before = () if found[2] is None else self._numbers(text, found.start(2), found[2])
        blocked, at = [], found.start(3)
        for piece in found[3].split(",") if found[3] is not None else ():
            blocked.append(self._numbers(text, at, piece))
            at += len(piece) + 1
        position = BlockedPosition(heaps, before, tuple(sorted(blocked)))
        with within(text):
            self.check(position)
        return Sum(position)

    def _numbers(self, text: str, at: int, piece: str) -> Numbers:
        numbers = numbers_in(text, at, piece, "a heap size")
        with within(text, at):
            self.rule.check(numbers)
        return numbers

    def show(self, parts: Sum[BlockedPosition]) -> str:
        return "; ".join(map(_shown, parts))

    def scene(self, position: BlockedPosition) -> Scene:
        return self.rule.scene(position.heaps)


def _heaps(heaps: Numbers) -> str:
    return " ".join(map(str, heaps))


def _shown(position: BlockedPosition) -> str:
    text = _heaps(position.heaps)
    if position.before:
        text += f" from {_heaps(position.before)}"
    if position.blocked:
        text += f" not {', '.join(map(_heaps, position.blocked))}"
    return text
