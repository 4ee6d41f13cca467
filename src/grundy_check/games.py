"""The rules of the games, written from their texts: positions read and shown, moves, parts that do not touch.

Play ends in every family, since a move takes tokens or makes more heaps of fewer tokens, fills cells, eats squares or
deletes vertices; only a graph can have cycles, and `Game.ends` looks for them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice, product
from typing import Any, NamedTuple

from .reading import Stop, malformed, nat, record, reject, row, text

MOST_MOVES = 100_000
"""A position with more moves is not looked at."""
Heaps = tuple[Any, ...]


class Game(NamedTuple):
    """A game whose positions are texts outside; `read` returns None or raises `ValueError` for what is none.

    `split` gives parts whose sum plays like a position. `images` gives all parts that play like one, with their texts.
    `ordered` says that moves are distinct and come in the bytewise order of what they leave.
    """

    read: Callable[[str], Any]
    moves: Callable[[Any], Iterable[Any]]
    show: Callable[[Any], str] = str
    split: Callable[[Any], Iterable[Any]] = lambda position: [position]
    images: Callable[[Any], Iterable[tuple[str, Any]]] | None = None
    ends: Callable[[], bool] = lambda: True
    ordered: bool = False

    def position(self, shown: str) -> Any:  # noqa: ANN401  # each family has its own
        """Read a position that prints back to itself."""
        try:
            position = self.read(text(shown))
        except (ValueError, IndexError):
            position = None
        if position is None or self.show(position) != shown:
            reject(f"{shown} is no position of this game, or not written as one")
        return position

    def reached(self, position: Any) -> list[Any]:  # noqa: ANN401
        """Return the options of a position as its moves give them."""
        found = [*islice(self.moves(position), MOST_MOVES + 1)]
        if len(found) > MOST_MOVES:
            raise Stop("LIMIT", f"a position has more than {MOST_MOVES} moves")
        return found

    def options(self, position: Any) -> list[Any]:  # noqa: ANN401
        """Return the distinct options of a position, in the bytewise order of their texts."""
        found = self.reached(position)
        return found if self.ordered else sorted({*found}, key=self.show)

    def alike(self, part: Any) -> dict[str, Any]:  # noqa: ANN401
        """Return the parts that play like one by their texts, the least of which names it."""
        return dict(self.images(part)) if self.images else {self.show(part): part}


def heap_game(leaves: Callable[[Any], Iterable[Heaps]], states: int = 0) -> Game:
    """Heaps side by side, ascending, "0" when there is none; of an automaton a heap is a state and a size, s:n."""

    def read(shown: str) -> Heaps | None:
        found = [tuple(map(int, heap.split(":"))) for heap in shown.split("+") if shown != "0"]
        wrong = any(len(h) != 1 + (states > 0) or h[-1] < 1 or h[0] < 0 or 0 < states <= h[0] for h in found)
        return None if wrong else tuple(sorted(heap if states else heap[0] for heap in found))

    def show(position: Heaps) -> str:
        return "+".join("{}:{}".format(*heap) if states else str(heap) for heap in position) or "0"

    def moves(position: Heaps) -> Iterator[Heaps]:
        moved = ((i, left) for i, heap in enumerate(position) for left in leaves(heap))
        return (tuple(sorted((*position[:i], *left, *position[i + 1 :]))) for i, left in moved)

    return Game(read, moves, show, lambda position: ((heap,) for heap in position))


def nim(game: object) -> Game:
    """Take any positive number of tokens from one heap."""
    record(game, "family")
    return heap_game(lambda heap: ((left,) if left else () for left in range(heap)))


def rules_of(game: Any) -> list[tuple[int, int]]:  # noqa: ANN401
    """Return (t, digit) of a take-and-break game or a set: t tokens may be taken, j heaps left where bit j is set."""
    if game["family"] == "subtraction":
        takes = [nat(take, 1, 100_000) for take in row(record(game, "family set")["set"])]
        return [(take, 3) for take in takes] if 0 < len(takes) == len({*takes}) else malformed("expected takes")
    code = text(record(game, "code family")["code"], r"[048C]\.[0-9A-F]{0,60}").replace(".", "")
    return [(taken, int(digit, 16)) for taken, digit in enumerate(code) if digit != "0"]


def take_break(game: object) -> Game:
    """Take t tokens and leave positive heaps, as many as the digit of t allows: a code, or a set of plain takes."""
    rules = rules_of(game)

    def leaves(heap: int) -> Iterator[Heaps]:
        for rest, digit in ((heap - taken, digit) for taken, digit in rules if taken <= heap):
            if digit & 3 and (digit & 2 if rest else digit & 1):
                yield (rest,) if rest else ()
            if digit & 4:
                yield from ((a, rest - a) for a in range(1, rest // 2 + 1))
            if digit & 8:
                for a in range(1, rest // 3 + 1):
                    yield from ((a, b, rest - a - b) for b in range(a, (rest - a) // 2 + 1))

    return heap_game(leaves)


def arcs_of(game: object) -> tuple[int, list[list[int]]]:
    """Return the number of states of an automaton and its moves [s, t, k]: in state s take k, go on in state t."""
    states = nat(record(game, "family moves states")["states"], 1, 64)
    arcs = [row(arc, 3) for arc in row(record(game, "family moves states")["moves"])]
    return states, [[nat(s, 0, states - 1), nat(t, 0, states - 1), nat(k, 1, 1000)] for s, t, k in arcs]


def automaton(game: object) -> Game:
    """Take tokens from a heap as its state allows."""
    states, arcs = arcs_of(game)

    def leaves(heap: tuple[int, int]) -> Iterator[Heaps]:
        return (((t, heap[1] - k),) if k < heap[1] else () for s, t, k in arcs if s == heap[0] and k <= heap[1])

    return heap_game(leaves, states)


def pieces(places: set[int], near: Callable[[int], Iterable[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the connected pieces of a set, and empty it."""
    while places:
        piece = [places.pop()]
        for place in piece:
            piece += (found := places.intersection(near(place)))
            places -= found
        yield tuple(sorted(piece))


@cache
def dominoes(rows: int, cols: int, wide: int) -> list[int]:
    """Return the dominoes of a board in lines of `wide` bits, cell by cell, across before down."""
    places = [(1 << wide * r + c, r, c) for r, c in product(range(rows), range(cols))]
    both = ((cell, (c + 1 < cols) * cell << 1, (r + 1 < rows) * cell << wide) for cell, r, c in places)
    return [cell | other for cell, *near in both for other in near if other]


def regions(free: int, wide: int) -> Iterator[int]:
    """Yield the connected regions of free cells, each moved to the corner."""
    column = sum(1 << line for line in range(0, free.bit_length(), wide))
    while free:
        piece, grown = 0, free & -free
        while piece != grown:
            piece, near = grown, grown << 1 | grown >> 1 | grown << wide | grown >> wide
            grown |= near & free
        free ^= piece
        piece >>= ((piece & -piece).bit_length() - 1) // wide * wide
        while not piece & column:
            piece >>= 1
        yield piece


def turned(piece: int, wide: int) -> Iterator[Heaps]:
    """Yield the eight images of a region, moved to the corner: rows, columns and cells."""
    cells = [divmod(i, wide) for i in range(piece.bit_length()) if piece >> i & 1]
    for places, v, h in product((cells, [(c, r) for r, c in cells]), (1, -1), (1, -1)):
        rows, cols = [v * r for r, _ in places], [h * c for _, c in places]
        top, left = min(rows), min(cols)
        free = sum(1 << wide * (r - top) + c - left for r, c in zip(rows, cols, strict=True))
        yield max(rows) - top + 1, max(cols) - left + 1, free


def cram(game: object) -> Game:
    """Rows of cells from top to bottom, "." free, "#" used; a move uses two neighbouring free cells.

    A position may be any board that fits, also turned: its rows, its columns, and a bit for every free cell, with a
    used column behind the last. Parts are connected pieces of two cells or more, each moved to the corner; it plays
    like its eight images.
    """
    most = max(nat(record(game, "cols family rows")[side], 1, 64) for side in ("rows", "cols"))
    board = re.compile("|".join(f"[.#]{{{n}}}(/[.#]{{{n}}}){{0,{most - 1}}}" for n in range(1, most + 1)))
    wide = most + 1

    def read(shown: str) -> Heaps | None:
        lines = shown.split("/")
        free = sum(1 << wide * r + c for r, line in enumerate(lines) for c, cell in enumerate(line) if cell == ".")
        return (len(lines), len(lines[0]), free) if board.fullmatch(shown) else None

    def show(position: Heaps) -> str:
        rows, cols, free = position
        bits = format(free, f"0{wide * rows}b")[::-1].replace("0", "#").replace("1", ".")
        return "/".join(bits[start : start + cols] for start in range(0, wide * rows, wide))

    def moves(position: Heaps) -> Iterator[Heaps]:
        rows, cols, free = position
        return ((rows, cols, free ^ domino) for domino in dominoes(rows, cols, wide) if free & domino == domino)

    def split(position: Heaps) -> Iterator[int]:
        return (piece for piece in regions(position[2], wide) if piece & (piece - 1))

    def images(piece: int) -> Iterator[tuple[str, int]]:
        return ((show(image), image[2]) for image in turned(piece, wide))

    return Game(read, moves, show, split, images, ordered=True)


def chomp(game: object) -> Game:
    """Row lengths, longest first; a move eats a square and all below and right of it, never the poisoned corner."""
    rows, cols = (nat(record(game, "cols family rows")[side], 1, 64) for side in ("rows", "cols"))

    def read(shown: str) -> Heaps | None:
        lengths = tuple(map(int, shown.split(",")))
        fits = len(lengths) <= rows and lengths[0] <= cols and lengths[-1] > 0
        return lengths if fits and [*lengths] == sorted(lengths, reverse=True) else None

    def moves(lengths: Heaps) -> Iterator[Heaps]:
        for top, column in product(range(len(lengths)), range(lengths[0])):
            if top + column > 0 and column < lengths[top]:
                yield (*lengths[:top], *(min(column, length) for length in lengths[top:] if column))

    return Game(read, moves, lambda lengths: ",".join(map(str, lengths)))


def node_kayles(game: object) -> Game:
    """The free vertices of an undirected graph, "-" when there is none; a move deletes one and its neighbours."""
    n = nat(record(game, "edges family n")["n"])
    edges = [[nat(end, 0, n - 1) for end in row(edge, 2)] for edge in row(record(game, "edges family n")["edges"])]
    near: dict[int, set[int]] = {}
    for a, b in [*edges, *([b, a] for a, b in edges)]:
        near.setdefault(a, set()).add(b)

    def read(shown: str) -> Heaps | None:
        free = tuple(map(int, shown.split(","))) if shown != "-" else ()
        return free if all(0 <= vertex < n for vertex in free) and [*free] == sorted({*free}) else None

    def moves(free: Heaps) -> Iterator[Heaps]:
        return (tuple(v for v in free if v != chosen and v not in near.get(chosen, ())) for chosen in free)

    def split(free: Heaps) -> Iterator[Heaps]:
        return pieces({*free}, lambda vertex: near.get(vertex, ()))

    return Game(read, moves, lambda free: ",".join(map(str, free)) or "-", split)


def graph(game: object) -> Game:
    """A token on a vertex of a directed graph; a move follows an arc."""
    lists = row(record(game, "arcs family")["arcs"])
    arcs = [[nat(end, 0, len(lists) - 1) for end in row(ends)] for ends in lists]

    def ends() -> bool:
        entering = [0] * len(arcs)
        for end in (end for ends in arcs for end in ends):
            entering[end] += 1
        free = [vertex for vertex, count in enumerate(entering) if not count]
        for vertex in free:  # the list grows: vertices that no arc enters any more
            for end in arcs[vertex]:
                entering[end] -= 1
                free += [end] * (not entering[end])
        return len(free) == len(arcs)

    return Game(lambda shown: range(len(arcs))[int(shown)], lambda vertex: arcs[vertex], ends=ends)


_NAMED = (nim, take_break, automaton, cram, chomp, node_kayles, graph)
FAMILIES = {maker.__name__.replace("_", "-"): maker for maker in _NAMED} | {"subtraction": take_break}
"""The families of games by their names."""
