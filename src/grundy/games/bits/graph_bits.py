"""Cram, Node Kayles, Arc Kayles and chess pieces on boards and graphs of up to 252 cells, for compiled search.

A position is the set of cells that are left, as one number with a bit for each. Compiled code keeps it in one to four
words (`BitRule.joined`), interpreted code in one integer, so the code below is the same for all sizes. Moves are masks.
Neighbours are found by shifts on grids, by rows of a matrix on other large graphs. The reference implementation of each
rule is the ruleset itself.

Positions are merged only if their game trees are isomorphic, or have a common reduction that misère play permits: see
`_split_loose`, `_without_twins` and `_one_leaf_each`. Isolated vertices of Node Kayles are heaps of one, and pairs of
them cancel. Positions of a grid are rotated, reflected and moved to a corner; others are mapped by symmetries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ...core import BitRule
from ...core.packed import BITS
from ..heaps.dawson import dawson_value, path_value, ring_value
from .masks import Word, members, met_by, pieces_of
from .neighbours import MOST_CELLS, Places, least_of, neighbours_of
from .turns import SHORT, turns

Writes = Callable[[int, Any], int]


class Packing(NamedTuple):
    """Functions that convert positions to integers and back, and the number of machine words that a position needs."""

    pack: Callable[[Any], int]
    unpack: Callable[[int], Any]
    words: int = 0
    """If it is 0, as many as the cells need."""

    def rule(self, cells: int, most: int, options: Writes, **fields: Any) -> BitRule[Any]:  # noqa: ANN401
        """Return the rules of a game for compiled search.

        Args:
            cells: The number of cells of the board, or of vertices of the graph.
            most: The largest number of options.
            options: A function that writes the options of a position to an array.
            **fields: The other functions and bounds of `BitRule`.

        Returns:
            The rules.
        """
        words = max(self.words, -(-cells // BITS), 1)
        found: BitRule[Any] = BitRule(
            words, most, options, lambda position: found.words_of(self.pack(position)),
            lambda state: self.unpack(found.number_of(state)), joined=words > 1, **fields,
        )  # fmt: skip
        return found


def domino_bits(rows: int, columns: int, packing: Packing) -> BitRule[Any]:
    """Return the rules of Cram, which is Arc Kayles on a grid, for compiled search.

    The options are in a fixed order: dominoes parallel to the short side first, and of these the middle ones first. In
    a search for Grundy values of components this order saves at least half of the work.

    Args:
        rows: The number of rows.
        columns: The number of columns, at most `rows`; cell (r, c) is bit r * columns + c.
        packing: The functions that convert positions to integers and back.

    Returns:
        The rules.
    """
    cells = rows * columns
    return packing.rule(
        cells,
        rows * (columns - 1) + columns * (rows - 1) + 1,
        _dominoes(rows, columns),
        split=_split_loose(rows, columns),
        canon=_domino_canon(rows, columns),
        known=_known_dominoes(rows, columns),
        parts=cells // 2 + 1,
    )


def vertex_bits(places: Places, packing: Packing) -> BitRule[Any]:
    """Return the rules of Node Kayles for compiled search.

    Moves at vertices of the highest degree come first.

    Args:
        places: The graph: which vertex each bit represents, and its neighbours.
        packing: The functions that convert positions to integers and back.

    Returns:
        The rules.
    """
    near, size = places.near, len(places.near)
    inner = sorted(range(size), key=lambda v: (-near[v].bit_count(), abs(2 * v + 1 - size)))
    return packing.rule(
        size,
        size,
        _takings([(1 << v, near[v] | 1 << v) for v in inner]),
        split=split_joined(neighbours_of(places), lone=True),
        canon=_without_twins(places),
        known=_known_path(places, tuple(map(dawson_value, range(MOST_CELLS + 1)))),
        parts=size,
    )


def edge_bits(places: Places, packing: Packing) -> BitRule[Any] | None:
    """Return the rules of Arc Kayles for compiled search, or None if the graph has no edges.

    Moves on edges at vertices of high degree come first.

    Args:
        places: The graph: which vertex each bit represents, and its neighbours.
        packing: The functions that convert positions to integers and back.

    Returns:
        The rules.
    """
    near, size = places.near, len(places.near)
    pairs = [(v, w) for v in range(size) for w in members(near[v]) if v < w]
    pairs.sort(key=lambda pair: (-sum(near[v].bit_count() for v in pair), abs(sum(pair) + 1 - size)))
    edges = [1 << v | 1 << w for v, w in pairs]
    if not edges:
        return None
    return packing.rule(
        size,
        len(edges),
        _takings([(ends, ends) for ends in edges]),
        split=split_joined(neighbours_of(places), lone=False),
        canon=_one_leaf_each(places, min(edges)),
        known=_known_path(places, tuple(map(path_value, range(MOST_CELLS + 1)))),
        parts=size // 2,
    )


def piece_bits(attacked: Sequence[int], rows: int, columns: int, packing: Packing) -> BitRule[Any]:
    """Return the rules of placing chess pieces for compiled search; moves to squares in the middle come first.

    Nothing blocks an attack, so the free squares are the whole state.

    Args:
        attacked: For each square a bit mask of the square and those that a piece on it attacks.
        rows: The number of rows.
        columns: The number of columns, at most `rows`; square (r, c) is bit r * columns + c.
        packing: The functions that convert positions to integers and back.

    Returns:
        The rules.
    """
    cells = rows * columns
    inner = sorted(
        range(cells), key=lambda v: (2 * (v // columns) + 1 - rows) ** 2 + (2 * (v % columns) + 1 - columns) ** 2
    )
    return packing.rule(
        cells,
        cells,
        _takings([(1 << v, attacked[v]) for v in inner]),
        split=pieces_of(met_by(tuple(attacked))),
        canon=turns(rows, columns).least,
        known=_known_pieces(rows, columns, attacked),
        parts=cells,
    )


# Moves.


def _takings(moves: Sequence[tuple[int, int]]) -> Writes:
    """Return a function that writes the options of a position to an array and returns the number of options.

    `moves` lists each possible move as a pair of bit masks: the vertices that must be present before the move, and the
    vertices that the move deletes.
    """
    needed = tuple(need for need, _ in moves)
    kept = tuple(~gone for _, gone in moves)
    count = len(needed)

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array
        k = 0
        for i in range(count):
            if state & needed[i] == needed[i]:
                out[k] = state & kept[i]
                k += 1
        return k

    return options


def _from_the_middle(lines: Sequence[int]) -> tuple[int, ...]:
    """Return a flat table with one row of len(lines) numbers for each k from 0 to len(lines).

    Row k contains the first k items of `lines`, the middle ones first, and then zeros.

    >>> _from_the_middle((1, 2, 4))  # rows of three numbers for k = 0, 1, 2, 3
    (0, 0, 0, 1, 0, 0, 1, 2, 0, 2, 1, 4)
    """
    found: list[int] = []
    for count in range(len(lines) + 1):
        order = sorted(range(count), key=lambda line: abs(2 * line + 1 - count))
        found += [*(lines[line] for line in order), *[0] * (len(lines) - count)]
    return tuple(found)


def _dominoes(rows: int, columns: int) -> Writes:
    """Return a function that writes the options of a board of free cells, one for each possible domino, to an array.

    Horizontal dominoes come first, row by row, then vertical ones, column by column. In both cases the order of rows or
    columns is from the middle outwards.
    """
    first, _, _ = edges_of(rows, columns)
    row_order = _from_the_middle([(1 << columns) - 1 << columns * row for row in range(rows)])
    column_order = _from_the_middle([first << column for column in range(columns)])
    _, height, width, *_ = turns(rows, columns)

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array
        step = columns & SHORT
        count = 0
        starts = state & (state & ~first) >> 1
        high = height(state)
        for place in range(rows * high, rows * high + high):
            line = starts & row_order[place]
            while line:
                cell = line & -line
                line ^= cell
                out[count] = state ^ cell ^ cell << 1
                count += 1
        starts = state & state >> step
        wide = width(state)
        for place in range(columns * wide, columns * wide + wide):
            line = starts & column_order[place]
            while line:
                cell = line & -line
                line ^= cell
                out[count] = state ^ cell ^ cell << step
                count += 1
        return count

    return options


# Components.


def split_joined(neighbours: Word, *, lone: bool) -> Writes:
    """Return a function that writes the connected components of a position to an array.

    Args:
        neighbours: A function from a set of vertices to all their neighbours.
        lone: Whether a player can move at an isolated vertex. If not, isolated vertices are omitted. If so, every
            isolated vertex has value 1 and pairs cancel: one of them is written if their number is odd, else none.

    Returns:
        The function; it takes the position and the array, and returns the number of components.
    """
    pieces = pieces_of(neighbours)
    kept = 1 if lone else 0

    def split(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array
        joined = state & neighbours(state)
        k = pieces(joined, out)
        if kept & (state ^ joined).bit_count():
            out[k] = 1
            k += 1
        return k

    return split


def _split_loose(rows: int, columns: int) -> Writes:
    """Return a function that writes the connected regions of a board to an array.

    First it rules out cells and dominoes that cannot change the value, so that more regions are separate. An end cell
    is a cell with exactly one free neighbour. Two facts are used. Each holds for graphs, in misère play too, by
    induction over the moves:

    - A cell whose neighbours v all have an end cell next to them can be removed. A domino on the cell and v leaves the
      same as a domino on v and its end cell, because then the cell can be removed from what is left.
    - Two opposite corners of a square of four cells may have no neighbours except the other corners v and w. Then they
      act as an end cell at v and an end cell at w: if one of them is covered together with v, the other is an end cell
      at w. So no domino needs to cover two cells of the same column of the square, and the square splits into its rows.

    A region is written as the set of its cells. If the rows of a square are still connected by other cells, the region
    contains the whole square again, which has the same value.
    """
    first, _, _ = edges_of(rows, columns)

    def split(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array
        step, back = columns & SHORT, columns - 1 & SHORT
        right, below = state & (state & ~first) >> 1, state & state >> step  # the first cells of dominoes
        loose = 1
        while loose:
            left, above = right << 1, below << step
            falling = right & below & ~left & ~above & (left & above & ~right & ~below) >> step >> 1
            rising = left & below & ~right & ~above & (right & above & ~left & ~below) >> back
            loose = falling | falling << 1 | rising | rising >> 1
            below ^= loose
            above = below << step
            cells = right | left | below | above
            ends = (right ^ left ^ below ^ above) & ~(right & left) & ~(below & above)
            beside = (ends & right) << 1 | ends >> 1 & right | (ends & below) << step | ends >> step & below
            other = cells & ~beside
            beside = (other & right) << 1 | other >> 1 & right | (other & below) << step | other >> step & below
            spare = cells & ~beside & ~ends
            loose |= spare
            right &= ~(spare | spare >> 1)
            below &= ~(spare | spare >> step)
        state = right | right << 1 | below | below << step
        count = 0
        while state:
            piece, grown = 0, state & -state
            while grown != piece:
                piece = grown
                grown |= (piece & right) << 1 | piece >> 1 & right
                grown |= (piece & below) << step | piece >> step & below
            out[count] = piece
            count += 1
            state ^= piece
        return count

    return split


# Representatives.


def _domino_canon(rows: int, columns: int) -> Word:
    """Return a function that maps a region of Cram to its representative, which has the same value.

    Of several end cells with the same single free neighbour the representative keeps only one (see
    `cram.without_twins`). It is then the least image of this region under rotations, reflections and shifts. `rows` and
    `columns` are the size of the board.
    """
    first, not_last, not_bottom = edges_of(rows, columns)
    least = turns(rows, columns).least

    def canon(state: int) -> int:
        step = columns & SHORT
        right, left = (state & not_last) << 1, (state & ~first) >> 1
        below, above = (state & not_bottom) << step, state >> step
        ends = state & (right ^ left ^ below ^ above) & ~(right & left) & ~(below & above)
        after_left, after_right = state & (ends & not_last) << 1, state & (ends & ~first) >> 1
        after_above, after_below = state & (ends & not_bottom) << step, state & ends >> step
        drop = (after_left & after_right & not_last) << 1
        drop |= (after_above & (after_left | after_right)) >> step
        drop |= (after_below & (after_left | after_right | after_above) & not_bottom) << step
        return least(state & ~drop)

    return canon


def _without_twins(places: Places) -> Word:
    """Return a function that maps a position of Node Kayles to its representative, which has the same value.

    Two vertices are interchangeable if they are adjacent and have the same other neighbours: every move deletes both or
    none of them. The representative keeps one vertex of each set of interchangeable ones. It is then the least image
    of this position under the symmetries of the graph.
    """
    near, least = places.near, least_of(places)
    pairs = [(v, w) for v in range(len(near)) for w in members(near[v]) if v < w and near[v] & near[w]]
    both = tuple(1 << v | 1 << w for v, w in pairs) or (0,)
    apart = tuple((near[v] ^ near[w]) & ~(1 << v | 1 << w) for v, w in pairs) or (0,)
    second = tuple(1 << w for _, w in pairs) or (0,)
    count = len(pairs)

    def canon(state: int) -> int:
        for i in range(count):
            if state & both[i] == both[i] and state & apart[i] == 0:
                state ^= second[i]
        rest = state & (state - 1)
        if rest & (rest - 1) == 0:
            return 1 if state else 0
        return least(state)

    return canon


def _one_leaf_each(places: Places, edge: int) -> Word:
    """Return a function that maps a position of Arc Kayles to its representative, which has the same value.

    A leaf is a vertex with exactly one neighbour. At most one of the leaves at a vertex is ever taken, so the
    representative keeps only one leaf at each vertex. It is then the least image of this position under the symmetries
    of the graph. A single edge is always represented by `edge`.
    """
    near, least = places.near, least_of(places)

    def canon(state: int) -> int:
        served = 0
        waiting = state
        while waiting:
            vertex = waiting & -waiting
            waiting ^= vertex
            beside = near[vertex.bit_length() - 1] & state
            if beside and beside & (beside - 1) == 0:
                state ^= vertex if beside & served else 0
                served |= beside
        rest = state & (state - 1)
        if rest & (rest - 1) == 0:
            return edge if rest else 0
        return least(state)

    return canon


# Theorems about values.


def _known_dominoes(rows: int, columns: int) -> Word:
    """Return a function that computes the Grundy value of a connected region of Cram if a theorem gives it, else -1.

    The value is known for a path and for a cycle. It is 0 if a half turn maps the region to itself and no domino has a
    cell in common with its image. A reflection never allows this, because every connected region that it maps to itself
    has a domino that meets its image. `rows` and `columns` are the size of the board.
    """
    first, not_last, not_bottom = edges_of(rows, columns)
    _, height, width, upside_down, mirrored, *_ = turns(rows, columns)
    paths = tuple(map(path_value, range(rows * columns + 1)))
    rings = tuple(map(ring_value, range(rows * columns + 1)))

    def known(state: int) -> int:
        step = columns & SHORT
        right, left = (state & not_last) << 1, (state & ~first) >> 1
        below, above = (state & not_bottom) << step, state >> step
        if state & (right & left & (below | above) | below & above & (right | left)) == 0:
            cells = state.bit_count()
            dominoes = (state & left).bit_count() + (state & above).bit_count()
            return paths[cells] if dominoes < cells else rings[cells]
        if upside_down(mirrored(state)) != state:
            return -1
        high, wide = height(state), width(state)
        middle = 1 << (high - 1) // 2 * columns + (wide - 1) // 2
        if high % 2 == 0:
            middle |= middle << step
            return 0 if wide % 2 == 0 or state & middle != middle else -1
        if wide % 2 == 0:
            middle |= middle << 1
        return -1 if state & middle == middle else 0

    return known


def _known_path(places: Places, paths: tuple[int, ...]) -> Word:
    """Return a function that computes the Grundy value of a connected position if it is a path or a cycle, else -1.

    `paths` lists the values of paths by their number of vertices, from 0 vertices on.
    """
    near, rings = places.near, (0, 0, 0, *map(ring_value, range(3, len(paths))))

    def known(state: int) -> int:
        ends = 0
        waiting = state
        while waiting:
            vertex = waiting & -waiting
            waiting ^= vertex
            others = near[vertex.bit_length() - 1] & state
            others &= others - 1
            ends |= others == 0
            if others & (others - 1):
                return -1
        size = state.bit_count()
        return paths[size] if ends else rings[size]

    return known


def _known_pieces(rows: int, columns: int, near: Sequence[int]) -> Word:
    """Return a function that computes the Grundy value of a set of free squares for chess pieces, or -1 if unknown.

    The value is 1 for a single square. It is 0 if a symmetry maps the set to itself and no square is its own image or
    attacks its image.

    `near` has for each square the bit mask of the squares that a piece on it attacks. For each kind of symmetry a table
    gives the squares of a board that neither are nor attack their image. The index in this table is the height of the
    set for vertical flips, its width for horizontal flips, and height * (columns + 1) + width for half turns.
    """
    _, height, width, upside_down, mirrored, transposed, _ = turns(rows, columns)
    heights, widths = range(rows + 1), range(columns + 1)

    def apart(pairs: Iterable[tuple[int, int]]) -> int:
        return sum(1 << cell for cell, image in pairs if not near[cell] >> image & 1)

    def flipped(high: int, wide: int, *, down: bool = True, across: bool = True) -> int:
        cells = ((row, column) for row in range(high) for column in range(wide))
        images = ((r, c, high - 1 - r if down else r, wide - 1 - c if across else c) for r, c in cells)
        return apart((r * columns + c, row * columns + column) for r, c, row, column in images)

    down = tuple(flipped(high, columns, across=False) for high in heights)
    across = tuple(flipped(rows, wide, down=False) for wide in widths)
    turn = tuple(flipped(high, wide) for high in heights for wide in widths)
    diagonal = apart((r * columns + c, c * columns + r) for r in range(columns) for c in range(columns))

    def known(state: int) -> int:
        if state & (state - 1) == 0:
            return 1 if state else 0
        high, wide = height(state), width(state)
        over, beside = upside_down(state), mirrored(state)
        if over == state and state & ~down[high] == 0:
            return 0
        if beside == state and state & ~across[wide] == 0:
            return 0
        if mirrored(over) == state and state & ~turn[high * (columns + 1) + wide] == 0:
            return 0
        if high == wide and transposed(state) == state and state & ~diagonal == 0:
            return 0
        return -1

    return known


def edges_of(rows: int, columns: int) -> tuple[int, int, int]:
    """Return bit masks of the first column, of all columns except the last, and of all rows except the last.

    Args:
        rows: The number of rows of a board.
        columns: The number of columns; cell (r, c) is bit r * columns + c.

    Returns:
        The masks.
    """
    first = sum(1 << columns * row for row in range(rows))
    return first, ((1 << rows * columns) - 1) & ~(first << columns - 1), (1 << columns * (rows - 1)) - 1


def grid_neighbours(rows: int, columns: int) -> Word:
    """Return a function that computes all neighbours of a set of cells of a board.

    Args:
        rows: The number of rows.
        columns: The number of columns; cell (r, c) is bit r * columns + c.

    Returns:
        The function.
    """
    first, not_last, not_bottom = edges_of(rows, columns)

    def neighbours(cells: int) -> int:
        step = columns & SHORT
        return (cells & not_last) << 1 | (cells & ~first) >> 1 | (cells & not_bottom) << step | cells >> step

    return neighbours
