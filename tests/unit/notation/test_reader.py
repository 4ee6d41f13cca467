from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples, few
from tests.pace import spent

from grundy.core import Game, InputError, NotationError, Sum, Summand
from grundy.games import CATALOGUE, make
from grundy.games.boards.maze import Maze
from grundy.games.graphs.directed import GraphGame
from grundy.games.graphs.files import arcs_of
from grundy.notation import read_game, read_ruleset

EXAMPLES = [
    ("nim: 10 12 5", "nim: 10 12 5", [10, 12, 5]),
    ("nim: 10,12, 5", "nim: 10 12 5", [10, 12, 5]),
    ("  nim :  3 ", "nim: 3", [3]),
    ("nim(max=3): 15", "nim(max=3): 15", [15]),
    ("nim ( max = 3 ) : 15", "nim(max=3): 15", [15]),
    ("moore(k=2): 3 5 7", "moore(k=2): 3 5 7", [(3, 5, 7)]),
    ("bash(min=2, max=5, end=rest): 17", "bash(min=2, max=5, end=rest): 17", [17]),
    ("bash(max=5,min=2): 17", "bash(min=2, max=5): 17", [17]),
    ("take 1..3: 15", "take 1..3: 15", [15]),
    ("take 3: 15", "take 3: 15", [15]),
    ("take {4, 1,3}: 15", "take {1, 3, 4}: 15", [15]),
    ("take squares: 30", "take squares: 30", [30]),
    ("take primes: 30", "take primes: 30", [30]),
    ("take {1} or primes: 30", "take {1} or take primes: 30", [30]),
    ("take 1..2 or squares or split or take 9: 30", "take 1..2 or take squares or split or take 9: 30", [30]),
    ("take prime-powers: 30", "take prime-powers: 30", [30]),
    ("take powers(2): 30", "take powers(2): 30", [30]),
    ("take all-but {5, 2}: 30", "take all-but {2, 5}: 30", [30]),
    ("take any: 30", "take any: 30", [30]),
    ("take k where n%k==0 and k<n: 12", "take k where n % k == 0 and k < n: 12", [12]),
    ("take k where min(k, 3) == k: 12", "take k where min(k, 3) == k: 12", [12]),
    ("split a, b where a != b: 9", "split a, b where a != b: 9", [9]),
    ("split: 9", "split: 9", [9]),
    ("take 1..2 or split: 8", "take 1..2 or split: 8", [8]),
    ("take k where k == 1 or k == n or split: 8", "take k where k == 1 or k == n or split: 8", [8]),
    ("split or take 1 or take squares: 8", "split or take 1 or take squares: 8", [8]),
    ("0.77: 5 9", "0.77: 5 9", [5, 9]),
    (".137: 9", "0.137: 9", [9]),
    ("4.007: 9", "4.007: 9", [9]),
    ("0.3F: 9", "0.3F: 9", [9]),
    ("4!.0: 9", "4!.0: 9", [9]),
    ("0.[3]: 9", "0.[3]: 9", [9]),
    ("0.{2!,3}: 9", "0.{2!,3}: 9", [9]),
    ("0.*: 9", "0.*: 9", [9]),
    ("graph: 2>1 3>2 4>1 4>2 @ 4", "graph: 2>1 3>2 4>1 4>2 @ 4", ["4"]),
    ("graph: a>b, c @ a c", "graph: a>b c @ a c", ["a", "c"]),
    ("graph:a > b@b", "graph: a>b @ b", ["b"]),
    ("maze: ..#./...@", "maze: ..#./...@", [(1, 3)]),
    ("vectors(steps={(1,0),(0,1)}, rays={(1,1)}): 5 7", "vectors(steps={(1,0),(0,1)}, rays={(1,1)}): 5 7", [(5, 7)]),
    ("nim: 3 5 + kayles: 7", "nim: 3 5 + kayles: 7", [3, 5, 7]),
    ("nim: 3 + nim: 3 + nim: 4", "nim: 3 + nim: 3 + nim: 4", [3, 3, 4]),
]


@pytest.mark.parametrize(("text", "shown", "parts"), EXAMPLES, ids=[text for text, _, _ in EXAMPLES])
def test_the_grammar_is_read_and_written_back(text: str, shown: str, parts: list[Any]) -> None:
    game = read_game(text)
    assert str(game) == shown
    assert [part for _, part in game.parts] == parts
    assert read_game(shown) == game


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=list(CATALOGUE))
def test_every_example_of_the_catalogue_reads_back(entry: Any) -> None:
    game = read_game(entry.example)
    assert read_game(str(game)) == game
    assert str(read_game(str(game))) == str(game)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("take k where 2 * k <= n + 1: 5 + nim: 3", ["take k where 2 * k <= n + 1: 5", "nim: 3"]),
        ("nim: 3 + take k where 2 * k <= n + 1: 5", ["nim: 3", "take k where 2 * k <= n + 1: 5"]),
        ("take k where k == 1 + min(n, k): 5", ["take k where k == 1 + min(n, k): 5"]),
        ("take k where k + gcd (n, k) == 1 + k: 5", ["take k where k + gcd(n, k) == 1 + k: 5"]),
        ("take k where n + k == 1 + n + k: 5 + 0.77: 3", ["take k where n + k == 1 + n + k: 5", "0.77: 3"]),
        ("split: 3 + split: 4 + take 1: 2", ["split: 3", "split: 4", "take 1: 2"]),
        ("graph: a>b @ a + maze: .@ + nim: 3", ["graph: a>b @ a", "maze: .@", "nim: 3"]),
        ("nim: 1 + nim(max=3): 2 + nim : 3", ["nim: 1", "nim(max=3): 2", "nim: 3"]),
    ],
)
def test_a_plus_joins_games_exactly_where_a_ruleset_begins_after_it(text: str, pieces: list[str]) -> None:
    assert list(map(str, read_game(text).summands)) == pieces


def test_a_rule_that_occurs_twice_in_a_sum_is_one_rule() -> None:
    first, second = read_game("take 1..3: 5 + take 1..3: 7").summands
    assert first.ruleset is second.ruleset


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("nim", "nim"),
        (" kayles ", "kayles"),
        ("0.77", "0.77"),
        ("take 1..3 or split", "take 1..3 or split"),
        ("nim(max=2)", "nim(max=2)"),
        ("maze", "maze"),
        ("graph", "graph"),
    ],
)
def test_a_ruleset_is_read_alone(text: str, name: str) -> None:
    assert read_ruleset(text).name == name
    assert read_ruleset(name) == read_ruleset(text)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("nim: 3", 3, "expected a ruleset without a position"),
        ("take k where n == 1: 5", 19, "expected a ruleset without a position"),
        ("nim\n", 3, "expected one line of printable text, found a control character"),
        ("", 0, "expected the name of a ruleset, found nothing"),
        ("0.77 + 0.7", 4, "expected a code without blanks, found one"),
        ("bash", 4, "expected the parameter max, as in bash(min=2, max=5): 17, found nothing"),
        ("a" * 2001, 2000, "expected a rule of at most 2000 characters, found 2001"),
    ],
)
def test_a_ruleset_with_a_position_is_refused_at_its_place(text: str, at: int, message: str) -> None:
    with pytest.raises(NotationError) as error:
        read_ruleset(text)
    assert (error.value.message, error.value.at) == (message, at)


def test_a_rule_of_2000_characters_is_read_and_one_of_2001_refused() -> None:
    rule = "take {" + ", ".join(map(str, range(1, 410))) + "}"
    rule += " " * (2000 - len(rule))
    assert read_game(f"{rule}:7").size == 1
    with pytest.raises(NotationError, match="expected a rule of at most 2000 characters, found 2001"):
        read_game(f"{rule} :7")


@pytest.mark.parametrize("text", ["graph(games.csv): a", "rules.py:F: 3", "nim: 3 + rules.py:F: 3"])
def test_files_are_refused_where_they_may_not_be_read(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read_game(text, files=False)
    assert error.value.message in {
        "rules in Python files are not allowed here",
        "expected a graph in the text; files are not allowed here, found 'games.csv'",
    }
    assert error.value.at == {"g": 6, "r": 0, "n": 9}[text[0]]


def test_making_and_reading_a_ruleset_is_the_same() -> None:
    assert make("nim", max=3) == read_ruleset("nim(max=3)")
    assert make("nim") != read_ruleset("nim(max=3)")


CLAUSES = st.sampled_from(
    [
        "take 1..3",
        "take {1, 3, 4}",
        "take squares",
        "take all-but {2, 5}",
        "take powers(3)",
        "take k where n + 1 >= 2 * k",
        "take k where n % k == 0 or k == 1",
        "split",
        "split a, b where a != b and n > 3",
    ]
)


CODES = st.sampled_from(["0.77", "0.137", "4!.0", "4.[3]", "0.{2!,3}", "0.*", "0.3F"])


HEAPS = st.lists(st.integers(0, 10**20), min_size=1, max_size=4)


SMALL = st.lists(st.integers(0, 10**6), min_size=1, max_size=4)


@st.composite
def mazes(draw: st.DrawFn) -> Summand:
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    rows = [draw(st.text("..#", min_size=width, max_size=width)) for _ in range(height)]
    row, column = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    rows[row] = rows[row][:column] + "." + rows[row][column + 1 :]
    return Summand(Maze(tuple(rows)), Sum((row, column)))


@st.composite
def graphs(draw: st.DrawFn) -> Summand:
    names = draw(st.lists(st.from_regex("[A-Za-z0-9_]{1,3}", fullmatch=True), min_size=1, max_size=5, unique=True))
    vertex = st.sampled_from(names)
    pairs = draw(st.lists(st.tuples(vertex, vertex | st.none()), max_size=8))
    arcs = arcs_of([*pairs, *((name, None) for name in names)])
    return Summand(GraphGame(arcs), Sum.of(draw(st.lists(vertex, min_size=1, max_size=3))))


def summands() -> st.SearchStrategy[Summand]:
    def heaps(name: str, sizes: list[int]) -> Summand:
        return Summand(read_ruleset(name), Sum.of(sizes))

    clauses = st.lists(CLAUSES, min_size=1, max_size=3).map(" or ".join)
    named = st.sampled_from(["nim", "kayles", "nim(max=4)", "bash(min=2, max=5)", "lasker"])
    return st.one_of(st.builds(heaps, clauses, SMALL), st.builds(heaps, CODES | named, HEAPS), mazes(), graphs())


@settings(max_examples=examples(200))
@given(st.lists(summands(), min_size=1, max_size=4))
def test_every_game_reads_back_from_its_text(parts: list[Summand]) -> None:
    game = Game(*parts)
    assert read_game(str(game)) == game


MILLION = [
    "nim" + " " * 10**6 + "x: 3",
    "take" + " " * 10**6,
    "a" * 10**6,
    ":" * 10**6,
    " + " * 333_333,
    "nim: 1" + " + 1" * 250_000 + ":",
    "nim: 1" + " + take" * 140_000 + ":",
    "nim: 1" + " + a.py" * 140_000 + ":",
    "nim: 1" + " + ab(" * 160_000 + ":",
    "nim: 1" + " + min (a):" * 90_000,
    "(" * 10**6,
    "nim(" + "(a)" * 330_000 + ":",
    "x.py" * 250_000 + ":",
    "maze: " + "./" * 500_000,
    "maze: " + "@" * 10**6,
    "graph: " + "a" * 10**6,
    "nim: " + "1," * 500_000,
    "nim: " + "1" * 10**6,
    "nim: " + "\u0663" * 10**6,
    "0." + "7" * 10**6 + ": 3",
    "take k where " + "(" * 10**6 + ": 3",
    "northcott: " + "W" * 10**6,
    "\t" * 10**6,
    "\x00" * 10**6,
]


@pytest.mark.parametrize("text", few(MILLION, *MILLION[::2]), ids=[text[:12] for text in MILLION])
def test_a_text_of_a_million_characters_is_refused_within_a_second_or_two(text: str) -> None:
    start = process_time()
    with pytest.raises(InputError):
        read_game(text)
    assert spent(start) < 2


@pytest.mark.nightly
@pytest.mark.parametrize("piece", ["nim: 1", "take 1: 1", "0.7: 1", "maze: .@"])
def test_a_sum_of_many_games_is_read_in_time_proportional_to_its_length(piece: str) -> None:
    start = process_time()
    assert read_game(" + ".join([piece] * 50_000)).size == 50_000
    assert spent(start) < 3
