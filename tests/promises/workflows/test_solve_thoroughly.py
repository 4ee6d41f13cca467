from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.workflows.library.test_solve import OTHERS, check

from grundy.workflows.library.solution import solve

HEAP_RULES = [
    "nim", "nim(max=2)", "bash(min=2, max=3)", "bash(min=2, max=3, end=rest)", "kayles", "grundy", "lasker", "4.3",
    "take squares", "take primes", "take {1, 3, 4}", "take 1..2 or split", "take all-but {2}", "split", "divisors",
    "take k where n % k == 0", "0.137", "0.8", "0.[3]",
]  # fmt: skip


SUMMANDS = [f"{rule}: {heap}" for rule in HEAP_RULES for heap in range(7)] + OTHERS


@settings(max_examples=examples(200))
@given(st.lists(st.sampled_from(SUMMANDS), min_size=1, max_size=2), st.booleans())
def test_outcome_value_and_every_winning_move_agree_with_brute_force(texts: list[str], misere: bool) -> None:
    check(solve(" + ".join(texts), misere=misere), misere)


@settings(max_examples=30)
@given(st.lists(st.sampled_from(HEAP_RULES), min_size=1, max_size=3), st.data(), st.booleans())
def test_sums_of_several_heaps_of_one_rule_agree_with_brute_force(
    rules: list[str], data: st.DataObject, misere: bool
) -> None:
    heaps = [data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=2)) for _ in rules]
    text = " + ".join(f"{rule}: {' '.join(map(str, row))}" for rule, row in zip(rules, heaps, strict=True))
    check(solve(text, misere=misere), misere)
