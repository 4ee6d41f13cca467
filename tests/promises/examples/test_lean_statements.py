"""Texts for Lean: a golden one, what all have in common, and what Lean itself says where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from examples.lean_statements import lean_text

from grundy import InputError, read_ruleset
from grundy.workflows.computing.period import find_period
from grundy.workflows.computing.values import heap_values
from grundy.workflows.proving.periods import certify_period

RULES = ("take {1, 3, 4}", "kayles", "0.137", "0.07", "0.15", "0.77", "4.4", "0.123", "take 1..3", "0.007")
GOLDEN = """\
/-! The game take {1, 2} on single heaps: rule, first values, period. Written by grundy. -/

namespace Heaps_take_1_2

/-- The numbers of tokens that a move may take. -/
def takes : List Nat := [1, 2]

/-- What the moves from a heap of n tokens leave: lists of heaps. -/
def moves (n : Nat) : List (List Nat) :=
  (takes.filter fun k => k <= n).map fun k => [n - k]

/-- The least number that is not in a list. -/
def mex (found : List Nat) : Nat :=
  ((List.range (found.length + 1)).find? fun v => !found.contains v).getD found.length

/-- The Sprague-Grundy values of the heaps 0, ..., n - 1: mex of the nim-sums of what the moves leave. -/
def values : Nat -> List Nat
  | 0 => []
  | n + 1 =>
    let known := values n
    known ++ [mex ((moves n).map fun heaps => heaps.foldl (fun (sum heap : Nat) => sum ^^^ known.getD heap 0) 0)]

/-- The value of a heap of n tokens. -/
def value (n : Nat) : Nat := (values (n + 1)).getD n 0

theorem first_values :
    values 24 = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2] := by decide +kernel
"""


def test_a_set_of_takes_is_stated_by_its_rule_values_and_period() -> None:
    text = lean_text("take {1, 2}")
    assert text.startswith(GOLDEN)
    assert "theorem periodic : ∀ n, 0 ≤ n → value (n + 3) = value n := by sorry\n" in text
    assert "theorem window : (values 5).drop 3 = ((values 5).drop 0).take 2 := by decide +kernel\n" in text
    assert text.endswith("\nend Heaps_take_1_2\n")


@pytest.mark.parametrize("rule", RULES)
def test_a_text_is_balanced_and_says_sorry_only_of_its_period(rule: str) -> None:
    text = lean_text(rule)
    code = re.sub(r"/-.*?-/|--[^\n]*", "", text, flags=re.DOTALL)
    for opening, closing in ("()", "[]"):
        assert code.count(opening) == code.count(closing) > 0
    names = re.findall(r"^(?:def|theorem) (\w+)", code, re.MULTILINE)
    assert len(set(names)) == len(names)
    assert re.findall(r"theorem (\w+)[^\n]*sorry", code) == ["periodic"] * (rule != "0.007")
    assert re.search(r"^namespace (\w+)$", code, re.MULTILINE)[1] == re.findall(r"^end (\w+)$", code, re.MULTILINE)[0]  # type: ignore[index]
    told = re.search(r"values 24 = \[([\d, ]+)\]", code)
    assert told is not None
    assert [int(number) for number in told[1].split(", ")] == heap_values(read_ruleset(rule), 23)


def test_the_period_comes_with_the_data_of_its_certificate() -> None:
    rules = read_ruleset("0.137")
    lines = [line.decode().strip() for line in certify_period(rules, find_period(rules)).lines()]
    text = lean_text("0.137")
    assert lines[0] in text
    assert lines[-1] in text
    assert "theorem periodic : ∀ n, 52 ≤ n → value (n + 34) = value n := by sorry" in text
    assert "theorem window" not in text


def test_without_a_proved_period_none_is_stated() -> None:
    assert "-- No period of the values to heap 20000 is proved." in lean_text("0.007")


@pytest.mark.parametrize("rule", ["nim", "4!.0", "0.F", "wythoff", "take squares"])
def test_a_rule_that_is_neither_octal_nor_finite_is_refused(rule: str) -> None:
    with pytest.raises(InputError) as refused:
        lean_text(rule)
    assert refused.value.message == f"Lean statements are of octal codes and finite sets of takes, not of {rule}"


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("lean") is None, reason="Lean is not installed")
@pytest.mark.parametrize("rule", RULES)
def test_lean_accepts_the_text_and_names_the_one_sorry(rule: str, tmp_path: Path) -> None:
    (tmp_path / "Game.lean").write_text(lean_text(rule), encoding="utf-8")
    done = subprocess.run(["lean", "Game.lean"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("declaration uses") == (rule != "0.007")
