"""Rulesets of functions on three to five numbers: the values of small positions, and their laws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ... import patterns
from ...core import FunctionRuleset, GrundyError, LimitReached, Meter, Ruleset
from ...core.evaluation import compile_node
from .exploration import Discovery, ExploreQuestion, Sample
from .values import staged_box

NAMES = ("a", "b", "c", "d", "e")
"""The names of the numbers in formulas."""
SIDES = (3, 4, 5, 6, 8, 10, 12, 16)
"""The number of sizes of each number, stage by stage."""
MODULI = range(2, 8)


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
    """Compute the values of all positions whose numbers are below a size.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        width: How many numbers a position has.

    Returns:
        The values, with the last number varying fastest.
    """
    side, values, reason = staged_box(question, width, SIDES)
    lost = tuple(at for at, value in zip(product(range(side), repeat=width), values, strict=True) if value == 0)
    return Sample("tuples", values, lost=lost, reach=side - 1, reason=reason, form=" ".join(NAMES[:width]))


def tuple_discoveries(question: ExploreQuestion, sample: Sample) -> tuple[list[Discovery], str]:
    """Find the first formula for the values, and the first law of the P-positions, that all values confirm.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        sample: The computed values.

    Returns:
        The discoveries, and the limit that stopped the search, or "".
    """
    meter = question.clock.rest()
    found: list[Discovery] = []
    try:
        for claims in (_values(sample), _laws(sample)):
            found += next(([one] for text in claims if (one := _held(sample, text, meter)) is not None), [])
    except LimitReached as error:
        return found, error.message
    return found, ""


def _values(sample: Sample) -> Iterator[str]:
    names = sample.form.split()
    total = " + ".join(names)
    yield f"value == {' ^ '.join(names)}"
    yield f"value == {total}"
    for m in MODULI:
        yield f"value == ({total}) % {m}"
        yield f"value == {' ^ '.join(f'{name} % {m}' for name in names)}"
        yield f"value == {' ^ '.join(f'{name} // {m}' for name in names)}"
    for function in ("min", "max"):
        yield f"value == {function}({', '.join(names)})"
    yield from (f"value == {sign.join(names)}" for sign in (" | ", " & "))
    for i in range(len(names)):
        others = names[:i] + names[i + 1 :]
        yield f"value == {' ^ '.join(others)}"
        yield f"value == {names[i]}"


def _laws(sample: Sample) -> Iterator[str]:
    names = sample.form.split()
    if not sample.lost or len(sample.lost) == len(sample.values):
        return
    yield f"P iff {' ^ '.join(names)} == 0"
    for m in MODULI:
        yield f"P iff ({' + '.join(names)}) % {m} == 0"
        yield f"P iff {' and '.join(f'{name} % {m} == 0' for name in names)}"
        yield f"P iff {' ^ '.join(f'{name} % {m}' for name in names)} == 0"
    yield f"P iff {' == '.join(names)}"
    yield from (f"P iff {name} ^ {other} == 0" for i, name in enumerate(names) for other in names[i + 1 :])


def _held(sample: Sample, text: str, meter: Meter) -> Discovery | None:
    claim, names = patterns.read_claim(text), tuple(sample.form.split())
    if not isinstance(claim, patterns.Comparison):
        return None
    holds, of_values = compile_node(claim.node, names), claim.kind == "value"
    meter.passed(len(sample.values))
    try:
        for at, value in zip(product(range(sample.reach + 1), repeat=len(names)), sample.values, strict=True):
            if value >= 0 and int(holds(at)) != (value if of_values else value == 0):
                return None
    except GrundyError:
        return None
    kind = "formula" if of_values else "pairs"
    return Discovery(kind, text, "holds", 0, sample.reach, None, text, str(claim.node), len(text))
