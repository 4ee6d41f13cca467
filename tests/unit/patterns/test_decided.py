"""Automata prove exactly the claims that brute force does not contradict, and refute the others where they fail."""

from __future__ import annotations

import re
from itertools import product

import pytest

from grundy.core import Budget, Course, Limits, Outcome, mex, nim_sum, tame_outcome
from grundy.core.evaluation import SIGNS, compile_node
from grundy.patterns import Comparison, LinearMove, Moves, Proved, ProvedFacts, judge, read_claim
from grundy.patterns.decided import WORK, decided_by_facts, decided_by_rule

NIM = Proved(int, Course(0, 1, 1), "nim")
LASKER = Proved(lambda n: n + (n % 4 == 3) - (n % 4 == 0 and n > 0), Course(1, 4, 4), "lasker")
DOUBLE = Proved(lambda n: 2 * n + (n % 3 == 1), Course(0, 3, 6), "double")
SMALL = Proved(lambda n: min(n, 9) % 3 + (n > 11 and n % 2), Course(12, 2), "small")
RIGHT = ["P iff a == b", "N iff a != b", "value == a ^ b", "value <= a + b", "value == a + b - 2 * (a & b)"]
RIGHT += ["value >= abs(a - b)", "P iff max(a, b) <= min(a, b)", "value == (a | b) - (a & b)"]
MISERE = "P iff a == b and a > 1 or a + b == 1"


def mutants(text: str) -> list[str]:
    """Statements that differ in one place, most of them false."""
    swaps = [("==", "!="), ("^", "|"), ("<=", "<"), (">=", ">"), (" and ", " or "), ("&", "^"), ("max", "min")]
    swaps += [("1", "3"), ("2", "3"), ("%", "&"), (" 1", " 0"), ("P iff", "N iff"), ("min", "max")]
    shifted = re.sub(r"\bb\b", "(b + 1)", text, count=1)
    return [shifted, *(text.replace(*swap, 1) for swap in swaps if swap[0] in text)]


def is_proved(text: str, known: ProvedFacts, least: int = 0) -> bool:
    """Whether facts prove a claim; if they refute it, the counterexample is the first position where it fails."""
    claim = read_claim(text)
    found = decided_by_facts(claim, known, least)
    if found is None or found.counterexample is None:
        return found is not None
    assert isinstance(claim, Comparison)
    assert known.values is not None
    boards = product(range(least, max(found.counterexample) + 1), repeat=len(claim.names))
    wrong = [board for board in boards if not is_true(claim, known.values, board, misere=known.misere)]
    assert found.counterexample == min(wrong, key=lambda board: (sum(board), board)), text
    return False


def subtracting(steps: set[tuple[int, int]], *, misere: bool) -> Moves:
    """The rule that subtracts one of some vectors from two heaps."""
    moves = [LinearMove(f"{x} <= a and {y} <= b", {"a": f"a - {x}", "b": f"b - {y}"}) for x, y in sorted(steps)]
    return Moves(("a", "b"), tuple(moves), misere)


def is_true(claim: Comparison, facts: tuple[Proved, ...], board: tuple[int, ...], *, misere: bool = False) -> bool:
    values = [fact.at(heap) for fact, heap in zip(facts, board, strict=True)]
    claimed = compile_node(claim.node, claim.names)(board)
    if claim.kind == "value":
        return SIGNS[claim.sign](nim_sum(values), int(claimed))
    outcome = tame_outcome(values) if misere else Outcome.of_value(nim_sum(values))
    return bool(claimed) == (outcome.value == claim.kind)


@pytest.mark.parametrize("text", RIGHT)
def test_true_claims_about_nim_are_proved_and_their_mutants_are_not(text: str) -> None:
    known = ProvedFacts(values=(NIM, NIM))
    assert is_proved(text, known)
    for mutant in mutants(text):
        claim = read_claim(mutant)
        assert isinstance(claim, Comparison)
        true = all(is_true(claim, (NIM, NIM), board) for board in product(range(20), repeat=2))
        assert is_proved(mutant, known) == true, mutant


def test_bouton_in_misere_play_is_proved_and_its_mutants_are_not() -> None:
    known = ProvedFacts(misere=True, values=(NIM, NIM))
    assert is_proved(MISERE, known)
    assert not any(is_proved(mutant, known) for mutant in mutants(MISERE))
    assert decided_by_facts(read_claim("value == a ^ b"), known, 0) is None


@pytest.mark.parametrize(
    ("facts", "text", "proved"),
    [
        ((LASKER, LASKER), "P iff a == b", True),
        ((LASKER, NIM), "P iff a == b", False),
        ((LASKER, NIM), "P iff b == a + (a % 4 // 3) - (1 - min(a % 4, 1)) * min(a, 1)", True),
        ((LASKER, NIM), "P iff b == a + (a % 4 // 3) - (1 - min(a % 4, 1))", False),
        ((DOUBLE, NIM), "P iff b == 2 * a and a % 3 != 1 or b == 2 * a + 1 and a % 3 == 1", True),
        ((DOUBLE, NIM), "P iff b == 2 * a", False),
        ((SMALL, SMALL), "value <= 4 + 0 * b", True),
        ((NIM, NIM, NIM, NIM), "value == a ^ b ^ c ^ d", True),
        ((NIM, NIM, NIM, NIM), "value == a ^ b ^ c | d", False),
        ((NIM, NIM), "P iff a == b or a > 100", False),
    ],
)  # fmt: skip
def test_values_that_grow_with_their_heaps_are_read_digit_by_digit(
    facts: tuple[Proved, ...], text: str, proved: bool
) -> None:
    assert is_proved(text, ProvedFacts(values=facts)) == proved


INDUCTION = [
    ("value == min(a, b) % 2", {(1, 1)}, False),
    ("value == min(a // 2, b) % 2", {(2, 1)}, False),
    ("P iff min(a, b) % 2 == 1", {(1, 1)}, True),
    ("value == (a + b) % 2", {(1, 0), (0, 1)}, False),
    ("value == (a + b + 1) % 2", {(1, 0), (0, 1)}, True),
    ("value == a % 3 ^ b % 3", {(1, 0), (2, 0), (0, 1), (0, 2)}, False),
    (
        "P iff a >= b and (a - b) % 2 == 0 and b % 2 == 0 or a < b and a % 2 == 0 and b % 2 == 0",
        {(1, 0), (0, 1), (1, 1)},
        False,
    ),
]


@pytest.mark.parametrize(("text", "steps", "misere"), INDUCTION)
def test_what_follows_for_the_options_is_proved_and_its_mutants_are_not(
    text: str, steps: set[tuple[int, int]], misere: bool
) -> None:
    known = ProvedFacts(misere=misere, steps=frozenset(steps), rule=subtracting(steps, misere=misere))
    found = decided_by_rule(read_claim(text), known, 0)
    assert found is not None
    assert found.counterexample is None
    for mutant in mutants(text):
        found = judge(read_claim(mutant), known, 0)
        assert found is None or (found.counterexample is None) == follows(mutant, steps, misere=misere), mutant


def follows(text: str, steps: set[tuple[int, int]], *, misere: bool, stop: int = 16) -> bool:
    """Whether a claim is true of all pairs below a size, by definition."""
    claim = read_claim(text)
    assert isinstance(claim, Comparison)
    claimed, values = compile_node(claim.node, claim.names), dict[tuple[int, int], int]()
    for a, b in product(range(stop), repeat=2):
        options = {values[a - x, b - y] for x, y in steps if x <= a and y <= b}
        value = values[a, b] = mex(options) if options else int(misere)
        said = claimed((a, b))
        if (said != value) if claim.kind == "value" else bool(said) != ((value == 0) == (claim.kind == "P")):
            return False
    return True


HUGE = [
    "n == 0 and n % 1000000007 == 0",
    "n % 1000000007 == 0 and n // 1000000007 % 4 == 0",
    "a % 1000003 == b % 1000003",
    "a == b and popcount(a) % 999983 == popcount(b) % 999983",
]


@pytest.mark.parametrize("text", HUGE)
def test_large_moduli_have_too_many_states_after_few_of_them(text: str) -> None:
    claim, budget = read_claim(f"P iff {text}"), Budget()
    assert isinstance(claim, Comparison)
    assert judge(claim, ProvedFacts(values=(NIM,) * len(claim.names), budget=budget), 0) is None
    assert budget.visited <= WORK


def test_the_budget_counts_the_states() -> None:
    budget = Budget(Limits(positions=1000))
    known = ProvedFacts(values=(NIM, NIM), budget=budget)
    assert decided_by_facts(read_claim("P iff a % 997 == b % 997"), known, 0) is None
    assert budget.visited >= 1000


@pytest.mark.parametrize("text", ["P iff a * b == 0", "P iff a // b == 0", "P iff v2(a) == b", "P iff a ** b == 1"])
def test_what_no_automaton_reads_is_refused(text: str) -> None:
    assert judge(read_claim(text), ProvedFacts(values=(NIM, NIM)), 0) is None


RULE = Moves(("n",), (LinearMove("k >= 1 and 2 * k <= n", {"n": "n - k"}, ("k",)),))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("P iff n * n == 4", "not definable: n * n is a product of two numbers"),
        (
            "P iff is_power(n, 2) or is_power(n, 9)",
            "not definable: powers of 2 and powers of 3 are not definable together",
        ),
        ("P iff n % 100003 == 5", "limit: an automaton of more than 60,000 states"),
    ],
)
def test_the_reason_why_a_claim_is_not_decided_is_noted(text: str, reason: str) -> None:
    notes = list[str]()
    assert decided_by_rule(read_claim(text), ProvedFacts(rule=RULE, notes=notes), 1) is None
    assert notes == [reason]


NAMES = ("a", "b", "c")


def moore(k: int, misere: bool, board: tuple[int, ...], lost: dict[tuple[int, ...], bool]) -> bool:
    """Whether a board of Moore's nim is P, by definition."""
    after = [
        option
        for option in product(*(range(heap + 1) for heap in board))
        if 1 <= sum(x < y for x, y in zip(option, board, strict=True)) <= k
    ]
    if board not in lost:
        lost[board] = not any(moore(k, misere, option, lost) for option in after) and bool(after or not misere)
    return lost[board]


MOORE = [
    "P iff a == b and b == c",
    "P iff a == b == c != 1 and a > 0 or (max(a, b, c) <= 1 and (a + b + c) % 3 == 1)",
    "N iff a + b + c > 0",
    "P iff a == b == c and a != 1",
    "P iff (a | b | c) == (a & b & c)",
    "P iff a ^ b ^ c == 0",
    "P iff max(a, b, c) == 0",
]


@pytest.mark.nightly
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("misere", [False, True])
def test_claims_about_columns_are_proved_exactly_when_they_are_true_of_small_boards(k: int, misere: bool) -> None:
    lost: dict[tuple[int, ...], bool] = {}
    for text in MOORE:
        claim = read_claim(text)
        assert isinstance(claim, Comparison)
        claimed = compile_node(claim.node, NAMES)
        boards = product(range(5), repeat=3)
        true = all(bool(claimed(board)) == ((moore(k, misere, board, lost)) == (claim.kind == "P")) for board in boards)
        found = decided_by_facts(claim, ProvedFacts(misere=misere, columns=k + 1), 0)
        assert found is not None, text
        assert (found.counterexample is None) == true, text
