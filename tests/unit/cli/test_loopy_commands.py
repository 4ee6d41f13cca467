"""`grundy solve` and `grundy play` of games that can go on for ever, and of compounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from grundy import solve
from grundy.cli.commands import grundy
from grundy.core import InputError
from grundy.drawing.diagram import verdict
from grundy.workflows import graph

BOOK = "graph: 0>1 0>2 1>0 1>2 @ 0"


def run(*arguments: str, said: str = "") -> Result:
    return CliRunner().invoke(grundy, list(arguments), input=said)


def answer(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return json.loads(result.stdout)


@pytest.mark.parametrize("play", [[], ["--misere"]])
@pytest.mark.parametrize("text", [BOOK, "graph: a>b b>a b>c a>c c>d @ a", "graph: a>b b>a @ a + nim: 2"])
def test_the_graph_of_a_loopy_game_agrees_with_solve(text: str, play: list[str], tmp_path: Path) -> None:
    file = tmp_path / "loop.dot"
    assert run("graph", text, "--out", str(file), *play).exit_code == 0
    diagram = graph(text, misere=bool(play))
    assert len(set(diagram.arcs)) == len(file.read_text().split(" -> ")) - 1
    for node in diagram.nodes:
        told = solve(node.game, misere=bool(play)).to_dict()
        assert str(node.outcome) == told["outcome"]
        assert node.value == told["value"]
        assert node.loopy == (told.get("loopy") or "") or node.value is not None
        assert f"\\n{verdict(node)}" in file.read_text()


def test_draws_are_in_the_legend_of_the_picture(tmp_path: Path) -> None:
    file = tmp_path / "loop.svg"
    assert run("graph", "graph: a>b b>a b>c a>c c>d @ a", "--out", str(file)).exit_code == 0
    picture = file.read_text()
    assert "D: a draw, play can continue forever" in picture
    assert "D, g = inf{1}" in picture


def test_many_games_are_listed_with_their_loopy_values() -> None:
    result = run("solve", "-", said=f"{BOOK}\ngraph: a>a @ a\nselective: nim: 1 1\n")
    assert result.stdout.splitlines() == [
        f"{BOOK} -> N, loopy value inf{{0}}, wins: to 2",
        "graph: a>a @ a -> D, loopy value inf{}",
        "selective: nim: 1 & nim: 1 -> N, wins: 1: take 1, 2: take 1",
    ]


def test_sum_chooses_how_the_parts_are_played_together() -> None:
    assert answer("solve", "nim: 3 5")["value"] == 6
    assert answer("solve", "nim: 3 5", "--sum", "ordinal")["value"] == 8
    assert answer("solve", "nim: 3 5", "--sum", "conjunctive")["game"] == "conjunctive: nim: 3 & nim: 5"
    assert isinstance(run("solve", "selective: nim: 3").exception, InputError)
    assert "'both' is not one of 'disjunctive', 'conjunctive'" in run("solve", "nim: 3 5", "--sum", "both").output


def test_a_draw_by_repetition_is_reported() -> None:
    text = run("play", "graph: 0>1 1>0 1>2 2>1 @ 0", "--hints", said="1\n1\n1\n1\n").stdout
    assert "Play can continue forever. A position that occurs for the third time" in text
    assert "Nobody can force a win here: with best play it is a draw. For example, to 1 keeps the draw." in text
    assert text.endswith(
        "A draw: the same position occurs for the third time.\n"
        "Nobody could force a win, and nobody gave the draw away.\n"
    )


def test_a_compound_is_played_by_its_rule() -> None:
    text = run("play", "nim: 3 4", "--sum", "conjunctive", said="1: take 1, 2: take 4\n").stdout
    assert text.startswith("conjunctive: move in every component; play ends as soon as one of them ends.\n")
    assert "You play 1: take 1, 2: take 4.\n" in text
    assert "You win.\n" in text
    assert "The computer wins.\n" in run("play", "sequential: nim: 1 & nim: 1", said="1\n").stdout


@pytest.mark.parametrize("kind", ["conjunctive", "selective", "ordinal"])
def test_the_graph_of_parts_is_drawn_as_they_are_played_together(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "sum.dot"
    assert run("graph", "nim: 2 + kayles: 2", "--sum", kind, "--out", str(file)).exit_code == 0
    diagram = graph(f"{kind}: nim: 2 & kayles: 2")
    assert [node.outcome for node in diagram.nodes] == [solve(node.game).outcome for node in diagram.nodes]
    assert all(verdict(node) in file.read_text() for node in diagram.nodes)
    assert len(diagram.nodes) == file.read_text().count("label=")
