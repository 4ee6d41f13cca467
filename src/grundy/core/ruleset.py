"""What a rule is: one required method, and hooks with honest defaults.

A ruleset says which options a position has. Everything else follows from that; the hooks only
say it faster (`known_value` ...), in the game's own words (`moves`, `read`, `show`) or as a picture
(`scene`). The rule is the truth, a theorem is a shortcut: tests compare every hook with `options`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias

from .errors import PositionError
from .integers import read_integers
from .limits import at_most
from .nimbers import nim_sum
from .outcome import Outcome
from .sums import Move, P, Sum, as_sum

if TYPE_CHECKING:
    from .codes import Code
    from .packed import Packed
    from .scenes import Scene

OVER = "over"
"""How a position without parts is written."""
Option: TypeAlias = "P | Sum[P]"
"""What a move leaves: a sum, or one bare position that stands for the sum of itself alone."""


class Theorem(NamedTuple):
    """A known result that answers without search: the statement for the reader, and who proved it where."""

    statement: str
    source: str

    def __str__(self) -> str:
        """Return the statement with its source."""
        return f"{self.statement} ({self.source})"


class Ruleset(ABC, Generic[P]):
    """The rule of an impartial game on positions of type P (hashable and never changed).

    Subclasses give `name` (the text that names the rule, parameters included) and `options`.

    >>> class Countdown(Ruleset[int]):
    ...     name = "countdown"
    ...     def options(self, position):
    ...         return range(position)
    >>> [move.label for move in Countdown().moves(2)]
    ['to 0', 'to 1']
    """

    name: str = ""
    heaps: bool = False
    """Positions are single heaps: whole numbers, of which every move leaves smaller ones."""
    solo: bool = False
    """The position says more than the two players may share (whose piece, whose budget): no part of a sum."""
    last_loses: bool = False
    """The rule itself is misere: whoever makes the last move loses."""
    tame: bool = False
    """In misere play a sum of such parts is decided like misere nim on their Grundy values."""
    theory: Theorem | None = None
    """The theorem behind `known_value`, `known_outcome` and `moves_to`."""
    misere_theory: Theorem | None = None
    """The theorem behind `tame` or `known_misere`."""

    @abstractmethod
    def options(self, position: P) -> Iterable[Option[P]]:
        """Return what the moves of `position` leave, in the same order at every call."""

    def moves(self, position: P) -> Iterable[Move[P]]:
        """Return the moves of `position` with their names, in the order of `options`."""
        for option in self.options(position):
            leaves = as_sum(option)
            yield Move(f"to {self.show(leaves)}", leaves)

    def count_moves(self, position: P) -> int:
        """Return how many moves `position` has; raise `LimitReached` when they are too many to list."""
        return len(at_most(self.options(position), f"{self.name}: a position has"))

    def check(self, position: P) -> None:  # a hook, not an omission
        """Raise `PositionError` when `position` is none of this ruleset."""

    def canonical(self, position: P) -> P:
        """Return one representative of all positions that play the same; idempotent."""
        return position

    def known_value(self, position: P) -> int | None:
        """Return the Grundy value by theorem, or None."""
        return None

    def known_outcome(self, position: P) -> Outcome | None:
        """Return the outcome in normal play by theorem, or None."""
        value = self.known_value(position)
        return None if value is None else Outcome.of_value(value)

    def moves_to(self, position: P, value: int) -> Iterable[Move[P]] | None:
        """Return every move that leaves Grundy value `value`, by theorem and without trying all; None: no theorem."""
        return None

    def count_moves_to(self, position: P, value: int) -> int | None:
        """Return how many moves `moves_to` returns; None: no theorem."""
        moves = self.moves_to(position, value)
        return None if moves is None else sum(1 for _ in moves)

    def known_misere(self, parts: Sum[P]) -> Outcome | None:
        """Return the outcome in misere play of a whole sum by theorem, or None.

        Tame rulesets need not say more than their values: by Bouton's rule a sum is P exactly when
        its nim-sum is 0, or 1 when no part has a value above 1.
        """
        if not self.tame:
            return None
        values = [self.known_value(part) for part in parts]
        if None in values:
            return None
        return tame_outcome([value for value in values if value is not None])

    def bind(self, text: str) -> tuple[Ruleset[P], Sum[P]]:
        """Read a position text that may also draw the arena (a graph, a maze): the rule on it, and the parts.

        No parts are "over", also where `read` says nothing of it; a game that stands alone is never without its part.
        """
        return self, Sum() if text.strip() == OVER and not self.solo else self.read(text)

    def write(self, parts: Sum[P]) -> str:
        """Write parts, or none, so that `bind` gives exactly these back."""
        return self.show(parts) if parts else OVER

    def read(self, text: str) -> Sum[P]:
        """Read the parts of a position; `read(show(x)) == x`. Raises `InputError` with the place."""
        from .literals import read_literals

        if text.strip() == OVER:
            return Sum()
        parts: Sum[P] = Sum.of(read_literals(text))
        for part in parts:
            self.check(part)
        return parts

    def show(self, parts: Sum[P]) -> str:
        """Write parts so that `read` gives them back; nothing left is "over"."""
        from .literals import show_literal

        return " ".join(map(show_literal, parts)) or OVER

    def brief(self, position: P) -> str:
        """Return a short name of the position among others of the same arena."""
        return self.show(Sum(position))

    def packed(self, position: P) -> Packed[P] | None:
        """Return the rule over machine words that plays `position` and all that can follow; None: there is none."""
        return None

    def scene(self, position: P) -> Scene:
        """Return what a picture of the position shows."""
        from .scenes import Text

        return Text(self.show(Sum(position)))

    def addends(self, position: P) -> Sequence[tuple[str, int]]:
        """Return what stands inside one position, by name, with the values whose nim-sum is that of the position."""
        return ()

    def sequence(self) -> Code | tuple[int, ...] | None:
        """Return what the rule of a heap game is made of, where that is a code or a finite set of takes, ascending.

        Values and periods of these are computed without asking for options; the rule is nothing else.
        """
        return None

    def takes_to(self, stop: int) -> Iterable[int] | None:
        """Return what may be taken, up to `stop`, ascending, where the rule of a heap game is one set of takes.

        Any of these numbers may be taken from any heap that has as many tokens; the rule is nothing else.
        """
        rule = self.sequence()
        return [k for k in rule if k <= stop] if isinstance(rule, tuple) else None

    def grid(self, position: P) -> Sequence[Sequence[P | None]]:
        """Return the places of the arena in rows and columns (None: a wall), where it is a grid; else nothing."""
        return ()

    def identity(self) -> object:
        """Return what makes two rulesets the same rule: by default the name and everything they hold."""
        return self.name, vars(self)

    def __eq__(self, other: object) -> bool:
        """Compare rules, not objects."""
        if self is other:
            return True
        return type(self) is type(other) and self.identity() == other.identity()

    def __hash__(self) -> int:
        """Hash as `__eq__` compares."""
        return hash((type(self), self.name))

    def __repr__(self) -> str:
        """Return the class and the name that notation uses."""
        return f"<{type(self).__name__} {self.name}>"


def tame_outcome(values: Iterable[int]) -> Outcome:
    """Return the misere outcome of nim heaps of these sizes, and so of tame parts with these values.

    Bouton, "Nim, a game with a complete mathematical theory", 1901; tame: Conway, "On Numbers and Games", 1976.

    >>> str(tame_outcome([1, 1, 1])), str(tame_outcome([1, 2, 3])), str(tame_outcome([]))
    ('P', 'P', 'N')
    """
    heaps = list(values)
    trivial = max(heaps, default=0) <= 1
    return Outcome.wins((nim_sum(heaps) != 0) != trivial)


class HeapRuleset(Ruleset[int]):
    """A ruleset on heaps of tokens: a position is one heap size, a text lists the heaps of a sum."""

    heaps = True

    def check(self, position: int) -> None:
        """Refuse what is not a whole number."""
        if type(position) is not int or position < 0:
            raise PositionError(f"expected a heap size, found {position!r}")

    def read(self, text: str) -> Sum[int]:
        """Read heap sizes separated by spaces or commas."""
        heaps = read_integers(text)
        if type(self).check is not HeapRuleset.check:
            for heap in heaps:
                self.check(heap)
        return Sum.of(heaps)

    def show(self, parts: Sum[int]) -> str:
        """Write heap sizes; a heap that is gone stays as 0."""
        return " ".join(map(str, parts)) or "0"

    def moves(self, position: int) -> Iterable[Move[int]]:
        """Return moves called "take k", "take k leave a+b" or "split a+b"."""
        for option in self.options(position):
            yield heap_move(position, as_sum(option))

    def scene(self, position: int) -> Scene:
        """Show a heap of tokens."""
        from .scenes import Heaps

        return Heaps((position,))


def heap_move(heap: int, leaves: Sum[int]) -> Move[int]:
    """Name a move of a heap game by what it takes and the heaps it leaves.

    >>> heap_move(7, Sum(2, 4)).label, heap_move(7, Sum(1, 6)).label, heap_move(7, Sum(3)).label
    ('take 1 leave 2+4', 'split 1+6', 'take 4')
    """
    taken = heap - sum(leaves)
    if len(leaves) <= 1:
        return Move(f"take {taken}", leaves or Sum(0))
    pieces = "+".join(map(str, leaves))
    return Move(f"take {taken} leave {pieces}" if taken else f"split {pieces}", leaves)
