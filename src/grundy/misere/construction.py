"""Misere quotients heap by heap, each proved before the next begins.

Plambeck and Siegel, "Misere quotients for impartial games", 2008: the partial quotient of the heaps to n is
that of the heaps to n - 1 when the mex rule finds the new heap an element (`extend_by_transition`). Otherwise a
draft is made: the largest earlier quotient that has not been refuted, times powers of the heaps that are
generators. Its reduction is judged by the transition algebra; a false assumption is named by the lightest sum
that is answered wrongly, given up, and never made again. What is accepted is proved for all sums of these
heaps; how it was found does not matter.

An equality of a partial quotient may fail when larger heaps come (5 + 5 is equal to the empty sum in
Kayles to heap 8, not to heap 9); that is why a refuted quotient is left for a smaller one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..core import LimitReached, Meter, Ruleset
from .assumption import Draft, Power
from .heaps import HeapTable, Word
from .quotient import Quotient
from .transitions import Audit, Chains, extend_by_transition, lightest_words

MOST_POWER = 15
"""The largest index of a power that is tried."""
TRIVIAL = Quotient(((0,),), 0, (), ((),))
"""The quotient of no heaps: one element, won."""


class PartialQuotients:
    """The partial quotients of a heap rule, of the heaps to 0, 1, 2, ...: `quotient` is the one proved last."""

    def __init__(self, ruleset: Ruleset[Any], meter: Meter | None = None) -> None:
        """Work under the limits of `meter`."""
        self.table = HeapTable(ruleset, meter)
        self.quotient = TRIVIAL
        self.orders: list[int] = []
        """The orders of the partial quotients of the heaps to 0, 1, 2, ..."""
        self._chains: Chains = {}
        self._bases = [TRIVIAL]

    @property
    def bound(self) -> int:
        """The last heap, -1 at the beginning."""
        return self.quotient.bound

    def to(self, bound: int) -> Quotient:
        """Return the quotient of the heaps to `bound`; raises `LimitReached` when it is too large, or not finite."""
        while self.bound < bound:
            self.step()
        return self.quotient

    def step(self) -> None:
        """Take the next heap in; after an exception nothing has changed."""
        heap = self.bound + 1
        if self.table.bound < heap:
            self.table.grow()
        known = self._known(heap)
        if known is None:
            self._make(heap)
        else:
            self.quotient = replace(self.quotient, images=(*self.quotient.images, known))
            word = self.quotient.words[known]
            if self.table.weight(word) > self.table.weights[heap]:
                words = lightest_words(self.quotient, self.table, self.table.meter)
                self.quotient = replace(self.quotient, words=words)
        self.orders.append(self.quotient.order)

    def _known(self, heap: int) -> int | None:
        """Return the element of a heap that leaves the quotient as it is."""
        if not self.table.weights[heap]:
            return 0
        bits = 0
        for option in self.table.options[heap]:
            bits |= 1 << self.quotient.element(option)
        return extend_by_transition(self.quotient, self._chains, bits)

    def _make(self, heap: int) -> None:
        """Find and prove a new quotient."""
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
            else:
                self._give_up(draft, blamed)
        self._bases, self._chains = bases, audit.chains
        self.quotient = replace(found, words=lightest_words(found, self.table, self.table.meter))

    def _draft(self, heap: int, base: Quotient) -> Draft:
        """Return the assumptions that the quotient proved last suggests, above `base`."""
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
        """Return when the powers of an element of the quotient begin to repeat."""
        seen = {0: 0}
        x = 0
        while True:
            x = self.quotient.times[x][element]
            if x in seen:
                return Power(seen[x], len(seen) - seen[x])
            seen[x] = len(seen)

    @staticmethod
    def _give_up(draft: Draft, heap: int) -> None:
        """Replace a false assumption about a heap by a weaker one."""
        power = draft.powers.get(heap)
        if power is None:
            del draft.images[heap]
            draft.powers = dict(sorted({**draft.powers, heap: Power(1, 2)}.items()))
        elif power.index < MOST_POWER:
            draft.powers[heap] = replace(power, index=power.index + 1 + power.index // 4)
        else:
            raise LimitReached(
                f"{MOST_POWER} heaps of {heap} still differ: no finite misere quotient found", kind="size"
            )
