"""Texts that are no games, the exact line that says so, and the column of the caret."""

from __future__ import annotations

import pytest

from grundy.core import InputError
from grundy.notation import read_game

TAKES = "expected a number of tokens, a range 1..3, a list {1, 3} or one of any, squares, primes, prime-powers"
NAMES = "expected a number, a bracket or one of n, k, is_prime, is_square, is_power, gcd, popcount, abs, min, max"

PLUS = ' (" + " joins games in front of a "ruleset: position")'

MISTAKES = [
    ("", 0, "expected the name of a ruleset, found nothing (grundy games lists them)"),
    ("   ", 3, "expected the name of a ruleset, found nothing (grundy games lists them)"),
    ("nim", 3, 'expected a colon and a position, as in "nim: 5", found nothing'),
    ("nim:", 4, "expected a heap size, found nothing"),
    ("nim: ", 5, "expected a heap size, found nothing"),
    ("nim 3 5", 4, 'expected ":" or "(" after nim, found \'3\''),
    (": 3", 0, "expected the name of a ruleset, found nothing (grundy games lists them)"),
    ("kayle: 3", 0, "expected the name of a ruleset, found 'kayle' (did you mean kayles?)"),
    ("takes 1..3: 5", 0, "expected the name of a ruleset, found 'takes' (did you mean take?)"),
    ("nim: 3 x", 7, "expected a heap size, found 'x'"),
    ("nim: -3", 5, "expected a heap size, found '-3' (negative)"),
    ("nim: 3 + ", 7, "expected a heap size, found '+'" + PLUS),
    ("nim: 3 +", 7, "expected a heap size, found '+'" + PLUS),
    ("nim: 3 + kayles", 7, "expected a heap size, found '+'" + PLUS),
    ("nim: 3 + kayle: 3", 9, "expected the name of a ruleset, found 'kayle' (did you mean kayles?)"),
    ("nim: 3 + kayles: x", 17, "expected a heap size, found 'x'"),
    ("nim+ kayles: 3", 3, 'expected ":" or "(" after nim, found \'+\''),
    ("nim: 3 5 7 kayles: 3", 11, "expected a heap size, found 'kayles:'"),
    ("nim(max=0): 3", 8, "expected max to be at least 1, found 0"),
    ("nim(max): 3", 7, "expected \"=\" and a value, found ')'"),
    ("nim(max=3: 3", 9, 'expected "," or ")", found nothing'),
    ("nim(min=3): 3", 4, "expected a parameter of nim (max), found 'min'"),
    ("nim(max=3, max=4): 3", 11, "expected each parameter of nim once, found 'max'"),
    ("nim(max=x): 3", 8, "expected a number for max, found 'x'"),
    ("nim(max=-3): 3", 8, "expected a number for max, found '-3' (negative)"),
    ("nim(): 3", 4, "expected a parameter of nim (max), found ')'"),
    ("bash: 17", 4, "expected the parameter max, as in bash(min=2, max=5): 17, found nothing"),
    ("bash(min=2): 17", 11, "expected the parameter max, as in bash(min=2, max=5): 17, found nothing"),
    ("bash(min=5, max=2): 17", 0, "expected 1 <= min <= max, found min=5, max=2"),
    ("bash(min=2, max=5, end=foo): 17", 23, "expected end to be one of stuck, rest, rest-loses, found 'foo'"),
    ("kayles(k=2): 3", 7, "expected a parameter of kayles (it has none), found 'k'"),
    ("take: 3", 4, TAKES + ", found nothing"),
    ("take 0: 3", 5, TAKES + ", found 0"),
    ("take 3..1: 3", 8, "expected a number of at least 3, found 1"),
    ("take 1..: 3", 8, "expected a number of at least 1, found nothing"),
    ("take {}: 3", 6, "expected a number of tokens, at least 1, found '}'"),
    ("take {1, 0}: 3", 9, "expected a number of tokens, at least 1, found 0"),
    ("take {1 2}: 3", 8, 'expected "," or "}", found \'2\''),
    ("take powers(1): 3", 12, "expected a base of at least 2, found 1"),
    ("take powers 2: 3", 12, "expected \"(\", found '2'"),
    ("take all-but 2: 3", 13, "expected \"{\", found '2'"),
    ("take cubes: 3", 5, TAKES + ", found 'cubes'"),
    ("take k: 3", 6, 'expected "where", found nothing'),
    ("take k where k: 3", 13, "expected a condition, for instance n % k == 0, found 'k'"),
    ("take k where m == 1: 3", 13, NAMES + ", found 'm'"),
    ("take k where k = 1: 3", 15, "expected a condition, found '=' (did you mean ==?)"),
    ("take 1..3 or: 3", 12, 'expected "take" or "split", found nothing'),
    ("take 1..3 and split: 3", 10, "expected \"or\" or the end of the rule, found 'and'"),
    ("split a where a == b: 3", 8, "expected \",\", found 'where'"),
    ("split a, b: 3", 10, 'expected "where", found nothing'),
    ("split 2: 3", 6, "expected \"or\" or the end of the rule, found '2'"),
    ("0.7x: 3", 3, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found 'x'"),
    ("0.78Z: 3", 4, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found 'Z'"),
    ("5.7: 3", 0, "expected 0 or a digit that only splits (4, 8, C) before the point, found '5.7'"),
    ("0.7", 3, 'expected a colon and a position, as in "0.7: 5", found nothing'),
    ("maze: ", 6, "expected a row of some squares, found 0"),
    ("maze: ...", 9, "expected one figure @ in the maze, found none"),
    ("maze: @.@", 8, "expected one figure @, found a second one"),
    ("maze: ..@/..", 10, "expected a row of 3 squares, found 2"),
    ("maze: .x@", 7, "expected a square . (floor), # (wall) or @ (the figure), found 'x'"),
    ("maze: @//.", 8, "expected a row of 1 squares, found 0"),
    ("graph: ", 7, 'expected an arc such as 2>1, or "@" and the vertex of the token, found nothing'),
    ("graph: a>b", 10, 'expected an arc such as 2>1, or "@" and the vertex of the token, found nothing'),
    ("graph: a>b @", 12, "expected the vertex of a token, found nothing"),
    ("graph: a>b @ c", 13, "expected a vertex of the graph, found 'c'"),
    ("graph: a> @ a", 10, "expected the vertex at the end of the arc, found '@'"),
    ("graph: a-b @ a", 8, "expected an arc such as 2>1, or \"@\" and the vertex of the token, found '-b'"),
    ("graph(x): a", 0, "x: expected a .csv, .json or .dot file"),
    ("graph(): a", 6, "expected the name of a file, found ')'"),
    ("graph(a.csv: a", 11, 'expected ")", found nothing'),
    ("rules.py: 3", 8, 'expected a file and a name, as in "rules.py:MyGame"'),
    ("no.py:F: 3", 0, "no.py: no such file"),
    ("wythoff: 3", 8, "wythoff needs two heaps, found 1"),
    ("vectors: 3 4", 0, "vectors: expected at least one step or ray"),
    ("vectors(steps={}): 3 4", 15, "expected a vector such as (1,0), found '}'"),
    ("vectors(steps={(1,0): 3 4", 20, 'expected "," or "}", found nothing'),
    ("moore(k=0): 3", 8, "expected k to be at least 1, found 0"),
    ("nim: 3\n", 6, "expected one line of printable text, found a control character"),
    ("nim: \x00", 5, "expected one line of printable text, found a control character"),
    ("\u043d\u0438\u043c: 3", 0, "expected the name of a ruleset, found 'ним' (grundy games lists them)"),
    ("nim: \u0663", 5, "expected a heap size, found '٣' (only the digits 0 to 9 count)"),
    (
        "nim: 3 + bash(max=2, end=rest-loses): 4",
        0,
        "a sum needs one convention: here one rule lets the last move win and another lets it lose",
    ),
    ("take k where (k == 1: 3", 20, 'expected ")", found nothing'),
    ("nim: 3 + take k where k == q: 3", 27, NAMES + ", found 'q'"),
    ("northcott: W..B @ W + nim: 3", 0, "northcott cannot be part of a sum: its position says whose turn it is"),
    (
        "poker-nim(add=3): 3 @ 1 + nim: 3",
        21,
        "poker-nim(add=3): expected two numbers of additions, of the player to move and of the other, found 1",
    ),
    ("rules.py:F", 0, "rules.py: no such file"),
    ("nim: 3, 5,", 9, "expected a heap size, found a comma"),
    ("nim: ,3", 5, "expected a heap size, found a comma"),
    ("take k where k == 007: 3", 18, "expected a number below 10^18, found '007' (no leading zero)"),
    ("0.7 7: 5", 3, "expected a code without blanks, found one"),
    ("nim: 3 \x7f", 7, "expected one line of printable text, found a control character"),
    ("nim: 3\u2028", 6, "expected one line of printable text, found a control character"),
    ("nim: \ud800", 5, "expected one line of printable text, found half of a surrogate pair"),
    ("nim: 3 + 0.7x: 3", 12, "expected a digit 0-9 or A-V, {numbers of heaps} or *, found 'x'"),
    ("kayls: 3", 0, "expected the name of a ruleset, found 'kayls' (did you mean kayles?)"),
    ("wythof: 3", 0, "expected the name of a ruleset, found 'wythof' (did you mean wythoff?)"),
    ("spilt: 3", 0, "expected the name of a ruleset, found 'spilt' (did you mean split?)"),
    ("foo: 3", 0, "expected the name of a ruleset, found 'foo' (grundy games lists them)"),
]


@pytest.mark.parametrize(("text", "at", "message"), MISTAKES, ids=[repr(text) for text, _, _ in MISTAKES])
def test_a_mistake_is_named_and_pointed_at(text: str, at: int, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_game(text)
    assert str(error.value) == message
    assert (error.value.text, error.value.at) == (text, at)
    shown, caret = error.value.place()
    assert caret == "  " + " " * at + "^"
    assert len(shown) == len(text) + 2


ALONE = [row for row in MISTAKES if ":" in row[0] and row[0][0] not in " :" and "sum" not in row[2]]


@pytest.mark.parametrize(("text", "at", "message"), ALONE, ids=[repr(text) for text, _, _ in ALONE])
def test_a_mistake_in_a_later_summand_is_pointed_at_there(text: str, at: int, message: str) -> None:
    before = "kayles: 7 + "
    with pytest.raises(InputError) as error:
        read_game(before + text)
    if str(error.value) == message:
        assert error.value.at == len(before) + at
    else:  # the mistake hides the beginning of the ruleset: the first game does not end there
        assert str(error.value) == "expected a heap size, found '+'" + PLUS
        assert error.value.at == len("kayles: 7 ")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("NIM: 3", "nim"),
        ("nmi: 3", "nim"),
        ("KAYLES: 3", "kayles"),
        ("dawson-chess: 3", "dawsons-chess"),
        ("tkae 1..3: 3", "take"),
        ("nim: 3 + wythof: 3 4", "wythoff"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest_one(text: str, meant: str) -> None:
    with pytest.raises(InputError) as error:
        read_game(text)
    assert error.value.hint is not None
    assert error.value.hint.startswith("did you mean ")
    assert meant in error.value.hint.removeprefix("did you mean ").rstrip("?").split(" or ")
