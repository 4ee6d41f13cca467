"""The entries of certificates about positions: every entry rests on earlier ones, so their order is an induction.

A game is given by its options and by the text of a position; what is true of a position is told by a function.
Options are listed in the bytewise order of their texts. All walks are iterative.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from ..core import mex, nim_sum

P = TypeVar("P", bound=Hashable)
Entries = list[list[Any]]


class Moves(NamedTuple, Generic[P]):
    """What may be done: the options of a position, its text, and the parts whose sum it is."""

    options: Callable[[P], Iterable[P]]
    show: Callable[[P], str]
    parts: Callable[[P], Iterable[P]]

    def listed(self, position: P) -> list[P]:
        """Return the distinct options in the order of a certificate."""
        named = {self.show(option): option for option in self.options(position)}
        return [named[text] for text in sorted(named)]


def strategy_entries(moves: Moves[P], start: P, lost: Callable[[P], bool]) -> Entries:
    """Return the lost positions that a winner meets after a lost `start`, each with a reply to every move from it.

    `lost` tells whether the player to move loses; a position where nobody can move and which is not lost (misere play)
    gets the reply -1. Of several replies one that is an entry already is taken.
    """
    entries: Entries = []
    number: dict[P, int] = {}
    waiting: dict[P, list[P | None]] = {}

    def reply(option: P) -> P | None:
        answers = [answer for answer in moves.listed(option) if lost(answer)]
        return next((answer for answer in answers if answer in number), answers[0] if answers else None)

    stack = [start]
    while stack:
        position = stack[-1]
        if position in number:
            stack.pop()
        elif position in waiting:
            replies = [-1 if answer is None else number[answer] for answer in waiting.pop(position)]
            number[position] = len(entries)
            entries.append([moves.show(position), replies])
        else:
            waiting[position] = [reply(option) for option in moves.listed(position)]
            stack += [answer for answer in waiting[position] if answer is not None and answer not in number]
    return entries


def labelling_entries(moves: Moves[P], start: P) -> Entries:
    """Return all positions reached from `start`, each after its options, with their values by definition."""
    values: dict[P, int] = {}
    waiting: dict[P, Sequence[P]] = {}
    stack = [start]
    while stack:
        position = stack[-1]
        if position in values:
            stack.pop()
        elif position in waiting:
            values[position] = mex(values[option] for option in waiting.pop(position))
        else:
            waiting[position] = moves.listed(position)
            stack += [option for option in waiting[position] if option not in values]
    return [[moves.show(position), value] for position, value in values.items()]


def nimber_entries(moves: Moves[P], start: P, value: Callable[[P], int]) -> Entries:
    """Return the parts that prove the value of `start`, with hints; `value` tells the value of a part.

    Hint -1 says that the parts of an option are known, j that its own option number j has the value of the part. What
    costs least is proved (Lemoine and Viennot, "Nimbers are inevitable", 2010).
    """
    proof = _NimberProof(moves, value)
    for part in moves.parts(start):
        proof.prove(part)
    return proof.entries


class _NimberProof(Generic[P]):
    """A growing list of proved parts."""

    def __init__(self, moves: Moves[P], value: Callable[[P], int]) -> None:
        """Begin with nothing proved."""
        self.moves, self.value = moves, value
        self.entries: Entries = []
        self.known: set[P] = set()
        self._sizes: dict[P, int] = {}

    def prove(self, start: P) -> None:
        """Add a part after all that its proof needs."""
        waiting: dict[P, list[int]] = {}
        stack = [start]
        while stack:
            part = stack[-1]
            if part in self.known:
                stack.pop()
            elif part in waiting:
                self.known.add(part)
                self.entries.append([self.moves.show(part), self.value(part), waiting.pop(part)])
            else:
                waiting[part], needed = self._hints(part)
                stack += [other for other in needed if other not in self.known]

    def total(self, position: P) -> int:
        """Return the value of a position."""
        return nim_sum(self.value(part) for part in self.moves.parts(position))

    def cost(self, position: P) -> int:
        """Return about how much is still to be proved for a position."""
        return sum(self._size(part) for part in self.moves.parts(position) if part not in self.known)

    def _size(self, part: P) -> int:
        """Return about how large the proof of a part is."""
        if part not in self._sizes:
            self._sizes[part] = len(self.moves.listed(part)) ** 3
        return self._sizes[part]

    def _hints(self, part: P) -> tuple[list[int], list[P]]:
        """Return the hints of a part and the parts that they rest on."""
        options = self.moves.listed(part)
        hints = [-1] * len(options)
        needed: list[P] = []
        for i in set(range(len(options))) - self._witnesses(part, options):
            hints[i], shown = min(self._proofs(options[i], self.value(part)), key=lambda proof: self.cost(proof[1]))
            needed += self.moves.parts(shown)
        for i in self._witnesses(part, options):
            needed += self.moves.parts(options[i])
        return hints, needed

    def _witnesses(self, part: P, options: Sequence[P]) -> set[int]:
        """Return for every value below that of a part the option that shows it at least cost."""
        best: dict[int, tuple[int, int]] = {}
        for i, option in enumerate(options):
            total, cost = self.total(option), self.cost(option)
            if total < self.value(part):
                best[total] = min(best.get(total, (cost, i)), (cost, i))
        return {i for _, i in best.values()}

    def _proofs(self, option: P, wanted: int) -> Iterator[tuple[int, P]]:
        """Yield the ways to show that an option has another value than `wanted`: itself, or a reply of that value."""
        yield -1, option
        if self.cost(option):
            for j, answer in enumerate(self.moves.listed(option)):
                if self.total(answer) == wanted:
                    yield j, answer
