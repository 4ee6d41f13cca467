"""The figures of a game as plain data: pieces, what pressing each of them does, and the list of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import Board, Game, Heaps, Sum
from ...workflows.playing.figures import MOST_FIGURES, MOST_TOKENS, Figure, figures
from ...workflows.playing.legal import PartMove, Turn
from ...workflows.playing.lineage import GRAPHS, Lineage
from ...workflows.playing.prospects import Prospect
from ...workflows.playing.replay import write_numbers
from ...workflows.playing.telling import phrase
from ...workflows.playing.touches import Keys, TouchChoice, touches
from ...workflows.playing.traces import Trace
from .piece_table import PieceTable
from .standing import board_data, graph_data, ring_data, row_data

if TYPE_CHECKING:
    from ...workflows.playing.hints import HintPlace
    from ...workflows.playing.sketches import SketchLine

MOST_MOVES = 2000
"""Moves that are looked through for a page."""
MOST_LISTED = 200
"""Moves that are listed as links."""
MOST_LEFT = 24
"""Characters of what a move leaves, where that is told."""
COLUMN = 20
"""Tokens of a larger heap stand in two columns."""


class Past(NamedTuple):
    """What a table keeps of its match: the game at the start, the traces of the last moves, rows and boards.

    `hint` is where a hint points.
    """

    start: Game | None = None
    last: tuple[Trace, ...] = ()
    lines: tuple[Lineage, ...] = ()
    turns: int = 0
    sketches: tuple[SketchLine, ...] = ()
    hint: HintPlace | None = None


NO_PAST = Past()


def sketches_of(history: Sequence[Turn], game: Game, ways: Sequence[int] = ()) -> tuple[SketchLine, ...]:
    """Return the parts of the start of a match that are drawn as sketches; `ways` are those of `sketch_lines`."""
    if all(figure.kind != "faces" for figure in figures(history[0].game if history else game)):
        return ()
    from ...workflows.playing.sketches import sketch_lines

    return tuple(sketch_lines(history, game, ways))


def figure_data(
    game: Game,
    moves: Sequence[PartMove],
    found: Sequence[Prospect] | None = None,
    selected: Sequence[str] = (),
    past: Past = NO_PAST,
) -> dict[str, Any]:
    """Return the figures in groups, the moves as links, and those meant by the selected pieces.

    Boards and heaps stay as large as they were at the start; the pieces of the last moves say whose these were.
    """
    told = [_move(game, number, move, found[number] if found else None) for number, move in enumerate(moves)]
    if past.start is None and not past.sketches:
        past = past._replace(sketches=sketches_of((), game))
    few = moves if len(moves) <= MOST_MOVES else ()
    entries, alternatives = _entries(game, few, told, past.sketches)
    choice = TouchChoice(alternatives)
    pressed = frozenset(selected) & choice.touched
    meant = choice.meant(pressed) if pressed else []
    table = PieceTable(choice, entries, pressed if meant else frozenset(), past.last, several=game.size > 1)
    if past.hint is not None:
        table.point(past.hint)
        table.hinted_spots = _hinted_spots(game, past)
    start = past.start
    boards = figures(start) if start is not None and start.size == game.size else ()
    first = {one.part: one.scene for one in boards if isinstance(one.scene, Board) and any(one.scene.rows)}
    groups: list[dict[str, Any]] = []
    standing = figures(game)
    table.names = {figure.part: figure.name for figure in standing}
    lines: dict[int, Lineage | SketchLine] = {part: line for line in past.lines for part in line.parts}
    lines |= {part: line for line in past.sketches for part in line.parts}
    for shown in _shown(standing, lines, past, table, first):  # heaps that follow each other are one group
        if groups and groups[-1]["kind"] == shown["kind"] == "heaps":
            groups[-1]["figures"].append(shown)
        else:
            groups.append({"kind": shown["kind"], "figures": [shown]})
    towers = [figure for group in groups if group["kind"] == "heaps" for figure in group["figures"]]
    return {
        "groups": groups,
        "more": max(0, game.size - MOST_FIGURES),
        "tallest": max(3, _tallest(start), *(_height(heap) for figure in towers for heap in figure["heaps"])),
        "moves": told[:MOST_LISTED],
        "sel": sorted(table.pressed),
        "choices": [table.chosen(number) for number in meant[:MOST_LISTED]],
        "exact": [table.chosen(number) for number in choice.exact(table.pressed)] if table.pressed else [],
    }


def _entries(
    game: Game, moves: Sequence[PartMove], told: list[dict[str, Any]], sketches: Sequence[SketchLine]
) -> tuple[list[dict[str, Any]], list[list[Keys]]]:
    """Return what pressing pieces may mean, and by which pieces: moves, and on sketches each way to draw one."""
    alternatives: list[list[Keys]] = touches(game, moves)
    if not sketches:
        return told, alternatives
    from .sketch_data import drawn_ways, pressed_by

    ways = drawn_ways(game, moves, sketches)
    entries = [each for number, each in enumerate(told) if number not in ways]
    kept = [each for number, each in enumerate(alternatives) if number not in ways]
    for line in sketches:
        here = [(i, way) for i in sorted(ways) if moves[i].part in line.parts for way in ways[i]]
        entries += [told[i] | {"words": way.words, "label": way.words, "way": way.way} for i, way in here]
        kept += [[keys] for keys in pressed_by(line, [way for _, way in here])]
    for number, found in ways.items():
        if found:
            told[number] |= {"words": found[0].words, "label": found[0].words}
    return entries, kept


def _hinted_spots(game: Game, past: Past) -> frozenset[tuple[int, int]]:
    """Return the spots that the move of a hint joins, behind the part of the start whose sketch they are on."""
    move = past.hint.move if past.hint is not None else None
    if move is None or not past.sketches:
        return frozenset()
    from .sketch_data import drawn_ways

    found = drawn_ways(game, [move], past.sketches)[0]
    line = next(line for line in past.sketches if move.part in line.parts)
    return frozenset((line.figure.part, spot) for way in found[:1] for spot in way.spots)


def _shown(
    standing: list[Figure],
    lines: dict[int, Lineage | SketchLine],
    past: Past,
    table: PieceTable,
    first: dict[int, Board],
) -> Iterator[dict[str, Any]]:
    """Yield the figures; what a row or a board fell into is drawn where its first part stands, or at the end."""
    scenes = {figure.part: figure for figure in standing}
    every: list[Lineage | SketchLine] = [*past.lines, *past.sketches]
    gone = [line for line in every if not line.parts]
    for figure in standing:
        line = lines.get(figure.part)
        if line is None:
            fresh = {"figure": figure.part} if past.start is None else {}  # its number stays through the match
            yield table.figure(_as_large(figure, first.get(figure.part))) | fresh
        elif figure.part == line.parts[0]:
            yield _whole(line, scenes, past, table)
    for each in gone:
        yield _whole(each, scenes, past, table)


def _whole(line: Lineage | SketchLine, scenes: dict[int, Figure], past: Past, table: PieceTable) -> dict[str, Any]:
    if not isinstance(line, Lineage):
        from .sketch_data import sketch_data

        return sketch_data(line, table, past.turns)
    if line.figure.kind == "pins":
        return row_data(line, table, past.turns)
    if line.figure.kind == "ring":
        return ring_data(line, table, past.turns)
    if line.figure.kind in GRAPHS:
        return graph_data(line, scenes, table, past.turns)
    return board_data(line, scenes, table, past.turns)


def _height(heap: dict[str, Any]) -> int:
    return min(COLUMN, len(heap["pieces"]) + len(heap["gone"]))


def _tallest(start: Game | None) -> int:
    """Return the tokens above each other in the highest heap of the start."""
    scenes = [figure.scene for figure in figures(start) if figure.kind == "heaps"] if start is not None else []
    sizes = [size for scene in scenes if isinstance(scene, Heaps) for size in scene.sizes]
    return max((min(COLUMN, size) for size in sizes if size <= MOST_TOKENS), default=0)


def _move(game: Game, number: int, move: PartMove, found: Prospect | None) -> dict[str, Any]:
    ruleset, _ = game.part(move.part)
    left = ruleset.show(Sum(*move.move.leaves)) if move.move.leaves else ""
    return {
        "number": write_numbers([number]),
        "part": move.part,
        "words": phrase(game, move),
        "label": move.move.label,
        "sizes": [left for left in move.move.leaves if left] if ruleset.heaps else [],
        "left": left if len(left) <= MOST_LEFT else "",
        "verdict": found.verdict if found else "",
        "remoteness": found.remoteness if found else None,
    }


def _as_large(figure: Figure, first: Board | None) -> Figure:
    """Return a board as large as it was at first: coins may come back to places beyond it, squares that went do not."""
    scene = figure.scene
    if first is None or not isinstance(scene, Board):
        return figure
    coins = not set("".join(scene.rows)) - set(".O")
    if not coins and (figure.kind != "cells" or [*map(len, scene.rows)] == [*map(len, first.rows)]):
        return figure
    rows, columns = max(len(first.rows), len(scene.rows)), max(map(len, (*first.rows, *scene.rows)))
    padded = [row.ljust(columns, "." if coins else " ") for row in (*scene.rows, *[""] * rows)][:rows]
    return figure._replace(scene=Board(tuple(padded)), kind="cells")
