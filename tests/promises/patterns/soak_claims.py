"""Random claims beside brute force.

A seed is one claim, true or false, about one ruleset, mostly under tiny limits. The definition gives the truth.
*wrong*: a verdict that the definition contradicts, or a counterexample that is not the smallest; *internal*: any end
but a verdict, a limit and a refusal. Some claims fail first at a heap far beyond what is compared, where only theorems
find the counterexample.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from tests.soaking import Harness
from tests.unit.games.oracle import Oracle

from grundy.core import GrundyError, HeapRuleset, InputError, LimitReached, Limits, Outcome, Structure, Sum, facet, mex
from grundy.core.evaluation import SIGNS, compile_node
from grundy.notation import read_ruleset
from grundy.patterns import Comparison, Periodic, Same, read_claim
from grundy.workflows.claims.claim import check_claim

BAD = ("wrong", "internal")
"""What must not come out."""
FAR, NEAR = 40_000, 40
"""The largest single heap of a rule of takes, and of any other, whose value is computed."""
SIDE = 11
"""Two heaps are compared up to this."""
SETS = ["take 1..2", "take 1..3", "take 1..1", "take {1, 4}", "take {2, 3}", "take {1, 3, 4}", "nim(max=5)", "take {2}"]
OTHERS = ["take squares", "split", "0.37", "kayles", "divisors", "grundy", "take k where n % k == 0 and k < n"]
VALUES = {
    "take 1..2": "@ % 3",
    "take 1..3": "@ % 4",
    "take 1..1": "@ % 2",
    "take {2, 3}": "@ % 5 // 2",
    "nim(max=5)": "@ % 6",
    "take {2}": "@ % 4 // 2",
}
"""The values of a heap, as an expression."""
PAIRS = ["wythoff", "moore(k=2)", "circular-nim(k=2)", "vectors(steps={(1,0),(0,1),(2,2)})", "euclid"]


class Truth:
    """Values and lost positions of one ruleset by the definition."""

    def __init__(self, text: str) -> None:
        self.rule: Any = read_ruleset(text)
        self.oracle: Oracle[Any] = Oracle(self.rule)
        takes = facet(self.rule, Structure).sequence()
        self.takes = takes if isinstance(takes, tuple) else None
        self.far = FAR if self.takes else NEAR
        self._tables: dict[bool, list[int]] = {}

    def single(self, heap: int, *, misere: bool) -> int:
        """The value of a heap, or in misere play a number that is 0 where it is lost."""
        if self.takes is None:
            return int(self.oracle.misere(Sum(heap)) is Outcome.N) if misere else self.oracle.value(heap)
        if misere not in self._tables:
            values: list[int] = []
            for n in range(FAR + 1):
                options = {values[n - k] for k in self.takes if k <= n}
                values.append(mex(options) if options else int(misere))
            self._tables[misere] = values
        return self._tables[misere][heap]

    def of(self, heaps: tuple[int, ...], *, misere: bool) -> int:
        """The value of heaps, or in misere play a number that is 0 where they are lost; KeyError: no such position."""
        if len(heaps) == 1 and isinstance(self.rule, HeapRuleset):
            return self.single(heaps[0], misere=misere)
        if isinstance(self.rule, HeapRuleset) and not misere:
            return self.single(heaps[0], misere=False) ^ self.single(heaps[1], misere=False)
        parts: Sum[Any] = Sum.of(heaps) if isinstance(self.rule, HeapRuleset) else Sum(heaps)
        try:
            for part in parts:
                self.rule.check(part)
        except InputError:
            raise KeyError(heaps) from None
        return int(self.oracle.misere(parts) is Outcome.N) if misere else self.oracle.sum_value(parts)


truth_of = lru_cache(maxsize=64)(Truth)


def drawn(rng: Random) -> tuple[str, str]:
    """Return a ruleset and a claim."""
    heaps = rng.choice([1, 1, 2])
    rule = rng.choice([*SETS, *SETS, *OTHERS] if heaps == 1 else [*SETS, *SETS, *PAIRS])
    far = rng.choice([rng.randrange(1, 60), 20_000 + rng.randrange(40), 1 << rng.randrange(3, 16)])
    p, q, r = rng.randrange(1, 9), rng.randrange(1, 5), rng.randrange(5)
    spoilt = rng.choice(["", "", f" and @ < {far}", f" or @ == {far}", f" and (@ & {far}) == 0"])
    added = rng.choice(["", "", f" ^ (@ & {far})", f" + @ // {far}", f" + max(0, @ - {far})"])
    one = VALUES.get(rule, f"@ % {p}")
    a, b = one.replace("@", "a"), one.replace("@", "b")
    if heaps == 1:
        forms = [
            f"value == {one}{added}",
            f"P iff {one} == 0{spoilt}",
            f"N iff {one} != 0{spoilt}",
            f"P iff n % {p} == {r % p}{spoilt}",
            f"N iff n % {p} in {{{q}, {r}}}{spoilt}",
            f"value == n % {p}{added}",
            f"value {rng.choice(['<=', '<', '>=', '!=', '>'])} {q}{added} from {r}",
            f"value == n // {q} % {p}{added}",
            f"periodic {rng.choice([p, 2 * p, far])} from {rng.choice([0, r, far])}",
            f"same as {rng.choice(SETS)}" + rng.choice(["", f" shifted by {r}", f" shifted by {far}"]),
        ]
        return rule, rng.choice(forms).replace("@", "n")
    forms = [
        f"value == ({a}) ^ ({b}){added}",
        f"P iff {a} == {b}{spoilt}",
        f"P iff a % {p} == b % {p}{spoilt}",
        f"P iff (a + b) % {p} == {r % p}{spoilt}",
        f"N iff a != b{spoilt}",
        f"value == (a % {p}) ^ (b % {p}){added}",
        f"value == (a ^ b){added}",
        f"value <= {q}{added}",
    ]
    return rule, rng.choice(forms).replace("@", rng.choice("ab")) + rng.choice(["", "", f" from {r}"])


def limits_of(rng: Random) -> tuple[int | None, Limits]:
    """Return how far to compare, and limits, mostly tiny ones."""
    seconds = rng.choice([None, 0.02, 0.1, 0.5])
    positions = rng.choice([None, None, rng.randrange(1, 3000), rng.randrange(3000, 100_000)])
    to = rng.choice([None, None, rng.randrange(30)]) if seconds else rng.randrange(30)
    return to, Limits(seconds, positions)


def fails_at(truth: Truth, claim: Any, misere: bool) -> Callable[[tuple[int, ...]], bool]:
    """Return whether a claim fails at a position that there is."""
    if isinstance(claim, Comparison):
        evaluate, holds = compile_node(claim.node, claim.names), SIGNS[claim.sign]

        def compared(heaps: tuple[int, ...]) -> bool:
            value, claimed = truth.of(heaps, misere=misere), evaluate(heaps)
            if claim.kind == "value":
                return not holds(value, claimed)
            return bool(claimed) != ((value == 0) == (claim.kind == "P"))

        return compared
    if isinstance(claim, Periodic):
        return lambda heaps: truth.of(heaps, misere=misere) != truth.of((heaps[0] + claim.period,), misere=misere)
    assert isinstance(claim, Same)
    other = truth_of(claim.ruleset)
    return lambda heaps: truth.of((heaps[0] + claim.shift,), misere=misere) != other.of(heaps, misere=misere)


def positions(truth: Truth, claim: Any, heaps: int, least: int, stop: int) -> Iterator[tuple[int, ...]]:
    """Yield the positions to compare, in the order of size."""
    if heaps == 1:
        beyond = getattr(claim, "period", 0) + max(0, getattr(claim, "shift", 0))
        yield from ((n,) for n in range(least, min(truth.far - beyond, stop) + 1))
        return
    side = min(SIDE, stop)
    boards = product(range(least, side + 1), repeat=2)
    yield from sorted(boards, key=lambda board: (sum(board), board))
    if truth.takes:
        yield from ((least, n) for n in range(side + 1, min(truth.far, stop) + 1))


def judged(rule: str, text: str, to: int | None, limits: Limits, misere: bool) -> str:
    """Return what came of one claim; raise `AssertionError` for a wrong verdict or an internal error."""
    where = f"{rule!r} {text!r} to={to} {limits} misere={misere}"
    try:
        found = check_claim(read_ruleset(rule), text, to, misere=misere, limits=limits)
    except LimitReached:
        return "limit"
    except GrundyError as error:
        if not isinstance(error, InputError) or "please report" in str(error):
            raise AssertionError(f"internal: {where}: {error!r}") from error
        return "refused"
    truth, claim = truth_of(rule), found.claim
    heaps = len(claim.names) if isinstance(claim, Comparison) else 1
    fails = fails_at(truth, claim, misere)
    stop = FAR if found.verdict == "proved" else found.checked_to
    wanted = None
    if (counterexample := found.counterexample) is not None:
        assert found.verdict == "refuted", where
        assert "as claimed" not in (found.theorem or "").rpartition(";")[2] or "first" in (found.theorem or ""), where
        wanted, stop = counterexample.heaps, max(counterexample.heaps)
    for position in positions(truth, claim, heaps, found.least, stop):
        if wanted is not None and (sum(position), position) >= (sum(wanted), wanted):
            break
        try:
            wrong = fails(position)
        except KeyError:  # there is no such position
            continue
        assert not wrong, f"wrong: {where}: {found!r} at {position}"
    if wanted is not None and max(wanted) + getattr(claim, "period", 0) + getattr(claim, "shift", 0) <= truth.far:
        assert fails(wanted), f"wrong: {where}: {found!r}"
    return found.verdict


def one_claim(seed: int) -> Counter[str]:
    """Judge one claim."""
    rng = Random(seed)
    rule, text = drawn(rng)
    misere = rng.random() < 0.25
    if misere and text.startswith(("value", "periodic", "same")):
        misere = False  # misere values of several heaps are no nim-sums
    to, limits = limits_of(rng)
    read_claim(text)
    return Counter({"claims": 1, judged(rule, text, to, limits, misere): 1})


HARNESS = Harness("claims", 1, one_claim, BAD)
