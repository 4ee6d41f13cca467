from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from itertools import count
from math import gcd, isqrt
from operator import xor
from time import process_time
from typing import Any

import pytest
from tests.pace import spent

import grundy
from grundy.core import Course, InputError, LimitReached, Limits, LoopyGame, PositionError, Ruleset
from grundy.core.evaluation import compile_node
from grundy.notation import read_ruleset
from grundy.patterns import Comparison, Likeness, MexPairs, Pattern, read_claim
from grundy.workflows.claims.claim import check_claim
from grundy.workflows.claims.known import least_of
from grundy.workflows.exploring import heaps as heaps_module
from grundy.workflows.exploring.exploration import Discovery
from grundy.workflows.exploring.explore import Exploration, explore, values_only
from grundy.workflows.exploring.grades import evaluator
from grundy.workflows.exploring.tuples import lost_pairs

SAMPLE, BRUTE = 120, 400
"""Heaps that are explored, and computed by the definition, for random rules."""
TAKES = (
    *("n % k == 0", "k % 2 == 1", "k % 3 != 0", "n % 3 == k % 3", "k <= n // 2", "2 * k >= n", "gcd(n, k) == 1"),
    *("popcount(k) == 1", "is_square(k)", "n & k == k", "n ^ k > n", "k * k <= n", "(n + k) % 3 == 1", "is_prime(k)"),
    *("k == 1 or k == n // 2", "k <= 3 and n % 5 != k", "k == n % 7", "k & 1 == n & 1", "n // k > 2"),
)
SPLITS = (*("a != b", "a == b", "a % 2 == 1", "b == 2 * a", "gcd(a, b) == 1", "a <= 3", "(a + b) % 3 == 1 and a != b"),)
"""Conditions of random rules, which mean the same in the language of rules and in Python."""
FUNCTIONS: dict[str, Any] = {
    "gcd": gcd,
    "popcount": int.bit_count,
    "is_square": lambda n: isqrt(n) ** 2 == n,
    "is_prime": lambda n: n > 1 and all(n % d for d in range(2, isqrt(n) + 1)),
}


def test_explore_divisors_finds_the_2_adic_valuation() -> None:
    best = found("divisors").discoveries[0]
    assert (best.claim, best.grade) == ("value == v2(n)", "proved")


def test_explore_take_prime_powers_finds_n_mod_6() -> None:
    best = found("take prime-powers").discoveries[0]
    assert (best.claim, best.grade) == ("value == n % 6 from 0", "proved")


def test_explore_split_finds_n_minus_1_mod_2() -> None:
    best = found("split").discoveries[0]
    assert (best.expression, best.grade, best.start) == ("(n - 1) % 2", "proved", 1)


def test_explore_wythoff_finds_and_proves_the_beatty_pair_of_the_golden_ratio() -> None:
    seen = found("wythoff")
    best = seen.discoveries[0]
    assert best.grade == "proved"
    assert "sqrt(5)" in best.text
    assert isinstance(best.detail, MexPairs)
    assert (best.detail.s, best.detail.t, best.detail.c) == (1, 1, 0)
    assert seen.p_positions[:4] == ((0, 0), (1, 2), (3, 5), (4, 7))


def test_a_period_beyond_reach_comes_from_the_table_of_proved_periods() -> None:
    best = explore(read_ruleset("0.16"), 500).discoveries[0]
    assert (best.claim, best.grade) == ("periodic 149459 from 105351", "proved")


def test_in_misere_play_the_outcome_of_take_1_to_3_is_proved() -> None:
    seen = explore(read_ruleset("take 1..3"), 400, misere=True)
    proved = {one.claim for one in seen.discoveries if one.grade == "proved"}
    assert "P iff n % 4 == 1 from 0" in proved
    assert seen.likeness == ()
    assert "misère" in seen.explain()


def test_pairs_that_are_sums_of_single_positions_are_explored_one_by_one() -> None:
    assert (found("moore(k=1)").shape, found("moore(k=1)").discoveries[0].claim) == ("sizes", "value == n from 0")
    assert found("ruler").discoveries[0].claim == "value == n & -n"


@pytest.mark.parametrize("seed", range(8))
def test_p_positions_of_vector_games_agree_with_the_definition(seed: int) -> None:
    rng = random.Random(seed)
    vectors = [(a, b) for a in range(4) for b in range(4) if a or b]
    steps, rays = tuple(rng.sample(vectors, 2)), tuple(rng.sample(vectors, rng.randint(0, 2)))
    text = f"vectors(steps={{{shown(steps)}}}" + (f", rays={{{shown(rays)}}})" if rays else ")")
    rule = grundy.game(text)
    lost = set(lost_pairs(steps, rays, 12))
    for a in range(13):
        for b in range(13):
            assert ((a, b) in lost) == (str(rule.outcome((a, b))) == "P")


def test_boards_are_explored_by_rows_and_columns() -> None:
    seen = explore(Corner(), 4)
    assert seen.shape == "boards"
    assert seen.rows == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))


class Corner(Ruleset[int]):
    """Take one to three of the other squares of a board: its value is mn - 1 mod 4, or so it seems."""

    name = "corner"

    def bind(self, text: str) -> Any:
        rows, cross, columns = text.partition("x")
        if not cross or "0" in {rows, columns}:
            raise PositionError("expected a board")
        return self, grundy.Sum(int(rows) + int(columns) - 2)

    def options(self, position: int) -> Iterator[int]:
        return (position - k for k in range(1, min(position, 3) + 1))


def test_what_cannot_be_explored_is_said_in_one_line() -> None:
    for text in ("maze", "graph", "northcott", "poset"):  # poset: 3 is one element whose name is 3
        with pytest.raises(PositionError, match="cannot be explored") as caught:
            explore(read_ruleset(text))
        assert "\n" not in str(caught.value)


def test_a_wrong_end_and_a_rule_that_loops_are_refused() -> None:
    with pytest.raises(InputError, match="the largest heap to explore"):
        explore(read_ruleset("nim"), -1)
    with pytest.raises(LoopyGame):
        grundy.rule(lambda n: [n, n - 1] if n else []).explore(20)
    with pytest.raises(LoopyGame):
        explore(read_ruleset("poker-nim(add=3)"))


def test_the_json_of_an_exploration_has_schema_1_and_can_be_written() -> None:
    for text in ("kayles", "wythoff", "fibonacci"):
        answer = json.loads(json.dumps(explore(read_ruleset(text), 40).to_dict()))
        assert (answer["schema"], answer["play"], answer["ruleset"]) == (1, "normal", text)
        assert {"positions", "from", "checked_to", "p_positions", "patterns", "likeness"} <= set(answer)
        for one in answer["patterns"]:
            assert set(one) >= {"kind", "text", "grade", "theorem", "start", "checked_to", "claim", "expression"}


def test_a_notebook_shows_the_exploration_and_its_repr_is_one_line() -> None:
    seen = grundy.game("take 1..3").explore(200)
    assert repr(seen) == "Exploration('take 1..3', heaps to 200: value == n % 4 (proved))"
    assert "<b>take 1..3</b>" in seen._repr_html_()


def test_claims_are_graded_as_the_claim_checker_grades_them() -> None:
    for text in ("take {1, 3, 4}", "kayles", "divisors", "take {1} or primes", "split", "0.137", "bash(min=2, max=5)"):
        ruleset = read_ruleset(text)
        for one in explore(ruleset, 300).patterns:
            if one.claim is not None:
                verdict = check_claim(ruleset, one.claim, 300).verdict
                assert (verdict == "proved") == (one.grade == "proved")
                assert verdict != "refuted"


@pytest.mark.nightly
def test_statements_about_5000_random_rules_are_true_by_the_definition() -> None:
    for seed in range(1000, 6000):
        check_random_rule(seed)


def check_random_rule(seed: int) -> None:
    text, options = random_rule(random.Random(seed))
    values = brute_values(options, BRUTE)
    seen = explore(read_ruleset(text), SAMPLE)
    assert seen.values == tuple(values[: SAMPLE + 1]), text
    for one in seen.discoveries:
        stop = BRUTE if one.grade == "proved" else one.checked_to
        assert is_true(one, values[: stop + 1]), f"{text}: {one}"
        if one.kind == "period":
            assert is_minimal(one, values[: stop + 1]), f"{text}: {one}"


def is_true(one: Discovery, values: list[int]) -> bool:
    """Return whether the values bear out what was told, by evaluation alone."""
    if one.kind == "period":
        assert isinstance(one.detail, Course)
        n0, p, saltus = one.detail
        return all(values[n + p] == values[n] + saltus for n in range(n0, len(values) - p))
    if one.kind == "likeness":
        return is_alike(one, values)
    heaps = range(one.start, len(values))
    if one.claim is None:
        given = evaluator(one.detail)
        assert given is not None
        outcome = one.kind == "progression" or one.text.startswith(("1 where", "P iff", "N iff"))
        won = one.text.startswith("N iff")
        return all(given(n) == (((values[n] == 0) != won) if outcome else values[n]) for n in heaps)
    claim = read_claim(one.claim)
    assert isinstance(claim, Comparison)
    assert least_of(claim, last_loses=False) == max(one.start, 0) or claim.least is None
    holds = compile_node(claim.node, ("n",))
    if claim.kind == "value":
        return all(holds((n,)) == values[n] for n in heaps)
    return all(bool(holds((n,))) == ((values[n] == 0) == (claim.kind == "P")) for n in heaps)


def is_alike(one: Discovery, values: list[int]) -> bool:
    """Return whether a look-alike has the same values, by the values of its own definition."""
    like: Any = one.detail
    if like is None:
        return True
    others = grundy.game(like.name).values(min(BRUTE, 200))
    heaps = [n for n in range(one.start, len(values)) if 0 <= n - like.shift < len(others) and n <= one.checked_to]
    same = all(values[n] == others[n - like.shift] for n in heaps)
    if like.difference is not None and like.difference[0] < len(values):
        n, ours, theirs = like.difference
        same = same and values[n] == ours != theirs
    return same


def is_minimal(one: Discovery, values: list[int]) -> bool:
    """Return whether no smaller period and no smaller preperiod is true of the same values."""
    assert isinstance(one.detail, Course)
    n0, p, saltus = one.detail
    if len(values) < n0 + 2 * p:
        return True  # a proved period that the values do not reach
    smaller = (q for q in range(1, p) if len({values[n + q] - values[n] for n in range(n0, len(values) - q)}) == 1)
    earlier = n0 > 0 and values[n0 - 1 + p] == values[n0 - 1] + saltus
    return next(smaller, None) is None and not earlier


def brute_values(options: Callable[[int, list[int]], Iterator[int]], stop: int) -> list[int]:
    """Return the values of heaps 0 to `stop` by the definition: the mex of the values of the options."""
    values: list[int] = []
    for n in range(stop + 1):
        seen = set(options(n, values))
        values.append(next(value for value in count() if value not in seen))
    return values


def random_rule(rng: random.Random) -> tuple[str, Callable[[int, list[int]], Iterator[int]]]:
    """Return a rule in notation, and the values of its options, written down again."""
    kind = rng.randrange(4)
    if kind == 0:
        takes = sorted(rng.sample(range(1, 14), rng.randint(1, 5)))
        return f"take {{{', '.join(map(str, takes))}}}", lambda n, g: (g[n - k] for k in takes if k <= n)
    if kind == 1:
        digits = [rng.choice((0, 4)), *(rng.randrange(8) for _ in range(rng.randint(1, 4)))]
        return f"{digits[0]}.{''.join(map(str, digits[1:]))}", lambda n, g: octal_options(digits, n, g)
    if kind == 2:
        text = rng.choice(TAKES)
        takes_k = eval(f"lambda n, k: {text}", FUNCTIONS)
        return f"take k where {text}", lambda n, g: (g[n - k] for k in range(1, n + 1) if takes_k(n, k))
    text, small = rng.choice(SPLITS), rng.randint(1, 3)
    splits = eval(f"lambda a, b: {text}", FUNCTIONS)
    name = f"take 1..{small} or split a, b where {text}"
    return name, lambda n, g: iter(
        [*g[max(0, n - small) : n], *(g[a] ^ g[n - a] for a in range(1, n) if splits(a, n - a))]
    )


def octal_options(digits: list[int], n: int, values: list[int]) -> Iterator[int]:
    for taken, digit in enumerate(digits[: n + 1]):
        left = n - taken
        if digit & 1 and left == 0:
            yield 0
        if digit & 2 and left > 0:
            yield values[left]
        if digit & 4:
            yield from map(xor, values[1:left], values[left - 1 : 0 : -1])


def found(text: str) -> Exploration:
    """Return an exploration, computed once."""
    if text not in _FOUND:
        _FOUND[text] = explore(read_ruleset(text))
    return _FOUND[text]


_FOUND: dict[str, Exploration] = {}


def shown(vectors: tuple[tuple[int, int], ...]) -> str:
    return ",".join(f"({a},{b})" for a, b in vectors)


def test_golden_pairs_are_reported_in_the_numeration_of_fibonacci_too() -> None:
    told = " ".join(explore(read_ruleset("wythoff"), 100).explain().split())
    assert "In digits: with the weights 1, 2, 3, 5, 8, ... a_n the numbers that end in an even number of zeros" in told


@pytest.mark.parametrize("text", ["0.106", "officers", "0.007"])
@pytest.mark.parametrize("to", [2000, 10**6])
def test_a_limit_in_a_far_stage_keeps_the_values_before_it(text: str, to: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Iterator[Any]:
        raise LimitReached("the 4-second limit", kind="time")  # as when compiling takes longer

    monkeypatch.setattr("grundy.sequences.octals.octal_pieces", stopped)
    seen = values_only(read_ruleset(text), to, limits=Limits(seconds=30))
    assert len(seen.values) >= 1001
    assert list(seen.values[:60]) == grundy.game(text).values(59)


def test_a_limit_in_the_search_for_patterns_keeps_the_values_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> list[Any]:
        raise LimitReached("the 4-second limit was reached", kind="time")

    monkeypatch.setattr("grundy.workflows.exploring.heaps.find_automata", stopped)
    seen = explore(read_ruleset("officers"), 600, limits=Limits(seconds=30))
    assert len(seen.values) == 601
    assert "The search for patterns is incomplete: the 4-second limit was reached." in seen.explain()
    assert (seen.patterns_status, seen.to_dict()["patterns_status"]) == ("limit", "limit")
    assert seen.to_dict()["reason"] == "the 4-second limit was reached"


def test_a_search_that_came_to_its_end_says_so() -> None:
    assert explore(read_ruleset("take 1..3"), 100).to_dict()["patterns_status"] == "complete"


@pytest.mark.parametrize("stopped", ["knowledge", "sequences.rule_period"])
def test_a_proof_that_a_limit_prevented_is_missed_aloud(stopped: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise LimitReached("the 2-second limit was reached", kind="time")

    monkeypatch.setattr(f"grundy.workflows.exploring.grades.{stopped}", stop)
    seen = explore(read_ruleset("0.77"), 600, limits=Limits(seconds=30))
    assert seen.limit == "the 2-second limit was reached"
    assert [one.kind for one in seen.discoveries][:1] == ["period"]


# the atlas


def test_what_the_atlas_knows_is_named_with_its_source() -> None:
    found = explore(read_ruleset("kayles"), 60)
    assert [fact.id for fact in found.facts] == ["octal/0.77", "published/kayles-same", "published/kayles-first"]
    told = [line for line in found.explain().splitlines() if line.startswith("Atlas: ")]
    assert len(told) == 3
    assert told[0].startswith(
        "Atlas: 0.77 has period 12 from heap 71 on (octal/0.77); first published: R. K. Guy and C. A. B."
    )
    assert found.to_dict()["atlas"][0]["id"] == "octal/0.77"
    assert [fact.id for fact in explore(read_ruleset("kayles"), 20, misere=True).facts] == [
        "published/misere-kayles",
        "quotient/0.77",
    ]


def test_facts_about_an_equivalent_ruleset_are_named_too() -> None:
    def rows(n: int) -> list[grundy.Sum[int]]:
        """Kayles by another name."""
        left = [(a, n - k - a) for k in (1, 2) for a in range((n - k) // 2 + 1) if n >= k]
        return [grundy.Sum(a, b) for a, b in left]

    found = grundy.rule(rows).explore(90)
    assert "octal/0.77" in [fact.id for fact in found.facts]
    assert not grundy.rule(lambda n: [n - k for k in range(1, n + 1) if n % 3 != k % 2]).explore(40).facts


@pytest.mark.parametrize(("names", "shown"), [(["a", "b"], ["a"]), (["b"], ["b"]), (["b", "a"], ["a"])])
def test_a_ruleset_with_other_values_is_named_only_if_none_has_the_same(
    names: list[str], shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def confirmed(_: object, __: object, like: Likeness) -> list[Discovery]:
        text = f"same values as {like.name}" + (" up to heap 9; at heap 10 they differ" if like.difference else "")
        return [Discovery("likeness", text, "holds", 0, 9, detail=like)]

    likes = [Likeness(name, 0, "near", 0, 9, difference=(10, 1, 2) if name == "b" else None) for name in names]
    patterns = [Pattern("likeness", like.name, 1, 0, 9, detail=like) for like in likes]
    monkeypatch.setattr(heaps_module, "find_likeness", lambda *_: patterns)
    monkeypatch.setattr(heaps_module, "_confirmed", confirmed)
    found = explore(read_ruleset("0.156"), 40).likeness
    assert [one.text.split()[3] for one in found] == shown


@pytest.mark.nightly
def test_no_law_of_pairs_is_claimed_where_the_rule_is_not_symmetric() -> None:
    found = explore(read_ruleset("vectors(steps={(1,0),(0,1),(2,2),(5,4)})"))
    assert [(one.kind, one.grade) for one in found.patterns] == [("automaton", "proved")]


@pytest.mark.nightly
def test_vector_games_on_two_heaps_follow_laws() -> None:
    chess = explore(read_ruleset("vectors(steps={(1,0),(0,1),(2,2)})")).discoveries
    assert [one.grade for one in chess] == ["proved"]
    assert found("moore(k=2)").discoveries[0].claim == "value == a + b"
    assert found("welter").discoveries[0].claim == "value == (a ^ b) - 1"
    best = found("staircase").discoveries[0]
    assert (best.claim, best.grade) == ("value == b", "proved")


@pytest.mark.nightly
def test_positions_given_by_one_number_are_explored_by_size() -> None:
    seen = explore(read_ruleset("fibonacci"), 300)
    assert seen.shape == "sizes"
    assert seen.p_positions[3:9] == (3, 5, 8, 13, 21, 34)
    assert "Fibonacci numbers" in seen.discoveries[0].text


@pytest.mark.nightly
def test_a_slow_rule_is_explored_less_far_and_the_answer_says_how_far() -> None:
    def slow(n: int) -> list[int]:
        return [m for m in range(n) if sum(range(150)) and (n - m) % 3]

    begin = process_time()
    seen = grundy.rule(slow).explore()
    assert spent(begin) < 8
    assert 250 <= seen.checked_to < 10_000
    assert seen.sample.reason == ""
    assert f"computed up to {seen.checked_to:,}" in seen.explain()
    assert seen.discoveries[0].claim == "value == n % 3 from 0"
    assert seen.discoveries[0].grade == "holds"


@pytest.mark.nightly
def test_values_before_any_search_say_the_period_that_a_table_has_proved() -> None:
    first, then = values_only(read_ruleset("0.16"), 500), explore(read_ruleset("0.16"), 500)
    period = next(one for one in then.discoveries if one.kind == "period")
    assert (period.grade, period.detail) == ("proved", Course(105351, 149459))
    assert [(one.text, one.grade, one.detail) for one in first.discoveries] == [
        (period.text, period.grade, period.detail)
    ]
    assert not values_only(read_ruleset("0.16"), 50, misere=True).discoveries
    assert not values_only(read_ruleset("0.106"), 50).discoveries


RULES = [
    "kayles",
    "0.26",
    "take {2, 5, 7}",
    "take k where n % k == 0 and k < n",
    "take 1..2 or split",
    "circular-kayles",
]


@pytest.mark.parametrize("text", RULES)
def test_patterns_and_equal_rulesets_of_fewer_heaps_are_checked_for_more(text: str) -> None:
    before: set[tuple[str, str]] = set()
    for to in (150, 300, 600):
        found = explore(read_ruleset(text), to, limits=Limits(seconds=60))
        now = {(one.kind, one.text) for one in found.discoveries}
        assert now >= before
        before = now
    assert before
