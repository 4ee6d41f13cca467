"""The plain twins of tables from the bottom up: the definition, position by position, in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from grundy.core import BitRule, mex
from grundy.search.coins import LOONY_BYTE
from grundy.search.diagrams import diagram_number


def takes(stop: int) -> BitRule[int]:
    """Return heaps below `stop`, from which 1, 3 or 4 may be taken: every position needs those just before it."""

    def options(state: int, out: Any) -> int:
        count = 0
        for i in range(3):
            take = 1 + i + (i > 0)
            if take <= state:
                out[count] = state - take
                count += 1
        return count

    return BitRule(1, 3, options, lambda heap: [heap], lambda words: words[0], states=stop)


def plain_coin_values(coins: Sequence[int], strings: int) -> list[int]:
    """Return the value of every set of strings, set by set from the definition of the rests beside which a move wins.

    >>> plain_coin_values([0b1111], strings=4)[-1], plain_coin_values([0b111, 0b111], strings=3)[-1]
    (1, 0)
    """
    values: list[int] = []
    for state in range(1 << strings):
        plain: set[int] = set()
        again: set[int] = set()
        for string in range(strings):
            if state >> string & 1:
                left = state ^ 1 << string
                freed = any(coin >> string & 1 and not coin & left for coin in coins)
                (again if freed else plain).add(values[left])
        if LOONY_BYTE in again or len(again) > 1 or again & plain:
            values.append(LOONY_BYTE)
        else:
            values.append(min(again) if again else mex(plain))
    return values


def diagram_at(number: int, rows: int) -> list[int]:
    """Return the diagram of so many rows at a place.

    >>> diagram_at(4, 2), diagram_number(diagram_at(123456, 7))
    ([2, 1], 123456)
    """
    found = []
    for below in range(rows, 0, -1):
        length = 0
        while comb(length + below, below) <= number:
            length += 1
        number -= comb(length + below - 1, below)
        found.append(length)
    return found


def plain_diagram_values(rows: int, columns: int) -> list[int]:
    """Return the Grundy value of every diagram in a rectangle by its number, from the moves alone.

    >>> plain_diagram_values(2, 2)
    [0, 0, 1, 1, 0, 2]
    """
    values: list[int] = []
    for number in range(comb(rows + columns, columns)):
        lengths = diagram_at(number, rows)
        options = (
            lengths[:row] + [min(column, length) for length in lengths[row:]]
            for row in range(rows)
            for column in range(0 if row else 1, lengths[row])
        )
        values.append(mex(values[diagram_number(option)] for option in options))
    return values


def plain_outcomes(packed: BitRule[Any], stop: int) -> list[bool]:
    """Return whether each position 0..stop-1 is P, interpreted.

    >>> def take(state, out):
    ...     out[0], out[1] = state - 1, state - 2
    ...     return min(state, 2)
    >>> game = BitRule(1, 2, take, pack=lambda heap: [heap], unpack=lambda words: words[0], states=9)
    >>> [heap for heap, lost in enumerate(plain_outcomes(game, 9)) if lost]
    [0, 3, 6]
    """
    lost: list[bool] = []
    for state in range(stop):
        lost.append(not any(lost[option] for (option,) in packed.options_of((state,))))
    return lost


def plain_values(packed: BitRule[Any], stop: int) -> list[int]:
    """Return the Grundy value of each position 0..stop-1, interpreted; as `plain_outcomes`."""
    values: list[int] = []
    for state in range(stop):
        values.append(mex(values[option] for (option,) in packed.options_of((state,))))
    return values
