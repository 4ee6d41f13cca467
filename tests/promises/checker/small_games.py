"""Random small games of every family, with all that can be reached in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import NamedTuple

from tests.unit.check import plain_rules
from tests.unit.check.plain_rules import Game
from tests.unit.check.sealed import parts_of

from grundy_check.games import FAMILIES


class Play(NamedTuple):
    """A game with a start, the options of a position in bytewise order, and its parts as the checker names them."""

    game: Game
    start: str
    options: Callable[[str], list[str]]
    parts: Callable[[str], list[str]]


def play_of(game: Game, start: str) -> Play:
    rule = FAMILIES[game["family"]](game)
    return Play(
        game, start, cache(lambda text: plain_rules.options(game, text)), cache(lambda text: parts_of(rule, text))
    )


def heaps(rng: Random, count: int, most: int) -> str:
    return "+".join(map(str, sorted(rng.randrange(1, most + 1) for _ in range(rng.randrange(1, count + 1)))))


def nim(rng: Random) -> tuple[Game, str]:
    """Up to three small heaps."""
    return {"family": "nim"}, heaps(rng, 3, 4)


def subtraction(rng: Random) -> tuple[Game, str]:
    """A few takes of at most six."""
    return {"family": "subtraction", "set": rng.sample(range(1, 7), rng.randrange(1, 4))}, heaps(rng, 2, 7)


def code(rng: Random, digits: str = "0123456777", first: str = "000004") -> Game:
    """A code of one to four digits."""
    return {
        "family": "take-break",
        "code": rng.choice(first) + "." + "".join(rng.choices(digits, k=rng.randrange(1, 5))),
    }


def take_break(rng: Random) -> tuple[Game, str]:
    """A code, also one that leaves three heaps, with one or two heaps."""
    return code(rng, "01234567777CF", "000048C"), heaps(rng, 2, 6)


def automaton(rng: Random) -> tuple[Game, str]:
    """Up to three states."""
    states = rng.randrange(1, 4)
    moves = [[rng.randrange(states), rng.randrange(states), rng.randrange(1, 4)] for _ in range(rng.randrange(2, 6))]
    found = sorted((rng.randrange(states), rng.randrange(1, 7)) for _ in range(rng.randrange(1, 3)))
    return {"family": "automaton", "states": states, "moves": moves}, "+".join(f"{s}:{n}" for s, n in found)


def cram(rng: Random) -> tuple[Game, str]:
    """A board of at most six cells."""
    rows, cols = rng.choice([(1, 4), (1, 5), (1, 6), (2, 2), (2, 3), (3, 2)])
    board = "/".join("".join(rng.choices(".#", [6, 1], k=cols)) for _ in range(rows))
    return {"family": "cram", "rows": rows, "cols": cols}, board


def chomp(rng: Random) -> tuple[Game, str]:
    """A bar of at most nine squares."""
    rows, cols = rng.choice([(1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)])
    return {"family": "chomp", "rows": rows, "cols": cols}, ",".join([str(cols)] * rows)


def node_kayles(rng: Random) -> tuple[Game, str]:
    """A graph of at most six vertices."""
    n = rng.randrange(2, 7)
    edges = [rng.sample(range(n), 2) for _ in range(rng.randrange(n + 2))]
    return {"family": "node-kayles", "n": n, "edges": edges}, ",".join(map(str, range(n)))


def graph(rng: Random, *, cycles: bool = False) -> tuple[Game, str]:
    """A directed graph of at most nine vertices, most of them with arcs."""
    n = rng.randrange(2, 10)
    arcs = [sorted({rng.randrange(n if cycles else v) for _ in range(rng.randrange(4))}) if v else [] for v in range(n)]
    return {"family": "graph", "arcs": arcs}, str(n - 1)


GAMES = (nim, subtraction, take_break, automaton, cram, chomp, node_kayles, graph)


def drawn(rng: Random) -> Play:
    return play_of(*rng.choice(GAMES)(rng))


def below(starts: Iterable[str], options: Callable[[str], Iterable[str]]) -> list[str]:
    """Everything that can be reached, each position after its options."""
    found: list[str] = []
    todo, known = [(start, False) for start in starts], set[str]()
    while todo:
        position, done = todo.pop()
        if done:
            found.append(position)
        elif position not in known:
            known.add(position)
            todo.append((position, True))
            todo += [(option, False) for option in options(position)]
    return found
