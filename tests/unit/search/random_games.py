"""Random games that fall apart: one rule for all of them, whose positions hold the table of the game they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from grundy.core import BitRule, Bits, Ruleset, Sum

VERTICES, CHOICES, PIECES = 12, 5, 3
Moves = tuple[tuple[int, ...], ...]
"""The moves of a vertex: the vertices that each of them leaves, all of them lower."""


class Vertex(NamedTuple):
    """A vertex of a game, with the moves of all vertices."""

    number: int
    table: tuple[Moves, ...]


class Tables(Ruleset[Vertex], Bits[Vertex]):
    """Move from a vertex to the lower ones of a choice; the same rule over words, with the table in every position."""

    name = "tables"

    def options(self, position: Vertex) -> Iterator[Sum[Vertex]]:
        for pieces in position.table[position.number]:
            yield Sum.of(Vertex(piece, position.table) for piece in pieces)

    def packed(self, position: Vertex) -> BitRule[Vertex]:
        """Return the rule over words: up to three vertices in the first, the moves of one vertex in each other."""
        return BitRule(
            1 + VERTICES,
            CHOICES,
            _options,
            _pack,
            _unpack,
            split=_split,
            weight=_weight,
            parts=PIECES,
            encoding="tables",
        )


def _pack(vertex: Vertex) -> tuple[int, ...]:
    table = (*vertex.table, *((),) * (VERTICES - len(vertex.table)))
    alive = vertex.number + 1 if table[vertex.number] else 0
    return (alive, *map(_written, table)) if alive else (0,) * (VERTICES + 1)


def _written(moves: Moves) -> int:
    word = len(moves)
    for i, pieces in enumerate(moves):
        for j, piece in enumerate(pieces):
            word |= piece + 1 << 3 + 12 * i + 4 * j
    return word


def _unpack(words: Sequence[int]) -> Vertex:
    return Vertex(max(int(words[0]) - 1, 0), tuple(map(_read, map(int, words[1:]))))


def _read(word: int) -> Moves:
    fields = [[word >> 3 + 12 * i + 4 * j & 15 for j in range(PIECES)] for i in range(word & 7)]
    return tuple(tuple(field - 1 for field in row if field) for row in fields)


def _options(state: Any, out: Any) -> int:
    moves = state[state[0]]
    size = 13
    for i in range(moves & 7):
        out[size * i] = moves >> 3 + 12 * i & 4095
        for j in range(1, size):
            out[size * i + j] = state[j] if out[size * i] else 0
    return moves & 7  # type: ignore[no-any-return]


def _split(state: Any, out: Any) -> int:
    size = 13
    count = 0
    for i in range(3):
        vertex = state[0] >> 4 * i & 15
        if vertex and state[vertex] & 7:
            out[size * count] = vertex
            for j in range(1, size):
                out[size * count + j] = state[j]
            count += 1
    return count


def _weight(state: Any) -> int:
    return state[0]  # type: ignore[no-any-return]


def random_game(random: Random, vertices: int = VERTICES) -> tuple[Moves, ...]:
    table: list[Moves] = [()]
    for v in range(1, vertices):
        count = random.randrange(CHOICES + 1)
        table.append(tuple(tuple(random.choices(range(v), k=random.randrange(PIECES + 1))) for _ in range(count)))
    return tuple(table)
