"""An exploration in words: the table, the P-positions, and what was found with its grade and its theorem."""

from __future__ import annotations

from textwrap import fill, indent
from typing import TYPE_CHECKING

from ..drawing import grid_table, value_table
from ..patterns import Automaton, MexPairs
from .words import sentence

if TYPE_CHECKING:
    from ..drawing import Cell
    from .explore import Exploration
    from .explore_types import Discovery

WIDTH = 100
"""Columns of a line of prose."""
SHOWN, SIDE, LOST, PAIRS = 100, 15, 24, 12
"""Values in a table of heaps, rows and columns of a grid, P-positions in a list, and pairs in a list."""
STATES = 16
"""Automata with more states are not shown in full."""
NOUNS = {"heaps": "heap", "sizes": "position", "pairs": "pair", "boards": "board"}


def explain(found: Exploration) -> str:
    """Return the table and what was found."""
    play = ", misere play" if found.play == "misere" else ""
    title = f"{found.ruleset.name}{play}"
    pieces = [title, _table(found), _lost(found), _told(found)]
    if found.sample.reason:
        pieces.append(f"Stopped early: {found.sample.reason}.")
    return "\n\n".join(filter(None, pieces))


def _table(found: Exploration) -> str:
    """Return the table of values."""
    sample = found.sample
    what = "Misere Grundy values" if found.play == "misere" else "Grundy values"
    if found.shape in {"heaps", "sizes"}:
        shown = sample.values[:SHOWN]
        end = sample.start + len(shown) - 1
        of = {"heaps": "heaps", "n": "the positions"}.get("heaps" if found.shape == "heaps" else sample.form)
        where = f"{of} {sample.start} to {end}" if of else f"{sample.form}, n = {sample.start} to {end}"
        more = f"; computed to {sample.last:,}" if sample.last > end else ""
        return f"{what} of {where}{more}\n\n{value_table(shown, sample.start)}"
    rows = [[_cell(value) for value in row[:SIDE]] for row in sample.rows[:SIDE]]
    first, second = ("rows", "columns") if found.shape == "boards" else ("first heap", "second heap")
    head = f"{what}, P where the previous player wins ({first} down, {second} across)"
    return f"{head}\n\n{grid_table(rows, starts=(sample.start, sample.start))}"


def _cell(value: int | None) -> Cell:
    """Return a value as a cell of a grid, P-positions marked, places without a position left empty."""
    return "P" if value == 0 else "" if value == -1 else value


def _lost(found: Exploration) -> str:
    """List the first P-positions on one line or two."""
    lost = found.p_positions
    if not lost:
        return "" if found.shape == "boards" else "P-positions: none"
    pairs = isinstance(lost[0], tuple)
    words = [f"({one[0]},{one[1]})" if pairs else str(one) for one in lost[: PAIRS if pairs else LOST]]
    return fill(f"P-positions: {' '.join(words)}{' ...' if len(lost) > len(words) else ''}", WIDTH)


def _told(found: Exploration) -> str:
    """Return what was found: its grade, then the statement; the theorems below."""
    pieces = [] if found.patterns else [_nothing(found)]
    theorems = list(dict.fromkeys(one.grounds for one in found.discoveries if one.theorem))
    if found.discoveries:
        grades = [_grade(one, theorems) for one in found.discoveries]
        wide = max(map(len, grades)) + 4
        rows = zip(grades, found.discoveries, strict=True)
        lines = [_filled(f"  {grade}".ljust(wide), one.text) for grade, one in rows]
        pieces.append("\n".join(["Found" if found.patterns else "Look-alikes", *lines]))
        digits = [one.detail.in_digits for one in found.discoveries if isinstance(one.detail, MexPairs)]
        pieces += [_filled("In digits: ", f"{text}.") for text in digits if text is not None]
        machines = [one.detail for one in found.discoveries if isinstance(one.detail, Automaton)]
        pieces += [indent(machine.table(), "  ") for machine in machines if machine.states <= STATES]
    notes = [_filled(f"[{i}] ", f"{sentence(text)}.") for i, text in enumerate(theorems, 1)]
    if found.theory is not None and not any(found.theory.source in text for text in theorems):
        notes.append(_filled("Known: ", f"{found.theory}."))
    return "\n\n".join([*pieces, *(["\n".join(notes)] if notes else [])])


def _filled(head: str, text: str) -> str:
    """Return a head and a text behind it, broken into lines that begin below each other."""
    return fill(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_long_words=False)


def _grade(one: Discovery, theorems: list[str]) -> str:
    """Return the grade with the number of its theorem."""
    return f"{one.grading} [{theorems.index(one.grounds) + 1}]" if one.theorem else one.grading


def _nothing(found: Exploration) -> str:
    """Say honestly that nothing was found."""
    if found.shape in {"heaps", "sizes"}:
        where = f"{len(found.values):,} {NOUNS[found.shape]}s"
        return f"Nothing simple was found in {where}: no period, formula, progression or automaton."
    return f"Nothing simple was found in {NOUNS[found.shape]}s up to {found.checked_to}."
