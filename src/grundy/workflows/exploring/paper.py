"""An exploration or a table of values as a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ... import drawing
from ...core import Course, Play, Ruleset
from ...drawing.papers import Paper, ValueRows
from .exploration import Sample
from .text import LOST, PAIRS, SHOWN, SIDE, layers, marked_cells

if TYPE_CHECKING:
    from ...drawing.fit import Told
    from .exploration import Explored


def exploration_paper(found: Explored) -> Paper:
    """Return an exploration as a document: the values with the period marked, the P-positions, and the discoveries.

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
    """Return a table of values of positions that are not single heaps as a document.

    Args:
        ruleset: The ruleset.
        found: The values.
        misere: The play convention that the user requested.

    Returns:
        The document.
    """
    play: Play = "misere" if misere else "normal"
    blocks = [block for one in (found, *found.others) for block in sample_blocks(one, play)]
    known = ruleset.theory_of(last_loses=misere != ruleset.last_loses)
    return Paper(f"{ruleset.name}{', misère play' * misere}", tuple(blocks), () if known is None else (known,))


def sample_blocks(sample: Sample, play: Play, course: Course | None = None) -> Iterator[Told | ValueRows]:
    """Yield a sentence and a table.

    Args:
        sample: The values.
        play: The play convention.
        course: The period to mark, or None.

    Yields:
        The blocks.
    """
    what = "Misère Grundy values" if play == "misere" else "Grundy values"
    if sample.shape in {"heaps", "sizes"}:
        shown = sample.values[:SHOWN]
        of = "heaps" if sample.shape == "heaps" else "the positions"
        yield f"{what} of {of} {sample.start} to {sample.start + len(shown) - 1}; computed up to {sample.last:,}."
        first, length = (course.preperiod, course.period) if course is not None else (0, 0)
        yield ValueRows(shown, sample.start, first, length)
    elif sample.shape == "tuples":
        names = sample.form.split()
        yield f"{what} of {len(sample.values):,} positions ({', '.join(names)}), numbers up to {sample.reach}."
        for told, table in layers(sample, names):
            yield told
            yield table
    else:
        first_axis, second = ("rows", "columns") if sample.shape == "boards" else ("first heap", "second heap")
        yield f"{what}, P marks P-positions ({first_axis} down, {second} across)."
        rows = [marked_cells(row) for row in sample.rows[:SIDE]]
        yield drawing.grid_table(rows, starts=(sample.start, sample.start))
