"""Programming-contest problems in the judge's format, answered by a theorem and checked by a search of the rule."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

from grundy.core import InputError

from .problem import Problem

__all__ = ["PROBLEMS", "Problem", "ProblemEntry", "problem"]


class ProblemEntry(NamedTuple):
    """A problem in the list of contest problems.

    The module `name` in the subpackage `room` (for instance "cses", the judge) defines its `PROBLEM`.
    """

    room: str
    name: str
    title: str
    caption: str


_ENTRIES = (
    ProblemEntry("codeforces", "cf705b", "Codeforces 705B, Spider Man", "split a pile; who wins with the first i?"),
    ProblemEntry("others", "j163", "HKOI Junior 163", "piles walk to a target; many targets"),
    ProblemEntry("others", "chcoinsg", "CodeChef CHCOINSG, Chef and Coins Game", "take a prime power from one pile"),
    ProblemEntry("others", "m23ba", "HKOI M23BA, Adjacent Checkers", "stones on a strip, no two side by side"),
    ProblemEntry(
        "codeforces", "cf36d", "Codeforces 36D, New Game with a Chess Piece", "one step right or down, k diagonally"
    ),
    ProblemEntry(
        "codeforces",
        "cf1312f",
        "Codeforces 1312F, Attack on Red Kingdom",
        "lower piles by hits; some not twice running",
    ),
    ProblemEntry("atcoder", "agc010d", "AtCoder AGC 010 D, Decrementing", "lower a number, divide all by the gcd"),
    ProblemEntry("codeforces", "cf2045f", "Codeforces 2045F, Grid Game 3-angle", "take stones, feed the rows below"),
    ProblemEntry("cses", "cses1729", "CSES 1729, Stick Game", "take p_1 or ... or p_k: who wins from 1 ... n?"),
    ProblemEntry("cses", "cses1730", "CSES 1730, Nim Game I", "any number from one heap"),
    ProblemEntry("cses", "cses1098", "CSES 1098, Nim Game II", "1, 2 or 3 from one heap"),
    ProblemEntry("cses", "cses1099", "CSES 1099, Stair Game", "balls go down a stair"),
    ProblemEntry("cses", "cses2207", "CSES 2207, Grundy's Game", "split a heap into two of different sizes"),
    ProblemEntry("cses", "cses2208", "CSES 2208, Another Game", "one coin from each heap of a choice"),
    ProblemEntry("atcoder", "abc255g", "AtCoder ABC 255 G, Constrained Nim", "nim with forbidden takes"),
    ProblemEntry("atcoder", "abc297g", "AtCoder ABC 297 G, Constrained Nim 2", "L to R stones from one pile"),
    ProblemEntry("atcoder", "abc368f", "AtCoder ABC 368 F, Dividing Game", "a number becomes a proper divisor"),
    ProblemEntry("atcoder", "abc059d", "AtCoder ABC 059 D, Alice&Brown", "2i from one pile, i to the other"),
    ProblemEntry("atcoder", "arc091f", "AtCoder ARC 091 F, Strange Nim", "at most a K-th of a pile"),
    ProblemEntry(
        "atcoder", "agc002e", "AtCoder AGC 002 E, Candy Piles", "the largest pile, or one of each; last one loses"
    ),
    ProblemEntry("atcoder", "agc017d", "AtCoder AGC 017 D, Game on Tree", "cut an edge, keep the side of the root"),
    ProblemEntry("atcoder", "edpck", "AtCoder EDPC K, Stones", "take one of a set of numbers"),
    ProblemEntry("codeforces", "cf15c", "Codeforces 15C, Industrial Nim", "nim with runs of neighbouring heaps"),
    ProblemEntry("codeforces", "cf87c", "Codeforces 87C, Interesting Game", "split into a stair: the least that wins"),
    ProblemEntry(
        "codeforces", "cf256c", "Codeforces 256C, Furlo and Rublo and Game", "a pile becomes about a root of it"
    ),
    ProblemEntry("codeforces", "cf603c", "Codeforces 603C, Lieges of Legendre", "one less, or k halves"),
    ProblemEntry("codeforces", "cf768e", "Codeforces 768E, Game of Stones", "no number twice from one pile"),
    ProblemEntry("codeforces", "cf850c", "Codeforces 850C, Arpa and a game with Mojtaba", "divide by a prime power"),
    ProblemEntry("codeforces", "cf1147c", "Codeforces 1147C, Thanos Nim", "lower exactly half of the piles"),
    ProblemEntry("codeforces", "cf1382b", "Codeforces 1382B, Sequential Nim", "only from the first pile"),
    ProblemEntry("codeforces", "cf1396b", "Codeforces 1396B, Stoned Game", "not from the pile just touched"),
    ProblemEntry("codeforces", "cf1537d", "Codeforces 1537D, Deleting Divisors", "subtract a divisor, not 1 or all"),
    ProblemEntry("codeforces", "cf1738c", "Codeforces 1738C, Even Number Addicts", "Alice wants an even sum"),
    ProblemEntry("codeforces", "cf1823e", "Codeforces 1823E, Removing Graph", "pieces of l to r vertices from cycles"),
)

PROBLEMS: dict[str, ProblemEntry] = {entry.name: entry for entry in _ENTRIES}
"""Name -> entry, in the order of the list."""


def problem(name: str) -> Problem[Any]:
    r"""Return the contest problem with a name, in upper or lower case; its module is imported now.

    Args:
        name: The name, such as "cf705b".

    Returns:
        The problem, which solves inputs in the judge's format.

    Raises:
        InputError: If the name is not on the list.

    Example:
        >>> list(problem("m23ba").solve(b"4\n"))
        ['Second']
    """
    entry = PROBLEMS.get(name.lower())
    if entry is None:
        near = get_close_matches(name.lower(), PROBLEMS, 1)
        hint = f"did you mean {near[0]}?" if near else "grundy problem --list shows them"
        raise InputError(f"expected the name of a problem, found {name[:40]!r}", hint=hint)
    found: Problem[Any] = import_module(f".{entry.room}.{entry.name}", __package__).PROBLEM
    return found
