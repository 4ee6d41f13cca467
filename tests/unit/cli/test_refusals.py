"""Bad input through the command line: the exit code and every line that the user reads, with never a traceback."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.golden.reading import golden
from tests.terminal import Terminal

from grundy.core import LoopyGame
from grundy.notation import read_game
from grundy.workflows.solving import PartSolver

RULES = """
def lists(n):
    return [[n - 1]] if n else []


def raises(n):
    return [n // 0]


def two_lines(n):
    raise ValueError("one" + chr(10) + "two")


def nan(n):
    return [float("nan")]


def true(n):
    return [True]


def nothing(n):
    return None


def below(n):
    return [n - 1]


def loops(n):
    return [n]


def endless(n):
    while True:
        yield 0


def leaves(n):
    raise SystemExit(0)
"""

USAGE = "\n  help: grundy solve --help"
VALUES = "\n  help: grundy values --help"
MADE_OF = "a position is made of int, str, bytes, tuple and frozenset, not"
NO_HEAPS = '{0} positions are not heaps\n  help: grundy solve "{0}: POSITION"'

POINTED = [
    ("rules.py:missing: 3", "rules.py has no missing", 0),
    *((text, message, at) for text, (at, message) in golden("refused_texts").items() if "heap size" in message),
]

WHILE_SOLVING = [
    ("take k where n % (k - 1) == 0: 5", "n % (k - 1) == 0: division by zero at n = 1, k = 1"),
    ("take k where n ** n > k: 50", "n ** n > k: a number of 2^63 or more at n = 16, k = 1"),
    ("rules.py:lists: 3", f"rules.py:lists(3) gives [2]: {MADE_OF} list"),
    ("rules.py:nan: 3", f"rules.py:nan(3) gives nan: {MADE_OF} float"),
    ("rules.py:true: 3", f"rules.py:true(3) gives True: {MADE_OF} bool"),
    ("rules.py:nothing: 3", "rules.py:nothing(3) raised TypeError: it returned None, not the options"),
    (
        "rules.py:raises: 3",
        "rules.py:raises(3) raised ZeroDivisionError: integer division or modulo by zero\n  help: line 7 of the file",
    ),
    ("rules.py:two_lines: 3", "rules.py:two_lines(3) raised ValueError: one two\n  help: line 11 of the file"),
    ("rules.py:leaves: 3", "rules.py:leaves(3) raised SystemExit: 0\n  help: line 40 of the file"),
    ("rules.py:below: 3", "rules.py:below(0) gives -1: a heap cannot be negative; take k only if k <= n"),
]

ARGUMENTS = [
    (["solve"], "missing argument GAME" + USAGE),
    (["solve", "nim: 3", "--qqq"], "no such option '--qqq'" + USAGE),
    (["nothing"], "no such command 'nothing'\n  help: grundy --help"),
    (["valus", "kayles"], "no such command 'valus'\n  help: did you mean values?"),
    (["explain", "nim: 3"], "no such command 'explain'\n  help: did you mean solve?"),
    (["0.77"], "no such command '0.77'\n  help: did you mean grundy values 0.77 or grundy solve \"0.77: 5 7\"?"),
    (["atlas", "0.77"], "no such command '0.77'\n  help: did you mean grundy atlas find 0.77?"),
    (["store", "verfy"], "no such command 'verfy'\n  help: did you mean verify?"),
    (
        ["values", "nim", "--form", "3"],
        "no such option '--form'\n  help: did you mean --format or --to?",
    ),
    (
        ["solve", "nim: 3", "--limit-seconds", "-1"],
        f"--limit-seconds: expected seconds such as 60 or 0.5, found '-1'{USAGE}",
    ),
    (
        ["solve", "nim: 3", "--limit-seconds", "nan"],
        f"--limit-seconds: expected seconds such as 60 or 0.5, found 'nan'{USAGE}",
    ),
    (
        ["solve", "nim: 3", "--limit-memory", "4X"],
        f"--limit-memory: expected a size such as 500M or 4G, found '4X'{USAGE}",
    ),
    (["values", "nim", "--to", "x"], f"--to: expected a whole number, found 'x'{VALUES}"),
    (
        ["values", "nim", "--to", "-1"],
        f"--to: expected a whole number, found '-1' (negative){VALUES}",
    ),
    (
        ["values", "nim", "--to", "007"],
        f"--to: expected a whole number, found '007' (no leading zero){VALUES}",
    ),
    (
        ["values", "nim", "--to", "10^13"],
        f"--to: expected at most 1000000000000, found 10^13{VALUES}",
    ),
    (["values", "maze"], NO_HEAPS.format("maze")),
    (["values", "geography"], NO_HEAPS.format("geography")),
    (
        ["values", "wythoff", "--p-positions"],
        (
            "wythoff positions are not heaps, so their table needs text, --json or --format csv\n"
            "  help: leave out --p-positions, --outcomes, --resume, --plot, --offset"
        ),
    ),
    (
        ["period", "cram"],
        "cram positions are not heaps\n  help: grundy explore cram",
    ),
    (
        ["claim", "node-kayles", "value <= 3"],
        (
            'node-kayles has no positions "n" of whole numbers\n'
            "  help: grundy explore node-kayles shows a table of positions by size"
        ),
    ),
    (["values", "nim", "--format", "npy"], "the format npy is not text, so it needs --out\n  help: --out FILE.npy"),
    (
        ["graph", "nim: 3"],
        "missing option --out or --format\n  help: add --out FILE.svg, --out FILE.dot or --format latex",
    ),
    (
        ["graph", "nim: 3", "--out", "x.png"],
        "expected a file name that ends in .svg or .dot, found 'x.png'\n  help: write --out FILE.svg or --out FILE.dot",
    ),
    (["graph", "nim: 3", "--out", "no/x.svg"], "cannot write no/x.svg: no such directory"),
]

LOOPS = [
    ("graph: a>b b>a @ a", ["a", "b"]),
    ("graph: a>a @ a", ["a"]),
    ("graph: a>b b>c c>a c>b @ a", ["b", "c"]),
    ("graph: 1>2 2>3 3>4 4>1 3>1 @ 1", ["1", "2", "3"]),
    ("graph: a>b b>c c>d d>b a>z @ a", ["b", "c", "d"]),
    ("rules.py:loops: 3", ["3"]),
    ("nim: 3 + graph: a>b b>a @ a", ["a", "b"]),
]

LIMITS = [
    (["solve", "rules.py:endless: 3"], "rules.py:endless(3) gives more than 100000 options"),
    (["solve", "graph: a>b @ a", "--limit-memory", "1"], "the memory limit of 1 bytes was reached after 1 position"),
    (["solve", "grundy: 300", "--limit-seconds", "0"], "the 0-second limit was reached after "),
]


@pytest.fixture(autouse=True)
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a file of rules."""
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("game", "message", "at"), POINTED, ids=[repr(row[0]) for row in POINTED])
def test_a_text_that_is_not_a_game_is_refused_with_a_caret(
    terminal: Terminal, game: str, message: str, at: int
) -> None:
    shown = game.replace("\n", " ")
    status, out, err = terminal.run("solve", game)
    said, *place = err.splitlines()
    assert (status, out, place[:2]) == (2, "", [f"  {shown}", f"  {' ' * at}^"])
    help_line = "".join(f" ({line.removeprefix('  help: ')})" for line in place[2:])
    assert f"{said}{help_line}" == f"grundy: {message}"
    code, answer = terminal.json("solve", game)
    error = answer["error"]
    assert (code, answer["schema"], error["at"]) == (2, 1, at)
    assert error["code"] in {"notation", "position", "rule"}
    assert message in {error["message"], f"{error['message']} ({error.get('hint')})"}


@pytest.mark.parametrize(("game", "message"), WHILE_SOLVING, ids=[row[0] for row in WHILE_SOLVING])
def test_a_rule_that_breaks_while_it_is_played_is_refused_in_one_line(
    terminal: Terminal, game: str, message: str
) -> None:
    assert terminal.run("solve", game) == (2, "", f"grundy: {message}\n")
    told, _, hint = message.partition("\n  help: ")
    error = {"code": "rule", "message": told} | ({"hint": hint} if hint else {})
    assert terminal.json("solve", game) == (2, {"schema": 1, "error": error})


@pytest.mark.parametrize(("arguments", "message"), ARGUMENTS, ids=[" ".join(row[0]) for row in ARGUMENTS])
def test_wrong_arguments_are_refused_in_one_line(terminal: Terminal, arguments: list[str], message: str) -> None:
    assert terminal.run(*arguments) == (2, "", f"grundy: {message}\n")


def test_wrong_arguments_are_reported_as_json_on_request(terminal: Terminal) -> None:
    code, answer = terminal.json("solve", "nim: 3", "--qqq")
    assert code == 2
    assert answer["error"] == {"code": "usage", "message": "no such option '--qqq'", "hint": "grundy solve --help"}


@pytest.mark.parametrize(("game", "cycle"), LOOPS, ids=[row[0] for row in LOOPS])
def test_a_value_that_needs_a_game_that_ends_is_refused_with_the_shortest_cycle(
    terminal: Terminal, game: str, cycle: list[str]
) -> None:
    turned = [cycle[i:] + cycle[:i] for i in range(len(cycle))]
    lines = ["play can continue forever: " + " -> ".join([*found, found[0]]) for found in turned]
    parsed = read_game(game)
    with pytest.raises(LoopyGame) as caught:
        _ = [PartSolver(ruleset).value(position) for ruleset, position in parsed.parts]
    assert str(caught.value) in lines
    assert terminal.run("graph", game, "--out", "x.svg")[0] == 0
    code, answer = terminal.json("solve", game)
    assert (code, answer["value"], answer["status"], answer["loopy"][:4]) == (0, None, "proved", "inf{")


@pytest.mark.parametrize(("arguments", "reason"), LIMITS, ids=[" ".join(row[0]) for row in LIMITS])
def test_a_limit_ends_with_what_was_found_so_far(terminal: Terminal, arguments: list[str], reason: str) -> None:
    code, out, err = terminal.run(*arguments)
    assert (code, err) == (4, "")
    assert out.startswith(f"The outcome is not known.\nIncomplete: {reason}")
    code, answer = terminal.json(*arguments)
    assert code == 4
    assert (answer["status"], answer["outcome"], answer["value"]) == ("limit", None, None)
    assert answer["reason"].startswith(reason)


@pytest.mark.parametrize(
    ("rule", "code", "message"),
    [
        ("below", 2, "rules.py:below(0) gives -1: a heap cannot be negative; take k only if k <= n"),
        (
            "raises",
            2,
            (
                "rules.py:raises(0) raised ZeroDivisionError: integer division or modulo by zero\n  help: line 7 "
                "of the file"
            ),
        ),
        ("nan", 2, f"rules.py:nan(0) gives nan: {MADE_OF} float"),
        ("loops", 3, "play can continue forever: 0 -> 0"),
        ("endless", 4, "rules.py:endless(0) gives more than 100000 options"),
    ],
)
def test_values_refuse_the_same_rules_in_the_same_words(terminal: Terminal, rule: str, code: int, message: str) -> None:
    assert terminal.run("values", f"rules.py:{rule}", "--to", "5") == (code, "", f"grundy: {message}\n")


def test_a_number_of_4001_digits_is_refused_and_one_of_4000_solved(terminal: Terminal) -> None:
    code, out, _ = terminal.run("solve", "nim: " + "9" * 4000)
    assert code == 0
    assert out.startswith("The player to move wins")
    code, out, err = terminal.run("solve", "nim: " + "9" * 4001)
    assert (code, out) == (2, "")
    first, shown, caret = err.splitlines()
    assert first == "grundy: expected a heap size, found a number of 4001 digits (at most 4000)"
    assert len(shown) < 80
    assert shown[caret.index("^") - 1 :].startswith(" 999")


LINES = b"nim: 3 5\nnmi: 3\n\nnim: \xff\nkayles: 7\r\nmaze: @.@\ngraph: a>a @ a\nrules.py:raises: 3\nnim: 1"

ANSWERS = [
    "nim: 3 5 -> N, value 6, wins: ",
    "error at character 0: expected the name of a ruleset, found 'nmi' (did you mean ",
    "error at character 0: expected the name of a ruleset, found nothing (grundy games lists them)",
    "error: expected UTF-8 text, found the byte 0xff",
    "kayles: 7 -> N, value 2, wins: ",
    "error at character 8: expected one figure @, found a second one",
    "graph: a>a @ a -> D, loopy value inf{}",
    "error: rules.py:raises(3) raised ZeroDivisionError: integer division or modulo by zero",
    "nim: 1 -> N, value 1, wins: ",
]


def feed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))


def test_many_games_are_answered_line_by_line_with_errors_in_their_place(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, LINES)
    code, out, err = terminal.run("solve", "-")
    assert (code, err) == (2, "")
    lines = out.splitlines()
    assert len(lines) == len(ANSWERS)
    for line, answer in zip(lines, ANSWERS, strict=True):
        assert line.startswith(answer)


def test_many_games_are_answered_in_json_too(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, LINES)
    code, out, _ = terminal.run("solve", "-", "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    codes = [answer["error"]["code"] if "error" in answer else answer["outcome"] for answer in answers]
    assert codes == ["N", "notation", "notation", "notation", "N", "notation", "D", "rule", "N"]
    assert code == 2


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", 0),
        (b"nim: 3\n", 0),
        (b"nim: 3\ngraph: a>a @ a\nnmi: 3\n", 2),
        (b"rules.py:endless: 3\ngraph: a>a @ a\nnim: 3\n", 4),
        (b"nim: 3\nnmi: 3\ngraph: a>a @ a\n", 2),
    ],
)
def test_the_exit_code_is_that_of_the_first_error(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, content: bytes, code: int
) -> None:
    feed(monkeypatch, content)
    assert terminal.run("solve", "-")[0] == code
