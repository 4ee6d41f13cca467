"""Grundy values of the heaps 0 to N of a ruleset, in normal and in misère play."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ... import search
from ...core import (
    Budget,
    Course,
    HeapRuleset,
    Knowledge,
    LimitReached,
    Limits,
    PositionError,
    Ruleset,
    Structure,
    check_cancelled,
    facet,
    has_misere_rule,
    play_of,
)
from .. import solving

if TYPE_CHECKING:
    from ...sequences.arrays import Series

FORMATS = ("text", "json", "csv", "bfile", "npy")
"""The formats in which values are written."""
LONG = 1 << 16
"""Larger numbers of values are computed in pieces if possible."""
PIECE, FIRST = 1 << 14, 1000
"""Values per piece of a theorem, and the first values, which determine the rest."""
MOST_HEAPS = 10**8
"""The largest number of heaps whose values are kept in memory."""
BYTES_PER_HEAP = 40
"""The memory for one value in a list."""
MOST_BITS = 4096
"""Longer values are not listed, because Python writes numbers of at most 4300 digits."""


def heap_values(
    ruleset: Ruleset[Any],
    stop: int,
    *,
    misere: bool = False,
    limits: Limits | None = None,
    budget: Budget | None = None,
) -> list[int]:
    """Compute the Grundy values of heaps.

    In misère play these are misère Grundy values: 0 exactly if the player to move loses, and 1 for terminal positions.

    Args:
        ruleset: A ruleset on single heaps.
        stop: The last heap.
        misere: Whether the player who makes the last move loses.
        limits: Limits on the work.
        budget: Counts and limits the work, instead of `limits`.

    Returns:
        The values of heaps 0 to `stop`.

    Raises:
        PositionError: If positions are not heaps.
        LimitReached: If a limit was reached.
        LoopyGame: If play need not end.

    Example:
        >>> from grundy.notation import read_ruleset
        >>> heap_values(read_ruleset("take {1, 3, 4}"), 8)
        [0, 1, 0, 1, 2, 3, 2, 0, 1]
    """
    require_heaps(ruleset)
    play_of(misere)
    budget = budget or Budget(limits)
    if stop > room(budget):
        raise too_many(room(budget))
    values: list[int] = []
    try:
        with budget.interruptible():
            if misere == has_misere_rule(ruleset):
                return solving.PartSolver(ruleset, budget).values(stop)
            solver = search.WholeSolver([ruleset], misere=True, budget=budget)  # misère values do not add
            for heap in range(stop + 1):
                values.append(solver.solve([(0, heap)]).value)  # noqa: PERF401  # the limit reports its progress
    except LimitReached as error:
        error.partial = values or error.partial
        raise
    return values


def heap_series(
    ruleset: Ruleset[Any], stop: int, *, misere: bool = False, limits: Limits | None = None
) -> Series | list[int]:
    """Compute the Grundy values of heaps as an array with few bytes per value.

    Args:
        ruleset: A ruleset on single heaps.
        stop: The last heap.
        misere: Whether the player who makes the last move loses.
        limits: Limits on the work.

    Returns:
        The values of heaps 0 to `stop`.

    Example:
        >>> from grundy.notation import read_ruleset
        >>> heap_series(read_ruleset("take {1, 3, 4}"), 8).tolist()
        [0, 1, 0, 1, 2, 3, 2, 0, 1]
    """
    budget = Budget(limits)
    require_heaps(ruleset)
    further = further_values(ruleset, stop, budget, misere=misere) if LONG < stop <= room(budget) else None
    if further is None:
        values = heap_values(ruleset, stop, misere=misere, budget=budget)
        size = max(values, default=0).bit_length()
        kinds = ((8, "B"), (16, "H"), (32, "I"))
        kind = next((kind for most, kind in kinds if size <= most), None)
        return values if kind is None else array(kind, values)  # without numpy, which takes long to load
    from ...sequences import arrays

    known = [arrays.narrow([])]
    pieces = further(known[0])
    try:
        with budget.interruptible():
            known.extend(map(arrays.narrow, pieces))
    except LimitReached as error:
        error.partial = arrays.joined(known)
        raise
    return arrays.joined(known)


def further_values(
    ruleset: Ruleset[Any], stop: int, budget: Budget, *, misere: bool = False
) -> Callable[[Series], Iterator[Series | list[int]]] | None:
    """Return a function that continues a sequence of Grundy values of heaps, in blocks.

    Args:
        ruleset: A ruleset on single heaps.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        misere: Whether the player who makes the last move loses.

    Returns:
        A function that receives the first values, and yields the later ones up to `stop` in blocks. The result is None
        if all values must be computed at once: in misère play, and for a ruleset that is neither a code nor a
        subtraction set and has no theorem that states a period.
    """
    if misere != has_misere_rule(ruleset):
        return None
    from ...sequences import set_pieces, value_pieces

    stated, structure = facet(ruleset, Knowledge), facet(ruleset, Structure)
    rule, course = structure.sequence(), stated.value_course
    if stated.known_value(stop) is None:
        takes = structure.takes_to(stop) if rule is None else None
        if takes is not None:
            return lambda known: set_pieces(takes, stop, budget, known)
    elif course is not None and course.window <= FIRST:
        head = [value for heap in range(course.window) if (value := stated.known_value(heap)) is not None]
        if len(head) == course.window:
            return partial(_repeated, head, course, stop)
    return None if rule is None else lambda known: value_pieces(rule, known, stop, budget)


def _repeated(head: list[int], course: Course, stop: int, known: Series) -> Iterator[Series | list[int]]:
    """Yield the values of heaps len(known) to `stop` in blocks.

    `head` has the values of the preperiod and of one period (`course`), which is repeated.
    """
    from ...sequences import arrays

    n0 = course.preperiod
    yield head[len(known) : min(n0, stop + 1)]
    for start in range(max(len(known), n0), stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        check_cancelled()
        yield arrays.repeated(head[n0:], course.saltus, start - n0, end - n0)


def room(budget: Budget) -> int:
    """Return the largest heap N such that the values of heaps 0 to N fit into the memory limit."""
    return min(MOST_HEAPS, (budget.limits.memory or BYTES_PER_HEAP * MOST_HEAPS) // BYTES_PER_HEAP)


def require_writable(value: int) -> int:
    """Return a value unchanged if it is short enough to be printed; raise `LimitReached` above 4096 bits.

    >>> require_writable(2**100).bit_length()
    101
    """
    if value.bit_length() > MOST_BITS:
        raise LimitReached(f"expected values of at most {MOST_BITS} bits", kind="size")
    return value


def too_many(most: int, partial: Sequence[int] = ()) -> LimitReached:
    """Build the error for more values than the memory limit allows.

    Args:
        most: The number of values that fit into memory.
        partial: The values that were computed.

    Returns:
        The error, to be raised by the caller.
    """
    error = LimitReached(f"values of more than {most} heaps exceed the memory limit", kind="size")
    error.partial = list(partial)
    return error


def is_heap_ruleset(ruleset: Ruleset[Any]) -> bool:
    """Return whether positions of a ruleset can be single heaps, given as numbers."""
    if isinstance(ruleset, HeapRuleset):
        return True
    from ...core import FunctionRuleset

    return isinstance(ruleset, FunctionRuleset)


def require_heaps(ruleset: Ruleset[Any], hint: str | None = None) -> None:
    """Raise an error if the positions of a ruleset are not single heaps.

    Args:
        ruleset: The ruleset to check.
        hint: The advice in the error, or None to suggest a command that solves one position.

    Raises:
        PositionError: If positions are not single heaps.
    """
    if not is_heap_ruleset(ruleset):
        hint = hint or f'grundy solve "{ruleset.name}: POSITION"'
        raise PositionError(f"{ruleset.name} positions are not heaps", hint=hint)
