"""Many random games by hand, by every method: `python -m tests.promises.differential.soak_games COUNT --jobs N`.

Most games are small, so that who wins them beside a heap can be told too; the larger ones go without that, and one of
eight goes through the compiled search. Besides, games in which the choice just made is barred, who wins in normal and
misere play, the labels of graphs without cycles and the kernels of octal codes. A difference is printed with its game.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from tests.promises.differential.methods import (
    BARRED_METHODS,
    METHODS,
    RULE,
    Difference,
    barred_differences,
    by_first_sum,
    code_differences,
    differences,
    drawn,
    label_differences,
    play_differences,
)
from tests.soaking import Harness, main
from tests.unit.search.naive import values_of
from tests.unit.search.random_games import Vertex

from grundy.search import DeepSearch

SIZE = 1000
"""Games of a task."""
LARGE, COMPILED, BARRED, OUTCOMES, LABELS, CODES = 40, 125, 20, 50, 50, 2
"""How many of them are large, how many go through the compiled search, and how many others there are."""


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
        *barred_differences(BARRED_METHODS, BARRED, seed),
        *play_differences(OUTCOMES, seed),
        *label_differences(LABELS, seed),
        *code_differences(CODES, seed),
    ]
    for name, game in found:
        print(f"{name} disagrees on {game}", flush=True)  # noqa: T201  # this is what it is for
    counts = {"games": SIZE, "differences": len(found), "values": SIZE * len(quick) + SIZE - LARGE}
    return Counter(
        counts | {"compiled": COMPILED, "barred": BARRED, "outcomes": 2 * OUTCOMES, "graphs": LABELS, "codes": CODES}
    )


HARNESS = Harness("games", SIZE, compare, ("differences",))

if __name__ == "__main__":
    compiled_differences(1, 0)
    code_differences(1, 0)
    main(HARNESS, __doc__)
