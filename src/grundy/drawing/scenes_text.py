"""Scenes as plain text for the terminal, legible without colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from string import ascii_lowercase

from ..core import (
    Board,
    Faces,
    Game,
    HeapRuleset,
    Heaps,
    Multigraph,
    Network,
    Picture,
    Ring,
    Scene,
    Text,
    facet,
    scene_of,
)
from .fit import abridged, columns_of, fitting, listed, part_name, printable, short_number, short_text, window

MAX_TOKENS = 25
"""Larger heaps are abbreviated to a few tokens and their number."""
MAX_HEAPS = 40
MAX_CELLS = 38
"""The largest number of rows and of columns of a board shown: 79 characters."""
MAX_ARCS = 30
"""A larger network shows only the vertices with tokens."""
MOST_PARTS = 40
"""The largest number of components drawn at once."""
NAME = 24


def scene_text(scene: Scene, first: tuple[int, int] | None = None, *, letters: bool = False) -> str:
    """Return the picture of a position as lines of text without a final line end.

    Args:
        scene: The picture of the position as data.
        first: The numbers of the first row and column of a board. If it is None, both begin with 1 if `letters` is
            True, else rows and columns have no names; but the rows of a board of dots and lines are always numbered.
        letters: Whether letters instead of numbers name the columns of a board.

    Returns:
        The text.

    Example:
        >>> from grundy.core import Board, Heaps
        >>> print(scene_text(Heaps((10, 12, 5))))
        heap 1 | o o o o o  o o o o o  (10)
        heap 2 | o o o o o  o o o o o  o o  (12)
        heap 3 | o o o o o  (5)
        >>> print(scene_text(Board(("..#", "..@"))))
        +-------+
        | . . # |
        | . . @ |
        +-------+
        >>> print(scene_text(Board((".X.", "...")), letters=True))
            a b c
          +-------+
        1 | . X . |
        2 | . . . |
          +-------+
    """
    if isinstance(scene, Heaps):
        return _heaps(scene)
    if isinstance(scene, Ring):
        return _heaps(Heaps((scene.pins,), ("ring",)))
    if isinstance(scene, Board):
        return _board(scene, first, letters)
    if isinstance(scene, Faces):
        return _faces(scene)
    if isinstance(scene, Multigraph):
        return _tree(scene)
    if isinstance(scene, Network):
        return _network(scene)
    return "\n".join(map(printable, scene.text.split("\n")))


def game_lines(game: Game) -> list[str]:
    """Return the text pictures of all components of a game, as lines; heaps with the same ruleset share one picture."""
    lines, part = [], 0
    for ruleset, parts in game.summands:
        several = len(game.summands) > 1
        scenes = [scene_of(ruleset, position) for position in parts[:MOST_PARTS]]
        names = [part_name(game, part + i) for i in range(len(scenes))]
        if isinstance(ruleset, HeapRuleset) and game.size > 1 and all(isinstance(scene, Heaps) for scene in scenes):
            sizes = tuple(scene.sizes[0] for scene in scenes if isinstance(scene, Heaps))
            lines += [f"{ruleset.name}:"] * several + [scene_text(Heaps(sizes, tuple(names)))]
        else:
            drawn = facet(ruleset, Picture)
            for name, scene in zip(names, scenes, strict=True):
                title = f"{name}, {ruleset.name}:" if several else f"{name}:"
                lines += [title] * (game.size > 1) + [scene_text(scene, drawn.first_square, letters=drawn.lettered)]
        if len(parts) > MOST_PARTS:
            lines.append(f"... and {len(parts) - MOST_PARTS} more")
        part += len(parts)
    return lines


def where_drawn(game: Game) -> str:
    """Return a hint that names the commands to draw a position as a picture, or "" if its text is complete.

    The texts of Sprouts, of games such as Hackenbush in which moves take edges, and of large graphs are incomplete.
    """
    for ruleset, position in game.parts:
        scene = Text("") if isinstance(ruleset, HeapRuleset) else scene_of(ruleset, position)
        if isinstance(scene, (Faces, Multigraph)) or (isinstance(scene, Network) and _large(scene)):
            return "(for a drawing: grundy solve --svg FILE, or grundy serve)"
    return ""


def _large(scene: Network) -> bool:
    return max(len(scene.arcs), len(scene.vertices)) > MAX_ARCS


def heap_names(scene: Heaps) -> list[str]:
    """Return the label of every heap: its name if it has one, else "heap" and its number.

    The label of a single heap without a name is "heap".

    >>> heap_names(Heaps((3, 4), ("left",)))
    ['left', 'heap 2']
    """
    if len(scene.sizes) == 1 and not scene.names:
        return ["heap"]
    given = [printable(name) for name in scene.names[: len(scene.sizes)]]
    return given + [f"heap {i + 1}" for i in range(len(given), len(scene.sizes))]


def _heaps(scene: Heaps) -> str:
    if not scene.sizes:
        return "(no heaps)"
    shown = Heaps(scene.sizes[:MAX_HEAPS], scene.names)
    names = [short_text(name, NAME) for name in heap_names(shown)]
    width = max(map(columns_of, names))
    lines = [f"{_pad(name, width)} | {_tokens(size)}" for name, size in zip(names, shown.sizes, strict=True)]
    if len(scene.sizes) > MAX_HEAPS:
        lines.append(f"... and {len(scene.sizes) - MAX_HEAPS} more heaps")
    return "\n".join(lines)


def _tokens(size: int) -> str:
    if size > MAX_TOKENS:
        return f"o o o ... ({short_number(size)})"
    groups = [" ".join("o" * min(5, size - i)) for i in range(0, size, 5)]
    return "  ".join([*groups, f"({size})"])


def _board(scene: Board, first: tuple[int, int] | None, letters: bool) -> str:
    """Draw a board as text in a frame; the names of columns are above it, and those of rows on its left.

    `first` has the numbers of the first row and column; None for 1, or for no names. If `letters` is true, columns are
    named by letters.
    """
    lines = any("+" in row for row in scene.rows)
    named = letters or lines or first is not None
    top, left = first or (1, 1)
    side = len(str(top + len(scene.rows))) + 1 if named and len(scene.rows) > 1 else 0
    shown = window(scene.rows, min(MAX_CELLS, (fitting(80) - 4 - side) // 2))
    if not any(shown.rows):
        return "(an empty board)"
    edge = "+" + "-" * (2 * len(shown.rows[0]) + 1) + "+"
    drawn = [edge, *(f"| {' '.join(printable(row))} |" for row in shown.rows), edge]
    if side:
        numbers = [str(top + shown.top + y) for y in range(len(shown.rows))]
        drawn = [f"{name:>{side - 1}} {line}".rstrip() for name, line in zip(["", *numbers, ""], drawn, strict=True)]
    if named and not lines:
        across = range(shown.left, shown.left + len(shown.rows[0]))
        names = [ascii_lowercase[x] if letters and x < len(ascii_lowercase) else str(left + x) for x in across]
        drawn = [*_above(names, " " * (side + 2)), *drawn]
    return "\n".join([*drawn, f"({shown.remark})"] if shown.remark else drawn)


def _above(names: Sequence[str], indent: str) -> list[str]:
    """Return the lines above a board that name its columns; the digits of a long name are one below the other.

    Each line begins with `indent`.

    >>> _above(["9", "10", "11"], "")
    ['  1 1', '9 0 1']
    """
    high = max(map(len, names))
    rows = (" ".join(name.rjust(high)[place] for name in names) for place in range(high))
    return [f"{indent}{row}".rstrip() for row in rows]


def _faces(scene: Faces) -> str:
    if not scene.regions:
        return printable(scene.text)
    lines, place = [], 0
    for number, region in enumerate(scene.regions, 1):
        told = []
        for boundary in region:
            names = [f"{place + i}{name}{'*' * takes}" for i, (name, takes) in enumerate(boundary, 1)]
            place += len(boundary)
            arms = f"{len(boundary)} arm{'s' * (len(boundary) > 1)}"
            told.append(f"[{arms if scene.arms else ' '.join(names)}]")
        lines.append(f"region {number}: {' '.join(told)}")
    if not scene.arms:
        lines.append("([ ] a boundary, 1 a place, * a line that it can take, A a spot at two places;")
        lines.append("each move uses the numbers of the position in which it is made)")
    return "\n".join(lines)


def _tree(scene: Multigraph) -> str:
    """Write a graph in which moves take edges, as in Hackenbush, as an indented tree with one edge in each line.

    The tree begins at the ground, or at the first vertex if there is no ground.
    """
    beside: dict[str, list[int]] = {vertex: [] for vertex in scene.vertices}
    for number, (v, w) in enumerate(scene.edges):
        for end in dict.fromkeys((v, w)):
            beside.setdefault(end, []).append(number)
    grown: dict[str, list[tuple[int, str, bool]]] = {}
    used: set[int] = set()
    lines: list[str] = []
    for root in dict.fromkeys([scene.ground] * bool(scene.ground) + list(beside)):
        if root in grown:
            continue
        _grow(root, scene, beside, grown, used)
        lines.append(f"{_name(root)}{', the ground' if root == scene.ground else ''}")
        stack = [(edge, "", place == len(grown[root]) - 1) for place, edge in reversed([*enumerate(grown[root])])]
        while stack:
            (number, to, new), before, last = stack.pop()
            v, w = map(_name, scene.edges[number])
            end = "" if new else "  a loop" if v == w else f"  back to {_name(to)}"
            lines.append(f"{before} +- {v}-{w}{end}")
            if new:
                under = before + ("    " if last else " |  ")
                inside = grown[to]
                stack += [(edge, under, place == len(inside) - 1) for place, edge in reversed([*enumerate(inside)])]
    return "\n".join(abridged(lines, MAX_ARCS, "line")) or "(no edges)"


def _grow(
    root: str,
    scene: Multigraph,
    beside: dict[str, list[int]],
    grown: dict[str, list[tuple[int, str, bool]]],
    used: set[int],
) -> None:
    """Fill `grown` by a breadth-first search from the vertex `root`.

    For each vertex found, `grown` gets a list of edges (index, other end, whether the search found this end by the
    edge). Each edge is listed once; its index is added to `used`. `beside` contains the indices of the edges at each
    vertex.
    """
    queue = [root]
    grown[root] = []
    for vertex in queue:
        for number in beside[vertex]:
            if number in used:
                continue
            used.add(number)
            v, w = scene.edges[number]
            to = w if v == vertex else v
            grown[vertex].append((number, to, to not in grown))
            if to not in grown:
                grown[to] = []
                queue.append(to)


def _network(scene: Network) -> str:
    tokens = Counter(scene.tokens)
    large = _large(scene)
    vertices = [v for v in scene.vertices if v in tokens] if large else list(scene.vertices)
    ends: dict[str, list[str]] = {vertex: [] for vertex in vertices}
    for tail, head in scene.arcs:
        if tail in ends:
            ends[tail].append(head)
    width = max((columns_of(_name(v)) for v in vertices), default=0)
    lines = []
    both = set(scene.arcs)
    edges = scene.style == "edges" and both and all((w, v) in both for v, w in both)
    sign, none = ("-", "no edge") if edges else ("->", "no arc leaves")
    if scene.style == "order":
        sign, none = "<", "nothing above"
    for v in vertices:
        mark = f"{tokens[v] if tokens[v] > 1 else ''}{'*' if tokens[v] else ''}".rjust(2)
        led = listed(map(_name, ends[v]), most=12).replace(" and ", ", ")
        lines.append(f"{mark} {_pad(_name(v), width)} {f'{sign} {led}' if ends[v] else f'({none})'}".rstrip())
    if large:
        arcs = f"{len(both) // 2} edges" if edges else f"{len(scene.arcs)} arcs"
        lines.append(f"in all {len(scene.vertices)} vertices and {arcs}")
    if tokens:
        lines.append("(* a token)" if max(tokens.values()) == 1 else "(* a token, 2* two of them)")
    return "\n".join(lines) or "(no vertices)"


def _name(vertex: str) -> str:
    return short_text(printable(vertex), NAME)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - columns_of(text))
