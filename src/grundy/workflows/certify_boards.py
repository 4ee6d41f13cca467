"""Boards as certificates know them: Cram, Chomp and Node Kayles by their rules, not by a list of their positions.

A part of a position in a certificate is a position of the ruleset, so its value is what the ruleset says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..certificates import Moves
from ..core import Game, Ruleset

if TYPE_CHECKING:
    from ..games.fields import Field
    from ..games.node_kayles import NodeKayles

MOST_LINES = 64
"""Rows and columns of a board in a certificate."""
MOST_TEXT = 4000
"""Characters of a position in a certificate."""


class Boards(NamedTuple):
    """A game by its rule: the rule as data, its moves, and where it stands."""

    game: dict[str, Any]
    moves: Moves[Any]
    start: Any


def boards_of(game: Game) -> Boards | None:
    """Return a game of one ruleset on boards by its rule, or None where certificates do not know it.

    Boards of Cram side by side are one board, with a used column between each two.

    >>> from grundy import read_game
    >>> boards_of(read_game("cram: 2x3; 2x1")).game
    {'family': 'cram', 'rows': 2, 'cols': 5}
    """
    from ..games import make

    if len(game.summands) != 1:
        return None
    ruleset, parts = game.summands[0]
    for name, make_boards in _FAMILIES.items():
        if isinstance(ruleset, type(make(name))):
            found = make_boards(ruleset, list(parts))
            return found if found is not None and len(found.moves.show(found.start)) <= MOST_TEXT else None
    return None


def _cram(_: Ruleset[Any], parts: list[Any]) -> Boards | None:
    """Return Cram on one board."""
    from ..games.fields import cells_of, field_of, first_column, lines_of, regions

    if not parts:
        return None
    height = max(part.rows for part in parts)
    drawn = [(*lines_of(part), *["#" * part.columns] * (height - part.rows)) for part in parts]
    start = field_of(tuple(map("#".join, zip(*drawn, strict=True))))
    if max(start.rows, start.columns) > MOST_LINES:
        return None

    def options(board: Field) -> Iterator[Field]:
        free, columns, edge = board.free, board.columns, first_column(board.rows, board.columns)
        for starts, domino in ((free & (free & ~edge) >> 1, 3), (free & free >> columns, 1 | 1 << columns)):
            for cell in cells_of(starts):
                yield board._replace(free=free ^ domino << cell)

    def split(board: Field) -> list[Field]:
        return [_least(board._replace(free=region)) for region in regions(board)]

    game = {"family": "cram", "rows": start.rows, "cols": start.columns}
    moves = Moves(options, lambda board: "/".join(lines_of(board)), split, lambda board: board.free.bit_count())
    return Boards(game, moves, start)


@lru_cache(maxsize=1 << 18)
def _least(board: Field) -> Field:
    """Return a region in a board of its own, turned and reflected to the least text."""
    from ..games.fields import field_of, lines_of, trimmed

    lines = lines_of(trimmed(board))
    turned = tuple(map("".join, zip(*lines, strict=True)))
    flipped = [tuple(line[::-1] for line in image) for image in (lines, turned)]
    return field_of(min((image[::step] for image in (lines, turned, *flipped) for step in (1, -1)), key="/".join))


def _chomp(ruleset: Ruleset[Any], parts: list[Any]) -> Boards | None:
    """Return Chomp with a single bar."""
    if len(parts) != 1 or max(len(parts[0]), parts[0][0]) > MOST_LINES:
        return None
    moves = Moves[Any](ruleset.options, lambda bar: ",".join(map(str, bar)), lambda bar: [bar], sum)
    return Boards({"family": "chomp", "rows": len(parts[0]), "cols": parts[0][0]}, moves, parts[0])


def _node_kayles(ruleset: NodeKayles, parts: list[int]) -> Boards | None:
    """Return Node Kayles on a graph whose vertices are numbered; parts share no vertex."""
    from ..games.undirected import numbers

    graph, whole = ruleset.graph, sum(parts)

    def options(left: int) -> Iterator[int]:
        return (left & ~(graph.near[v] | 1 << v) for v in numbers(left))

    def show(left: int) -> str:
        return ",".join(map(str, numbers(left))) or "-"

    edges = [list(edge) for edge in graph.edges]
    game = {"family": "node-kayles", "n": len(graph.names), "edges": edges}
    return Boards(game, Moves(options, show, graph.components, int.bit_count), whole)


_FAMILIES: dict[str, Callable[[Any, list[Any]], Boards | None]] = {
    "cram": _cram,
    "chomp": _chomp,
    "node-kayles": _node_kayles,
}
