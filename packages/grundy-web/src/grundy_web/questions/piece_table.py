"""Converts the pieces of a picture to plain data: how each looks, and the move or selection when it is clicked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.core import Board, Faces, Heaps, Multigraph, Network, Picture, Ring, facet
from grundy.drawing import short_number
from grundy.workflows.playing import MOST_TOKENS, FilmStep, MatchView, PartView, PieceIds, piece_id

if TYPE_CHECKING:
    from grundy.drawing import Piece, Tableau

MOST_CELLS = 1600
"""A larger board has no pieces and is shown as text."""
LARGEST, WIDE, HIGH = 1.7, 700.0, 460.0
"""Small boards are enlarged: the largest factor, and the largest size in px."""
BUSH = 1.25
"""The same factor for pictures side by side on the ground, which have one scale."""
LONG = 10**24
"""A larger number is abbreviated."""
UNMARKED = FilmStep("")
"""The step of a film without marks, while no film is shown."""
ROUND = 2.0
"""The margin around a graph in px."""
_BY_SCENE = {Board: "coins", Faces: "paper", Multigraph: "meadow", Network: "pebbles", Ring: "lane"}
_STEP = re.compile("([MLCHVZ])([^A-Z]*)")
_RANKS = ("win", "draw", "unknown", "lose", "")


def material_of(view: MatchView) -> str:
    """Return the name of the material on which a match is drawn, chosen by the first component of its start.

    Args:
        view: The match.

    Returns:
        The material that the ruleset states, else "felt" for heaps, "lane" for rows and rings of pins, "coins" for
        boards, "paper" for spots and lines, "meadow" or "pebbles" for graphs.

    Example:
        >>> from grundy.notation import read_game
        >>> texts = ("nim: 3", "kayles: 5", "chomp: 2x3", "nimble: 3", "sprouts: 2")
        >>> [material_of(MatchView((), read_game(text))) for text in texts]
        ['felt', 'lane', 'chocolate', 'coins', 'paper']
    """
    if not view.start.size:
        return "felt"
    ruleset, _ = view.start.part(0)
    part = view.start_parts[0]
    kind = "lane" if part.kind == "pins" else _BY_SCENE.get(type(part.scene), "felt")
    return facet(ruleset, Picture).material or kind


def placed(piece: Piece) -> dict[str, Any]:
    """Return the rectangle of a piece in px, and its row and index on the board, as plain data."""
    return {"x": piece.x, "y": piece.y, "w": piece.width, "h": piece.height, "row": piece.row, "place": piece.place}


def frame(drawn: Tableau) -> dict[str, float]:
    """Return the part of a picture that is shown: of a graph the rectangle around all that is drawn, else all.

    Args:
        drawn: The pieces with their geometry.

    Returns:
        The left and upper side, width and height, in px.
    """
    if not drawn.ends:
        return {"left": 0.0, "top": 0.0, "width": drawn.width, "height": drawn.height}
    across, down = [], []
    for each in (*drawn.pieces, *drawn.dots):
        across += [each.x, each.x + each.width]
        down += [each.y, each.y + each.height]
    for path in (*drawn.arcs, *drawn.paths, drawn.ground):
        for x, y in _points(path):
            across += [x] if x is not None else []
            down += [y] if y is not None else []
    left, top = min(across) - ROUND, min(down) - ROUND
    return {"left": left, "top": top, "width": max(across) + ROUND - left, "height": max(down) + ROUND - top}


def _points(path: str) -> Iterator[tuple[float | None, float | None]]:
    """Yield the points of an SVG path; of a horizontal or vertical line only the coordinate that changes."""
    for step, text in _STEP.findall(path):
        numbers = [float(each) for each in re.findall(r"-?[0-9.]+", text)]
        if step in "HV":
            yield from ((each, None) if step == "H" else (None, each) for each in numbers)
        else:
            yield from zip(numbers[::2], numbers[1::2], strict=True)


def drawing_data(drawn: Tableau, pieces: list[dict[str, Any]], first: Tableau | None = None) -> dict[str, Any]:
    """Return the data of a picture for a page: its pieces, and lines, labels and dots around them.

    Each piece gets its index in the drawing (`at`). A piece that is an edge also gets its path and its two ends.

    Args:
        drawn: The pieces with their geometry.
        pieces: The data of the pieces, which are extended in place.
        first: The picture at the start of the match, which keeps its size; None if it is this one.

    Returns:
        The data of the picture.
    """
    for i, piece in enumerate(pieces):
        piece["at"] = i
    for i, path in enumerate(drawn.paths):
        falls = drawn.falls[i]
        falling = "".join(drawn.paths[edge] for edge in falls)
        pieces[i] |= {"path": path, "ends": drawn.ends[i], "falls": falls, "falling": falling}
    shown = frame(first or drawn)
    width, height, largest = shown["width"], shown["height"], BUSH if drawn.paths else LARGEST
    whole = len(drawn.arcs) - len(drawn.heads)
    heads = [""] * whole + list(drawn.heads)
    arcs = [
        {"path": path, "head": heads[i], "ends": drawn.ends[i] if drawn.ends else ()}
        for i, path in enumerate(drawn.arcs)
    ]
    return {
        "pieces": pieces,
        "labels": [label._asdict() for label in drawn.labels],
        "laid": (),
        **shown,
        "scale": max(1.0, min(largest, WIDE / width, HIGH / height)),
        "lines": False,
        "arcs": arcs,
        "dots": [dot._asdict() for dot in drawn.dots],
        "ground": drawn.ground,
    }


class Press(NamedTuple):
    """The effect of clicking a piece.

    Attributes:
        moves: The numbers of the moves that the pieces selected after the click can mean.
        pressed: The ids of these pieces.
        play: The number of the move that the click plays, or None if it only changes the selection.
    """

    moves: tuple[int, ...]
    pressed: PieceIds
    play: int | None


class TouchChoice:
    """Finds the moves that a user can mean by selecting pieces one after the other.

    `alternatives` contains, for each move, the pieces that it touches: one set of ids for each way to make the move,
    for example at either end of a row. The index of the move in this list is its number.
    """

    def __init__(self, alternatives: Sequence[Sequence[PieceIds]]) -> None:
        self.alternatives = alternatives
        self._by_key: dict[str, list[tuple[int, PieceIds]]] = {}
        for number, each in enumerate(alternatives):
            for keys in each:
                for at in keys:
                    self._by_key.setdefault(at, []).append((number, keys))
        self.touched = frozenset(self._by_key)
        """Every piece that some move touches."""

    def meant(self, pressed: PieceIds) -> list[int]:
        """Return the numbers of the moves that touch all selected pieces, or any piece if none is selected."""
        if not pressed:
            return sorted({number for each in self._by_key.values() for number, _ in each})
        some = min((self._by_key.get(at, []) for at in pressed), key=len)
        return sorted({number for number, keys in some if pressed <= keys})

    def exact(self, pressed: PieceIds) -> list[int]:
        """Return the numbers of the moves that touch exactly the selected pieces."""
        some = self._by_key.get(next(iter(pressed), ""), [])
        return sorted({number for number, keys in some if keys == pressed})

    def press(self, pressed: PieceIds, at: str) -> Press:
        """Return the effect of clicking a piece when others are selected.

        A click on a selected piece removes it from the selection. But if only one move touches exactly the selected
        pieces, the click plays this move.

        A click on another piece adds it to the selection, and drops those selected pieces that no move touches together
        with it. If only one move touches all pieces of the new selection, the click plays this move.

        Args:
            pressed: The ids of the pieces selected before the click.
            at: The id of the clicked piece.

        Returns:
            The possible moves, the new selection, and the move that is played, if any.
        """
        if at in pressed:
            sure = self.exact(pressed)
            rest = pressed - {at}
            return Press(tuple(self.meant(rest)), rest, sure[0] if len(sure) == 1 else None)
        with_it = [keys for _, keys in self._by_key.get(at, [])]
        kept = {
            old for old in pressed if any(old in keys for keys in with_it)
        }  # drop pieces that no move shares with the new one
        for wider in (frozenset(kept | {at}), frozenset([at])):
            moves = self.meant(wider)
            if moves:
                return Press(tuple(moves), wider, moves[0] if len(moves) == 1 else None)
        return Press((), pressed, None)


class PieceTable:
    """Converts the pictures of components to plain data for a page: pieces, each with the effect of clicking it.

    The arguments are the match with the position to show; the data of its moves, by their numbers; the `choice` that
    determines what a click means; the ids of the pieces selected now; and the step of a film or a hint, with its marks.
    """

    def __init__(
        self,
        view: MatchView,
        moves: list[dict[str, Any]],
        choice: TouchChoice,
        selected: PieceIds,
        step: FilmStep = UNMARKED,
    ) -> None:
        self.view, self.moves, self.choice, self.step, self.hint = view, moves, choice, step, step.hint
        hint = self.hint
        self.meant = choice.meant(selected) if selected else []
        self.pressed = selected if self.meant else frozenset[str]()
        ways = (keys for number in self.meant for keys in choice.alternatives[number] if self.pressed <= keys)
        self.open = frozenset[str]().union(*ways) - self.pressed
        self.several = view.shown.size > 1
        self.names = {part.part: part.name for part in view.parts}
        traces = view.last_moves
        self.named = bool(moves or traces)
        self._by_piece = {at: trace.player for trace in traces for at in trace.pieces}
        self._by_part = {part: trace.player for trace in traces for part in trace.parts}
        self._gone = [(gone, trace.player) for trace in traces for gone in trace.gone]
        self.hinted_parts = frozenset(hint.parts if hint else ())
        self._hinted_heaps = frozenset(hint.heaps if hint else ())
        self._hinted_pieces = frozenset(piece_id(*cell) for cell in hint.cells) if hint else frozenset[str]()

    def figure(self, figure: PartView) -> dict[str, Any]:
        """Return the picture of one component as data: pieces that can be clicked, heaps, or text."""
        scene = figure.scene
        data: dict[str, Any] = {name: getattr(figure, name) for name in ("kind", "name", "part", "flat")}
        data |= {"several": self.several, "by": self._by_part.get(figure.part)}
        data["hinted"] = figure.part in self.hinted_parts
        if figure.kind == "pins":
            length = scene.sizes[0] if isinstance(scene, Heaps) else len(scene.rows[0])  # type: ignore[union-attr]
            pins = [self.pin(figure.part, i) | {"name": figure.name, "n": i + 1} for i in range(length)]
            return data | {"pieces": pins}
        if isinstance(scene, Heaps):
            return data | {"heaps": self._heaps(figure, scene)}
        from grundy.drawing import scene_text, tableau

        if isinstance(scene, (Board, Faces, Multigraph, Network, Ring)) and figure.kind != "text":
            drawn = tableau(scene, figure.first, letters=figure.letters and self.named)
            if 0 < len(drawn.pieces) <= MOST_CELLS:
                return data | self._drawn(figure, drawn)
        return data | {"kind": "text", "text": scene_text(scene)}

    def _heaps(self, figure: PartView, scene: Heaps) -> list[dict[str, Any]]:
        part, names, heaps = figure.part, scene.names or ("",) * len(scene.sizes), []
        for heap, (size, name) in enumerate(zip(scene.sizes, names, strict=True)):
            top = 0  # the first place above its tokens and those that a move may add
            if size <= MOST_TOKENS:
                top = next(i for i in count(size) if piece_id(part, heap, i) not in self.choice.touched)
            pieces = [self.piece(piece_id(part, heap, i), "token" if i < size else "ghost") for i in range(top)]
            here = [(tokens, player) for tokens, player in self._gone if tokens[:2] == (part, heap)]
            gone = {i: player for tokens, player in here for i in range(tokens.left, min(tokens.size, MOST_TOKENS))}
            pieces = [piece | {"by": gone.get(i, piece["by"])} for i, piece in enumerate(pieces)]
            above = [gone.get(i) for i in range(top, max(gone, default=-1) + 1)]
            shown = {
                "name": name or (figure.name if len(names) == 1 else ""),
                "number": heap + 1,
                "size": str(size) if size < LONG else "",
                "told": short_number(size, 24),
                "pieces": pieces,
                "gone": above,
                "by": here[-1][1] if here else self._by_part.get(part),
                "hinted": (part, heap) in self._hinted_heaps,
                "note": self.step.tags.get(f"{part}.{heap}", ""),
            }
            heaps.append(shown)
        return heaps

    def _drawn(self, figure: PartView, drawn: Tableau) -> dict[str, Any]:
        tokens = set(figure.scene.tokens) if isinstance(figure.scene, Network) else set()
        names = list(dict.fromkeys(figure.scene.vertices)) if isinstance(figure.scene, Network) else []
        pieces = []
        for each in drawn.pieces:
            piece = self.piece(piece_id(figure.part, each.row, each.place), each.mark)
            if isinstance(figure.scene, Ring):
                piece |= {"way": self.way(figure.part, each.place), "n": each.place + 1, "name": figure.name}
            pieces.append(piece | placed(each) | {"token": bool(names) and names[each.row] in tokens})
        lines = any("+" in row for row in figure.scene.rows) if isinstance(figure.scene, Board) else False
        return drawing_data(drawn, pieces) | {"lines": lines}

    @staticmethod
    def gap(by: int | None) -> dict[str, Any]:
        """Return the data of an empty place in a row of pins; `by` is the player who knocked the pin down, or None."""
        gap = {"key": "", "mark": "gap", "does": "", "verdict": "", "pressed": False, "open": False, "by": by}
        return gap | {"hinted": False, "gone": True, "name": "", "n": 0, "split": "", "role": "", "tag": ""}

    def pin(self, part: int, place: int) -> dict[str, Any]:
        """Return the data with which the page draws a bowling pin, and with which a click on it finds its move.

        A component with pins is a row or a ring of them.

        Args:
            part: The index of the component.
            place: The index of the pin.

        Returns:
            The data of the piece, with the index of the way to draw its move as "way".
        """
        return self.piece(piece_id(part, 0, place), "I") | {"way": self.way(part, place)}

    def way(self, part: int, place: int) -> int:
        """Return the index of the way to draw the move that a click on a pin plays.

        Several choices of pins can give equal positions, and are then one move with several ways to draw it.

        Args:
            part: The index of the component.
            place: The index of the pin.

        Returns:
            The index, from 0; 0 also if the click plays no move.
        """
        at = piece_id(part, 0, place)
        press = self.choice.press(self.pressed, at) if at in self.choice.touched else None
        if press is None or press.play is None:
            return 0
        return self._way(press.play, press.pressed | {at})

    def chosen(self, number: int) -> dict[str, Any]:
        """Return the data of the move with this number.

        Its key "way" is the index of the first way to make the move that touches all selected pieces.
        """
        move = self.moves[number]
        return move | {"way": move.get("way") or self._way(number, self.pressed)}

    def _way(self, number: int, pressed: PieceIds) -> int:
        return next((i for i, keys in enumerate(self.choice.alternatives[number]) if pressed <= keys), 0)

    def _split(self, number: int, pressed: PieceIds) -> str:
        """Return the sizes of the heaps into which move `number` splits a heap, as "2 + 3"; "" if it splits none.

        The same move can leave 2 + 3 or 3 + 2, depending on where it is made; the clicked pieces `pressed` decide.
        """
        sizes = list(self.moves[number]["sizes"])
        if len(sizes) < 2:
            return ""
        begins = sorted(set(sizes))  # in the order of the ways to draw
        first = begins[min(self._way(number, pressed), len(begins) - 1)]
        sizes.remove(first)
        return " + ".join(map(str, (first, *sizes)))

    def piece(self, at: str, mark: str) -> dict[str, Any]:
        """Return the data of a piece: the text on it, and the move or selection when it is clicked.

        Args:
            at: The id of the piece.
            mark: The text on it, or its kind, such as "token".

        Returns:
            The data of the piece.
        """
        piece: dict[str, Any] = {"key": at, "mark": mark, "pressed": at in self.pressed, "open": at in self.open}
        piece |= {"by": self._by_piece.get(at), "region": 0, "name": "", "way": 0, "gone": False, "split": ""}
        piece |= {"role": self.step.marks.get(at, ""), "tag": self.step.tags.get(at, "")}
        piece["hinted"] = at in self._hinted_pieces
        if at not in self.choice.touched:
            return piece | {"does": "", "verdict": ""}
        press = self.choice.press(self.pressed, at)
        sure = (press.play,) if press.play is not None else self.choice.exact(press.pressed)
        piece["split"] = self._split(sure[0], press.pressed | {at}) if len(sure) == 1 else ""
        if press.play is not None:
            return piece | self.moves[press.play] | {"does": "play"}
        verdict = min((self.moves[number]["verdict"] for number in press.moves), key=_RANKS.index, default="")
        selects = {"sel": "_".join(sorted(press.pressed)), "count": len(press.moves), "verdict": verdict}
        return piece | selects | {"does": "select", "remoteness": None}
