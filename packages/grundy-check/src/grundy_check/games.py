"""The rules of games whose positions are texts: which texts are positions, their moves, and their components.

Play ends in every family, because a move takes tokens, or makes more heaps with fewer tokens, or fills cells, eats
squares or deletes vertices. Only a graph can have cycles, which `Game.ends` detects.

The argument `game` of a function is the data of a game in a certificate: a JSON object with the name of its family and
the numbers that determine the rules. The function raises `Stop` if the object is malformed. A take-and-break game has
`Rules`: pairs of a number t of tokens to take and a digit, which states into how many heaps the rest may be left.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from typing import Any, NamedTuple

from .reading import Read, Reader, Stop, any_value, malformed, many, nat, number, position, record, reject, row, text

MOST_MOVES = 100_000
"""Positions with more moves are not examined."""
Rules = list[tuple[int, int]]
"""Pairs (t, digit): t tokens may be taken and the rest left as j heaps if bit j of the digit is set."""


class Game(NamedTuple):
    """The rules of a game whose positions are written as texts.

    Attributes:
        read: Returns the canonical text of the position that a text denotes; for other texts it returns None or raises
            `ValueError` or `IndexError`.
        moves: Returns the options of a position.
        split: Returns components whose sum is equivalent to a position.
        images: Returns all texts that are equivalent to a component by symmetry.
        arcs: The options of each position if the game is a directed graph, otherwise empty.
    """

    read: Callable[[str], str | None]
    moves: Callable[[str], Iterable[str]]
    split: Callable[[str], Iterable[str]] = lambda shown: [shown]
    images: Callable[[str], Iterable[str]] = lambda part: [part]
    arcs: Mapping[str, list[str]] = {}  # never modified

    def position(self, shown: str) -> str:
        """Return the text `shown` if it is the canonical text of a position; otherwise raise `Stop`."""
        try:
            fits = self.read(shown) == shown
        except (ValueError, IndexError):
            fits = False
        return shown if fits else reject(f"{shown} is not a position of this game")

    def options(self, shown: str) -> list[str]:
        """Return the distinct options of a position, ordered by their bytes."""
        found = [*islice(self.moves(shown), MOST_MOVES + 1)]
        if len(found) > MOST_MOVES:
            raise Stop("LIMIT", f"a position has more than {MOST_MOVES} moves")
        return sorted({*found})

    def ends(self) -> bool:
        """Return whether play always ends: false only for a directed graph with a cycle."""
        try:
            TopologicalSorter(self.arcs).prepare()
        except CycleError:
            return False
        return True

    def entries(self, reader: Reader, *columns: Read) -> Iterator[list[Any]]:
        """Yield the entries of a certificate, each of which must be a list that begins with a position.

        Args:
            reader: The certificate.
            columns: A function for each other item of the list, which returns the item or raises `Stop` if it is wrong.

        Yields:
            One list per entry: the position and the other items.

        Raises:
            Stop: If an entry has another form, or does not begin with a position of this game.
        """
        return reader.entries(row(lambda value: self.position(position(value)), *columns))


def heaps(leaves: Callable[..., Iterable[Iterable[tuple[int, ...]]]], states: int = 0) -> Game:
    """Make a game whose positions are sums of heaps, written in ascending order as "1+3+3", or "0" if there are none.

    A heap of size n in state s of an automaton is written s:n.

    Args:
        leaves: A function from a heap, given as its size or as state and size, to the heaps that each of its moves
            leaves.
        states: The number of states; 0 for heaps without states.

    Returns:
        The game.
    """
    known: set[tuple[int, ...]] = {(state,) for state in range(states)} or {()}

    def parse(shown: str) -> list[tuple[int, ...]]:
        return [tuple(map(int, heap.split(":"))) for heap in shown.split("+") if shown != "0"]

    def show(found: Iterable[tuple[int, ...]]) -> str:
        return "+".join(":".join(map(str, heap)) for heap in sorted(found) if heap[-1]) or "0"

    def read(shown: str) -> str | None:
        return show(parse(shown)) if all(heap[:-1] in known and heap[-1] > 0 for heap in parse(shown)) else None

    def moves(shown: str) -> Iterator[str]:
        found = parse(shown)
        moved = ((i, left) for i, heap in enumerate(found) for left in leaves(*heap))
        return (show([*found[:i], *left, *found[i + 1 :]]) for i, left in moved)

    return Game(read, moves, lambda shown: [heap for heap in shown.split("+") if heap != "0"])


def nim(game: object) -> Game:
    """Return the rules of nim, where a move takes any positive number of tokens from one heap.

    `game` is the description of the game in the certificate; it must be empty but for its family.
    """
    record(game, family=str)
    return heaps(lambda heap: ([(left,)] for left in range(heap)))


def code_of(game: object) -> Rules:
    """Read the data of a take-and-break game given by a code, such as 0.77, and return its pairs (t, digit)."""
    code = record(game, code=text(r"[048C]\.[0-9A-F]{0,60}"), family=str)["code"].replace(".", "")
    return [(taken, int(digit, 16)) for taken, digit in enumerate(code) if digit != "0"]


def set_of(game: object) -> Rules:
    """Read the data of a game given by a subtraction set, and return its pairs (t, 3).

    The digit 3 means that the rest of the heap is left as one heap, or as none if nothing is left.
    """
    takes = record(game, family=str, set=many(number(1, 100_000)))["set"]
    return [(take, 3) for take in takes] if 0 < len(takes) == len({*takes}) else malformed("expected takes")


HEAPS: list[Callable[[int], Iterable[tuple[int, ...]]]] = [
    lambda rest: [()] * (rest == 0),
    lambda rest: [(rest,)] * (rest > 0),
    lambda rest: ((a, rest - a) for a in range(1, rest // 2 + 1)),
    lambda rest: ((a, b, rest - a - b) for a in range(1, rest // 3 + 1) for b in range(a, (rest - a) // 2 + 1)),
]
"""Return the ways to leave a number of tokens as 0, 1, 2 or 3 heaps."""


def take_break(rules: Rules) -> Game:
    """Make the take-and-break game with the given pairs (t, digit).

    A move takes t tokens from a heap and leaves the rest as j heaps, for each j such that bit j of the digit is set.
    """

    def leaves(heap: int) -> Iterator[Any]:
        rests = ((heap - taken, j) for taken, digit in rules if taken <= heap for j in range(4) if digit >> j & 1)
        return (zip(left) for rest, j in rests for left in HEAPS[j](rest))

    return heaps(leaves)


def arcs_of(game: object) -> tuple[int, list[list[int]]]:
    """Read the data of an automaton: return the number of its states, and its moves [s, t, k].

    A move takes k tokens from a heap in state s and leaves the rest as a heap in state t.
    """
    rule = record(game, family=str, moves=any_value, states=number(1, 64))
    state = number(0, rule["states"] - 1)
    return rule["states"], many(row(state, state, number(1, 1000)))(rule["moves"])


def automaton(game: object) -> Game:
    """Make a game on heaps with states, from the data that `arcs_of` reads.

    The state of a heap determines how many tokens may be taken, and the number taken determines the next state.
    """
    states, arcs = arcs_of(game)
    return heaps(lambda state, n: ([(t, n - k)] for s, t, k in arcs if s == state and k <= n), states)


def pieces(places: set[Any], near: Callable[[Any], Iterable[Any]]) -> Iterator[set[Any]]:
    """Yield the connected components of a set of vertices or squares. The set is empty afterwards.

    Args:
        places: The vertices or squares.
        near: A function that returns the neighbours of one of them.

    Yields:
        The components, as sets.
    """
    while places:
        piece = [places.pop()]
        for place in piece:
            piece += (found := places.intersection(near(place)))
            places -= found
        yield {*piece}


def sides(game: object) -> tuple[int, int]:
    """Read the data `game` of cram or chomp, and return the numbers of rows and columns of its board."""
    board = record(game, cols=number(1, 64), family=str, rows=number(1, 64))
    return board["rows"], board["cols"]


def cram(game: object) -> Game:
    """Return the rules of cram, where a move fills two adjacent free cells.

    A position is the rows of cells from top to bottom, separated by "/", with "." for free and "#" for filled cells. No
    side of a position is longer than the longer side of the board in `game`. Components are connected regions of two
    cells or more, each on the smallest board that contains it; a component is equivalent to its rotations and
    reflections.
    """
    most = max(sides(game))

    def read(shown: str) -> str | None:
        lines = shown.split("/")
        fits = 0 < len(lines[0]) <= most >= len(lines) and {*shown} <= {*".#/"}
        return shown if fits and {*map(len, lines)} == {len(lines[0])} else None

    def moves(shown: str) -> Iterator[str]:
        down = len(shown.partition("/")[0]) + 1
        pairs = ((i, j) for i in range(len(shown)) for j in (i + 1, i + down) if shown[i] == "." == shown[j : j + 1])
        return (f"{shown[:i]}#{shown[i + 1 : j]}#{shown[j + 1 :]}" for i, j in pairs)

    def split(shown: str) -> Iterator[str]:  # cells as bits; the end of a row counts as filled
        down, free = len(shown.partition("/")[0]) + 1, int(shown.translate(str.maketrans(".#/", "100")), 2)
        while free:
            piece, found = 0, free & -free
            while piece != found:
                piece, found = found, free & (found | found << 1 | found >> 1 | found << down | found >> down)
            free ^= piece
            if piece & (piece - 1):
                text = f"{piece:0{len(shown)}b}".replace("0", "#").replace("1", ".")
                lines = [line for i in range(0, len(text), down) if "." in (line := text[i : i + down])]
                left, right = min(line.index(".") for line in lines), max(line.rindex(".") for line in lines)
                yield "/".join([line[left : right + 1] for line in lines])

    def images(part: str) -> list[str]:
        turned = "/".join(map("".join, zip(*part.split("/"), strict=True)))
        return [text[::k] for way in (part, turned) for text in (way, "/".join(way.split("/")[::-1])) for k in (1, -1)]

    return Game(read, moves, split, images)


def chomp(game: object) -> Game:
    """Return the rules of chomp, where a move eats a square with all squares below and to the right of it.

    The poisoned square, at the top left, is never eaten. A position is the lengths of the rows, longest first, such as
    "4,4,2".
    """
    rows, cols = sides(game)

    def read(shown: str) -> str | None:
        lengths = sorted(map(int, shown.split(",")), reverse=True)
        return ",".join(map(str, lengths)) if len(lengths) <= rows and lengths[0] <= cols and lengths[-1] > 0 else None

    def moves(shown: str) -> Iterator[str]:
        lengths = [*map(int, shown.split(","))]
        for top, column in product(range(len(lengths)), range(lengths[0])):
            if top + column > 0 and column < lengths[top]:
                below = [min(column, length) for length in lengths[top:] if column]
                yield ",".join(map(str, lengths[:top] + below))

    return Game(read, moves)


def neighbours(edges: object, n: int) -> dict[int, set[int]]:
    """Return the neighbours of each vertex of an undirected graph.

    Args:
        edges: Pairs of vertices.
        n: The number of vertices.

    Returns:
        The neighbours by vertex.
    """
    near: dict[int, set[int]] = defaultdict(set)
    for a, b in many(many(number(0, n - 1), 2))(edges):
        near[a].add(b)
        near[b].add(a)
    return near


def node_kayles(game: object) -> Game:
    """Return the rules of Node Kayles, where a move deletes a vertex of an undirected graph with its neighbours.

    A position is the ascending list of the remaining vertices, such as "0,2,5", or "-" if there are none.
    """
    whole = record(game, edges=any_value, family=str, n=nat)
    near = neighbours(whole["edges"], whole["n"])

    def parse(shown: str) -> list[int]:
        return [*map(int, shown.split(","))] if shown != "-" else []

    def show(free: Iterable[int]) -> str:
        return ",".join(map(str, sorted(free))) or "-"

    def read(shown: str) -> str | None:
        return show({*parse(shown)}) if all(0 <= vertex < whole["n"] for vertex in parse(shown)) else None

    def moves(shown: str) -> Iterator[str]:
        free = {*parse(shown)}
        return (show(free - near[vertex] - {vertex}) for vertex in free)

    return Game(read, moves, lambda shown: map(show, pieces({*parse(shown)}, near.__getitem__)))


def graph(game: object) -> Game:
    """Return the rules of the game on a directed graph: a token is on a vertex, and a move follows an arc.

    A position is the number of the vertex, as text. Play need not end.
    """
    lists = record(game, arcs=many(many(nat)), family=str)["arcs"]
    names = [*map(str, range(len(lists)))]
    vertex = number(0, len(lists) - 1)
    arcs = {name: [names[vertex(end)] for end in ends] for name, ends in zip(names, lists, strict=True)}
    return Game(lambda shown: shown if shown in arcs else None, arcs.__getitem__, arcs=arcs)


FAMILIES: dict[str, Callable[[object], Game]] = {"nim": nim, "automaton": automaton, "cram": cram, "chomp": chomp}
FAMILIES |= {"take-break": lambda game: take_break(code_of(game)), "subtraction": lambda game: take_break(set_of(game))}
FAMILIES |= {"node-kayles": node_kayles, "graph": graph}
"""The families of games by their names."""
