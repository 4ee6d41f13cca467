"""Rulesets on pairs of heaps: a table of values, P-positions with large heaps, and the laws of these."""

from __future__ import annotations

from itertools import product
from typing import Any

from ... import patterns
from ...core import GrundyError, LimitReached, Ruleset, Structure, facet
from ...core.evaluation import compile_node
from ..claims.known import knowledge
from .exploration import Discovery, ExploreQuestion, Grade, Rows, Sample
from .values import staged_box

Pairs = tuple[tuple[int, int], ...]
"""The vectors that moves subtract from two heaps."""
SIDES = (8, 12, 16, 24, 32, 48, 64)
"""The sizes of the table of values, stage by stage."""
SEEN = 120
"""Heaps below this are used to find a law; all others are used to confirm it."""
MOST_COMPARED = 300
"""Formulas are compared with all pairs of heaps up to this."""
VALUES = (
    *("a + b", "a ^ b", "abs(a - b)", "max(a, b)", "min(a, b)", "a | b", "a & b", "a * b", "gcd(a, b)"),
    *("(a ^ b) - 1", "(a - 1 ^ b - 1) + 1", "a + b - 1"),
    *(f"(a + b) % {m}" for m in range(2, 13)),
    *(f"(a + b) // {m}" for m in range(2, 7)),
    *(f"a % {m} ^ b % {m}" for m in range(2, 13)),
    *("a % 2 ^ b // 2 % 2", "v2(a | b)", "popcount(a ^ b)", "a", "b"),
)
"""The formulas that are tried for the values of pairs, simplest first."""
LOST = tuple(f"min(a, b) % {k + 1} != {k} and (a + b + min(a, b) // {k + 1}) % 2 == 0" for k in range(2, 10))
"""The conditions that are tried for the P-positions of pairs: take one from either heap, or k from both."""
REACH, MOST_REACH = 500, 2000
"""The largest heap in the default search for P-positions without values, and the largest that can be requested."""


def pair_sample(question: ExploreQuestion) -> Sample:
    """Compute the values of pairs of small heaps, and the P-positions with larger heaps if that is fast."""
    side, values, reason = staged_box(question, 2, SIDES)
    rows = rows_of(values, side)
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


def rows_of(values: tuple[int, ...], side: int) -> Rows:
    """Return the values of pairs of heaps as rows of a given length."""
    return tuple(values[i : i + side] for i in range(0, len(values), side))


def _vectors(ruleset: Ruleset[Any]) -> tuple[Pairs, Pairs] | None:
    """Return the vectors that moves subtract from two heaps once, and those that they subtract any number of times."""
    vectors = facet(ruleset, Structure).vectors() or ((), ())
    steps, rays = (tuple((v[0], v[1]) for v in found if len(v) == 2) for found in vectors)
    return (steps, rays) if steps or rays else None


def lost_pairs(steps: Pairs, rays: Pairs, reach: int) -> list[tuple[int, int]]:
    """List the P-positions (a, b) of a two-heap game in which moves subtract vectors.

    In increasing order, every pair that is not marked yet is a P-position; it marks the pairs from which a move leads
    to it.

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


def pair_discoveries(question: ExploreQuestion, sample: Sample) -> tuple[list[Discovery], str]:
    """Find a formula for the values of pairs of heaps, and laws of their P-positions.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        sample: The computed values.

    Returns:
        The discoveries, and the limit that stopped the search, or "".
    """
    found: list[Discovery] = []
    try:
        grader = _Grader(question, sample)
        with grader.meter.interruptible():
            found += [one for text in VALUES if (one := grader.claimed(f"value == {text}")) is not None][:1]
            found += grader.laws() or [one for text in LOST if (one := grader.claimed(f"P iff {text}"))][:1]
    except LimitReached as error:
        return found, error.message
    return found, ""


class _Grader:
    """Compares statements about pairs of heaps with all computed pairs, and proves them by theorems if possible."""

    def __init__(self, question: ExploreQuestion, sample: Sample) -> None:
        self.question, self.sample = question, sample
        self.meter = question.clock.rest()
        self.known = knowledge(question.ruleset, 2, misere=question.last_loses, meter=self.meter)
        takes = _vectors(question.ruleset)
        self.compared = min(MOST_COMPARED, sample.reach)
        self.lost = set(sample.lost) | ({(b, a) for a, b in sample.lost} if sample.symmetric else set())
        self.solved = patterns.solved_pairs(*takes, self.meter) if takes and not question.last_loses else None

    def laws(self) -> list[Discovery]:
        sample, solved = self.sample, self.solved
        if not sample.symmetric:
            return []
        size = min(SEEN, sample.reach + 1)
        found = []
        seen = [(a, b) for a, b in sample.lost if max(a, b) < size]
        for pattern in patterns.find_pairs(seen, size, meter=self.meter):
            if pattern.claim is not None:
                one = self.claimed(pattern.claim, pattern.text)
                found += [one] if one is not None else []
            elif isinstance(law := pattern.detail, patterns.MexPairs | patterns.AdditivePairs):
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

    def claimed(self, text: str, wording: str = "") -> Discovery | None:
        """Grade a claim about two heaps, worded for the user if needed; None if a pair contradicts it."""
        claim, sample = patterns.read_claim(text), self.sample
        if not isinstance(claim, patterns.Comparison) or not self._holds(claim):
            return None
        found = patterns.judge(claim, self.known, claim.least or 0)
        if found is not None and found.counterexample is not None:
            return None
        kind, reach = ("formula", len(sample.rows) - 1) if claim.kind == "value" else ("pairs", self.compared)
        grade: Grade = "holds" if found is None else "proved"
        theorem, brief = (found.theorem, found.brief) if found else (None, "")
        about = wording or text, grade, claim.least or 0, reach, theorem, text, str(claim.node), len(wording or text)
        return Discovery(kind, *about, brief=brief)

    def _holds(self, claim: patterns.Comparison) -> bool:
        holds, least = compile_node(claim.node, ("a", "b")), claim.least or 0
        rows = self.sample.rows
        if claim.kind != "value":
            cells = product(range(least, 1 + self.compared), repeat=2)
            return all(bool(holds(cell)) == (cell in self.lost) for cell in cells)
        try:
            return all(value in {-1, int(holds((a, b)))} for a, row in enumerate(rows) for b, value in enumerate(row))
        except GrundyError:
            return False
