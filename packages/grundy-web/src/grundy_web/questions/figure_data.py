"""Converts the pictures of a game to plain data: pieces, what a click on each does, and the list of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from grundy.core import Board, Game, HeapRuleset, Heaps, Sum
from grundy.workflows.playing import (
    MOST_FIGURES,
    MOST_TOKENS,
    FilmStep,
    MatchView,
    PartMove,
    PartView,
    PieceIds,
    Prospect,
    after,
    phrase,
    touched_pieces,
    write_numbers,
)

from .piece_table import UNMARKED, PieceTable, TouchChoice, material_of

MOST_MOVES = 2000
"""The largest number of moves examined for a page."""
MOST_LISTED = 200
"""The largest number of moves listed as links."""
MOST_LEFT = 24
"""The largest length of a shown position after a move."""
COLUMN = 20
"""A larger heap is drawn in two columns."""


def figure_data(
    view: MatchView,
    moves: Sequence[PartMove],
    found: Sequence[Prospect] | None = None,
    selected: Sequence[str] = (),
    step: FilmStep = UNMARKED,
) -> dict[str, Any]:
    """Return the data of a game for its page: its components as pictures, its moves, and those the selection can mean.

    Boards and heaps keep the size that they had at the start; the pieces of the last moves are marked with the player.

    Args:
        view: The match, with the position that is shown.
        moves: The legal moves of the game, or an empty list to show none.
        found: The result of each move, if results are shown, else None.
        selected: The ids of the selected pieces.
        step: The step of a film or a hint that is shown, with its marks; it may show another picture or later moves.

    Returns:
        The pictures and moves as plain data.
    """
    game = view.shown
    told = [_move(game, number, move, found[number] if found else None) for number, move in enumerate(moves)]
    few = moves if len(moves) <= MOST_MOVES else ()
    entries, alternatives = _entries(view, few, told)
    choice = TouchChoice(alternatives)
    table = PieceTable(view, entries, choice, frozenset(selected) & choice.touched, step)
    if step.turns:
        later = figure_data(MatchView([*view.history, *step.turns], after(*step.turns[-1]), view.ways), ())
        groups, tallest = later["groups"], later["tallest"]
    elif step.view is not None:
        shown = PieceTable(view, [], TouchChoice([]), frozenset(), step=step).figure(step.view)
        groups, tallest = _grouped([shown | {"queen": True}])
    else:
        groups, tallest = _grouped(_shown(view, table))
        tallest = max(tallest, _tallest(view) if view.history else 0)
    return {
        "groups": groups,
        "material": "chessboard" if step.view and step.view.kind == "cells" else material_of(view),
        "links": step.links,
        "more": max(0, game.size - MOST_FIGURES),
        "tallest": tallest,
        "moves": told[:MOST_LISTED],
        "sel": sorted(table.pressed),
        "choices": [table.chosen(number) for number in table.meant[:MOST_LISTED]],
        "exact": [table.chosen(number) for number in choice.exact(table.pressed)] if table.pressed else [],
    }


def _grouped(figures: Iterable[dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """Return the pictures in groups, where consecutive pictures of heaps form one group.

    Also return the height of the highest heap as drawn, in tokens, but at least 3.
    """
    groups: list[dict[str, Any]] = []
    for shown in figures:
        if groups and groups[-1]["kind"] == shown["kind"] == "heaps":
            groups[-1]["figures"].append(shown)
        else:
            groups.append({"kind": shown["kind"], "figures": [shown]})
    towers = [figure for group in groups if group["kind"] == "heaps" for figure in group["figures"]]
    heights = [min(COLUMN, len(heap["pieces"]) + len(heap["gone"])) for figure in towers for heap in figure["heaps"]]
    return groups, max(3, *heights, 0)


def _entries(
    view: MatchView, moves: Sequence[PartMove], told: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[list[PieceIds]]]:
    """Return two lists of equal length about the moves that clicks can mean.

    The first has the data of each move. The second has, for each move, the sets of pieces that it touches: one set for
    each way to make it. A move of Sprouts has an entry for each way to draw it. `told` contains the data of all moves;
    those of Sprouts get a description with the names of spots in the drawing.
    """
    game, sketches = view.shown, view.sketches
    drawn = {part for line in sketches for part in line.parts}
    alternatives = touched_pieces((part for part in view.parts if part.part not in drawn), moves)
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


def _shown(view: MatchView, table: PieceTable) -> Iterator[dict[str, Any]]:
    """Yield the data of the pictures of a position; components that came from one row or board are drawn together.

    The match `view` has the position. `table` converts pieces to data.
    """
    first = {}
    if view.history and view.start.size == view.shown.size:
        scenes = ((part.part, part.scene) for part in view.start_parts)
        first = {part: scene for part, scene in scenes if isinstance(scene, Board) and any(scene.rows)}
    followed = _followed(view, table)
    drawn = {part: (parts[0], data) for parts, data in followed for part in parts}
    for part in view.parts:
        if part.part not in drawn:
            fresh = {} if view.history else {"figure": part.part}  # its number does not change during the match
            yield table.figure(_as_large(part, first.get(part.part))) | fresh
        elif part.part == drawn[part.part][0]:
            yield drawn[part.part][1]
    yield from (data for parts, data in followed if not parts)


def _followed(view: MatchView, table: PieceTable) -> list[tuple[tuple[int, ...], dict[str, Any]]]:
    """Return the components of the first position that are still drawn as one picture, even if moves have split them.

    Each is a pair: the indices of the present components that came from it, and the data of the picture. `table`
    converts pieces to data.
    """
    found = []
    if view.histories:
        from .start_boards import start_board

        found += [(tuple(line.parts), start_board(line, table)) for line in view.histories]
    if view.sketches:
        from .sketch_data import sketch_data

        found += [(line.parts, sketch_data(line, table)) for line in view.sketches]
    return found


def _tallest(view: MatchView) -> int:
    """Return the height, in tokens as drawn, of the highest heap at the start of the match."""
    scenes = [part.scene for part in view.start_parts if part.kind == "heaps"]
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
        "sizes": [left for left in move.move.leaves if left] if isinstance(ruleset, HeapRuleset) else [],
        "left": left if len(left) <= MOST_LEFT else "",
        "verdict": found.verdict if found else "",
        "remoteness": found.remoteness if found else None,
    }


def _as_large(figure: PartView, first: Board | None) -> PartView:
    """Return a board padded to its size at the start of the match, so that it does not shrink on the page.

    `first` is the board at the start. Other pictures, and boards without `first`, are returned unchanged.
    """
    scene = figure.scene
    if first is None or not isinstance(scene, Board):
        return figure
    coins = not set("".join(scene.rows)) - set(".O")
    if not coins and (figure.kind != "cells" or [*map(len, scene.rows)] == [*map(len, first.rows)]):
        return figure
    rows, columns = max(len(first.rows), len(scene.rows)), max(map(len, (*first.rows, *scene.rows)))
    padded = [row.ljust(columns, "." if coins else " ") for row in (*scene.rows, *[""] * rows)][:rows]
    return figure._replace(scene=Board(tuple(padded)), kind="cells")
