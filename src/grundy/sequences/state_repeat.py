"""Proves a period by a repeated state, long before twice the preperiod is reached.

Theorem. Consider a take-and-break code with digits 0-7 and a mask with flag s. Let there be no rare heap in (r, L),
where r is the last rare heap before, or 0. Let k be the largest number of tokens that a move takes, t the largest after
which two heaps may be left, W = max(r + t, k, 1), and A any number. If

    (1) G(0), ..., G(L-1) are the true values, and every heap in (r, L) is common,
    (2) G(n + p) = G(n) for m <= n < m + W, where m > r, and s p is even,
    (3) for every q of one whole period [v, v + p), where v >= m + max(k, t + A), every value of rare type below
        G(q) is the value of an option that leaves one heap, or that splits with one part at most A,
    (4) L >= max(m + W, v) + p,

then G(n + p) = G(n) for all n >= m.

Proof. The least value of common type that is not the value of an option depends only on the last W values and the
parity of n, because splits into two common heaps have values of rare type. So it is repeated with p as long as no heap
is rare. A value of rare type below G(q) is the value of an option (a, h) of q with h >= m. Then (a, h + jp) is an
option of q + jp with the same value. So no heap becomes rare, by induction over n.

A search begins with exact values of the first heaps, from which the mask, the rare heaps and the compiled functions are
derived. If a new rare heap appears, the search begins again with more exact values, which include this heap.

The verification covers every heap. It records A, a bound on the smaller heap in the splits that it used. The theorem of
R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956, needs about twice as many values. For rare and
common heaps see E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..core import Budget, CorruptStore
from ..kernels.sealed import has_compiler
from .anchors import Anchors
from .checkpoints import Checkpoints, LongValues
from .few_course import CodeCourse, Kernels, Runner, Verified
from .few_rares import FewRares, few_rares
from .period import Evidence, Period, Unproved
from .sparse import sparse_pieces

Codes = NDArray[np.uint8]
Values = NDArray[np.uint16]

STATE_REPEAT = "state repeat with every value verified: no rare heap appears, so a window of values decides the next"
SEEDS = (1 << 20, 1 << 22, 1 << 24)
"""The numbers of exact values before a run; the next one is used if a rare heap appeared later."""
STRIDE, LONGEST_STRIDE = 1 << 20, 1 << 26
"""The numbers of heaps that are compared at a time when the preperiod is computed: at first, and at most."""
WITNESS = 1 << 16
"""The number of heaps that are compared first to show that a divisor of the period is not a period."""
SPACING = 1 << 29
"""The number of heaps between two entries of the journal."""


class JournalEntry(NamedTuple):
    """The progress of a search for a period: all heaps before `heap` are verified.

    Attributes:
        heap: The heap.
        deepest: An upper bound for the size of the smaller heap in the splits that the verification used.
        window: The coded values (see `Coding`) of the last heaps before `heap`.
        states: The heaps with very large values since the previous entry, each with a hash of the values that end with
            this heap.
    """

    heap: int
    deepest: int
    window: bytes
    states: tuple[tuple[int, bytes], ...]


class Journal(Protocol):
    """Records the progress of a long search for a period, so that it can be resumed; supplied by the caller.

    The search starts from the exact values of the first heaps, perhaps several times, each time with more values. Each
    start calls `begin` once, then `note` from time to time.
    """

    def begin(self, rule: FewRares, values: Values) -> Sequence[JournalEntry] | None:
        """Return the entries of an earlier search of the same rule from the same values, or start a new record.

        Args:
            rule: The rule with its sparse space.
            values: The exact values with which the search begins.

        Returns:
            The entries, an empty list for a new record. None if an earlier search from these values was given up and
            started again from more exact values.
        """

    def note(self, entry: JournalEntry) -> None:
        """Add an entry to the record of the search."""


class Way(NamedTuple):
    """The settings of a long search for a period: what runs it, and where its progress is recorded.

    Attributes:
        runner: Starts the generation and verification of values, for instance by several threads or machines. It is
            called with the `Kernels` of the rule, the last coded values and the next heap, and returns a `CodeRun`.
        journal: Records the progress; if None, an interrupted search cannot be resumed.
    """

    runner: Runner = CodeCourse
    journal: Journal | None = None


class Candidate(NamedTuple):
    """A possible period of the Grundy values G: G(n + period) = G(n) from `preperiod` on.

    Attributes:
        m: A heap after all rare heaps. The equation holds for at least `FewRares.window` heaps from `m` on.
        preperiod: The first heap from which on the equation holds for all heaps computed so far.
        period: The period.
    """

    m: int
    preperiod: int
    period: int


class RepeatSearch:
    """Computes the values of a rule with few rare heaps until a period is proved.

    Args:
        kernels: The compiled functions of the rule.
        values: The exact values from which the rule was derived.
        way: How the search is executed.
        entries: The journal entries of an earlier search, which this one continues.

    Raises:
        CorruptStore: If the entries do not belong to this rule or do not fit together.
    """

    def __init__(self, kernels: Kernels, values: Values, way: Way, entries: Sequence[JournalEntry] = ()) -> None:
        self.kernels, self.rule, self.journal = kernels, kernels.rule, way.journal
        self.checkpoints = Checkpoints(kernels, values)
        self.anchors = Anchors(kernels.rule)
        self._noted = self.rule.start
        for entry in entries:  # entries of an earlier run are trusted
            if len(entry.window) != kernels.reach or entry.heap <= self._noted or entry.heap % 2:
                raise CorruptStore(f"the journal entry at heap {entry.heap} does not belong to this rule")
            self.checkpoints.keep(entry.heap, np.frombuffer(entry.window, np.uint8))
            self.anchors.states.update((state, heap) for heap, state in entry.states)
            self._noted = entry.heap
        self.anchors.thin()
        self._resumed_at = self._noted if entries else 0
        before = self.checkpoints.history(self._noted)
        if entries and before[-kernels.reach :].tobytes() != entries[-1].window:
            raise CorruptStore("the last journal entry does not follow from the previous one")
        self.course = way.runner(kernels, before, self._noted)
        self.course.deepest = max(self.course.deepest, *(entry.deepest for entry in entries), 0)

    def run(self, most: int, budget: Budget) -> Period | None:
        """Compute values until they prove a period.

        Args:
            most: The last heap.
            budget: Counts the heaps computed; may raise `LimitReached`.

        Returns:
            The proved period. None if none was proved up to heap `most`, or if a new rare heap ended the search; in the
            latter case the attribute `course.lost` is this heap, otherwise it is None.

        Raises:
            LimitReached: If a limit is exceeded.
        """
        tail = self.checkpoints.history(self._noted)[-self.anchors.width :]
        candidate: Candidate | None = None
        for verified in self.course:
            if candidate is None:
                candidate = self._candidate(verified, tail, budget)
            tail, heap = verified.codes[-self.anchors.width :].copy(), verified.heap + len(verified.codes)
            self.checkpoints.offer(heap, verified.codes)
            due = heap - self._noted >= SPACING and len(verified.codes) >= self.kernels.reach
            if self.journal is not None and due:
                window = verified.codes[-self.kernels.reach :].tobytes()
                self.journal.note(JournalEntry(heap, self.course.deepest, window, self.anchors.since(self._noted)))
                self._noted = heap
            if candidate is not None and self.course.heap >= self.needed(candidate):
                return self._proved(candidate) if self.needed(candidate) <= most + 1 else None
            if self.course.heap > most:
                return None
            budget.charge_unstored(len(verified.codes))
        return None

    def needed(self, candidate: Candidate) -> int:
        """Return the heap h such that a possible period is proved once the values of all heaps below h are verified."""
        largest = len(self.rule.digits) - 1
        movable = max(candidate.m + max(largest, max(self.rule.splits) + self.course.deepest), self.rule.start)
        return max(candidate.m + self.rule.window, movable) + candidate.period

    def _candidate(self, verified: Verified, tail: Codes, budget: Budget) -> Candidate | None:
        """Return a possible period if enough consecutive values of a verified part are repeated, else None.

        They are enough if they determine all later values, provided that no later heap is rare.
        """
        hint = self.anchors.seen(verified, tail) or self.anchors.short(verified)
        if hint is None or hint.period & self.rule.coding.mask.flag:
            return None
        first = self._first_agreed(hint.heap - hint.period, hint.period, budget)
        m = max(first, self.rule.last_rare + 1)
        agreed = hint.heap - hint.period + 1 - m
        return Candidate(m, first, hint.period) if agreed >= self.rule.window else None

    def _first_agreed(self, high: int, p: int, budget: Budget) -> int:
        """Return the least heap h such that g(n + p) = g(n) for all n from h to `high`, for a possible period p."""
        end, stride = high + 1, STRIDE
        while end > 0:
            budget.charge_unstored(0)
            begin = max(0, end - stride)
            low, shifted = self.checkpoints.values_of(begin, end), self.checkpoints.values_of(begin + p, end + p)
            differ = (low != shifted).nonzero()[0]
            if len(differ):
                return begin + int(differ[-1]) + 1
            end, stride = begin, min(2 * stride, LONGEST_STRIDE)
        return 0

    def _proved(self, candidate: Candidate) -> Period:
        first, p = candidate.preperiod, candidate.period
        for prime in prime_factors(p):
            while p % prime == 0 and self._difference(first, p // prime, p) is None:
                p //= prime
        heaps = [(prime, self._difference(first, p // prime, p)) for prime in prime_factors(p)]
        witnesses = [(prime, heap) for prime, heap in heaps if heap is not None]
        rule, looked = self.rule, (self.rule.window, self.course.deepest)
        evidence = Evidence(*rule.coding.mask, rule.rares, rule.start, *looked, tuple(witnesses), self._resumed_at)
        checked = min(self.course.heap, self.needed(candidate)) - 1
        return Period(first, p, checked, STATE_REPEAT, LongValues(self.checkpoints, first + p), evidence=evidence)

    def _difference(self, first: int, shift: int, period: int) -> int | None:
        for begin in range(first, first + period, WITNESS):
            end = min(begin + WITNESS, first + period)
            differ = self.checkpoints.values_of(begin, end) != self.checkpoints.values_of(begin + shift, end + shift)
            if differ.any():
                return begin + int(differ.argmax())
        return None


def long_search(
    digits: tuple[int, ...], values: Values, most: int, budget: Budget, way: Way
) -> Period | Unproved | None:
    """Search for a proved period of a code with few rare heaps.

    Args:
        digits: The digits of the code.
        values: The exact values of the first heaps.
        most: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        way: How the search is executed, for instance by several workers with a journal.

    Returns:
        The proved period, or an `Unproved` with the last heap that was examined. None if the code has too many rare
        heaps, if a rare heap is too large, or if there is no compiler.

    Raises:
        LimitReached: If a limit is exceeded.
    """
    if not has_compiler():  # the kernels are compiled for one rule
        return None
    for seed in SEEDS:
        if seed < len(values) and seed != SEEDS[0]:
            continue
        if len(values) < seed:
            if seed > most:
                return None
            values = np.concatenate([values, *sparse_pieces(digits, values, seed - 1, budget)])
            if len(values) < seed:
                return None
        rule = few_rares(digits, values)
        if rule is None:
            return None
        entries = way.journal.begin(rule, values) if way.journal else ()
        if entries is None:
            continue
        kernels = Kernels(rule, rule.coding.encode(values))
        search = RepeatSearch(kernels, values, way, entries)
        period = search.run(most, budget)
        if period is not None or search.course.lost is None:
            return period or Unproved(most, values)
    return None


def prime_factors(number: int) -> list[int]:
    """Return the prime divisors of a number, ascending.

    >>> prime_factors(11770282)
    [2, 5885141]
    """
    primes, factor = [], 2
    while factor * factor <= number:
        if number % factor == 0:
            primes.append(factor)
            while number % factor == 0:
                number //= factor
        factor += 1
    return primes + [number] * (number > 1)
