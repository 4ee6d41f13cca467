from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.test_decided import DOUBLE, LASKER, NAMES, NIM, RIGHT, SMALL, follows, is_true, subtracting

from grundy.automatic import Arithmetic, Base, Formulas, Relation
from grundy.core import Budget, Course, InputError, LimitReached, Limits, Scanner
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, Node, read_condition
from grundy.patterns import Comparison, Proved, ProvedFacts, Unsettled, judge, read_claim
from grundy.patterns.decided import WORK, decided_by_facts

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


def relation(text: str) -> Relation | None:
    """The relation of a condition, or None if it is not definable or too large."""
    try:
        return Formulas(Arithmetic(Base(2), Budget(Limits(positions=WORK)))).relation(condition(text))
    except (InputError, LimitReached):
        return None


@settings(max_examples=examples(300), deadline=None)
@given(
    CONDITIONS, st.lists(st.tuples(*[st.integers(0, 1 << 12)] * 3) | st.tuples(*[st.integers(0, 9)] * 3), max_size=8)
)
def test_automata_that_have_read_a_board_know_what_the_definition_says(
    text: str, boards: list[tuple[int, int, int]]
) -> None:
    found = relation(text)
    for board in boards if found is not None else ():
        assert found is not None
        assert found.holds(dict(zip(NAMES, board, strict=True))) == bool(compile_node(condition(text), NAMES)(board))


@settings(max_examples=examples(150), deadline=None)
@given(CONDITIONS)
def test_a_statement_holds_for_all_boards_or_fails_at_its_least_failure(text: str) -> None:
    found = relation(text)
    if found is None:
        return
    holds = compile_node(condition(text), NAMES)
    failure = (~found).least()
    board = None if failure is None else tuple(failure.get(name, 0) for name in NAMES)
    if board is not None:
        assert not holds(board)
    for other in product(range(9), repeat=3):
        assert holds(other) or (board is not None and (sum(board), board) <= (sum(other), other))


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
        found = decided_by_facts(claim, ProvedFacts(misere=misere, values=known), least)
    except (Unsettled, InputError):
        return
    boards = product(range(least, 14), repeat=len(claim.names))
    true = [is_true(claim, known, board, misere=misere) for board in boards]
    assert found is None or all(true) or found.counterexample is not None
    if found is not None and found.counterexample is not None:
        assert not is_true(claim, known, found.counterexample, misere=misere)


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
    rule = subtracting(steps, misere=misere)
    found = judge(claim, ProvedFacts(misere=misere, steps=frozenset(steps), rule=rule), 0)
    if found is not None and found.counterexample is None:
        assert follows(text, steps, misere=misere)
