from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples

from grundy.core import NotationError, RuleError, check_position, read_literals, show_literal
from grundy.core.literals import MAX_NESTING


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (3, "3"),
        (-3, "-3"),
        ((), "()"),
        ((1,), "(1,)"),
        ((1, (2, "a")), "(1, (2, 'a'))"),
        (frozenset(), "{}"),
        (frozenset({10, 9, 2}), "{2, 9, 10}"),
        ("don't", r"'don\'t'"),
        ("a\\b", r"'a\\b'"),
        ("a\nb", r"'a\x0ab'"),
        ("a + b", r"'a \x2b b'"),
        ("a+b", "'a+b'"),
        ("é三", "'é三'"),
        ("\ud800", r"'\ud800'"),
        ("\U0010ffff", r"'\U0010ffff'"),
        (b"a\xff", r"b'a\xff'"),
    ],
)
def test_positions_are_written_as_python_would_on_one_line(position: Any, text: str) -> None:
    assert show_literal(position) == text
    assert read_literals(text) == [position]


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("3 4", [3, 4]),
        ("3,4", [3, 4]),
        ("(1,2,) 'a b'", [(1, 2), "a b"]),
        ("{1,1}", [frozenset({1})]),
        (r"'\u00e9'", ["é"]),
        ("- 3", [-3]),
    ],
)
def test_positions_are_separated_by_blanks_or_commas(text: str, positions: list[Any]) -> None:
    assert read_literals(text) == positions


POSITION = "a position (a number, 'word', (tuple) or {set})"


@pytest.mark.parametrize(
    ("text", "at", "expected", "found"),
    [
        ("", 0, POSITION, "nothing"),
        ("3,", 2, POSITION, "nothing"),
        ("3,,4", 2, POSITION, "','"),
        ("True", 0, POSITION, "'True'"),
        ("1.5", 1, POSITION, "'.5'"),
        ("[1]", 0, POSITION, "'['"),
        ("(1", 2, '"," or ")"', "nothing"),
        ("(1 2)", 3, '"," or ")"', "'2'"),
        ("(,)", 1, POSITION, "','"),
        ("{1", 2, '"," or "}"', "nothing"),
        ("(1}", 2, '"," or ")"', "'}'"),
        ("'a", 0, POSITION, '"\'a"'),
        (r"'\q'", 0, POSITION, None),
        (r"'\x4'", 0, POSITION, None),
        (r"'\U00110000'", 0, POSITION, None),
        ("b'é'", 0, POSITION, None),
        (r"b'\u0041'", 0, POSITION, None),
        ('"a"', 0, POSITION, "'\"a\"'"),
        ("007", 0, POSITION, "'007' (no leading zero)"),
        ("٣", 0, POSITION, "'٣' (only the digits 0 to 9 count)"),
        ("--3", 1, POSITION, "'-3' (negative)"),
        ("__import__('os')", 0, POSITION, "'__import__'"),
        ("(" * 66, 65, "at most 64 brackets in each other", "'('"),
        ("{" * 66, 65, "at most 64 brackets in each other", "'{'"),
    ],
)
def test_an_invalid_position_is_refused_at_its_place(text: str, at: int, expected: str, found: str | None) -> None:
    with pytest.raises(NotationError) as error:
        read_literals(text)
    assert error.value.at == at
    assert error.value.message.startswith(f"expected {expected}, found ")
    if found is not None:
        assert error.value.message == f"expected {expected}, found {found}"


def nested(depth: int) -> Any:
    position: Any = 1
    for _ in range(depth):
        position = (position,)
    return position


def test_brackets_may_nest_64_deep_both_in_texts_and_in_rules() -> None:
    check_position(nested(MAX_NESTING), "f")
    assert read_literals(show_literal(nested(MAX_NESTING))) == [nested(MAX_NESTING)]
    with pytest.raises(NotationError, match="at most 64 brackets in each other"):
        read_literals("(" * 65 + "1" + ")" * 65)
    with pytest.raises(RuleError) as error:
        check_position(nested(100_000), "f(3)")
    assert error.value.message == "f(3) gives a position of more than 64 brackets in each other"


class Unshowable:
    def __repr__(self) -> str:
        raise ValueError("no")


@pytest.mark.parametrize(
    ("value", "shown", "kind"),
    [
        (True, "True", "bool"),
        (None, "None", "NoneType"),
        (1.0, "1.0", "float"),
        (float("nan"), "nan", "float"),
        ([1], "[1]", "list"),
        ({1}, "{1}", "set"),
        ({"a": 1}, "{'a': 1}", "dict"),
        ((1, [2]), "[2]", "list"),
        (frozenset({(1, False)}), "False", "bool"),
        (list(range(1000)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21...", "list"),
        (Unshowable(), "something", "Unshowable"),
    ],
)
def test_only_what_may_be_a_key_for_ever_is_a_position(value: Any, shown: str, kind: str) -> None:
    with pytest.raises(RuleError) as error:
        check_position(value, "f(3)")
    assert error.value.message == (
        f"f(3) gives {shown}: a position is made of int, str, bytes, tuple and frozenset, not {kind}"
    )


LEAVES = st.one_of(st.integers(), st.text(), st.binary())


POSITIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4).map(tuple), st.frozensets(inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.nightly
@settings(max_examples=examples(300))
@given(st.lists(POSITIONS, min_size=1, max_size=4))
def test_every_position_reads_back_from_its_text(positions: list[Any]) -> None:
    text = " ".join(map(show_literal, positions))
    found = read_literals(text)
    assert found == positions
    assert list(map(type, found)) == list(map(type, positions))


@pytest.mark.nightly
@given(st.lists(POSITIONS, min_size=1, max_size=4))
def test_a_text_of_positions_is_one_printable_line_that_never_joins_games(positions: list[Any]) -> None:
    text = ", ".join(map(show_literal, positions))
    assert text.isprintable()
    assert " + " not in text
    text.encode("utf-8")
