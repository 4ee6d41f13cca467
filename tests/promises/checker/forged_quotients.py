"""Forged misere quotients: right tables that were made larger, smaller, or of another game or play."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from tests.promises.checker.small_games import code, subtraction
from tests.unit.check.plain_claims import quotient_to
from tests.unit.check.plain_rules import Game, heap_values
from tests.unit.check.sealed import Data, header

Sort = Callable[[Random], Data]
Table = tuple[list[list[int]], list[int], list[int]]
Pair = tuple[int, int]
POOL, MANY, FRESH = 40, 10**9, 0.1
"""Games that are drawn again and again, all there are, and the share of those from all."""
MOST = 3
"""Heaps of the sums that are looked at, and one more in some."""


def octal(number: int) -> Game:
    """The game of a number: a set, nim, or a code whose moves leave two heaps at most."""
    rng = Random(number)
    kind = rng.randrange(4)
    return {"family": "nim"} if not kind else subtraction(rng)[0] if kind == 1 else code(rng, first="0")


@lru_cache(4096)
def shown(number: int, most: int) -> tuple[str, Table | None]:
    game = json.dumps(octal(number))
    return game, quotient_to(game, most)


def found(rng: Random, most: int = MOST) -> tuple[Game, Table]:
    """A game with a copy of its quotient; nearly always one with more than two elements."""
    while True:
        number = rng.randrange(MANY) if rng.random() < FRESH else rng.randrange(POOL)
        game, table = shown(number, most)
        if table is not None and len(table[0]) > (1 if rng.random() < 0.1 else 2):
            return json.loads(game), deepcopy(table)


def certificate(game: Game, table: Table) -> Data:
    """A quotient as a certificate; each element is told apart or not as it may be."""
    mult, lost, phi = table
    entry = {"mult": mult, "p": lost, "phi": phi}
    return header("misere", game, {"heaps": len(phi), "order": len(mult)}, "misere"), [entry]


def generated(mult: Callable[[Pair, Pair], Pair], phi: list[Pair]) -> tuple[list[Pair], list[list[int]]]:
    """The elements that products of heaps make, with their table."""
    elements: list[Pair] = [(0, 0)]
    for x in elements:
        for y in (mult(x, g) for g in phi):
            elements += [y] * (y not in elements)
    return elements, [[elements.index(mult(x, y)) for y in elements] for x in elements]


def with_elements_that_no_heap_makes(rng: Random) -> Data:
    """The table of more heaps than there are, or with an element beside."""
    game, (mult, lost, phi) = found(rng, MOST + rng.randrange(2))
    if rng.random() < 0.5:
        return certificate(game, (mult, lost, phi[: rng.randrange(1, len(phi))]))
    order = len(mult)
    like = rng.randrange(order)
    other = [*mult[like], rng.randrange(order + 1)]
    other[0] = order
    table = [[*line, other[x]] for x, line in enumerate(mult)]
    return certificate(game, ([*table, other], [*lost, *[order] * (rng.random() < 0.5)], phi))


def with_two_elements_as_one(rng: Random) -> Data:
    game, (mult, lost, phi) = found(rng)
    x, y = sorted(rng.sample(range(len(mult)), 2))

    def merged(element: int) -> int:
        return x if element == y else element - (element > y)

    table = [[merged(z) for j, z in enumerate(line) if j != y] for i, line in enumerate(mult) if i != y]
    return certificate(game, (table, sorted({merged(z) for z in lost}), [merged(z) for z in phi]))


def with_one_outcome_changed(rng: Random) -> Data:
    game, (mult, lost, phi) = found(rng)
    return certificate(game, (mult, sorted({*lost} ^ {rng.randrange(len(mult))}), phi))


def with_a_heap_more(rng: Random) -> Data:
    """A heap beyond those of the table, with some element."""
    game, (mult, lost, phi) = found(rng, rng.randrange(1, MOST + 1))
    return certificate(game, (mult, lost, [*phi, rng.randrange(len(mult))]))


def of_normal_play(rng: Random) -> Data:
    """Nim-sums with their zero as the only lost element; or zero won, and one lost."""
    game, (_, _, phi) = found(rng)
    values = [value for (value,) in heap_values(game, len(phi))][1:]
    elements = [0]
    for x in elements:
        elements += [y for y in {x ^ value for value in values} if y not in elements]
    table = [[elements.index(x ^ y) for y in elements] for x in elements]
    lost = [elements.index(rng.choice([0, 0, 1]) if 1 in elements else 0)]
    return certificate(game, (table, lost, [elements.index(value) for value in values]))


def with_the_number_of_heaps(rng: Random) -> Data:
    """A finer table that also counts heaps modulo two or three: no outcome tells its elements apart."""
    game, (mult, lost, phi) = found(rng)
    modulus, some = rng.choice([2, 2, 3]), {*rng.sample(phi, rng.randrange(1, len(phi) + 1))}
    images = [(x, int(x in some)) for x in phi]
    elements, table = generated(lambda x, y: (mult[x[0]][y[0]], (x[1] + y[1]) % modulus), images)
    finer = [number for number, (x, _) in enumerate(elements) if x in lost]
    return certificate(game, (table, finer, [elements.index(image) for image in images]))


def with_an_element_twice(rng: Random) -> Data:
    """A copy of an element that heaps make in one way, and that only products of several heaps tell from it."""
    game, (mult, lost, phi) = found(rng)
    order = len(mult)
    ways = [(x, g) for x, g in product(range(order), phi) if x and g and mult[x][g] not in {0, x, g, *phi}]
    ways = ways or [(x, g) for x, g in product(range(order), phi) if x and g]
    if not ways:
        return with_one_outcome_changed(rng)
    x, g = rng.choice(ways)
    twin = mult[x][g]
    table = [[*line, line[twin]] for line in mult]
    table.append([*mult[twin], mult[twin][twin]])
    table[0][order] = table[order][0] = order
    table[x][g] = table[g][x] = order
    for z in (z for z in range(1, order + 1) if z not in phi and rng.random() < 0.7):
        table[z][order] = table[order][z] = rng.randrange(order + 1)
    return certificate(game, (table, [*lost, *[order] * (twin in lost)], phi))


def with_another_product(rng: Random) -> Data:
    game, (mult, lost, phi) = found(rng)
    x, y, z = (rng.randrange(len(mult)) for _ in range(3))
    mult[x][y] = z
    if rng.random() < 0.5:
        mult[y][x] = z
    return certificate(game, (mult, lost, phi))


def of_another_game(rng: Random) -> Data:
    """The quotient of a game said of another one, or nothing changed at all."""
    (game, _), (other, table) = found(rng), found(rng)
    return certificate(rng.choice([game, game, other]), table)


def renumbered(rng: Random) -> Data:
    """The elements in another order: the same where 0 is the identity, else nearly as good."""
    game, (mult, lost, phi) = found(rng)
    order: list[Any] = [*range(len(mult))]
    rng.shuffle(order)
    if rng.random() < 0.5:
        order.remove(0)
        order.insert(0, 0)
    place = [order.index(x) for x in range(len(mult))]
    table = [[place[mult[x][y]] for y in order] for x in order]
    moved = {mult[order[0]][x] for x in lost}  # a product with the element that is called 0 is the sum itself
    return certificate(game, (table, sorted(place[x] for x in moved), [place[x] for x in phi]))


SORTS: dict[str, Sort] = {
    "elements that no heap makes": with_elements_that_no_heap_makes,
    "two elements as one": with_two_elements_as_one,
    "one outcome changed": with_one_outcome_changed,
    "a heap more": with_a_heap_more,
    "a table of normal play": of_normal_play,
    "the number of heaps": with_the_number_of_heaps,
    "an element twice": with_an_element_twice,
    "another product": with_another_product,
    "a quotient of another game": of_another_game,
    "elements in another order": renumbered,
}
