"""Laws of the P-positions: they decide every heap that was looked at, and are the natural ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import isqrt

import pytest

import grundy
from grundy.core.evaluation import compile_node
from grundy.patterns import Comparison, Pattern, Progression, find_progressions, read_claim

LAWS: dict[str, Callable[[int], bool]] = {
    "P iff n % 6 == 0 from 0": lambda n: n % 6 == 0,
    "P iff n % 7 in {0, 2} from 0": lambda n: n % 7 in {0, 2},
    "N iff n % 5 == 0 from 0": lambda n: n % 5 != 0,
    "P iff n % 17 < 6 from 0": lambda n: n % 17 < 6,
    "P iff is_power(n, 2) from 0": lambda n: n > 0 and n & (n - 1) == 0,
    "P iff is_power(n + 1, 2) from 0": lambda n: n & (n + 1) == 0,
    "P iff is_square(n) from 0": lambda n: isqrt(n) ** 2 == n,
    "P iff is_square(8 * n + 1) from 0": lambda n: n in {k * (k + 1) // 2 for k in range(80)},
    "P iff is_prime(n) from 0": lambda n: n > 1 and all(n % k for k in range(2, isqrt(n) + 1)),
    "P iff popcount(n) % 2 == 1 from 0": lambda n: n.bit_count() % 2 == 1,
    "P iff popcount(n) % 2 == 0 from 0": lambda n: n.bit_count() % 2 == 0,
    "P iff v2(n) % 2 == 0 from 1": lambda n: n > 0 and (len(bin(n)) - len(bin(n).rstrip("0"))) % 2 == 0,
    "P iff n == 0 from 0": lambda n: n == 0,
    "P iff n in {0, 3, 8} from 0": lambda n: n in {0, 3, 8},
    "P iff n < 0 from 0": lambda n: n < 0,
    "N iff n < 0 from 0": lambda n: n >= 0,
}


def played(is_p: Callable[[int], bool], count: int) -> list[int]:
    """Values without a law of their own whose zeros are the P-positions."""
    rng = random.Random(count)
    return [0 if is_p(n) else rng.randint(1, 9) for n in range(count)]


def check(pattern: Pattern, values: Sequence[int], start: int = 0) -> None:
    """The claim of a law decides every heap from its start on."""
    claim = read_claim(str(pattern.claim))
    assert isinstance(claim, Comparison)
    assert claim.least == pattern.start
    truth = compile_node(claim.node, ("n",))
    for n in range(pattern.start, start + len(values)):
        assert (values[n - start] == 0) == (truth((n,)) == (claim.kind == "P"))


@pytest.mark.parametrize("claim", LAWS)
@pytest.mark.parametrize("count", [128, 2000])
def test_a_known_law_is_found_in_its_zeros(claim: str, count: int) -> None:
    values = played(LAWS[claim], count)
    first, *_ = find_progressions(values)
    assert first.claim == claim
    check(first, values)


def test_the_fibonacci_numbers_are_recognised() -> None:
    numbers = [1, 2]
    while numbers[-1] < 3000:
        numbers.append(numbers[-1] + numbers[-2])
    first, *_ = find_progressions(played(lambda n: n in numbers, 3000))
    assert first.text.endswith("(Fibonacci numbers)")
    check(first, played(lambda n: n in numbers, 3000))


@pytest.mark.parametrize("seed", range(80))
def test_random_residue_classes_are_found_with_the_least_modulus(seed: int) -> None:
    rng = random.Random(seed)
    modulus = rng.choice([5, 7, 11, 13])
    classes = set(rng.sample(range(modulus), rng.randint(1, modulus - 1)))
    start, count = rng.randint(0, 3), 400
    values = [0 if n % modulus in classes else 1 for n in range(start, count)]
    laws = find_progressions(values, start)
    assert laws
    for law in laws:
        check(law, values, start)
        if isinstance(law.detail, Progression):
            assert law.detail.modulus == modulus


@pytest.mark.parametrize("seed", range(60))
def test_no_law_fails_inside_eventually_periodic_data(seed: int) -> None:
    rng = random.Random(seed)
    preperiod, period = rng.randint(0, 40), rng.randint(1, 30)
    values = [rng.randint(0, 2) for _ in range(preperiod + period)]
    while len(values) < 1000:
        values.append(values[-period])
    for law in find_progressions(values):
        check(law, values)


@pytest.mark.parametrize("rule", ["take squares", "grundy", "0.6"])
def test_outcomes_without_a_law_get_none(rule: str) -> None:
    assert find_progressions(list(grundy.game(rule).values(600))) == []
