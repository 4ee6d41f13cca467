"""Which known ruleset has the same values: found in the table of first values, confirmed by computing it.

The table `data/known_sequences.csv`, computed by this package itself, has a row for every named heap game, and one for
the shortest code of each class of take-and-break codes (octal of up to three digits behind the point, hexadecimal of up
to two) that have the same values but for heaps of value 0 in front.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import count

from ...core import GrundyError, LimitReached, Limits, Meter
from ...notation import read_ruleset
from ...patterns import Likeness, Pattern, Same, find_likeness, judge
from .exploration import GRADES, Discovery, ExploreQuestion, Grade
from .grades import Grader
from .values import heap_sample, is_fast

KEPT = 128
"""Values of a row of the table."""
TRIED, MOST = 6, 2
"""Look-alikes that are computed at most, and told."""
SLOW = 400
"""Heaps of a look-alike whose values are costly."""
SECONDS = 2.0
"""Seconds by the clock for each of them."""


@cache
def known_sequences() -> dict[str, tuple[int, ...]]:
    """Return the whole table, read once: ruleset -> the values of its first heaps.

    >>> known_sequences()["kayles"][:12]
    (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6)
    """
    text = files("grundy").joinpath("data", "known_sequences.csv").read_text(encoding="ascii")
    rows = (row.rpartition(",") for row in text.split("\n")[1:-1])
    return {name.strip('"'): tuple(map(int, values.split(" "))) for name, _, values in rows}


def find_likenesses(grader: Grader) -> list[Discovery]:
    """Return the known rulesets whose values these are, or that begin like them; equality first, then the longest."""
    sample, own = grader.sample, grader.question.ruleset
    found: list[Discovery] = []
    patterns = find_likeness(sample.values[: 2 * KEPT], known_sequences().items(), sample.start)
    for pattern in patterns[:TRIED]:
        like = pattern.detail
        if isinstance(like, Likeness) and like.name != own.name and len(found) < MOST:
            found += _confirmed(grader, pattern, like)
    equal = [one for one in found if "first difference" not in one.text]
    near = sorted((one for one in found if one not in equal), key=lambda one: -one.checked_to)
    return sorted(equal, key=lambda one: (GRADES.index(one.grade), one.start))[:MOST] or near[:1]


def _confirmed(grader: Grader, pattern: Pattern, like: Likeness) -> list[Discovery]:
    if like.grade == "renamed":
        return [Discovery("likeness", pattern.text, "fits", pattern.start, pattern.checked_to)]
    sample, shift = grader.sample, like.shift
    other = read_ruleset(like.name, files=False)
    far = max(KEPT, sample.last - shift)
    seconds = grader.meter.limits.seconds
    left = SECONDS if seconds is None else max(0.0, seconds - grader.meter.elapsed)
    limits = Limits(min(SECONDS, left))
    question = ExploreQuestion(other, far if is_fast(other) else min(far, SLOW), limits=limits, clock=Meter(limits))
    try:
        beside = heap_sample(question)
    except GrundyError as error:
        if isinstance(error, LimitReached) and left < SECONDS:  # not the own one of a look-alike
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
    theorem, brief, rule = None, "", grader.question.ruleset.sequence()
    if rule is not None and rule == other.sequence() and not shift:
        theorem = f"the rule is that of {like.name}"
    elif grader.known.value is not None:  # two sequences with proved courses may be equal for ever
        known = grader.known._replace(other=Grader(question, beside).known.value)
        proof = judge(Same(like.name, shift), known, max(like.start - shift, 0))
        if proof is not None and proof.counterexample is None:
            theorem, brief = proof.theorem, proof.brief
    text = f"same values as {named}" + (f" from heap {first} on" if like.grade == "later" else "")
    grade: Grade = "proved" if theorem else "holds" if last > pattern.checked_to else "fits"
    return [Discovery("likeness", text, grade, first, last, theorem, pattern.claim, detail=like, brief=brief)]
