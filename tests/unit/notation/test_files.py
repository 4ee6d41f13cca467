"""Games from files: graphs as CSV, JSON and DOT, and rules written in Python."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grundy.core import Game, InputError, NotationError, RuleError, Sum
from grundy.notation import read_game, read_ruleset

GRAPHS = [
    ("g.csv", b"a,b\nb,c\na,c\n"),
    ("g.csv", b"from,to\r\na,b\r\nb,c\r\na,c\r\n"),
    ("g.csv", b"Source,Target\na,b\nb,c\na,c"),
    ("g.csv", b'"a","b"\n"b","c"\n\n"a","c"\n'),
    ("g.csv", b"c\na,b\na,b\nb,c\na,c\n"),
    ("G.CSV", b"a,b\nb,c\na,c\n"),
    ("g.json", b'{"arcs": [["a", "b"], ["b", "c"], ["a", "c"]]}'),
    ("g.json", b'{"edges": [["a", "b"],\r\n ["b", "c"], ["a", "c"]]}'),
    ("g.json", b'{"a": ["b", "c"], "b": ["c"], "c": []}'),
    ("g.json", b'[["a", "b"], ["b", "c"], ["a", "c"], ["c", null]]'),
    ("g.dot", b"digraph { a -> b -> c; a -> c }"),
    ("g.dot", b'strict digraph "my graph" {\r\n  node [shape=box];\r\n  a -> b; // one\r\n  "b" -> c\r\n  a -> c }'),
    ("g.gv", b"digraph g { rankdir=LR; a [label=x]; a -> b; /* two */ b -> c; a -> c; }\n"),
]


@pytest.mark.parametrize(("name", "content"), GRAPHS)
def test_a_graph_is_read_from_csv_json_and_dot(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    game = read_game(f"graph({file}): a b")
    ((ruleset, parts),) = game.summands
    assert parts == Sum("a", "b")
    assert {vertex: set(ruleset.options(vertex)) for vertex in "abc"} == {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert str(game) == f"graph({file}): a b"
    assert read_game(str(game)) == game


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("g.csv", b"a,b\na,b,c\n", "line 2: expected from,to, found 'a,b,c'"),
        ("g.csv", b"a,\n", "line 1: expected from,to, found 'a,'"),
        ("g.csv", b",b\n", "line 1: expected from,to, found ',b'"),
        ("g.csv", b"a,b\n\xff,c\n", "not UTF-8 text"),
        ("g.csv", "a,b\n".encode("utf-16"), "not UTF-8 text"),
        ("g.json", b"{", None),
        ("g.json", b"[" * 100_000, None),
        ("g.json", b"3", 'expected {"arcs": [[from, to], ...]} or {vertex: [options]}'),
        ("g.json", b'{"arcs": [["a"]]}', "expected an arc [from, to], found ['a']"),
        ("g.json", b'{"arcs": [["a", 1.5]]}', "expected a whole number, found 1.5"),
        ("g.json", b'{"arcs": [["a", true]]}', "expected a vertex (a number or a text), found True"),
        ("g.json", b'{"arcs": [[NaN, 1]]}', None),
        ("g.dot", b"graph { a -- b }", "expected a \"digraph\", found 'graph'"),
        ("g.dot", b"digraph { a -> }", "expected a vertex, found '}'"),
        ("g.dot", b"digraph { a -> b", "expected a vertex, found nothing"),
        ("g.dot", b"digraph { subgraph x { a } }", "expected a vertex, found 'x'"),
        ("g.dot", b"digraph { a -> b } c", "expected the end of the file after }, found 'c'"),
        ("g.txt", b"a,b\n", "expected a .csv, .json or .dot file"),
        ("missing.csv", None, "no such file"),
    ],
)
def test_a_file_that_is_not_a_graph_is_refused_with_its_name(
    tmp_path: Path, name: str, content: bytes | None, message: str | None
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(NotationError) as error:
        read_game(f"nim: 3 + graph({file}): a")
    assert str(file) in error.value.message
    assert error.value.at == len("nim: 3 + ")
    if message is not None:
        assert error.value.message in (f"{file}: {message}", f"cannot read {file}: {message}")


def test_a_directory_is_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "g.csv").mkdir()
    (tmp_path / "r.py").mkdir()
    with pytest.raises(NotationError, match=r"cannot read .*: not a regular file"):
        read_game(f"graph({tmp_path}/g.csv): a")
    with pytest.raises(NotationError, match=r"cannot read .*r\.py: no such file"):
        read_game(f"{tmp_path}/r.py:f: 3")


RULES = """
from collections.abc import Iterable

import grundy
from grundy.core import HeapRuleset, Ruleset, Sum


def function(n: int) -> Iterable[int]:
    return range(n)


@grundy.rule
def decorated(n):
    return [n - k for k in (1, 2) if k <= n]


class Whole(HeapRuleset):
    def options(self, position):
        return range(position)


class Pairs(Ruleset[tuple]):
    def options(self, position):
        return [(position[0] - 1, position[1])] if position[0] else []


instance = Whole()
number = 7


class Needs(HeapRuleset):
    def __init__(self, most):
        self.most = most

    def options(self, position):
        return []


class Leaves(HeapRuleset):
    def __init__(self):
        raise SystemExit(0)

    def options(self, position):
        return []


class Abstract(HeapRuleset):
    pass


class Stubborn(HeapRuleset):
    @property
    def name(self):
        return "stubborn"

    def options(self, position):
        return []
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    file = tmp_path / "rules.py"
    file.write_text(RULES, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("name", "position", "options"),
    [
        ("function", "3", [0, 1, 2]),
        ("decorated", "3", [2, 1]),
        ("Whole", "3", [0, 1, 2]),
        ("instance", "3", [0, 1, 2]),
        ("Pairs", "(1, 'a')", [(0, "a")]),
    ],
)
def test_a_rule_is_a_function_a_decorated_function_a_class_or_an_instance(
    rules: Path, name: str, position: str, options: list[object]
) -> None:
    game = read_game(f"{rules}:{name}: {position}")
    ruleset, part = next(game.parts)
    assert list(ruleset.options(part)) == options
    assert str(game) == f"{rules}:{name}: {position}"
    assert read_game(str(game)) == game
    assert read_ruleset(f" {rules} : {name} ").name == f"{rules}:{name}"


def test_rules_of_a_file_are_in_sums(rules: Path) -> None:
    text = f"nim: 3 5 + {rules}:function: 3 4 + {rules}:Whole: 2"
    game = read_game(text)
    assert str(game) == text
    assert game.size == 5
    assert isinstance(game, Game)


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("missing", NotationError, "{file} has no missing"),
        ("number", NotationError, "{file}:number is not a rule: expected a function of the position or a Ruleset"),
        ("Needs", RuleError, "{file}:Needs() raised TypeError: "),
        ("Leaves", RuleError, "{file}:Leaves() raised SystemExit: 0"),
        ("Abstract", RuleError, "{file}:Abstract() raised TypeError: "),
        ("Stubborn", RuleError, "{file}:Stubborn: its name must be an attribute that can be set"),
    ],
)
def test_an_invalid_rule_is_refused_by_name(rules: Path, name: str, kind: type[InputError], message: str) -> None:
    with pytest.raises(kind) as error:
        read_game(f"nim: 3 + {rules}:{name}: 3")
    assert error.value.message.startswith(message.format(file=rules))
    assert error.value.at == len("nim: 3 + ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"def f(:\n", "{file}, line 1: invalid syntax"),
        (b"x = 1\n  y = 2\n", "{file}, line 2: unexpected indent"),
        (b"x = 1\n\ny = z\n", "{file} raised NameError: name 'z' is not defined"),
        (b"import nothing_of_this_name\n", "{file} raised ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        (b"raise ValueError('one\\ntwo')\n", "{file} raised ValueError: one two"),
        (b"import sys\nsys.exit(0)\n", "{file} raised SystemExit: 0"),
        (b"f = '\xff'\n", "{file}, line 1: (unicode error) 'utf-8' codec can't decode byte 0xff"),
        (b"f = 1\0\n", "{file}"),
    ],
)
def test_a_file_that_cannot_be_run_is_refused_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "rules.py"
    file.write_bytes(content)
    with pytest.raises(RuleError) as error:
        read_game(f"{file}:f: 3")
    assert error.value.message.startswith(message.format(file=file))
    assert error.value.message.isprintable()


@pytest.mark.parametrize("name", ["no.py", "no/such/folder.py", "a" * 300 + ".py"])
def test_a_missing_file_of_rules_is_refused(name: str) -> None:
    with pytest.raises(NotationError) as error:
        read_game(f"{name}:f: 3")
    assert error.value.message == f"cannot read {name}: no such file"
    assert error.value.at == 0


def test_a_rule_read_twice_is_the_same_rule_until_its_file_changes(rules: Path) -> None:
    text = f"{rules}:function: 3"
    before = read_game(text)
    assert read_game(text) == before
    rules.write_text(RULES.replace("return range(n)", "return range(n // 2)"), encoding="utf-8")
    os.utime(rules, ns=(1, 1))
    after = read_game(text)
    assert after != before
    assert list(next(after.parts)[0].options(9)) == [0, 1, 2, 3]


def test_a_file_of_rules_without_a_name_is_refused_with_the_missing_part(rules: Path) -> None:
    with pytest.raises(NotationError) as position:
        read_game(f"{rules}:function")
    assert position.value.message == "expected a colon and a position, found nothing"
    with pytest.raises(NotationError) as name:
        read_game(f"{rules}: 3")
    assert name.value.message == 'expected a file and a name, as in "rules.py:MyGame"'
    assert name.value.at == len(str(rules))
