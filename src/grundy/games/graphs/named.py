"""Reads graphs given by name: paths, cycles, stars, wheels, complete graphs, grids, Petersen's graph and the cube.

The names are `path(5)`, `cycle(6)`, `star(3)`, `wheel(5)`, `complete(4)`, `complete(2,3)`, `grid(3x4)`, `petersen`,
`cube`, and `star(2,3,4)`, a star whose rays have these numbers of vertices. `cylinder(5x4)` is a grid whose columns are
cycles; on a `torus(5x4)` the rows are cycles, too. Vertices are numbered from 0: along the path or cycle; in a star or
wheel the centre first and the rays from there; a grid row by row; the first side of a complete bipartite graph before
the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from typing import NamedTuple

from ...core import PositionError, Scanner
from ..forms import refused

MOST_VERTICES = 1000
"""The largest number of vertices of a graph."""
MOST_EDGES = 50_000
"""The largest number of edges of a graph."""
Edges = list[tuple[int, int]]


class Family(NamedTuple):
    """A named graph, such as path(5).

    Attributes:
        text: The name as written.
        vertices: The number of vertices.
        edges: The edges, as pairs of numbers.
        grid: The numbers of rows and columns if the graph is a grid, else None.
    """

    text: str
    vertices: int
    edges: Edges
    grid: tuple[int, int] | None = None


_SIZED: dict[str, tuple[int, int, Callable[[int], Iterable[tuple[int, int]]]]] = {
    "path": (1, 0, lambda n: pairwise(range(n))),
    "cycle": (3, 0, lambda n: [*pairwise(range(n)), (0, n - 1)]),
    "star": (1, 1, lambda n: ((0, v) for v in range(1, n + 1))),
    "wheel": (3, 1, lambda n: [*((0, v) for v in range(1, n + 1)), *pairwise(range(1, n + 1)), (1, n)]),
    "complete": (1, 0, lambda n: combinations(range(n), 2)),
}
"""Name -> the least size, the vertices in addition to those counted, the edges."""
_PETERSEN = [(v, (v + 1) % 5) for v in range(5)] + [(v, v + 5) for v in range(5)]
_FIXED: dict[str, tuple[int, Edges]] = {
    "petersen": (10, _PETERSEN + [(v + 5, (v + 2) % 5 + 5) for v in range(5)]),
    "cube": (8, [(v, v | 1 << i) for v in range(8) for i in range(3) if not v >> i & 1]),
}
FIXED = frozenset(_FIXED)
"""Names that are complete graphs by themselves, so that no vertex in a text can have such a name."""
_GRIDS = ("grid", "cylinder", "torus")
NAMES = (*_SIZED, *_GRIDS, *_FIXED)
LEAST_RING = 3
"""The number of vertices of the smallest cycle."""
_SIZE = r"[1-9][0-9]{0,8}x[1-9][0-9]{0,8}(?![0-9A-Za-z_])"


def read_family(scanner: Scanner) -> Family | None:
    """Read a named graph if one comes next; raise `InputError` if its size is wrong.

    >>> read_family(Scanner("grid(2x2)"))
    Family(text='grid(2x2)', vertices=4, edges=[(0, 1), (0, 2), (1, 3), (2, 3)], grid=(2, 2))
    """
    scanner.blanks()
    start = scanner.at
    name = scanner.match(r"[A-Za-z0-9_]+") or ""
    if name in _FIXED:
        vertices, edges = _FIXED[name]
        return Family(name, vertices, edges)
    if not scanner.take("("):
        scanner.at = start
        return None
    if name not in NAMES:
        raise scanner.error(f"one of {', '.join(NAMES)}", at=start)
    if name in _GRIDS:
        found = _grid(scanner, start, name)
    else:
        least, more, made = _SIZED[name]
        n = _number(scanner, least)
        if name == "star" and scanner.take(","):
            found = _rays(scanner, start, n)
        elif name == "complete" and scanner.take(","):
            m = _number(scanner, 1)
            refuse_large(n + m, n * m, scanner.text, start)
            found = Family(f"complete({n},{m})", n + m, [(v, n + w) for v in range(n) for w in range(m)])
        else:
            refuse_large(n + more, n * (n - 1) // 2 if name == "complete" else n, scanner.text, start)
            found = Family(f"{name}({n})", n + more, list(made(n)))
    scanner.expect(")")
    return found


def _number(scanner: Scanner, least: int) -> int:
    start = scanner.at
    n = scanner.integer("a number of vertices")
    if n < least:
        raise refused(scanner, start, f"at least {least}", number=True)
    return n


def _rays(scanner: Scanner, start: int, first: int) -> Family:
    """Read the second and later rays of a star, as in star(2,3,4), and return the graph.

    `start` is the index in the text at which the name begins, and `first` the number of vertices of the first ray.
    """
    rays = [first, _number(scanner, 0)]
    while scanner.take(","):
        rays.append(_number(scanner, 0))
    refuse_large(1 + sum(rays), sum(rays), scanner.text, start)
    return Family(f"star({','.join(map(str, rays))})", 1 + sum(rays), rays_of(rays))


def rays_of(rays: Iterable[int]) -> Edges:
    """Return the edges of a star whose rays have these numbers of vertices; the centre is vertex 0.

    >>> rays_of([2, 1])
    [(0, 1), (1, 2), (0, 3)]
    """
    edges, last = [], 0
    for ray in rays:
        edges += [(v - 1 if v > last + 1 else 0, v) for v in range(last + 1, last + ray + 1)]
        last += ray
    return edges


def _grid(scanner: Scanner, start: int, name: str) -> Family:
    """Read the size of a grid, a cylinder (whose columns are cycles) or a torus (whose rows are cycles, too).

    Return the graph. `name` is the word that was read, and `start` is the index in the text at which it begins.
    """
    scanner.blanks()
    at = scanner.at
    rows, columns = map(int, scanner.needed(_SIZE, "a size such as 3x4").split("x"))
    upright, across = name != "grid", name == "torus"
    if (upright and rows < LEAST_RING) or (across and columns < LEAST_RING):
        what = "rows and columns" if across else "rows"
        raise refused(scanner, at, f"at least {LEAST_RING} {what}")
    refuse_large(rows * columns, rows * columns, scanner.text, start)
    edges = []
    for v in range(rows * columns):
        if (v + 1) % columns:
            edges.append((v, v + 1))
        elif across:
            edges.append((v + 1 - columns, v))
        if v + columns < rows * columns:
            edges.append((v, v + columns))
        elif upright:
            edges.append((v % columns, v))
    return Family(f"{name}({rows}x{columns})", rows * columns, edges, None if upright else (rows, columns))


def refuse_large(vertices: int, edges: int, text: str | None = None, at: int | None = None) -> None:
    """Raise an error if a graph has too many vertices or edges.

    Args:
        vertices: The number of vertices.
        edges: The number of edges.
        text: The text of the graph, for the error message, or None.
        at: The index in this text to which the error refers, or None.

    Raises:
        PositionError: If there are too many vertices or edges.
    """
    for count, most, what in ((vertices, MOST_VERTICES, "vertices"), (edges, MOST_EDGES, "edges")):
        if count > most:
            raise PositionError(f"expected a graph of at most {most} {what}, found more", text=text, at=at)
