from __future__ import annotations

from itertools import chain, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.promises.patterns.test_digit_automata_thoroughly import NAMES
from tests.unit.patterns.test_digit_automata import DOUBLE, LASKER, NIM, RIGHT, SMALL, follows, is_true

from grundy.core import Budget, Course, InputError, Scanner
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, Node, read_condition
from grundy.patterns import Comparison, Proved, ProvedFacts, Unsettled, judge, read_claim
from grundy.patterns.digit_automata import digit_automata
from grundy.patterns.digit_formulas import Formulas

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


@settings(max_examples=examples(300), deadline=None)
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


@settings(max_examples=examples(150), deadline=None)
@given(CONDITIONS)
def test_a_statement_that_holds_at_all_states_holds_for_all_boards(text: str) -> None:
    node, formulas = condition(text), Formulas(NAMES)
    try:
        always = formulas.machines.always(formulas.truth(node), Budget())
    except (Unsettled, InputError):
        return
    holds = compile_node(node, NAMES)
    boards = [*product(range(9), repeat=3), *product((0, 1, 14, 15, 16, 33, 63, 64), repeat=3)]
    if always:
        assert all(holds(board) for board in boards)
    elif all(holds(board) for board in boards):
        cube = product(range(50), repeat=3)
        axes = ((n, *rest) for n in range(1 << 15) for rest in product((0, 1), repeat=2))  # as of a // 2 != 27
        turned = (board[place:] + board[:place] for board in axes for place in range(3))
        assert any(not holds(board) for board in chain(cube, turned))


NOTHING = Proved(lambda _: 0, Course(0, 1), "nothing")


FACTS = st.sampled_from([NIM, NIM, NOTHING, LASKER, DOUBLE, SMALL])


@pytest.mark.nightly
@settings(max_examples=examples(150), deadline=None)
@given(CONDITIONS | st.sampled_from(RIGHT), st.tuples(FACTS, FACTS, FACTS), st.booleans(), st.integers(0, 2))
def test_what_is_proved_of_a_nim_sum_is_true_of_all_small_boards(
    text: str, facts: tuple[Proved, Proved, Proved], misere: bool, least: int
) -> None:
    claim = read_claim(text if "iff" in text or "value" in text else f"P iff ({text}) and (a | b | c) >= 0")
    assert isinstance(claim, Comparison)
    known = facts[: len(claim.names)]
    try:
        found = digit_automata(claim, ProvedFacts(misere=misere, values=known), least)
    except (Unsettled, InputError):
        return
    boards = product(range(least, 14), repeat=len(claim.names))
    assert found is None or all(is_true(claim, known, board, misere=misere) for board in boards)


VECTORS = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(any), min_size=1, max_size=3)


@settings(max_examples=examples(200), deadline=None)
@given(CONDITIONS, TERMS, VECTORS, st.booleans(), st.booleans())
def test_no_false_claim_about_vectors_is_proved(
    text: str, term: str, steps: set[tuple[int, int]], misere: bool, values: bool
) -> None:
    text = f"value == ({term}) % 2 + 0 * b" if values else f"N iff ({text}) and b >= 0"
    text = text.replace("c", "b") if "popcount" not in text and "gcd" not in text else text
    claim = read_claim(text)
    if not isinstance(claim, Comparison) or len(claim.names) != 2:
        return
    found = judge(claim, ProvedFacts(misere=misere, steps=frozenset(steps)), 0)
    if found is not None and found.counterexample is None:
        assert follows(text, steps, misere=misere)
