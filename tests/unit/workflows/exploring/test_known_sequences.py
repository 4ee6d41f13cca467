from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path
from runpy import run_path

import pytest

from grundy.notation import read_ruleset
from grundy.workflows.computing.values import heap_values
from grundy.workflows.exploring.heaps import KEPT, known_sequences

MAKER = run_path(str(Path(__file__).parents[4] / "benchmarks" / "known_sequences.py"))
HEAD, NAMED, class_key, codes = (MAKER[name] for name in ("HEAD", "NAMED", "class_key", "codes"))
ROWS = known_sequences()
SAMPLE = random.Random(1902).sample(sorted(ROWS), 40)
CODES = random.Random(1939).sample([code for code in codes() if set(code) <= set("0.1234567")], 40)
KEYS = {class_key(values, 100) for values in ROWS.values()}


@pytest.mark.parametrize("name", [*NAMED, *SAMPLE])
def test_a_row_holds_the_values_of_its_ruleset(name: str) -> None:
    assert list(ROWS[name]) == heap_values(read_ruleset(name), KEPT)[:KEPT]


@pytest.mark.parametrize("code", CODES)
def test_every_octal_code_of_three_digits_begins_like_a_row(code: str) -> None:
    values = heap_values(read_ruleset(code), KEPT)
    assert not any(values) or class_key(values, 100) in KEYS


def test_the_table_is_small_canonical_and_in_the_package() -> None:
    text = files("grundy").joinpath("data", "known_sequences.csv").read_text(encoding="ascii")
    assert text.startswith(HEAD + "\n")
    assert len(text) < 300_000
    assert MAKER["table_of_sequences"](ROWS.items()) == text
    assert len(ROWS) > 300
    for name, values in ROWS.items():
        assert read_ruleset(name).name == name
        assert len(values) == KEPT


def test_sequences_of_one_class_have_values_in_common_from_the_first_that_is_not_0() -> None:
    assert class_key([0, 0, 1, 1, 2], 2) == (1, 1)
    assert class_key([0, 0], 2) == ()


def test_the_codes_are_those_of_up_to_three_octal_or_two_hexadecimal_digits_each_once() -> None:
    found = list(codes())
    assert len(found) == len(set(found)) == 2 * (8**3 - 1) + 2 * (16**2 - 8**2)
    assert found[0] == "0.1"
