"""The two algorithms of an introductory course, recursion with memory and a table, which use no theorem.

`top_down` is recursion with memory: it follows the moves from the start, stops at the first move to a P-position, and
stores every result. `bottom_up` fills a table of all boards up to the start, in an order in which the boards after each
move come before the board itself. Both apply the definition: a board is a P-position exactly if no move leads to a
P-position (E. Zermelo, 1913). A board is a tuple of components that is not sorted, so [1 2] and [2 1] are two boards.
No value, sum or symmetry is used.

The cost is one lookup for each move of each board visited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NoReturn

from ..core import Budget, LoopyGame, RuleError

Boards = Callable[[Any], Iterable[Any]]
"""The boards after each move of a board."""


def top_down(  # noqa: PLR0913  # independent settings
    start: Any,  # noqa: ANN401  # any board
    options: Boards,
    lost: dict[Any, bool],
    budget: Budget,
    *,
    misere: bool = False,
    refuse: Callable[[list[Any]], NoReturn] | None = None,
) -> bool:
    """Decide whether a board is a P-position, by recursion with memory that does not use Python's own stack.

    Args:
        start: The board.
        options: A function that returns the boards after each move.
        lost: The results so far, whether each board is a P-position; new results are added in the order found.
        budget: Counts one position for each board.
        misere: Whether the player who moves last loses.
        refuse: Raises the error for a sequence of moves that returns to a board, given the boards from this one on. If
            it is None, the error lists all boards from the start.

    Returns:
        Whether the board is a P-position.

    Raises:
        LimitReached: If a limit was reached.
        LoopyGame: If play need not end.

    Example:
        >>> lost = {}
        >>> top_down(3, lambda n: range(n), lost, Budget()), lost
        (False, {0: True, 3: False})
    """
    path: dict[Any, Iterator[Any]] = {}

    def enter(board: Any) -> None:  # noqa: ANN401  # any board
        budget.charge()
        left = iter(options(board))
        if misere and (first := next(left, path)) is path:
            lost[board] = False
        else:
            path[board] = chain((first,), left) if misere else left

    if start not in lost:
        enter(start)
    while path:
        board, left = next(reversed(path.items()))
        option = next((one for one in left if lost.get(one) is not False), None)
        if option is None or option in lost:
            del path[board]
            lost[board] = option is None
            if lost[board] and path:  # a move to a P-position: the other moves of that board are not examined
                lost[path.popitem()[0]] = False
        elif option not in path:
            enter(option)
        elif refuse is None:
            raise LoopyGame([*map(str, path)])
        else:
            refuse([*path][[*path].index(option) :])
    return lost[start]


def bottom_up(
    boards: Iterable[Any], options: Boards, lost: dict[Any, bool], budget: Budget, *, misere: bool = False
) -> None:
    """Decide which boards are P-positions, by a table that is filled in a given order.

    Args:
        boards: The boards, each after the boards to which its moves lead. For two heaps below 2 this order is (0, 0),
            (0, 1), (1, 0), (1, 1).
        options: A function that returns the boards after each move.
        lost: Receives for each board in this order whether it is a P-position.
        budget: Counts one position for each board.
        misere: Whether the player who moves last loses.

    Raises:
        LimitReached: If a limit was reached.
        RuleError: If a move leads to a board that is not in the table yet.

    Example:
        >>> lost = {}
        >>> bottom_up(range(4), lambda n: range(max(0, n - 2), n), lost, Budget()), lost
        (None, {0: True, 1: False, 2: False, 3: True})
    """
    for board in boards:
        budget.charge()
        after = [*options(board)]
        if any(option not in lost for option in after):
            raise RuleError("bottom-up needs moves to smaller boards of as many heaps; use top-down")
        lost[board] = not any(lost[option] for option in after) and (bool(after) or not misere)
