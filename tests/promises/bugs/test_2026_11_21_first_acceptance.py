"""What the first new user found, one test a bug."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.pace import spent

import grundy
from grundy import InputError, LimitReached, Limits, solve
from grundy.cli.main import main
from grundy.core import NotationError, PositionError, RuleError, Structure, facet
from grundy.sequences import code_values


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grundy", *arguments], capture_output=True, text=True, check=False, **options
    )


@pytest.mark.parametrize(
    "text",
    ["grundy: 5000000", "kayles: 100 + grundy: 5000000", "take primes: 100000000", f"take prime-powers: {10**30}"],
)
def test_a_limit_of_time_holds_for_the_whole_command(text: str) -> None:
    start = time.monotonic()
    done = run("solve", text, "--limit-seconds", "1")
    assert done.returncode == 4
    assert time.monotonic() - start < 60  # minutes without the limit


def test_values_after_a_proved_period_are_filled_in() -> None:
    start = time.process_time()
    values = grundy.game("kayles").values(1_000_000)
    assert spent(start) < 5
    assert values[:2000] == code_values(facet(grundy.game("kayles").ruleset, Structure).sequence(), 1999)  # type: ignore[arg-type]
    assert values[-1] == values[72 + (1_000_000 - 72) % 12]


def test_a_link_is_followed_and_a_device_is_left_a_device(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    assert run("values", "kayles", "--to", "3", "--format", "csv", "--out", str(tmp_path / "link")).returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "n,value\n0,0\n1,1\n2,2\n3,3\n"
    assert run("values", "kayles", "--to", "3", "--out", os.devnull).returncode == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("arguments", [("solve", "nim: 3", "--json"), ("solve", "nim: 3"), ("games",)])
def test_a_full_disk_is_one_line_and_exit_code_7(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "grundy", *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 7
    assert done.stderr == "grundy: cannot write standard output: no space left on device; nothing was written\n"


def test_an_empty_file_name_is_refused() -> None:
    done = run("values", "kayles", "--to", "3", "--out", "")
    assert (done.returncode, done.stderr) == (2, "grundy: expected a file name, found nothing\n")


def test_a_device_or_a_pipe_is_not_a_graph(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "zero.csv").symlink_to("/dev/zero")
    for name in ("pipe.csv", "zero.csv"):
        with pytest.raises(NotationError, match=r"\.csv: not a regular file"):
            solve(f"graph({tmp_path / name}): a")


def test_a_graph_with_a_byte_order_mark_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bom.json").write_bytes(b'\xef\xbb\xbf{"arcs": [["a", "b"]]}')
    with pytest.raises(NotationError, match="found a byte order mark"):
        solve(f"graph({tmp_path / 'bom.json'}): a")


def test_the_library_refuses_invalid_games_rules_and_positions() -> None:
    three: Any = 3
    with pytest.raises(InputError, match="expected a game in notation or a Game, found 3"):
        solve(three)
    with pytest.raises(InputError, match=r"expected a rule \(a text, a Ruleset or a function of the position\), found"):
        grundy.game(three)
    with pytest.raises(PositionError, match="the figure at row 0, column 2 is outside the maze"):
        grundy.game("maze").value("..@")
    with pytest.raises(InputError, match=r"expected a non-negative whole number, found 1\.0"):
        grundy.nim_product(1.0, 3)  # type: ignore[arg-type]


def test_a_rule_that_changes_its_mind_is_not_explained_away() -> None:
    changed = False
    fickle = grundy.rule(lambda n: [0] if n and not changed else [])
    solution = fickle.solve(5)
    assert solution.value == 1
    changed = True
    with pytest.raises(RuleError, match="does not return the same options at every call"):
        solution.explain()


def test_splits_of_any_size_are_decided_by_parity() -> None:
    assert solve(f"split: {10**17}").value == 1
    assert grundy.game("split").values(9) == [0, 0, 1, 0, 1, 0, 1, 0, 1, 0]


def test_a_forgotten_heap_between_two_commas_is_seen() -> None:
    with pytest.raises(NotationError, match="expected a heap size, found a comma") as caught:
        grundy.read_game("nim: 3,5,,7")
    assert caught.value.at == 9


def test_the_commonest_slips_of_a_condition_get_a_hint() -> None:
    for text, hint in (("take k where k = 1", "=="), ("take k where n / 2 == k", "//")):
        with pytest.raises(NotationError) as caught:
            grundy.read_ruleset(text)
        assert caught.value.hint == f"did you mean {hint}?"


def test_values_that_a_limit_stopped_are_shown_as_far_as_they_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(LimitReached) as caught:
        grundy.game("take squares").values(10_000, limits=Limits(positions=1000))
    assert caught.value.partial[:6] == [0, 1, 0, 1, 2, 0]
    with pytest.raises(SystemExit) as end:
        main(["values", "take squares", "--to", "1000000", "--format", "csv", "--limit-seconds", "0.3"])
    assert end.value.code == 4
    assert capsys.readouterr().out.startswith("n,value\n0,0\n1,1\n2,0\n")


def test_a_game_whose_rule_is_misere_says_so() -> None:
    told = solve("bash(min=2, max=5, end=rest-loses): 17").explain()
    assert told.startswith("The player to move wins (N-position by the rule of this game: the last move loses).")
