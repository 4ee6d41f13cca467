"""Explores rulesets on two to five numbers: values of small positions, P-positions of two heaps, and laws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, product
from math import isqrt
from typing import Any

from ...core import FunctionRuleset, GrundyError, LimitReached, Ruleset, Structure, facet
from ...core.evaluation import compile_node
from ...patterns import AdditivePairs, Comparison, MexPairs, ProvedFacts, find_pairs, judge, read_claim, solved_pairs
from ..claims.known import knowledge
from .exploration import Discovery, ExploreQuestion, Grade, Rows, Sample
from .laws import law_discoveries
from .values import staged_box

NAMES = ("a", "b", "c", "d", "e")
"""The names of the numbers in formulas."""
PAIR_SIDES, SIDES = (8, 12, 16, 24, 32, 48, 64), (3, 4, 5, 6, 8, 10, 12, 16)
"""The number of sizes of each number, stage by stage: for two numbers, and for more."""
MODULI = range(2, 8)
Pairs = tuple[tuple[int, int], ...]
"""The vectors that moves subtract from two heaps."""
SEEN = 120
"""Heaps below this are used to find a law; all others are used to confirm it."""
MOST_COMPARED = 300
"""Formulas are compared with all pairs of heaps up to this."""
PAIR_VALUES = (
    *("a + b", "a ^ b", "abs(a - b)", "max(a, b)", "min(a, b)", "a | b", "a & b", "a * b", "gcd(a, b)"),
    *("(a ^ b) - 1", "(a - 1 ^ b - 1) + 1", "a + b - 1"),
    *(f"(a + b) % {m}" for m in range(2, 13)),
    *(f"(a + b) // {m}" for m in range(2, 7)),
    *(f"a % {m} ^ b % {m}" for m in range(2, 13)),
    *("a % 2 ^ b // 2 % 2", "v2(a | b)", "popcount(a ^ b)", "a", "b"),
)
"""The formulas that are tried for the values of pairs, simplest first."""
PAIR_LAWS = tuple(f"min(a, b) % {k + 1} != {k} and (a + b + min(a, b) // {k + 1}) % 2 == 0" for k in range(2, 10))
"""The conditions that are tried for the P-positions of pairs: take one from either heap, or k from both."""
REACH, MOST_REACH = 500, 2000
"""The largest heap in the default search for P-positions without values, and the largest that can be requested."""


def width_of(ruleset: Ruleset[Any]) -> int:
    """Return how many numbers, from three to five, a position of a function ruleset has; 0 for other rulesets.

    >>> width_of(FunctionRuleset(lambda s: [(x, s[1], s[2]) for x in range(s[0])]))
    3
    """
    from ..claims.truth import reads_as_tuples

    if not isinstance(ruleset, FunctionRuleset):
        return 0
    return next((width for width in range(3, len(NAMES) + 1) if reads_as_tuples(ruleset, width)), 0)


def tuple_sample(question: ExploreQuestion, width: int) -> Sample:
    """Compute the values of all positions whose numbers are below a bound.

    The bound is increased as long as the computation is fast.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        width: How many numbers a position has.

    Returns:
        The values, listed with the last number varying fastest, and the P-positions among them.
    """
    side, values, reason = staged_box(question, width, SIDES)
    lost = tuple(at for at, value in zip(product(range(side), repeat=width), values, strict=True) if value == 0)
    return Sample("tuples", values, lost=lost, reach=side - 1, reason=reason, form=" ".join(NAMES[:width]))


def pair_sample(question: ExploreQuestion) -> Sample:
    """Compute the values of pairs of small heaps, and the P-positions with larger heaps if that is fast."""
    side, values, reason = staged_box(question, 2, PAIR_SIDES)
    rows = square(values)
    takes = _vectors(question.ruleset)
    if takes is not None and not question.last_loses:
        reach = min(MOST_REACH, max(question.to or REACH, side - 1))
        lost = lost_pairs(*takes, reach)
    else:
        reach = side - 1
        lost = [(a, b) for a, b in product(range(side), repeat=2) if rows[a][b] == 0]
    every = set(lost)
    symmetric = all((b, a) in every for a, b in lost)
    shown = tuple((a, b) for a, b in lost if a <= b or not symmetric)
    return Sample("pairs", rows=rows, lost=shown, reach=reach, reason=reason, symmetric=symmetric)


def square(values: tuple[int, ...]) -> Rows:
    """Arrange the values of all pairs of heaps below a bound in rows, one row for each first heap."""
    side = isqrt(len(values))
    return tuple(values[i : i + side] for i in range(0, len(values), side))


def _vectors(ruleset: Ruleset[Any]) -> tuple[Pairs, Pairs] | None:
    """Return two tuples of vectors that a move can subtract from two heaps.

    A move subtracts a vector of the first tuple once, or one of the second tuple any number of times. The result is
    None if the moves of the ruleset are not known to subtract vectors.
    """
    vectors = facet(ruleset, Structure).vectors() or ((), ())
    steps, rays = (tuple((v[0], v[1]) for v in found if len(v) == 2) for found in vectors)
    return (steps, rays) if steps or rays else None


def lost_pairs(steps: Pairs, rays: Pairs, reach: int) -> list[tuple[int, int]]:
    """List the P-positions (a, b) of a two-heap game in which moves subtract vectors.

    Pairs are examined in increasing order. A pair that is not marked is a P-position, and all pairs from which a move
    leads to it are marked.

    Args:
        steps: The vectors that are subtracted once.
        rays: The vectors that are subtracted any positive number of times.
        reach: The largest heap.

    Returns:
        The P-positions in lexicographic order.

    Example:
        >>> lost_pairs((), ((1, 0), (0, 1), (1, 1)), 6)
        [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)]
    """
    width = reach + 1
    won = bytearray(width * width)
    found = []
    for a in range(width):
        for b in range(width):
            place = a * width + b
            if won[place]:
                continue
            found.append((a, b))
            for vectors, most in ((steps, 1), (rays, reach)):
                for x, y in vectors:
                    times = min(most, *((reach - heap) // taken for heap, taken in ((a, x), (b, y)) if taken))
                    step = x * width + y
                    won[place + step : place + times * step + 1 : step] = b"\1" * times
    return found


def tuple_discoveries(question: ExploreQuestion, sample: Sample) -> tuple[list[Discovery], str]:
    """Find a formula for the values of positions with several numbers, and laws of their P-positions.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        sample: The computed values.

    Returns:
        The discoveries, and the limit that stopped the search, or "".
    """
    found: list[Discovery] = []
    try:
        grader = (_Grader if sample.shape == "tuples" else _PairGrader)(question, sample)
        with grader.budget.interruptible():
            found += grader.values()
            found += grader.laws()
    except LimitReached as error:
        return found, error.message
    return found, ""


class _Grader:
    """Compares claims about several numbers with all computed positions, and proves them by theorems if possible."""

    def __init__(self, question: ExploreQuestion, sample: Sample) -> None:
        self.question, self.sample = question, sample
        self.budget = question.clock.remaining_budget()
        self.names = tuple(sample.form.split())
        self.known = ProvedFacts()

    def values(self) -> list[Discovery]:
        return self.first(f"value == {text}" for text in _values(self.names))

    def laws(self) -> list[Discovery]:
        trivial = len(self.sample.lost) in {0, len(self.sample.values)}
        return [] if trivial else self.first(f"P iff {text}" for text in _laws(self.names))

    def first(self, claims: Iterable[str]) -> list[Discovery]:
        """Find the first claim that no position contradicts.

        The result is a list with this claim and its grade as the only element, or an empty list if there is none.
        """
        return next(([one] for text in claims if (one := self.claimed(text)) is not None), [])

    def claimed(self, text: str, wording: str = "") -> Discovery | None:
        """Return a claim with its grade, or None if a position contradicts it; `wording` is the text for users."""
        claim = read_claim(text)
        if not isinstance(claim, Comparison) or not self.holds(claim):
            return None
        found = judge(claim, self.known, claim.least or 0)
        if found is not None and found.counterexample is not None:
            return None
        kind = "formula" if claim.kind == "value" else "pairs"
        grade: Grade = "holds" if found is None else "proved"
        theorem, brief = (found.theorem, found.brief) if found else (None, "")
        shown = wording or text
        about = shown, grade, claim.least or 0, self.reach(claim), theorem, text, str(claim.node), len(shown)
        return Discovery(kind, *about, brief=brief)

    def reach(self, claim: Comparison) -> int:
        """Return the largest number that occurs in the positions with which a claim is compared."""
        return self.sample.reach

    def holds(self, claim: Comparison) -> bool:
        self.budget.charge_unstored(len(self.sample.values))
        return self.agrees(claim, product(range(self.sample.reach + 1), repeat=len(self.names)), self.sample.values)

    def agrees(self, claim: Comparison, cells: Iterable[tuple[int, ...]], values: Iterable[int | None]) -> bool:
        """Return whether a claim is true for all positions of a table.

        Args:
            claim: The claim.
            cells: The numbers of each position.
            values: The value of each position, in the same order; -1 if there is no such position, which is omitted.

        Returns:
            Whether no position contradicts the claim; False if the claim cannot be evaluated for one of them.
        """
        claimed, of_values = compile_node(claim.node, self.names), claim.kind == "value"
        try:
            for cell, value in zip(cells, values, strict=True):
                if value != -1 and int(claimed(cell)) != (value if of_values else value == 0):
                    return False
        except GrundyError:  # the formula has no value at some position
            return False
        return True


class _PairGrader(_Grader):
    """Grades claims about two heaps, whose P-positions are known beyond the table of values."""

    def __init__(self, question: ExploreQuestion, sample: Sample) -> None:
        super().__init__(question, sample)
        self.names = NAMES[:2]
        self.known = knowledge(question.ruleset, 2, misere=question.last_loses, budget=self.budget)
        takes = _vectors(question.ruleset)
        self.solved = solved_pairs(*takes, self.budget) if takes and not question.last_loses else None
        self.lost = set(sample.lost) | ({(b, a) for a, b in sample.lost} if sample.symmetric else set())

    def values(self) -> list[Discovery]:
        return self.first(f"value == {text}" for text in PAIR_VALUES)

    def laws(self) -> list[Discovery]:
        sample = self.sample
        found = self._symmetric_laws() if sample.symmetric else self.first(f"P iff {text}" for text in PAIR_LAWS)
        if not any(one.grade == "proved" for one in found) and self.known.rule is not None:
            found = [*law_discoveries(self.known.rule, sample.reach, self.budget), *found]
        return found or self.first(f"P iff {text}" for text in PAIR_LAWS if sample.symmetric)

    def _symmetric_laws(self) -> list[Discovery]:
        sample, solved, found = self.sample, self.solved, list[Discovery]()
        size = min(SEEN, sample.reach + 1)
        seen = [(a, b) for a, b in sample.lost if max(a, b) < size]
        for pattern in find_pairs(seen, size, budget=self.budget):
            if pattern.claim is not None:
                one = self.claimed(pattern.claim, pattern.text)
                found += [one] if one is not None else []
            elif isinstance(law := pattern.detail, MexPairs | AdditivePairs):
                others = law.below(sample.reach + 1) ^ set(sample.lost)
                if any(min(pair) >= pattern.start for pair in others):
                    continue
                theorem = solved.grounds if solved is not None and solved.law == law else None
                grade: Grade = "proved" if theorem else "holds" if sample.reach > pattern.checked_to else "fits"
                about = pattern.text, grade, pattern.start, sample.reach, theorem
                found.append(Discovery("pairs", *about, cost=pattern.cost, detail=law))
        if solved is not None and not any(one.grade == "proved" for one in found):
            text = f"P iff the heaps are a pair (a_n, b_n): {solved.law}"
            known = Discovery("pairs", text, "proved", 0, sample.reach, solved.grounds, cost=20, detail=solved.law)
            found.insert(0, known)
        return found

    def reach(self, claim: Comparison) -> int:
        return len(self.sample.rows) - 1 if claim.kind == "value" else min(MOST_COMPARED, self.sample.reach)

    def holds(self, claim: Comparison) -> bool:
        def cells() -> Iterator[tuple[int, ...]]:
            return product(range((claim.least or 0) if outcome else 0, self.reach(claim) + 1), repeat=2)

        outcome, rows = claim.kind != "value", self.sample.rows
        values = (int(cell not in self.lost) for cell in cells()) if outcome else chain.from_iterable(rows)
        return self.agrees(claim, cells(), values)


def _values(names: tuple[str, ...]) -> Iterator[str]:
    total = " + ".join(names)
    yield " ^ ".join(names)
    yield total
    for m in MODULI:
        yield f"({total}) % {m}"
        yield " ^ ".join(f"{name} % {m}" for name in names)
        yield " ^ ".join(f"{name} // {m}" for name in names)
    for function in ("min", "max"):
        yield f"{function}({', '.join(names)})"
    yield " | ".join(names)
    yield " & ".join(names)
    for i in range(len(names)):
        others = names[:i] + names[i + 1 :]
        yield " ^ ".join(others)
        yield names[i]


def _laws(names: tuple[str, ...]) -> Iterator[str]:
    yield f"{' ^ '.join(names)} == 0"
    for m in MODULI:
        yield f"({' + '.join(names)}) % {m} == 0"
        yield " and ".join(f"{name} % {m} == 0" for name in names)
        yield f"{' ^ '.join(f'{name} % {m}' for name in names)} == 0"
    yield " == ".join(names)
    yield from (f"{name} ^ {other} == 0" for i, name in enumerate(names) for other in names[i + 1 :])
