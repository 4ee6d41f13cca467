"""Values of heap games with conditions, such as "take k where n % k == 0".

A condition is compiled to machine code that computes, for one heap, which k or which splits are allowed. If an
intermediate number is out of bounds, the value of the heap is computed by the ruleset itself. So values and errors are
always those of the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..core import Budget
from ..core.expressions import Node
from ..kernels import can_run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..kernels.machine import Machine

    Values = NDArray[np.uint32]

NAMES = {"take": ("n", "k"), "split": ("n", "a", "b")}
"""The variables of a condition for each kind of clause."""
WORK = 1 << 20
"""The number of options between two readings of the clock."""
ALWAYS: tuple[Any, ...] = ("compare", ("==",), ("number", 0), ("number", 0))
"""The condition that is always true."""


class Alternative(NamedTuple):
    """One kind of move of a heap game: take a number from a fixed set, take under a condition, or split the heap.

    Attributes:
        kind: "set" if a move may take any number in `takes`; "take" if it may take k tokens from a heap of n under a
            condition; "split" if it may split a heap of n into heaps of a and b.
        condition: The condition, on n and k if the kind is "take", or on n, a and b if it is "split". A split needs no
            condition.
        takes: The numbers of tokens that a move may take if the kind is "set".
    """

    kind: Literal["set", "take", "split"]
    condition: Node | None = None
    takes: Iterable[int] = ()

    def tree(self) -> tuple[Any, ...]:
        """Return the condition as nested tuples; if there is none, a comparison that is always true.

        A tuple has an operation and its arguments. ("number", 5) is a number, ("name", i) is variable number i, and a
        comparison has a tuple of its signs after the word "compare".
        """
        return ALWAYS if self.condition is None else _neutral(self.condition, NAMES[self.kind])


def _neutral(node: Node, names: Sequence[str]) -> tuple[Any, ...]:
    """Convert a condition to nested tuples, in which a name is its index in `names`.

    For example, "n % k == 0" becomes ('compare', ('==',), ('%', ('name', 0), ('name', 1)), ('number', 0)).
    """
    if node.op == "number":
        return "number", node.value
    if node.op == "name":
        return "name", names.index(str(node.value))
    args = tuple(_neutral(arg, names) for arg in node.args)
    return (node.op, node.signs, *args) if node.op == "compare" else (node.op, *args)


def conditional_values(
    alternatives: Sequence[Alternative],
    stop: int,
    budget: Budget,
    by_hand: Callable[[int, Any], int],
    known: Sequence[int] = (),
) -> list[int]:
    """Compute the Grundy values of a heap game with several kinds of moves.

    Args:
        alternatives: The kinds of moves.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        by_hand: A function that returns the value of a heap, given the heap and the values of smaller heaps. It is
            called when compiled code is not available or reports an error, and raises the exact error of the ruleset.
        known: The values of the first heaps.

    Returns:
        The values of heaps 0 to `stop`.

    Raises:
        LimitReached: If a limit is exceeded.
    """
    known = known[: stop + 1]
    if not can_run():
        begun = list(known)
        for heap in range(len(known), stop + 1):
            budget.charge(1, begun)
            begun.append(by_hand(heap, begun))
        return begun
    import numpy as np

    from ..kernels.heaps.calls import stamp_heaps
    from ..kernels.heaps.conditions import prime_table

    values = np.zeros(stop + 1, np.uint32)
    values[: len(known)] = known
    stamps = np.zeros((2 << len(values).bit_length()) + 1, np.uint32)
    masks = np.zeros((len(alternatives), stop + 1), np.uint8)
    fillers = [
        _filler(*pair) for pair in zip(alternatives, masks, strict=True)
    ]  # the references keep the machine code in memory
    rows = [
        (one.kind == "split", filler.address("fill") if filler else 0)
        for one, filler in zip(alternatives, fillers, strict=True)
    ]
    parts, primes, heap = np.array(rows, np.int64).reshape(-1, 2), prime_table().ctypes.data, len(known)
    while heap <= stop:
        end = min(stop + 1, heap + budget.fits(max(1, isqrt(heap * heap + 2 * WORK) - heap)))
        done = stamp_heaps(parts, masks.ravel(), values, stamps, primes, heap, end)
        if done < end:
            values[done] = by_hand(done, values)
            done += 1
        budget.charge(done - heap, values[:done])
        heap = done
    found: list[int] = values.tolist()
    return found


def _filler(alternative: Alternative, mask: NDArray[np.uint8]) -> Machine | None:
    from ..kernels.heaps.conditions import filler

    if alternative.kind == "set":
        mask[[k - 1 for k in alternative.takes if k < len(mask)]] = 1
        return None
    return filler(alternative.tree(), split=alternative.kind == "split")
