"""One command measures every figure and says what got slower than the version before, or misses its aim."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benchmarks.__main__ import faults, markdown, measure, middle, table, times_slower, write
from benchmarks.figures import Aim, Figure, Taken, commands, figures
from benchmarks.processes import NoFigure, Version, Yardstick, spent

ROOT = Path(__file__).parents[3]


def version(*answers: float | str) -> Version:
    """A version whose probe gives these figures, one a round; a text is a failure."""
    left = iter(answers)

    class TextBlock(Version):
        def probe(self, *_: str) -> dict[str, float]:
            answer = next(left)
            if isinstance(answer, str):
                raise NoFigure(answer)
            return {"it": answer}

    return TextBlock(Path(sys.executable), Path(), 1)


def figure(*, more: bool = False, aims: tuple[Aim, ...] = (), **others: Any) -> Figure:
    take: Callable[[Version], Taken] = lambda asked: Taken(asked.probe("it")["it"])  # noqa: E731
    return Figure("it", "s", take, aims, more=more, **others)


def test_a_figure_that_got_slower_is_named_and_one_within_the_tolerance_is_not() -> None:
    slow = measure(figure(), [version(3, 30, 3), version(2, 2, 20)], None, 3)
    assert (slow.now, slow.before, slow.slower) == (Taken(3), 2, 1.5)
    assert faults(slow, 0.15) == ["1.50 times as slow as before"]
    assert faults(slow, 0.6) == []
    rate = measure(figure(more=True), [version(3), version(2)], None, 1)
    assert rate.slower == pytest.approx(2 / 3)
    assert faults(rate, 0.15) == []


def test_an_aim_that_is_missed_is_reported() -> None:
    row = measure(figure(aims=(Aim("at most 2", lambda taken: taken.warm <= 2),)), [version(3)], None, 1)
    assert faults(row, 0.15) == ["not at most 2"]


def test_a_failed_measurement_is_reported_and_never_counted_as_fast() -> None:
    row = measure(figure(), [version("took more than 1 s"), version(2)], None, 1)
    assert (row.now, row.slower) == (None, None)
    assert faults(row, 0.15) == ["now: took more than 1 s"]
    assert table([row], 0.15) == [["it", "s", "", "", "", "", "", "", "", "now: took more than 1 s"]]


def test_a_missing_program_in_c_leaves_a_blank() -> None:
    beside = figure(twin=lambda _: 6.0, yardstick=lambda _: 1.5)
    assert measure(beside, [version(3)], None, 1)[4:6] == (0.5, None)
    yard = Yardstick(Path("none.cpp"), Path(), 1)
    assert measure(beside, [version(3)], yard, 1)[4:6] == (0.5, 2)


def test_medians_are_of_what_was_measured() -> None:
    assert middle([Taken(1, 5, 7), Taken(9, 6, 8), Taken(2, 70, 9)]) == (2, 6, 8)
    assert times_slower(1, 0, more=True) is None
    assert markdown([["a"], ["|"]]).splitlines() == ["a", "---", "\\|"]


def test_a_run_that_is_stopped_leaves_what_was_measured(tmp_path: Path) -> None:
    row = measure(figure(), [version(3), version(2)], None, 1)
    for rows in ([row], [row, row]):
        write(tmp_path, {"load": 9}, rows, 0.15)
        assert len(json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))["figures"]) == len(rows)
        text = (tmp_path / "bench.md").read_text(encoding="utf-8")
        assert text.startswith("load 9\n\nfigure | ")
        assert text.count("1.50 times as slow as before") == len(rows)


def test_every_command_that_the_pages_show_is_measured_once() -> None:
    names = [one.name for one in figures()]
    assert len(names) == len(set(names))
    shown = commands((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "period 0.156" in shown
    assert {f"grundy {words}" for words in shown} <= set(names)


@pytest.mark.nightly
def test_a_process_that_takes_too_long_or_fails_gives_no_figure(tmp_path: Path) -> None:
    with pytest.raises(NoFigure, match="took more than"):
        spent([sys.executable, "-c", "import time; time.sleep(60)"], tmp_path, {}, 0.5)
    with pytest.raises(NoFigure, match="ended with 3: no"):
        spent([sys.executable, "-c", "import sys; print('no'); sys.exit(3)"], tmp_path, {}, 60)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("bench")
    words: list[str | Path] = [sys.executable, "-m", "benchmarks", "--quick", "--only", "grundy", "--out", out]
    subprocess.run(words, cwd=ROOT, capture_output=True, check=False, timeout=300)
    return out


@pytest.mark.nightly
def test_a_quick_run_writes_its_table_and_its_measurements(told: Path) -> None:
    found = json.loads((told / "bench.json").read_text(encoding="utf-8"))
    assert found["about"]["processors"] >= 1
    (line,) = found["figures"]
    assert line["figure"].startswith("grundy nim")
    warm, cold, said = line["taken"]
    assert 0 < warm < 60
    assert 0 < said < 60
    assert cold > 0
    assert line["figure"] in (told / "bench.md").read_text(encoding="utf-8")
