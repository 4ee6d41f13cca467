"""Which pieces of the picture a move touches, and what it means to press one.

A move may be shown in several ways: "take 1 leave 2+4" from a row of seven pins is the third pin from either end. So
every move has a list of alternatives, each a set of keys of pieces (`figures.py`). They follow from what the
picture shows before and after the move; no game has to say anything. Pressing pieces one after the other narrows
the choice, and the only move that touches all of them is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..core import Board, Game, Heaps, Move, Network, Scene
from .figures import Figure, figures, key
from .legal import PartMove

_SQUARE = re.compile("row ([0-9]{1,4}) column ([0-9]{1,4})(?: (across|down))?")
_EDGE = re.compile(r"(?:\S+ )?([^\s-]+)-([^\s-]+)(?: \([0-9]+\))?")
Keys = frozenset[str]
Place = tuple[int, int]


def touches(game: Game, moves: Sequence[PartMove]) -> list[list[Keys]]:
    """Return for each move the alternatives of what it touches; none where the picture does not show it."""
    shown = {figure.part: figure for figure in figures(game)}
    rulesets = [ruleset for ruleset, _ in game.parts]
    found: list[list[set[Place]]] = []
    for part, move in moves:
        figure = shown.get(part)
        scenes = [rulesets[part].scene(position) for position in move.leaves] if figure else []
        found.append([] if figure is None else _alternatives(figure, scenes, move))
    always = {part: _common(part, moves, found) for part in shown}
    return [
        [frozenset(key(part, *place) for place in places - always.get(part, set())) for places in alternatives]
        for (part, _), alternatives in zip(moves, found, strict=True)
    ]


def _common(part: int, moves: Sequence[PartMove], found: list[list[set[Place]]]) -> set[Place]:
    """Return the places that every move of a part touches, such as the square of the figure in a maze."""
    sets = [places for move, each in zip(moves, found, strict=True) if move.part == part for places in each]
    common = set.intersection(*sets) if sets else set()
    return common if all(places - common for places in sets) else set()


def _alternatives(figure: Figure, after: list[Scene], move: Move[Any]) -> list[set[Place]]:
    """Return the places that a move touches in one figure."""
    before = figure.scene
    if figure.kind == "pins":
        return _pins(_length(before) or 0, after)
    if isinstance(before, Heaps):
        return _tower(before.sizes[0], after) if len(before.sizes) == 1 else _towers(before, after)
    if isinstance(before, Board):
        return _named_squares(before, move.label) or _cells(before, after)
    return _vertices(before, after, move.label) if isinstance(before, Network) else []


def _length(scene: Scene) -> int | None:
    """Return the size of a single heap or row."""
    if isinstance(scene, Heaps) and len(scene.sizes) == 1:
        return scene.sizes[0]
    return len(scene.rows[0]) if isinstance(scene, Board) and len(scene.rows) == 1 else None


def _left(after: list[Scene]) -> list[int] | None:
    """Return the sizes of the heaps that are left, or None when the scenes show something else."""
    sizes = [_length(scene) for scene in after]
    return None if None in sizes else [size for size in sizes if size]


def _pins(length: int, after: list[Scene]) -> list[set[Place]]:
    """Return the neighbours that are taken from a row so that these rows are left, in every order."""
    left = _left(after)
    if left is None or len(left) > 2:
        return []
    begins = {0} if not left else {0, left[0]} if len(left) == 1 else set(left)
    taken = length - sum(left)
    return [{(0, begin + i) for i in range(taken)} for begin in sorted(begins)]


def _tower(size: int, after: list[Scene]) -> list[set[Place]]:
    """Return the lowest token that goes, or the highest that comes; all above go with it, or become other heaps."""
    left = _left(after)
    if left is None:
        return []
    return [{(0, at)} for at in sorted({rest if rest < size else rest - 1 for rest in left or [0]})]


def _towers(before: Heaps, after: list[Scene]) -> list[set[Place]]:
    """Return the lowest tokens that go from heaps that are played together; where none goes, the highest that come."""
    if len(after) != 1 or not isinstance(after[0], Heaps) or len(after[0].sizes) != len(before.sizes):
        return []
    pairs = enumerate(zip(before.sizes, after[0].sizes, strict=True))
    changed = [(heap, left, left < size) for heap, (size, left) in pairs if left != size]
    goes = any(less for *_, less in changed)
    places = {(heap, left if less else left - 1) for heap, left, less in changed if less or not goes}
    return [places] if places else []


def _named_squares(before: Board, label: str) -> list[set[Place]]:
    """Return the square that a move names, or the two that a domino covers."""
    named = _SQUARE.fullmatch(label)
    if named is None:
        return []
    row, column = int(named[1]) - 1, int(named[2]) - 1
    places = {(row, column), (row + (named[3] == "down"), column + (named[3] == "across"))}
    return [places] if all(y < len(before.rows) and x < len(before.rows[y]) for y, x in places) else []


def _cells(before: Board, after: list[Scene]) -> list[set[Place]]:
    """Return the squares that change; a board that is gone shows nothing on any square."""
    rows: tuple[str, ...] = ()
    if len(after) == 1 and isinstance(after[0], Board):
        rows = after[0].rows
    elif after:
        return []
    changed = set()
    for y in range(max(len(before.rows), len(rows))):
        old, new = (line[y] if y < len(line) else "" for line in (before.rows, rows))
        width = max(len(old), len(new))
        changed |= {(y, x) for x in range(width) if old.ljust(width, ".")[x] != new.ljust(width, ".")[x]}
    changed = {(y, x) for y, x in changed if y < len(before.rows) and x < len(before.rows[y])}
    return [changed] if changed else []


def _vertices(before: Network, after: list[Scene], label: str) -> list[set[Place]]:
    """Return the ends of the edge "u-v" that a move names, also as "u-v (2)", else who gets or loses a token.

    Where no token moves it is the vertices that vanish, of which a move may name one.
    """
    left = [scene for scene in after if isinstance(scene, Network)]
    places = {vertex: i for i, vertex in enumerate(dict.fromkeys(before.vertices))}
    edge = _EDGE.fullmatch(label)
    if edge and places.keys() >= set(edge.groups()):
        return [{(places[end], 0) for end in edge.groups()}]
    tokens = {token for scene in left for token in scene.tokens}
    changed = tokens.symmetric_difference(before.tokens)
    if not changed:
        changed = set(places).difference(*(scene.vertices for scene in left))
        named = changed.intersection(label.split())
        changed = named if len(named) == 1 else changed
    found = {(places[vertex], 0) for vertex in changed if vertex in places}
    return [found] if found else []


class Press(NamedTuple):
    """What pressing a piece leads to: the moves still meant, the pieces then pressed, the move if it is sure."""

    moves: tuple[int, ...]
    pressed: Keys
    play: int | None


class Choice:
    """Narrows moves by pieces that are pressed; moves are numbered as in the list of alternatives."""

    def __init__(self, alternatives: Sequence[Sequence[Keys]]) -> None:
        """Choose among these moves."""
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
        for wider in (self._instead(pressed, at), frozenset([at])):
            moves = self.meant(wider)
            if moves:
                return Press(tuple(moves), wider, moves[0] if len(moves) == 1 else None)
        return Press((), pressed, None)

    def _instead(self, pressed: Keys, at: str) -> Keys:
        """Return the pressed pieces with one more, which takes the place of others that no move touches with it."""
        with_it = [keys for _, keys in self._by_key.get(at, [])]
        return frozenset(old for old in pressed if any(old in keys for keys in with_it)) | {at}


def next_keys(choice: Choice, pressed: Keys) -> Keys:
    """Return the pieces that go on from the pressed ones."""
    return frozenset(_beyond(choice, pressed)) if pressed else frozenset()


def _beyond(choice: Choice, pressed: Keys) -> Iterable[str]:
    """Yield the other pieces of the moves that are meant."""
    for number in choice.meant(pressed):
        for keys in choice.alternatives[number]:
            if pressed <= keys:
                yield from keys - pressed
