"""Contest problems: the judge's format in, the judge's format out, with the reason and the plain rule beside it."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

from ...core import InputError
from .problem import Problem

__all__ = ["PROBLEMS", "Problem", "ProblemEntry", "problem"]


class ProblemEntry(NamedTuple):
    """A problem on the list; the module of the same name holds it as `PROBLEM`."""

    name: str
    title: str
    caption: str


_ENTRIES = (
    ProblemEntry("cf705b", "Codeforces 705B, Spider Man", "split a pile; who wins with the first i?"),
    ProblemEntry("j163", "HKOI Junior 163", "piles walk to a target; many targets"),
    ProblemEntry("chcoinsg", "CodeChef CHCOINSG, Chef and Coins Game", "take a prime power from one pile"),
    ProblemEntry("m23ba", "HKOI M23BA, Adjacent Checkers", "stones on a strip, no two side by side"),
    ProblemEntry("cf36d", "Codeforces 36D, New Game with a Chess Piece", "one step right or down, k diagonally"),
    ProblemEntry("cf1312f", "Codeforces 1312F, Attack on Red Kingdom", "lower piles by hits; some not twice running"),
    ProblemEntry("agc010d", "AtCoder AGC 010 D, Decrementing", "lower a number, divide all by the gcd"),
    ProblemEntry("cf2045f", "Codeforces 2045F, Grid Game 3-angle", "take stones, feed the rows below"),
)

PROBLEMS: dict[str, ProblemEntry] = {entry.name: entry for entry in _ENTRIES}
"""Name -> entry, in the order of the list."""


def problem(name: str) -> Problem[Any]:
    r"""Return the problem of a name, large or small letters; its module is imported now.

    Raises `InputError` for a name that is not on the list.

    >>> list(problem("m23ba").solve(b"4\n"))
    ['Second']
    """
    entry = PROBLEMS.get(name.lower())
    if entry is None:
        near = get_close_matches(name.lower(), PROBLEMS, 1)
        hint = f"did you mean {near[0]}?" if near else "grundy problem --list shows them"
        raise InputError(f"expected the name of a problem, found {name[:40]!r}", hint=hint)
    found: Problem[Any] = import_module(f".{entry.name}", __package__).PROBLEM
    return found
