"""An exploration or a table of values as a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ... import drawing
from ...core import Course, Knowledge, Play, Ruleset
from ...drawing.papers import Paper, ValueRows
from .exploration import Sample
from .text import LOST, PAIRS, SHOWN, grid_of, heading, layers

if TYPE_CHECKING:
    from ...drawing.fit import TextBlock
    from .exploration import Explored


def exploration_paper(found: Explored) -> Paper:
    """Build a document from an exploration: the values with the period marked, P-positions, discoveries.

    >>> from ...notation import read_ruleset
    >>> from .explore import explore
    >>> exploration_paper(explore(read_ruleset("take 1..3"), 200)).blocks[1].period
    4
    """
    course = next(
        (one.detail for one in found.patterns if isinstance(one.detail, Course) and one.kind == "period"), None
    )
    blocks: list[Any] = list(sample_blocks(found.sample, found.play, course))
    lost = found.p_positions
    pairs = bool(lost) and isinstance(lost[0], tuple)
    words = [f"({', '.join(map(str, one))})" if pairs else str(one) for one in lost[: PAIRS if pairs else LOST]]
    if lost:
        blocks.append(f"P-positions: {', '.join(words)}{', ...' if len(lost) > len(words) else ''}.")
    grounds = tuple(dict.fromkeys(one.grounds for one in found.discoveries if one.theorem))
    if found.discoveries:
        rows: list[list[int | str | None]] = [[one.text, one.grading] for one in found.discoveries]
        blocks.append(drawing.columns(rows, ["found", "grade"]))
        blocks += [f"{text}." for text in grounds]
    else:
        blocks.append(f"No simple pattern was found up to {found.checked_to}.")
    if found.reason:
        blocks.append(f"Incomplete: {found.reason}.")
    play = ", misère play" if found.play == "misere" else ""
    return Paper(f"{found.ruleset.name}{play}", tuple(blocks), () if found.theory is None else (found.theory,), grounds)


def sample_paper(ruleset: Ruleset[Any], found: Sample, *, misere: bool = False) -> Paper:
    """Build a document from the values of positions that are not single heaps.

    Args:
        ruleset: The ruleset that has these values.
        found: The computed values.
        misere: Whether the user requested misère play.

    Returns:
        The document.
    """
    play: Play = "misere" if misere else "normal"
    blocks = [block for one in (found, *found.others) for block in sample_blocks(one, play)]
    known = ruleset.facet(Knowledge).theory_of(last_loses=misere != ruleset.last_loses)
    return Paper(f"{ruleset.name}{', misère play' * misere}", tuple(blocks), () if known is None else (known,))


def sample_blocks(sample: Sample, play: Play, course: Course | None = None) -> Iterator[TextBlock | ValueRows]:
    """Yield the parts of a document for computed values: a heading and tables.

    Args:
        sample: The computed values.
        play: The play convention.
        course: The period to mark, or None.

    Yields:
        The parts in order.
    """
    yield f"{heading(sample, play)}."
    if sample.shape in {"heaps", "sizes"}:
        first, length = (course.preperiod, course.period) if course is not None else (0, 0)
        yield ValueRows(sample.values[:SHOWN], sample.start, first, length)
    elif sample.shape == "tuples":
        for told, table in layers(sample):
            yield told
            yield table
    else:
        yield grid_of(sample)
