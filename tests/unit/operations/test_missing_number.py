"""`solve` of a position with "?" finds exactly the numbers that brute force finds, and its laws hold further on."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from tests.cases import first_seed

import grundy
from grundy import InputError, read_game
from grundy.core import as_sum, mex
from grundy.operations import Context, FieldError, served

solve = served("solve")
HEAPS = ("nim", "kayles", "take {1, 3, 4}", "take 1..3", "0.137", "grundy", "lasker", "4?.0", "bash(min=2, max=4)")
BOARDS = (
    "wythoff: {} ?",
    "cram: 2x?",
    "cram: ?x3",
    "node-kayles: path(?)",
    "nimble: 1 ? {}",
    "chomp: ?x2",
    "euclid: {} ?",
)


@cache
def value(ruleset: Any, position: Any) -> int:
    """The Grundy value of a component by definition."""
    total: set[int] = set()
    for option in ruleset.options(position):
        worth = 0
        for part in as_sum(option):
            worth ^= value(ruleset, part)
        total.add(worth)
    return mex(total)


@cache
def lost_misere(parts: tuple[tuple[Any, Any], ...]) -> bool:
    """Whether a whole sum is a P-position in misère play, by definition."""
    after = [
        tuple(sorted([*parts[:i], *((ruleset, part) for part in as_sum(option)), *parts[i + 1 :]], key=repr))
        for i, (ruleset, position) in enumerate(parts)
        for option in ruleset.options(position)
    ]
    return bool(after) and not any(map(lost_misere, after))


def asked(random: Random) -> str:
    def heaps(ruleset: str) -> str:
        return f"{ruleset}: {' '.join(str(random.randint(0, 9)) for _ in range(random.randint(1, 3)))}"

    if random.random() < 0.3:
        with_blank = random.choice(BOARDS).format(random.randint(1, 6))
    else:
        with_blank = heaps(random.choice(HEAPS)) + " ?"
    more = [heaps(random.choice(HEAPS)) for _ in range(random.randint(0, 1))]
    return " + ".join([with_blank, *more])


def agrees(seed: int) -> None:
    random = Random(seed)
    text, to = asked(random), random.choice((4, 5))
    wanted: dict[str, Any] = random.choice(({}, {"value": random.randint(0, 4)}, {"outcome": "N"}))
    found = solve(text, to=to, **wanted)
    expected = []
    for number in range(to + 1):
        try:
            game = read_game(
                text.replace(" ?", f" {number}")
                .replace("x?", f"x{number}")
                .replace("(?", f"({number}")
                .replace(": ?", f": {number}")
            )
        except InputError:
            continue
        worth = 0
        for ruleset, position in game.parts:
            worth ^= value(ruleset, position)
        if (worth != 0) if "outcome" in wanted else worth == wanted.get("value", 0):
            expected.append(number)
    assert [number for number in found.numbers if number <= to] == expected, (text, wanted)
    assert found.status == "proved"
    assert found.to >= to


@pytest.mark.parametrize("seed", [range(40)])
def test_the_numbers_are_those_of_brute_force(seed: range) -> None:
    for one in seed:
        agrees(one)


@pytest.mark.nightly
def test_the_numbers_are_those_of_brute_force_on_a_thousand_boards() -> None:
    for seed in range(first_seed(), first_seed() + 1000):
        agrees(seed)


@pytest.mark.parametrize("text", ["nim: 2 1 ?", "kayles: 3 ?", "cram: 2x2 + take {1, 2}: ?"])
def test_in_misere_play_the_numbers_are_those_of_brute_force(text: str) -> None:
    found = solve(text, play="misere", to=4)
    games = [tuple(sorted(read_game(text.replace("?", str(n))).parts, key=repr)) for n in range(5)]
    assert found.numbers == [n for n, parts in enumerate(games) if lost_misere(parts)]


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("nim: 35 18 27 ?", "42, and no other number"),
        ("nim: 10^100 ?", f"{10**100}, and no other number"),
        ("take 1..3: 17 ?", "every n with n mod 4 = 1, and no other number"),
        ("take {2, 3}: 4 + nim: 3 ?", "1, and no other number"),
        ("lasker: 3 ? + nim: 4", "0, and no other number"),
        ("bash(min=2, max=5): 1 ? + nim: 9", "no number"),
    ],
)
def test_a_law_states_all_numbers(text: str, law: str) -> None:
    assert solve(text).law == law


def test_the_law_of_a_period_has_exactly_the_heaps_with_the_value_also_far_out() -> None:
    found = solve("kayles: 7 ?", to=500)
    kayles, _ = read_game("kayles: 1").part(0)
    far = solve(f"kayles: {12 * 10**30 + 7} ?")
    from grundy.workflows.solving import PartSolver

    values = PartSolver(kayles).values(500)
    assert found.numbers == [n for n in range(501) if values[n] == 2]
    assert far.law == found.law


def test_the_answer_in_words_and_its_errors() -> None:
    assert (
        solve("nim: 35 18 27 ?")
        .explain()
        .startswith("nim: 35 18 27 ? is a P-position for ? = 42, and no other number.")
    )
    assert solve("cram: 3x?", to=4).explain() == "cram: 3x? is a P-position for ? = 3, of the numbers up to 4."
    with pytest.raises(InputError, match=r'^expected only one "\?" \(solve'):
        solve("nim: ? ?")
    with pytest.raises(InputError, match=r"^expected a heap size, found 'a'$"):
        solve("nim: a ?")
    with pytest.raises(FieldError, match=r'^to is for a position with "\?"'):
        solve("nim: 3 5", to=3)
    with pytest.raises(FieldError, match=r"^value cannot be combined with outcome$"):
        solve("nim: 3 ?", value=1, outcome="N")


def test_a_limit_leaves_the_numbers_found_before() -> None:
    from grundy import Limits

    found = solve("cram: 3x?", Context(Limits(positions=30), remote=False), to=9)
    assert (found.status, found.exit_code) == ("limit", 4)
    assert found.to < 9


def test_the_library_answers_the_same_question() -> None:
    found = grundy.complete("kayles: 7 ?", to=500)
    assert list(found.numbers) == solve("kayles: 7 ?", to=500).numbers
    assert found.explain() == solve("kayles: 7 ?", to=500).explain()
    assert grundy.solve("nim: 35 18 27 ?") == grundy.complete("nim: 35 18 27 ?")
    assert grundy.complete("nim: 3 5 ?", misere=True, to=9).numbers == (6,)
    for text, wrong in (("nim: 3 5", "expected a position with"), ("nim: 3 ?", "expected an outcome P, N, D, L or R")):
        with pytest.raises(InputError, match=wrong):
            grundy.complete(text, outcome="W" if "?" in text else "P")


@pytest.mark.parametrize(("outcome", "sizes"), [("R", (4, 5, 6)), ("N", (2, 3)), ("L", (1,)), ("P", ())])
def test_sizes_of_partizan_boards_are_found_by_the_four_outcomes(outcome: str, sizes: tuple[int, ...]) -> None:
    # M. Lachmann, C. Moore and I. Rapaport, "Who wins Domineering on rectangular boards?", 2002
    found = solve("domineering: 3x?", outcome=outcome, to=6)
    assert tuple(found.numbers) == sizes
    if outcome == "P":
        assert found.explain() == "domineering: 3x? is a P-position for none of the numbers up to 6."
