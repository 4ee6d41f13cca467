"""Scenes: descriptions of pictures of positions as plain data; `drawing` renders them as text and SVG."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias


class Text(NamedTuple):
    """A picture of a position that is only its text."""

    text: str


class Heaps(NamedTuple):
    """A picture of heaps of tokens from left to right.

    Attributes:
        sizes: The numbers of tokens.
        names: The labels of the heaps; by default there are none.
        row: Whether the tokens of a heap are a row of pins, from the inside of which moves take.
    """

    sizes: tuple[int, ...]
    names: tuple[str, ...] = ()
    row: bool = False


class Board(NamedTuple):
    """A picture of a board: rows of cells, one character each.

    `.` is a free cell, `#` a wall, and `@` the moving piece; other letters are pieces.
    """

    rows: tuple[str, ...]


class Network(NamedTuple):
    """A picture of a directed graph of named vertices with tokens on some of them.

    Attributes:
        vertices: The names of the vertices.
        arcs: Pairs of names.
        tokens: The vertices with a token.
        style: "arrows" draws arcs as arrows; "edges" draws a pair of opposite arcs as one line; "order" draws a line
            from an element up to a greater one.
    """

    vertices: tuple[str, ...]
    arcs: tuple[tuple[str, str], ...]
    tokens: tuple[str, ...]
    style: Literal["edges", "arrows", "order"] = "edges"


class Ring(NamedTuple):
    """A picture of pins in a circle."""

    pins: int


class Multigraph(NamedTuple):
    """A picture of a graph whose edges are the pieces; loops and parallel edges are allowed.

    Attributes:
        vertices: The names of the vertices.
        edges: Pairs of names.
        ground: The vertex on which the graph rests, or "".
    """

    vertices: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    ground: str


class Faces(NamedTuple):
    """A picture of regions of the plane; each boundary is a cycle of spots with the region to its left.

    Attributes:
        regions: For each region its boundaries, each a tuple of spots (name, number of lines it can still take); the
            name is "" for a spot without another occurrence.
        text: The same position in one line.
        arms: Whether the spots of a boundary are the free ends of crosses, which take one line each; then a line gets a
            cross stroke.
    """

    regions: tuple[tuple[tuple[tuple[str, int], ...], ...], ...]
    text: str
    arms: bool = False


class SpotLine(NamedTuple):
    """A line that a player can draw from spot to spot of one region in a picture `Faces`.

    Attributes:
        one: The place where it begins: an index, from 0, in the list of the spots of all boundaries of all regions.
        two: The place where it ends.
        around: If the line divides a region, the boundaries on one side: left of the walk from `one` to `two`, or
            inside of a line from a place to itself. Equal boundaries are grouped: their first places, and how many of
            them are on this side.
    """

    one: int
    two: int
    around: tuple[tuple[tuple[int, ...], int], ...] = ()


Scene: TypeAlias = Text | Heaps | Board | Network | Multigraph | Faces | Ring
"""Everything that can be drawn."""
