"""Which pieces of the picture a move touches, and what it means to press one.

A move may be shown in several ways ("take 1 leave 2+4" from seven pins is the third from either end), so it has a list
of alternatives, each a set of keys of pieces (`figures.py`), found by comparing the pictures before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core import Board, Faces, Game, Heaps, Multigraph, Network, Place, Ring, Scene
from ...drawing.curves.maps import spots_of
from .figures import Figure, figures, key
from .legal import PartMove

Keys = frozenset[str]
Cell = tuple[int, int]
"""A piece of a figure: row and column, heap and token, or a vertex or an edge by its number and 0."""


def touches(game: Game, moves: Sequence[PartMove]) -> list[list[Keys]]:
    """Return for each move the alternatives of what it touches; none where the picture does not show it."""
    shown = {figure.part: figure for figure in figures(game)}
    rulesets = [ruleset for ruleset, _ in game.parts]
    named: dict[int, dict[str, Sequence[Place]]] = {}
    for part, (ruleset, position) in enumerate(game.parts):
        if part in shown:
            pairs = zip(ruleset.named_places(position), ruleset.moves(position), strict=False)  # most name no places
            named[part] = {move.label: places for places, move in pairs}
    found: list[list[set[Cell]]] = []
    for part, move in moves:
        figure = shown.get(part)
        if figure is None:
            found.append([])
        else:
            scenes = [rulesets[part].scene(position) for position in move.leaves]
            found.append(_alternatives(figure, scenes, named[part].get(move.label, ())))
    always: dict[int, set[Cell]] = {}
    for part in shown:
        sets = [places for move, each in zip(moves, found, strict=True) if move.part == part for places in each]
        common = set.intersection(*sets) if sets else set()
        always[part] = common if all(places - common for places in sets) else set()
    return [
        [frozenset(key(part, *place) for place in places - always.get(part, set())) for places in alternatives]
        for (part, _), alternatives in zip(moves, found, strict=True)
    ]


def changed_cells(game: Game, found: PartMove, way: int = 0) -> list[Cell]:
    """Return the pieces that a move touches in the figure of its part, in this `way` of those it can be shown in."""
    part, move = found
    ruleset, position = game.part(part)
    figure = next((figure for figure in figures(game) if figure.part == part), None)
    if figure is None:
        return []
    pairs = zip(ruleset.named_places(position), ruleset.moves(position), strict=False)
    named = next((places for places, each in pairs if each == move), ())
    alternatives = _alternatives(figure, [ruleset.scene(left) for left in move.leaves], named)
    return sorted(alternatives[min(way, len(alternatives) - 1)]) if alternatives else []


def _alternatives(figure: Figure, after: list[Scene], named: Sequence[Place]) -> list[set[Cell]]:
    before = figure.scene
    if figure.kind == "pins":
        return _pins(row_length(before) or 0, after)
    if isinstance(before, Ring):
        return _round(before.pins, after)
    if isinstance(before, Heaps):
        return _tower(before.sizes[0], after) if len(before.sizes) == 1 else _towers(before, after)
    if isinstance(before, Board):
        return [{place for place in named if isinstance(place, tuple)}] if named else _cells(before, after)
    if isinstance(before, Faces):
        return _spots(before, sorted({place[0] for place in named if isinstance(place, tuple)})) if named else []
    if isinstance(before, Multigraph):
        return [{place for place in named if isinstance(place, tuple)}] if named else []
    return _vertices(before, after, named) if isinstance(before, Network) else []


def row_length(scene: Scene) -> int | None:
    """Return the size of a heap, of a ring or of a board of one row; None for other scenes."""
    if isinstance(scene, Ring):
        return scene.pins
    if isinstance(scene, Heaps) and len(scene.sizes) == 1:
        return scene.sizes[0]
    return len(scene.rows[0]) if isinstance(scene, Board) and len(scene.rows) == 1 else None


def _left(after: list[Scene]) -> list[int] | None:
    """Return the sizes of the heaps that are left, or None when the scenes show something else."""
    sizes = [row_length(scene) for scene in after]
    return None if None in sizes else [size for size in sizes if size]


def _pins(length: int, after: list[Scene]) -> list[set[Cell]]:
    """Return the neighbours that are taken from a row so that these rows are left, in every order."""
    left = _left(after)
    if left is None or len(left) > 2:
        return []
    begins = {0} if not left else {0, left[0]} if len(left) == 1 else set(left)
    taken = length - sum(left)
    return [{(0, begin + i) for i in range(taken)} for begin in sorted(begins)]


def _round(pins: int, after: list[Scene]) -> list[set[Cell]]:
    """Return the neighbours that are taken from a ring, beginning at each of its pins."""
    left = _left(after)
    if left is None:
        return []
    taken = pins - sum(left)
    begins = range(pins if taken < pins else 1)
    return [{(0, (begin + i) % pins) for i in range(taken)} for begin in begins]


def _tower(size: int, after: list[Scene]) -> list[set[Cell]]:
    """Return the lowest token that goes, or the highest that comes; all above go with it, or become other heaps."""
    left = _left(after)
    if left is None:
        return []
    return [{(0, at)} for at in sorted({rest if rest < size else rest - 1 for rest in left or [0]})]


def _towers(before: Heaps, after: list[Scene]) -> list[set[Cell]]:
    """Return the lowest tokens that go from heaps that are played together; where none goes, the highest that come."""
    if len(after) != 1 or not isinstance(after[0], Heaps) or len(after[0].sizes) != len(before.sizes):
        return []
    pairs = enumerate(zip(before.sizes, after[0].sizes, strict=True))
    changed = [(heap, left, left < size) for heap, (size, left) in pairs if left != size]
    goes = any(less for *_, less in changed)
    places = {(heap, left if less else left - 1) for heap, left, less in changed if less or not goes}
    return [places] if places else []


def _cells(before: Board, after: list[Scene]) -> list[set[Cell]]:
    """Return the squares that change; a board that is gone shows nothing on any square."""
    rows: tuple[str, ...] = ()
    if len(after) == 1 and isinstance(after[0], Board):
        rows = after[0].rows
    elif after:
        return []
    changed = set()
    for y, old in enumerate(before.rows):
        new = (rows[y] if y < len(rows) else "").ljust(len(old), ".")
        changed |= {(y, x) for x, square in enumerate(old) if square != new[x]}
    return [changed] if changed else []


def _vertices(before: Network, after: list[Scene], named: Sequence[Place]) -> list[set[Cell]]:
    """Return the vertices that a move names, else who gets or loses a token, else those that vanish."""
    left = [scene for scene in after if isinstance(scene, Network)]
    tokens = {token for scene in left for token in scene.tokens}
    changed: set[Place] = set(named) or set(tokens.symmetric_difference(before.tokens))
    if not changed:
        changed = {*set(before.vertices).difference(*(scene.vertices for scene in left))}
    found = {(i, 0) for i, vertex in enumerate(dict.fromkeys(before.vertices)) if vertex in changed}
    return [found] if found else []


def _spots(before: Faces, ends: Sequence[int]) -> list[set[Cell]]:
    """Return the spots that a line joins, also on other boundaries that look the same in the same region."""
    spot_of = spots_of(before)
    boundary_of: list[tuple[int, int]] = []  # of each place, its boundary and where it stands on it
    like: dict[object, list[int]] = {}
    starts: list[int] = []
    alike: list[list[int]] = []
    for number, region in enumerate(before.regions):
        for walk in region:
            boundary_of += [(len(starts), i) for i in range(len(walk))]
            same = like.setdefault((number, walk), [])
            same.append(len(starts))
            alike.append(same)
            starts.append(len(boundary_of) - len(walk))
    joined = [boundary_of[end] for end in ends]
    if len({boundary for boundary, _ in joined}) == 1:
        return [{(spot_of[starts[other] + i], 0) for _, i in joined} for other in alike[joined[0][0]]]
    (one, i), (two, j) = joined
    return [
        {(spot_of[starts[a] + i], 0), (spot_of[starts[b] + j], 0)} for a in alike[one] for b in alike[two] if a != b
    ]


class Press(NamedTuple):
    """What pressing a piece leads to: the moves still meant, the pieces then pressed, the move if it is sure."""

    moves: tuple[int, ...]
    pressed: Keys
    play: int | None


class TouchChoice:
    """Narrows moves by pieces that are pressed; moves are numbered as in the list of alternatives."""

    def __init__(self, alternatives: Sequence[Sequence[Keys]]) -> None:
        self.alternatives = alternatives
        self._by_key: dict[str, list[tuple[int, Keys]]] = {}
        for number, each in enumerate(alternatives):
            for keys in each:
                for at in keys:
                    self._by_key.setdefault(at, []).append((number, keys))
        self.touched = frozenset(self._by_key)
        """Every piece that some move touches."""

    def meant(self, pressed: Keys) -> list[int]:
        """Return the moves that touch all pressed pieces, in their order; all that touch any when none is."""
        if not pressed:
            return sorted({number for each in self._by_key.values() for number, _ in each})
        some = min((self._by_key.get(at, []) for at in pressed), key=len)
        return sorted({number for number, keys in some if pressed <= keys})

    def exact(self, pressed: Keys) -> list[int]:
        """Return the moves that touch exactly the pressed pieces."""
        some = self._by_key.get(next(iter(pressed), ""), [])
        return sorted({number for number, keys in some if keys == pressed})

    def press(self, pressed: Keys, at: str) -> Press:
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


def next_keys(choice: TouchChoice, pressed: Keys) -> Keys:
    """Return the pieces that go on from the pressed ones."""
    if not pressed:
        return pressed
    meant = (keys for number in choice.meant(pressed) for keys in choice.alternatives[number] if pressed <= keys)
    return frozenset[str]().union(*meant) - pressed
