from __future__ import annotations

from random import Random

import pytest
from tests.cases import few
from tests.unit.games.sprouts import planar_maps
from tests.unit.games.sprouts.test_sprouts import RULE, played, value

from grundy.search import WholeSolver


@pytest.mark.parametrize("spots", few([1, 2, 3], 1, 2))
def test_planar_maps_have_the_same_winner_in_normal_and_in_misere_play(spots: int) -> None:
    judge = planar_maps.Judge()
    for misere in (False, True):
        found = WholeSolver([RULE], misere=misere).solve([(0, str(spots))]).outcome
        assert (found.name == "N") == judge.wins(planar_maps.start(spots), misere=misere)


@pytest.mark.parametrize(("spots", "moves"), [(3, 4), (4, 7), (5, 10)])
def test_maps_late_in_the_play_have_the_values_of_their_texts(spots: int, moves: int) -> None:
    rng, judge, some = Random(spots), planar_maps.Judge(), 0
    for _ in range(40):
        position = played(rng, spots, moves)
        text = planar_maps.text(position)
        assert judge.value(position) == value(text), text
        some += value(text) > 0
    assert some
