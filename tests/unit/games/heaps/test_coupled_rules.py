from __future__ import annotations

import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import Knowledge, LimitReached, Outcome, PositionError, RuleError, Scanner, Structure, Sum, facet
from grundy.core.evaluation import compile_node
from grundy.core.expressions import read_condition
from grundy.games.heaps.coupled_rules import BlockedRule, CoupledRule
from grundy.games.heaps.linear_bounds import alternatives
from grundy.games.heaps.wythoff import Wythoff
from grundy.notation import read_ruleset
from grundy.search import ZermeloSolver
from grundy.testing import check_ruleset

WYTHOFF = "take i, j of a, b where i == j or i == 0 or j == 0"
FIBONACCI = "move n, most to n - k, 2 * k where 1 <= k <= n and k <= most"
RULES = (
    FIBONACCI,
    "take i, j of a, b where abs(i - j) < 2 or i == 0 or j == 0 until a + b <= 3",
    "take 1, 2 of a, b or take 2, 1 of a, b or take k of a where k % 3 == 1",
    "take i, j of a, b where i * j % 2 == 0 and i <= min(b, 3) until a == b",
    "move a, b to b, a % b where b > 0",
    "move a, b to min(a, b), abs(a - b) where a > 0 and b > 0",
    "move n to n // 2 where n > 0 or move n to n - 1",
)


@pytest.mark.parametrize("text", RULES)
def test_options_are_what_the_conditions_allow(text: str) -> None:
    rule = read_ruleset(text)
    assert isinstance(rule, CoupledRule)
    assert read_ruleset(rule.name) == rule == pickle.loads(pickle.dumps(rule))
    stated = rule.coupled_moves()
    for position in product(range(6), repeat=len(stated.heaps)):
        expected = set()
        for move in stated.moves:
            names = (*stated.heaps, *move.chosen)
            holds = compile_node(move.condition, names)
            terms = {heap: compile_node(term, names) for heap, term in move.results.items()}
            for chosen in product(range(13), repeat=len(move.chosen)):
                values = (*position, *chosen)
                if holds(values):
                    after = dict(zip(stated.heaps, position, strict=True))
                    after |= {heap: term(values) for heap, term in terms.items()}
                    expected.add(tuple(after.values()))
        assert sorted(rule.options(position)) == sorted(one for one in expected if min(one) >= 0)
        places = [rule.heaps.index(heap) for heap in rule.measure]
        for option in rule.options(position):
            assert sum(option[i] for i in places) < sum(position[i] for i in places)


@pytest.mark.parametrize("text", RULES[:4])
def test_every_method_agrees_with_the_rule(text: str) -> None:
    check_ruleset(read_ruleset(text), [(4, 5)])


def test_the_p_positions_of_fibonacci_nim_are_those_of_the_named_ruleset() -> None:
    rule, named = read_ruleset(FIBONACCI), read_ruleset("fibonacci")
    lost: dict[tuple[int, ...], bool] = {}
    for position in product(range(14), range(27)):
        lost[position] = not any(lost[after] for after in rule.options(position))
        assert lost[position] == (facet(named, Knowledge).known_outcome(position) is Outcome.P)


@pytest.mark.parametrize("a", [2, 3, 7])
def test_the_pairs_of_fraenkel_are_the_p_positions_of_his_rule(a: int) -> None:
    rule = read_ruleset(f"take i, j of a, b where abs(i - j) < {a} or i == 0 or j == 0")
    known = Wythoff(a)
    assert all(set(rule.options(p)) == set(known.options(p)) for p in product(range(8), repeat=2))
    check_ruleset(known, [(13, 12)])
    moves = known.moves_to((10**40, 10**41), 0)
    assert moves is not None
    assert all(known.known_outcome(move.leaves[0]) is Outcome.P for move in moves)


def test_every_ruleset_of_wythoff_states_its_moves_as_expressions() -> None:
    stated = facet(Wythoff(2), Structure).coupled_moves()
    assert stated is not None
    assert [str(move.condition) for move in stated.moves] == [
        "1 <= i <= a",
        "1 <= j <= b",
        "1 <= i <= a and 1 <= j <= b and abs(i - j) < 2",
    ]


@pytest.mark.parametrize(("blocks", "until"), [(1, ""), (2, ""), (1, " until a + b <= 2")])
def test_with_blocking_a_position_is_p_if_at_most_k_options_are(blocks: int, until: str) -> None:
    plain, rule = read_ruleset(WYTHOFF + until), read_ruleset(f"{WYTHOFF}{until} blocking {blocks}")
    assert isinstance(rule, BlockedRule)
    lost: dict[tuple[int, ...], bool] = {}
    for position in product(range(4), repeat=2):
        lost[position] = sum(lost[after] for after in plain.options(position)) <= blocks
    solver = ZermeloSolver(rule)
    for position, expected in lost.items():
        (start,) = rule.read(" ".join(map(str, position)))
        assert (solver.solve(start).outcome is Outcome.P) == expected
    for found, ending in solver.table.items():
        assert rule.known_outcome(found) is ending.outcome
        assert rule.read(rule.show(Sum(found)))[0] == found
    assert rule.coupled_moves().blocks == blocks


def test_a_blocked_position_that_cannot_occur_is_refused() -> None:
    rule = read_ruleset("take k of a blocking 1")
    for text in ("3 from 2", "3 not 4", "3 not 2, 1", "2 from 3 not 1", "3 of 2"):
        with pytest.raises(PositionError):
            rule.read(text)


def test_a_list_of_too_many_moves_is_a_limit() -> None:
    rule = read_ruleset("take k of a where is_prime(k)")
    with pytest.raises(LimitReached):
        next(iter(rule.options((10**12,))))


@pytest.mark.parametrize(
    "text",
    [
        "move a, b to a + 1, b - 1 where b > 0 or move a to a - 1",
        "move a, b to b * b, a % k where 1 <= k and k <= a and a == b + 1",
        "move a, b to b, a",
    ],
)
def test_a_rule_of_which_nothing_shows_that_play_ends_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="nothing shows that play ends"):
        read_ruleset(text)


_TERMS = st.sampled_from(["x", "y", "2 * x", "x - y", "abs(x - y)", "min(x, y)", "x // 3", "y % 4", "x * y", "7"])


@given(
    st.lists(st.tuples(_TERMS, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), _TERMS), min_size=1, max_size=3),
    st.data(),
)
def test_one_alternative_is_true_wherever_the_condition_is(
    parts: list[tuple[str, str, str]], data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from([" and ", " or "])).join(
        f"not {a} {sign} {b}" if sign == "<" else f"{a} {sign} {b}" for a, sign, b in parts
    )
    node = read_condition(Scanner(text), ("x", "y"))
    holds, found = compile_node(node, ("x", "y")), alternatives(node)
    for x, y in product(range(6), repeat=2):
        if holds((x, y)):
            at = {"x": x, "y": y, "": 1}
            known = [
                [row for row in rows if set(row) <= {*at} or not any(row[n] for n in set(row) - {*at})]
                for rows in found
            ]
            assert any(all(sum(row.get(n, 0) * v for n, v in at.items()) >= 0 for row in rows) for rows in known)
