"""Checks a ruleset at one position without values: options, moves and labels, texts and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NoReturn

from ..core import (
    GrundyError,
    InputError,
    LimitReached,
    LoopyGame,
    Move,
    RuleError,
    Ruleset,
    Sum,
    as_sum,
    check_position,
    count_moves,
    iterate_checked,
    scene_of,
)


def broken(ruleset: Ruleset[Any], promise: str) -> NoReturn:
    """Raise `RuleError`, because a ruleset violates what its methods promise.

    Args:
        ruleset: The ruleset.
        promise: A description of the violation.
    """
    raise RuleError(f"{ruleset.name}: {promise}")


def check_form(ruleset: Ruleset[Any], position: Any) -> list[Sum[Any]]:  # noqa: ANN401  # any position
    """Check a ruleset at one position, without Grundy values: options, moves, labels, text and picture.

    Args:
        ruleset: The ruleset.
        position: A position of the ruleset.

    Returns:
        The options of the position.

    Raises:
        RuleError: If a method violates what `core.Ruleset` promises.
    """
    check_position(_plain(position), ruleset.name)
    options = [as_sum(option) for option in iterate_checked(_call(ruleset, "options", position))]
    if options != [as_sum(option) for option in _call(ruleset, "options", position)]:
        broken(ruleset, f"two calls of options({position!r}) differ")
    for part in iterate_checked(part for option in options for part in option):
        check_position(_plain(part), f"{ruleset.name}: the position {position!r}")
        try:
            ruleset.check(part)
        except InputError as error:
            broken(ruleset, f"check refuses {part!r}, which an option of {position!r} leaves: {error.message}")
    moves: list[Move[Any]] = _call(ruleset, "moves", position)
    _check_moves(ruleset, position, options, moves)
    count = count_moves(ruleset, position)
    if count != len(options):
        broken(ruleset, f"count_moves gives {count} for {position!r}, which has {len(options)} moves")
    _check_text(ruleset, Sum(position))
    for move in iterate_checked(moves):
        _check_text(ruleset, move.leaves)
    try:
        scene_of(ruleset, position)
    except (LimitReached, LoopyGame):
        raise
    except Exception as error:
        raise RuleError(f"{ruleset.name}: the scene of {position!r} raised {type(error).__name__}: {error}") from error
    return options


def _call(ruleset: Ruleset[Any], hook: str, position: Any) -> list[Any]:  # noqa: ANN401  # any position
    try:
        return list(iterate_checked(getattr(ruleset, hook)(position)))
    except GrundyError:
        raise
    except Exception as error:
        raise RuleError(f"{ruleset.name}: {hook}({position!r}) raised {type(error).__name__}: {error}") from error


def _plain(position: Any) -> Any:  # noqa: ANN401  # any position
    """Return a position with named tuples replaced by plain ones, which are equal and have the same hash."""
    named = isinstance(position, tuple) and hasattr(position, "_fields")
    return tuple(map(_plain, position)) if named or type(position) is tuple else position


def _check_moves(
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401  # any position
    options: Sequence[Sum[Any]],
    moves: Sequence[Move[Any]],
) -> None:
    if len(moves) != len(options):
        broken(ruleset, f"{position!r} has {len(options)} options but {len(moves)} moves")
    for number, (option, move) in enumerate(zip(options, moves, strict=True), 1):
        # The empty sum may be represented by a component without moves, such as an empty heap.
        over = not option and len(move.leaves) == 1 and not list(ruleset.options(move.leaves[0]))
        if move.leaves != option and not over:
            broken(ruleset, f"move {number} of {position!r} leaves {move.leaves!r}, option {number} is {option!r}")
    label, times = Counter(move.label for move in moves).most_common(1)[0] if moves else ("", 0)
    if times > 1:
        broken(ruleset, f"two moves of {position!r} are called {label!r}; a typed name must match one move")


def _check_text(ruleset: Ruleset[Any], parts: Sum[Any]) -> None:
    """Check that the text of components, when it is read, gives the same components and the same ruleset."""
    if not parts:
        return
    text = ruleset.show(parts)
    try:
        bound, found = ruleset.bind(text)
    except InputError as error:
        broken(ruleset, f"{parts!r} is shown as {text!r}, which cannot be read: {error.message}")
    if found != parts:
        broken(ruleset, f"{parts!r} is shown as {text!r}, which is read as {found!r}")
    if bound != ruleset:
        broken(ruleset, f"{parts!r} is shown as {text!r}, which is read by another rule, {bound!r}")
