"""What an answer rests on is cited: the works are those of the theorems and proofs that its words name."""

from __future__ import annotations

import re
from shlex import split

import pytest
from click.testing import CliRunner

from grundy.cli.commands import grundy

CITED = {
    "values 0.07": {"guysmith1956"},
    "values 'take {1, 3, 4}'": {"golomb1966"},
    "values nim": {"bouton1901"},
    "explore 0.07": {"guysmith1956"},
    "claim 0.07 'periodic 34 from 53'": {"guysmith1956"},
    "claim 'take 1..3' 'P iff n % 4 == 0'": {"golomb1966"},
    "claim wythoff 'P iff a == b'": {"wythoff1907"},
    "solve 'nim: 3 5'": {"bouton1901", "sprague1935", "grundy1939"},
    "solve '0.07: 1000000000'": {"guysmith1956"},
    "solve 'take {1, 3}: 1000' --misere": {"plambecksiegel2008"},
    "solve 'chomp: 3x4'": {"gale1974"},
    "misere 'take 1..3'": {"plambecksiegel2008"},
}


def answer(command: str, style: str) -> str:
    done = CliRunner().invoke(grundy, [*split(command), "--format", style], standalone_mode=False)
    assert done.exception is None, done.exception
    return done.stdout


@pytest.mark.parametrize("command", CITED)
def test_the_works_of_what_was_used_are_cited_in_bibtex_and_in_latex(command: str) -> None:
    assert set(re.findall(r"^@\w+\{(\w+),", answer(command, "bibtex"), re.MULTILINE)) == CITED[command]
    latex = answer(command, "latex")
    cited = {key for keys in re.findall(r"\\cite\{([\w,]+)\}", latex) for key in keys.split(",")}
    assert cited == set(re.findall(r"^% @\w+\{(\w+),", latex, re.MULTILINE)) == CITED[command]


@pytest.mark.parametrize("command", ["values 'take primes' --to 50", "values divisors", "graph 'nim: 2 1'"])
def test_where_nothing_was_used_that_has_a_source_nothing_is_cited(command: str) -> None:
    done = CliRunner().invoke(grundy, [*split(command), "--format", "bibtex"], standalone_mode=False)
    assert "uses no theorem to cite" in str(done.exception)
    assert r"\cite" not in answer(command, "latex")
