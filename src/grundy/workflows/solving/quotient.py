"""Solves misère sums of heaps by the misère quotient of their ruleset, which is computed once.

A partial quotient to heap n is proved for all sums of heaps up to n; a quotient whose images are proved to be periodic
covers every sum. Small sums are searched, since that is faster than a quotient.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import Any

from ...core import (
    Budget,
    Game,
    HeapRuleset,
    Knowledge,
    LimitReached,
    Limits,
    NotSummable,
    Outcome,
    RuleError,
    Ruleset,
    Structure,
    Sum,
    facet,
)
from ...misere import THEOREM, PartialQuotients, Quotient, is_tame, presentation, reach_of, with_proved_period
from ..searching.question import Answer, WinningMove
from .quotient_moves import quotient_moves
from .solver import Solver

SMALL = 20
"""Sums with at most this number of tokens are searched."""
MOST_HEAPS = 512
"""The largest heap whose image is computed."""
MOST_WORK = 120_000
"""The limit in sums and options for the quotient of one ruleset."""


class RuleQuotient:
    """The misère quotient of a heap ruleset for heaps up to a bound, which grows when larger heaps are requested.

    Args:
        ruleset: The ruleset.
    """

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.partial = PartialQuotients(ruleset)
        self.reach = reach_of(facet(ruleset, Structure).sequence())
        self.complete: Quotient | None = None
        self._stuck = False
        self._spent = 0
        self._lock = Lock()

    @property
    def known(self) -> Quotient:
        """The quotient for heaps of all sizes if it is proved, else the quotient up to the present bound."""
        return self.complete or self.partial.quotient

    def covering(self, heap: int, limits: Limits) -> Quotient | None:
        """Return a quotient that has an element (an image) for every heap of at most a given size.

        Args:
            heap: The size of the largest heap.
            limits: The limits of the computation.

        Returns:
            The quotient, or None if a limit is reached.
        """
        with self._lock:
            if not self.known.covers(heap) and (self.reach is not None or heap <= MOST_HEAPS):
                with suppress(LimitReached):
                    self._grow(heap, Budget(limits._replace(seconds=limits.seconds and limits.seconds / 2)))
            return self.known if self.known.covers(heap) else None

    def _grow(self, heap: int, budget: Budget) -> None:
        """Extend the quotient, heap by heap, until it has an element for `heap`.

        This ends early if a period is proved, since the quotient then has an element for every heap, or if no further
        extension is possible.

        Raises:
            LimitReached: If a limit is reached first.
        """
        while not self._stuck and not self.known.covers(heap) and self.partial.bound < MOST_HEAPS:
            try:
                with budget.sub_budget(max(1, MOST_WORK - self._spent)) as step:
                    self.partial.table.budget = step
                    self.partial.step()
            except RuleError:
                self._stuck = True
                return
            except LimitReached as error:
                spent = error.kind == "steps" and self._spent + step.visited >= MOST_WORK
                self._stuck = error.kind == "size" or spent
                raise
            self._spent += step.visited
            self.complete = with_proved_period(self.partial.quotient, self.reach)


@lru_cache(maxsize=128)
def rule_quotient(ruleset: Ruleset[Any]) -> RuleQuotient:
    """Return the one `RuleQuotient` of a ruleset, which stores results for later calls."""
    return RuleQuotient(ruleset)


def quotient_for(game: Game, limits: Limits) -> Quotient | None:
    """Return a misère quotient that decides a sum of heaps of one ruleset.

    Args:
        game: The sum in misère play.
        limits: The limits of the computation.

    Returns:
        The quotient. None if the game is not a large sum of heaps of one ruleset, if a theorem gives its outcome, or
        if a limit is reached.
    """
    rulesets = {summand.ruleset for summand in game.summands}
    if len(rulesets) != 1:
        return None
    ruleset = rulesets.pop()
    heaps = [heap for _, heap in game.parts]
    small = not isinstance(ruleset, HeapRuleset) or isinstance(ruleset, NotSummable) or sum(heaps) <= SMALL
    if small or facet(ruleset, Knowledge).known_misere(Sum.of(heaps)) is not None:
        return None
    return rule_quotient(ruleset).covering(max(heaps), limits)


def answer(game: Game, memory: Solver) -> Answer | None:
    """Solve a misère sum by the quotient of its ruleset.

    Args:
        game: The sum in misère play.
        memory: The solver with the limits, which creates the answer.

    Returns:
        The answer, or None if `quotient_for` returns None; then the sum should be searched.
    """
    quotient = quotient_for(game, memory.limits)
    if quotient is None:
        return None
    heaps = [heap for _, heap in game.parts]
    outcome = quotient.outcome(heaps)
    wins: Sequence[WinningMove] = []
    reason = ""
    if outcome is Outcome.N:
        try:
            wins = quotient_moves(game, quotient)
        except LimitReached as error:
            reason = error.message
    grounds = [_ground(game, quotient, quotient.element(heaps))]
    return memory.answer("quotient", game, outcome, wins, reason, grounds=grounds, moves_reason=reason)


def _ground(game: Game, quotient: Quotient, element: int) -> str:
    """Return sentences that give the reason for an answer: the quotient, and the element of the sum in it."""
    name = game.summands[0].ruleset.name
    found = presentation(quotient)
    forever = (
        f"the images of its heaps have period {quotient.period} from heap {quotient.preperiod} on ({THEOREM})"
        if quotient.period
        else f"it is proved for all sums of heaps of at most {quotient.bound}"
    )
    letters = ", ".join(f"{found.letter(heap)} = heap {heap}" for heap in found.generators)
    tame = ", that of nim" if is_tame(quotient) else ""
    lost = quotient.is_lost(element)
    return (
        f"The misère quotient of {name} has {quotient.order} elements{tame}; {forever}. "
        f"With {letters or 'no generator'}, this sum is the element {found.name(element)}, which is "
        f"{'in' if lost else 'not in'} the P-portion: the player to move {'loses' if lost else 'wins'}."
    )
