"""Judges a packed rule by the ruleset's own options, interpreted and compiled."""

from __future__ import annotations

from typing import Any

from grundy.core import Packed, Ruleset, mex
from grundy.search import grundy_values

Words = tuple[int, ...]


def packed_values(packed: Packed[Any], start: Any) -> tuple[int, dict[Words, int]]:
    """The value of a start by the packed rule alone, and of every component below; promises are checked on the way."""
    values: dict[Words, int] = {(0,) * packed.words: 0}

    def known(pieces: list[Words]) -> int:
        total = 0
        for piece in pieces:
            total ^= values[piece]
        return total

    first = packed.split_of(tuple(packed.pack(start)))
    stack = list(first)
    while stack:
        words = stack[-1]
        if words in values:
            stack.pop()
            continue
        assert packed.canon_of(words) == words
        after = [packed.split_of(option) for option in packed.options_of(words)]
        below = [piece for pieces in after for piece in pieces]
        assert all(packed.weight_of(piece) < packed.weight_of(words) for piece in below)
        waiting = [piece for piece in below if piece not in values]
        stack += waiting
        if not waiting:
            values[words] = mex(map(known, after))
            assert packed.known_of(words) in {None, values[words]}
    return known(first), values


def check_packed(rule: Ruleset[Any], start: Any, packed: Packed[Any] | None) -> None:
    """Compare a packed rule with the definition, at the start and at every position that both reach."""
    assert packed is not None
    right = grundy_values(rule, [start])
    value, values = packed_values(packed, start)
    assert value == right[rule.canonical(start)], (rule, start)
    for words, found in values.items():
        position = rule.canonical(packed.unpack(words)) if any(words) else None
        assert right.get(position, found) == found, (rule, words)


def check_compiled(packed: Packed[Any], start: Any, most: int = 300) -> None:
    """Compare the compiled functions with the interpreted ones on the first states that are reached."""
    import numpy as np

    options, split, canon, weight, known = called(packed)
    out = np.zeros(packed.words * max(packed.most, packed.parts), np.int64)
    piece = np.zeros(packed.words, np.int64)

    def written(writes: Any, state: Words) -> list[Words]:
        count = writes(np.array(state, np.int64), out)
        return [tuple(out[packed.words * i : packed.words * (i + 1)].tolist()) for i in range(count)]

    queue = list(packed.split_of(tuple(packed.pack(start))))
    seen = set(queue)
    for state in queue:  # grows while it is read
        assert weight(np.array(state, np.int64)) == packed.weight_of(state)
        assert written(options, state) == packed.options_of(state)
        found = known(np.array(state, np.int64))
        assert (None if found < 0 else found) == packed.known_of(state)
        for option in packed.options_of(state):
            pieces = []
            for each in filter(any, written(split, option)):
                canon(np.array(each, np.int64), piece)
                pieces.append(tuple(piece.tolist()))
            assert pieces == packed.split_of(option)
            new = [each for each in pieces if each not in seen and len(seen) < most]
            seen.update(new)
            queue += new


def called(packed: Packed[Any]) -> list[Any]:
    """The compiled functions of a rule, with a door for Python."""
    from numba import njit

    from grundy.kernels.packed_code import RATES, WRITES, compiled

    code = compiled(packed.words, packed.options, packed.split, packed.canon, packed.weight, packed.known)

    def rates(function: Any) -> Any:
        def rate(state: Any) -> Any:
            return function(state)

        return njit(RATES)(rate)

    def writes(function: Any) -> Any:
        def write(state: Any, out: Any) -> Any:
            return function(state, out)

        return njit(WRITES)(write)

    return [*map(writes, code[:3]), *map(rates, code[3:])]
