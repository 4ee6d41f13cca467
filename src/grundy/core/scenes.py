"""Scenes: what a picture of a position shows, as plain data; `drawing` turns them into text and SVG."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias


class Text(NamedTuple):
    """A position that is shown as its text."""

    text: str


class Heaps(NamedTuple):
    """Heaps of tokens standing side by side; `names` label them from the left (default: none)."""

    sizes: tuple[int, ...]
    names: tuple[str, ...] = ()


class Board(NamedTuple):
    """Rows of cells, one character each: `.` free, `#` wall, `@` the figure, other letters are pieces."""

    rows: tuple[str, ...]


class Network(NamedTuple):
    """A directed graph of named vertices with tokens standing on some of them.

    Arcs are arrows. With `style` "edges" two arcs that run both ways are one line; with "order" an arc is a line
    from an element up to a greater one.
    """

    vertices: tuple[str, ...]
    arcs: tuple[tuple[str, str], ...]
    tokens: tuple[str, ...]
    style: Literal["edges", "arrows", "order"] = "edges"


class Ring(NamedTuple):
    """So many pins in a circle."""

    pins: int


class Multigraph(NamedTuple):
    """Edges that are pieces themselves, loops and parallel ones too, standing on the vertex `ground` ("": on none)."""

    vertices: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    ground: str


class Faces(NamedTuple):
    """Regions of the plane, each told by its boundaries, and these by the spots around them, the region to the left.

    A spot is its name, "" for one that stands at no other place, and how many lines it can still take. `text` says the
    same in one line. Where they are `arms`, those of a boundary are the free ends of a cross, which take one line each,
    and a line gets a cross stroke.
    """

    regions: tuple[tuple[tuple[tuple[str, int], ...], ...], ...]
    text: str
    arms: bool = False


class SpotLine(NamedTuple):
    """A line that can be drawn in a scene of regions, by the two places that it joins, counted from 0.

    Where it cuts a region in two, `around` tells what lies on the side of the walk from `one` to `two`, or inside of a
    line from a place to itself: of boundaries that look alike, told by their first places, how many.
    """

    one: int
    two: int
    around: tuple[tuple[tuple[int, ...], int], ...] = ()


Scene: TypeAlias = Text | Heaps | Board | Network | Multigraph | Faces | Ring
"""Everything that can be drawn."""
