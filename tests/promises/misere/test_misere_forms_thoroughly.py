from __future__ import annotations

from itertools import combinations

import pytest
from tests.unit.misere.plain import Plain, days, lost, nim_heap
from tests.unit.misere.test_misere_forms import DAY_THREE, day_four, form_of, lost_sum, plain_of, some_games

from grundy.misere import Forms


def mate(game: Plain) -> Plain:
    """The mate: the game beside it is lost (Conway)."""
    return frozenset(map(mate, game)) if game else nim_heap(1)


@pytest.mark.nightly
def test_there_are_22_games_of_four_moves_up_to_misere_equality() -> None:
    forms = Forms()
    # Conway, On Numbers and Games, 1976, chapter 12: 1, 2, 3, 5 and 22 games are born by days 0 to 4
    assert [len({form_of(forms, game) for game in days(day)}) for day in range(5)] == [1, 2, 3, 5, 22]


@pytest.mark.nightly
def test_different_forms_are_distinguished_by_adding_a_game() -> None:
    forms = Forms()
    found = sorted({form_of(forms, game) for game in day_four()})
    games = {form: plain_of(forms, form) for form in found}
    mates = [mate(game) for game in games.values()]
    assert all(lost_sum(game, mate(game)) for game in games.values())
    beside = [*((x,) for x in mates), *combinations(games.values(), 2), *combinations(games.values(), 3)]
    for one, other in combinations(found, 2):
        sums = (lost_sum(games[one], *some) != lost_sum(games[other], *some) for some in beside)
        assert any(sums), (forms.show(one), forms.show(other))


def test_the_form_of_a_sum_has_the_outcomes_of_the_sum() -> None:
    forms = Forms()
    games = [*DAY_THREE, *some_games(4, 3)]
    for one, other in combinations(games, 2):
        total = plain_of(forms, forms.add(form_of(forms, one), form_of(forms, other)))
        for beside in DAY_THREE[:9]:
            assert lost(one, other, beside) == lost(total, beside)
