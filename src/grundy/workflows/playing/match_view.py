"""The view of a match, computed once: its components, the pieces that moves touch, and the history of the start.

A piece is a token of a heap, a pin of a row, a square of a board, a vertex of a network or an edge. Its id is
"part.row.place", all counted from 0: token 3 of heap 0 of component 1 is "1.0.3". A move may be made in several ways
("take 1 leave 2+4" from seven pins is the third from either end); the game lists them (`Move.touches`).

A move leaves a trace: touched pieces that still have a place, tokens removed from a heap, or else the whole components
that it left. Components are renumbered if one before them splits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ...core import Board, Faces, Game, Heaps, Move, Multigraph, Network, Picture, Ring, Ruleset, Scene, Way
from ...drawing.fit import part_name
from .legal import PartMove, Turn

if TYPE_CHECKING:
    from .part_history import PartHistory
    from .sketches import SketchLine

Kind = Literal["heaps", "pins", "ring", "cells", "network", "edges", "faces", "text"]
SceneOf: TypeAlias = Callable[[Ruleset[Any], Any], Scene]
MOST_TOKENS = 40
"""A larger heap has no single tokens."""
MOST_FIGURES = 60
"""The largest number of components shown."""
PieceIds = frozenset[str]
Cell = tuple[int, int]
"""A piece of a component: row and column, heap and token, or the index of a vertex or an edge and 0."""
LAST = 2
"""The number of last moves that are marked."""
MOST_CAME = 100
"""The largest number of tokens added by a move that are shown one by one."""
FOLLOWED = frozenset({"pins", "ring", "cells", "network", "edges"})
"""Kinds of components that are drawn as they were at the start."""


class PartView(NamedTuple):
    """The picture of one component: how it is drawn, its index, its name, the scene.

    `first` are the numbers of the first row and column, if moves name squares by numbers; `letters` is whether they
    name columns by letters; `flat` is whether an empty square shows a coin, too, with tails up.
    """

    kind: Kind
    part: int
    name: str
    scene: Scene
    first: tuple[int, int] | None = None
    flat: bool = False
    letters: bool = False


def part_views(game: Game, scene_of: SceneOf | None = None) -> list[PartView]:
    """Return views of the first components of a game, in order.

    Args:
        game: The game.
        scene_of: Returns the scene of a position of a ruleset; if None, the ruleset's own is used.

    Returns:
        At most `MOST_FIGURES` views.
    """
    scene = scene_of or (lambda ruleset, position: ruleset.scene(position))
    parts = enumerate(islice(game.parts, MOST_FIGURES))
    return [_view(game, part, ruleset, scene(ruleset, position)) for part, (ruleset, position) in parts]


def part_view(game: Game, part: int) -> PartView | None:
    """Return the view of one component.

    Args:
        game: The game.
        part: The index of the component.

    Returns:
        The view, or None if its index is too large to be shown.
    """
    ruleset, position = game.part(part)
    return _view(game, part, ruleset, ruleset.scene(position)) if part < MOST_FIGURES else None


def piece_id(part: int, row: int, place: int) -> str:
    """Return the id of a piece.

    Args:
        part: The index of the component.
        row: The row.
        place: The place in the row.

    Returns:
        The id.
    """
    return f"{part}.{row}.{place}"


def _view(game: Game, part: int, ruleset: Ruleset[Any], scene: Scene) -> PartView:
    drawn = ruleset.facet(Picture) or Picture()
    look = ruleset.first_square, drawn.shows_tails, ruleset.lettered
    return PartView(_kind(scene), part, part_name(game, part), scene, *look)


def _kind(scene: Scene) -> Kind:
    if isinstance(scene, Heaps):
        return "pins" if scene.row else "heaps"
    if isinstance(scene, Board):
        pins = len(scene.rows) == 1 and set(scene.rows[0]) == {"I"}
        return "pins" if pins else "cells" if any(scene.rows) else "text"
    if isinstance(scene, Multigraph):
        return "edges"
    if isinstance(scene, Ring):
        return "ring"
    if isinstance(scene, Faces):
        return "faces" if scene.regions else "text"
    return "network" if isinstance(scene, Network) else "text"


def touched_pieces(views: Iterable[PartView], moves: Sequence[PartMove]) -> list[list[PieceIds]]:
    """Return the pieces that each way of each move touches, except those that every move of a component touches.

    Args:
        views: The views of the components of a game.
        moves: Moves of this game.

    Returns:
        The ways of each move; none if the picture does not show it.
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
    """Return the pieces that each way of a move touches; in a heap, one token represents all above it.

    Args:
        view: The view of the component in which the move is made.
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
    """Return the spots that a line joins, also on equivalent boundaries of the same region."""
    from ...drawing.curves.maps import spots_of

    spot_of = spots_of(scene)
    place_of: list[tuple[int, int]] = []  # for each place the start of its boundary, and the place on it
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


class GoneTokens(NamedTuple):
    """Tokens removed from a heap of a component: those from number `left` to below `size`, from 0."""

    part: int
    heap: int
    left: int
    size: int


class Trace(NamedTuple):
    """The visible effect of a move: its player (0 moved first), touched cells, removed tokens, whole components."""

    player: int
    cells: tuple[tuple[int, int, int], ...] = ()
    gone: tuple[GoneTokens, ...] = ()
    parts: tuple[int, ...] = ()

    @property
    def pieces(self) -> frozenset[str]:
        """The ids of the touched pieces."""
        return frozenset(piece_id(*cell) for cell in self.cells)


class MatchView:
    """The view of a match; every component is drawn at most once."""

    def __init__(self, history: Sequence[Turn], game: Game, ways: Sequence[int] = ()) -> None:
        """Show a match.

        Args:
            history: The moves so far.
            game: The present game.
            ways: Which drawing of a move is meant where several lead to the same position. Drawings of a move are
                numbered from 0, and move number m appears as often as the number of its drawing: (2, 2, 5) means the
                third drawing of move 2 and the second one of move 5.
        """
        self.history, self.shown, self.game, self.ways = history, game, game, ways
        self.start = history[0].game if history else game
        self._scenes: dict[tuple[Ruleset[Any], Any], Scene] = {}

    def scene(self, ruleset: Ruleset[Any], position: Any) -> Scene:  # noqa: ANN401  # any position
        """Return the scene of a position of the match.

        Args:
            ruleset: The ruleset.
            position: The position.

        Returns:
            The scene.
        """
        key = ruleset, position
        if key not in self._scenes:
            self._scenes[key] = ruleset.scene(position)
        return self._scenes[key]

    @cached_property
    def start_parts(self) -> list[PartView]:
        """The views of the start."""
        return part_views(self.start, self.scene)

    @cached_property
    def parts(self) -> list[PartView]:
        """The views of the game that is shown."""
        return self.start_parts if self.shown is self.start else part_views(self.shown, self.scene)

    @cached_property
    def histories(self) -> list[PartHistory]:
        """The rows, boards and graphs of the start that are drawn as they were; none before the first move."""
        if not self.history or not any(view.kind in FOLLOWED for view in self.start_parts):
            return []
        from .part_history import part_histories

        return part_histories(self)

    @cached_property
    def sketches(self) -> list[SketchLine]:
        """The components of the start on which lines are drawn."""
        if all(view.kind != "faces" for view in self.start_parts):
            return []
        from .sketches import sketch_lines

        return sketch_lines(self)

    @cached_property
    def last_moves(self) -> list[Trace]:
        """The traces of the last moves, the oldest first."""
        begin = max(0, len(self.history) - LAST)
        views = {view.part: view for view in self.parts}
        return [_trace(self.history[number:], number % 2, views) for number in range(begin, len(self.history))]

    def step_back(self) -> None:
        """Show the position before the last move with the pieces that this move touches."""
        turn = self.history[-1]
        self.shown = turn.game
        self.parts = part_views(turn.game, self.scene)
        part, move = turn.move
        view = self.parts[part] if part < len(self.parts) else None
        ways = [] if view is None else touched_cells(view, move)
        cells = tuple((part, *cell) for cell in ways[0]) if ways else ()
        self.last_moves = [Trace((len(self.history) - 1) % 2, cells, parts=() if cells else (part,))]

    @property
    def is_large(self) -> bool:
        """Whether the start has too many components to follow them."""
        return self.start.size > MOST_FIGURES


def _trace(turns: Sequence[Turn], player: int, views: dict[int, PartView]) -> Trace:
    """Return the trace of the first of some moves, in the position after the last of them."""
    part, move = turns[0].move
    parts: Sequence[int] = range(part, part + len(move.leaves))
    if move.kind == "pass":
        return Trace(player)
    for later in turns[1:]:
        there, more = later.move.part, len(later.move.move.leaves) - 1
        parts = [old + more * (old > there) for old in parts if old != there or not more]
    whole = Trace(player, parts=tuple(parts))
    view = views.get(parts[0]) if len(move.leaves) == len(parts) == 1 else None
    if view is None or not move.touches:
        return whole
    if view.kind == "heaps":
        return _tokens(move.touches[0], player, view.part) or whole
    if view.kind == "cells" and (cells := cells_of(move.touches[0])):
        return Trace(player, tuple((view.part, *cell) for cell in cells))
    return whole


def _tokens(way: Way, player: int, part: int) -> Trace | None:
    """Return the tokens removed from heaps, and those added."""
    gone = [GoneTokens(part, heap, begin, end) for heap, begin, end, added in way if not added]
    came = [span for span in way if span.added and span.end - span.begin <= MOST_CAME]
    cells = [(part, heap, token) for heap, begin, end, _ in came for token in range(begin, end)]
    return Trace(player, tuple(cells), tuple(gone)) if cells or gone else None
