"""Write a file for Lean 4 that states a heap game: its rule, its first values and its proved period.

    python -m examples.lean_statements "take {1, 3, 4}" > Game.lean

The file uses the core language of Lean 4.15 or newer. It states the rule as it is played, and the values by mex. Lean's
kernel decides the first values. The period is a statement without a proof (`sorry`) next to the data of the certificate
that `grundy-check` accepts. If the window of the period is short, Lean's kernel decides the window too.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from grundy import InputError, LimitReached, Limits, Ruleset, read_ruleset
from grundy.core import Budget, Code, Structure, facet
from grundy.sequences import Period
from grundy.workflows.computing.period import find_period
from grundy.workflows.computing.values import heap_values
from grundy.workflows.proving.periods import certify_period

FIRST = 24
"""Number of values that Lean's kernel decides."""
MOST_WINDOW = 64
"""The longest window that Lean's kernel decides; a longer one takes it long."""
SEARCHED_TO = 20_000
"""The last heap that is searched for a period."""
CODE = """\
/-- The digits of the code: bit h of digit t allows to take t tokens and to leave h heaps, none of them empty. -/
def code : List Nat := [{numbers}]

/-- What the moves from a heap of n tokens leave: lists of heaps. -/
def moves (n : Nat) : List (List Nat) :=
  (List.range (min n (code.length - 1) + 1)).flatMap fun t =>
    let digit := code.getD t 0
    let rest := n - t
    (if digit.testBit 0 && rest == 0 then [[]] else []) ++
    (if digit.testBit 1 && rest != 0 && t != 0 then [[rest]] else []) ++
    (if digit.testBit 2 then (List.range (rest / 2)).map fun a => [a + 1, rest - (a + 1)] else [])
"""
TAKES = """\
/-- The numbers of tokens that a move may take. -/
def takes : List Nat := [{numbers}]

/-- What the moves from a heap of n tokens leave: lists of heaps. -/
def moves (n : Nat) : List (List Nat) :=
  (takes.filter fun k => k <= n).map fun k => [n - k]
"""
VALUES = """\
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
    values {first} = [{values}] := by decide +kernel
"""
PERIOD = """\
/-- A period, minimal, from heap {preperiod} on. {theorem}.
    Its certificate begins and ends so; here the statement stands without a proof.
    {header}
    {trailer} -/
theorem periodic : ∀ n, {preperiod} ≤ n → value (n + {period}) = value n := by sorry
"""
WINDOW = """\
/-- The window from which the theorem concludes that the period goes on for ever. -/
theorem window : (values {stop}).drop {second} = ((values {stop}).drop {preperiod}).take {length} := by decide +kernel
"""


def lean_text(ruleset: Ruleset[Any] | str, limits: Limits | None = None) -> str:
    """Write a file for Lean 4 about an octal game or a finite subtraction set.

    Args:
        ruleset: The ruleset or its text.
        limits: Limits of time and memory.

    Returns:
        The text of the file. It states a period only if the period is proved.

    Raises:
        InputError: If the ruleset is neither an octal game nor a finite subtraction set.
        LimitReached: If a limit is reached.
    """
    rules = read_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    rule = facet(rules, Structure).sequence()
    numbers = (rule.plain if isinstance(rule, Code) else rule) or ()
    if not numbers or (isinstance(rule, Code) and max(numbers) > 7):
        raise InputError(f"Lean statements are of octal codes and finite sets of takes, not of {rules.name}")
    budget = Budget(limits or Limits())
    first = heap_values(rules, FIRST - 1, budget=budget)
    name = "Heaps_" + "_".join(re.findall("[0-9a-zA-Z]+", rules.name))
    pieces = [f"/-! The game {rules.name} on single heaps: rule, first values, period. Written by grundy. -/\n"]
    pieces += [f"namespace {name}\n"]
    pieces += [(CODE if isinstance(rule, Code) else TAKES).format(numbers=_listed(numbers))]
    pieces += [VALUES.format(first=FIRST, values=_listed(first))]
    pieces += _period(rules, find_period(rules, SEARCHED_TO, budget), budget)
    return "\n".join([*pieces, f"end {name}\n"])


def _listed(numbers: Any) -> str:  # noqa: ANN401  # any numbers
    return ", ".join(map(str, numbers))


def _period(rules: Ruleset[Any], period: Period | None, budget: Budget) -> list[str]:
    if period is None or period.status != "proved":
        return [f"-- No period of the values to heap {SEARCHED_TO} is proved.\n"]
    try:
        lines = [line.decode("ascii").strip() for line in certify_period(rules, period, budget).lines()]
    except (InputError, LimitReached) as error:
        if isinstance(error, LimitReached) and error.kind != "size":
            raise
        lines = [f"(none: {error.message})"]
    fields = {"preperiod": period.preperiod, "period": period.period, "theorem": period.theorem}
    pieces = [PERIOD.format(**fields, header=lines[0], trailer=lines[-1])]
    stop = period.checked_to + 1
    if stop <= MOST_WINDOW:
        second = period.preperiod + period.period
        pieces += [WINDOW.format(**fields, stop=stop, second=second, length=stop - second)]
    return pieces


if __name__ == "__main__":
    print(lean_text(sys.argv[1]), end="")
