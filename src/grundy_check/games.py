"""The rules of the games, written from their texts: which texts are positions, moves, parts that do not touch.

Play ends in every family, since a move takes tokens or makes more heaps of fewer tokens, fills cells, eats squares or
deletes vertices; only a graph can have cycles, and `Game.ends` looks for them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from typing import Any, NamedTuple

from .reading import Read, Reader, Stop, any_value, malformed, many, nat, number, position, record, reject, row, text

MOST_MOVES = 100_000
"""A position with more moves is not looked at."""
Rules = list[tuple[int, int]]
"""Pairs (t, digit): t tokens may be taken where j heaps are left and bit j of the digit is set."""


class Game(NamedTuple):
    """A game on texts: `read` writes a position as it must be written, and may raise `ValueError` for what is none.

    `split` gives parts whose sum plays like a position, `images` all parts that play like one.
    """

    read: Callable[[str], str | None]
    moves: Callable[[str], Iterable[str]]
    split: Callable[[str], Iterable[str]] = lambda shown: [shown]
    images: Callable[[str], Iterable[str]] = lambda part: [part]
    arcs: Mapping[str, list[str]] = {}  # nobody changes it

    def position(self, shown: str) -> str:
        """Return a text that is a position, written as it must be."""
        try:
            fits = self.read(shown) == shown
        except (ValueError, IndexError):
            fits = False
        return shown if fits else reject(f"{shown} is no position of this game, or not written as one")

    def options(self, shown: str) -> list[str]:
        """Return the distinct options of a position, in their bytewise order."""
        found = [*islice(self.moves(shown), MOST_MOVES + 1)]
        if len(found) > MOST_MOVES:
            raise Stop("LIMIT", f"a position has more than {MOST_MOVES} moves")
        return sorted({*found})

    def ends(self) -> bool:
        """Return whether no play goes round."""
        try:
            TopologicalSorter(self.arcs).prepare()
        except CycleError:
            return False
        return True

    def entries(self, reader: Reader, *columns: Read) -> Iterator[list[Any]]:
        """Yield entries: a position, and what the other columns hold."""
        return reader.entries(row(lambda value: self.position(position(value)), *columns))


def heaps(leaves: Callable[..., Iterable[Iterable[tuple[int, ...]]]], states: int = 0) -> Game:
    """Heaps side by side, ascending, "0" when there is none; of an automaton a heap is a state and a size, s:n."""
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
    """Take any positive number of tokens from one heap."""
    record(game, family=str)
    return heaps(lambda heap: ([(left,)] for left in range(heap)))


def code_of(game: object) -> Rules:
    """Return the rules of a code."""
    code = record(game, code=text(r"[048C]\.[0-9A-F]{0,60}"), family=str)["code"].replace(".", "")
    return [(taken, int(digit, 16)) for taken, digit in enumerate(code) if digit != "0"]


def set_of(game: object) -> Rules:
    """Return the rules of a set of plain takes."""
    takes = record(game, family=str, set=many(number(1, 100_000)))["set"]
    return [(take, 3) for take in takes] if 0 < len(takes) == len({*takes}) else malformed("expected takes")


HEAPS: list[Callable[[int], Iterable[tuple[int, ...]]]] = [
    lambda rest: [()] * (rest == 0),
    lambda rest: [(rest,)] * (rest > 0),
    lambda rest: ((a, rest - a) for a in range(1, rest // 2 + 1)),
    lambda rest: ((a, b, rest - a - b) for a in range(1, rest // 3 + 1) for b in range(a, (rest - a) // 2 + 1)),
]
"""The ways to leave tokens in no heap, one, two or three."""


def take_break(rules: Rules) -> Game:
    """Take t tokens and leave the rest in j heaps, where bit j of the digit of t is set."""

    def leaves(heap: int) -> Iterator[Any]:
        rests = ((heap - taken, j) for taken, digit in rules if taken <= heap for j in range(4) if digit >> j & 1)
        return (zip(left) for rest, j in rests for left in HEAPS[j](rest))

    return heaps(leaves)


def arcs_of(game: object) -> tuple[int, list[list[int]]]:
    """Return the states of an automaton, and its moves [s, t, k]: in state s take k, go on in t."""
    rule = record(game, family=str, moves=any_value, states=number(1, 64))
    state = number(0, rule["states"] - 1)
    return rule["states"], many(row(state, state, number(1, 1000)))(rule["moves"])


def automaton(game: object) -> Game:
    """Take tokens from a heap as its state allows."""
    states, arcs = arcs_of(game)
    return heaps(lambda state, n: ([(t, n - k)] for s, t, k in arcs if s == state and k <= n), states)


def pieces(places: set[Any], near: Callable[[Any], Iterable[Any]]) -> Iterator[set[Any]]:
    """Yield the connected pieces of a set, and empty it."""
    while places:
        piece = [places.pop()]
        for place in piece:
            piece += (found := places.intersection(near(place)))
            places -= found
        yield {*piece}


def sides(game: object) -> tuple[int, int]:
    """Return the rows and the columns of a board."""
    board = record(game, cols=number(1, 64), family=str, rows=number(1, 64))
    return board["rows"], board["cols"]


def cram(game: object) -> Game:
    """Rows of cells from top to bottom, "." free, "#" used; a move uses two neighbouring free cells.

    A position may be any board that fits, also turned. Parts are connected pieces of two cells or more, each as a board
    that just holds it; it plays like its eight images.
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

    def split(shown: str) -> Iterator[str]:  # cells as bits, the end of a row as a used one
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
    """Row lengths, longest first; a move eats a square and all below and right of it, never the poisoned corner."""
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
    """Return the neighbours of the vertices 0 to n - 1 of an undirected graph."""
    near: dict[int, set[int]] = defaultdict(set)
    for a, b in many(many(number(0, n - 1), 2))(edges):
        near[a].add(b)
        near[b].add(a)
    return near


def node_kayles(game: object) -> Game:
    """The free vertices of an undirected graph, "-" when there is none; a move deletes one and its neighbours."""
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
    """A token on a vertex of a directed graph; a move follows an arc."""
    lists = record(game, arcs=many(many(nat)), family=str)["arcs"]
    names = [*map(str, range(len(lists)))]
    vertex = number(0, len(lists) - 1)
    arcs = {name: [names[vertex(end)] for end in ends] for name, ends in zip(names, lists, strict=True)}
    return Game(lambda shown: shown if shown in arcs else None, arcs.__getitem__, arcs=arcs)


FAMILIES: dict[str, Callable[[object], Game]] = {"nim": nim, "automaton": automaton, "cram": cram, "chomp": chomp}
FAMILIES |= {"take-break": lambda game: take_break(code_of(game)), "subtraction": lambda game: take_break(set_of(game))}
FAMILIES |= {"node-kayles": node_kayles, "graph": graph}
"""The families of games by their names."""
