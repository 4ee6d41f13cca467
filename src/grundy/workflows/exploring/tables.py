"""Tables of values for rulesets that are not on single heaps: two heaps, or positions by size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core import Entailing, Limits, Meter, Play, PositionError, Ruleset, TwoSided
from .boards import board_sample
from .exploration import ExploreQuestion, Sample
from .explore import has_pairs
from .text import table

SIDE = 15
"""The default largest size of two heaps."""


def value_sample(
    ruleset: Ruleset[Any], to: int | None = None, *, misere: bool = False, limits: Limits | None = None
) -> Sample:
    """Compute a table of values of pairs of heaps, or of positions by size, such as boards.

    Args:
        ruleset: The ruleset to compute.
        to: The largest heap or size, or None for a default.
        misere: Whether the player who makes the last move loses.
        limits: Limits on the work.

    Returns:
        The values with the range of positions.

    Raises:
        PositionError: If the ruleset has neither pairs nor sizes.
        LimitReached: If a limit is exceeded.

    Example:
        >>> from ...notation import read_ruleset
        >>> value_sample(read_ruleset("wythoff"), 2).rows
        ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    limits = Limits.of(limits)
    question = ExploreQuestion(ruleset, to, misere, limits, Meter(limits))
    with question.clock.heard():
        return _sample(question, to)


def _sample(question: ExploreQuestion, to: int | None) -> Sample:
    ruleset = question.ruleset
    numbers = not isinstance(ruleset, (Entailing, TwoSided))
    if numbers and has_pairs(ruleset):
        from .pairs import pair_squares

        return Sample("pairs", rows=pair_squares(question, Meter(question.limits))(SIDE if to is None else to + 1))
    found = board_sample(question) if numbers else None  # other games have loony positions, or outcomes only
    if found is None:
        what = f"{ruleset.name} positions are not heaps"
        raise PositionError(what, hint=f'grundy solve "{ruleset.name}: POSITION"')
    return found


def written(found: Sample, style: str, *, misere: bool = False) -> str:
    """Format computed values as a table in a file format.

    Args:
        found: The computed values.
        style: "text" or "csv".
        misere: Whether the user requested misère play.

    Returns:
        The text of the table.
    """
    play: Play = "misere" if misere else "normal"
    samples = (found, *found.others)
    if style == "csv":
        return "".join(_lines(samples))
    return "\n\n".join(table(one, play) for one in samples) + "\n"


def _lines(samples: tuple[Sample, ...]) -> Iterator[str]:
    yield "position,value\n"
    for one in samples:
        yield from (f"{one.form.replace('n', str(n))},{value}\n" for n, value in enumerate(one.values, one.start))
        form = "m n" if one.shape == "pairs" else one.form
        for a, row in enumerate(one.rows, one.start):
            for b, value in enumerate(row, one.start):
                if value is not None and value >= 0:
                    yield f"{form.replace('n', str(b)).replace('m', str(a))},{value}\n"
