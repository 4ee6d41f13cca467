"""Outcomes, values and winning moves of positions of any size by a proved law of their rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ...automatic import Arithmetic, NotDefinable, Relation
from ...automatic.solutions import solutions
from ...core import Budget, LimitReached
from ...patterns.decided import system_of
from ...patterns.find_laws import Law, NoLaw, find_law
from ...patterns.fixed_points import LEFT, FixedPoint, Moves
from ...patterns.orbits import Orbit, find_orbit
from ...patterns.rule_tables import ListedMoves

Heaps = tuple[int, ...]


class LawPlay:
    """A proved law of a rule, which gives the P-positions or the values of all positions, and the moves to them.

    Args:
        rule: The rule.
        law: Its law.
        budget: Counts the work.

    Attributes:
        values: Whether the law gives values; otherwise it gives only outcomes.

    Example:
        >>> from ...patterns.fixed_points import LinearMove
        >>> rule = Moves(("n",), (LinearMove("k >= 1 and 2 * k <= n", {"n": "n - k"}, ("k",)),))
        >>> play = play_by_law(rule, Budget())
        >>> play.is_lost((2**100 - 1,)), list(play.moves_to((2**100 + 7,))) == [(2**100 - 1,)]
        (True, True)
    """

    def __init__(self, rule: Moves, law: Law | Orbit, budget: Budget) -> None:
        self.rule, self.law = rule, law
        self.values = isinstance(law, Law) and law.values
        self._goals: list[list[tuple[Relation, tuple[str, ...]]]] = []
        if isinstance(law, Law):
            game = FixedPoint(rule, Arithmetic(law.system, budget))
            for goal in law.levels if law.values else law.levels[1:]:
                goal &= game.space  # noqa: PLW2901  # with every heap as a number
                self._goals.append(
                    [
                        (step & goal.rename({heap: heap + LEFT for heap in changed}), changed)
                        for step, changed in game.steps
                    ]
                )

    def is_lost(self, heaps: Heaps) -> bool:
        """Return whether a position is a P-position."""
        if isinstance(self.law, Orbit):
            return self._last(heaps[0]) == heaps[0]
        return self.law.at(heaps) == (0 if self.values else 1)

    def _last(self, heap: int) -> int:
        last = self.law.last(heap) if isinstance(self.law, Orbit) else None
        if last is None:
            raise LimitReached("the orbit begins above a smaller P-position", kind="size")
        return last

    def value(self, heaps: Heaps) -> int:
        """Return the value of a position; raise `ValueError` if the law gives only outcomes."""
        if not self.values or not isinstance(self.law, Law):
            raise ValueError("the law gives no values")
        return self.law.at(heaps)

    def moves_to(self, heaps: Heaps, value: int = 0) -> Iterator[Heaps]:
        """Yield the options of a position that have a given value, each once.

        Args:
            heaps: The sizes of the heaps of the position.
            value: The value that the options have. It must be 0 if the law gives only outcomes; then the options that
                are P-positions are yielded.

        Yields:
            The options as heap sizes, for one kind of move after the other.
        """
        if isinstance(self.law, Orbit):
            if (last := self._last(heaps[0])) < heaps[0]:
                yield (last,)
            return
        before = dict(zip(self.rule.heaps, heaps, strict=True))
        seen = set[Heaps]()
        for relation, changed in self._goals[value] if value < len(self._goals) else ():
            for found in solutions(relation, {name: before[name] for name in relation.names if name in before}):
                after = tuple(found[heap + LEFT] if heap in changed else before[heap] for heap in self.rule.heaps)
                if after not in seen:
                    seen.add(after)
                    yield after


def play_by_law(rule: Moves, budget: Budget, *, values: bool = True) -> LawPlay | NoLaw:
    """Find and prove a law of a rule.

    Three kinds of laws are tried in turn: an automaton for the values of a single heap, an automaton for the
    P-positions, and a formula that computes from each P-position of a single heap the next larger one.

    Args:
        rule: The rule.
        budget: Counts the work.
        values: Whether to try a law of values.

    Returns:
        The law, or the reason why none was found.
    """
    single = rule.heaps == ("n",) and not rule.misere and not rule.blocks
    reason = NoLaw("")
    try:
        with suppress(LimitReached):  # a rule that is not definable needs no tables
            FixedPoint(rule, Arithmetic(system_of(*ListedMoves(rule).expressions), budget))
        for of_values in (True, False) if values and single else (False,):
            law = find_law(rule, values=of_values, budget=budget)
            if isinstance(law, Law):
                return LawPlay(rule, law, budget)
            reason = law
        orbit = find_orbit(rule, budget=budget) if single else None
        if orbit is not None and orbit.formula and orbit.free is None:
            return LawPlay(rule, orbit, budget)
    except NotDefinable as error:
        return NoLaw(f"not definable: {error.message}")
    except LimitReached as error:
        if error.kind == "time":
            raise
        return NoLaw(f"limit: {error.message}")
    return reason
