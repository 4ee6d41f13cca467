from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.core.test_expressions import NAMES, NUMBERS, condition, judged

from grundy.core.evaluation import compile_node
from grundy.core.expressions import Node

SIGNS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])


@st.composite
def comparisons(draw: st.DrawFn) -> Node:
    signs = tuple(draw(st.lists(SIGNS, min_size=1, max_size=3)))
    return Node("compare", tuple(draw(NUMBERS) for _ in range(len(signs) + 1)), signs=signs)


def joined(truths: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(truths, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        several.map(lambda args: Node("or", args)),
        several.map(lambda args: Node("and", args)),
        truths.map(lambda arg: Node("not", (arg,))),
    )


PREDICATES = st.builds(lambda name, arg: Node(name, (arg,)), st.sampled_from(["is_prime", "is_square"]), NUMBERS)


CONDITIONS = st.recursive(comparisons() | PREDICATES, joined, max_leaves=5)


@settings(max_examples=examples(120))
@given(CONDITIONS)
def test_a_condition_reads_back_as_the_same_tree(node: Node) -> None:
    assert condition(str(node)) == node


@pytest.mark.nightly
@settings(max_examples=examples(200))
@given(CONDITIONS, st.integers(0, 30), st.integers(0, 30))
def test_a_condition_holds_where_python_says_so(node: Node, n: int, k: int) -> None:
    expected = judged(node, {"n": n, "k": k})
    if expected is not None:
        assert compile_node(node, NAMES)((n, k)) is expected
