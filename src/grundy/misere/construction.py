"""Misère quotients heap by heap; each one is proved before the next heap is added.

The partial quotient of the heaps up to n equals that of the heaps up to n - 1 if the mex rule finds an element for the
new heap (T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", 2008). Otherwise a conjecture, the
draft, is made: an earlier quotient times powers of the later heaps that are generators. The earlier quotient is the
largest one that has not been refuted. `transitions` checks the draft. If sums have a wrong outcome, the one with the
shortest play identifies a false assumption, which is weakened. An equality in a partial quotient may become false when
larger heaps are added (5 + 5 = 0 in Kayles up to heap 8, but not up to heap 9), so a refuted quotient is replaced by a
smaller one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..core import Budget, LimitReached, Ruleset
from .assumption import Draft, Power
from .heaps import HeapTable, Word
from .quotient import Quotient
from .transitions import Audit, Chains, extend_by_transition, lightest_words, option_set

MOST_POWER = 15
"""The largest index of a power that is tried."""
TRIVIAL = Quotient(((0,),), 0, (), ((),))
"""The quotient without heaps: one element, an N-position."""


class PartialQuotients:
    """Computes the misère quotients of a heap game with the heaps up to 0, 1, 2, ..., each with a proof.

    Args:
        ruleset: A ruleset on single heaps.
        budget: Counts and limits the sums of heaps that are examined.
        listing: Counts and limits the options of heaps that are listed; if None, `budget` counts them too.

    Attributes:
        quotient: The last quotient that was proved.
    """

    def __init__(self, ruleset: Ruleset[Any], budget: Budget | None = None, listing: Budget | None = None) -> None:
        self.table = HeapTable(ruleset, budget, listing)
        self.quotient = TRIVIAL
        self.orders: list[int] = []
        """The orders of the partial quotients for the heaps up to 0, 1, 2, ..."""
        self._chains: Chains = {}
        self._bases = [TRIVIAL]

    @property
    def bound(self) -> int:
        """The largest heap in the last quotient, or -1 if there is none."""
        return self.quotient.bound

    def to(self, bound: int) -> Quotient:
        """Return the misère quotient of heaps up to `bound`; raise `LimitReached` if it is infinite or too large."""
        while self.bound < bound:
            self.step()
        return self.quotient

    def step(self) -> None:
        """Compute the quotient that also includes the next heap, and store it in `quotient`.

        If an exception is raised, `quotient` is unchanged.
        """
        heap = self.bound + 1
        if self.table.bound < heap:
            self.table.grow()
        known: int | None = 0  # if the heap has no moves
        if self.table.weights[heap]:  # else find an element that leaves the quotient unchanged
            bits = option_set(self.quotient, self.table.options[heap])
            known = extend_by_transition(self.quotient, self._chains, bits)
        if known is None:
            self._make(heap)
        else:
            wider = replace(self.quotient, images=(*self.quotient.images, known))
            if self.table.weight(wider.words[known]) > self.table.weights[heap]:
                wider = replace(wider, words=lightest_words(wider, self.table))
            self.quotient = wider
        self.orders.append(self.quotient.order)

    def _make(self, heap: int) -> None:
        bases = [*self._bases] if self._bases[-1].order == 1 == self.quotient.order else [*self._bases, self.quotient]
        draft = self._draft(heap, bases[-1])
        while True:
            draft.lost.clear()
            draft.solve()
            found = draft.quotient()
            audit = Audit(found, self.table)
            if audit.wrong is None:
                break
            blamed = draft.blame(audit.wrong)
            if blamed is None:
                bases.pop()
                draft = self._draft(heap, bases[-1])
            elif (power := draft.powers.get(blamed)) is None:  # replace a false assumption by a weaker one
                del draft.images[blamed]
                draft.powers = dict(sorted({**draft.powers, blamed: Power(1, 2)}.items()))
            elif power.index < MOST_POWER:
                draft.powers[blamed] = replace(power, index=power.index + 1 + power.index // 4)
            else:
                text = f"{MOST_POWER} heaps of {blamed} still differ: no finite misère quotient found"
                raise LimitReached(text, kind="size")
        words = lightest_words(found, self.table)  # a limit may stop this
        self._bases, self._chains, self.quotient = bases, audit.chains, replace(found, words=words)

    def _draft(self, heap: int, base: Quotient) -> Draft:
        """Return a conjecture (a `Draft`) for the quotient of heaps up to `heap`: equations between sums of heaps.

        `heap` is the smallest heap that `self.quotient` does not include. For smaller heaps that `base` does not
        include, the equations are those that hold in `self.quotient`.
        """
        powers = {}
        images: dict[int, Word] = {}
        for other in range(max(base.bound + 1, 1), heap):
            word = self.quotient.words[self.quotient.images[other]]
            if word == (other,):
                powers[other] = self._power(self.quotient.images[other])
            else:
                images[other] = word
        return Draft(self.table, base, {**powers, heap: Power(1, 2)}, images)

    def _power(self, element: int) -> Power:
        seen, x = {0: 0}, 0
        while (x := self.quotient.times[x][element]) not in seen:
            seen[x] = len(seen)
        return Power(seen[x], len(seen) - seen[x])
