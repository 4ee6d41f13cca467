from __future__ import annotations

import random

from tests.unit.search.test_compounds import PAIRS, RULES, check, kinds, plays


@kinds
@plays
def test_pairs_of_small_rulesets_are_won_as_the_theorem_says(kind: str, misere: bool) -> None:
    judged = sum(check(kind, pair, misere, 12) + check(kind, pair[::-1], misere, 4) for pair in PAIRS[::4])
    assert (judged == 0) == (kind == "ordinal" and misere)


@kinds
@plays
def test_three_components_are_won_as_the_theorem_says(kind: str, misere: bool) -> None:
    rng = random.Random(7)
    for _ in range(6):
        check(kind, [(rule, min(p, 4)) for rule, p in rng.choices(RULES, k=3)], misere, 30)
