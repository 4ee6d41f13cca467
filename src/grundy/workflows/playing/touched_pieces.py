"""Which pieces of the picture a move touches, and what it means to press one.

A move may be made in several ways ("take 1 leave 2+4" from seven pins is the third from either end): its game says so
(`Move.touches`). Each way is a set of ids of pieces (`part_views.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

from ...core import Faces, Move, Way
from .legal import PartMove
from .part_views import PartView, piece_id

PieceIds = frozenset[str]
Cell = tuple[int, int]
"""A piece of a part: row and column, heap and token, or a vertex or an edge by its number and 0."""


def touched_pieces(views: Iterable[PartView], moves: Sequence[PartMove]) -> list[list[PieceIds]]:
    """Return what each way of each move touches, without the pieces that every move of a part touches.

    Args:
        views: The views of the parts of a game.
        moves: Moves of this game.

    Returns:
        The ways of each move; none where the picture does not show it.
    """
    shown = {view.part: view for view in views}
    found = [touched_cells(shown[part], move) if part in shown else [] for part, move in moves]
    always: dict[int, set[Cell]] = {}
    for part in shown:
        sets = [set(cells) for move, ways in zip(moves, found, strict=True) if move.part == part for cells in ways]
        common = set.intersection(*sets) if sets else set()
        always[part] = common if all(cells - common for cells in sets) else set()
    return [
        [frozenset(piece_id(part, *cell) for cell in cells if cell not in always[part]) for cells in ways]
        for (part, _), ways in zip(moves, found, strict=True)
    ]


def touched_cells(view: PartView, move: Move[Any]) -> list[list[Cell]]:
    """Return the pieces that each way of a move touches; of a heap one token stands for all above it.

    Args:
        view: The view of the part in which the move is made.
        move: The move, as its game makes it.

    Returns:
        The pieces of each way, in order.
    """
    if isinstance(view.scene, Faces):
        return _spots(view.scene, move)
    if view.kind == "text":
        return []
    ways = []
    for way in move.touches:
        if view.kind != "heaps":
            cells = cells_of(way)
        else:
            cells = [(heap, token) for heap, token, _, added in way if not added]
            cells = cells or [(heap, end - 1) for heap, _, end, _ in way]
        ways += [cells] * bool(cells)
    return ways


def cells_of(way: Way) -> list[Cell]:
    """Return every piece of the spans of a way, in order."""
    return sorted((row, place) for row, begin, end, _ in way for place in range(begin, end))


def _spots(scene: Faces, move: Move[Any]) -> list[list[Cell]]:
    """Return the spots that a line joins, also on other boundaries that look the same in the same region."""
    from ...drawing.curves.maps import spots_of

    spot_of = spots_of(scene)
    place_of: list[tuple[int, int]] = []  # of each place, where its boundary begins, and the place on it
    like: dict[object, list[int]] = {}
    alike: dict[int, list[int]] = {}
    for number, region in enumerate(scene.regions):
        for walk in region:
            start = len(place_of)
            place_of += [(start, i) for i in range(len(walk))]
            alike[start] = like.setdefault((number, walk), [])
            alike[start].append(start)
    ways = []
    for way in move.touches:
        (one, i), *others = [place_of[end] for end in sorted({span.row for span in way})]
        two, j = others[0] if others else (one, i)
        pairs = product(alike[one], alike[two]) if one != two else zip(alike[one], alike[one], strict=True)
        ways += [sorted({(spot_of[a + i], 0), (spot_of[b + j], 0)}) for a, b in pairs if a != b or one == two]
    return ways


class Press(NamedTuple):
    """What pressing a piece leads to: the moves still meant, the pieces then pressed, the move if it is sure."""

    moves: tuple[int, ...]
    pressed: PieceIds
    play: int | None


class TouchChoice:
    """Narrows moves by pieces that are pressed; moves are numbered as in the list of alternatives."""

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
        """Return the moves that touch all pressed pieces, in their order; all that touch any when none is."""
        if not pressed:
            return sorted({number for each in self._by_key.values() for number, _ in each})
        some = min((self._by_key.get(at, []) for at in pressed), key=len)
        return sorted({number for number, keys in some if pressed <= keys})

    def exact(self, pressed: PieceIds) -> list[int]:
        """Return the moves that touch exactly the pressed pieces."""
        some = self._by_key.get(next(iter(pressed), ""), [])
        return sorted({number for number, keys in some if keys == pressed})

    def press(self, pressed: PieceIds, at: str) -> Press:
        """Return what follows when one more piece is pressed; pressing one again plays what is shown, or lets it go."""
        if at in pressed:
            sure = self.exact(pressed)
            rest = pressed - {at}
            return Press(tuple(self.meant(rest)), rest, sure[0] if len(sure) == 1 else None)
        with_it = [keys for _, keys in self._by_key.get(at, [])]
        kept = {old for old in pressed if any(old in keys for keys in with_it)}  # others give way to the new one
        for wider in (frozenset(kept | {at}), frozenset([at])):
            moves = self.meant(wider)
            if moves:
                return Press(tuple(moves), wider, moves[0] if len(moves) == 1 else None)
        return Press((), pressed, None)


def next_pieces(choice: TouchChoice, pressed: PieceIds) -> PieceIds:
    """Return the pieces that go on from the pressed ones."""
    if not pressed:
        return pressed
    meant = (keys for number in choice.meant(pressed) for keys in choice.alternatives[number] if pressed <= keys)
    return frozenset[str]().union(*meant) - pressed
