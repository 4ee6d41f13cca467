"""The figures of a game as plain data: pieces, what pressing each of them does, and the list of moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

from ...core import Board, Game, Heaps, Multigraph, Network, Sum
from ...drawing import scene_text, tableau
from ...workflows.playing.figures import MOST_FIGURES, MOST_TOKENS, Figure, figures, key
from ...workflows.playing.legal import PartMove
from ...workflows.playing.prospects import Prospect
from ...workflows.playing.replay import write_numbers
from ...workflows.playing.telling import phrase
from ...workflows.playing.touches import Keys, TouchChoice, next_keys, touches
from ...workflows.playing.traces import Trace
from .last_moves import LastMoves

MOST_MOVES = 2000
"""Moves that are looked through for a page."""
MOST_LISTED = 200
"""Moves that are listed as links."""
MOST_LEFT = 24
"""Characters of what a move leaves, where that is told."""
MOST_CELLS = 1600
"""Squares of a larger board are not pieces; it is shown as text."""
LARGEST, WIDE, HIGH = 1.7, 700.0, 460.0
"""Small boards are drawn larger: at most so many times, and to so many px."""
BUSH = 1.25
"""The same for what stands on the ground side by side, which is drawn to one scale."""
COLUMN = 20
"""Tokens of a larger heap stand in two columns."""
_RANKS = ("win", "draw", "unknown", "lose", "")


class Past(NamedTuple):
    """What a table keeps of its match: the game at the start, and the traces of the last moves."""

    start: Game | None = None
    last: tuple[Trace, ...] = ()


NO_PAST = Past()


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
    choice = TouchChoice(touches(game, moves) if len(moves) <= MOST_MOVES else [])
    told = [_move(game, number, move, found[number] if found else None) for number, move in enumerate(moves)]
    pressed = frozenset(selected) & choice.touched
    meant = choice.meant(pressed) if pressed else []
    table = _Table(choice, told, pressed if meant else frozenset(), past.last, several=game.size > 1)
    start = past.start
    boards = figures(start) if start is not None and start.size == game.size else ()
    first = {one.part: one.scene for one in boards if isinstance(one.scene, Board) and any(one.scene.rows)}
    groups: list[dict[str, Any]] = []
    for figure in figures(game):  # heaps that follow each other are one group
        shown = table.figure(_as_large(figure, first.get(figure.part)))
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
        "choices": [told[number] for number in meant[:MOST_LISTED]],
        "exact": [told[number] for number in choice.exact(table.pressed)] if table.pressed else [],
    }


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
        "left": left if len(left) <= MOST_LEFT else "",
        "verdict": found.verdict if found else "",
        "remoteness": found.remoteness if found else None,
    }


def _as_large(figure: Figure, first: Board | None) -> Figure:
    scene = figure.scene
    if first is None or not isinstance(scene, Board) or set("".join(scene.rows)) - set(".O"):
        return figure
    rows, columns = max(len(first.rows), len(scene.rows)), max(map(len, (*first.rows, *scene.rows)))
    padded = [row.ljust(columns, ".") for row in (*scene.rows, *[""] * rows)][:rows]
    return figure._replace(scene=Board(tuple(padded)), kind="cells")


class _Table:
    """Turns figures into pieces that say what pressing them does."""

    def __init__(
        self, choice: TouchChoice, moves: list[dict[str, Any]], pressed: Keys, last: Sequence[Trace], *, several: bool
    ) -> None:
        self.last = LastMoves(last)
        self.several, self.choice, self.moves, self.pressed = several, choice, moves, pressed
        self.open = next_keys(choice, pressed)

    def figure(self, figure: Figure) -> dict[str, Any]:
        scene = figure.scene
        data: dict[str, Any] = {name: getattr(figure, name) for name in ("kind", "name", "part", "flat")}
        data |= {"several": self.several, "by": self.last.of_part(figure.part)}
        if figure.kind == "pins":
            length = scene.sizes[0] if isinstance(scene, Heaps) else len(scene.rows[0])  # type: ignore[union-attr]
            return data | {"pieces": [self._piece(key(figure.part, 0, i), "I") for i in range(length)]}
        if isinstance(scene, Heaps):
            return data | {"heaps": self._heaps(figure, scene)}
        if isinstance(scene, (Board, Multigraph, Network)) and figure.kind != "text":
            drawn = tableau(scene, figure.first, letters=figure.letters and bool(self.moves))
            if len(drawn.pieces) <= MOST_CELLS:
                return data | self._drawn(figure, drawn)
        return data | {"kind": "text", "text": scene_text(scene)}

    def _heaps(self, figure: Figure, scene: Heaps) -> list[dict[str, Any]]:
        part, names, heaps = figure.part, scene.names or ("",) * len(scene.sizes), []
        for heap, (size, name) in enumerate(zip(scene.sizes, names, strict=True)):
            top = 0  # behind its tokens, and behind the places of those that a move may add
            if size <= MOST_TOKENS:
                top = next(i for i in count(size) if key(part, heap, i) not in self.choice.touched)
            pieces = [self._piece(key(part, heap, i), "token" if i < size else "ghost") for i in range(top)]
            gone = self.last.tokens_gone(part, heap)
            pieces = [piece | {"by": gone.get(i, piece["by"])} for i, piece in enumerate(pieces)]
            above = [gone.get(i) for i in range(top, max(gone, default=-1) + 1)]
            called = name or (figure.name if len(names) == 1 else "")
            shown = {"name": called, "number": heap + 1, "size": str(size), "pieces": pieces}
            heaps.append(shown | {"gone": above, "by": self.last.of_heap(part, heap)})
        return heaps

    def _drawn(self, figure: Figure, drawn: Any) -> dict[str, Any]:  # noqa: ANN401  # a Tableau
        tokens = set(figure.scene.tokens) if isinstance(figure.scene, Network) else set()
        names = list(dict.fromkeys(figure.scene.vertices)) if isinstance(figure.scene, Network) else []
        pieces = []
        for row, place, x, y, width, height, mark in drawn.pieces:
            piece = self._piece(key(figure.part, row, place), mark)
            token = bool(names) and names[row] in tokens
            if drawn.paths:
                piece |= {"path": drawn.paths[row], "falls": drawn.falls[row]}
            pieces.append(piece | {"x": x, "y": y, "w": width, "h": height, "token": token, "row": row, "place": place})
        labels = [{"x": x, "y": y, "text": text} for x, y, text in drawn.labels]
        lines = any("+" in row for row in figure.scene.rows) if isinstance(figure.scene, Board) else False
        scale = max(1.0, min(BUSH if drawn.paths else LARGEST, WIDE / drawn.width, HIGH / drawn.height))
        size = {"width": drawn.width, "height": drawn.height, "scale": scale, "lines": lines}
        return {"pieces": pieces, "labels": labels, **size, "arcs": drawn.arcs, "heads": drawn.heads} | {
            "dots": [dot._asdict() for dot in drawn.dots],
            "ground": drawn.ground,
        }

    def _piece(self, at: str, mark: str) -> dict[str, Any]:
        """Return a piece: what it shows, and what pressing it plays or selects."""
        piece: dict[str, Any] = {"key": at, "mark": mark, "pressed": at in self.pressed, "open": at in self.open}
        piece["by"] = self.last.of_piece(at)
        if at not in self.choice.touched:
            return piece | {"does": "", "verdict": ""}
        press = self.choice.press(self.pressed, at)
        if press.play is not None:
            return piece | self.moves[press.play] | {"does": "play"}
        verdict = min((self.moves[number]["verdict"] for number in press.moves), key=_RANKS.index, default="")
        selects = {"sel": "_".join(sorted(press.pressed)), "count": len(press.moves), "verdict": verdict}
        return piece | selects | {"does": "select", "remoteness": None}
