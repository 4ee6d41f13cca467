"""Checks a misère quotient: the outcomes of all sums of heaps up to H, determined by a finite commutative monoid.

T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", 2008. The certificate assigns an
element of the monoid to every sum. For a sum with element x, let E be the set of the elements of its options. The check
finds all pairs (x, E) by adding one heap at a time. If each pair gives the right outcome, so does the monoid for every
sum, by induction.
"""

from .games import FAMILIES, Game
from .reading import LONGEST, Claim, Reader, many, number, positive, record, reject

THEOREM = "a finite commutative monoid determines the outcomes of all sums (T. E. Plambeck and A. N. Siegel, 2008)"
GAMES = {family: FAMILIES[family] for family in ("nim", "take-break", "subtraction")}
CLAIM = {"heaps": positive, "order": number(1, 4096)}
MOST_PAIRS = 200_000


def check(reader: Reader, game: Game, claim: Claim, _: bool) -> str:
    """Check that a monoid gives the right outcome of every sum of heaps 1 to H, and that it is commutative and minimal.

    The certificate has one entry: the multiplication table of the monoid (`mult`), the elements of P-positions (`p`),
    and the element of each single heap (`phi`).

    Args:
        reader: The certificate.
        game: The heap game.
        claim: The largest heap and the order of the quotient.
        _: Whether play is misère; not used, because the kind of the certificate determines it.

    Returns:
        The claim in words.

    Raises:
        Stop: If a step is wrong, or if a limit is exceeded.
    """
    most, order = claim["heaps"], claim["order"]
    some = number(0, order - 1)
    tables = {"mult": many(many(some, order), order), "p": many(some), "phi": many(some, most)}
    if reader.count != 1:
        reject("expected one table")
    (entry,) = reader.entries(lambda value: record(value, **tables), LONGEST)
    mult, lost, phi = entry["mult"], {*entry["p"]}, entry["phi"]
    _monoid(reader, mult, {*phi}, lost)

    def element(shown: str) -> int:
        x = 0
        reader.tick()
        for heap in game.split(shown):
            x = mult[x][phi[int(heap) - 1]]
        return x

    heaps = {(phi[h - 1], frozenset(map(element, game.options(str(h))))) for h in range(1, most + 1)}
    todo: list[tuple[int, frozenset[int]]] = [(0, frozenset())]
    seen = {*todo}
    for x, options in todo:
        reader.tick()
        if (x in lost) != (bool(options) and not options & lost):
            reject(f"a sum with element {x} and options {sorted(options)} has another outcome")
        new = {(mult[x][y], frozenset([mult[x][f] for f in more] + [mult[y][e] for e in options])) for y, more in heaps}
        todo += new - seen
        seen |= new
        reader.room(len(seen), MOST_PAIRS)
    return f"a quotient of order {order} gives the outcome of every sum of heaps 1 to {most}"


def _monoid(reader: Reader, mult: list[list[int]], generators: set[int], lost: set[int]) -> None:
    """Check that `mult` is the table of a commutative monoid that the elements of single heaps generate.

    Also check that for any two elements x and y there is an element z such that exactly one of x z and y z is in
    `lost`, the set of elements of P-positions.

    For associativity it is sufficient that one factor is a generator (Light's test).
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
        reject("two elements are never distinguished")
