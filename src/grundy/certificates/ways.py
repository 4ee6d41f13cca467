"""The ways to prove the Grundy values of components, as sets of other components whose values must be known.

The proof that a component has value v needs two things. First, no option has the value v. For each option, this is
shown by the values of its components, or by an option of the option that has value v (J. Lemoine and S. Viennot,
"Nimbers are inevitable", 2010). Second, every value below v is the value of some option, as shown by its components.
Components are numbered when they are first met, and all results are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic

from ..core import CheckedMoves, nim_sum
from .positions import Entries, P

MOST_WAYS = 60
"""The largest number of ways to one goal that are kept, the cheapest ones."""

Parts = tuple[int, ...]
"""The components of a position by number, ascending."""
Goal = list[frozenset[int]]
"""A statement to prove: any of these sets of components proves it; the cheapest comes first."""


class Ways(Generic[P]):
    """The components of a game by number, and for each the sets of other components that prove its value.

    Args:
        moves: The moves of the game.
        value: Returns the value of a component, perhaps after a search.
        known: Returns the value of a component quickly, or None.

    Attributes:
        work: The number of options of options that were examined.
    """

    def __init__(self, moves: CheckedMoves[P], value: Callable[[P], int], known: Callable[[P], int | None]) -> None:
        self.moves, self._value, self._known = moves, value, known
        self.parts: list[P] = []
        self.work = 0
        self._numbers: dict[P, int] = {}
        self._values: dict[int, int | None] = {}
        self._options: dict[int, list[Parts]] = {}
        self._goals: dict[int, list[Goal]] = {}
        self._weights: dict[int, int] = {}

    def numbered(self, position: P) -> Parts:
        """Return the numbers of the components of a position, ascending; new components get the next numbers."""
        numbers = []
        for part in self.moves.parts(position):
            if part not in self._numbers:
                self._numbers[part] = len(self.parts)
                self.parts.append(part)
            numbers.append(self._numbers[part])
        return tuple(sorted(numbers))

    def value(self, number: int) -> int:
        """Return the Grundy value of a component, by a search if necessary."""
        known = self.known(number)
        if known is None:
            known = self._values[number] = self._value(self.parts[number])
        return known

    def known(self, number: int) -> int | None:
        """Return the Grundy value of a component if it is known without a search, else None."""
        if self._values.get(number) is None:
            self._values[number] = self._known(self.parts[number])
        return self._values[number]

    def weight(self, number: int) -> int:
        """Return the weight of a component, a number that estimates its size.

        It is the result of `moves.weight`, or the number of options of the component if `moves` has no such function.
        """
        if number not in self._weights:
            weigh = self.moves.weight
            self._weights[number] = weigh(self.parts[number]) if weigh else len(self._left(number))
        return self._weights[number]

    def goals(self, number: int) -> list[Goal]:
        """Return the statements that together prove the value v of a component.

        There is a statement for each j < v: some option has the value j. There is also one for each option: its value
        is not v. A statement is given as a list of sets of components. It is proved if the values of all components in
        one of the sets are proved. Statements that need no component are omitted; those with fewest sets come first.
        """
        if number not in self._goals:
            value, options = self.value(number), self._left(number)
            goals = [*self._shown(value, options), *(self._refused(value, option) for option in options)]
            unlike = {frozenset(ways): self._cheapest(ways) for ways in goals if frozenset() not in ways}
            self._goals[number] = sorted(unlike.values(), key=len)
        return self._goals[number]

    def entry(self, number: int, proved: set[int]) -> list[object]:
        """Return the entry of a component in a certificate.

        Args:
            number: The number of the component.
            proved: The numbers of the components with an earlier entry, whose values the proof may use.

        Returns:
            The entry [component, value, hints], with a hint for each option. The hint is -1 if the values of the
            components of the option are proved. Otherwise it is the index of a reply to the option: an option of it
            that has the value of the component.
        """
        part, value = self.parts[number], self.value(number)
        return [self.moves.show(part), value, [self._hint(q, value, proved) for q in self.moves.listed(part)]]

    def _left(self, number: int) -> list[Parts]:
        if number not in self._options:
            options = self.moves.options(self.parts[number])
            self._options[number] = [*dict.fromkeys(self.numbered(option) for option in options)]
        return self._options[number]

    def _total(self, parts: Parts) -> int | None:
        total = 0
        for part in parts:
            if (value := self.known(part)) is None:
                return None
            total ^= value
        return total

    def _exact(self, parts: Parts) -> int:
        return nim_sum(map(self.value, parts))

    def _shown(self, value: int, options: Sequence[Parts]) -> Iterator[set[frozenset[int]]]:
        totals = [self._total(option) for option in options]
        if not {*range(value)} <= {*totals}:
            totals = [self._exact(option) for option in options]
        ways: dict[int | None, set[frozenset[int]]] = {}
        for option, total in zip(options, totals, strict=True):
            ways.setdefault(total, set()).add(frozenset(option))
        return (ways[wanted] for wanted in range(value))

    def _refused(self, value: int, option: Parts) -> set[frozenset[int]]:
        if not option:
            return {frozenset()}
        ways = {frozenset(option)} if self._total(option) not in {None, value} else set()
        for reply in self._replies(option):
            self.work += 1
            if self._total(reply) == value:
                ways.add(frozenset(reply))
                if not reply:
                    break
        if not ways:
            self._exact(option)  # computes the values, and this one differs from the component's
            ways.add(frozenset(option))
        return ways

    def _replies(self, option: Parts) -> Iterator[Parts]:
        for at, part in enumerate(option):
            others = option[:at] + option[at + 1 :]
            if part not in others[:at]:
                yield from (others + left for left in self._left(part))

    def _cheapest(self, ways: Iterable[frozenset[int]]) -> Goal:
        """Return up to `MOST_WAYS` of the given sets of components, cheapest first.

        A set that contains a cheaper one is left out.
        """
        goal: Goal = []
        for way in sorted(ways, key=lambda way: (sum(self.weight(part) ** 3 for part in way), sorted(way))):
            if not any(other <= way for other in goal):
                goal.append(way)
                if len(goal) == MOST_WAYS:
                    break
        return goal

    def _hint(self, option: P, value: int, proved: set[int]) -> int:
        if proved.issuperset(parts := self.numbered(option)) and self._exact(parts) != value:
            return -1
        replies = map(self.numbered, self.moves.listed(option))
        return next(j for j, reply in enumerate(replies) if proved.issuperset(reply) and self._exact(reply) == value)


def entries_of(ways: Ways[P], proof: set[int]) -> Entries:
    """Return the entries of a proof, each after those it depends on.

    Args:
        ways: The sets of components that prove the statements about each component.
        proof: The numbers of the components of the proof.

    Returns:
        The entries in this order.
    """
    order: dict[int, list[object]] = {}
    proved: set[int] = set()
    waiting: set[int] = set()
    stack = sorted(proof, reverse=True)
    while stack:
        part = stack[-1]
        if part in waiting or part in proved:
            stack.pop()
            if part not in proved:
                order[part] = ways.entry(part, proved)
                proved.add(part)
        else:
            waiting.add(part)
            rests = (next(way for way in goal if way <= proof) for goal in ways.goals(part))
            stack += [other for way in rests for other in sorted(way) if other not in proved]
    return [*order.values()]
