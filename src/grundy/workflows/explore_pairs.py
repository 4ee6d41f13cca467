"""Rules on pairs of heaps: a grid of values, the P-positions far out, and the laws that these follow."""

from __future__ import annotations

from itertools import product
from time import process_time
from typing import Any

from ..core import GrundyError, LimitReached, Meter, Ruleset
from ..core.evaluation import compile_node
from ..games import CATALOGUE
from ..patterns import (
    AdditivePairs,
    Comparison,
    Knowledge,
    MexPairs,
    Pattern,
    find_pairs,
    judge,
    lines_of,
    read_claim,
    solved_pairs,
)
from .claim_known import knowledge
from .explore_types import Discovery, Grade, Question, Rows, Sample
from .explore_values import GROWTH, PATIENCE

SIDES = (8, 12, 16, 24, 32, 48, 64)
"""How many sizes of each heap the grid has, stage by stage."""
SECONDS = 1.0
"""CPU time spent on the grid unless the user says how far to go."""
SEEN = 120
"""Heaps below this show the law; all others confirm it."""
MOST_COMPARED = 300
"""Formulas are compared for all pairs of heaps up to this."""
VALUES = (
    *("a + b", "a ^ b", "abs(a - b)", "max(a, b)", "min(a, b)", "a | b", "a & b", "a * b", "gcd(a, b)"),
    *("(a ^ b) - 1", "(a - 1 ^ b - 1) + 1", "a + b - 1"),
    *(f"(a + b) % {m}" for m in range(2, 13)),
    *(f"(a + b) // {m}" for m in range(2, 7)),
    *(f"a % {m} ^ b % {m}" for m in range(2, 13)),
    *("a % 2 ^ b // 2 % 2", "v2(a | b)", "popcount(a ^ b)", "a", "b"),
)
"""Formulas that are tried for the values of pairs, the simplest first."""
LOST = tuple(f"min(a, b) % {k + 1} != {k} and (a + b + min(a, b) // {k + 1}) % 2 == 0" for k in range(2, 10))
"""Conditions that are tried for the P-positions of pairs: one from either heap, or k from both."""
REACH, MOST_REACH = 500, 2000
"""The largest heap of P-positions that are found without values, and the largest that may be asked for."""


def pair_sample(question: Question) -> Sample:
    """Return the values of all pairs below a side, and the P-positions as far as they are soon found."""
    rows, reason = _grid(question)
    takes = vectors_of(question.ruleset)
    if takes is not None and not question.last_loses:
        reach = min(MOST_REACH, max(question.to or REACH, len(rows) - 1))
        lost = lost_pairs(*takes, reach)
    else:
        reach = len(rows) - 1
        lost = [(a, b) for a, b in product(range(len(rows)), repeat=2) if rows[a][b] == 0]
    every = set(lost)
    symmetric = all((b, a) in every for a, b in lost)
    shown = tuple((a, b) for a, b in lost if a <= b or not symmetric)
    return Sample("pairs", rows=rows, lost=shown, reach=reach, reason=reason, symmetric=symmetric)


def _grid(question: Question) -> tuple[Rows, str]:
    """Return the values of all pairs below a side, -1 where there is no position, and the limit that was met."""
    from .claim_truth import Boards
    from .claim_truth import Question as TruthQuestion

    limits, most = question.limits, PATIENCE * SECONDS
    own = question.to is None and (limits.seconds is None or limits.seconds > most)
    meter = Meter(limits._replace(seconds=most) if own else limits)
    truth = TruthQuestion(question.ruleset, values=True, misere=question.misere, known=Knowledge(), meter=meter)
    boards = Boards(truth, 2)
    rows: Rows = ()
    begin = process_time()
    for side in [side for side in SIDES if question.to is None or side <= question.to] or [1 + (question.to or 0)]:
        spent = process_time() - begin
        try:
            rows = tuple(map(tuple, boards.box([range(side), range(side)]).tolist()))
        except LimitReached as error:
            if not rows:
                raise
            return rows, "" if own else error.message
        now = process_time() - begin
        if now + GROWTH * (now - spent) > SECONDS:
            break
    return rows, ""


def vectors_of(ruleset: Ruleset[Any]) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] | None:
    """Return the steps and rays of a vector game on two heaps; Wythoff's game is one."""
    if ruleset.name == "wythoff" and type(ruleset).__name__ == CATALOGUE["wythoff"].maker:
        return (), ((1, 0), (0, 1), (1, 1))
    steps, rays = getattr(ruleset, "steps", None), getattr(ruleset, "rays", None)
    if steps is None or rays is None or getattr(ruleset, "size", 0) != 2:
        return None
    return steps, rays


def lost_pairs(
    steps: tuple[tuple[int, int], ...], rays: tuple[tuple[int, int], ...], reach: int
) -> list[tuple[int, int]]:
    """Return the P-positions (a, b) of a vector game with heaps up to `reach`.

    Every pair that no P-position before has marked is one, and marks the pairs from which a move leads to it.

    >>> lost_pairs((), ((1, 0), (0, 1), (1, 1)), 6)
    [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)]
    """
    import numpy as np

    width = reach + 1
    won = np.zeros(width * width, np.bool_)
    found = []
    for a in range(width):
        row = won[a * width : (a + 1) * width]
        for b in range(width):
            if row[b]:
                continue
            found.append((a, b))
            place = a * width + b
            for vectors, most in ((steps, 1), (rays, reach)):
                for x, y in vectors:
                    times = min(most, *((reach - heap) // taken for heap, taken in ((a, x), (b, y)) if taken))
                    step = x * width + y
                    won[place + step : place + times * step + 1 : step] = True
    return found


def pair_discoveries(question: Question, sample: Sample) -> list[Discovery]:
    """Return the formulas of the values and the laws of the P-positions, those of a theorem first."""
    grader = PairGrader(question, sample)
    found = [one for text in VALUES if (one := grader.claimed(f"value == {text}", text)) is not None][:1]
    laws = grader.laws() or [one for text in LOST if (one := grader.claimed(f"P iff {text}", f"P iff {text}"))][:1]
    return [*found, *laws]


class PairGrader:
    """Compares statements about pairs of heaps with every pair that was computed, and puts them to the theorems."""

    def __init__(self, question: Question, sample: Sample) -> None:
        """Collect what theorems say about the ruleset."""
        self.question, self.sample = question, sample
        self.known = knowledge(question.ruleset, 2, misere=question.last_loses)
        takes = vectors_of(question.ruleset)
        theorem = takes is not None and not question.last_loses
        self._compared = min(MOST_COMPARED, sample.reach)
        """The largest heap of the pairs that formulas are compared with."""
        self._lost = set(sample.lost) | ({(b, a) for a, b in sample.lost} if sample.symmetric else set())
        self.solved = solved_pairs(lines_of(*takes)) if takes is not None and theorem else None

    def laws(self) -> list[Discovery]:
        """Return the laws of the P-positions."""
        sample, solved = self.sample, self.solved
        if not sample.symmetric:
            return []
        size = min(SEEN, sample.reach + 1)
        found = []
        for pattern in find_pairs([pair for pair in sample.lost if max(pair) < size], size):
            one = self._listed(pattern) if pattern.claim is None else self.claimed(pattern.claim, pattern.text)
            found += [one] if one is not None else []
        if solved is not None and not any(one.grade == "proved" for one in found):
            law, text = solved.law, f"P iff the heaps are a pair (a_n, b_n): {solved.law}"
            found.insert(0, Discovery("pairs", text, "proved", 0, sample.reach, solved.grounds, cost=20, detail=law))
        return found

    def _listed(self, pattern: Pattern) -> Discovery | None:
        """Grade a law that lists the pairs."""
        law, sample = pattern.detail, self.sample
        if not isinstance(law, MexPairs | AdditivePairs):
            return None
        if {pair for pair in law.below(sample.reach + 1) ^ set(sample.lost) if min(pair) >= pattern.start}:
            return None
        theorem = self.solved.grounds if self.solved is not None and self.solved.law == law else None
        grade: Grade = "proved" if theorem else "holds" if sample.reach > pattern.checked_to else "fits"
        start, cost = pattern.start, pattern.cost
        return Discovery("pairs", pattern.text, grade, start, sample.reach, theorem, cost=cost, detail=law)

    def claimed(self, text: str, told: str) -> Discovery | None:
        """Grade a claim about two heaps a and b; None where a pair contradicts it."""
        claim, sample = read_claim(text), self.sample
        if not isinstance(claim, Comparison) or not self._holds(claim):
            return None
        found = judge(claim, self.known, claim.least or 0)
        if found is not None and found.counterexample is not None:
            return None
        about = told if claim.kind != "value" else text
        reach = self._compared if claim.kind != "value" else len(sample.rows) - 1
        grade: Grade = "proved" if found else "holds"
        kind = "pairs" if claim.kind != "value" else "formula"
        theorem = found.theorem if found else None
        return Discovery(kind, about, grade, claim.least or 0, reach, theorem, text, str(claim.node), len(about))

    def _holds(self, claim: Comparison) -> bool:
        """Return whether all pairs are as claimed."""
        holds, least = compile_node(claim.node, ("a", "b")), claim.least or 0
        rows = self.sample.rows
        if claim.kind != "value":
            cells = product(range(least, 1 + self._compared), repeat=2)
            return all(bool(holds(cell)) == (cell in self._lost) for cell in cells)
        try:
            return all(value in {-1, int(holds((a, b)))} for a, row in enumerate(rows) for b, value in enumerate(row))
        except GrundyError:
            return False
