"""Explains games that are played together by another rule than the ordinary sum, by a theorem about their components.

The theorem uses a number for each component: its Grundy value, or a length of play, depending on the kind of compound.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import drawing
from ...core import Outcome
from ...drawing.fit import prose, short_text
from ...games import COMPOUNDS, Compound
from ..solving import Answer, Solver
from ..solving.compound import CompoundFacts

MOST_TEXT = 60
"""Longer texts of components are cut."""


def lines(answer: Answer, _: Solver) -> Iterator[str]:
    """Yield the rule of the compound, its components with their values or lengths, the theorem, and who wins by it.

    Args:
        answer: The answer to explain.
        _: The solver; not used.

    Yields:
        Paragraphs and tables.
    """
    facts = answer.facts
    if not isinstance(facts, CompoundFacts):  # a limit was reached before
        return
    yield f"{facts.kind[:1].upper()}{facts.kind[1:]} compound: {COMPOUNDS[facts.kind]}."
    rows: list[list[str | int | None]] = []
    for i, (text, number) in enumerate(zip(facts.texts, facts.numbers, strict=True)):
        rows.append([f"component {i + 1}", short_text(text, MOST_TEXT)])
        rows[-1] += [_shown(facts, number)] if facts.counted else []
    yield drawing.columns(rows, ["", "position", *filter(None, [facts.counted])])
    if facts.kind in ("diminished", "side") and None in facts.numbers:
        yield "-: it has ended, or one move can end it, which wins at once in normal play."
    if facts.kind == "selective" and None in facts.numbers and facts.counted:
        yield "-: it has ended."
    rule, _position = next(answer.game.parts)
    misere = answer.play == "misere"
    if facts.kind == "ordinal" and misere:
        yield "No theorem decides ordinal sums in misère play, so every reachable position was searched."
    elif isinstance(rule, Compound) and rule.theory is not None:
        yield prose(f"{rule.theory.statement} ({rule.theory.source}).", subsequent_indent="  ")
    yield from _decided(facts, answer.outcome, misere)


def _shown(facts: CompoundFacts, number: int | str | None) -> str | int | None:
    """Return the table entry for a component with this `number`, such as its remoteness (`facts.counted` names it).

    The entry is `number` itself unless it is None. Then it is "endless" in a conjunctive compound, because play in the
    component need not end. In diminished, side and selective compounds it is "-", and in others it stays None.
    """
    if number is None and facts.kind == "conjunctive":
        return "endless"
    return "-" if number is None and facts.kind in ("diminished", "side", "selective") else number


def _decided(facts: CompoundFacts, outcome: Outcome | None, misere: bool) -> Iterator[str]:
    known = [number for number in facts.numbers if isinstance(number, int)]
    if facts.kind not in ("conjunctive", "continued") or outcome is None:
        return
    if not known:
        yield "No component has to end, so nobody can force a win."
        return
    length = min(known) if facts.kind == "conjunctive" else max(known)
    word = "least" if facts.kind == "conjunctive" else "greatest"
    wins = "even" if misere else "odd"
    yield f"The {word} {facts.counted} is {length}: the player to move wins if it is {wins}."
