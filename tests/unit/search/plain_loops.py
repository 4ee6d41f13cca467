"""The plain twins of what judges games that can go on for ever."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.core import mex
from grundy.search.loopy import ENDLESS
from grundy.search.smith import NONE


def plain_labels(options: Sequence[Sequence[int]]) -> list[int]:
    """Return all labels by the rules themselves, tried on every vertex until nothing changes; the twin of `Labels`."""
    labels = [NONE] * len(options)
    infinite: set[int] = set()
    number = 0
    while len(infinite) + sum(label != NONE for label in labels) < len(options):
        found = True
        while found:
            found = False
            for v, ends in enumerate(options):
                if labels[v] != NONE or v in infinite:
                    continue
                reverts = all(number in {labels[w] for w in options[u]} for u in ends if labels[u] == NONE)
                if reverts and mex(labels[u] for u in ends if labels[u] != NONE) == number:
                    labels[v], found = number, True
        infinite |= {
            v for v, ends in enumerate(options) if labels[v] == NONE and number not in {labels[u] for u in ends}
        }
        number += 1
    return labels


def plain_lengths(options: Sequence[Sequence[int]], misere: bool = False) -> list[int]:  # noqa: FBT002
    """Return the remoteness of every vertex by definition, round by round; the twin of `play_lengths`."""
    plies = [ENDLESS if found else 0 for found in options]
    for depth in range(1, len(options) + 1):
        known = list(plies)
        for v, found in enumerate(options):
            if known[v] == ENDLESS:
                courses = [known[u] for u in found]
                lost = [n for n in courses if n != ENDLESS and (n % 2 == 0) != misere]
                if lost or ENDLESS not in courses:
                    plies[v] = depth
    return plies
