"""Known sequences with the same values: equality is never claimed of what differs."""

from __future__ import annotations

import random

import pytest

import grundy
from grundy.patterns import Likeness, Same, find_likeness, read_claim

CODES = ("0.07", "0.137", "0.36", "0.161", "0.77", "0.4", "0.17", "0.27", "0.26", "0.06")


def values(rule: str, to: int = 600) -> list[int]:
    return list(grundy.game(rule).values(to))


CATALOGUE = [(code, values(code)) for code in CODES]


def test_a_published_slip_is_near_and_never_the_same() -> None:
    same, near = find_likeness(values("0.161"), CATALOGUE)
    assert same.claim == "same as 0.161"
    assert near.text == "equal to 0.36 up to heap 518; at heap 519 the values are 2 here and 4 there"
    assert near.claim is None
    assert isinstance(near.detail, Likeness)
    assert near.detail.grade == "near"


def test_a_listed_equivalence_that_is_none_is_not_found() -> None:
    claims = [pattern.claim for pattern in find_likeness(values("0.27"), CATALOGUE) if pattern.claim]
    assert claims == ["same as 0.26", "same as 0.27"]


@pytest.mark.parametrize("seed", range(100))
def test_a_likeness_with_a_claim_is_equality_on_every_common_heap(seed: int) -> None:
    rng = random.Random(seed)
    known = [rng.randint(0, 3) for _ in range(rng.randint(60, 200))]
    shift, start = rng.randint(-6, 6), rng.randint(0, 4)
    ours = {n + shift: value for n, value in enumerate(known) if n + shift >= 0}
    for heap in range(min(ours)):
        ours[heap] = 7
    heaps = range(start, max(ours) + 1)
    if rng.random() < 0.5:
        ours[rng.choice(heaps)] += 1
    data = [ours[heap] for heap in heaps]
    for pattern in find_likeness(data, [("known", known)], start):
        one = pattern.detail
        assert isinstance(one, Likeness)
        assert all(ours[n] == known[n - one.shift] for n in range(one.start, one.last + 1))
        common = [n for n in heaps if 0 <= n - one.shift < len(known)]
        equal = all(ours[n] == known[n - one.shift] for n in common)
        assert (pattern.claim is not None) == equal
        if pattern.claim is not None:
            assert read_claim(pattern.claim) == Same("known", one.shift)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda value: value + 1, "same as 0.77 with each value + 1"),
        (lambda value: value ^ 3, "same as 0.77 with each value ^ 3"),
        (lambda value: 3 * value, "same as 0.77 with each value * 3"),
        (lambda value: {1: 2, 2: 1}.get(value, value), "same as 0.77 with 1 and 2 exchanged"),
    ],
)
def test_a_simple_renaming_is_reported_and_claims_nothing(change: object, text: str) -> None:
    assert callable(change)
    (found,) = find_likeness([change(value) for value in values("0.77")], CATALOGUE)
    assert found.text == text
    assert found.claim is None


def test_all_divisors_are_the_proper_ones_and_one_more() -> None:
    (found,) = find_likeness(values("take k where n % k == 0", 200), [("divisors", values("divisors", 200))])
    assert found.text == "same as divisors with each value + 1 from heap 1"


def test_noise_is_like_no_other_noise() -> None:
    rng = random.Random(7)
    catalogue = [(str(i), [rng.randint(0, 2) for _ in range(100)]) for i in range(2000)]
    for _ in range(20):
        assert find_likeness([rng.randint(0, 2) for _ in range(100)], catalogue) == []


def test_short_sequences_are_like_nothing() -> None:
    for count in range(23):
        assert find_likeness([0] * count, [("zeros", [0] * 100)]) == []
        assert find_likeness([0] * 100, [("zeros", [0] * count)]) == []
