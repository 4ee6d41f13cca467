from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial, reduce
from itertools import combinations
from operator import xor
from random import Random
from weakref import WeakKeyDictionary

import pytest
from tests.unit.misere.plain import Plain, after, days, lost, misere_value, nim_heap, value

from grundy.core import Budget, Limits, LoopyGame
from grundy.core.errors import LimitReached
from grundy.misere import Forms, Genus, Kind, Kinds
from grundy.misere.genus import nim_genus
from grundy.notation import read_game

DAY_THREE = days(3)
day_four = cache(partial(days, 4))
KNOWN: WeakKeyDictionary[Forms, dict[Plain, int]] = WeakKeyDictionary()


def form_of(forms: Forms, game: Plain, known: WeakKeyDictionary[Forms, dict[Plain, int]] = KNOWN) -> int:
    """The form of a game; those of its options are remembered."""
    found = known.setdefault(forms, {})
    if game not in found:
        found[game] = forms.form([form_of(forms, option) for option in game])
    return found[game]


def tame_sum(genera: Iterable[Genus]) -> Genus:
    """Return the genus of a sum of tame games."""
    found = list(genera)
    total = reduce(xor, (genus.value for genus in found), 0)
    return nim_genus(total, firm=any(genus == nim_genus(genus.value, firm=True) for genus in found))


def lost_sum(*games: Plain) -> bool:
    """Whether a sum is lost, its parts in any order."""
    return lost(*sorted(filter(None, games), key=hash))


def plain_of(forms: Forms, form: int) -> Plain:
    return frozenset(plain_of(forms, option) for option in forms.options[form])


def some_games(count: int, seed: int) -> list[Plain]:
    """Games of four and five moves, drawn by lot."""
    rng = Random(seed)
    games = rng.sample(day_four(), count)
    return games + [frozenset(rng.sample(games, rng.randrange(1, 4))) for _ in range(count)]


def test_a_form_has_the_outcome_of_its_game_in_every_sum_with_a_game_of_three_moves() -> None:
    forms = Forms()
    for game in some_games(60, 1):
        plain = plain_of(forms, form_of(forms, game))
        for beside in DAY_THREE:
            assert lost(game, beside) == lost(plain, beside)
        for beside in (nim_heap(4), frozenset([nim_heap(3)]), *day_four()[40:60]):
            assert lost(game, beside) == lost(plain, beside)


def test_a_form_has_no_reversible_option_and_nothing_equal_is_stored_twice() -> None:
    forms = Forms()
    for game in some_games(60, 2):
        form_of(forms, game)
    assert len(set(forms.options)) == len(forms.options)
    for form, options in enumerate(forms.options):
        assert form_of(Forms(), plain_of(forms, form)) >= 0
        for target in {t for option in options for t in forms.options[option]}:
            extra = options - forms.options[target]
            back = forms.options[target] < options and all(target in forms.options[x] for x in extra)
            assert not back or (target == 0 and not any(forms.lost[x] for x in options))


def test_a_heap_of_one_is_its_own_negative_in_misere_play_and_a_heap_of_two_is_not() -> None:
    forms = Forms()
    assert forms.add(forms.nim(1), forms.nim(1)) == 0
    assert forms.add(forms.nim(2), forms.nim(2)) != 0
    assert [forms.show(forms.nim(size)) for size in range(4)] == ["0", "1", "2", "3"]


def test_positions_of_any_ruleset_have_forms_and_a_rule_that_loops_is_refused() -> None:
    forms = Forms()
    maze = read_game("maze: ..#/.../..@")
    ruleset, position = next(maze.parts)
    assert forms.lost[forms.of(ruleset, [position])] in {True, False}
    loop, start = next(read_game("graph: a>b b>a @ a").parts)
    with pytest.raises(LoopyGame):
        forms.of(loop, [start])


def test_a_deep_game_needs_no_recursion() -> None:
    ruleset, _ = next(read_game("take {1}: 3000").parts)
    forms = Forms()
    assert [forms.show(forms.of(ruleset, [heap])) for heap in (3000, 2999)] == ["0", "1"]
    assert len(forms.reached(forms.nim(300))) == 301


def test_a_limit_stops_the_forms() -> None:
    ruleset, _ = next(read_game("kayles: 40").parts)
    with pytest.raises(LimitReached):
        Forms(Budget(Limits(positions=500))).of(ruleset, [40])


def test_the_genus_is_the_value_and_the_misere_values_of_sums_with_heaps_of_two() -> None:
    kinds = Kinds(Forms())
    for game in [*DAY_THREE, *some_games(25, 4)]:
        genus = kinds.genus(form_of(kinds.forms, game))
        assert genus.value == value(game)
        assert genus.misere == misere_value(*after([frozenset([game])]).pop()) if game else genus.misere == 1
        for twos in range(1, 5):
            assert genus.at(twos) == misere_value(*filter(None, [game]), *[nim_heap(2)] * twos)


def test_published_genera_of_kayles_and_grundys_game() -> None:
    # Berlekamp, Conway and Guy, Winning Ways, 1982, chapter 13
    published = {"kayles": {5: "4^146", 9: "4^046", 11: "6^46", 12: "4^046"}, "grundy": {13: "3^1431"}}
    for name, genera in published.items():
        ruleset, _ = next(read_game(f"{name}: 1").parts)
        kinds = Kinds(Forms())
        for heap, text in genera.items():
            assert str(kinds.genus(kinds.forms.of(ruleset, [heap]))) == text


def test_nim_heaps_and_their_sums_have_the_genera_of_nim() -> None:
    kinds = Kinds(Forms())
    for heaps in [(), (1,), (1, 1), (2, 2), (2, 3), (1, 2, 3), (4, 2, 1)]:
        form = kinds.forms.add(*map(kinds.forms.nim, heaps))
        total = 0
        for heap in heaps:
            total ^= heap
        assert kinds.genus(form) == nim_genus(total, firm=max(heaps, default=0) > 1)
        assert kinds.of(form) is (Kind.FIRM if max(heaps, default=0) > 1 else Kind.FICKLE)


def test_a_tame_game_has_a_genus_of_nim_and_a_wild_one_may_have() -> None:
    kinds = Kinds(Forms())
    for game in [*DAY_THREE, *some_games(200, 5)]:
        form = form_of(kinds.forms, game)
        genus = kinds.genus(form)
        if kinds.of(form).tame:
            assert genus == nim_genus(genus.value, firm=kinds.of(form) is Kind.FIRM)


def test_the_sum_of_tame_games_is_won_and_lost_like_nim() -> None:
    kinds = Kinds(Forms())
    games = [g for g in [*DAY_THREE, *some_games(20, 6)] if kinds.of(form_of(kinds.forms, g)).tame]
    rng = Random(7)
    assert len(games) > 15
    for _ in range(300):
        parts = rng.choices(games, k=rng.randrange(1, 4))
        genera = [kinds.genus(form_of(kinds.forms, part)) for part in parts]
        assert (tame_sum(genera).misere == 0) == lost_sum(*parts)
        assert kinds.genus(kinds.forms.add(*(form_of(kinds.forms, part) for part in parts))) == tame_sum(genera)


def test_wild_options_that_can_be_undone_do_not_make_a_game_wild() -> None:
    ruleset, _ = next(read_game("kayles: 1").parts)
    kinds = Kinds(Forms())
    forms = [kinds.forms.of(ruleset, [heap]) for heap in range(15)]
    assert [heap for heap in range(15) if not kinds.of(forms[heap]).tame] == [5, 9, 11, 12]
    assert any(not kinds.of(x).tame for x in kinds.forms.options[forms[7]])
    plain = [plain_of(kinds.forms, form) for form in forms[:11]]
    tame = [0, 1, 2, 3, 4, 6, 7, 8, 10]
    for heap in (7, 8, 10):
        for other in tame:
            for size in range(4):
                parts = [plain[heap], plain[other], nim_heap(size)]
                genera = [kinds.genus(forms[heap]), kinds.genus(forms[other]), kinds.genus(kinds.forms.nim(size))]
                expected = tame_sum(genera).misere == 0
                assert lost_sum(*parts) == expected


def test_restive_and_restless_games_have_tame_options_only_and_two_values() -> None:
    kinds = Kinds(Forms())
    two, three = map(kinds.forms.nim, (2, 3))
    firm_zero, firm_one = kinds.forms.add(two, two), kinds.forms.add(two, three)
    restive = kinds.forms.form([1, firm_zero, two])
    restless = kinds.forms.form([1, firm_one])
    assert (kinds.of(restive), kinds.genus(restive).value, kinds.genus(restive).misere) == (Kind.RESTIVE, 3, 1)
    assert (kinds.of(restless), kinds.genus(restless).value, kinds.genus(restless).misere) == (Kind.RESTLESS, 0, 2)
    assert kinds.of(kinds.forms.form([restive])) is Kind.WILD
    for game in some_games(200, 8):
        form = form_of(kinds.forms, game)
        if kinds.of(form) in {Kind.RESTIVE, Kind.RESTLESS}:
            g, c = kinds.genus(form).value, kinds.genus(form).misere
            assert (g > 1 >= c) if kinds.of(form) is Kind.RESTIVE else (c > 1 >= g)


def test_the_digits_of_a_genus_are_as_few_as_say_all() -> None:
    assert [Genus(0, (1, 2, 0)).at(n) for n in range(6)] == [1, 2, 0, 2, 0, 2]
    assert str(Genus(12, (12, 14))) == "12^12.14"


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


@pytest.mark.nightly
def test_the_form_of_a_sum_has_the_outcomes_of_the_sum() -> None:
    forms = Forms()
    games = [*DAY_THREE, *some_games(4, 3)]
    for one, other in combinations(games, 2):
        total = plain_of(forms, forms.add(form_of(forms, one), form_of(forms, other)))
        for beside in DAY_THREE[:9]:
            assert lost(one, other, beside) == lost(total, beside)
