from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden

from grundy.cli.generate import nim
from grundy.core import InputError, LimitReached, nim_inverse, nim_power, nim_product
from grundy.notation.nim_expressions import MAX_DEPTH, read_nim_expression
from grundy.workflows.library.nim_algebra import calculate


def called(*words: str) -> Result:
    return CliRunner().invoke(nim, words, standalone_mode=False)


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("6 * 7 + 3 / 2", "1"),
        ("2*2", "3"),
        ("4*4 + 16*16", "30"),
        ("(2 + 3) * 5", "5"),
        ("2 + 3 * 5", "13"),
        ("2 ^ 2", "3"),
        ("2^-1", "3"),
        ("(2^3)^2", "1"),
        ("1/2/3", "1"),
        ("sqrt(3) + sqrt(2)", "1"),
        ("7 + 7", "0"),
        ("0 ^ 0", "1"),
        ("roots(1, 1)", "2 or 3"),
        ("roots(0, 3)", "2"),
        ("log(2, 3)", "2"),
        ("log(2, 4)", "none: there is no such number"),
        ("order(16)", "85"),
        ("order(0)", "none: there is no such number"),
        (f"{2**4095} * {2**4095} / {2**4095} + {2**4095}", "0"),
    ],
)
def test_an_expression_is_calculated(expression: str, answer: str) -> None:
    result = called(expression)
    assert (result.exception, result.output) == (None, answer + "\n")


Term = tuple[str, int]


def joined(left: Term, sign: str, right: Term) -> Term:
    """An operation in brackets, with its value by the library; a quotient by 0 becomes a product."""
    (a, x), (b, y) = left, right
    if sign == "/" and y:
        return f"({a} / {b})", nim_product(x, nim_inverse(y))
    return (f"({a} + {b})", x ^ y) if sign == "+" else (f"({a} * {b})", nim_product(x, y))


TERMS: st.SearchStrategy[Term] = st.recursive(
    st.integers(0, 2**70).map(lambda n: (str(n), n)),
    lambda terms: st.builds(joined, terms, st.sampled_from("+*/"), terms),
    max_leaves=8,
)


@given(TERMS)
def test_brackets_sums_products_and_quotients_mean_what_the_library_says(term: Term) -> None:
    text, value = term
    assert calculate(text).values == (value,)
    shown = calculate(text).expression
    assert calculate(shown).values == (value,)
    assert calculate(shown).expression == shown


@pytest.mark.parametrize(
    ("expression", "message", "at"),
    [
        ("", "expected a number, a bracket or sqrt(...), found nothing", 0),
        ("1 + ", "expected a number, a bracket or sqrt(...), found nothing", 4),
        ("2 ** 3", "expected a number, a bracket or sqrt(...), found '*'", 3),
        ("2 ^ x", "expected a whole number as exponent, found 'x'", 4),
        ("(1 + 2", 'expected an operator or ")", found nothing', 6),
        ("1 2", "expected an operator (+ * / ^) or the end of the expression, found '2'", 2),
        ("log(2)", "expected an operator or \",\" (log takes 2 numbers), found ')'", 5),
        ("1 + order(2)", "expected a number or a bracket: order is allowed only outermost, found 'order'", 4),
        ("order(2) + 1", "expected the end of the expression, found '+'", 9),
        ("3 + 1 / (2 + 2)", "0 has no nim inverse", 6),
        ("5 + 0^-2", "0 has no nim inverse", 5),
        ("2^3^2", "expected an operator (+ * / ^) or the end of the expression, found '^2'", 3),
        (f"1 + {2**4096}", "expected a number below 2^4096", 4),
        ("__import__('os')", "expected a number, a bracket or sqrt(...), found '__import__'", 0),
        ("(" * 60 + "1" + ")" * 60, f"expected at most {MAX_DEPTH} brackets in each other, found '('", 41),
        ("1" + " + 1" * 6000, "expected at most 20000 characters, found 24001", 20000),
    ],
)
def test_a_mistake_is_named_and_pointed_at(expression: str, message: str, at: int) -> None:
    error = called(expression).exception
    assert isinstance(error, InputError)
    assert error.message.startswith(message)
    assert (error.text, error.at) == (expression, at)


def test_long_chains_are_read_without_recursion_limits() -> None:
    assert calculate(" + ".join(["1"] * 4999)).values == (1,)
    assert calculate(" / ".join(["2"] * 4999)).values == (nim_power(2, 1 - 4998),)
    assert str(read_nim_expression("1 + (2 + 3)")) == "1 + (2 + 3)"


def test_the_table_is_the_golden_one() -> None:
    rows = called("--table", "16").output.splitlines()[2:]
    table = [list(map(int, row.partition("|")[2].split())) for row in rows]
    assert table == golden("graph_games")["nim_products_0_to_15"]
    assert json.loads(called("--table", "16", "--json").output) == {"schema": 1, "table": table}


def test_a_long_calculation_stops_at_its_limit() -> None:
    exponent = int("9" * 3000)
    result = called(f"{2**4096 - 1} ^ {exponent}", "--limit-seconds", "0.2")
    assert isinstance(result.exception, LimitReached)
