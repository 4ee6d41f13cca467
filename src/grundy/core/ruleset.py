"""Rulesets, which state the options of a position, and games, which are sums of positions with their rulesets.

A ruleset has one required method, `options`. All other methods are optional: they use the words of the game (`moves`,
`read`, `show`), or count and merge positions faster. What else is known about a game is stated by facets (`facets.py`).
The options define the game, and a theorem is a shortcut; tests compare every optional method with `options`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from re import search
from typing import Any, Generic, Literal, NamedTuple, SupportsIndex, TypeAlias, TypeVar, cast

from .errors import GrundyError, LimitReached, PositionError, RuleError
from .integers import MAX_DIGITS, shown
from .limits import MAX_OPTIONS, at_most
from .sums import Move, P, Sum, as_sum

OVER = "over"
"""The text of a position without components."""
Option: TypeAlias = "P | Sum[P]"
"""The result of a move: a sum, or one bare position, which means the sum of this position alone."""


F = TypeVar("F")
"""A facet."""


class Drawable:
    """An object that a notebook draws; `grundy.DRAWS` names the module whose `bundle_of` draws it."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        face = import_module(__name__.partition(".")[0])
        found: dict[str, str] = import_module(face.DRAWS, face.__name__).bundle_of(self, include, exclude)
        return found


class Theorem(NamedTuple):
    """A theorem that gives results without search.

    Attributes:
        statement: The theorem in one sentence for the user.
        source: Its author, title and year.
    """

    statement: str
    source: str

    def __str__(self) -> str:
        return f"{self.statement} ({self.source})"


class Course(NamedTuple):
    """An arithmetic-periodic sequence: f(n + period) = f(n) + saltus for every n >= preperiod.

    Attributes:
        preperiod: The first n of the periodic part.
        period: The length of the period, at least 1.
        saltus: The increase per period; 0 means that the sequence is periodic.
    """

    preperiod: int
    period: int
    saltus: int = 0

    def stretched(self, period: int) -> Course:
        """Return the same sequence, described with a multiple of its period."""
        return Course(self.preperiod, period, self.saltus * (period // self.period))

    @property
    def window(self) -> int:
        """The number of terms, from 0, that determine the sequence."""
        return self.preperiod + self.period


class Ruleset(ABC, Generic[P]):
    """The rules of an impartial game on positions of type P, which are hashable and immutable.

    A subclass defines `name`, the text that names the ruleset with its parameters, and `options`.

    Example:
        >>> class Countdown(Ruleset[int]):
        ...     name = "countdown"
        ...     def options(self, position):
        ...         return range(position)
        >>> [move.label for move in Countdown().moves(2)]
        ['to 0', 'to 1']
    """

    name: str = ""
    _made_by: tuple[Callable[..., Any], tuple[str, ...]] | None = None
    heaps: bool = False
    """Whether positions are single heaps: whole numbers, and every move leaves smaller ones."""
    last_loses: bool = False
    """Whether the rules themselves are misère: the player who makes the last move loses."""

    @abstractmethod
    def options(self, position: P) -> Iterable[Option[P]]:
        """Return the options of `position`, in the same order at every call."""

    def moves(self, position: P) -> Iterable[Move[P]]:
        """Return the moves of `position` with their labels, in the order of `options`."""
        for option in self.options(position):
            leaves = as_sum(option)
            yield Move(f"to {self.show(leaves)}", leaves, kind="move")

    def named_move(self, position: P, label: str, leaves: Sum[P]) -> Move[P]:
        """Find the move with a name and an option, and with the details that `moves` adds to these.

        Args:
            position: The position.
            label: The name of the move.
            leaves: The option.

        Returns:
            The move of `moves`, or one without details if it is not among the first `MAX_OPTIONS` moves.
        """
        move = Move(label, leaves)
        return next((each for each in islice(self.moves(position), MAX_OPTIONS) if each == move), move)

    def count_moves(self, position: P) -> int:
        """Return the number of moves of `position`; raise `LimitReached` if there are too many to list."""
        return len(at_most(self.options(position), f"{self.name}: a position has"))

    def check(self, position: P) -> None:  # subclasses may override it
        """Raise `PositionError` if `position` does not belong to this ruleset."""

    def accept(self, position: Hashable) -> P:
        """Check a position from a caller and return it with plain Python integers.

        Raises `InputError` if the position does not belong to this ruleset. Options of a position need no such check.

        >>> from grundy import read_ruleset
        >>> read_ruleset("wythoff").accept((4, 8))
        (4, 8)
        """
        if type(position) is not int:
            from .literals import plain_position

            position = plain_position(position)
        plain = cast("P", position)
        try:
            self.check(plain)
            if type(position) is int and position.bit_length() <= MAX_DIGITS:
                return plain
            text = self.show(Sum(plain))
        except GrundyError:
            raise
        except Exception as error:  # a value of any type was compared, or has more digits than Python writes
            raise PositionError(f"{self.name}: expected a position, found {shown(position)}") from error
        if len(text) > MAX_DIGITS and search(rf"[0-9]{{{MAX_DIGITS + 1}}}", text):
            raise PositionError(f"{self.name}: expected numbers of at most {MAX_DIGITS} digits, found a longer one")
        return plain

    def canonical(self, position: P) -> P:
        """Return one representative of all positions that are equivalent; applying it twice changes nothing."""
        return position

    def bind(self, text: str) -> tuple[Ruleset[P], Sum[P]]:
        """Read a text that may begin with a graph or board: return the ruleset on it, and the components.

        The text "over" means no components, even if `read` does not know it.
        """
        return self, Sum() if text.strip() == OVER else self.read(text)

    def read(self, text: str) -> Sum[P]:
        """Read the components of a position, so that `read(show(x)) == x`.

        Raises `InputError` with the place of the mistake.
        """
        from .literals import read_literals

        if text.strip() == OVER:
            return Sum()
        parts: Sum[P] = Sum.of(read_literals(text))
        for part in parts:
            self.check(part)
        return parts

    def show(self, parts: Sum[P]) -> str:
        """Write components so that `read` reads them; the empty sum is "over"."""
        from .literals import show_literal

        return " ".join(map(show_literal, parts)) or OVER

    def brief(self, position: P) -> str:
        """Return a short name of the position, which no other position on the same graph or board has."""
        return self.show(Sum(position))

    def facet(self, kind: type[F]) -> F:
        """Return this ruleset if it derives from a facet (`core/facets.py`), otherwise a facet that states nothing.

        >>> from grundy import read_ruleset
        >>> from grundy.core import Structure
        >>> read_ruleset("take {1, 3}").facet(Structure).sequence(), read_ruleset("maze").facet(Structure).sequence()
        ((1, 3), None)
        """
        return self if isinstance(self, kind) else kind()

    def __eq__(self, other: object) -> bool:
        """Compare classes, names and all attributes; a ruleset that has caches among these replaces this method."""
        if self is other:
            return True
        return type(self) is type(other) and self.name == other.name and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        return self._made_by or super().__reduce_ex__(protocol)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def copied_by(ruleset: Ruleset[Any], function: Callable[..., Any], *arguments: str) -> None:
    """Make copies of a ruleset and send it to other processes by a function, because its module cannot be imported.

    Args:
        ruleset: The ruleset.
        function: The function that builds an equal ruleset.
        arguments: The arguments of the function.
    """
    ruleset._made_by = function, arguments  # noqa: SLF001  # of the class above


class NotSummable(Ruleset[P]):
    """A ruleset whose positions depend on the player to move (a side, a budget), so that they cannot be part of a sum.

    Its games always have one component.
    """

    def bind(self, text: str) -> tuple[Ruleset[P], Sum[P]]:
        """Read one position."""
        return self, self.read(text)


class Summand(NamedTuple):
    """Components with the ruleset by which they are played.

    Attributes:
        ruleset: The ruleset of all these components.
        parts: The positions.
    """

    ruleset: Ruleset[Any]
    parts: Sum[Any]

    def __str__(self) -> str:
        """Return the name of the ruleset and the components, so that `bind` reads exactly these."""
        text = self.ruleset.show(self.parts)
        return f"{self.ruleset.name}: {text if self.parts or self._is_empty(text) else OVER}"

    def _is_empty(self, text: str) -> bool:
        """Return whether a text states a graph or board without components; games without one write "over"."""
        try:
            return self.ruleset.bind(text) == (self.ruleset, Sum())
        except GrundyError:
            return False


class Obliged(NamedTuple, Generic[P]):
    """A component in which the player to move must move.

    Attributes:
        position: The position of the component.
        only: "pass" if the only move is to pass; otherwise any answer of the ruleset is allowed.
    """

    position: P
    only: Literal["", "pass"] = ""

    @property
    def passing(self) -> bool:
        """Whether a pass is the only answer, so that the other player moves again."""
        return self.only == "pass"


class Game(Drawable):
    """A disjunctive sum of components, numbered from 0 in the order of the text. It is immutable.

    Attributes:
        summands: The components, grouped by ruleset.
        size: The number of components.

    Example:
        >>> from grundy import read_game, solve
        >>> board = read_game("nim: 3 5") + read_game("kayles: 7")
        >>> board.size, board == read_game("nim: 3 5 + kayles: 7"), solve(board).value
        (3, True, 4)
    """

    __slots__ = ("size", "summands")

    def __init__(self, *summands: Summand) -> None:
        """Build a sum; raise `RuleError` if a ruleset cannot be part of it."""
        self.summands = summands
        self.size = sum([len(parts) for _, parts in summands])
        if len(summands) > 1 or any(len(parts) > 1 and isinstance(ruleset, NotSummable) for ruleset, parts in summands):
            mixed = len({ruleset.last_loses for ruleset, _ in summands}) > 1
            for ruleset, _ in summands:
                _refuse_in_sum(ruleset, mixed)

    @classmethod
    def of(cls, ruleset: Ruleset[Any], *positions: Any) -> Game:  # noqa: ANN401  # any position
        """Return the game with positions of one ruleset.

        Args:
            ruleset: The ruleset of all positions.
            positions: The positions; integers of other libraries become ints.

        Returns:
            The sum of the positions.

        Raises:
            PositionError: If a position does not belong to the ruleset.
            RuleError: If the positions cannot be components of a sum.

        Example:
            >>> from grundy import read_ruleset
            >>> Game.of(read_ruleset("nim"), 3, 5)
            <Game nim: 3 5>
        """
        return cls(Summand(ruleset, Sum.of(ruleset.accept(position) for position in positions)))

    @property
    def parts(self) -> Iterator[tuple[Ruleset[Any], Any]]:
        """The components as pairs (ruleset, position).

        Example:
            >>> from grundy import read_game
            >>> [(ruleset.name, position) for ruleset, position in read_game("nim: 3 5 + kayles: 7").parts]
            [('nim', 3), ('nim', 5), ('kayles', 7)]
        """
        return ((ruleset, position) for ruleset, parts in self.summands for position in parts)

    def part(self, number: int) -> tuple[Ruleset[Any], Any]:
        """Return (ruleset, position) of one component.

        Args:
            number: The number of the component, from 0.

        Returns:
            Its ruleset and its position.

        Raises:
            IndexError: If there is no such component.

        Example:
            >>> from grundy import read_game
            >>> read_game("nim: 3 5").part(1)
            (<Nim nim>, 5)
        """
        for ruleset, parts in self.summands:
            if 0 <= number < len(parts):
                return ruleset, parts[number]
            number -= len(parts)
        raise IndexError("the game has no component of this number")

    def count_moves(self) -> int | None:
        """Return the number of moves in all components, or None if a component has too many to count.

        Example:
            >>> from grundy import read_game
            >>> read_game("nim: 10 12 5").count_moves()
            27
        """
        try:
            obliged = obliged_part(self)
            if obliged is not None:
                ruleset, position = self.part(obliged)
                return ruleset.count_moves(position)
            return sum([sum(map(ruleset.count_moves, parts)) for ruleset, parts in self.summands])
        except LimitReached:
            return None

    @property
    def last_loses(self) -> bool:
        """Whether the rules themselves are misère.

        Example:
            >>> from grundy import read_game
            >>> read_game("notakto: 3x3").last_loses
            True
        """
        for ruleset, _ in self.summands:  # noqa: SIM110  # called often: `any` takes twice as long
            if ruleset.last_loses:
                return True
        return False

    def any_rule(self, *kinds: type) -> bool:
        """Return whether one of the rulesets is of one of these classes, such as `TwoSided`.

        Example:
            >>> from grundy import read_game
            >>> from grundy.core import TwoSided
            >>> read_game("nim: 3").any_rule(TwoSided)
            False
        """
        for ruleset, _ in self.summands:  # noqa: SIM110  # called often: `any` takes twice as long
            if isinstance(ruleset, kinds):
                return True
        return False

    def after(self, part: int, leaves: Sum[Any]) -> Game:
        """Return the game after a move in one component.

        Args:
            part: The number of the component, from 0.
            leaves: The positions that the move leaves.

        Returns:
            The game after the move.

        Raises:
            IndexError: If there is no such component.

        Example:
            >>> from grundy import Sum, read_game
            >>> read_game("nim: 3 5").after(1, Sum(3))
            <Game nim: 3 3>
        """
        summands = list(self.summands)
        for i, (ruleset, parts) in enumerate(summands):
            if 0 <= part < len(parts):
                summands[i] = Summand(ruleset, parts.replace(part, leaves))
                return Game(*summands)
            part -= len(parts)
        raise IndexError("the game has no component of this number")

    def __add__(self, other: object) -> Game:
        """Return the sum of two games; raise `RuleError` if a ruleset cannot be part of it."""
        return Game(*self.summands, *other.summands) if isinstance(other, Game) else NotImplemented

    def __reduce__(self) -> tuple[type[Game], tuple[Summand, ...]]:
        return Game, self.summands

    def __str__(self) -> str:
        """Return the game in notation; reading the text returns an equal game."""
        return " + ".join(map(str, self.summands))

    def __repr__(self) -> str:
        return f"<Game {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.summands == other.summands

    def __hash__(self) -> int:
        return hash(self.summands)


def obliged_part(game: Game) -> int | None:
    """Return the number of the component that must be answered, or None if the player to move is free.

    Raises `RuleError` if there is more than one, which no play leads to.
    """
    if not any(Obliged in {*map(type, parts)} for _, parts in game.summands):
        return None
    found = [i for i, (_, position) in enumerate(game.parts) if position.__class__ is Obliged]
    if len(found) > 1:
        raise RuleError("at most one component must be answered, found more")
    return found[0] if found else None


def playable(game: Game) -> Iterator[tuple[int, Ruleset[Any], Any]]:
    """Yield (number, ruleset, position) of the components in which the player to move may move."""
    obliged = obliged_part(game)
    if obliged is not None:
        yield obliged, *game.part(obliged)
        return
    for part, (ruleset, position) in enumerate(game.parts):
        yield part, ruleset, position


def _refuse_in_sum(ruleset: Ruleset[Any], mixed: bool) -> None:
    """Raise `RuleError` if the ruleset cannot be part of a sum, or if the play conventions in the sum are mixed."""
    if isinstance(ruleset, NotSummable):
        raise RuleError(f"{ruleset.name} cannot be a component of a sum, because its positions state whose turn it is")
    if mixed:
        raise RuleError("a sum needs one play convention: here the last move wins in one game and loses in another")
