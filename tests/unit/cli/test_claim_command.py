from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.golden.reading import golden

from grundy.cli.generate import claim
from grundy.core import LimitReached

CASES: list[dict[str, Any]] = golden("claims")["cases"]


def called(*words: str) -> Result:
    return CliRunner().invoke(claim, list(words), standalone_mode=False)


def answered(*words: str) -> tuple[int, dict[str, Any]]:
    result = called(*words, "--json")
    assert result.exception is None, result.exception
    return result.return_value, json.loads(result.stdout)


def ruleset_of(game: dict[str, Any]) -> list[str]:
    """The ruleset in notation, and the option for misere play."""
    family = game["family"]
    if family == "bash_sm_end":
        end = {"a": "stuck", "c": "rest", "d": "rest-loses", "e": "stuck"}[game["convention"]]
        misere = ["--misere"] * (game["convention"] == "e")
        return [f"bash(min={game['s']}, max={game['m']}, end={end})", *misere]
    if family == "nim_misere":
        return ["nim", "--misere"]
    if family == "nim_at_most":
        return [f"nim(max={game['m']})"]
    return [game["code"] if family == "code" else {"divisor": "divisors"}[family]]


def over(letters: str, expression: str) -> str:
    """An expression about a tuple p of piles, written over letters."""
    chosen = re.fullmatch(r"(.*) if (.*) else (.*)", expression)
    if chosen:
        one, condition, other = (over(letters, part) for part in chosen.groups())
        return f"({condition}) and ({one}) or not ({condition}) and ({other})"
    expression = re.sub(r"X\((.*?) for x in p\)", lambda m: nim_sum(m[1], letters), expression)
    expression = expression.replace("X(p)", nim_sum("x", letters)).replace("sum(p)", f"({' + '.join(letters)})")
    return expression.replace("max(p)", f"max({', '.join(letters)}, 0)")


def nim_sum(term: str, letters: str) -> str:
    return "(" + " ^ ".join(f"({term.replace('x', letter)})" for letter in letters) + ")"


def statements(case: dict[str, Any]) -> list[tuple[str, int]]:
    """The claims in words that say what a case states, each with the last heap that is compared."""
    kind, least = case["kind"], case.get("from", 0)
    if kind == "piles_P":
        piles = ("abcd"[: i + 1] for i in range(case["max_piles"]))
        return [(f"P iff {over(letters, case['expr'])}", case["max_pile"]) for letters in piles]
    words = {
        "heap_P": f"P iff {case.get('expr')} from {least}",
        "heap_grundy": f"value == {case.get('expr')} from {least}",
        "heap_bound": f"value <= {case.get('bound')} from {least}",
        "period": f"periodic {case.get('period')} from {case.get('preperiod')}",
        "equal": f"same as {case.get('other', {}).get('code')} shifted by {case.get('shift')}",
    }
    return [(words[kind], case["checked_to"])]


def expected(case: dict[str, Any]) -> dict[str, Any] | None:
    """The counterexample in the JSON of the command."""
    found = case.get("smallest_counterexample")
    if found is None:
        return None
    if "values" in found:
        first, second = found["values"]
        return {"position": str(found["n"]), "claimed": second, "actual": first}
    position = " ".join(map(str, found["piles"])) if "piles" in found else str(found["n"])
    return {"position": position, "claimed": {"P": "N", "N": "P"}[found["truth"]], "actual": found["truth"]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["statement"]))
def test_a_golden_claim_holds_or_fails_first_at_its_smallest_counterexample(case: dict[str, Any]) -> None:
    found = None
    for words, to in statements(case):
        code, answer = answered(*ruleset_of(case["game"]), words, "--to", str(to))
        assert answer["schema"] == 1
        assert answer["claim"] == words
        found = answer["counterexample"]
        assert code == (0 if found is None else 1)
        assert (answer["verdict"] == "refuted") == (found is not None)
        if found is not None:
            break
        assert answer["checked_to"] >= to
    assert found == expected(case)
    assert (found is None) == case["holds"]


def test_a_refuted_claim_leaves_with_1_and_explains_the_position() -> None:
    result = called("nim(max=2)", "P iff (a ^ b) % 3 == 0")
    assert result.return_value == 1
    assert "Refuted at 1 2: the claim says P, but it is N." in result.stdout
    assert "nim(max=2): 1 2" in result.stdout
    assert "The nim-sum is 3" in result.stdout


def test_a_limit_before_anything_was_compared_is_an_error() -> None:
    refused = called("nim", "P iff a ^ b ^ c == 0", "--to", "10000").exception
    assert isinstance(refused, LimitReached)
    assert refused.exit_code == 4
