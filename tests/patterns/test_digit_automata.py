"""Automata over digits read what the definition of expressions says, and prove nothing that brute force contradicts."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.core import InputError, Outcome, Scanner, mex, nim_sum, tame_outcome
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, Node, read_condition
from grundy.patterns import Comparison, Course, Knowledge, Proved, Unsettled, judge, read_claim
from grundy.patterns.digit_automata import digit_automata, digit_induction
from grundy.patterns.digit_formulas import Formulas

NAMES = ("a", "b", "c")
LEAVES = st.sampled_from(["a", "b", "c", "0", "1", "2", "3", "5", "a", "b"])


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    binary = st.tuples(inner, st.sampled_from("+-^&|"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})")
    constant = st.tuples(
        inner, st.sampled_from(["* 3", "* -2", "// 2", "// 4", "% 2", "% 3", "% 4", "& 3", "// 3 % 2"])
    )
    called = st.tuples(st.sampled_from(["max", "min"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})")
    single = st.tuples(st.sampled_from(["abs({})", "popcount({}) % 2", "gcd({}, 6)", "(-{})"]), inner)
    return st.one_of(
        binary,
        binary,
        constant.map(lambda t: f"({t[0]} {t[1]})"),
        called,
        single.map(lambda t: f"({t[0].format(t[1])})"),
    )


TERMS = st.recursive(LEAVES, joined, max_leaves=5)
ATOMS = st.one_of(
    st.tuples(TERMS, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), TERMS).map(" ".join),
    st.tuples(TERMS, TERMS, TERMS).map(lambda t: f"{t[0]} <= {t[1]} < {t[2]}"),
    TERMS.map(lambda t: f"is_power({t}, 2)"),
    TERMS.map(lambda t: f"is_prime(({t}) % 5)"),
)
CONDITIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda t: f"({' '.join(t)})"),
        inner.map(lambda t: f"not ({t})"),
    ),
    max_leaves=3,
)


def condition(text: str) -> Node:
    return read_condition(Scanner(text), NAMES, functions=CLAIM_FUNCTIONS)


def after_reading(formulas: Formulas, board: tuple[int, ...], columns: int) -> tuple[object, ...]:
    state = tuple(formulas.machines._first)
    for place in range(columns):
        state = formulas.machines._after(state, [heap >> place & 1 for heap in board])
    return state


@settings(max_examples=300, deadline=None)
@given(
    CONDITIONS, st.lists(st.tuples(*[st.integers(0, 1 << 12)] * 3) | st.tuples(*[st.integers(0, 9)] * 3), max_size=8)
)
def test_machines_that_have_read_a_board_know_what_the_definition_says(
    text: str, boards: list[tuple[int, int, int]]
) -> None:
    node, formulas = condition(text), Formulas(NAMES)
    try:
        truth = formulas.truth(node)
    except Unsettled:
        return
    for board in boards:
        try:
            seen = bool(truth(after_reading(formulas, board, 40)))
        except Unsettled:
            continue  # ones of a negative number
        assert seen == bool(compile_node(node, NAMES)(board)), board


@settings(max_examples=150, deadline=None)
@given(CONDITIONS)
def test_a_statement_that_holds_at_all_states_holds_for_all_boards(text: str) -> None:
    node, formulas = condition(text), Formulas(NAMES)
    try:
        always = formulas.machines.always(formulas.truth(node))
    except (Unsettled, InputError):
        return
    holds = compile_node(node, NAMES)
    boards = [*product(range(9), repeat=3), *product((0, 1, 14, 15, 16, 33, 63, 64), repeat=3)]
    if always:
        assert all(holds(board) for board in boards)
    elif all(holds(board) for board in boards):
        assert any(not holds(board) for board in product(range(50), range(50), range(50)))


NIM = Proved(int, Course(0, 1, 1), "nim")
NOTHING = Proved(lambda _: 0, Course(0, 1), "nothing")
LASKER = Proved(lambda n: n + (n % 4 == 3) - (n % 4 == 0 and n > 0), Course(1, 4, 4), "lasker")
DOUBLE = Proved(lambda n: 2 * n + (n % 3 == 1), Course(0, 3, 6), "double")
SMALL = Proved(lambda n: min(n, 9) % 3 + (n > 11 and n % 2), Course(12, 2), "small")
FACTS = st.sampled_from([NIM, NIM, NOTHING, LASKER, DOUBLE, SMALL])
RIGHT = ["P iff a == b", "N iff a != b", "value == a ^ b", "value <= a + b", "value == a + b - 2 * (a & b)"]
RIGHT += ["value >= abs(a - b)", "P iff max(a, b) <= min(a, b)", "value == (a | b) - (a & b)"]
MISERE = "P iff a == b and a > 1 or a + b == 1"


def mutants(text: str) -> list[str]:
    """Statements that differ in one place, most of them false."""
    swaps = [("==", "!="), ("^", "|"), ("<=", "<"), (">=", ">"), (" and ", " or "), ("&", "^"), ("max", "min")]
    swaps += [("1", "3"), ("2", "3"), ("%", "&"), (" 1", " 0"), ("P iff", "N iff"), ("min", "max")]
    shifted = re.sub(r"\bb\b", "(b + 1)", text, count=1)
    return [shifted, *(text.replace(*swap, 1) for swap in swaps if swap[0] in text)]


def is_true(claim: Comparison, facts: tuple[Proved, ...], board: tuple[int, ...], *, misere: bool = False) -> bool:
    values = [fact.at(heap) for fact, heap in zip(facts, board, strict=True)]
    claimed = compile_node(claim.node, claim.names)(board)
    if claim.kind == "value":
        signed = Node("compare", (Node("name", value="x"), Node("name", value="y")), signs=(claim.sign,))
        return bool(compile_node(signed, ("x", "y"))((nim_sum(values), int(claimed))))
    outcome = tame_outcome(values) if misere else Outcome.of_value(nim_sum(values))
    return bool(claimed) == (outcome.value == claim.kind)


@pytest.mark.parametrize("text", RIGHT)
def test_true_claims_about_nim_are_proved_and_their_mutants_are_not(text: str) -> None:
    known = Knowledge(values=(NIM, NIM))
    assert digit_automata(read_claim(text), known, 0) is not None
    for mutant in mutants(text):
        claim = read_claim(mutant)
        assert isinstance(claim, Comparison)
        true = all(is_true(claim, (NIM, NIM), board) for board in product(range(20), repeat=2))
        assert (digit_automata(claim, known, 0) is not None) == true, mutant


def test_bouton_in_misere_play_is_proved_and_its_mutants_are_not() -> None:
    known = Knowledge(misere=True, values=(NIM, NIM))
    assert digit_automata(read_claim(MISERE), known, 0) is not None
    assert all(digit_automata(read_claim(mutant), known, 0) is None for mutant in mutants(MISERE))
    assert digit_automata(read_claim("value == a ^ b"), known, 0) is None


@settings(max_examples=150, deadline=None)
@given(CONDITIONS | st.sampled_from(RIGHT), st.tuples(FACTS, FACTS, FACTS), st.booleans(), st.integers(0, 2))
def test_what_is_proved_of_a_nim_sum_is_true_of_all_small_boards(
    text: str, facts: tuple[Proved, Proved, Proved], misere: bool, least: int
) -> None:
    claim = read_claim(text if "iff" in text or "value" in text else f"P iff ({text}) and (a | b | c) >= 0")
    assert isinstance(claim, Comparison)
    known = facts[: len(claim.names)]
    try:
        found = digit_automata(claim, Knowledge(misere=misere, values=known), least)
    except (Unsettled, InputError):
        return
    boards = product(range(least, 14), repeat=len(claim.names))
    assert found is None or all(is_true(claim, known, board, misere=misere) for board in boards)


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
        ((NIM, NIM), "P iff a == b or a > 1000000", False),
    ],
)  # fmt: skip
def test_values_that_grow_with_their_heaps_are_read_digit_by_digit(
    facts: tuple[Proved, ...], text: str, proved: bool
) -> None:
    assert (digit_automata(read_claim(text), Knowledge(values=facts), 0) is not None) == proved


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
        assert (digit_automata(claim, Knowledge(misere=misere, columns=k + 1), 0) is not None) == true, text


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
    known = Knowledge(misere=misere, steps=frozenset(steps))
    assert digit_induction(read_claim(text), known, 0) is not None
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


VECTORS = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(any), min_size=1, max_size=3)


@settings(max_examples=200, deadline=None)
@given(CONDITIONS, TERMS, VECTORS, st.booleans(), st.booleans())
def test_no_false_claim_about_vectors_is_proved(
    text: str, term: str, steps: set[tuple[int, int]], misere: bool, values: bool
) -> None:
    text = f"value == ({term}) % 2 + 0 * b" if values else f"N iff ({text}) and b >= 0"
    text = text.replace("c", "b") if "popcount" not in text and "gcd" not in text else text
    claim = read_claim(text)
    if not isinstance(claim, Comparison) or len(claim.names) != 2:
        return
    found = judge(claim, Knowledge(misere=misere, steps=frozenset(steps)), 0)
    if found is not None and found.counterexample is None:
        assert follows(text, steps, misere=misere)


def test_too_many_states_settle_nothing() -> None:
    claim = read_claim("P iff a == b and (a + 3 * b) % 8191 >= 0")
    with pytest.raises(Unsettled):
        digit_automata(claim, Knowledge(values=(NIM, NIM)), 0)
    assert judge(claim, Knowledge(values=(NIM, NIM)), 0) is None


@pytest.mark.parametrize(
    "text", ["P iff a * b == 0", "P iff a // b == 0", "P iff v2(a) == b", "P iff a ** b == 1", "P iff a // 3 == b"]
)
def test_what_no_automaton_reads_is_refused(text: str) -> None:
    assert judge(read_claim(text), Knowledge(values=(NIM, NIM)), 0) is None
