"""A ladder is climbed without a difference; and each bug planted in a route, or below one, is found."""

from __future__ import annotations

import warnings
from collections import Counter
from random import Random
from time import process_time

import pytest
from tests.cases import few
from tests.pace import spent
from tests.promises.ladder.definition import Definition, PartValues, Spent, mex
from tests.promises.ladder.place import AMPLE, Place
from tests.promises.ladder.planted_bugs import PLANTED, Planted
from tests.promises.ladder.positions import Ladder, ladder_of, ladders
from tests.promises.ladder.routes import COMPILED, ROUTES
from tests.promises.ladder.rules import drawn_rule, splits
from tests.promises.ladder.soak_ladder import BAD, HARNESS, Climb, verdict_of

from grundy.core import InputError, Outcome
from grundy.games import CATALOGUE, COMPOUNDS
from grundy.notation import read_game, read_ruleset

RUNGS, CLIMBS = 60, 12
"""Rungs of a climb, and climbs without a bug."""
PLACES, FREE = 40, 3
"""Positions on which a planted bug is looked for, one after the other, and before it is there."""


@pytest.mark.nightly
@pytest.mark.parametrize("seed", few(range(7, 7 + 11 * CLIMBS, 11), *range(7, 7 + 55, 11)))
def test_a_climb_meets_no_difference_and_nothing_late(seed: int) -> None:
    climb = Climb(seed)
    found = climb.up(RUNGS)
    assert climb.told == []
    assert not any(found[name] for name in BAD)
    assert found["rungs"] >= RUNGS
    assert found.total() == 2 * found["rungs"] + found["unreadable"]


def test_a_task_has_as_many_rungs_as_it_says_and_is_the_same_again() -> None:
    first, again = HARNESS.task(4), HARNESS.task(4)
    assert first["rungs"] >= HARNESS.size
    routes = [Counter(name.rpartition(" ")[0] for name in found.elements()) for found in (first, again)]
    assert routes[0] == routes[1]


def test_every_ruleset_compound_and_route_has_its_turn() -> None:
    names = ladders()
    assert {*CATALOGUE, *(f"compound {kind}" for kind in COMPOUNDS), "sums", "random"} == {*names}
    assert all(route.share > 0 for route in {**ROUTES, **COMPILED}.values())


@pytest.mark.parametrize("name", [*dict.fromkeys(ladders())])
def test_positions_of_every_step_are_written_so_that_they_are_read(name: str) -> None:
    rng = Random(name)
    ladder = ladder_of(name, rng)
    assert sum(readable(ladder, step, rng) for step in range(ladder.steps)) > ladder.steps // 2
    assert readable(ladder, 0, rng)
    assert readable(ladder, 3, rng)


def readable(ladder: Ladder, step: int, rng: Random) -> bool:
    text = ladder.write(rng, step)
    try:
        return read_game(text).size > 0
    except InputError:
        return False


@pytest.mark.parametrize("seed", few(range(60), *range(20)))
def test_the_second_statement_of_a_rule_has_the_options_of_the_first(seed: int) -> None:
    rule = drawn_rule(Random(seed))
    first = read_ruleset(rule.text)
    for heap in range(14):
        told = {
            tuple(sorted(filter(None, option if isinstance(option, tuple) else (option,))))
            for option in first.options(heap)
        }
        assert told == {tuple(filter(None, pieces)) for pieces in rule.below(heap)}, rule.text


# The definition itself, where everybody knows the answer.


def test_the_definition_knows_nim_kayles_and_draws() -> None:
    nim = read_game("nim: 1 2 3")
    assert Definition(nim, misere=False, most=100).value(nim) == 0
    assert Definition(nim, misere=True, most=100).outcome(nim) is Outcome.P
    values = PartValues.of(read_ruleset("kayles"))
    assert [values.value(n, 1000) for n in range(12)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    loop = read_game("graph: a>b b>a @ a")
    found = Definition(loop, misere=False, most=10)
    assert found.outcome(loop) is Outcome.D
    assert found.loops
    escape = read_game("graph: a>b b>a b>c @ b")
    assert Definition(escape, misere=False, most=10).course(escape) == (Outcome.N, 1)
    marks = read_game("tic-tac-toe: XO./.../...")
    assert Definition(marks, misere=False, most=6000).outcome(marks) is Outcome.N
    assert mex([0, 1, 3]) == 2
    assert [*splits(5, 2)] == [(1, 4), (2, 3)]
    with pytest.raises(Spent):
        Definition(read_game("nim: 50 60"), misere=False, most=100)
    with pytest.raises(Spent):
        values.value(60, 10)


@pytest.mark.nightly
def test_a_route_without_a_partner_is_alone_and_a_late_answer_is_reported() -> None:
    place = Place("nim: 9", read_game("nim: 9"), Random(1), misere=False, parts={})
    assert verdict_of(place, ROUTES["solve"], AMPLE) == ("right", "")
    assert verdict_of(place, ROUTES["solve"]._replace(way=lambda *_: False), AMPLE)[0] == "alone"
    spent = ROUTES["solve"]._replace(way=lambda place, _: place.ask(busy, AMPLE.limits._replace(seconds=0)))
    assert verdict_of(place, spent, AMPLE)[0] == "late"
    broken = ROUTES["solve"]._replace(way=lambda *_: bool(1 // 0))
    assert verdict_of(place, broken, AMPLE)[0] == "internal"


def busy() -> bool:
    start = process_time()
    while spent(start) < 1.5:
        pass
    return True


# Negative controls: one bug each.


@pytest.mark.parametrize("bug", PLANTED, ids=lambda bug: bug.name)
def test_a_planted_bug_is_found(bug: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not tried(bug, FREE), "found without being there"
    bug.plant(monkeypatch)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert tried(bug, PLACES)


def tried(bug: Planted, places: int) -> list[str]:
    for number in range(places):
        rng = Random(f"{bug.name} {number}")
        game = read_game(bug.texts[number % len(bug.texts)].format(*(rng.randint(1, 7) for _ in range(4))))
        place = Place(str(game), game, rng, misere=rng.random() < bug.misere, parts={})
        place.route = bug.route
        verdict, trace = verdict_of(place, {**ROUTES, **COMPILED}[bug.route], bug.allowed)
        if verdict in BAD:
            return [verdict, trace]
    return []
