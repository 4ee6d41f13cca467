"""Grundy values of single components, by a theorem, a proved period, or the definition, whichever applies first.

Theorems come from the rulesets. The package `sequences` computes the values of octal codes and subtraction sets, and
`search` those of all other rulesets by the definition (mex). A value that is out of reach raises `LimitReached`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ...core import (
    Budget,
    EntailedPosition,
    Entailing,
    HeapRuleset,
    Knowledge,
    LimitReached,
    Move,
    Outcome,
    RuleError,
    Ruleset,
    Structure,
    Sum,
    as_sum,
    facet,
    iterate_checked,
    mex,
    nim_sum,
)
from .rule_law import FAR_HEAP, value_law

if TYPE_CHECKING:
    from ...search import EntailedSolver
    from ...sequences import Alternative, Period
    from .law_play import LawPlay

DIRECT = 1000
"""Up to this size, heaps of codes and subtraction sets are computed without a search for a period."""
CODE_REACH = 100_000
"""The largest heap computed for a code without a proved period; the time is quadratic in it."""
TAKE_REACH = 5_000_000
"""The largest heap computed for a finite subtraction set without a proved period."""
HEAP_REACH = 1_000_000
"""The largest heap computed for other heap rulesets, whose moves take even longer to list."""
MOST_MOVES = 1_000
"""The largest number of moves to one value that are listed by a law."""
WORTH_COMPILING = 3_000_000
"""With fewer options in all heaps, plain Python finishes an infinite subtraction set before a kernel is loaded."""


class PartSolver:
    """Computes and stores the Grundy values of the positions of one ruleset.

    Args:
        ruleset: The ruleset of the positions.
        budget: Counts positions and checks limits.

    Example:
        >>> from grundy import read_ruleset
        >>> solver = PartSolver(read_ruleset("kayles"))
        >>> solver.value(10**20), solver.values(7), solver.sum_value([3, 4]), str(solver.outcome(5))
        (1, [0, 1, 2, 3, 1, 4, 3, 2], 2, 'N')
        >>> solver.within_limits(7)
        (2, '')
    """

    def __init__(self, ruleset: Ruleset[Any], budget: Budget | None = None) -> None:
        self.ruleset = ruleset
        self.budget = budget or Budget()
        self.table: dict[Any, int] = {}
        self.period: Period | None = None
        self.law: LawPlay | None = None
        self._heaps: list[int] = []
        self._looked = False
        self._known = facet(ruleset, Knowledge)
        self._rule = facet(ruleset, Structure).sequence()
        self._entailed: EntailedSolver | None = None

    def value(self, position: Any, *, shorten: bool = True) -> int:  # noqa: ANN401  # any position
        """Return the Grundy value of a position.

        Args:
            position: A position of the ruleset.
            shorten: Whether the error for a loopy game should name a short cycle, which takes time to find.

        Returns:
            The Grundy value.

        Raises:
            LimitReached: If the value is out of reach.
            LoopyGame: If the game is loopy.
        """
        known = self._known.known_value(position)
        if known is not None:
            return known
        if isinstance(self.ruleset, Entailing):
            return self._number(position)
        if isinstance(self.ruleset, HeapRuleset):
            return self._heap(position)
        key = self.ruleset.canonical(position)
        if key not in self.table:
            from ...search import grundy_values

            grundy_values(self.ruleset, [position], self.budget, self.table, theory=True, shorten=shorten)
        return self.table[key]

    @property
    def entailed(self) -> EntailedSolver:
        """The solver for positions of a ruleset with entailing moves.

        Raises:
            RuleError: If the ruleset has no entailing moves.

        Example:
            >>> from grundy import read_game
            >>> ruleset, position = read_game("top-entails: 5").part(0)
            >>> PartSolver(ruleset).entailed.value(position)
            0
        """
        from ...search import EntailedSolver

        if self._entailed is None:
            if not isinstance(self.ruleset, Entailing):
                raise RuleError(f"{self.ruleset.name} has no entailing moves")
            self._entailed = EntailedSolver(self.ruleset)
        self._entailed.budget = self.budget
        return self._entailed

    def _number(self, position: Any) -> int:  # noqa: ANN401  # any position
        if position.__class__ is EntailedPosition:
            raise RuleError(f"{self.ruleset.name}: a position that must be answered has no value")
        value = self.entailed.value(position)
        if not isinstance(value, int):
            raise RuleError(f"{self.ruleset.name}: the position is loony: the player to move wins, and it has no value")
        return value

    def stored(self, position: Any) -> int | None:  # noqa: ANN401  # any position
        """Return the Grundy value of a position if it was computed before, else None.

        Args:
            position: A position of the ruleset.

        Returns:
            The Grundy value, or None.

        Example:
            >>> from grundy import read_ruleset
            >>> solver = PartSolver(read_ruleset("grundy"))
            >>> solver.stored(5), solver.value(5), solver.stored(5)
            (None, 2, 2)
        """
        if not isinstance(self.ruleset, HeapRuleset):
            return self.table.get(self.ruleset.canonical(position)) if self.table else None
        if position < len(self._heaps):
            return self._heaps[int(position)]
        return None if self.period is None else self.period.value(position)

    def moves_by_law(self, position: Any, value: int) -> Iterator[Move[Any]] | None:  # noqa: ANN401  # any position
        """Yield the moves of a large heap that leave a given Grundy value, found by a proved law of the values.

        Args:
            position: A position of the ruleset.
            value: The value to leave.

        Returns:
            The moves; None for a small heap, for other positions, and if the value of a large heap was not found by a
            law before.

        Raises:
            LimitReached: After the first `MOST_MOVES` moves.

        Example:
            >>> from grundy import read_ruleset
            >>> solver = PartSolver(read_ruleset("take k where k % 3 == 1"))
            >>> solver.value(10**20), next(solver.moves_by_law(10**20, 0)).label
            (2, 'take 100000000000000000000')
        """
        if self.law is None or not isinstance(self.ruleset, HeapRuleset) or position <= FAR_HEAP:
            return None
        return _listed(self.ruleset, position, self.law.moves_to((position,), value))

    def within_limits(self, position: Any) -> tuple[int | None, str]:  # noqa: ANN401  # any position
        """Return the Grundy value of a position, or the reason why it is not known.

        Args:
            position: A position of the ruleset.

        Returns:
            The value and "", or None and a message about the limit that was reached.
        """
        try:
            return self.value(position, shorten=False), ""
        except LimitReached as error:
            return None, error.message

    def sum_value(self, parts: Iterable[Any]) -> int:
        """Return the Grundy value of a sum of positions.

        Args:
            parts: The positions.

        Returns:
            The value.

        Raises:
            LimitReached: If the value is out of reach.
        """
        total = 0
        for part in parts:
            total ^= self.value(part)
        return total

    def outcome(self, position: Any) -> Outcome:  # noqa: ANN401  # any position
        """Return the outcome of a position in normal play, by a theorem or from its value.

        Args:
            position: A position of the ruleset.

        Returns:
            The outcome.

        Raises:
            LimitReached: If the value is out of reach.
        """
        known = self._known.known_outcome(position)
        return Outcome.of_value(self.value(position)) if known is None else known

    def values(self, stop: int) -> list[int]:
        """Return the Grundy values of all heaps up to a size, for a ruleset whose positions are heaps.

        Args:
            stop: The last heap.

        Returns:
            The values of heaps 0 to `stop`.

        Raises:
            LimitReached: If a value is out of reach.
        """
        if stop >= len(self._heaps) and stop > DIRECT and self._rule is not None:
            self._look(stop)
            if self.period is not None:
                return [self.period.value(heap) for heap in range(stop + 1)]
        if stop >= len(self._heaps):
            self._extend(stop)
        return self._heaps[: stop + 1]

    def _heap(self, heap: int) -> int:
        if heap < len(self._heaps):
            return self._heaps[heap]
        if self._rule is not None and heap > DIRECT:
            self._look(heap)
            if self.period is not None:
                return self.period.value(heap)
        if heap < len(self._heaps):
            return self._heaps[heap]
        if self._rule is None and heap > FAR_HEAP:
            self.law = self.law or value_law(self.ruleset, self.budget)
            if self.law is not None:
                return self.law.value((heap,))
        self._refuse_far(heap)
        try:
            self._extend(max(heap, min(2 * len(self._heaps), DIRECT)))
        except LimitReached as error:
            self._heaps = max(self._heaps, error.partial, key=len)  # smaller heaps may still be requested
            raise
        return self._heaps[heap]

    def _look(self, heap: int) -> None:
        from ...sequences import Period, quick_search

        if self._looked:
            return
        self._looked = True
        if (rule := self._rule) is None:
            return
        found = quick_search(rule, self.budget)
        if isinstance(found, Period):
            self.period = found
        elif len(found.values) > len(self._heaps):
            self._heaps = list(map(int, found.values))

    def _refuse_far(self, heap: int) -> None:
        rule = self._rule
        splits = rule is not None and not isinstance(rule, tuple)
        reach = HEAP_REACH if rule is None else CODE_REACH if splits else TAKE_REACH
        if heap > reach:
            digits = len(str(heap)) - 1
            shown = str(heap) if digits < 20 else f"{digits + 1} digits"
            raise LimitReached(
                f"{self.ruleset.name}: no theorem or proved period covers a heap of {shown}, and computing it "
                f"would take more than 10^{2 * digits - 1 if splits else digits} steps",
                kind="size",
            )

    def _extend(self, stop: int) -> None:
        """Compute and store the values of heaps 0 to `stop`, by the fastest method for the ruleset."""
        rule = self._rule
        if self._known.known_value(stop) is not None and (heaps := self._by_theorem(stop)) is not None:
            self._heaps = heaps
        elif rule is None:
            self._heaps = self._by_rule(stop)
        else:
            from ...sequences import code_values, subtraction_values

            if isinstance(rule, tuple):
                self._heaps = subtraction_values(rule, stop, self.budget, self._heaps)
            else:
                self._heaps = code_values(rule, stop, self.budget, self._heaps)

    def _by_theorem(self, stop: int) -> list[int] | None:
        heaps: list[int] = []
        known_value = self._known.known_value
        try:
            for heap in iterate_checked(range(stop + 1)):
                value = known_value(heap)
                if value is None:
                    return None
                heaps.append(value)
        except LimitReached as error:
            error.partial = heaps
            raise
        return heaps

    def _by_rule(self, stop: int) -> list[int]:
        """Return the values of heaps 0 to `stop` of a ruleset without a code and without a finite subtraction set."""
        values: list[int]
        takes = iter(facet(self.ruleset, Structure).takes_to(stop) or ())
        first = list(islice(takes, WORTH_COMPILING // max(1, stop) + 1))
        if len(first) * stop > WORTH_COMPILING:
            from ...sequences import set_values

            values = set_values(chain(first, takes), stop, self.budget, self._heaps).tolist()
            return values
        if DIRECT < stop <= HEAP_REACH and (clauses := alternatives(self.ruleset, stop)):
            from ...sequences import conditional_values

            values = conditional_values(clauses, stop, self.budget, self._by_options, self._heaps)
            return values
        from ...search import heap_values

        return heap_values(self.ruleset, stop, self.budget)

    def _by_options(self, heap: int, values: Sequence[int]) -> int:
        sums = map(as_sum, self.ruleset.options(heap))
        return mex(nim_sum(int(values[piece]) for piece in option) for option in sums)


def _listed(ruleset: HeapRuleset, heap: int, options: Iterator[tuple[int, ...]]) -> Iterator[Move[int]]:
    for number, (left,) in enumerate(options):
        if number == MOST_MOVES:
            raise LimitReached(f"{ruleset.name}: only the first {MOST_MOVES:,} of these moves are listed", kind="size")
        yield ruleset.heap_move(heap, Sum(left))


def alternatives(ruleset: Ruleset[Any], stop: int) -> list[Alternative]:
    """Return the clauses of a rule such as "take 1..3 or split" as `Alternative` objects, which compiled code reads.

    Args:
        ruleset: Any ruleset; only rules that a user wrote in this form have clauses.
        stop: The largest number in the sets of numbers that may be taken; larger ones are left out.

    Returns:
        The clauses as alternatives; empty for other rulesets, and if compiled code does not support one of them.
    """
    from ...games import HeapRule, Split, TakeSet, TakeWhere
    from ...sequences import Alternative

    found: list[Alternative] = []
    for clause in ruleset.clauses if isinstance(ruleset, HeapRule) else ():
        if isinstance(clause, TakeSet):
            found.append(Alternative("set", takes=clause.members(stop)))
        elif isinstance(clause, TakeWhere):
            found.append(Alternative("take", clause.condition))
        elif isinstance(clause, Split):
            found.append(Alternative("split", clause.condition))
        else:
            return []
    return found
