"""Laws are found from small tables and true of every position that brute force reaches."""

from random import Random

import pytest

from grundy.automatic import Arithmetic, Base, NotDefinable, Recurrent
from grundy.core import Budget, Limits, Scanner
from grundy.core.expressions import Node, read_condition, read_number
from grundy.patterns import LinearMove, Moves
from grundy.patterns.families import RuleFamily
from grundy.patterns.find_laws import Law, NoLaw, find_law
from grundy.patterns.orbits import find_orbit
from grundy.patterns.rule_tables import listed_table, outcome_table, value_table


def take(condition: str, *, misere: bool = False) -> Moves:
    """Return the rule that takes k tokens from one heap n under a condition."""
    return Moves(("n",), (LinearMove(f"({condition}) and 1 <= k <= n", {"n": "n - k"}, ("k",)),), misere)


def wythoff(near: int = 1, end: int = 0, *, blocks: int = 0, misere: bool = False) -> Moves:
    """Return Wythoff's game with differences below `near`, which ends at positions of at most `end` tokens."""
    both = f"j >= 1 and k >= 1 and j <= a and k <= b and abs(j - k) < {near}"
    moves = [
        LinearMove("k >= 1 and k <= a", {"a": "a - k"}, ("k",)),
        LinearMove("k >= 1 and k <= b", {"b": "b - k"}, ("k",)),
        LinearMove(both, {"a": "a - j", "b": "b - k"}, ("j", "k")),
    ]
    if end:
        moves = [LinearMove(f"{move.condition} and a + b > {end}", move.leaves, move.chosen) for move in moves]
    return Moves(("a", "b"), tuple(moves), misere, blocks)


FOUND = [
    (take("k in {1, 3, 4}"), "base 2", 1000),
    (take("2 * k <= n"), "base 2", 1000),
    (take("k <= 3", misere=True), "base 2", 200),
    (wythoff(), "Zeckendorf's system", 150),
    (wythoff(misere=True), "Zeckendorf's system", 150),
    (wythoff(end=2), "Zeckendorf's system", 150),
    (wythoff(blocks=2), "base 2", 150),
]


@pytest.mark.parametrize(("rule", "system", "far"), FOUND)
def test_a_law_is_found_and_true_far_beyond_its_table(rule: Moves, system: str, far: int) -> None:
    law = find_law(rule)
    assert isinstance(law, Law)
    assert law.system.name == system
    assert outcome_table(rule, far, Budget()).agrees(dict(enumerate(law.levels)))


@pytest.mark.parametrize("condition", ["k in {1, 3, 4}", "is_power(k, 2)", "k % 2 == 1 or k == 4"])
def test_laws_of_values_are_true_far_beyond_their_table(condition: str) -> None:
    law = find_law(take(condition), values=True, sizes=[64, 128])
    assert isinstance(law, Law)
    table = value_table(take(condition), 300, Budget())
    assert table is not None
    assert [law.at([n]) for n in range(300)] == list(table.entries)


def test_fraenkels_generalization_has_a_law_in_an_ostrowski_system() -> None:
    law = find_law(wythoff(2), sizes=[99, 239], systems=[Recurrent(2)])
    assert isinstance(law, Law)
    assert law.system.name == "the Ostrowski system of 1, 3, 7"
    assert [law.at(heaps) for heaps in ((4, 10), (10, 4), (5, 13), (4, 11))] == [1, 1, 1, 0]


def test_a_rule_without_a_small_automaton_has_no_law() -> None:
    found = find_law(take("3 * k <= n"), sizes=[64, 128])
    assert found == NoLaw("no law found: heaps up to 127 show no automaton of at most 1,000 states")
    stopped = find_law(wythoff(), budget=Budget(Limits(positions=1000)))
    assert isinstance(stopped, NoLaw)
    assert stopped.reason.startswith("limit: the limit of 1000 positions")


@pytest.mark.parametrize(
    "rule",
    [
        take("2 * k <= n"), take("(n - k) % 3 == 1 or k % 3 == 2"), wythoff(), wythoff(3), wythoff(blocks=1),
        wythoff(end=3, blocks=2), wythoff(end=2, misere=True), take("k <= 5 and (k == 1 or k % 2 == 0 and k > 2)"),
        Moves(
            ("a", "b"),
            (LinearMove("a >= 1 and b >= 2", {"a": "a - 1", "b": "b - 2"}), LinearMove("b >= 1", {"b": "b - 1"})),
        ),
        Moves(("a", "b", "c"), tuple(LinearMove(f"1 <= k and k <= {x}", {x: f"{x} - k"}, ("k",)) for x in "abc")),
    ],
)  # fmt: skip
def test_fast_tables_agree_with_the_list_of_all_options(rule: Moves) -> None:
    size = {1: 60, 2: 14, 3: 6}[len(rule.heaps)]
    assert outcome_table(rule, size, Budget()) == listed_table(rule, size, Budget())


ORBITS = [
    ("3 * k <= n", "(3 * p + 2) // 2", (0,)),
    ("5 * k <= 2 * n + 3", "(5 * p + 6) // 3", (0,)),
    ("k in {2, 4, 5, 9} or n - k >= 2 * k + 1", "(3 * p + 1) // 2", (20,)),
    ("n - k >= 2 * k + 2 and k % 4 == 0", "p + 4 * ((p + 6) // 8)", (4, 5, 2, 3)),
    ("(n - k) % 3 != 0 and n - k >= 2 * k + 3", "(3 * p - 1) // 2", (5,)),
]


@pytest.mark.parametrize(("condition", "formula", "starts"), ORBITS)
def test_orbits_give_the_p_positions(condition: str, formula: str, starts: tuple[int, ...]) -> None:
    law = find_orbit(take(condition))
    assert law is not None
    assert (law.formula, law.starts) == (formula, starts)
    lost = [n for n, entry in enumerate(outcome_table(take(condition), 2000, Budget()).entries) if entry]
    assert law.terms(2000) == lost


def test_where_the_orbit_fails_nothing_is_proved() -> None:
    assert find_orbit(take("3 * k <= n and k % 2 == 1")) is None
    with pytest.raises(NotDefinable):
        find_orbit(take("k <= 2", misere=True))


def read(text: str) -> Node:
    """Read a condition of a family."""
    return read_condition(Scanner(text), ["n", "k", "K", "S", "M", "r", "v"])


def family(condition: str, parameters: str, domain: str, modulus: str) -> RuleFamily:
    """Return a family of rules."""
    return RuleFamily(read(condition), list(parameters), read(domain), read_number(Scanner(modulus), list(parameters)))


def test_a_family_is_decided_for_all_parameters() -> None:
    first = family("k <= K", "K", "K >= 1", "K + 1")
    assert first.outcome(read("r == 0")).proved
    assert first.outcome(read("r == 1"), misere=True).proved
    assert first.values(read("v == r")).proved
    assert family("k <= K", "K", "K >= 1", "K + 2").outcome(read("r == 0")).counterexample == {"K": 1, "n": 2}
    between = family("S <= k <= M", "SM", "1 <= S <= M", "S + M")
    assert between.outcome(read("r < S")).proved
    assert between.outcome(read("r <= S")).counterexample == {"S": 1, "M": 1, "n": 1}
    with pytest.raises(NotDefinable, match=r"it is not shown that takes are at most 4 \* \(K \+ 1\)"):
        family("2 * k <= n", "K", "K >= 1", "K + 1")


@pytest.mark.parametrize("seed", range(3))
def test_a_claim_about_a_family_is_refuted_exactly_where_a_member_refutes_it(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        condition = rng.choice(["k <= K", "k == 1 or k == K", "k < K or k == K + 1", "k <= 2 * K and k % 2 == 1"])
        shift, rest = rng.randint(0, 2), rng.randint(0, 2)
        misere = rng.random() < 0.5
        claim = rng.choice([f"r == {rest}", f"r % 2 == {rest % 2}", f"r <= {rest}"])
        found = family(condition, "K", "K >= 2", f"K + {shift}").outcome(read(claim), misere=misere).counterexample
        for size in range(2, 7):
            table = outcome_table(take(condition.replace("K", str(size)), misere=misere), 40, Budget()).entries
            test = read(claim)
            holds = [bool(test) and _claimed(claim, n % (size + shift)) for n in range(40)]
            failure = next((n for n in range(40) if holds[n] != bool(table[n])), None)
            if found is not None and found["K"] == size:
                assert failure == found["n"]
                break
            assert failure is None or (found is not None and found["K"] < size), (condition, shift, claim, size)


def _claimed(claim: str, r: int) -> bool:
    if "%" in claim:
        return r % 2 == int(claim[-1])
    return r == int(claim[-1]) if "==" in claim else r <= int(claim[-1])


def test_the_relation_of_an_orbit_is_that_of_its_formula() -> None:
    law = find_orbit(take("3 * k <= n"))
    assert law is not None
    small = law.after & Arithmetic(Base(2)).constant("p", 10**50)
    assert small.least() == {"n": (3 * 10**50 + 2) // 2, "p": 10**50}
