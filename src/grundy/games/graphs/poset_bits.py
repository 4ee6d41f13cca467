"""The rules of poset games on one machine word, for compiled search; the reference implementation is `poset`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core import BitRule
from ..bits.masks import Word, met_by, pieces_of
from .orders import Order


def poset_bits(order: Order, left: int) -> BitRule[int]:
    """Return the rules of a poset game for compiled search.

    Bits are assigned in descending order of the number of elements above an element.

    Args:
        order: The order.
        left: The bit mask of its remaining elements, at most 63.

    Returns:
        The rules.
    """
    numbers = [element for element in reversed(order.downwards) if left >> element & 1]
    place = {element: i for i, element in enumerate(numbers)}

    def pack(position: int) -> list[int]:
        return [sum(1 << i for element, i in place.items() if position >> element & 1)]

    def unpack(words: Any) -> int:  # noqa: ANN401  # any sequence of words
        return sum(1 << element for element, i in place.items() if words[0] >> i & 1)

    above = tuple(pack(order.above[element])[0] for element in numbers) or (0,)
    beside = tuple(pack(order.beside[element])[0] for element in numbers) or (0,)
    return BitRule(
        words=1,
        most=max(1, len(numbers)),
        options=_options(above),
        pack=pack,
        unpack=unpack,
        split=pieces_of(met_by(beside)),
        known=_known(beside),
        parts=max(1, len(numbers)),
    )


def _options(above: tuple[int, ...]) -> Callable[..., int]:
    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        count = 0
        rest = state
        while rest:
            element = rest & -rest
            rest ^= element
            out[count] = state & ~above[element.bit_length() - 1]
            count += 1
        return count

    return options


def _known(beside: tuple[int, ...]) -> Word:
    """Return a function that computes the value of a set of elements if all are comparable (its size), else -1.

    `beside` lists for each element the bit mask of the elements comparable to it, including itself.
    """

    def known(state: int) -> int:
        rest, length = state, 0
        while rest:
            element = rest & -rest
            if state & ~beside[element.bit_length() - 1]:
                return -1
            rest ^= element
            length += 1
        return length

    return known
