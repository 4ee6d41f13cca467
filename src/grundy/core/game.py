"""Games: sums of positions with the rulesets by which they are played."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from importlib import import_module
from re import search
from typing import Any, NamedTuple, cast

from .errors import GrundyError, LimitReached, PositionError, RuleError
from .facets import count_moves, has_misere_rule
from .integers import MAX_DIGITS, shown
from .kinds import EntailedPosition, NotSummable, TwoSided
from .ruleset import OVER, Ruleset
from .sums import P, Sum


class Drawable:
    """A base class of objects that a Jupyter notebook shows as a picture or as formatted text.

    It provides the methods that notebooks call, `_repr_mimebundle_` and `_repr_html_`, so a subclass adds nothing.
    These methods call the function `bundle_of` of the module named in `grundy.DRAWS`, which must support the class.
    """

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        face = import_module(__name__.partition(".")[0])
        found: dict[str, str] = import_module(face.DRAWS, face.__name__).bundle_of(self, include, exclude)
        return found

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_(["text/html"])["text/html"]


class Summand(NamedTuple):
    """One or more components that are played by the same ruleset.

    Attributes:
        ruleset: The ruleset of all these components.
        parts: The positions.
    """

    ruleset: Ruleset[Any]
    parts: Sum[Any]

    def __str__(self) -> str:
        """Return the summand in notation, such as "nim: 3 5"; reading the text returns an equal summand."""
        text = self.ruleset.show(self.parts)
        return f"{self.ruleset.name}: {text if self.parts or self._is_empty(text) else OVER}"

    def _is_empty(self, text: str) -> bool:
        """Return whether `bind` of the ruleset reads this text as a sum without components, such as an empty board."""
        try:
            return self.ruleset.bind(text) == (self.ruleset, Sum())
        except GrundyError:
            return False


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
        """Build a sum; raise `RuleError` if the summands cannot be added.

        This is so if a position states whose turn it is (`NotSummable`) and is not the only component, or if the rules
        of some summands are misère and those of others are not.
        """
        self.summands = summands
        self.size = sum([len(parts) for _, parts in summands])
        if len(summands) > 1 or any(len(parts) > 1 and isinstance(ruleset, NotSummable) for ruleset, parts in summands):
            mixed = len({has_misere_rule(ruleset) for ruleset, _ in summands}) > 1
            for ruleset, _ in summands:
                if isinstance(ruleset, NotSummable):
                    what = "cannot be a component of a sum, because its positions state whose turn it is"
                    raise RuleError(f"{ruleset.name} {what}")
                if mixed:
                    what = "here the last move wins in one game and loses in another"
                    raise RuleError(f"a sum needs one play convention: {what}")

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
        return cls(Summand(ruleset, Sum.of(accept_position(ruleset, position) for position in positions)))

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
        i, place = self._place(number)
        ruleset, parts = self.summands[i]
        return ruleset, parts[place]

    def _place(self, number: int) -> tuple[int, int]:
        for i, (_, parts) in enumerate(self.summands):
            if 0 <= number < len(parts):
                return i, number
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
                return count_moves(ruleset, position)
            return sum([count_moves(ruleset, position) for ruleset, position in self.parts])
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
            if has_misere_rule(ruleset):
                return True
        return False

    def any_rule(self, *kinds: type) -> bool:
        """Return whether one of the rulesets is of certain classes, such as `TwoSided`.

        Args:
            kinds: The classes.

        Returns:
            Whether a ruleset is an instance of one of them.

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
        i, place = self._place(part)
        ruleset, parts = self.summands[i]
        changed = Summand(ruleset, parts.replace(place, leaves))
        return Game(*self.summands[:i], changed, *self.summands[i + 1 :])

    def __add__(self, other: object) -> Game:
        """Return the sum of two games; raise `RuleError` if their rulesets cannot be in one sum."""
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


def accept_position(ruleset: Ruleset[P], position: Hashable) -> P:
    """Check a position from a caller and convert it to plain Python integers; options of a position need no such check.

    Args:
        ruleset: The ruleset.
        position: The position; its integers may be those of other libraries.

    Returns:
        The position with ints.

    Raises:
        InputError: If the position does not belong to the ruleset.

    Example:
        >>> from grundy import read_ruleset
        >>> accept_position(read_ruleset("wythoff"), (4, 8))
        (4, 8)
    """
    if type(position) is not int:
        from .literals import plain_position

        position = plain_position(position)
    plain = cast("P", position)
    try:
        ruleset.check(plain)
        if type(position) is int and position.bit_length() <= MAX_DIGITS:
            return plain
        text = ruleset.show(Sum(plain))
    except GrundyError:
        raise
    except Exception as error:  # a value of any type was compared, or has more digits than Python writes
        raise PositionError(f"{ruleset.name}: expected a position, found {shown(position)}") from error
    if len(text) > MAX_DIGITS and search(rf"[0-9]{{{MAX_DIGITS + 1}}}", text):
        raise PositionError(f"{ruleset.name}: expected numbers of at most {MAX_DIGITS} digits, found a longer one")
    return plain


def obliged_part(game: Game) -> int | None:
    """Return the number of the component in which the player to move must move, or None if any may be chosen.

    Such an obligation (`EntailedPosition`) follows a move that must be answered in the same component. Play by the
    rules leaves at most one; `RuleError` is raised if a game has more.
    """
    for _, parts in game.summands:
        if EntailedPosition in map(type, parts):
            break
    else:
        return None
    found = [i for i, (_, position) in enumerate(game.parts) if position.__class__ is EntailedPosition]
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


def two_sided(game: Game) -> tuple[TwoSided[Any], Any] | None:
    """Return (ruleset, position) of a game whose players have different moves, or None for a sum of impartial games."""
    for ruleset, parts in game.summands:
        if isinstance(ruleset, TwoSided) and parts:
            return ruleset, parts[0]  # such a game has one part
    return None
