"""Reads graphs with two pendant paths (tails) of any lengths: `star(3,b,c)`, or `cycle(4) with b at 0, c at 2`.

A star has rays of fixed numbers of vertices, then the rays b and c. The vertices after "with" are those to which the
tails are attached. The graph before "with" has the usual notation and must be connected.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator

from ...core import CoreMove, Scanner, TailedGraph
from ..forms import refused, within
from .named import rays_of
from .undirected import InducedGame, PlainGraph, graph_of, read_graph, read_vertex

MOST_CORE = 60
"""The largest number of vertices of a core."""
_STAR = r"\s*star\(((?:\s*[0-9]{1,4}\s*,)*)\s*b\s*,\s*c\s*\)\s*"
_WITH = r"(.*?)\bwith\s+b\s+at\s+(.+?),\s*c\s+at\s+(.+)"


class TailedGame(InducedGame):
    """A base class of games on graphs that are octal games on paths, so that paths of any lengths can be attached.

    It reads graphs such as star(3,b,c), whose last two rays (the tails) may have any lengths b and c, and returns the
    game on all of them as one `TailedGraph`. A subclass sets `path_digits`, the octal code of the game on a path, and
    defines `core_moves`, the moves that touch the rest of the graph (the core).
    """

    path_digits: tuple[int, ...] = ()
    """The octal code of the game on a path, digit t at index t."""

    def tailed(self, text: str) -> TailedGraph | None:
        core = None if self.file is not None else read_core(text)
        if core is None:
            return None
        graph, ends, name = core
        moves = tuple(type(self)(graph=graph).core_moves(ends))
        return TailedGraph(f"{self.name}: {name}", graph.near, ends, self.path_digits, moves, self.name)

    @abstractmethod
    def core_moves(self, ends: tuple[int, int]) -> Iterator[CoreMove]:
        """Yield the moves that delete one or more vertices of the core; the core is the graph of the ruleset.

        Each `CoreMove` describes one move for all lengths of the two paths (tails).

        Args:
            ends: The vertices of the core to which the first and the second path are attached.

        Yields:
            The moves. Moves that take vertices only from inside a path follow from `path_digits` instead.
        """


def read_core(text: str) -> tuple[PlainGraph, tuple[int, int], str] | None:
    """Read a graph with two pendant paths (tails) of lengths b and c, such as star(3,b,c).

    Args:
        text: The text.

    Returns:
        The core, which is the graph without the paths; its two vertices at which the paths are attached; and both as
        text, such as "star(3,b,c)". None if the text has another form.

    Raises:
        InputError: If the graph is not connected, too large, or lacks one of these vertices.
    """
    if star := re.fullmatch(_STAR, text):
        rays = [int(ray) for ray in star[1].split(",")[:-1]]
        vertices = 1 + sum(rays)
        name = f"star({','.join([*map(str, rays), 'b', 'c'])})"
        graph = graph_of([*((str(v), None) for v in range(vertices)), *((str(v), str(w)) for v, w in rays_of(rays))])
        ends = (0, 0)
    elif parts := re.fullmatch(_WITH, text):
        with within(text):
            graph = read_graph(Scanner(parts[1]))
        found = []
        for number in (2, 3):
            scanner = Scanner(text[: parts.end(number)], parts.start(number))
            found.append(read_vertex(scanner, graph))
            scanner.end()
        ends = (found[0], found[1])
        name = f"{graph} with b at {graph.names[ends[0]]}, c at {graph.names[ends[1]]}"
    else:
        return None
    scanner = Scanner(text)
    if len(graph.names) > MOST_CORE:
        raise refused(scanner, 0, f"a core of at most {MOST_CORE} vertices")
    if len(graph.components(graph.whole)) != 1:
        raise refused(scanner, 0, "a core that is connected")
    return graph, ends, name
