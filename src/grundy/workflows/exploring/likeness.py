"""Known rulesets with the same values: found in a table of first values and confirmed by computing them.

The table `data/known_sequences.csv` was computed by this package. It has a row for every named heap game. It also has
rows for octal codes with up to three digits after the point, and for hexadecimal codes with up to two digits. Codes
whose values differ only in the number of zeros at the beginning share one row, that of the shortest code.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import count

from ...core import Budget, GrundyError, LimitReached, Limits, Structure, facet
from ...notation import read_ruleset
from ...patterns import Likeness, Pattern, Same, find_likeness, judge
from .exploration import GRADES, Discovery, ExploreQuestion, Grade
from .grades import Grader
from .values import heap_sample, is_fast

KEPT = 128
"""The number of values in a row of the table."""
TRIED, MOST = 6, 2
"""The largest number of rulesets that are computed, and that are reported."""
SLOW = 400
"""The number of heaps that are computed if the values of a ruleset are expensive."""
SECONDS = 2.0
"""The time limit for each of them."""


@cache
def known_sequences() -> dict[str, tuple[int, ...]]:
    """Return the values of the first heaps of known rulesets, by the name of the ruleset.

    >>> known_sequences()["kayles"][:12]
    (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6)
    """
    text = files("grundy").joinpath("data", "known_sequences.csv").read_text(encoding="ascii")
    rows = (row.rpartition(",") for row in text.split("\n")[1:-1])
    return {name.strip('"'): tuple(map(int, values.split(" "))) for name, _, values in rows}


def find_likenesses(grader: Grader) -> list[Discovery]:
    """Find known rulesets with the same values, perhaps shifted or renamed, or with the same values up to some heap.

    Args:
        grader: The grader of the exploration, which has the ruleset, its computed values, and the limits.

    Returns:
        At most two discoveries of the kind "likeness", each about one known ruleset, with the best grade first.
    """
    sample, own = grader.sample, grader.question.ruleset
    found: list[Discovery] = []
    patterns = find_likeness(sample.values[: 2 * KEPT], known_sequences().items(), sample.start)
    for pattern in patterns[:TRIED]:
        like = pattern.detail
        if isinstance(like, Likeness) and like.name != own.name and len(found) < MOST:
            found += _confirmed(grader, pattern, like)
    near = [one for one in found if isinstance(one.detail, Likeness) and one.detail.difference is not None]
    near.sort(key=lambda one: -one.checked_to)
    equal = [one for one in found if one not in near]
    return sorted(equal, key=lambda one: (GRADES.index(one.grade), one.start))[:MOST] or near[:1]


def _confirmed(grader: Grader, pattern: Pattern, like: Likeness) -> list[Discovery]:
    if like.grade == "renamed":
        return [Discovery("likeness", pattern.text, "fits", pattern.start, pattern.checked_to)]
    sample, shift = grader.sample, like.shift
    other = read_ruleset(like.name, files=False)
    far = max(KEPT, sample.last - shift)
    seconds = grader.budget.limits.seconds
    left = SECONDS if seconds is None else max(0.0, seconds - grader.budget.elapsed)
    limits = Limits(min(SECONDS, left))
    question = ExploreQuestion(other, far if is_fast(other) else min(far, SLOW), limits=limits, clock=Budget(limits))
    try:
        beside = heap_sample(question)
    except GrundyError as error:
        if isinstance(error, LimitReached) and left < SECONDS:  # the limit of the exploration, not that of this ruleset
            grader.stopped(error)
        return []
    first = max(sample.start, like.start, shift)
    named = like.name if not shift else f"{like.name} shifted by {shift}"
    pairs = zip(sample.values[first - sample.start :], beside.values[first - shift :], strict=False)
    for n, (one, two) in zip(count(first), pairs, strict=False):
        if one != two:
            text = f"same values as {named} up to heap {n - 1}; at heap {n} the values are {one} and {two}"
            return [Discovery("likeness", text, "holds", first, n - 1, detail=replace(like, difference=(n, one, two)))]
    last = min(sample.last, beside.last + shift)
    theorem, brief, rule = None, "", facet(grader.question.ruleset, Structure).sequence()
    if rule is not None and rule == facet(other, Structure).sequence() and not shift:
        theorem = f"the rule is that of {like.name}"
    elif grader.known.value is not None:  # two sequences with proved periods can be proved equal
        known = grader.known._replace(other=Grader(question, beside).known.value)
        proof = judge(Same(like.name, shift), known, max(like.start - shift, 0))
        if proof is not None and proof.counterexample is None:
            theorem, brief = proof.theorem, proof.brief
    text = f"same values as {named}" + (f" from heap {first} on" if like.grade == "later" else "")
    grade: Grade = "proved" if theorem else "holds" if last > pattern.checked_to else "fits"
    return [Discovery("likeness", text, grade, first, last, theorem, pattern.claim, detail=like, brief=brief)]
