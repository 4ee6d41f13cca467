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
        row: Whether each heap is drawn as a row of pins, because moves can also take tokens from the middle.
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
    """A picture of a circle of `pins` pins."""

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
    """A picture of a position of Sprouts or Brussels Sprouts, whose lines divide the plane into regions.

    A walk along the border of a region, with the region to its left, passes the spots of one boundary. A region has
    several boundaries if the lines in it are not connected.

    Attributes:
        regions: A tuple of regions. A region is a tuple of boundaries, a boundary is a tuple of spots in the order of
            the walk, and a spot is a pair (name, number of lines that may still end in it). A spot that occurs several
            times has a name, any other spot has the name "".
        text: The same position in one line.
        arms: True for Brussels Sprouts: a spot is a free arm of a cross, where one line may end, and every new line
            gets a stroke across it.
    """

    regions: tuple[tuple[tuple[tuple[str, int], ...], ...], ...]
    text: str
    arms: bool = False


class SpotLine(NamedTuple):
    """A line that a player can draw from spot to spot of one region in a picture `Faces`.

    Attributes:
        one: The place where it begins. The spots of all boundaries of all regions are numbered from 0, in the order of
            `Faces.regions`; a place is such a number.
        two: The place where it ends.
        around: The other boundaries of the region that are on one side of the line, if it divides the region: the left
            side of a line from `one` to `two`, or the inside if both are the same place. Boundaries that are equal are
            one entry: the places of their first spots, and how many of these boundaries are on this side.
    """

    one: int
    two: int
    around: tuple[tuple[tuple[int, ...], int], ...] = ()


Scene: TypeAlias = Text | Heaps | Board | Network | Multigraph | Faces | Ring
"""Everything that can be drawn."""
