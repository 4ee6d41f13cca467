"""Sentences of the output that readers once misunderstood."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal import Terminal

from grundy.core import Budget, LimitReached, Limits
from grundy_learn.course import lesson

MISSING = [
    ["verify", "nofile"],
    ["replay", "nofile"],
    ["store", "verify", "nofile"],
    ["store", "salvage", "nofile", "new"],
    ["play", "--from", "nofile"],
    ["sweep", "@nofile"],
    ["solve", "nofile.py:Game: 3"],
    ["solve", "graph(nofile.dot): a"],
]


@pytest.mark.parametrize("words", MISSING, ids=" ".join)
def test_a_missing_file_has_one_wording_in_every_command(
    terminal: Terminal, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = terminal.run(*words)
    assert (code, out) == (2, "")
    name = next(word.partition(":")[0] for word in words if "nofile" in word).lstrip("@")
    name = name.removeprefix("graph(").removesuffix(")")
    assert err.startswith(f"grundy: cannot read {name}: no such file\n")


def test_a_missing_folder_of_an_output_is_named_as_a_directory(terminal: Terminal, tmp_path: Path) -> None:
    out = tmp_path / "no" / "x.csv"
    assert terminal.run("values", "kayles", "--out", str(out))[2].endswith("no such directory\n")


@pytest.mark.parametrize("seconds", [0.0, 0.5, 1.0, 2.0])
def test_a_time_limit_needs_no_plural(seconds: float) -> None:
    budget = Budget(Limits(seconds=seconds))
    budget.until = 0.0
    with pytest.raises(LimitReached) as caught:
        budget.charge(1 << 20)
    assert str(caught.value).startswith(f"the {seconds:g}-second limit was reached after ")


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("nim: 3 5", "heap 2"),
        ("kayles: 3 5", "row 2"),
        ("nim: 3 + kayles: 5", "component 2"),
        ("cram: 1x2 + cram: 2x3", "component 2"),
    ],
)
def test_a_component_is_called_a_heap_only_in_a_game_of_heaps(terminal: Terminal, game: str, name: str) -> None:
    assert f"  {name}: " in terminal.run("solve", game)[1]


@pytest.mark.parametrize("name", ["row", "heap", "part", "component"])
def test_a_row_of_pins_can_be_typed_by_every_name(terminal: Terminal, name: str) -> None:
    out = terminal.run("play", "kayles: 3 5", said=f"take 1 from {name} 2\nquit\n")[1]
    assert "You take 1 from row 2." in out


def test_a_period_of_a_subtraction_game_is_explained_in_words(terminal: Terminal) -> None:
    out = terminal.run("period", "take {2, 5}")[1]
    assert "the theorem that a block of max(S) consecutive values, once repeated, repeats forever" in out


def test_the_golden_ratio_is_a_formula_with_one_meaning() -> None:
    text = "\n".join(line for screen in lesson("golden").screens for line in screen.text)
    assert "(1 + √5) / 2 = 1.618" in text


def test_sprouts_says_to_which_position_the_numbers_of_a_move_belong(terminal: Terminal) -> None:
    assert "each move uses the numbers of the position in which it is made" in terminal.run("solve", "sprouts: 2")[1]
