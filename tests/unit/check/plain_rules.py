"""The games of certificates once more, in the plainest way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from grundy.core import mex

Game = dict[str, Any]
Position = Any


def heaps_left(game: Game, heap: Any) -> Iterator[tuple[Any, ...]]:
    """What a move leaves of one heap, zeros included."""
    if game["family"] == "nim":
        yield from ((left,) for left in range(heap))
    elif game["family"] == "subtraction":
        yield from ((heap - take,) for take in game["set"] if take <= heap)
    elif game["family"] == "automaton":
        yield from (((t, heap[1] - k),) for s, t, k in game["moves"] if s == heap[0] and k <= heap[1])
    else:
        for taken, digit in enumerate(game["code"].replace(".", "")):
            for count in range(4):
                rest = heap - taken
                if int(digit, 16) >> count & 1 and rest >= count and (rest == 0) == (count == 0):
                    some = range(1, rest + 1) if count else ()
                    first = combinations_with_replacement(some, max(0, count - 1))
                    yield from ((*p, rest - sum(p)) for p in first if rest > sum(p)) if count else iter([()])


def tidy(heaps: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted(heap for heap in heaps if (heap[1] if isinstance(heap, tuple) else heap)))


def left(game: Game, position: Position) -> set[Position]:
    family = game["family"]
    if family == "graph":
        return set(game["arcs"][position])
    if family == "cram":
        free = position
        pairs = [{(r, c), q} for r, c in free for q in ((r + 1, c), (r, c + 1)) if q in free]
        return {free - pair for pair in pairs}
    if family == "chomp":
        squares = position - {(0, 0)}
        return {frozenset((r, c) for r, c in position if r < i or c < j) for i, j in squares}
    if family == "node-kayles":
        near = {(a, b) for a, b in game["edges"]} | {(b, a) for a, b in game["edges"]}
        return {frozenset(w for w in position if w != v and (v, w) not in near) for v in position}
    return {
        tidy((*position[:i], *new, *position[i + 1 :]))
        for i, heap in enumerate(position)
        for new in heaps_left(game, heap)
    }


def read(game: Game, text: str) -> Position:
    family = game["family"]
    if family == "graph":
        return int(text)
    if family == "cram":
        return frozenset((r, c) for r, row in enumerate(text.split("/")) for c, x in enumerate(row) if x == ".")
    if family == "chomp":
        return frozenset((r, c) for r, length in enumerate(text.split(",")) for c in range(int(length)))
    if family == "node-kayles":
        return frozenset(map(int, text.split(","))) if text != "-" else frozenset()
    parts = [] if text == "0" else text.split("+")
    return tuple(tuple(map(int, part.split(":"))) if family == "automaton" else int(part) for part in parts)


def show(game: Game, position: Position) -> str:
    family = game["family"]
    if family == "cram":
        rows, cols = range(game["rows"]), range(game["cols"])
        return "/".join("".join(".#"[(r, c) not in position] for c in cols) for r in rows)
    if family == "chomp":
        return ",".join(str(sum(1 for r, _ in position if r == i)) for i in range(max(position)[0] + 1))
    if family == "node-kayles":
        return ",".join(map(str, sorted(position))) or "-"
    if family == "automaton":
        return "+".join(f"{s}:{n}" for s, n in position) or "0"
    return str(position) if family == "graph" else "+".join(map(str, position)) or "0"


def options(game: Game, text: str) -> list[str]:
    """The texts of the options in bytewise order, on the board that a text draws."""
    if game["family"] == "cram":
        rows = text.split("/")
        game = game | {"rows": len(rows), "cols": len(rows[0])}
    return sorted(show(game, option) for option in left(game, read(game, text)))


def solver(game: Game, misere: bool) -> tuple[Callable[[Position], int], Callable[[Position], bool]]:
    @cache
    def value(position: Position) -> int:
        return mex(value(option) for option in left(game, position))

    @cache
    def lost(position: Position) -> bool:
        found = left(game, position)
        return (not misere) if not found else not any(lost(option) for option in found)

    return value, lost


def heap_values(game: Game, stop: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    states = game.get("states", 1)
    for heap in range(stop + 1):
        now = []
        for state in range(states):
            whole = (state, heap) if game["family"] == "automaton" else heap
            now.append(mex(sum_of(found, new) for new in heaps_left(game, whole)))
        found.append(tuple(now))
    return found


def sum_of(values: list[tuple[int, ...]], heaps: tuple[Any, ...]) -> int:
    total = 0
    for heap in heaps:
        total ^= values[heap[1]][heap[0]] if isinstance(heap, tuple) else values[heap][0]
    return total
