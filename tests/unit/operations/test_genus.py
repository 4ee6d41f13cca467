"""`genus` agrees with the definition: misère values of whole sums, by plain recursion without canonical forms."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from tests.cases import first_seed

from grundy import LoopyGame, game, read_game
from grundy.core import InputError, RuleError, as_sum, mex
from grundy.operations import served

genus = served("genus")
Parts = tuple[tuple[Any, Any], ...]
NIM = read_game("nim: 1").part(0)[0]
RULES = ("nim", "kayles", "0.123", "0.75", "grundy", "take {1, 3}", "4.3", "0.07")


def parts_of(text: str) -> Parts:
    return ordered([*read_game(text).parts])


def ordered(parts: list[tuple[Any, Any]]) -> Parts:
    return tuple(sorted(parts, key=lambda part: (part[0].name, repr(part[1]))))


@cache
def misere_value(parts: Parts) -> int:
    """1 for a sum without moves, otherwise the mex of the misère values of the options of the whole sum."""
    after = {
        misere_value(ordered([*parts[:i], *((rule, part) for part in as_sum(option)), *parts[i + 1 :]]))
        for i, (rule, position) in enumerate(parts)
        for option in rule.options(position)
    }
    return mex(after) if after else 1


def agrees(seed: int) -> None:
    random = Random(seed)
    heaps = [random.randint(0, 5) for _ in range(random.randint(1, 2))]
    text = f"{random.choice(RULES)}: {' '.join(map(str, heaps))}"
    adding = f"{random.choice(RULES)}: {random.randint(1, 3)}"
    found = genus(text, adding=adding, copies=2)
    game_parts, more = parts_of(text), parts_of(adding)
    for copies, extended in enumerate(found.extended):
        digits = [misere_value(ordered([*game_parts, *more * copies, *[(NIM, 2)] * twos])) for twos in range(2)]
        value, _, rest = extended["genus"].partition("^")
        shown = rest.partition(" (")[0]
        told = list(map(int, shown.split(".") if "." in shown else shown))
        while len(told) < 2:
            told.append(told[-found.period])
        assert told[:2] == digits, (text, adding, copies)
        if copies == 0:
            assert (found.misere[0], found.outcome) == (digits[0], "N" if digits[0] else "P")
            assert value == str(found.value)


@pytest.mark.parametrize("seeds", [range(6)])
def test_the_genus_and_the_extended_genus_are_those_of_the_definition(seeds: range) -> None:
    for seed in seeds:
        agrees(seed)


@pytest.mark.nightly
def test_the_extended_genus_is_that_of_the_definition_on_three_hundred_sums() -> None:
    for seed in range(first_seed(), first_seed() + 300):
        agrees(seed)


def test_the_genus_of_heaps_is_the_published_one() -> None:
    # J. H. Conway, "On Numbers and Games", 1976, chapter 12, and "Winning Ways", 1982, chapter 13: Kayles
    assert [genus(f"kayles: {n}").genus for n in range(6)] == ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"]
    assert genus("nim: 4").genus == "4^46"
    assert genus("0.123: 8").genus == "2^1420"


def test_the_answer_is_in_words_and_in_json_and_in_python() -> None:
    found = genus("kayles: 5", adding="nim: 4", copies=1)
    assert found.explain().splitlines()[:2] == [
        "kayles: 5: genus 4^146, restive (N-position in misère play)",
        "misère canonical form: {1,2,3,{2,3}}",
    ]
    assert found.to_dict()["extended"] == [{"copies": 0, "genus": "4^146"}, {"copies": 1, "genus": "0^20"}]
    assert "extended" not in genus("kayles: 5").to_dict()
    assert str(game("kayles").genus(5, 5)) == genus("kayles: 5 5").genus
    assert str(game("cram").genus("3x4")) == genus("cram: 3x4").genus == "1^031"


def test_games_without_a_genus_are_refused() -> None:
    for text in ("domineering: 2x2", "tic-tac-toe: X../.../...", "top-entails: 5"):
        with pytest.raises(RuleError, match="has no genus"):
            genus(text)
    with pytest.raises(LoopyGame):
        genus("graph: 0>1 1>0 @ 0")
    with pytest.raises(InputError, match="expected a number from 0 to 50, found 51"):
        genus("nim: 3", adding="nim: 4", copies=51)
