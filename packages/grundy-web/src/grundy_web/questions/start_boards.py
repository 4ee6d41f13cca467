"""Draws the rows, boards and graphs of the start of a match in their present state, each as one picture.

A picture shows all components into which the row, board or graph was split.
"""

from __future__ import annotations

from typing import Any

from grundy.core import Multigraph, Network
from grundy.drawing import Tableau, falling, tableau
from grundy.workflows.playing import LAST_MARKED, PINS, Cell, PartHistory, PartView, piece_id

from .piece_table import PieceTable, drawing_data, material_of, placed

INSET = 5.0
"""The space in px between pieces on squares and the borders of the squares."""


def start_board(line: PartHistory, table: PieceTable) -> dict[str, Any]:
    """Return a picture of a component of the first position of a match, with the present state of its pieces.

    Args:
        line: The component at the start of the match, the pieces that moves touched, and the present components.
        table: The object that converts pieces to data.

    Returns:
        The picture as JSON: a row, ring, board or graph.
    """
    kind, scene = line.figure.kind, line.figure.scene
    data = {name: getattr(line.figure, name) for name in ("kind", "name", "part", "flat")}
    data |= {"several": table.several, "by": None, "hinted": False}
    turns = len(table.view.history)
    by = {cell: turn % 2 for cell, turn in line.touched.items() if turn >= turns - LAST_MARKED}
    now = {cell: (part, i) for part, cells in line.parts.items() for i, cell in enumerate(cells)}
    drawn = tableau(scene, line.figure.first or (1, 1), letters=line.figure.letters) if kind != "pins" else None  # type: ignore[arg-type]
    if kind in PINS:
        pins = []
        for cell in ((0, place) for place in range(len(now) + len(line.touched))):
            part, place = now.get(cell, (-1, 0))
            pins.append(table.gap(by.get(cell)))
            if part >= 0:
                pins[-1] = _named(table.pin(part, place), part, table) | {"n": place + 1}
        if drawn is None:
            return data | {"pieces": pins}
        return data | drawing_data(drawn, [pin | placed(each) for pin, each in zip(pins, drawn.pieces, strict=True)])
    assert drawn is not None  # noqa: S101  # of pins only nothing is drawn here
    shown = {part.part: part for part in table.view.parts if part.part in line.parts}
    if kind == "cells":
        return data | _board(line, drawn, now, by, table)
    tokens = _tokens(line, shown)
    pieces = []
    for each in drawn.pieces:
        cell = each.row, each.place
        part, row = now.get(cell, (-1, each.row))
        piece = table.piece(piece_id(part, row, 0), each.mark) | placed(each)
        piece |= {"by": by.get(cell), "token": cell in tokens, "gone": part < 0}
        pieces.append(_named(piece, part, table))
    data |= drawing_data(_thinned(drawn, line, shown), pieces, drawn) | {"figure": line.figure.part}
    return data | {"pieces": [piece for piece in pieces if not piece["gone"] or piece["by"] is not None]}


def _named(piece: dict[str, Any], part: int, table: PieceTable) -> dict[str, Any]:
    """Return the data of a piece with the name of the component to which it belongs, and whether a hint marks it.

    `part` is the number of the component. A piece is marked if a hint is about the piece or about its component.
    """
    return piece | {"name": table.names.get(part, ""), "hinted": piece["hinted"] or part in table.hinted_parts}


def _board(
    line: PartHistory, drawn: Tableau, now: dict[Cell, tuple[int, int]], by: dict[Cell, int], table: PieceTable
) -> dict[str, Any]:
    """Return the data of a board as it was at the start, with each square marked by its present component.

    `line` is the board at the start of the match, and `drawn` its picture. `now` contains, for each square that is
    left, a pair: the index of its present component, and its index in this component. `by` contains, for each square of
    the last moves, the player (0 or 1) who made the move.
    """
    regions = {part: i % 4 + 1 for i, part in enumerate(line.parts)} if len(line.parts) > 1 else {}
    pieces, corners = [], {}
    for each in drawn.pieces:
        cell = each.row, each.place
        part, _ = now.get(cell, (-1, 0))
        piece = table.piece(piece_id(part, *cell), each.mark if part >= 0 else "#") | placed(each)
        piece |= {"region": regions.get(part, 0), "by": None, "token": False}
        pieces.append(_named(piece, part, table))
        corners[cell] = each.x, each.y, each.x + each.width, each.y + each.height
    ruleset, _ = table.view.start.part(line.figure.part)
    chess = ruleset.name if material_of(table.view) == "chessboard" else ""
    laid = []
    for turn in sorted({*line.touched.values()}):
        cells = [cell for cell in line.touched if line.touched[cell] == turn]
        left, top, right, bottom = zip(*(corners[cell] for cell in cells), strict=True)
        x, y = min(left) + INSET, min(top) + INSET
        shape = {"x": x, "y": y, "w": max(right) - INSET - x, "h": max(bottom) - INSET - y}
        row, place = cells[0]
        laid.append(shape | {"row": row, "place": place, "by": by.get(cells[0]), "key": f"laid.{turn}", "chess": chess})
    return drawing_data(drawn, pieces) | {"laid": laid}


def _tokens(line: PartHistory, shown: dict[int, PartView]) -> set[Cell]:
    found = set()
    for part, cells in line.parts.items():
        scene = shown[part].scene if part in shown else None
        if isinstance(scene, Network):
            names = list(dict.fromkeys(scene.vertices))
            found |= {cell for name, cell in zip(names, cells, strict=True) if name in scene.tokens}
    return found


def _thinned(drawn: Tableau, line: PartHistory, shown: dict[int, PartView]) -> Tableau:
    """Return the drawing of the graph `drawn` without the vertices and edges that moves have removed.

    In Hackenbush also update which edges fall when an edge is cut. `line` states which vertices or edges are left, by
    component. `shown` contains the present components of the graph, by their indices.
    """
    falls: list[tuple[int, ...]] = [()] * len(drawn.paths)
    arcs: set[tuple[int, int]] = set()
    kept = set[int]()
    for part, cells in line.parts.items():
        scene, held = shown[part].scene if part in shown else None, [row for row, _ in cells]
        if isinstance(scene, Multigraph):
            for row, fallen in enumerate(falling(scene.edges, scene.ground)):
                falls[held[row]] = tuple(held[edge] for edge in fallen)
            kept |= {end for row in held for end in drawn.ends[row]}
        elif isinstance(scene, Network):
            at = dict(zip(dict.fromkeys(scene.vertices), held, strict=True))
            arcs |= {(at[tail], at[head]) for tail, head in scene.arcs}
    if drawn.paths:
        return drawn._replace(falls=tuple(falls), dots=tuple(dot for dot in drawn.dots if dot.row in kept))
    left = [i for i, ends in enumerate(drawn.ends) if ends in arcs]
    whole = len(drawn.arcs) - len(drawn.heads)
    return drawn._replace(
        arcs=tuple(drawn.arcs[i] for i in left),
        heads=tuple(drawn.heads[i - whole] for i in left if i >= whole),
        ends=tuple(drawn.ends[i] for i in left),
    )
