"""Scenes as plain text for the terminal, legible without colour."""

from __future__ import annotations

from collections import Counter

from ..core import Board, Faces, Heaps, Multigraph, Network, Ring, Scene
from .fit import columns_of, fitting, listing, printable, short_number, short_text, window

MAX_TOKENS = 25
"""Larger heaps are abbreviated to a few tokens and their number."""
MAX_HEAPS = 40
MAX_CELLS = 38
"""Rows and columns of a board that are shown at once: 79 characters."""
MAX_ARCS = 30
"""A larger network shows only the vertices with tokens."""
NAME = 24


def scene_text(scene: Scene) -> str:
    """Return a scene as lines of text without a line end behind the last.

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
    """
    if isinstance(scene, Heaps):
        return _heaps(scene)
    if isinstance(scene, Ring):
        return _heaps(Heaps((scene.pins,), ("ring",)))
    if isinstance(scene, Board):
        return _board(scene)
    if isinstance(scene, Faces):
        return scene.text
    if isinstance(scene, Multigraph):
        both = tuple(arc for v, w in scene.edges for arc in ((v, w), (w, v)))
        return _network(Network(scene.vertices, both, ()))
    if isinstance(scene, Network):
        return _network(scene)
    return "\n".join(map(printable, scene.text.split("\n")))


def heap_names(scene: Heaps) -> list[str]:
    """Return the label of every heap: its name, else its number; a single heap needs none.

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
    """Draw a heap: tokens in groups of five, its size in parentheses.

    >>> _tokens(7), _tokens(0), _tokens(10**18)
    ('o o o o o  o o  (7)', '(0)', 'o o o ... (1000000000000000000)')
    """
    if size > MAX_TOKENS:
        return f"o o o ... ({short_number(size)})"
    groups = [" ".join("o" * min(5, size - i)) for i in range(0, size, 5)]
    return "  ".join([*groups, f"({size})"])


def _board(scene: Board) -> str:
    """Draw the cells in a frame, a blank between them so that they look square."""
    shown = window(scene.rows, min(MAX_CELLS, (fitting(80) - 4) // 2))
    if not any(shown.rows):
        return "(an empty board)"
    edge = "+" + "-" * (2 * len(shown.rows[0]) + 1) + "+"
    lines = [edge, *(f"| {' '.join(printable(row))} |" for row in shown.rows), edge]
    return "\n".join([*lines, f"({shown.remark})"] if shown.remark else lines)


def _network(scene: Network) -> str:
    """List the vertices with the ends of their arcs, marking those with tokens."""
    tokens = Counter(scene.tokens)
    large = len(scene.arcs) > MAX_ARCS or len(scene.vertices) > MAX_ARCS
    vertices = [v for v in scene.vertices if v in tokens] if large else list(scene.vertices)
    ends: dict[str, list[str]] = {vertex: [] for vertex in vertices}
    for tail, head in scene.arcs:
        if tail in ends:
            ends[tail].append(head)
    width = max((columns_of(_name(v)) for v in vertices), default=0)
    lines = []
    for v in vertices:
        mark = f"{tokens[v] if tokens[v] > 1 else ''}{'*' if tokens[v] else ''}".rjust(2)
        led = listing(list(map(_name, ends[v])), 12).replace(" and ", ", ")
        lines.append(f"{mark} {_pad(_name(v), width)} {f'-> {led}' if ends[v] else '(no arc leaves)'}".rstrip())
    if large:
        lines.append(f"in all {len(scene.vertices)} vertices and {len(scene.arcs)} arcs")
    if tokens:
        lines.append("(* a token)" if max(tokens.values()) == 1 else "(* a token, 2* two of them)")
    return "\n".join(lines) or "(no vertices)"


def _name(vertex: str) -> str:
    return short_text(printable(vertex), NAME)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - columns_of(text))
