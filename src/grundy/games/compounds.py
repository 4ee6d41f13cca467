"""Compounds of games: several games played at once by rules other than the disjunctive sum.

    conjunctive: nim: 3 & kayles: 7         components joined by " & ", each a sum of positions of one ruleset
    selective: nim: 3 5 7                   without "&" every position of the sum is a component

A component has ended when it has no move. In normal play the player who cannot move in the compound loses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations
from math import prod
from typing import Any, TypeVar

from ..core import (
    Entailing,
    Game,
    Knowledge,
    Move,
    NotationError,
    NotSummable,
    PositionError,
    RuleError,
    Ruleset,
    Sum,
    Summand,
    Theorem,
    as_sum,
    count_moves,
    has_misere_rule,
)
from .catalogue import COMPOUNDS
from .forms import combined, within

T = TypeVar("T")
Components = tuple[Sum[Any], ...]
"""One sum of positions for each component."""
JOIN = " & "
_CONWAY = 'J. H. Conway, "On Numbers and Games", 1976, chapter 14'
_SMITH = (
    'H. Steinhaus, "Definicje potrzebne do teorii gry i poscigu", 1925; '
    'C. A. B. Smith, "Graphs and composite games", 1966'
)
THEORY = {
    "conjunctive": Theorem("The least remoteness of a component is that of the compound", _SMITH),
    "continued": Theorem("The greatest suspense of a component is that of the compound", _CONWAY),
    "selective": Theorem(
        "P exactly when every component is; in misère play only if at least two have not ended, otherwise the "
        "last one decides",
        _CONWAY,
    ),
    "shortened": Theorem("P exactly when every component is, or (in normal play) one has ended", _CONWAY),
    "diminished": Theorem("The foreclosed values of the components add like nim heaps", _CONWAY),
    "ordinal": Theorem(
        "The value of G : H is the h-th number, from 0, that is not the value of an option of G, where H has value h",
        _CONWAY,
    ),
    "side": Theorem(
        "The foreclosed value of the first component adds to the values of the others",
        f"by the argument for diminished sums: {_CONWAY}",
    ),
    "sequential": Theorem(
        "The value is the mex over the options; a component that has ended counts as the value of the next one",
        'W. Stromquist and D. Ullman, "Sequential compounds of combinatorial games", 1993',
    ),
}
"""The theorem that decides each compound."""


class Compound(Ruleset[Components], Knowledge[Components]):
    """A compound of games: several games played at once in one of the ways listed in `COMPOUNDS`.

    The attribute `kind` is the name of the way. It determines in which components a player moves: for example in every
    component (conjunctive), in one or more (selective), or in the first one that has not ended (sequential).
    """

    def __init__(self, kind: str, rulesets: Sequence[Ruleset[Any]]) -> None:
        """Build the compound.

        Args:
            kind: How components are played together: conjunctive, continued, selective, shortened, diminished, ordinal,
                side or sequential. `COMPOUNDS` describes each.
            rulesets: The ruleset of each component, at least two.

        Raises:
            RuleError: If the kind is unknown, there are fewer than two rulesets, or one cannot be part of a sum.
        """
        if kind not in COMPOUNDS:
            raise RuleError(f"expected a compound ({', '.join(COMPOUNDS)}), found {kind!r}")
        if len(rulesets) < 2:
            raise RuleError(f"{kind}: a compound has at least two components")
        for ruleset in rulesets:
            if isinstance(ruleset, (Compound, Entailing, NotSummable)) or has_misere_rule(ruleset):
                raise RuleError(f"{ruleset.name} cannot be a component of a compound")
        self.kind = self.name = kind
        self.rulesets = tuple(rulesets)
        self.theory = THEORY[kind]

    @classmethod
    def of(cls, kind: str, components: Iterable[tuple[Ruleset[Any], Sum[Any]]]) -> Game:
        """Build the game that plays several positions as a compound.

        Args:
            kind: The name of the way to play, one of `COMPOUNDS`.
            components: Pairs of a ruleset and a sum of its positions.

        Returns:
            The game.

        Raises:
            RuleError: If there are fewer than two components, or one cannot be part of a sum.
        """
        found = list(components)
        return Game.of(cls(kind, [ruleset for ruleset, _ in found]), tuple(parts for _, parts in found))

    def options(self, position: Components) -> Iterator[Components]:
        """Return the position after each move.

        Moves are sorted by the components in which the player moves, then by the move in the first of these, and so on.
        """
        return (self._left(position, where, made) for where, made in self._played(position, self._leaves))

    def moves(self, position: Components) -> Iterator[Move[Components]]:
        """Return the moves, with names such as "1: take 2, 3: take 1": the component, from 1, and the move in it."""
        for where, made in self._played(position, self._named):
            label = ", ".join(f"{i + 1}: {move.label}" for i, move in zip(where, made, strict=True))
            yield Move(label, Sum(self._left(position, where, [move.leaves for move in made])))

    def count_moves(self, position: Components) -> int:
        """Return the number of moves without listing them."""
        counts = [sum(count_moves(self.rulesets[i], part) for part in parts) for i, parts in enumerate(position)]
        if self.ended(position, counts):
            return 0
        if self.kind in ("conjunctive", "continued"):
            return prod(filter(None, counts))
        if self.kind in ("selective", "shortened"):
            return prod(count + 1 for count in counts) - 1
        return next(filter(None, counts)) if self.kind == "sequential" else sum(counts)

    def ended(self, position: Components, alive: Sequence[object] = ()) -> bool:
        """Return whether play has ended, because the kind of compound allows no move.

        Args:
            position: The components.
            alive: For each component whether it has a move; if empty, this is computed.

        Returns:
            Whether no move is allowed.
        """
        going = list(map(bool, alive)) or [self.is_alive(i, parts) for i, parts in enumerate(position)]
        if self.kind in ("conjunctive", "shortened", "diminished"):
            return not all(going)
        return not (going[0] if self.kind == "side" else any(going))

    def is_alive(self, number: int, parts: Sum[Any]) -> bool:
        """Return whether a component has a move.

        Args:
            number: The number of the component, from 0.
            parts: The component: a sum of positions.

        Returns:
            Whether one of the positions has an option.
        """
        options = self.rulesets[number].options
        return any(next(iter(options(part)), None) is not None for part in parts)

    def _played(
        self, position: Components, listed: Callable[[int, Sum[Any]], Iterator[T]]
    ) -> Iterator[tuple[Sequence[int], tuple[T, ...]]]:
        alive = [i for i, parts in enumerate(position) if self.is_alive(i, parts)]
        if self.ended(position, [i in alive for i in range(len(position))]):
            return
        choices: Iterable[Sequence[int]] = [(i,) for i in (alive[:1] if self.kind == "sequential" else alive)]
        if self.kind in ("conjunctive", "continued"):
            choices = [alive]
        if self.kind in ("selective", "shortened"):
            choices = chain.from_iterable(combinations(alive, size) for size in range(1, len(alive) + 1))
        for where in choices:
            for made in combined([partial(listed, i, position[i]) for i in where]):
                yield where, made

    def _left(self, position: Components, where: Sequence[int], made: Sequence[Sum[Any]]) -> Components:
        """Return the compound in which the components with the numbers `where` are replaced by the sums `made`.

        In an ordinal sum all components after the one in which the player moves become empty.
        """
        after = list(position)
        for i, leaves in zip(where, made, strict=True):
            after[i] = leaves
        if self.kind == "ordinal":
            after[where[0] + 1 :] = [Sum() for _ in after[where[0] + 1 :]]
        return tuple(after)

    def _leaves(self, number: int, parts: Sum[Any]) -> Iterator[Sum[Any]]:
        options = self.rulesets[number].options
        return (parts.replace(i, as_sum(option)) for i, part in enumerate(parts) for option in options(part))

    def _named(self, number: int, parts: Sum[Any]) -> Iterator[Move[Any]]:
        moves = self.rulesets[number].moves
        return (
            Move(move.label if len(parts) == 1 else f"{move.label} in piece {i + 1}", parts.replace(i, move.leaves))
            for i, part in enumerate(parts)
            for move in moves(part)
        )

    def canonical(self, position: Components) -> Components:
        """Replace every position in every component by its canonical one, and sort the positions of each component."""
        return tuple(
            Sum.of(sorted(map(ruleset.canonical, parts), key=repr))
            if len(parts) != 1
            else Sum(ruleset.canonical(parts[0]))
            for ruleset, parts in zip(self.rulesets, position, strict=True)
        )

    def check(self, position: Components) -> None:
        if type(position) is not tuple or len(position) != len(self.rulesets):
            raise PositionError(f"{self.name}: expected {len(self.rulesets)} components, found {position!r}")
        for ruleset, parts in zip(self.rulesets, position, strict=True):
            if not isinstance(parts, Sum):
                raise PositionError(f"{self.name}: expected a Sum for every component, found {parts!r}")
            for part in parts:
                ruleset.check(part)

    def read(self, text: str) -> Sum[Components]:
        """Read a position as `show` writes it: "NAME: COMPONENT" for each ruleset of the compound, joined by "&".

        A component in which nothing is left is written "over".
        """
        found, at = [], len(text) - len(text.lstrip())
        for ruleset, behind in zip(self.rulesets, (*self.rulesets[1:], None), strict=True):
            head = f"{ruleset.name}:"
            if not text.startswith(head, at):
                raise NotationError(f"expected {head!r}, found {text[at : at + 40]!r}", text=text, at=at)
            at += len(head)
            stop = len(text) if behind is None else text.find(f"{JOIN}{behind.name}:", at)
            if stop < 0:
                raise NotationError(f"expected {len(self.rulesets)} components joined by &", text=text, at=len(text))
            with within(text, at):
                found.append(ruleset.bind(text[at:stop])[1])
            at = stop + len(JOIN)
        return Sum(tuple(found))

    def show(self, parts: Sum[Components]) -> str:
        return "; ".join(
            JOIN.join(str(Summand(rule, found)) for rule, found in zip(self.rulesets, position, strict=True))
            for position in parts
        )
