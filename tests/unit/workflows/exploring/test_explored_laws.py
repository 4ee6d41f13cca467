"""Laws that explore shows as proved are true of the rules."""

import pytest

from grundy import read_ruleset
from grundy.core import Budget
from grundy.patterns import Automaton
from grundy.patterns.rule_tables import listed_table, outcome_table
from grundy.workflows.exploring.explore import explore
from grundy.workflows.exploring.laws import law_discoveries
from grundy.workflows.solving.rule_moves import moves_of

LAWS = {
    "take k where 3 * k <= n": "P-positions: 0, and after each p the next is (3 * p + 2) // 2: "
    "0, 1, 2, 4, 7, 11, 17, 26, ...",
    "take k where n - k >= 2 * k + 2 and k % 4 == 0": "P-positions: after each p >= 5 the next with the same remainder "
    "by 4 is p + 4 * ((p + 6) // 8): 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...",
    "take k where 2 * k <= n": "P iff an automaton of 3 states accepts the digits of n in base 2",
    "take k where k % 3 != 0": "value of n: automaton of 3 states that reads n in base 2",
}


@pytest.mark.parametrize(("text", "law"), LAWS.items())
def test_a_law_of_one_heap_is_shown_in_words(text: str, law: str) -> None:
    rule = moves_of(read_ruleset(text), 1, misere=False)
    assert rule is not None
    [found] = law_discoveries(rule, 100, Budget())
    assert (found.text, found.grade) == (law, "proved")


def test_the_cases_of_a_condition_are_moves_of_their_own() -> None:
    one = moves_of(
        read_ruleset("take i, j of a, b where (i == 1 and j == 2) or (j == 1 and i <= a - b)"), 2, misere=True
    )
    assert one is not None
    assert [(move.chosen, dict(move.leaves)) for move in one.moves] == [
        ((), {"a": "a - 1", "b": "b - 2"}),
        (("k0",), {"a": "a - k0", "b": "b - 1"}),
    ]
    assert outcome_table(one, 9, Budget()) == listed_table(one, 9, Budget())


def test_a_law_of_the_outcomes_has_a_table_that_gives_them() -> None:
    rule = moves_of(read_ruleset("take k where 2 * k <= n"), 1, misere=False)
    assert rule is not None
    [found] = law_discoveries(rule, 100, Budget(), values=False)
    assert isinstance(found.detail, Automaton)
    assert bytes(found.detail.values(500)) == outcome_table(rule, 500, Budget()).entries


def test_explore_shows_the_law_of_two_heaps_first() -> None:
    found = explore(read_ruleset("wythoff"), 20, misere=True)
    text = "P iff an automaton of 20 states accepts the digits of a and b in Zeckendorf's system"
    assert (found.discoveries[0].text, found.discoveries[0].grade) == (text, "proved")


def test_a_condition_that_divides_by_the_number_taken_is_explored() -> None:
    divided, product = (explore(read_ruleset(f"take k where {text}"), 40) for text in ("n // k > 2", "3 * k <= n"))
    assert divided.values == product.values
