"""Rows and boards of the start of a match as they stand on the table now, drawn once whatever they fell into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core import Board
from ...drawing import tableau
from ...workflows.playing.figures import Figure, key
from ...workflows.playing.lineage import LaidShape, Lineage
from .piece_table import PieceTable

LAST = 2
"""Moves that are marked as the last ones."""
INSET = 5.0
"""Room in px between what lies on squares and their borders."""


def row_data(line: Lineage, table: PieceTable, turns: int) -> dict[str, Any]:
    """Return a row with the gaps that moves left; `turns` moves were made."""
    pieces: list[dict[str, Any]] = []
    for length, part, turn in line.row:
        for i in range(length):
            if part is None:
                pieces.append(table.gap(_by(turn, turns)))
            else:
                name = table.names.get(part, "")
                pieces.append(table.piece(key(part, 0, i), "I") | {"name": name, "n": i + 1, "way": table.way(part, i)})
    return _told(line.figure, table) | {"pieces": pieces}


def board_data(line: Lineage, shown: dict[int, Figure], table: PieceTable, turns: int) -> dict[str, Any]:
    """Return one board with what lies on it; squares say which of the boards that it fell into they belong to."""
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
    for row, place, x, y, width, height, mark in drawn.pieces:
        part = owners.get((row, place), -1)
        piece = table.piece(key(part, row, place), mark if part >= 0 else "#")
        piece |= {"x": x, "y": y, "w": width, "h": height, "token": False, "row": row, "place": place}
        pieces.append(piece | {"region": regions.get(part, 0), "name": table.names.get(part, ""), "by": None})
        rectangles[row, place] = (x, y, x + width, y + height)
    laid = [_laid(each, rectangles, _by(each.turn, turns)) for each in line.laid]
    labels = [{"x": x, "y": y, "text": text} for x, y, text in drawn.labels]
    size = table.size(drawn.width, drawn.height) | {"lines": False, "arcs": (), "heads": ()}
    size |= {"dots": (), "ground": "", "cards": ()}
    return _told(line.figure, table) | {"pieces": pieces, "labels": labels, "laid": laid} | size


def _told(figure: Figure, table: PieceTable) -> dict[str, Any]:
    told = {name: getattr(figure, name) for name in ("kind", "name", "part", "flat")}
    return told | {"several": table.several, "by": None}


def _laid(laid: LaidShape, rectangles: Mapping[tuple[int, int], tuple[float, ...]], by: int | None) -> dict[str, Any]:
    """Return the shape over the squares of a move, where they are, and who laid it if that was lately."""
    left, top, right, bottom = zip(*(rectangles[cell] for cell in laid.cells), strict=True)
    x, y = min(left) + INSET, min(top) + INSET
    w, h = max(right) - INSET - x, max(bottom) - INSET - y
    row, place = laid.cells[0]
    return {"x": x, "y": y, "w": w, "h": h, "row": row, "place": place, "by": by, "key": f"laid.{laid.turn}"}


def _by(turn: int | None, turns: int) -> int | None:
    return turn % 2 if turn is not None and turn >= turns - LAST else None
