from __future__ import annotations

from random import Random

import pytest
from tests.unit.games.sprouts.test_sprouts_words import RULE, State, rule_for, walk

from grundy.core import BitRule, mex, nim_sum
from grundy.games.sprouts.drawings import parse
from grundy.games.sprouts.packed_sprouts import symbols_needed
from grundy.games.sprouts.simplify import lives, simplified
from grundy.games.sprouts.symbols import MOST, SYMBOLS
from grundy.search import grundy_values


class Values:
    """Values of states by definition, interpreted; every promise of the packed rule is checked on the way."""

    def __init__(self, rule: BitRule[str]) -> None:
        self.rule = rule
        self.found: dict[State, int] = {}

    def of(self, state: State) -> int:
        """The value of one component."""
        if state not in self.found:
            options = self.rule.options_of(state)
            assert len(set(options)) == len(options) < MOST
            parts = [self.rule.split_of(option) for option in options]
            assert all(self.rule.weight_of(part) < self.rule.weight_of(state) for found in parts for part in found)
            self.found[state] = mex(nim_sum(map(self.of, found)) for found in parts)
            assert self.rule.known_of(state) in (None, self.found[state])
        return self.found[state]


@pytest.mark.parametrize("start", ["3", "0.1A1A.", "1.1AB./AB.", "0.2.AB./AB.2."])
def test_words_have_the_values_of_drawings_on_all_that_can_follow(start: str) -> None:
    table = grundy_values(RULE, [start])
    rule = rule_for(start)
    values = Values(rule)
    for text, value in table.items():
        parts = rule.split_of(rule.pack(text))
        assert nim_sum(map(values.of, parts)) == value, text
        assert sum(map(rule.weight_of, parts)) == sum(own_lives(text))
    assert len(values.found) <= 1.1 * len(table)


def own_lives(text: str) -> list[int]:
    """The lives of the regions of a simplified text, a spot that two share counted as a half in each."""
    drawing = simplified(parse(text))
    shared = [{spot for boundary in region for spot in boundary if spot > 2} for region in drawing]
    twice = sum(len(one & other) for k, one in enumerate(shared) for other in shared[:k])
    return [*map(lives, drawing), -twice]


@pytest.mark.parametrize("spots", [5, 9, 14, 19])
def test_a_state_that_is_unpacked_and_packed_again_is_itself(spots: int) -> None:
    rule = rule_for(str(spots))
    for state in walk(Random(spots), spots):
        text = rule.unpack(state)
        assert tuple(rule.pack(text)) == state
        assert rule.split_of(state) == [state]
        assert symbols_needed(simplified(parse(text))) <= SYMBOLS
