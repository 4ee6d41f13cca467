"""Counts, finds and numbers the legal moves of a game without listing all of them.

In nim, a heap of 10^18 tokens has 10^18 moves. Rulesets can count such moves and compute the k-th of them. A move that
leaves given heaps is found directly where possible, and by listing moves only otherwise.

Moves are numbered from 0 in the order of `Match.moves`: by component, then in the order of the ruleset. So a short text
describes a whole match: the numbers of its moves in base 36, joined by dots, such as "2a.0.3".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from ...core import (
    MAX_OPTIONS,
    Code,
    Game,
    HeapRuleset,
    InputError,
    Knowledge,
    LimitReached,
    Move,
    MoveError,
    Picture,
    Ruleset,
    Structure,
    Sum,
    as_sum,
    breaks,
    count_moves,
    facet,
    obliged_part,
    playable,
)
from ...games import TakeWhere

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST_PLIES = 1000
"""The largest number of moves of a match that is read."""
MOST_DIGITS = 60
MOST_SCANNED = 1_000_000
"""The largest number of options of one heap searched for a typed move."""


class PartMove(NamedTuple):
    """A move in a component of a game.

    Attributes:
        part: The number of the component, from 0.
        move: The move of its position.

    Example:
        >>> from grundy import read_game
        >>> [str(move) for move in legal_moves(read_game("nim: 1 2"))]
        ['part 0: take 1', 'part 1: take 1', 'part 1: take 2']
    """

    part: int
    move: Move[Any]

    def __str__(self) -> str:
        return f"part {self.part}: {self.move.label}"


class Turn(NamedTuple):
    """A move that was played in a match, with the game before it.

    Attributes:
        game: The game before the move.
        move: The move.
    """

    game: Game
    move: PartMove


def legal_moves(game: Game) -> Iterator[PartMove]:
    """Yield the legal moves of a game by component, then by option; raise `LimitReached` if there are too many."""
    for part, ruleset, position in playable(game):
        for move in ruleset.moves(position):
            yield PartMove(part, move)


def first_moves(ruleset: Ruleset[Any], position: Any, most: int) -> list[Move[Any]]:  # noqa: ANN401  # any position
    """List the first moves of a component, even if there are too many to list all.

    If the ruleset raises `LimitReached` because there are too many, the first moves of a take-and-break code are listed
    from its digits. For all other rulesets the error is passed on.

    Args:
        ruleset: The ruleset of the component.
        position: The position of the component.
        most: The largest number of moves to list.

    Returns:
        The moves, in the order of the ruleset.

    Raises:
        LimitReached: If the ruleset does not list the moves and is not a take-and-break code on heaps.
    """
    try:
        return list(islice(ruleset.moves(position), most))
    except LimitReached:
        if (code := _code(ruleset)) is None or not isinstance(ruleset, HeapRuleset):
            raise
        return [ruleset.heap_move(position, Sum.of(pieces)) for pieces in islice(breaks(code, position), most)]


def first_move(game: Game) -> PartMove:
    """Return the first legal move of a game; raise `LimitReached` if no component can list a move."""
    moves = ((part, first_moves(ruleset, position, 1)) for part, ruleset, position in playable(game))
    return next(PartMove(part, found[0]) for part, found in moves if found)


def named_move(game: Game, found: PartMove) -> PartMove:
    """Return the complete legal move for a move of which only the label and the result are known.

    A winning move of a solver, for example, has only a label and a result. The legal move also has a kind and the
    pieces that it touches.

    Args:
        game: The game before the move.
        found: The move with label and result.

    Returns:
        The move with all its properties; `found` itself if it cannot be looked up.
    """
    ruleset, position = game.part(found.part)
    with suppress(LimitReached):
        named = ruleset.named_move(position, *found.move) if isinstance(ruleset, Picture) else None
        if named is None:
            listed = islice(ruleset.moves(position), MAX_OPTIONS)
            named = next((move for move in listed if move == found.move), found.move)
        return PartMove(found.part, named)
    return found


def after(game: Game, found: PartMove) -> Game:
    """Return the game after a move.

    Args:
        game: The game before the move.
        found: A legal move.

    Returns:
        The new game.
    """
    return game.after(found.part, found.move.leaves)


def part_sizes(game: Game) -> list[int]:
    """Return the number of moves in each component; `MAX_OPTIONS` for a component whose moves cannot be counted."""
    sizes = []
    obliged = obliged_part(game)
    for part, (ruleset, position) in enumerate(game.parts):
        try:
            sizes.append(count_moves(ruleset, position) if obliged in (None, part) else 0)
        except LimitReached:
            sizes.append(MAX_OPTIONS)
    return sizes


def forced_pass(game: Game) -> PartMove | None:
    """Return the pass as a move if it is the only legal move, otherwise None."""
    part = obliged_part(game)
    if part is None or not (position := game.part(part)[1]).passing:
        return None
    return PartMove(part, Move("pass", Sum(position.position), kind="pass"))


def has_moves(game: Game) -> bool:
    """Return whether a game has a legal move; this works even if there are too many moves to list."""
    for _, ruleset, position in playable(game):
        try:
            if next(iter(ruleset.options(position)), None) is not None:
                return True
        except LimitReached:
            return True
    return False


def nth_move(game: Game, number: int) -> PartMove:
    """Return the move with a number, without listing all moves if possible.

    Args:
        game: The game to move in.
        number: The number of the move, counted from 0 in the order of `legal_moves`.

    Returns:
        The legal move with this number.

    Raises:
        IndexError: If there is no such move.
        LimitReached: If there are too many moves to find it.
    """
    for part, ((ruleset, position), size) in enumerate(zip(game.parts, part_sizes(game), strict=True)):
        if number >= size:
            number -= size
            continue
        options = ruleset.options(position)
        if isinstance(ruleset, HeapRuleset) and isinstance(options, range):
            found = heap_leaving(ruleset, position, [options[number]])
            return PartMove(part, found or ruleset.heap_move(position, as_sum(options[number])))
        return PartMove(part, first_moves(ruleset, position, number % MAX_OPTIONS + 1)[-1])  # the options repeat
    raise IndexError("the game has no move of this number")


def heap_leaving(ruleset: HeapRuleset, heap: int, pieces: Sequence[int]) -> Move[int] | None:
    """Return the move from a heap that leaves certain heaps.

    Args:
        ruleset: The ruleset of the heap.
        heap: The size of the heap.
        pieces: The sizes of the heaps to leave, in any order.

    Returns:
        The move, or None if it is not legal.

    Raises:
        LimitReached: If there are too many options to search.
    """
    wanted = sorted(filter(None, pieces))
    if sum(wanted) > heap:
        return None
    if (code := _code(ruleset)) is not None:
        return ruleset.heap_move(heap, Sum.of(wanted)) if code.allows(heap - sum(wanted), wanted) else None
    options = ruleset.options(heap)
    if len(wanted) < 2:
        left = wanted[0] if wanted else 0
        if isinstance(options, range) and (left not in options or type(ruleset).moves is HeapRuleset.moves):
            return ruleset.heap_move(heap, Sum(left)) if left in options else None
        if (found := _to_value(ruleset, heap, left)) is not None:
            return found
        if heap > MOST_SCANNED and facet(ruleset, Structure).takes_where() is not None:
            return _taking(ruleset, heap, left)
    for tried, option in enumerate(options):
        leaves = as_sum(option)
        if sorted(filter(None, leaves)) == wanted:
            return ruleset.heap_move(heap, leaves)
        if tried >= MOST_SCANNED:
            raise LimitReached(f"{ruleset.name}: this heap has too many moves to search", kind="size")
    return None


def _to_value(ruleset: HeapRuleset, heap: int, left: int) -> Move[int] | None:
    """Return the move from `heap` to a heap of size `left`, or None if it is not found in this way.

    Only moves are searched that a theorem lists for the Grundy value of `left`.
    """
    stated = facet(ruleset, Knowledge)
    value = stated.known_value(left)
    known = () if value is None else stated.moves_to(heap, value) or ()
    return next((move for move in islice(known, 1000) if move.leaves == Sum(left)), None)


def _taking(ruleset: HeapRuleset, heap: int, left: int) -> Move[int] | None:
    """Return the move from `heap` to a heap of size `left`, or None if the condition of the ruleset forbids it."""
    condition = facet(ruleset, Structure).takes_where()
    allowed = condition is not None and left < heap and TakeWhere(condition).test(heap)((heap, heap - left))
    return ruleset.heap_move(heap, Sum(left)) if allowed else None


def _code(ruleset: Ruleset[Any]) -> Code | None:
    rule = facet(ruleset, Structure).sequence()
    return rule if isinstance(rule, Code) else None


def number_of(game: Game, found: PartMove) -> int:
    """Return the number of a legal move in the order of `legal_moves`, counted from 0.

    If several moves have the same result, the number of any of them is returned.

    Args:
        game: The game before the move.
        found: The move to look up.

    Returns:
        The number of the move, from 0.

    Raises:
        MoveError: If the move is not legal.
        LimitReached: If there are too many moves to search.
    """
    place = _place(*game.part(found.part), found)
    if place is None:
        raise MoveError(f"'{found.move.label}' is not a move here")
    return sum(part_sizes(game)[: found.part]) + place


def _place(ruleset: Ruleset[Any], position: Any, found: PartMove) -> int | None:  # noqa: ANN401  # any position
    options = ruleset.options(position) if isinstance(ruleset, HeapRuleset) else ()
    if isinstance(options, range):
        leaves = _heaps(found.move.leaves)
        left = leaves[0] if leaves else 0
        return options.index(left) if len(leaves) < 2 and left in options else None
    if count_moves(ruleset, position) > MAX_OPTIONS:
        raise LimitReached(f"{ruleset.name}: there are too many moves to number", kind="size")
    if type(ruleset).moves is HeapRuleset.moves:
        leaves = _heaps(found.move.leaves)
        return next((i for i, option in enumerate(options) if _heaps(as_sum(option)) == leaves), None)
    listed = list(ruleset.moves(position))
    if found.move in listed:
        return listed.index(found.move)
    return next((i for i, move in enumerate(listed) if move.leaves == found.move.leaves), None)


def _heaps(leaves: Sum[int]) -> list[int]:
    return sorted(filter(None, leaves))


def write_numbers(numbers: Iterable[int]) -> str:
    """Write the numbers of the moves of a match as a short text: each in base 36, joined by dots.

    >>> write_numbers([82, 0, 3])
    '2a.0.3'
    """
    return ".".join(map(_write, numbers))


def read_numbers(text: str) -> list[int]:
    """Read the numbers of moves in a text of `write_numbers`; raise `InputError` with the place of a mistake.

    >>> read_numbers("2a.0.3"), read_numbers("")
    ([82, 0, 3], [])
    """
    if not text:
        return []
    pieces = text.split(".")
    if len(pieces) > MOST_PLIES:
        raise InputError(f"expected at most {MOST_PLIES} moves, found {len(pieces)}")
    numbers, at = [], 0
    for piece in pieces:
        if not 0 < len(piece) <= MOST_DIGITS or piece.strip(DIGITS):
            what = "numbers of moves in base 36, joined by points"
            raise InputError(f"expected {what}, found {piece[:20]!r}", text=text, at=at, expected=what)
        numbers.append(int(piece, 36))
        at += len(piece) + 1
    return numbers


def _write(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits
