"""Rules that are not about single heaps have tables: two heaps, boards by size, graphs by name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grundy import game, solve
from grundy.cli.main import main
from grundy.core import InputError, PositionError
from grundy.notation import read_ruleset
from grundy.operations.values import values
from grundy.workflows.exploring.explore import explore, value_sample
from grundy.workflows.exploring.text import written_sample


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", ["wythoff", "moore(k=2)", "euclid"])
def test_values_of_two_heaps_are_those_that_solve_gives(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer: dict[str, Any] = json.loads(told(capsys, "values", name, "--to", "5", "--json"))
    assert (answer["positions"], answer["from"], len(answer["rows"])) == ("pairs", 0, 6)
    for a in range(1, 6):
        assert answer["rows"][a] == [
            0 if b == 0 and name == "euclid" else solve(f"{name}: {a} {b}").value for b in range(6)
        ]


def test_values_of_wythoff_without_an_end_are_a_table_of_two_heaps(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "values", "wythoff")
    assert "(first heap down, second heap across)" in out
    assert "   1 |  1   2   P   4   5   3   7   8   6  10  11   9  13  14  12\n" in out


@pytest.mark.parametrize(("name", "text"), [("cram", "{}x{}"), ("chomp", "{}x{}"), ("node-kayles", "grid({}x{})")])
def test_values_of_boards_by_size_are_those_that_solve_gives(name: str, text: str) -> None:
    found = value_sample(read_ruleset(name), 3)
    boards = next(one for one in (found, *found.others) if one.shape == "boards")
    assert boards.form == text.format("m", "n")
    for m, row in enumerate(boards.rows, 1):
        assert list(row) == [solve(f"{name}: {text.format(m, n)}").value for n in range(1, 4)]


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["node-kayles", "arc-kayles"])
def test_graphs_are_explored_by_name_paths_first_then_the_others(name: str) -> None:
    found = explore(read_ruleset(name), 12)
    assert found.sample.form == "path(n)"
    assert [one.form for one in found.sample.others] == ["cycle(n)", "complete(n)", "grid(mxn)"]
    for one in (found.sample, *found.sample.others[:2]):
        for n, value in enumerate(one.values[:8], one.start):
            assert value == solve(f"{name}: {one.form.replace('n', str(n))}").value
    assert [one["form"] for one in found.to_dict()["families"]] == ["cycle(n)", "complete(n)", "grid(mxn)"]
    told = found.explain()
    assert all(f"of {one}" in told for one in ("path(n)", "cycle(n)", "complete(n)", "grid(mxn)"))


def test_names_that_look_like_sizes_are_not_sizes() -> None:
    with pytest.raises(PositionError, match="poset cannot be explored"):
        explore(read_ruleset("poset"), 5)


def test_misere_tables_show_the_same_outcomes_as_solve(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(told(capsys, "values", "wythoff", "--misere", "--to", "4", "--json"))["rows"]
    for a, b in ((a, b) for a in range(1, 5) for b in range(5)):
        assert (rows[a][b] == 0) == (str(game("wythoff").outcome((a, b), misere=True)) == "P")


def test_tables_as_csv_name_every_position_that_is_known() -> None:
    cram = written_sample(value_sample(read_ruleset("cram"), 2), "csv")
    assert cram == "position,value\n1x1,0\n1x2,1\n2x1,1\n2x2,0\n"
    welter = written_sample(value_sample(read_ruleset("welter"), 2), "csv")
    assert welter.splitlines()[1:3] == ["0 1,0", "0 2,1"]
    paths = written_sample(value_sample(read_ruleset("node-kayles"), 4), "csv")
    assert paths.startswith("position,value\npath(1),1\npath(2),1\npath(3),2\npath(4),0\ncycle(3),1\n")


@pytest.mark.nightly
@pytest.mark.parametrize("form", ["bfile", "u8", "a word"])
def test_a_table_in_a_format_of_heaps_is_refused_in_python_too(form: str) -> None:
    with pytest.raises(InputError, match="their table needs text, --json or --format csv"):
        values("wythoff", to=2, format=form)
