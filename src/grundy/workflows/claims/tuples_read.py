"""Whether a ruleset reads several numbers as one position or as a sum."""

from __future__ import annotations

from typing import Any

from ...core import FunctionRuleset, InputError, RuleError, Ruleset, Sum


def reads_as_tuples(ruleset: Ruleset[Any], heaps: int) -> bool:
    """Return whether a ruleset reads several numbers as one position, and not as a sum of heaps.

    Args:
        ruleset: The ruleset.
        heaps: How many numbers there are.

    Returns:
        Whether they are one position.
    """
    if isinstance(ruleset, FunctionRuleset):
        return _answers(ruleset, (1,) * heaps) and not _answers(ruleset, 1)
    boards = [tuple(range(1, heaps + 1)), tuple(range(heaps, 0, -1))]
    try:
        return all(ruleset.read(" ".join(map(str, board))) == Sum(board) for board in boards)
    except InputError:
        return False


def _answers(ruleset: Ruleset[Any], position: Any) -> bool:  # noqa: ANN401  # any position
    try:
        list(ruleset.options(position))
    except RuleError:
        return False
    return True
