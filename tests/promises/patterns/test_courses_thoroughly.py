from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.test_courses import check

from grundy.core.expressions import Node


def leaf() -> st.SearchStrategy[Node]:
    return st.integers(0, 9).map(lambda value: Node("number", value=value)) | st.just(Node("name", value="n"))


def grown(numbers: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    def call(name: str, *args: Node) -> Node:
        return Node(name, args)

    return st.one_of(
        st.builds(call, st.sampled_from(["+", "-", "*", "//", "%", "&", "|", "^", "**", "gcd"]), numbers, numbers),
        st.builds(call, st.sampled_from(["neg", "abs", "popcount", "v2"]), numbers),
        st.builds(call, st.sampled_from(["min", "max"]), numbers, numbers, numbers),
    )


NUMBERS = st.recursive(leaf(), grown, max_leaves=9)


@st.composite
def conditions(draw: st.DrawFn) -> Node:
    signs = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    count = draw(st.integers(1, 2))
    one = Node(
        "compare", tuple(draw(NUMBERS) for _ in range(count + 1)), signs=tuple(draw(signs) for _ in range(count))
    )
    word = draw(st.sampled_from(["", "not", "and", "or"]))
    if not word:
        return one
    return Node(word, (one,)) if word == "not" else Node(word, (one, draw(conditions())))


@settings(max_examples=examples(200))
@given(NUMBERS)
def test_an_expression_continues_as_its_course_says(node: Node) -> None:
    check(node)


@pytest.mark.nightly
@settings(max_examples=examples(200))
@given(conditions())
def test_a_condition_continues_as_its_course_states(node: Node) -> None:
    check(node)
