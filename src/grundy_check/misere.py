"""Checks a misere quotient: the outcomes of all sums of heaps up to H, read from a finite commutative monoid.

Plambeck and Siegel, "Misere quotients for impartial games", 2008. Every sum has its element x and the set E of those of
its options. The pairs (x, E) are closed under adding a heap, so if each of them fits, every sum does, by induction.
"""

from typing import Any

from .games import Game
from .reading import Reader, nat, record, reject, row

THEOREM = "a finite commutative monoid tells the outcomes of all sums (T. E. Plambeck and A. N. Siegel, 2008)"
MOST_PAIRS = 200_000


def check(reader: Reader, game: Game, claim: Any, _: bool) -> str:  # noqa: ANN401
    """Check that the table is such a monoid, as small as can be, and that it tells every outcome."""
    most, order = nat(record(claim, "heaps order")["heaps"], 1), nat(claim["order"], 1, 4096)
    tables = [record(entry, "mult p phi") for entry in reader.entries()]
    if len(tables) != 1:
        reject("one table is expected")
    mult = [[nat(x, 0, order - 1) for x in row(line, order)] for line in row(tables[0]["mult"], order)]
    lost = {nat(x, 0, order - 1) for x in row(tables[0]["p"])}
    phi = [nat(x, 0, order - 1) for x in row(tables[0]["phi"], most)]
    _monoid(reader, mult, {*phi}, lost)

    def element(position: tuple[int, ...]) -> int:
        x = 0
        reader.tick()
        for heap in position:
            x = mult[x][phi[heap - 1]]
        return x

    heaps = {(phi[h - 1], frozenset(map(element, game.options((h,))))) for h in range(1, most + 1)}
    todo: list[tuple[int, frozenset[int]]] = [(0, frozenset())]
    seen = {*todo}
    for x, options in todo:
        reader.tick()
        if (x in lost) != (bool(options) and not options & lost):
            reject(f"a sum with element {x} and options {sorted(options)} has another outcome")
        for y, more in heaps:
            pair = mult[x][y], frozenset([mult[x][f] for f in more] + [mult[y][e] for e in options])
            todo += [pair] * (pair not in seen)
            seen.add(pair)
        reader.room(len(seen), MOST_PAIRS)
    return f"in misere play, of every sum of heaps 1 to {most} the outcome is read from a quotient of order {order}"


def _monoid(reader: Reader, mult: list[list[int]], generators: set[int], lost: set[int]) -> None:
    """Check identity, commutativity, generation, associativity and that every two elements are told apart.

    For associativity one factor may be a generator (Light's test).
    """
    order, made = range(len(mult)), [0]
    for x in made:
        reader.tick()
        made += [y for y in {mult[x][g] for g in generators} if y not in made]
    if mult[0] != [*order] or [*map(list, zip(*mult, strict=True))] != mult or len(made) < len(mult):
        reject("0 must be the identity, the table symmetric, every element a product of heaps")
    for g in generators:
        for x in order:
            reader.tick()
            if any(mult[mult[x][g]][y] != mult[x][mult[g][y]] for y in order):
                reject("the table is not associative")
    if len({tuple(x in lost for x in line) for line in mult}) < len(mult):
        reject("two elements are never told apart")
