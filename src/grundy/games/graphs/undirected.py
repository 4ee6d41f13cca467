"""Undirected and directed graphs for games, their notation, and games whose positions are induced subgraphs.

    0-1 1-2 2-3 7               edges; a single name is a vertex without edges
    path(5), grid(3x4), ...     named graphs, see `named`
    path(5) @ 0 1 3 4           the vertices that are left; every component is a position of the sum
    path(5) @ 0 1 ; 3 4         the same; ";" begins another component
    path(5) @ over              nothing is left

The text of a position on a graph from a file does not repeat the graph: in `node-kayles(roads.csv): all`, "all" is the
whole graph. Otherwise the vertices that are left are listed as above, without the "@".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...core import (
    OVER,
    Move,
    Network,
    NotationError,
    Picture,
    PositionError,
    Ruleset,
    Scanner,
    Scene,
    Structure,
    Sum,
    on_pieces,
)
from ..bits.masks import members
from ..forms import Choosing, Drawn, components, refused
from .files import NAMED, VERTEX, Pair, read_arcs
from .named import FIXED, read_family, refuse_large

ALL = "all"
"""The text for the whole graph of a file."""
RESERVED = frozenset({*FIXED, OVER, ALL})
"""Words that cannot be vertices."""
_EXPECTED = "a graph such as 0-1 1-2, or path(5)"


@dataclass(frozen=True)
class PlainGraph:
    """A graph without loops; vertices are sorted, numbers before names, and edges have the order of the text.

    Attributes:
        names: The names of the vertices.
        edges: Pairs of vertex numbers.
        directed: Whether an edge (v, w) leads from v to w only.
        text: The name of the graph, such as "path(5)", or "" if it has none.
        grid: The numbers of rows and columns if the graph is a grid, else None.
    """

    names: tuple[str, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    directed: bool = False
    text: str = field(default="", compare=False)
    grid: tuple[int, int] | None = field(default=None, compare=False)

    @cached_property
    def near(self) -> tuple[int, ...]:
        """For each vertex the bit mask of the vertices to which its edges lead."""
        near = [0] * len(self.names)
        for v, w in self.edges:
            near[v] |= 1 << w
            if not self.directed:
                near[w] |= 1 << v
        return tuple(near)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each vertex by its name."""
        return {name: v for v, name in enumerate(self.names)}

    @property
    def whole(self) -> int:
        """The bit mask of all vertices."""
        return (1 << len(self.names)) - 1

    def components(self, left: int) -> list[int]:
        """Return the connected components of a set of vertices, in the order of their first vertices, as bit masks.

        >>> PlainGraph(("a", "b", "c"), ((0, 1),)).components(0b111)
        [3, 4]
        """
        return components(self.near, left)

    def listed(self, left: int) -> str:
        """Return the names of a set of vertices, given as a bit mask, with blanks between them."""
        return " ".join(self.names[v] for v in members(left))

    def edge_name(self, edge: int) -> str:
        """Return the name of an edge, such as "0-1", or "0>1" in a directed graph."""
        v, w = self.edges[edge]
        return f"{self.names[v]}{'>' if self.directed else '-'}{self.names[w]}"

    def __str__(self) -> str:
        """Return the graph in notation, so that reading it numbers the vertices in the same way."""
        joined = {v for edge in self.edges for v in edge}
        lone = (name for v, name in enumerate(self.names) if v not in joined)
        return self.text or " ".join([*map(self.edge_name, range(len(self.edges))), *lone])


def graph_of(
    pairs: Iterable[Pair], *, directed: bool = False, text: str = "", grid: tuple[int, int] | None = None
) -> PlainGraph:
    """Build a graph from edges between names.

    Args:
        pairs: The edges; an end of None only declares a vertex, and repeated edges count once.
        directed: Whether edges have a direction.
        text: The text of the graph, if it is a named one.
        grid: The rows and columns of a grid, else None.

    Returns:
        The graph.

    Raises:
        PositionError: If there is a loop, or there are too many vertices or edges.

    Example:
        >>> str(graph_of([("b", "a"), ("a", "b"), ("c", None)]))
        'b-a c'
    """
    named = list(pairs)
    if (loop := next((first for first, second in named if first == second), None)) is not None:
        raise PositionError(f"expected an edge between two different vertices, found a loop at {loop}")
    every = {name for pair in named for name in pair if name is not None}
    counted = {name for name in every if re.fullmatch("0|[1-9][0-9]{0,17}", name)}
    names = [*sorted(counted, key=int), *sorted(every - counted)]
    number = {name: v for v, name in enumerate(names)}
    edges: dict[tuple[int, int], None] = {}
    for first, second in named:
        if second is not None and (directed or (number[second], number[first]) not in edges):
            edges[number[first], number[second]] = None
    refuse_large(len(number), len(edges))
    return PlainGraph(tuple(names), tuple(edges), directed, text, grid)


def read_graph(scanner: Scanner, joints: str = "-") -> PlainGraph:
    """Read a named graph, or edges up to an "@" or the end of the text.

    Args:
        scanner: The scanner, placed before the graph.
        joints: The characters that may join two vertices.

    Returns:
        The graph.

    Raises:
        InputError: If no valid graph comes next.
    """
    family = read_family(scanner)
    if family is not None:
        pairs: list[Pair] = [(str(v), None) for v in range(family.vertices)]
        edges = ((str(v), str(w)) for v, w in family.edges)
        return graph_of([*pairs, *edges], text=family.text, grid=family.grid)
    pairs, joint = [], ""
    while not pairs or not (scanner.done() or scanner.text[scanner.at] == "@"):
        at = scanner.at
        first = _vertex(scanner, _EXPECTED if not pairs else "a vertex, an edge such as 0-1, or the end of the graph")
        sign = scanner.match(f"[{joints}]")
        if sign is not None:
            if joint not in ("", sign):
                raise scanner.error(f'edges that are all written with "{joint}"', at=at)
            joint = sign
        second = None if sign is None else _vertex(scanner, "the vertex at the other end of the edge")
        if second == first:
            raise refused(scanner, at, "an edge between two different vertices")
        pairs.append((first, second))
        scanner.match(",")
        if len(pairs) == 1 and second is None and scanner.done() and re.fullmatch("[0-9]+x[0-9]+", first):
            raise scanner.error("a graph", at=at, hint=f"the grid of this size is grid({first})")
    return graph_of(pairs, directed=joint == ">")


def _vertex(scanner: Scanner, expected: str) -> str:
    start = scanner.at
    name = scanner.match(VERTEX)
    if name is None or name in RESERVED:
        raise scanner.error(expected, at=start)
    return name


def read_vertex(scanner: Scanner, graph: PlainGraph) -> int:
    """Read the name of a vertex of a graph.

    Args:
        scanner: The scanner, placed before the name.
        graph: The graph.

    Returns:
        The number of the vertex.

    Raises:
        PositionError: If the graph has no such vertex.
        NotationError: If the text is not a name.
    """
    start = scanner.at
    name = scanner.needed(NAMED, "a vertex of the graph")
    if name not in graph.number:
        raise refused(scanner, start, "a vertex of the graph")
    return graph.number[name]


class InducedGame(Choosing[int, int], Drawn[int], Picture[int], Structure):
    """A base class of games on connected induced subgraphs of a graph; a position is the bit mask of its vertices.

    It reads the graph from a text or a file, checks, writes and draws positions, and recognizes paths, cycles and
    complete graphs. A subclass defines `choices`: the moves, each with the components of the vertices that it leaves.
    """

    def __init__(self, file: str | None = None, graph: PlainGraph | None = None) -> None:
        """Build the ruleset.

        Args:
            file: The name of the file of the graph, or None.
            graph: The graph; without graph and file the rules are not bound to a graph yet.
        """
        self.file = file
        self.graph = graph or PlainGraph()
        if file is not None:
            self.name = f"{self.name}({file})"
            self.graph = graph or _graph_of_file(file)

    def check(self, position: int) -> None:
        graph = self.graph
        if type(position) is not int or not 0 < position <= graph.whole:
            raise PositionError(f"{self.name}: expected a set of vertices as a number, found {position!r}")
        if graph.components(position) != [position]:
            raise PositionError(f"{self.name}: expected one component, found {graph.listed(position)}")

    def bind(self, text: str) -> tuple[InducedGame, Sum[int]]:
        """Read a graph and its remaining vertices; return the ruleset on this graph and the sum of the components.

        If the ruleset has its graph from a file, the text contains only the vertices.
        """
        scanner = Scanner(text)
        if self.file is not None:
            return self, self.left(scanner)
        bound = type(self)(graph=read_graph(scanner))
        if scanner.take("@"):
            return bound, bound.left(scanner)
        scanner.end('"@" and the vertices that are left')
        return bound, bound.start()

    def on_graph(
        self, pairs: Sequence[Pair], *, directed: bool, at: str | None
    ) -> tuple[Ruleset[int], Sum[int]] | None:
        if directed or at is not None or self.file is not None:
            return None
        bound = type(self)(graph=graph_of(pairs))
        return bound, bound.start()

    def start(self) -> Sum[int]:
        """Return the components of the whole graph, as bit masks of vertices."""
        return Sum.of(self.graph.components(self.graph.whole))

    def left(self, scanner: Scanner) -> Sum[int]:
        """Read the vertices that are left, with ";" between components, and return the components as bit masks.

        "all" is the whole graph, "over" nothing.
        """
        if scanner.take(OVER):
            scanner.end()
            return Sum()
        if scanner.take(ALL):
            scanner.end()
            return self.start()
        parts: list[int] = []
        group = 0
        while True:
            group |= 1 << read_vertex(scanner, self.graph)
            scanner.match(",")
            more = scanner.take(";")
            if more or scanner.done():
                parts += self.graph.components(group)
                group = 0
            if not more and scanner.done():
                return Sum.of(parts)

    def show(self, parts: Sum[int]) -> str:
        whole = parts == self.start()
        left = " ; ".join(map(self.graph.listed, parts)) or OVER
        if self.file is not None:
            return ALL if whole else left
        return str(self.graph) if whole else f"{self.graph} @ {left}"

    def kind(self, position: int) -> tuple[str, int]:
        """Return the kind of a component ("path", "cycle", "complete" or "" for others) and its number of vertices."""
        near, size = self.graph.near, position.bit_count()
        least, most = size, 0
        for v in members(position):
            degree = (near[v] & position).bit_count()
            least, most = min(least, degree), max(most, degree)
            if most > 2 and least < size - 1:
                return "", size
        if most <= 2:
            return ("path" if least < 2 else "cycle"), size
        return "complete", size

    def brief(self, position: int) -> str:
        return self.graph.listed(position)

    def scene(self, position: int) -> Scene:
        graph = self.graph
        inside = [(graph.names[v], graph.names[w]) for v, w in graph.edges if position >> v & position >> w & 1]
        arcs = tuple(arc for v, w in inside for arc in ((v, w), (w, v)))
        return Network(tuple(graph.names[v] for v in members(position)), arcs, ())


def taking(name: str, leaves: Sum[int], row: int) -> Move[int]:
    """Return the move that takes a vertex or an edge, with its name and its mark in the picture.

    Args:
        name: The name of the vertex or edge.
        leaves: The components that are left.
        row: The number of the vertex or edge in the picture.

    Returns:
        The move, for example "take 3".
    """
    number = None if name.strip("0123456789") else int(name)
    return Move(f"take {name}", leaves, lambda: on_pieces((row, 0)), "take", number)


def _graph_of_file(file: str) -> PlainGraph:
    arcs = read_arcs(file, directed=False)
    for name in arcs:
        if name in RESERVED or "-" in name:
            wanted = "expected names of vertices without hyphens, different from the words of the notation"
            raise NotationError(f"{file}: {wanted}, found {name!r}")
    try:
        return graph_of([*((v, None) for v in arcs), *((v, w) for v, ends in arcs.items() for w in ends)])
    except PositionError as error:
        raise PositionError(f"{file}: {error.message}") from None
