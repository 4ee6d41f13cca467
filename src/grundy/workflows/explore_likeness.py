"""Which known ruleset has the same values: found in the table of first values, confirmed by computing it.

The table (`known_sequences`) holds the beginning of each sequence. The ruleset it names is computed as far as
the values reach; then the two are equal as far as they were compared, proved equal for ever (one rule, or proved
periods of both), or they differ first at a heap that is told.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from ..core import GrundyError, Limits, Ruleset
from ..notation import read_ruleset
from ..patterns import Likeness, Pattern, Same, find_likeness, judge
from .explore_grades import Grader
from .explore_types import Discovery, Grade, Question
from .explore_values import heap_sample, is_fast
from .known_sequences import KEPT, known_sequences

TRIED, MOST = 6, 2
"""Look-alikes that are computed at most, and told."""
SLOW = 400
"""Heaps of a look-alike whose values are costly."""
SECONDS = 2.0
"""Seconds by the clock for each of them."""
_ORDER = {"proved": 0, "holds": 1, "fits": 2}


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
    return sorted(equal, key=lambda one: (_ORDER[one.grade], one.start))[:MOST] or near[:1]


def _confirmed(grader: Grader, pattern: Pattern, like: Likeness) -> list[Discovery]:
    """Return what is true of a look-alike as far as the values reach."""
    if like.grade == "renamed":
        return [Discovery("likeness", pattern.text, "fits", pattern.start, pattern.checked_to)]
    sample, shift = grader.sample, like.shift
    other = read_ruleset(like.name, files=False)
    far = max(KEPT, sample.last - shift)
    question = Question(other, far if is_fast(other) else min(far, SLOW), limits=Limits(SECONDS))
    try:
        beside = heap_sample(question)
    except GrundyError:
        return []
    first = max(sample.start, like.start, shift)
    pairs = zip(sample.values[first - sample.start :], beside.values[first - shift :], strict=False)
    for n, (one, two) in zip(count(first), pairs, strict=False):
        if one != two:
            text = f"same values as {_named(like)} to heap {n - 1}, first difference at heap {n}: {one}, not {two}"
            return [Discovery("likeness", text, "holds", first, n - 1, detail=replace(like, difference=(n, one, two)))]
    last = min(sample.last, beside.last + shift)
    theorem = _same_rule(grader, like, other)
    if theorem is None and grader.known.value is not None:
        theorem = _theorem(grader, like, Grader(question, beside))
    text = f"same values as {_named(like)}" + (f" from heap {first} on" if like.grade == "later" else "")
    grade: Grade = "proved" if theorem else "holds" if last > pattern.checked_to else "fits"
    return [Discovery("likeness", text, grade, first, last, theorem, pattern.claim, detail=like)]


def _named(like: Likeness) -> str:
    """Name the ruleset that is meant, with its shift."""
    return like.name if not like.shift else f"{like.name} shifted by {like.shift}"


def _same_rule(grader: Grader, like: Likeness, other: Ruleset[Any]) -> str | None:
    """Return that two rulesets are one rule, where their codes say so."""
    rule = grader.question.ruleset.sequence()
    if rule is None or rule != other.sequence() or like.shift:
        return None
    return f"the rule is that of {like.name}"


def _theorem(grader: Grader, like: Likeness, beside: Grader) -> str | None:
    """Return the theorem that makes two sequences with proved courses equal for ever."""
    known = grader.known._replace(other=beside.known.value)
    found = judge(Same(like.name, like.shift), known, max(like.start - like.shift, 0))
    return found.theorem if found is not None and found.counterexample is None else None
