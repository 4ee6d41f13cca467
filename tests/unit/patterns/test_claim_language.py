from __future__ import annotations

import pytest
from tests.pace import quickest

from grundy.core import InputError, NotationError, RuleError
from grundy.core.arithmetic import valuation
from grundy.core.evaluation import compile_node
from grundy.patterns import Comparison, Periodic, Same, read_claim


@pytest.mark.parametrize(
    "text",
    [
        "P iff n % 4 == 0",
        "N iff n % (2 + 5) >= 2",
        "value == n % 4",
        "value == (n - 1) % 2",
        "value <= v2(n) from 1",
        "P iff a ^ b ^ c == 0",
        "periodic 34 from 53",
        "same as 0.07",
        "same as 0.137 shifted by 1",
        "same as take {1, 2} shifted by -3",
    ],
)
def test_a_claim_in_the_words_of_the_contract_reads_back_as_it_was_written(text: str) -> None:
    assert str(read_claim(text)) == text
    assert read_claim(f"  {text}  ") == read_claim(text)


def test_the_last_letter_says_how_many_heaps_there_are() -> None:
    names = [claim.names for claim in map(read_claim, HEAPS) if isinstance(claim, Comparison)]
    assert names == list(HEAPS.values())


HEAPS = {
    "P iff n == 0": ("n",),
    "value <= 3": ("n",),
    "P iff a == 0": ("a",),
    "value == b ^ d": ("a", "b", "c", "d"),
    "P iff a == b": ("a", "b"),
}


def test_periods_and_shifts_are_read() -> None:
    assert read_claim("periodic 12") == Periodic(12, 0)
    assert read_claim("same as 4!.0 shifted by -7") == Same("4!.0", -7)


@pytest.mark.parametrize("n", range(40))
def test_in_and_v2_mean_what_they_say(n: int) -> None:
    members = read_claim("P iff n % 7 in {0, 2, n // 9}")
    assert isinstance(members, Comparison)
    assert compile_node(members.node, ("n",))((n,)) == (n % 7 in {0, 2, n // 9})
    power = read_claim("value == v2(n)")
    assert isinstance(power, Comparison)
    if n:
        found = compile_node(power.node, ("n",))((n,))
        assert n % 2**found == 0 != n % 2 ** (found + 1)
    else:
        with pytest.raises(RuleError, match=r"^v2\(n\): v2 of 0 has no value at n = 0$"):
            compile_node(power.node, ("n",))((n,))


def test_the_valuation_of_a_negative_number_is_that_of_its_size() -> None:
    assert [valuation(-n) for n in range(1, 40)] == [valuation(n) for n in range(1, 40)]


FOR_INSTANCE = '(for instance "P iff n % 4 == 0", "value == n % 4", "periodic 12 from 71" or "same as 0.07")'
NAMES = "n, a, b, c, d, is_prime, is_square, is_power, gcd, popcount, abs, min, max, v2"
REFUSED = [
    ("", f"expected a claim, found nothing {FOR_INSTANCE}", 0),
    ("P if n == 0", f"expected a claim, found 'P' {FOR_INSTANCE}", 0),
    ("P iff n", "expected a condition, for instance n % k == 0, found 'n'", 6),
    ("P iff n = 0", "expected a condition, found '=' (did you mean ==?)", 8),
    ("value = n", "expected a comparison, as in value == n % 4, found '='", 6),
    ("value == n == 0", "expected a number, for instance n // 2, found 'n'", 9),
    ("value == n from", "expected the smallest heap, found nothing", 15),
    ("value == n / 2", "expected an operator, found '/' (write // for division without remainder, as in n // 2)", 11),
    ("value == n of", "expected an operator, \"from\" and the smallest heap, or the end of the claim, found 'of'", 11),
    ("value == m", f"expected a number, a bracket or one of {NAMES}, found 'm'", 9),
    ("P iff n == a", "expected one heap n or several heaps a, b, ..., found both", 0),
    ("periodic 0 from 4", "expected a period of at least 1, found 0", 9),
    ("periodic x", "expected a period, found 'x'", 9),
    ("periodic 4 to 7", "expected \"from\" and the first heap, or the end of the claim, found 'to'", 11),
    ("same as", "expected a ruleset, found nothing", 7),
    ("same as 0.07 shifted by x", "expected how many tokens larger the heap is, found 'x'", 24),
    ("P iff n in {1, 2", 'expected "," or "}", found nothing', 16),
]


@pytest.mark.parametrize(("text", "message", "at"), REFUSED)
def test_an_invalid_claim_is_refused_at_its_place(text: str, message: str, at: int) -> None:
    with pytest.raises(InputError) as caught:
        read_claim(text)
    assert str(caught.value) == message
    assert caught.value.at == at


HOSTILE = {
    "P iff " + "(" * 1000 + "n": "at most 40 operators in each other",
    "P iff " + "not " * 400 + "n == 1": "at most 40 operators in each other",
    "value == " + "-" * 1900 + "n": "at most 40 operators in each other",
    "P iff n in {" + ",".join(["1"] * 900) + "}": "at most 100 numbers",
    "P iff n == " + "9" * 1000: "a number below 10^18",
    "P iff __import__('os') == 1": "one of n, a, b, c, d",
    "P iff n.__class__ == 1": "a condition",
    "x" * 10**6: "at most 2000 characters, found 1000000",
    "P iff " + "n == 1 or " * 10**5 + "n == 2": "at most 2000 characters",
    "P iff n == 1\n": "a control character",
    "P iff n == 1\u202e": "a control character",
}


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_claims_are_refused_within_fifty_milliseconds(text: str) -> None:
    def refused() -> None:
        with pytest.raises(NotationError) as caught:
            read_claim(text)
        assert HOSTILE[text] in caught.value.message

    assert quickest(refused) < 0.05
