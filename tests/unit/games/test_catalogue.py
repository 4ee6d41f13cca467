from __future__ import annotations

import pytest
from tests.terminal import Terminal

from grundy.core import Entailing, Game, HeapRuleset, Limits, Outcome, TwoSided
from grundy.games import CATALOGUE, Entry, make
from grundy.notation import read_game, read_ruleset
from grundy.testing import check_method, check_ruleset
from grundy.workflows.library.solution import solve
from grundy.workflows.solving import PartSolver

HEAPS = " ".join(map(str, range(14)))
SPREAD: dict[str, list[str]] = {
    "nim": [f"nim: {HEAPS}", f"nim(max=1): {HEAPS}", f"nim(max=4): {HEAPS}"],
    "bash": [
        f"bash(min={low}, max={high}{end}): {HEAPS}"
        for low, high in ((1, 3), (2, 2), (2, 5), (3, 4))
        for end in ("", ", end=rest", ", end=rest-loses")
    ],
    "wythoff": ["wythoff: 5 6", "wythoff: 0 4"],
    "vectors": ["vectors(steps={(1,2),(2,1)}): 6 6", "vectors(steps={(1,0,1)}, rays={(0,1,0)}): 3 2 4"],
    "moore": ["moore: 3 2 2", "moore(k=1): 2 3 2", "moore(k=3): 2 2 2 2"],
    "circular-nim": ["circular-nim(k=1): 2 2 2", "circular-nim: 2 1 2 1", "circular-nim(k=3): 1 2 1 2"],
    "staircase": ["staircase: 2 2 1 2", "staircase: 0 0 1 1 0"],
    "fibonacci": ["fibonacci: 14", "fibonacci: 9@4"],
    "schwenk": ["schwenk(factor=1): 12", "schwenk(factor=3, plus=1): 12"],
    "euclid": ["euclid: 13 8", "euclid(end=positive): 13 8", "euclid: 6 4"],
    "nimble": ["nimble: 3 3 2"],
    "silver-dollar": ["silver-dollar: 2 4 6", "silver-dollar: 1 5"],
    "welter": ["welter: 2 4 6", "welter: 1 5"],
    "turning-turtles": ["turning-turtles: 1 3 5"],
    "twins": ["twins: 0 3 5"],
    "mock-turtles": ["mock-turtles: 1 5"],
    "triplets": ["triplets: 2 6"],
    "moebius": ["moebius: 1 5"],
    "mogul": ["mogul: 1 4"],
    "ruler": ["ruler: 2 6"],
    "sym": ["sym: 1 5"],
    "grunt": ["grunt: 3 7"],
    "turn": ["turn(coins=1..3, reach=3): 5", "turn(coins=2.., shape=run): 6", "turn(shape=symmetric): 5", "turn: 4"],
    "turning-corners": ["turning-corners: (2,3)"],
    "product": ["product(turning-turtles, ruler): (2,4)", "product(mock-turtles, twins, ruler): (1,1,2)"],
    "northcott": ["northcott: W..B./.W..B @ W", "northcott(retreats=2): W..B @ B"],
    "poker-nim": ["poker-nim(add=2): 2 2 @ 1 1", "poker-nim: 3 @ 2 1"],
    "graph": ["graph: 2>1 3>2 4>1 4>2 5>4 5>2 6>5 6>2 @ 6 5"],
    "maze": ["maze: ..#../#...#/..#../#..../....@"],
    "notakto": ["notakto: X../.X./..."],
    "nogo": ["nogo: 1x5", "nogo: B.W/...", "nogo: .#B./..W."],
    "tic-tac-toe": ["tic-tac-toe: XO./.X./...", "tic-tac-toe(line=2): 2x2"],
    "race": ["race: 14 @ 1 2 / 2 3", "race: 9 @ 3 / 1 4"],
    "top-entails": ["top-entails: 8 5 0", "top-entails: 6! 2"],
    "nimstring": ["nimstring: 1x2", "nimstring: -./||./-. !"],
    "dots-and-boxes": ["dots-and-boxes: 1x2"],
    "node-kayles": ["node-kayles: 0-1 1-2 2-3 5-6 7", "node-kayles: grid(3x3)", "node-kayles: petersen @ 0 1 2 ; 5 7"],
    "arc-kayles": ["arc-kayles: path(7)", "arc-kayles: grid(2x4)", "arc-kayles: a-b b-c c-a c-d"],
    "geography": [
        "geography: 0>1 1>2 2>0 2>3 @ 0 ; 2 without 1",
        "geography: grid(2x3) @ 0",
        "geography(edges=true): 0-1 1-2 2-0 2-3 @ 0 ; 2 without 0-1",
        "geography(edges=true): 0>1 1>2 2>0 1>0 @ 0",
    ],
    "domineering": ["domineering: 2x3", "domineering: .#../..# @ R"],
    "col": ["col: 2x3", "col: x.#/..o @ R"],
    "snort": ["snort: 2x3", "snort: x.#/..o @ R"],
    "clobber": ["clobber: 2x3", "clobber: xxo.oxo @ R"],
    "toads-and-frogs": ["toads-and-frogs: TT.FF", "toads-and-frogs: T..F/.TF# @ R"],
    "amazons": ["amazons: x../..o", "amazons: x.#..o @ R"],
    "partizan-nogo": ["partizan-nogo: 1x5", "partizan-nogo: B.W/... @ R"],
    "impartial": ["impartial(domineering): 2x4", "impartial(clobber): xox/oxo", "impartial(partizan-nogo): 2x2"],
    "hackenbush": ["hackenbush: 0-1 1-2 2-3 3-1 3-4 0-5 5-5 0-1", "hackenbush: stalk(3) ring(3)"],
}
"""Small positions of every ruleset; a ruleset that is not listed is checked on its example."""

TEXTS = (
    *("nimstring: 1x1", "nimstring: -./|../.-", "nimstring: --/|||/-. !", "nimstring: -/||/-"),
    *("notakto: .../.../...", "notakto: X../.X./...; .../.../X.X", "notakto: XXX/.../..."),
    *("queens: 5x5", "kings: ..#/...; 2x2", "knights: 100x3", "bishops: #", "race: 12 @ 1 2 / 2 3", "race: 0 @ 1 / 1"),
    *("top-entails: 5 4! 3", "top-entails: 0", "top-entails: 0! 7", "brussels-sprouts: 1.8. 2"),
    *("brussels-sprouts: 1.1.4.", "brussels-sprouts: 1.", "sprouts: 0", "sprouts: 12", "sprouts: 0.AB./AB."),
    *("sprouts: 1A1A.", "sprouts: 1AB./AB. 3", "sprouts: AB./AB. AB./AB.", "sprouts: 0.0.", "sprouts: 2."),
    "maze: ..#./@... + maze: .@",
    *("domineering: 2x3 @ R", "clobber: 2x2", "clobber: xo.#/oxox", "impartial(col): 2x2; x.o"),
)
"""Texts that are written as they are read."""

SPECIAL = (TwoSided, Entailing)
VALUED = [entry for entry in CATALOGUE.values() if not isinstance(read_game(entry.example).part(0)[0], SPECIAL)]
"""The rulesets whose positions have Grundy values by the mex."""

each_entry = pytest.mark.parametrize("entry", CATALOGUE.values(), ids=CATALOGUE)


@each_entry
def test_an_example_reads_and_shows_as_itself(entry: Entry) -> None:
    game = read_game(entry.example)
    assert str(game) == entry.example
    assert read_game(str(game)) == game
    assert game.summands[0].ruleset.name.split("(")[0] == entry.name
    assert hash(read_game(str(game))) == hash(game)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_written_as_it_is_read(text: str) -> None:
    assert str(read_game(text)) == text


@each_entry
def test_a_ruleset_keeps_every_promise_on_small_positions(entry: Entry) -> None:
    for text in SPREAD.get(entry.name, [f"{entry.name}: {HEAPS}"] if make_heaps(entry) else [entry.example]):
        for summand in read_game(text).summands:
            check_ruleset(summand.ruleset, summand.parts, limits=Limits(positions=50_000))


@pytest.mark.parametrize("entry", VALUED, ids=[entry.name for entry in VALUED])
def test_solve_gives_the_values_of_the_definition(entry: Entry) -> None:
    check_method(
        lambda ruleset, position: PartSolver(ruleset).value(position),
        *(text for text in SPREAD.get(entry.name, [entry.example])),
        limits=Limits(positions=50_000),
    )


def make_heaps(entry: Entry) -> bool:
    """Whether the positions of an entry are single heaps."""
    return all(isinstance(summand.ruleset, HeapRuleset) for summand in read_game(entry.example).summands)


@each_entry
def test_an_example_is_in_the_list_of_games(entry: Entry, terminal: Terminal) -> None:
    lines = terminal.run("games")[1].splitlines()
    assert any(line.startswith(entry.example) and entry.caption in line for line in lines)
    listed = terminal.json("games")[1]["games"]
    assert {"name": entry.name, "example": entry.example, "caption": entry.caption} in listed


@each_entry
def test_two_rulesets_of_one_text_are_equal_and_have_one_hash(entry: Entry) -> None:
    text = read_game(entry.example).summands[0].ruleset.name
    if entry.name not in {"graph", "maze"}:
        assert read_ruleset(text) == read_ruleset(text)
        assert len({read_ruleset(text), read_ruleset(text)}) == 1
        assert read_ruleset(text) != make("divisors") or entry.name == "divisors"


def test_names_are_lower_case_with_hyphens_and_stand_for_themselves() -> None:
    for name, entry in CATALOGUE.items():
        assert name == entry.name == name.lower()
        assert name.replace("-", "").isalnum()
        assert entry.example.startswith(name)


def test_a_game_remembers_which_ruleset_each_part_follows() -> None:
    game = read_game("nim: 3 5 + kayles: 7 + maze: .@")
    assert [ruleset.name for ruleset, _ in game.parts] == ["nim", "nim", "kayles", "maze"]
    assert game == Game(*game.summands)


@pytest.mark.parametrize(
    "entry",
    [pytest.param(entry, id=name, marks=[pytest.mark.nightly] * (name == "nogo")) for name, entry in CATALOGUE.items()],
)
def test_an_example_is_solved_in_both_plays(entry: Entry) -> None:
    for misere in (False, True):
        solution = solve(entry.example, misere=misere)
        assert solution.outcome is not None
        assert solution.status == "proved"
        assert bool(solution.winning_moves) == (solution.outcome is Outcome.N)
        for move in solution.winning_moves:
            assert solve(solution.leaves(move), misere=misere).outcome is Outcome.P
