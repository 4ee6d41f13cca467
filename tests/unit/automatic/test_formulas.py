"""Relations of conditions agree with the evaluation of the conditions, in every numeration system."""

from itertools import product

import pytest

from grundy.automatic import Arithmetic, Base, Formulas, NotDefinable, Recurrent, System
from grundy.core import Budget, LimitReached, Limits, Scanner
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, read_condition

SYSTEMS = (Base(2), Base(3), Base(10), Recurrent(1), Recurrent(2), Recurrent(3))
LINEAR = (
    "x + y == z",
    "x - y + 5 >= 3 * z",
    "(x - y) % 3 == 2",
    "(x - y) // 2 == z - 3",
    "abs(x - y) <= 2 and max(x, y) == z",
    "x in {1, 3, 8} or not min(x, y, z) < 4",
    "(x % 2) * (y % 3) == 2",
    "gcd(x, 6) == 3 and (x * y) % 3 == 1",
    "(x + 3 * y) % 5 < z <= x // 2",
    "x != y + 100 and 2 ** 3 <= x and x % 4 // 2 == 1",
)
BINARY = (
    "(x - y) ^ z == -3",
    "(x - y) & -2 == 4",
    "(x | y) % 3 == 1",
    "popcount(x ^ y) % 2 == z % 2",
    "(popcount(x - y) + y) % 3 == 1",
    "is_power(x, 4) or is_power(y + 1, 2)",
    "v2(x + 1) % 2 == 1",
    "(x & 6) // 2 == y",
)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_a_relation_holds_exactly_where_its_condition_does(system: System) -> None:
    formulas = Formulas(Arithmetic(system))
    for text in LINEAR + (BINARY if system == Base(2) else ()):
        names = [name for name in "xyz" if name in text.replace("max", "").replace("popcount", "")]
        condition = compile_node(read_condition(Scanner(text), names, functions=CLAIM_FUNCTIONS), names)
        relation = formulas.read(text)
        for numbers in product(range(14), repeat=len(names)):
            assert relation.holds(dict(zip(names, numbers, strict=True))) == bool(condition(numbers)), (text, numbers)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_quantifiers_range_over_all_numbers(system: System) -> None:
    formulas = Formulas(Arithmetic(system))
    even = formulas.read("k >= 1 and x == y + 2 * k").some("k")
    above = formulas.read("k < x or k >= y").every("k")
    double = formulas.read("y == 2 * x + 1").some("x")
    for x, y in product(range(30), repeat=2):
        assert even.holds({"x": x, "y": y}) == (x - y >= 2 and (x - y) % 2 == 0)
        assert above.holds({"x": x, "y": y}) == (x >= y)
    assert double == formulas.read("y % 2 == 1")
    assert even.some("x", "y").accepting == (True,)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_least_member_has_the_least_sum_and_is_then_first_in_order(system: System) -> None:
    formulas = Formulas(Arithmetic(system))
    for text in ("x + y >= 7", "2 * x + 3 * y >= 50", "x > 10 ** 12 and x % 7 == 3", "x >= y + 5 and y >= 3"):
        relation = formulas.read(text)
        found = relation.least()
        if "10" not in text:
            members = [one for one in product(range(40), repeat=2) if relation.holds(dict(zip("xy", one, strict=True)))]
            assert found == dict(zip("xy", min(members, key=lambda one: (sum(one), one)), strict=True)), text
        else:
            assert found == {"x": next(x for x in range(10**12 + 1, 10**12 + 9) if x % 7 == 3)}
    assert formulas.read("x >= 3 and 3 * y >= 20 - 2 * x").least(["x"]) == {"x": 3, "y": 5}
    assert formulas.read("x < 0").least() is None


def test_numbers_of_hundreds_of_digits_are_decided() -> None:
    for system in SYSTEMS:
        relation = Formulas(Arithmetic(system)).read("3 * x + 5 == y")
        assert relation.holds({"x": 10**400, "y": 3 * 10**400 + 5})
        assert not relation.holds({"x": 10**400, "y": 3 * 10**400 + 4})


@pytest.mark.parametrize(
    ("text", "system", "message"),
    [
        ("x * y == z", Base(2), "x * y is a product of two numbers"),
        ("x ** 2 == z", Base(2), "x ** 2 is a product of two numbers"),
        ("x % y == 0", Base(2), "x % y is not definable by an automaton"),
        ("is_square(x)", Base(2), "is_square(x) is not definable by an automaton"),
        ("is_power(x, 3)", Base(2), "powers of 3 are not definable in base 2"),
        ("x ^ y == 1", Recurrent(1), "x ^ y is not definable in Zeckendorf's system"),
        ("x % 65 * (y % 2) == 1", Base(2), "x % 65 has more than 64 values in a function that is not linear"),
    ],
)
def test_what_is_not_definable_is_refused_with_the_reason(text: str, system: System, message: str) -> None:
    with pytest.raises(NotDefinable) as error:
        Formulas(Arithmetic(system)).read(text)
    assert error.value.message == message


def test_a_limit_of_work_stops_a_construction() -> None:
    with pytest.raises(LimitReached, match="the limit of 100 positions"):
        Formulas(Arithmetic(Base(2), Budget(Limits(positions=100)))).read("x % 97 == 3 and x % 89 == 5")
    with pytest.raises(LimitReached, match="an automaton of more than 60,000 states"):
        Formulas(Arithmetic(Base(2))).read("x % 301 == 3 and x % 307 == 5")


def test_a_remainder_of_a_sum_is_refused_where_taking_it_again_would_never_end() -> None:
    text = "is_prime((((a | b) * 3) - (popcount(gcd(a, 6)) % 2)) % 5)"
    with pytest.raises(NotDefinable, match="not definable by an automaton"):
        Formulas(Arithmetic(Base(2), Budget(Limits(positions=100_000)))).read(text)
