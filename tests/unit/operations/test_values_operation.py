"""Values in Python: a limit gives the first values and its reason, and a file takes the place of the values."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal import Terminal

import grundy
from grundy.core import Limits
from grundy.operations import Context, served


def test_values_in_python_are_a_list_the_first_ones_at_a_limit_or_written_to_a_file(tmp_path: Path) -> None:
    values, remarks = served("values"), list[str]()
    assert values("take squares", to=9).values == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    with Context(Limits(positions=2000), remark=remarks.append, remote=False) as context:
        few = values("grundy", context, to=60, play="misere")
    assert 10 < len(few.values) < 60
    assert (few.exit_code, few.ended.message, remarks[0][:28]) == (4, few.reason, "misère values need a search;")
    out = tmp_path / "kayles.csv"
    found = values("kayles", to=3, format="csv", out=str(out))
    assert (found.values, found.explain(), out.read_text()) == ([], "", "n,value\n0,0\n1,1\n2,2\n3,3\n")


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("ruleset", ["take 1..3", "kayles", "take squares", "nim(max=2)", "take k where 2*k <= n"])
def test_outcomes_are_a_letter_for_each_heap_and_agree_with_a_solved_heap(ruleset: str, play: str) -> None:
    values = served("values")
    found = values(ruleset, to=30, play=play, outcomes=True)
    assert len(found.outcomes) == 31
    for heap, letter in enumerate(found.outcomes):
        assert str(grundy.solve(f"{ruleset}: {heap}", misere=play == "misere").outcome) == letter, heap
    assert set(values(ruleset, to=30, play=play, p_positions=True).p_positions) == {
        heap for heap, letter in enumerate(found.outcomes) if letter == "P"
    }


def test_a_row_of_outcomes_is_one_line_and_several_begin_with_their_first_heap(terminal: Terminal) -> None:
    assert terminal.run("values", "take 1..3", "--outcomes", "--to", "12")[1] == "P N N N P N N N P N N N P\n"
    lines = terminal.run("values", "take 1..3", "--outcomes")[1].splitlines()
    assert [line[:6] for line in lines] == [" 0: P ", "40: P ", "80: P "]
    assert terminal.run("values", "nim(max=2)", "--outcomes", "--p-positions")[0] == 2
