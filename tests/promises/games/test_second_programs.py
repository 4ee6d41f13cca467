"""The programs of benchmarks/second share no line with the package; here they find what it finds."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cases import few

from grundy import deep_search
from grundy.core import read_code
from grundy.sequences import rule_period

SECOND = Path(__file__).parents[3] / "benchmarks" / "second"
pytestmark = [pytest.mark.nightly, pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("second")
    for source in sorted(SECOND.glob("*.cpp")):
        subprocess.run(["g++", "-O1", "-o", folder / source.stem, source], check=True)
    return folder


def told(built: Path, *words: str) -> str:
    return subprocess.run([built / words[0], *words[1:]], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    "code", few(["0.77", "0.07", "0.156", "0.324", "4.4", "0.45", "0.127"], "0.77", "0.156", "4.4")
)
def test_the_other_program_finds_the_period_of_a_code(built: Path, code: str) -> None:
    found = rule_period(read_code(code), 20_000)
    period = f"period {found.period} from {found.preperiod}," if found else "period 0 from 0,"
    assert period in told(built, "octal", code, "20000")
    plain, typed = (told(built, "octal", code, "6000", *words) for words in (["plain"], []))
    assert re.findall("crc32 .*", plain) == re.findall("crc32 .*", typed)


@pytest.mark.parametrize(
    ("words", "game"),
    few(
        [
            ("kayles grid 3 1 7", "node-kayles: grid(3x{})"),
            ("kayles cylinder 5 1 4", "node-kayles: cylinder(5x{})"),
            ("kayles torus 3 5", "node-kayles: torus(3x{})"),
            ("kayles kings 5 1 6", "kings: 5x{}"),
            ("nogo 1 1 10", "nogo: 1x{}"),
            ("nogo 2 1 4", "nogo: 2x{}"),
            ("cram 3 9 4", "cram: 3x{}"),
            ("cram 5 5 4", "cram: 5x{}"),
            ("cram 2 33 4", "cram: 2x{}"),
        ],
        ("kayles grid 3 1 7", "node-kayles: grid(3x{})"),
        ("kayles torus 3 5", "node-kayles: torus(3x{})"),
        ("kayles kings 5 1 6", "kings: 5x{}"),
        ("nogo 2 1 4", "nogo: 2x{}"),
        ("cram 3 9 4", "cram: 3x{}"),
    ),
)
def test_the_other_program_finds_the_values_of_boards(built: Path, words: str, game: str) -> None:
    found = re.findall(r"\d+x(\d+): value (\d+),", told(built, *words.split()))
    assert found
    for columns, value in found:
        assert deep_search(game.format(columns), want="value").value == int(value), game.format(columns)


@pytest.mark.parametrize("words", ["3 1 9", "4 1 7", "5 1 6", "4 5 7 0"])
def test_the_other_program_finds_the_outcomes_of_misere_cram(built: Path, words: str) -> None:
    found = re.findall(r"cram (\d+x\d+): ([PN]),", told(built, "misere", *words.split()))
    assert found
    for board, outcome in found:
        assert str(deep_search(f"cram: {board}", misere=True, want="outcome").outcome) == outcome, board
