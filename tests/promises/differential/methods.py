"""Random games, and every way to their values: what disagrees with plain recursion is a difference.

Most games are small, so that who wins them beside a heap can be told too; the larger ones go without that, and one of
eight goes through the compiled search. Besides, games in which the choice just made is barred, who wins in normal and
misere play, the labels of graphs without cycles and the kernels of octal codes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from tests.soaking import Harness
from tests.unit.search.couples import CouplesSolver
from tests.unit.search.naive import values_of
from tests.unit.search.random_games import CHOICES, Moves, Tables, Vertex, random_game

from grundy.core import Budget, Game, Outcome, Ruleset, Sum, Summand, read_code
from grundy.games import make
from grundy.notation import read_ruleset
from grundy.search import DeepSearch, Labels, WholeSolver, game_graph_of, grundy_value
from grundy.search.proof_numbers import ProofNumbersSolver
from grundy.sequences import code_values, plain_code_values


class Turn(NamedTuple):
    """A vertex of a game with the choice that the player to move may not make."""

    number: int
    barred: int
    table: tuple[Moves, ...]


class Barred(Ruleset[Turn]):
    """The choice that has just been made is barred in what it leaves: a position is more than its vertex."""

    name = "barred"

    def options(self, position: Turn) -> Iterator[Sum[Turn]]:
        """Return what each other choice leaves."""
        for choice, pieces in enumerate(position.table[position.number]):
            if choice != position.barred:
                yield Sum.of(Turn(piece, choice, position.table) for piece in pieces)


SIZE = 1000
"""Games of a task."""
LARGE, COMPILED, TURNS, OUTCOMES, LABELS, CODES = 40, 125, 20, 50, 50, 2
"""How many of them are large, how many go through the compiled search, and how many others there are."""
RULE, BARRED, NIM = Tables(), Barred(), make("nim")
Method = Callable[[Vertex], int]
Difference = tuple[str, Any]
"""The method that disagrees, and with what."""


def by_sums(vertex: Vertex) -> int:
    """The only n for which the game added to a heap of n is lost: the value, by who wins whole positions."""
    lost = [*lost_beside(vertex)]
    return lost[0] if len(lost) == 1 else -1


def by_first_sum(vertex: Vertex) -> int:
    """The least such n, which is quicker."""
    return next(lost_beside(vertex))


def lost_beside(vertex: Vertex) -> Iterator[int]:
    """Yield the heaps beside which the game is lost."""
    solver = WholeSolver([RULE, NIM], misere=False)
    both = (Game(Summand(RULE, Sum(vertex)), Summand(NIM, Sum(n))) for n in range(CHOICES + 1))
    return (n for n, game in enumerate(both) if solver.course(game).outcome is Outcome.P)


METHODS: dict[str, Method] = {
    "definition": lambda vertex: grundy_value(RULE, vertex),
    "couples": lambda vertex: CouplesSolver(RULE, None).value([vertex]),
    "proof numbers": lambda vertex: ProofNumbersSolver(RULE, None).value([vertex]),
    "couples over words": lambda vertex: CouplesSolver(RULE, RULE.packed(vertex)).value([vertex]),
    "sums with a heap": by_sums,
}

BARRED_METHODS: dict[str, Callable[[Turn], int]] = {
    "definition": lambda turn: grundy_value(BARRED, turn),
    "couples": lambda turn: CouplesSolver(BARRED, None).value([turn]),
    "proof numbers": lambda turn: ProofNumbersSolver(BARRED, None).value([turn]),
}


def drawn(rng: Random, most: int) -> Vertex:
    """The last vertex of a random game of fewer than `most` vertices."""
    table = random_game(rng, rng.randrange(2, most))
    return Vertex(len(table) - 1, table)


def differences(methods: dict[str, Method], count: int, seed: int, most: int = 10) -> list[Difference]:
    """What disagrees with plain recursion, of so many random games of fewer than `most` vertices."""
    rng = Random(seed)
    found: list[Difference] = []
    for _ in range(count):
        vertex = drawn(rng, most)
        right = values_of(vertex.table.__getitem__)(vertex.number)
        found += [(name, vertex) for name, method in methods.items() if method(vertex) != right]
    return found


def barred_differences(methods: dict[str, Callable[[Turn], int]], count: int, seed: int) -> list[Difference]:
    """What disagrees with plain recursion on games in which the choice just made is barred."""
    rng = Random(seed)
    found: list[Difference] = []
    for _ in range(count):
        number, table = drawn(rng, 10)

        def below(turn: tuple[int, int], table: tuple[Moves, ...] = table) -> list[tuple[tuple[int, int], ...]]:
            choices = [choice for choice in enumerate(table[turn[0]]) if choice[0] != turn[1]]
            return [tuple((piece, choice) for piece in pieces) for choice, pieces in choices]

        right = values_of(below)((number, -1))
        found += [(name, table) for name, method in methods.items() if method(Turn(number, -1, table)) != right]
    return found


def play_differences(count: int, seed: int) -> list[Difference]:
    """Games of which the solver for who wins says something else than the plain rule, in normal or misere play."""
    rng = Random(seed)
    found: list[Difference] = []
    for _ in range(count):
        vertex = drawn(rng, 7)
        for misere in (False, True):
            course = WholeSolver([RULE], misere).course(Game.of(RULE, vertex))
            if (course.outcome is Outcome.N) is not wins(vertex.table, (vertex.number,), misere):
                found.append((f"who wins, misere {misere}", vertex))
    return found


def wins(table: Sequence[Sequence[Sequence[int]]], start: tuple[int, ...], misere: bool) -> bool:
    """Whether the player to move wins, straight from the rule."""

    @cache
    def win(position: tuple[int, ...]) -> bool:
        left = [
            tuple(sorted((*position[:i], *pieces, *position[i + 1 :])))
            for i, v in enumerate(position)
            for pieces in table[v]
        ]
        return misere if not left else any(not win(other) for other in left)

    return win(start)


def label_differences(count: int, seed: int) -> list[Difference]:
    """Graphs without cycles whose labels as loopy games are not their values."""
    rng = Random(seed)
    found: list[Difference] = []
    for _ in range(count):
        arcs = [sorted({rng.randrange(v) for _ in range(rng.randrange(5))}) if v else [] for v in range(15)]
        right = values_of([[(w,) for w in ends] for ends in arcs].__getitem__)
        labels = Labels(game_graph_of(arcs))
        if [labels.value(v).number for v in range(15)] != [right(v) for v in range(15)]:
            found.append(("labels", arcs))
    return found


def code_differences(count: int, seed: int) -> list[Difference]:
    """Octal codes whose values, by the kernels or their plain twin, are not those of the rule."""
    rng = Random(seed)
    found: list[Difference] = []
    for _ in range(count):
        text = f"{rng.choice('04')}." + "".join(rng.choices("01234567", k=rng.randrange(1, 5)))
        code, ruleset = read_code(text), read_ruleset(text)
        right = [grundy_value(ruleset, n) for n in range(25)]
        if list(map(int, code_values(code, 24))) != right:
            found.append(("kernels of codes", text))
        if list(plain_code_values(code.plain or (), 24, Budget())) != right:
            found.append(("plain codes", text))
    return found


@cache
def compiled() -> DeepSearch:
    """The compiled search; it is compiled once, before there are processes."""
    return DeepSearch("tables", RULE.packed(Vertex(0, ((),))), least=0)


def compiled_differences(count: int, seed: int) -> list[Difference]:
    """Random games whose value by the compiled search is not that of recursion."""
    rng, found = Random(seed), list[Difference]()
    for vertex in (drawn(rng, 12) for _ in range(count)):
        if compiled().value([vertex]) != values_of(vertex.table.__getitem__)(vertex.number):
            found.append(("compiled", vertex))
    return found


def compare(seed: int) -> Counter[str]:
    """Compare the methods on so many games."""
    quick = {name: method for name, method in METHODS.items() if name != "sums with a heap"}
    found = [
        *differences(quick | {"sums with a heap": by_first_sum}, SIZE - LARGE, seed, 6),
        *differences(quick, LARGE, -seed, 12),
        *compiled_differences(COMPILED, seed),
        *barred_differences(BARRED_METHODS, TURNS, seed),
        *play_differences(OUTCOMES, seed),
        *label_differences(LABELS, seed),
        *code_differences(CODES, seed),
    ]
    for name, game in found:
        print(f"{name} disagrees on {game}", flush=True)  # noqa: T201  # this is what it is for
    counts = {"games": SIZE, "differences": len(found), "values": SIZE * len(quick) + SIZE - LARGE}
    return Counter(
        counts | {"compiled": COMPILED, "barred": TURNS, "outcomes": 2 * OUTCOMES, "graphs": LABELS, "codes": CODES}
    )


HARNESS = Harness("games", SIZE, compare, ("differences",))
