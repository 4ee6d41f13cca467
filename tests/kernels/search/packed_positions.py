"""Packed positions and a store of values, for tests of searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grundy.core import BitRule, Bits, Ruleset, facet
from grundy.notation import read_game


def packed_game(text: str) -> tuple[Ruleset[Any], Any, BitRule[Any]]:
    """Return the ruleset and the only position of a game, and its rules over words."""
    ((ruleset, position),) = read_game(text).parts
    packed = facet(ruleset, Bits).packed(position)
    assert packed is not None
    return ruleset, position, packed


class MemoryStore:
    """A store of values in memory, to which each key is added once."""

    def __init__(self) -> None:
        self.rows: dict[bytes, int] = {}

    def load(self) -> Iterator[tuple[bytes, int]]:
        yield from self.rows.items()

    def add(self, keys: Sequence[bytes], values: Sequence[int], /) -> None:
        assert not self.rows.keys() & set(keys)
        self.rows.update(zip(keys, values, strict=True))
