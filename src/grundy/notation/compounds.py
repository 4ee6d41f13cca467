"""Reads compounds: `conjunctive: nim: 3 & kayles: 7`, or `conjunctive: nim: 3 5 7` with one component per heap."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..core import InputError, Sum, Summand
from ..games import Compound

_JOIN = re.compile(r" & (?=\S)")


def read_compound(
    kind: str,
    text: str,
    span: tuple[int, int],
    read: Callable[[int, int], Summand],
    begins: Callable[[str, int, int], bool],
) -> Summand:
    """Read a compound of games, such as "conjunctive: nim: 3 & kayles: 7", from its components on.

    Args:
        kind: The kind of the compound, such as "conjunctive".
        text: The whole text.
        span: The indices in `text` where the components begin and end.
        read: Reads one component between two indices.
        begins: Returns whether a "ruleset:" begins at an index and ends at a colon; " & " separates components only
            before one.

    Returns:
        The compound as a summand.

    Raises:
        InputError: If a component cannot be read or cannot be part of a compound.
    """
    start, stop = span
    starts = [start]
    for join in _JOIN.finditer(text, start, stop):
        colon = text.find(":", join.end(), stop)
        if colon >= 0 and begins(text, join.end(), colon):
            starts.append(join.end())
    stops = [at - 3 for at in starts[1:]] + [stop]
    found = [read(*piece) for piece in zip(starts, stops, strict=True)]
    if len(found) == 1:
        found = [Summand(found[0].ruleset, Sum(part)) for part in found[0].parts]
    try:
        return Compound.of(kind, found).summands[0]
    except InputError as error:
        raise error.within(text, start) from None
