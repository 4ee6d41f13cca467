"""Rules on boards and graphs of one to four words have the values of the definition, interpreted and compiled."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grundy.core import BitRule
from grundy.games import make
from grundy.games.bits.graph_bits import Packing, domino_bits, edge_bits, piece_bits, vertex_bits
from grundy.games.bits.neighbours import places
from grundy.games.boards.cram import Cram
from grundy.games.boards.fields import Field, FieldRuleset, upright
from grundy.games.boards.placement import Placement, attacks
from grundy.games.graphs.kayles import ArcKayles, NodeKayles
from grundy.search import DeepSearch
from grundy.testing import check_packed

QUEENS = {8: 3, 9: 1, 10: 0, 11: 1, 12: 0}
"""Values of square boards of more than one word: OEIS A344227."""


def check_words(ruleset: Any, packed: BitRule[Any] | None, position: Any, words: int) -> None:
    assert packed is not None
    assert packed.words == words
    check_packed(ruleset, [position], packed=packed)


@pytest.mark.parametrize("name", ["cram", "queens", "kings", "knights", "bishops"])
@pytest.mark.parametrize(("rows", "columns", "words"), [(9, 6, 1), (22, 3, 2), (8, 9, 2), (12, 12, 3)])
def test_boards_with_few_free_cells(name: str, rows: int, columns: int, words: int) -> None:
    rng, ruleset = Random(f"{name} {rows}"), make(name)
    assert isinstance(ruleset, FieldRuleset)
    blocks = [(rng.randrange(rows - 1), rng.randrange(columns - 1)) for _ in range(4)]
    cells = {(r + i, c + j) for r, c in blocks for i in (0, 1) for j in (0, 1)} | {(0, 0), (rows - 1, columns - 1)}
    field = Field(rows, columns, sum(1 << r * columns + c for r, c in cells))
    check_words(ruleset, ruleset.packed(field), field, words)


@pytest.mark.parametrize("name", ["grid(5x6)", "grid(8x9)", "cycle(63)", "torus(8x8)", "path(130)"])
def test_graphs_with_few_vertices_left(name: str) -> None:
    for game, bits in ((NodeKayles(), vertex_bits), (ArcKayles(), edge_bits)):
        rule, (whole,) = game.bind(name)
        assert isinstance(rule, NodeKayles | ArcKayles)
        graph, size = rule.graph, whole.bit_count()
        rng = Random(name)
        starts = {rng.randrange(size) for _ in range(3)} | {0, size - 1}
        left = sum(1 << v for v in {w for v in starts for w in (v, *_next(graph.near[v]))})
        found = places(graph.near, whole, graph.grid)
        packed = bits(found, Packing(found.pack, found.unpack))
        check_words(rule, packed, left, -(-size // 63))


def _next(near: int) -> list[int]:
    return [near.bit_length() - 1] if near else []


@pytest.mark.parametrize("words", [2, 3, 4])
def test_more_words_than_a_board_needs_change_nothing(words: int) -> None:
    size, field = (4, 3), Field(4, 3, (1 << 12) - 1)
    packing = Packing(lambda board: upright(board, 3), lambda free: Field(*size, free), words)
    check_words(Cram(), domino_bits(*size, packing), field, words)
    for piece in ("queens", "knights"):
        check_words(Placement(piece), piece_bits(attacks(piece, *size), *size, packing), field, words)


@pytest.mark.parametrize("size", [8, 9, 10, *(pytest.param(size, marks=pytest.mark.nightly) for size in (11, 12))])
def test_queens_on_boards_of_several_words_have_the_published_values(size: int) -> None:
    board = Field(size, size, (1 << size * size) - 1)
    packed = Placement("queens").packed(board)
    assert packed is not None
    assert DeepSearch("queens", packed).value([board]) == QUEENS[size]
