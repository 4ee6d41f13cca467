"""Programming-contest problems in the judge's format, answered by a theorem and checked by a search of the rule."""

from __future__ import annotations

from difflib import get_close_matches

from grundy.core import InputError

from . import formulas, parities, structures, tables
from .problem import Problem

__all__ = ["PROBLEMS", "Problem", "problem"]

_ORDER = (
    "cf705b j163 chcoinsg m23ba cf36d cf1312f agc010d cf2045f cses1729 cses1730 cses1098 cses1099 cses2207 cses2208 "
    "abc255g abc297g abc368f abc059d arc091f agc002e agc017d edpck cf15c cf87c cf256c cf603c cf768e cf850c cf1147c "
    "cf1382b cf1396b cf1537d cf1738c cf1823e"
)
_KNOWN = {found.name: found for module in (parities, formulas, tables, structures) for found in module.PROBLEMS}

PROBLEMS: dict[str, Problem] = {name: _KNOWN[name] for name in _ORDER.split()}
"""Name -> problem, in the order of the list."""


def problem(name: str) -> Problem:
    r"""Return the contest problem with a name, in upper or lower case.

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
    found = PROBLEMS.get(name.lower())
    if found is None:
        near = get_close_matches(name.lower(), PROBLEMS, 1)
        hint = f"did you mean {near[0]}?" if near else "grundy problem --list shows them"
        raise InputError(f"expected the name of a problem, found {name[:40]!r}", hint=hint)
    return found
