"""Checks the values of a graph with two tails, paths of b and c vertices, for all lengths b and c.

Theorem (the window of R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956, for every row and column;
an induction along the diagonal). Shortening a tail by k leaves a path whose value x(k) has x(k + p) = x(k) for k >= k0.
Let N >= k0, 0 <= W <= N, nu(m) = max(N, m + W), L = k0 + p - 1, M = max(L, p + W), R = N + M + p and
T = R + W + L + p. Where

    g(b, c + p) = g(b, c) for c >= nu(b),    g(b + p, c) = g(b, c) for b >= nu(c),
    g(b + p, c + p) = g(b, c) for b, c >= N

hold in the square b, c < T for all parts of the core, they hold everywhere. Proof: "Periods in two lengths" in the
documentation.
"""

from collections.abc import Iterator
from operator import xor
from typing import Any, NamedTuple

from .games import pieces
from .labelling import least_missing
from .reading import Reader, Stop, malformed, nat, record, reject, row
from .values import heap_values

THEOREM = (
    "a square of values decides all of a graph with two tails (Guy and Smith, 1956, in rows, columns and diagonals)"
)
MOST = 60_000_000
"""More values are not computed."""
RULES = {"arc-kayles": [(2, 7)], "node-kayles": [(1, 1), (2, 3), (3, 7)]}
"""The games on a path, as take-and-break games."""
Part = frozenset[int]
Grid = list[list[int]]


class Core(NamedTuple):
    """A graph by its neighbours, where the tails hang, the game, and the values of paths."""

    near: list[set[int]]
    ends: tuple[int, int]
    family: str
    paths: list[int]
    regular: int
    p: int
    side: int

    def shape(self, part: Part) -> list[int]:
        """Return how many lengths of each tail are looked at."""
        return [self.side if end in part else 1 for end in self.ends]

    def options(self, part: Part) -> Iterator[tuple[list[Part], list[int | None], tuple[int, int]]]:
        """Yield what the moves that touch a part leave: pieces, how much shorter loose tails are, the least tails."""
        (u, v), node = self.ends, self.family == "node-kayles"
        moves: list[tuple[set[int], set[int], tuple[int, int], tuple[int, int]]] = [
            ({u}, {u}, (1 + node, 0), (1, 0)),
            ({v}, {v}, (0, 1 + node), (0, 1)),
        ]
        if node:
            moves += [({x}, {x, *self.near[x]}, (int(x == u), int(x == v)), (0, 0)) for x in part]
        else:
            moves += [({x, y}, {x, y}, (0, 0), (0, 0)) for x in part for y in self.near[x] if x < y]
        for needed, removed, shorter, least in moves:
            if needed <= part:
                left = set(part - removed)
                loose = [less if end in part & removed else None for end, less in zip(self.ends, shorter, strict=True)]
                yield [frozenset(piece) for piece in pieces(left, lambda x: self.near[x])], loose, least


def check(reader: Reader, game: Any, claim: Any, _: int | None) -> str:  # noqa: ANN401
    """Compute the square of every part by the rules, and compare it with itself."""
    if game["family"] not in RULES:
        raise Stop("UNSUPPORTED", "tails are for arc-kayles and node-kayles")
    record(claim, "begins least p path width")
    p, n0, path, width = nat(claim["p"], 1), nat(claim["least"]), nat(claim["path"], 1), nat(claim["width"])
    take = RULES[game["family"]][-1][0]
    regular = path + take
    if not width <= n0 >= regular:
        reject(f"least is at least {regular}, and at least the width")
    window = regular + p - 1
    side = n0 + max(window, p + width) + 2 * p + width + window
    reader.room(side * side, MOST)
    core = read_core(game, reader, (p, regular, side), max(side, 2 * path + 2 * p + take) + regular)
    if core.paths[path : 2 * path + p + take] != core.paths[path + p : 2 * path + 2 * p + take]:
        reject(f"paths have no period {p} from {path} on")
    grids: dict[Part, Grid] = {}
    for part in parts_of(core, reader):
        grids[part] = grid_of(core, part, grids, reader)
        equations(grids[part], p, n0, width)
    return begins(grids[frozenset(range(len(core.near)))], claim)


def read_core(game: Any, reader: Reader, numbers: tuple[int, int, int], stop: int) -> Core:  # noqa: ANN401
    """Read the graph and the vertices on which tails hang; the graph must be connected."""
    n = nat(record(game, "edges family n tails")["n"], 1, 100)
    ends = [nat(end, 0, n - 1) for end in row(game["tails"], 2)]
    near: list[set[int]] = [set() for _ in range(n)]
    for edge in row(game["edges"]):
        x, y = (nat(end, 0, n - 1) for end in row(edge, 2))
        near[x].add(y)
        near[y].add(x)
    if any(x in around for x, around in enumerate(near)) or len(list(pieces({*range(n)}, lambda x: near[x]))) > 1:
        malformed("expected a connected graph without loops")
    p, regular, side = numbers
    paths = heap_values(RULES[game["family"]], stop, reader)
    return Core(near, (ends[0], ends[1]), game["family"], paths, regular, p, side)


def parts_of(core: Core, reader: Reader) -> list[Part]:
    """Return all parts that play can leave, smaller ones first."""
    whole = frozenset(range(len(core.near)))
    found, waiting = {whole}, [whole]
    for part in waiting:  # grows while it is read
        reader.tick()
        new = {piece for left, _, _ in core.options(part) for piece in left} - found
        found |= new
        waiting += new
        reader.room(sum(core.side ** sum(end in part for end in core.ends) for part in found), MOST)
    return sorted(found, key=len)


def outside(core: Core, part: Part, b: int, grids: dict[Part, Grid]) -> list[list[int]]:
    """Return the values of the options that touch the core at lengths b and 0, 1, ..., a list each; -1 is none."""
    columns, found = core.shape(part)[1], []
    for left, (loose_b, loose_c), least in core.options(part):
        if b < least[0]:
            continue
        fixed = 0 if loose_b is None else core.paths[max(b - loose_b, 0)]
        line = [0] * columns
        if loose_c is not None:
            line = [core.paths[max(c - loose_c, 0)] for c in range(columns)]
        for piece in left:
            values = grids[piece][b if core.ends[0] in piece else 0]
            if core.ends[1] in piece:
                line = values
            else:
                fixed ^= values[0]
        found.append([fixed ^ value if c >= least[1] else -1 for c, value in enumerate(line)])
    return found


class Line:
    """Values one after the other, and those of the options that shorten the next: far ones by their residues."""

    def __init__(self, x: list[int], core: Core) -> None:
        """Begin; `x` has the values of what falls off."""
        self.values: list[int] = []
        self.x, self.regular, self.p = x, core.regular, core.p
        self.near = x[2 : core.regular]
        self.seen: list[set[int]] = [set() for _ in range(core.p)]
        self.far: list[set[int]] = [set() for _ in range(core.p)]

    def options(self) -> set[int]:
        """Return the values of the options of the next."""
        near = map(xor, self.values[-2 : -self.regular : -1], self.near)
        return self.far[len(self.values) % self.p].union(near)

    def append(self, value: int) -> None:
        """Go on; one more value lies far behind the next."""
        self.values.append(value)
        place = len(self.values) - self.regular
        if place >= 0 and (value := self.values[place]) not in self.seen[place % self.p]:
            self.seen[place % self.p].add(value)
            for k in range(self.regular, self.regular + self.p):
                self.far[(place + k) % self.p].add(value ^ self.x[k])


def grid_of(core: Core, part: Part, grids: dict[Part, Grid], reader: Reader) -> Grid:
    """Return the values of a part, a row for each b."""
    take = RULES[core.family][-1][0]
    x = [core.paths[max(k - take, 0)] for k in range(core.regular + core.p)]
    rows, columns = core.shape(part)
    mirrored = core.ends[0] == core.ends[1]  # then the tails may change places
    below: list[Line] = [Line(x, core) for _ in range(columns)]
    grid: Grid = []
    for b in range(rows):
        reader.tick()
        across, others = Line(x, core), outside(core, part, b, grids)
        for c, column in enumerate(below):
            if mirrored and c < b:
                value = grid[c][b]
            else:
                found = across.options() | column.options()
                found.update([line[c] for line in others])
                value = least_missing(found)
            across.append(value)
            column.append(value)
        grid.append(across.values)
    return grid


def equations(grid: Grid, p: int, n0: int, width: int) -> None:
    """Check what the theorem asks for, in one square; of a part with one tail there is one row or one column."""
    turned = [list(column) for column in zip(*grid, strict=True)]
    for lines in (grid, turned):
        for other, line in enumerate(lines):
            first = max(n0, other + width)
            if len(line) > 1 and line[first:-p] != line[first + p :]:
                reject(f"a length from {first} on has no period {p} beside {other}")
    if len(grid) > 1 and len(turned) > 1:
        for low, high in zip(grid[n0:-p], grid[n0 + p :], strict=True):
            if low[n0:-p] != high[n0 + p :]:
                reject(f"the values do not come again along a diagonal by {p}")


def begins(grid: Grid, claim: dict[str, Any]) -> str:
    """Check from where on the period holds in c for all b, behind the last exception or nowhere; return it in words."""
    p, n0, first = claim["p"], claim["least"], claim["begins"]
    wrong = [(b, c) for b, line in enumerate(grid) for c in range(len(line) - p) if line[c] != line[c + p]]
    for_ever = any(b >= n0 and c >= n0 for b, c in wrong)
    last = None if for_ever else max((c + 1 for _, c in wrong), default=0)
    if (first is not None and nat(first) != last) or (first is None and last is not None):
        reject(f"for all b the period begins at {last}" if last is not None else "the period begins nowhere for all b")
    if last is None:
        words = f"outside the strip |b - c| < {claim['width']}, and along it; it begins nowhere for all b"
    else:
        words = f"for all b and all c >= {last}, no smaller number"
    return f"g(b, c + {p}) = g(b, c) {words}"
