"""Rows, boards and graphs of the start of a match as they are now, drawn once with all components they have become."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core import Board, Multigraph, Network
from ...drawing import Tableau, tableau
from ...drawing.planted import falling
from ...workflows.playing.match_view import LAST, MatchView, PartView, piece_id
from ...workflows.playing.part_history import GRAPHS, LaidShape, PartHistory
from .piece_table import PieceTable, drawing_data, placed

INSET = 5.0
"""The space in px between pieces on squares and the borders of the squares."""


def start_board(line: PartHistory, view: MatchView, table: PieceTable) -> dict[str, Any]:
    """Return a row, ring, board or graph of the start as it is now.

    Args:
        line: The history of the component.
        view: The view of the match.
        table: The table of pieces.

    Returns:
        The data of the figure.
    """
    turns = len(view.history)
    if line.figure.kind == "pins":
        return _row_data(line, table, turns)
    if line.figure.kind == "ring":
        return _ring_data(line, table, turns)
    shown = {part.part: part for part in view.parts}
    return (_graph_data if line.figure.kind in GRAPHS else _board_data)(line, shown, table, turns)


def _row_data(line: PartHistory, table: PieceTable, turns: int) -> dict[str, Any]:
    """Return a row with the gaps of earlier moves; `turns` is the number of moves made."""
    pieces: list[dict[str, Any]] = []
    for length, part, turn in line.row:
        for i in range(length):
            if part is None:
                pieces.append(table.gap(_by(turn, turns)))
            else:
                name = table.names.get(part, "")
                pin = table.pin(part, i) | {"name": name, "n": i + 1}
                pieces.append(pin | {"hinted": pin["hinted"] or part in table.hinted_parts})
    return _told(line.figure, table) | {"pieces": pieces}


def _ring_data(line: PartHistory, table: PieceTable, turns: int) -> dict[str, Any]:
    """Return a ring with the gaps of earlier moves."""
    drawn = tableau(line.figure.scene)  # type: ignore[arg-type]  # a ring
    row = [(part, i, turn) for length, part, turn in line.row for i in range(length)]
    pieces = []
    for place, each in enumerate(drawn.pieces):
        part, i, turn = row[(place - line.turned) % len(row)]
        if part is None:
            piece = table.gap(_by(turn, turns))
        else:
            piece = table.piece(piece_id(part, 0, i), "I") | {
                "name": table.names.get(part, ""),
                "way": table.way(part, i),
            }
        pieces.append(piece | placed(each) | {"n": i + 1})
    return _told(line.figure, table) | drawing_data(drawn, pieces)


def _board_data(line: PartHistory, shown: dict[int, PartView], table: PieceTable, turns: int) -> dict[str, Any]:
    """Return one board with its pieces; each square is marked with the component that it belongs to."""
    start = line.figure.scene
    assert isinstance(start, Board)  # noqa: S101  # the figure of a board
    boards = {part: shown[part].scene for part in line.parts if part in shown}
    owners = {
        (y, x): part
        for part, board in boards.items()
        if isinstance(board, Board)
        for y, row in enumerate(board.rows)
        for x, square in enumerate(row)
        if square != "#"
    }
    drawn = tableau(start, line.figure.first or (1, 1), letters=line.figure.letters)
    regions = {part: i % 4 + 1 for i, part in enumerate(line.parts)} if len(line.parts) > 1 else {}
    pieces, rectangles = [], {}
    for each in drawn.pieces:
        part = owners.get((each.row, each.place), -1)
        piece = table.piece(piece_id(part, each.row, each.place), each.mark if part >= 0 else "#") | placed(each)
        piece |= {"region": regions.get(part, 0), "name": table.names.get(part, ""), "by": None, "token": False}
        pieces.append(piece | {"hinted": piece["hinted"] or part in table.hinted_parts})
        rectangles[each.row, each.place] = (each.x, each.y, each.x + each.width, each.y + each.height)
    laid = [_laid(each, rectangles, _by(each.turn, turns)) for each in line.laid]
    return _told(line.figure, table) | drawing_data(drawn, pieces) | {"laid": laid}


def _graph_data(line: PartHistory, shown: dict[int, PartView], table: PieceTable, turns: int) -> dict[str, Any]:
    """Return the rest of a graph in its original place, and the parts removed by the last moves."""
    drawn = tableau(line.figure.scene)  # type: ignore[arg-type]  # the figure of a graph
    standing = {
        at: (part, row) for part, held in zip(line.parts, line.held, strict=True) for row, at in enumerate(held)
    }
    lately = {at: by for each in line.laid if (by := _by(each.turn, turns)) is not None for at, _ in each.cells}
    tokens = _tokens(line, shown)
    pieces = []
    for at, each in enumerate(drawn.pieces):
        part, row = standing.get(at, (-1, at))
        piece = table.piece(piece_id(part, row, 0), each.mark) | placed(each)
        piece |= {"by": lately.get(at), "name": table.names.get(part, ""), "token": at in tokens, "gone": part < 0}
        pieces.append(piece | {"hinted": piece["hinted"] or part in table.hinted_parts})
    drawn = _thinned(drawn, line, shown, set(standing))
    told = _told(line.figure, table) | drawing_data(drawn, pieces)
    told["figure"] = line.figure.part
    return told | {"pieces": [piece for piece in pieces if not piece["gone"] or piece["by"] is not None]}


def _tokens(line: PartHistory, shown: dict[int, PartView]) -> set[int]:
    found = set()
    for part, held in zip(line.parts, line.held, strict=True):
        scene = shown[part].scene if part in shown else None
        if isinstance(scene, Network):
            names = list(dict.fromkeys(scene.vertices))
            found |= {at for name, at in zip(names, held, strict=True) if name in scene.tokens}
    return found


def _thinned(drawn: Tableau, line: PartHistory, shown: dict[int, PartView], standing: set[int]) -> Tableau:
    """Return a drawing without removed arcs, and the edges that fall with each remaining edge."""
    falls: list[tuple[int, ...]] = [()] * len(drawn.paths)
    arcs: set[tuple[int, int]] = set()
    for part, held in zip(line.parts, line.held, strict=True):
        scene = shown[part].scene if part in shown else None
        if isinstance(scene, Multigraph):
            for row, fallen in enumerate(falling(scene.edges, scene.ground)):
                falls[held[row]] = tuple(held[edge] for edge in fallen)
        elif isinstance(scene, Network):
            at = dict(zip(dict.fromkeys(scene.vertices), held, strict=True))
            arcs |= {(at[tail], at[head]) for tail, head in scene.arcs}
    if drawn.paths:
        kept = {end for at in standing for end in drawn.ends[at]}
        return drawn._replace(falls=tuple(falls), dots=tuple(dot for dot in drawn.dots if dot.row in kept))
    left = [i for i, ends in enumerate(drawn.ends) if ends in arcs]
    whole = len(drawn.arcs) - len(drawn.heads)
    return drawn._replace(
        arcs=tuple(drawn.arcs[i] for i in left),
        heads=tuple(drawn.heads[i - whole] for i in left if i >= whole),
        ends=tuple(drawn.ends[i] for i in left),
    )


def _told(figure: PartView, table: PieceTable) -> dict[str, Any]:
    told = {name: getattr(figure, name) for name in ("kind", "name", "part", "flat")}
    return told | {"several": table.several, "by": None, "hinted": False}


def _laid(laid: LaidShape, rectangles: Mapping[tuple[int, int], tuple[float, ...]], by: int | None) -> dict[str, Any]:
    """Return the shape that a move put over squares, their place, and the player if the move was recent."""
    left, top, right, bottom = zip(*(rectangles[cell] for cell in laid.cells), strict=True)
    x, y = min(left) + INSET, min(top) + INSET
    w, h = max(right) - INSET - x, max(bottom) - INSET - y
    row, place = laid.cells[0]
    return {"x": x, "y": y, "w": w, "h": h, "row": row, "place": place, "by": by, "key": f"laid.{laid.turn}"}


def _by(turn: int | None, turns: int) -> int | None:
    return turn % 2 if turn is not None and turn >= turns - LAST else None
