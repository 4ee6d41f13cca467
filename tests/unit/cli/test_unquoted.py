"""A game on the command line needs no quotes; words that make no game are refused where they stand."""

from __future__ import annotations

import pytest
from tests.terminal import Terminal

SAME = [
    ["solve", "nim: 3 5 7"],
    ["solve", "take 1..3: 15 + kayles: 7", "--misere"],
    ["solve", "cram: 2x3", "--moves"],
    ["search", "cram: 2x2", "--want", "outcome", "--json"],
    ["graph", "nim: 1 2", "--format", "tikz"],
    ["play", "nim: 1 2", "--first", "computer", "--seed", "1"],
    ["translate", "kayles: 7", "--to", "cgsuite"],
    ["values", "take 1..3", "--to", "9"],
    ["period", "take 1..3"],
    ["explore", "take 1..3 or split", "--to", "9"],
    ["misere", "take 1..3", "--to", "5"],
    ["oeis", "take 1..3"],
    ["claim", "nim", "P iff n == 0", "--to", "9"],
    ["nim", "3 + 5"],
]


@pytest.mark.parametrize("words", SAME, ids=" ".join)
def test_words_without_quotes_are_one_text(words: list[str], terminal: Terminal) -> None:
    whole = terminal.run(*words, said="quit\n")
    apart = terminal.run(*(piece for word in words for piece in word.split(" ")), said="quit\n")
    between = terminal.run(words[0], *words[2:], *words[1].split(" "), said="quit\n")
    hidden = [hide(told) for told in (whole, apart)]
    assert hidden[0] == hidden[1]
    assert words[0] == "claim" or hide(between) == hidden[0]


def hide(told: tuple[int, str, str]) -> tuple[int, str]:
    return told[0], told[1].partition('"seconds"')[0]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("solve nim: 3 5 seven", ["expected a heap size, found 'seven'", "  nim: 3 5 seven", "           ^"]),
        ("solve kayles: 3 nim: 4", ["expected a heap size, found 'nim:'", "  kayles: 3 nim: 4", "            ^"]),
        ("values 0.77 0.07", ["expected a code without blanks, found one", "  0.77 0.07", "      ^"]),
        ("nim 3 +", ["expected a number, a bracket or sqrt(...), found nothing", "  3 +", "     ^"]),
    ],
)
def test_words_that_make_no_text_are_refused_at_their_place(words: str, place: list[str], terminal: Terminal) -> None:
    code, out, err = terminal.run(*words.split(" "))
    assert (code, out, err.splitlines()) == (2, "", [f"grundy: {place[0]}", *place[1:]])


def test_a_ruleset_of_several_words_in_front_of_a_claim_is_quoted(terminal: Terminal) -> None:
    code, _, err = terminal.run(*["claim", "take", "1..3", "P", "iff", "n", "==", "0"])
    assert code == 2
    assert err.splitlines()[-1] == '  help: put a RULESET of several words in quotes: "take 1..3"'
