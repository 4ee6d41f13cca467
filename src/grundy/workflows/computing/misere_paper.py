"""A misère quotient as a document: its presentation, the images of the heaps with their period, the genera."""

from __future__ import annotations

from collections.abc import Sequence

from ... import drawing, misere
from ...core import Theorem
from ...drawing.papers import Paper, Presented, ValueRows
from ...drawing.papers.blocks import Block

MOST_NAMED, MOST_IMAGES = 60, 120
"""The largest numbers of elements of a P-portion and relations, and of images of heaps, that are written."""
PLAMBECK = Theorem(
    "Sums of the heaps have the same outcomes in every context exactly when they are one element of the quotient",
    "T. E. Plambeck and A. N. Siegel, Misere quotients for impartial games, 2008",
)


def quotient_paper(
    ruleset: str,
    quotient: misere.Quotient,
    period: tuple[int, int, bool] | None,
    heaps: Sequence[tuple[int, str, str]] = (),
    reason: str = "",
) -> Paper:
    """Build a document about a misère quotient: its presentation, images of heaps, and genera.

    Args:
        ruleset: The name of the ruleset.
        quotient: The quotient.
        period: Preperiod and period of the images of heaps, and whether they are proved; or None.
        heaps: Single heaps, each with its genus and kind as text.
        reason: Why the quotient is partial, or "".

    Returns:
        The document.

    Example:
        >>> from ...notation import read_ruleset
        >>> quotient_paper("nim", misere.PartialQuotients(read_ruleset("nim")).to(2), None).blocks[1].relations
        (((('a', 2),), ()), ((('b', 3),), (('b', 1),)))
    """
    q, shown = quotient, misere.presentation(quotient)

    def powers(word: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
        return tuple((shown.letter(heap), word.count(heap)) for heap in sorted(set(word)))

    generators = tuple(map(shown.letter, shown.generators))
    relations = tuple((powers(left), powers(right)) for left, right in shown.relations[:MOST_NAMED])
    left_out = len(shown.relations) - len(relations)
    named = [f"{shown.letter(heap)} is heap {heap}" for heap in shown.generators]
    portion = [shown.name(x) for x in q.p_portion]
    whose = "all heaps" if q.period is not None else f"heaps 0 to {q.bound}"
    kind = "tame: its sums are played like misère nim" if misere.is_tame(q) else "not tame"
    images = [shown.name(x) for x in q.images[:MOST_IMAGES]]
    told = f"No period of the images was found up to heap {q.bound}."
    if period is not None:
        grade = f"proved: {misere.THEOREM}" if period[2] else f"observed up to heap {q.bound}, not proved"
        told = f"The images have period {period[1]} from heap {period[0]} on, {grade}."
    first, length = (period[0], period[1]) if period is not None else (0, 0)
    rows: list[list[int | str | None]] = [[heap, genus, kind, shown.name(q.image(heap))] for heap, genus, kind in heaps]
    more = ", ..." if len(portion) > MOST_NAMED else ""
    blocks: list[Block] = [
        f"The misère quotient of {whose} has order {q.order}; it is {kind}.",
        Presented(generators, relations),
        *([f"{left_out} more relations are omitted."] if left_out else []),
        f"Generators: {', '.join(named) or 'none'}.",
        f"P-portion ({len(portion)} of {q.order}): {', '.join(portion[:MOST_NAMED])}{more}.",
        "Images of the heaps:",
        ValueRows(images, 0, first, length if first + length <= len(images) else 0),
        told,
        *([drawing.columns(rows, ["heap", "genus", "kind", "image"])] if rows else []),
        *([f"Larger heaps are not included: {reason}."] if reason else []),
    ]
    return Paper(
        f"{ruleset}, misère play",
        tuple(blocks),
        (PLAMBECK,),
        (misere.THEOREM,) if period is not None and period[2] else (),
    )
