"""Checks the values of a graph with two tails, which are paths of b and c vertices, for all lengths b and c.

The core is the connected graph to which the tails are attached. A part is a connected set of its vertices that moves
can leave, and g(b, c) is the Grundy value of a part with its tails. The certificate claims the period p of g in b and
in c, and two numbers N ("least") and W ("width") that state where it begins.

In the game of a code, a move takes t connected vertices. The digit of t contains 1 if the move may take a whole
component, 2 if it may leave one piece of it, and 4 if it may leave more.

Theorem (R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956, for every row and column; then an
induction along the diagonal). Let X(k) be the set of values of the paths that a move can separate when it shortens a
tail by k, and let X(k + p) = X(k) for k >= k0. Let N >= k0, 0 <= W <= N, nu(m) = max(N, m + W), L = k0 + p - 1, M =
max(L, p + W), R = N + M + p and T = R + W + L + p. If

    g(b, c + p) = g(b, c) for c >= nu(b),    g(b + p, c) = g(b, c) for b >= nu(c),
    g(b + p, c + p) = g(b, c) for b, c >= N

hold in the square b, c < T for all parts of the core, they hold everywhere. The proof is in the documentation, "Periods
in two lengths".
"""

from collections.abc import Iterator
from operator import xor
from typing import Any, NamedTuple

from .games import code_of, neighbours, pieces
from .labelling import least_missing
from .reading import Claim, Reader, any_value, malformed, many, nat, number, positive, record, reject
from .values import heap_values

THEOREM = (
    "a square of values decides all of a graph with two pendant paths (Guy and Smith, 1956, rows, columns, diagonals)"
)
MOST, MOST_SETS = 60_000_000, 5000
"""The largest number of values, and the largest number of sets of vertices that a move may take."""
RULES = {"arc-kayles": [(2, 7)], "node-kayles": [(1, 1), (2, 3), (3, 7)]}
"""The games on a path as take-break games; the family take-break has its code instead."""
GAMES = dict.fromkeys((*RULES, "take-break"), dict)
CLAIM = {"begins": lambda value: value if value is None else nat(value), "least": nat, "p": positive}
CLAIM |= {"path": positive, "width": nat}
Part = frozenset[int]
Grid = list[list[int]]
Pair = tuple[int, int]
Option = tuple[list[Part], list[int | None], Pair, int]
"""The pieces that are left, how much each loose tail is shortened, the least lengths of the tails, and the digit."""
Move = tuple[Part, Part, Pair, Pair, int]
"""The vertices that must be present, the vertices that are taken, and the other data of options."""


class _Core(NamedTuple):
    """The connected graph (core) to which the two tails are attached, with the data to compute its values.

    A part is a set of its vertices that is connected and that moves can leave.

    Attributes:
        near: The neighbours of each vertex.
        ends: The vertices to which the tails are attached.
        moves: The moves that change the core, not only a tail.
        paths: The Grundy values of paths by length.
        p: The period.
        side: The number T of lengths of each tail for which values are computed.
        regular: The number k0 of the theorem.
        falls: The values of the paths that a move separates by shortening a tail, see `_falls_of`.
    """

    near: list[set[int]]
    ends: Pair
    moves: list[Move]
    paths: list[int]
    p: int
    side: int
    regular: int
    falls: list[tuple[int, list[int]]]

    def shape(self, part: Part) -> list[int]:
        """Return the number of lengths of the first and of the second tail for which values are computed.

        It is the number T of the theorem, or 1 if the part does not have this tail.
        """
        return [self.side if end in part else 1 for end in self.ends]

    def options(self, part: Part) -> Iterator[Option]:
        """Yield, for each move that takes vertices of a part, the pieces that it leaves and how it shortens the tails.

        An `Option` has the pieces of the part that are left, two numbers for the tails, the least lengths of the tails
        for which the move exists, and the digit of the move. The number for a tail states by how much the move shortens
        it, or is None if the move does not cut it off from the part. Moves are left out if they leave more pieces than
        their digit allows, whatever the lengths of the tails.
        """
        for needed, removed, shorter, least, digit in self.moves:
            if needed <= part:
                left = [*map(frozenset, pieces({*part - removed}, lambda x: self.near[x]))]
                loose = [less if end in part & removed else None for end, less in zip(self.ends, shorter, strict=True)]
                if any(_may_leave(digit, len(left) + tails) for tails in range(3 - loose.count(None))):
                    yield left, loose, least, digit


def _may_leave(digit: int, count: int) -> bool:
    """Return whether the digit of a move allows it to leave `count` pieces: 1 allows none, 2 one, and 4 more."""
    return digit >> min(count, 2) & 1 > 0


def check(reader: Reader, game: dict[str, Any], claim: Claim, _: bool) -> str:
    """Compute the values g(b, c) of every part for b, c < T by the rules, and check the equations of the theorem.

    Args:
        reader: The certificate.
        game: The data of the game in the certificate.
        claim: The period p, N and W of the theorem, the preperiod of paths, and the length c from which on the period
            holds for all b, or None.
        _: Whether play is misère; not used, because the kind of the certificate determines it.

    Returns:
        The claim in words.

    Raises:
        Stop: If the claim is wrong, or if a limit is exceeded.
    """
    rules = RULES.get(game["family"]) or _rules_of_code(game)
    near, ends = _read_core(game)
    moves = _moves_of(game["family"], near, ends, rules, reader)
    p, n0, path, width = (claim[name] for name in ("p", "least", "path", "width"))
    take = rules[-1][0]
    regular = path + take
    if not width <= n0 >= regular:
        reject(f"least is at least {regular}, and at least the width")
    window = regular + p - 1
    side = n0 + max(window, p + width) + 2 * p + width + window
    reader.room(side * side, MOST)
    paths = heap_values(rules, side + regular, reader)
    if paths[path : 2 * path + p + take] != paths[path + p : 2 * path + 2 * p + take]:
        reject(f"paths have no period {p} from {path} on")
    core = _Core(near, ends, moves, paths, p, side, regular, _falls_of(rules, paths, regular + p))
    grids: dict[Part, Grid] = {}
    for part in _parts_of(core, reader):
        grids[part] = _grid_of(core, part, grids, reader)
        _equations(grids[part], p, n0, width)
    return _begins(grids[frozenset(range(len(core.near)))], claim)


def _rules_of_code(game: dict[str, Any]) -> list[Pair]:
    """Read an octal code such as "0.77" from the data of a game; return pairs of a number of vertices and its digit."""
    rules = code_of({name: game.get(name) for name in ("code", "family")})
    fits = rules and rules[0][0] and max(digit for _, digit in rules) < 8
    return rules if fits else malformed("expected a code with digits up to 7 after 0.")


def _read_core(game: dict[str, Any]) -> tuple[list[set[int]], Pair]:
    """Read the graph, which must be connected; return the neighbours of each vertex, and the vertices with tails."""
    code = {} if game["family"] in RULES else {"code": any_value}
    n = record(game, **code, edges=any_value, family=str, n=number(1, 100), tails=any_value)["n"]
    u, v = many(number(0, n - 1), 2)(game["tails"])
    edges = neighbours(game["edges"], n)
    near = [edges[x] for x in range(n)]
    if any(x in around for x, around in enumerate(near)) or len([*pieces({*range(n)}, near.__getitem__)]) > 1:
        malformed("expected a connected graph without loops")
    return near, (u, v)


def _moves_of(family: str, near: list[set[int]], ends: Pair, rules: list[Pair], reader: Reader) -> list[Move]:
    """Return the moves that change the core, in Node Kayles or in a game that takes connected sets of vertices.

    `near` lists the neighbours of each vertex of the core, and `ends` are the two vertices with tails. `rules` has
    pairs of a number of vertices to take and its digit.
    """
    (u, v), found, digits = ends, list[Move](), dict(rules)
    some = {frozenset([x]) for x in range(len(near))}
    if family == "node-kayles":
        found = [(x, x.union(*(near[y] for y in x)), (int(u in x), int(v in x)), (0, 0), 7) for x in some]
        first = ((frozenset([u]), (2, 0), (1, 0)), (frozenset([v]), (0, 2), (0, 1)))
        return found + [(x, x, shorter, least, 7) for x, shorter, least in first]
    for most in reversed(range(rules[-1][0])):  # the vertices of both tails that a move takes
        reader.room(len(some), MOST_SETS)
        for taken in some:
            tails = [(b, c) for b in range(1 + most * (u in taken)) for c in range(1 + (most - b) * (v in taken))]
            found += [(taken, taken, pair, pair, digits.get(len(taken) + sum(pair), 0)) for pair in tails]
        some = {taken | {y} for taken in some for x in taken for y in near[x] - taken}
    return found


def _falls_of(rules: list[Pair], paths: list[int], stop: int) -> list[tuple[int, list[int]]]:
    """Return the Grundy values of the paths that a move within a tail cuts off, by how much the tail becomes shorter.

    In a pair (k, values), the first value belongs to shortening the tail by k, the next to k + 1, and so on. In the
    pair (k, [0]) no path is cut off. `rules` has pairs of a number of vertices to take and its digit; `paths` has the
    values of paths by length. Lengths by which a tail can become shorter are below `stop`.
    """
    alone = [(t, [0]) for t, digit in rules if digit & 2]
    return alone + [(t + 1, paths[1 : stop - t]) for t, digit in rules if digit & 4]


def _parts_of(core: _Core, reader: Reader) -> list[Part]:
    """Return all parts of the graph that moves can leave, smaller ones first.

    Raise `Stop` if the values of all parts would be too many.
    """
    whole = frozenset(range(len(core.near)))
    found, waiting = {whole}, [whole]
    for part in waiting:  # the list grows during the loop
        reader.tick()
        new = {piece for left, *_ in core.options(part) for piece in left} - found
        found |= new
        waiting += new
        reader.room(sum(core.side ** sum(end in part for end in core.ends) for part in found), MOST)
    return sorted(found, key=len)


def _outside(core: _Core, options: list[Option], b: int, columns: int, grids: dict[Part, Grid]) -> list[list[int]]:
    """Return the values of the positions after moves that change the core, for tails of lengths b and c.

    The result has a list for each move that is possible for this b. The list has a value for each c < `columns`; -1
    means that the move does not exist for this c. `options` are those of the part, and `grids` has the values of
    smaller parts for all b and c.
    """
    found = []
    for left, (loose_b, loose_c), least, digit in options:
        if b < least[0]:
            continue
        fixed = 0 if loose_b is None else core.paths[max(b - loose_b, 0)]
        count = len(left) + (loose_b is not None and b > loose_b)
        line = [0] * columns
        if loose_c is not None:
            line = [core.paths[max(c - loose_c, 0)] for c in range(columns)]
        for piece in left:
            values = grids[piece][b if core.ends[0] in piece else 0]
            if core.ends[1] in piece:
                line = values
            else:
                fixed ^= values[0]
        whole, rest = columns if loose_c is None else loose_c, (_may_leave(digit, count), _may_leave(digit, count + 1))
        found.append([fixed ^ x if c >= least[1] and rest[c > whole] else -1 for c, x in enumerate(line)])
    return found


class _Line:
    """The values of a part along one tail, for increasing lengths of this tail and a fixed length of the other one.

    It also computes the values of the options that shorten the tail. Lengths that are far enough away affect these
    values with period p, so their effect is stored only as a set for each residue of the length modulo p.
    """

    def __init__(self, core: _Core) -> None:
        """Create an object without values that belongs to a tail of the graph `core`."""
        self.values: list[int] = []
        self.core = core
        self.seen: list[set[int]] = [set() for _ in range(core.p)]
        self.far: list[set[int]] = [set() for _ in range(core.p)]

    def options(self) -> set[int]:
        """Return the values of the options that shorten the tail, from the first length that has no value yet."""
        found = {*self.far[len(self.values) % self.core.p]}
        for least, x in self.core.falls:
            found.update(map(xor, self.values[-least : -self.core.regular : -1], x))
        return found

    def append(self, value: int) -> None:
        """Append the value for the next length of the tail.

        A value at least k0 lengths back, with k0 as in the theorem, affects all later lengths with period p. So once a
        value is k0 lengths back, the values of the options that lead to it are stored. The index is the residue modulo
        p of the length that has these options.
        """
        self.values.append(value)
        regular, p = self.core.regular, self.core.p
        place = len(self.values) - regular
        if place >= 0 and (value := self.values[place]) not in self.seen[place % p]:
            self.seen[place % p].add(value)
            for least, falls in self.core.falls:
                for k, x in enumerate(falls[regular - least :], regular):
                    self.far[(place + k) % p].add(value ^ x)


def _grid_of(core: _Core, part: Part, grids: dict[Part, Grid], reader: Reader) -> Grid:
    """Return the values of a part for all lengths of its tails: one row for each b, with one column for each c.

    `grids` has the values of all smaller parts.
    """
    rows, columns = core.shape(part)
    options = [*core.options(part)]
    mirrored = core.ends[0] == core.ends[1]  # then the tails can be exchanged
    below: list[_Line] = [_Line(core) for _ in range(columns)]
    grid: Grid = []
    for b in range(rows):
        reader.tick()
        across, others = _Line(core), _outside(core, options, b, columns, grids)
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


def _equations(grid: Grid, p: int, n0: int, width: int) -> None:
    """Check the equations of the theorem on the values `grid` of one part.

    The period is p; `n0` and `width` are the numbers N and W of the theorem.

    If the part lacks a tail, its values are only one row or one column.
    """
    turned = [list(column) for column in zip(*grid, strict=True)]
    for other, line in [*enumerate(grid), *enumerate(turned)]:
        first = max(n0, other + width)
        if len(line) > 1 and line[first:-p] != line[first + p :]:
            reject(f"for the other length {other}, the lengths from {first} on do not have period {p}")
    if len(grid) > 1 and len(turned) > 1:
        for low, high in zip(grid[n0:-p], grid[n0 + p :], strict=True):
            if low[n0:-p] != high[n0 + p :]:
                reject(f"the values do not repeat along a diagonal by {p}")


def _begins(grid: Grid, claim: Claim) -> str:
    """Check the claimed length c from which on the values have the period for all b, or that there is no such length.

    Return the statement in words.
    """
    p, n0 = claim["p"], claim["least"]
    wrong = [(b, c) for b, line in enumerate(grid) for c in range(len(line) - p) if line[c] != line[c + p]]
    for_ever = any(b >= n0 and c >= n0 for b, c in wrong)
    last = None if for_ever else max((c + 1 for _, c in wrong), default=0)
    if claim["begins"] != last:
        reject(f"for all b the period begins at {last}" if last is not None else "it has no beginning for all b")
    strip = f"outside the strip |b - c| < {claim['width']}, and along it; it has no common beginning for all b"
    words = strip if last is None else f"for all b and all c >= {last}, the smallest such number"
    return f"g(b, c + {p}) = g(b, c) {words}"
