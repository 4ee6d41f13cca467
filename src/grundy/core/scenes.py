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

    `.` is a free cell, `#` a wall, `@` the one piece that moves, and any other letter another piece.
    """

    rows: tuple[str, ...]


class Network(NamedTuple):
    """A picture of a directed graph of named vertices with tokens on some of them.

    Attributes:
        vertices: The names of the vertices.
        arcs: The arcs from v to w as pairs (v, w) of names.
        tokens: The names of the vertices with a token.
        style: "arrows" draws arcs as arrows; "edges" draws a pair of opposite arcs as one line; "order" draws a partial
            order, with a line from each element up to a greater one.
    """

    vertices: tuple[str, ...]
    arcs: tuple[tuple[str, str], ...]
    tokens: tuple[str, ...]
    style: Literal["edges", "arrows", "order"] = "edges"


class Ring(NamedTuple):
    """A picture of `pins` pins that form a circle."""

    pins: int


class Multigraph(NamedTuple):
    """A picture of a graph in which moves take edges, as in Hackenbush; loops and parallel edges are allowed.

    Attributes:
        vertices: The names of the vertices.
        edges: The edges as pairs of names of vertices.
        ground: The vertex that is the ground of Hackenbush, or "" if there is none.
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
        one: The number of the spot where the line begins. The spots listed in `Faces.regions` are numbered from 0, in
            the order of the lists, through all boundaries of all regions. A spot that is listed twice has two numbers.
        two: The number of the spot where the line ends.
        around: If the line divides the region, the other boundaries on its left side, seen from `one` to `two`. If
            `one` is equal to `two`, these are the boundaries inside the line. Equal boundaries are grouped as a pair:
            the numbers of their first spots, and how many of them are on this side.
    """

    one: int
    two: int
    around: tuple[tuple[tuple[int, ...], int], ...] = ()


Scene: TypeAlias = Text | Heaps | Board | Network | Multigraph | Faces | Ring
"""Everything that can be drawn."""
