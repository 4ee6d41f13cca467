"""Presents an exploration in words and as a document: the table, the P-positions, and the discoveries with grades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from textwrap import indent
from typing import Any

from ... import drawing
from ...core import Course, Knowledge, Play, Ruleset, facet, has_misere_rule
from ...drawing import Cell, grid_table, value_table
from ...drawing.fit import TextBlock, TextTable, capital, prose
from ...drawing.papers import Paper, ValueRows
from ...patterns import Automaton, MexPairs
from .exploration import Explored, Sample

SHOWN, SIDE, LOST, PAIRS = 100, 15, 24, 12
"""The largest numbers of values in a table of heaps, of rows and columns of a grid, and of P-positions in lists."""
LAYERS, LAYER_SIDE = 3, 10
"""The largest number of tables for positions with three or more numbers, and of their rows and columns."""
STATES = 16
"""The largest number of states of an automaton whose table is shown."""
NOUNS = {"heaps": "heap", "sizes": "position", "pairs": "pair", "tuples": "position", "boards": "board"}


def explain(found: Explored) -> str:
    """Describe an exploration in words: the table of values, the P-positions, and the discoveries."""
    play = ", misère play" if found.play == "misere" else ""
    title = f"{found.ruleset.name}{play}"
    tables = [table(one, found.play) for one in (found.sample, *found.sample.others)]
    lost = found.p_positions
    pairs = bool(lost) and isinstance(lost[0], tuple)
    words = [f"({','.join(map(str, one))})" if pairs else str(one) for one in lost[: PAIRS if pairs else LOST]]
    listed = prose(f"P-positions: {' '.join(words) or 'none'}{' ...' if len(lost) > len(words) else ''}")
    pieces = [title, *tables, listed if lost or found.shape != "boards" else "", _told(found)]
    if found.sample.reason:
        pieces.append(f"Incomplete: {found.sample.reason}.")
    if found.limit:
        pieces.append(prose(f"The search for patterns is incomplete: {found.limit}."))
    return "\n\n".join(filter(None, pieces))


def heading(sample: Sample, play: Play) -> str:
    """Describe in words which values a table shows, such as "Grundy values of heaps 0 to 40".

    Args:
        sample: The computed values.
        play: The play convention.

    Returns:
        The description, without a full stop.
    """
    what = "Misère Grundy values" if play == "misere" else "Grundy values"
    if sample.shape in {"heaps", "sizes"}:
        end = sample.start + len(sample.values[:SHOWN]) - 1
        of = {"heaps": "heaps", "n": "the positions"}.get("heaps" if sample.shape == "heaps" else sample.form)
        where = f"{of} {sample.start} to {end}" if of else f"{sample.form}, n = {sample.start} to {end}"
        more = f"; computed up to {sample.last:,}" if sample.last > end else ""
        return f"{what} of {where}{more}"
    if sample.shape == "tuples":
        names = ", ".join(sample.form.split())
        return f"{what} of {len(sample.values):,} positions ({names}), numbers up to {sample.reach}"
    first, second = ("rows", "columns") if sample.shape == "boards" else ("first heap", "second heap")
    of = f" of {sample.form}" if sample.form not in {"n", "mxn"} else ""
    return f"{what}{of}, P marks P-positions ({first} down, {second} across)"


def table(sample: Sample, play: Play) -> str:
    """Format computed values as text with a heading.

    In tables with rows and columns, the value 0 is written as P.

    Args:
        sample: The computed values.
        play: The play convention.

    Returns:
        The heading and the tables.
    """
    if sample.shape in {"heaps", "sizes"}:
        tables = [value_table(sample.values[:SHOWN], sample.start)]
    elif sample.shape == "tuples":
        tables = [f"{told}\n\n{grid}" for told, grid in layers(sample)]
    else:
        tables = [grid_of(sample)]
    return "\n\n".join([heading(sample, play), *tables])


def grid_of(sample: Sample) -> TextTable:
    """Lay out the rows of computed values as a table."""
    return grid_table([_cells(row) for row in sample.rows[:SIDE]], starts=(sample.start, sample.start))


def layers(sample: Sample) -> list[tuple[str, TextTable]]:
    """Lay out the values of positions with three or more numbers as several tables with rows and columns.

    Each table shows the values for all last two numbers, while the other numbers are fixed; P is written for 0. Each
    result is a caption, which states the fixed numbers, with its table. Only the first three tables are returned, with
    at most ten rows and columns.
    """
    side, names = sample.reach + 1, sample.form.split()
    found = []
    for i, fixed in enumerate(islice(product(range(side), repeat=len(names) - 2), LAYERS)):
        values = sample.values[i * side * side : (i + 1) * side * side]
        rows = [_cells(values[at : at + side])[:LAYER_SIDE] for at in range(0, len(values), side)][:LAYER_SIDE]
        told = ", ".join(f"{name} = {number}" for name, number in zip(names, fixed, strict=False))
        found.append((f"{told} ({names[-2]} down, {names[-1]} across)", grid_table(rows)))
    return found


def _cells(row: Sequence[int | None]) -> list[Cell]:
    return ["P" if value == 0 else "" if value in {-1, None} else value for value in row[:SIDE]]


def _told(found: Explored) -> str:
    pieces = []
    if not found.patterns and not found.limit:
        where = f"{NOUNS[found.shape]}s up to {found.checked_to}"
        if found.shape in {"heaps", "sizes"}:
            kinds = "no period, formula, progression or automaton"
            where = f"{len(found.values):,} {NOUNS[found.shape]}s: {kinds}"
        pieces = [f"No simple pattern was found in {where}."]
    theorems = list(dict.fromkeys(one.grounds for one in found.discoveries if one.theorem))
    if found.discoveries:
        grades = [
            f"{one.grading} [{theorems.index(one.grounds) + 1}]" if one.theorem else one.grading
            for one in found.discoveries
        ]
        wide = max(map(len, grades)) + 4
        rows = zip(grades, found.discoveries, strict=True)
        lines = [_filled(f"  {grade}".ljust(wide), one.text) for grade, one in rows]
        pieces.append("\n".join(["Found" if found.patterns else "Look-alikes", *lines]))
        digits = [one.detail.in_digits for one in found.discoveries if isinstance(one.detail, MexPairs)]
        pieces += [_filled("In digits: ", f"{text}.") for text in digits if text is not None]
        machines = [one.detail for one in found.discoveries if isinstance(one.detail, Automaton)]
        pieces += [indent(machine.table(), "  ") for machine in machines if machine.states <= STATES]
    notes = [_filled(f"[{i}] ", f"{capital(text)}.") for i, text in enumerate(theorems, 1)]
    if found.theory is not None and not any(found.theory.source in text for text in theorems):
        notes.append(_filled("Known: ", f"{found.theory}."))
    return "\n\n".join([*pieces, *(["\n".join(notes)] if notes else [])])


def _filled(head: str, text: str) -> str:
    return prose(text, initial_indent=head, subsequent_indent=" " * len(head))


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
    blocks: list[Any] = list(_blocks(found.sample, found.play, course))
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
    blocks = [block for one in (found, *found.others) for block in _blocks(one, play)]
    known = facet(ruleset, Knowledge).theory_of(last_loses=misere != has_misere_rule(ruleset))
    return Paper(f"{ruleset.name}{', misère play' * misere}", tuple(blocks), () if known is None else (known,))


def _blocks(sample: Sample, play: Play, course: Course | None = None) -> Iterator[TextBlock | ValueRows]:
    """Yield the blocks of a document about computed values, in which the period `course` is marked.

    The values are those of `sample`, in the play convention `play`.
    """
    yield f"{heading(sample, play)}."
    if sample.shape in {"heaps", "sizes"}:
        first, length = (course.preperiod, course.period) if course is not None else (0, 0)
        yield ValueRows(sample.values[:SHOWN], sample.start, first, length)
    elif sample.shape == "tuples":
        for told, grid in layers(sample):
            yield told
            yield grid
    else:
        yield grid_of(sample)


def written_sample(found: Sample, style: str, *, misere: bool = False) -> str:
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
        return "".join(_csv_lines(samples))
    return "\n\n".join(table(one, play) for one in samples) + "\n"


def _csv_lines(samples: tuple[Sample, ...]) -> Iterator[str]:
    yield "position,value\n"
    for one in samples:
        yield from (f"{one.form.replace('n', str(n))},{value}\n" for n, value in enumerate(one.values, one.start))
        form = "m n" if one.shape == "pairs" else one.form
        for a, row in enumerate(one.rows, one.start):
            for b, value in enumerate(row, one.start):
                if value is not None and value >= 0:
                    yield f"{form.replace('n', str(b)).replace('m', str(a))},{value}\n"
