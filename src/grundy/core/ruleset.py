"""What a rule is, one required method and hooks with honest defaults; and a game: positions by rules, side by side.

A ruleset says which options a position has. Everything else follows from that; the hooks only
say it faster (`known_value` ...), in the game's own words (`moves`, `read`, `show`) or as a picture
(`scene`). The rule is the truth, a theorem is a shortcut: tests compare every hook with `options`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from re import search
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, SupportsIndex, TypeAlias, cast

from .errors import GrundyError, LimitReached, PositionError, RuleError
from .integers import MAX_DIGITS, read_integers, shown
from .limits import at_most
from .showing import Drawable
from .sums import Move, Outcome, P, Sum, as_sum, tame_outcome

if TYPE_CHECKING:
    from .checked import CheckedGame
    from .codes import Code
    from .expressions import Node
    from .packed import Packed
    from .scenes import Faces, Scene, SpotLine
    from .tails import TailedGraph

OVER = "over"
"""How a position without parts is written."""
Vectors: TypeAlias = "tuple[tuple[int, ...], ...]"
"""What moves take, one entry for each heap."""
Option: TypeAlias = "P | Sum[P]"
"""What a move leaves: a sum, or one bare position that stands for the sum of itself alone."""


Place: TypeAlias = "tuple[int, int] | str"
"""A square of a board by row and column from 0, or a vertex of a network by its name."""


class Theorem(NamedTuple):
    """A known result that answers without search: the statement for the reader, and who proved it where."""

    statement: str
    source: str

    def __str__(self) -> str:
        return f"{self.statement} ({self.source})"


class Course(NamedTuple):
    """f(n + period) = f(n) + saltus for every n >= preperiod; period is at least 1."""

    preperiod: int
    period: int
    saltus: int = 0

    def stretched(self, period: int) -> Course:
        """Return the same course on a multiple of its period."""
        return Course(self.preperiod, period, self.saltus * (period // self.period))

    @property
    def window(self) -> int:
        """How many heaps, from 0 on, show everything."""
        return self.preperiod + self.period


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
    made_by: tuple[Callable[..., Any], tuple[str, ...]] | None = None
    """What makes this ruleset again in another process, where its module has no name to import it by: its file has."""
    heaps: bool = False
    """Positions are single heaps: whole numbers, of which every move leaves smaller ones."""
    solo: bool = False
    """The position says more than the two players may share (whose piece, whose budget): no part of a sum."""
    last_loses: bool = False
    """The rule itself is misere: whoever makes the last move loses."""
    entailing: bool = False
    """Some moves must be answered at once (`Entailing`): the mex alone does not give values."""
    two_sided: bool = False
    """The sides have their own moves (`TwoSided`): who wins is known, but no value."""
    tame: bool = False
    """In misere play a sum of such parts is decided like misere nim on their Grundy values."""
    theory: Theorem | None = None
    """The theorem behind `known_value`, `known_outcome` and `moves_to`."""
    misere_theory: Theorem | None = None
    """The theorem behind `tame` or `known_misere`."""
    value_course: Course | None = None
    """How `known_value` of heaps n, n + 1, ... goes on for ever."""
    outcome_course: Course | None = None
    """How `known_outcome` of heaps goes on, 1 for P, where their values have no course."""
    misere_course: Course | None = None
    """How `known_misere` of single heaps goes on, 1 for P."""
    formula: str = ""
    """`known_value` of every heap n >= 1 as an expression (`core.expressions`), where it has no course."""
    idea_lost: str = ""
    """What `idea` tells who has lost."""
    idea_won: str = ""
    """What `idea` tells who can win."""
    idea_names_move: bool = False
    """What `idea` tells who can win speaks of some winning moves only."""
    idea_lesson: str = ""
    """The lesson of the course that teaches the idea."""
    first_square: tuple[int, int] | None = None
    """The numbers of the first row and column of a drawn board, where moves name squares by numbers."""
    lettered: bool = False
    """Moves name the columns of a drawn board by letters and its rows by numbers from 1."""
    shows_tails: bool = False
    """A place of a drawn board that is empty holds a coin too, with tails up."""
    checked_rule: Mapping[str, Any] | None = None
    """The rule of a heap game as `grundy_check` knows it, where `sequence` does not say it."""
    columns: int | None = None
    """Heaps are P where the number of ones of every binary column is a multiple of this (E. H. Moore, 1910)."""

    def theory_of(self, *, last_loses: bool) -> Theorem | None:
        """Return the theorem about play in which the last move loses, or wins; None where none is known.

        A rule that is misere itself (`Ruleset.last_loses`) is played so in normal play.
        """
        return self.misere_theory if last_loses else self.theory

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

    def accept(self, position: Hashable) -> P:
        """Return a position that a caller gives as this ruleset has it: checked, integers of other libraries as ints.

        Raises `InputError` when it is none of this ruleset. Positions that moves leave need no such check.

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
        """Return one representative of all positions that play the same; idempotent."""
        return position

    def known_value(self, position: P) -> int | None:
        """Return the Grundy value by theorem, or None."""
        return None

    def known_outcome(self, position: P) -> Outcome | None:
        """Return the outcome in normal play by theorem, or None."""
        value = self.known_value(position)
        return None if value is None else Outcome.of_value(value)

    def idea(self, position: P) -> str:
        """Return what decides `position` in normal play as a sentence for learners, or "" where none is known."""
        outcome = self.known_outcome(position) if self.idea_lost or self.idea_won else None
        return {Outcome.P: self.idea_lost, Outcome.N: self.idea_won}.get(outcome, "") if outcome else ""

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

    def tailed(self, text: str) -> TailedGraph | None:
        """Read a fixed graph with two tails of any lengths b and c, or return None where the rule knows none."""
        del text
        return None

    def bind(self, text: str) -> tuple[Ruleset[P], Sum[P]]:
        """Read a position text that may also draw the arena (a graph, a maze): the rule on it, and the parts.

        No parts are "over", also where `read` says nothing of it; a game that stands alone is never without its part.
        """
        return self, Sum() if text.strip() == OVER and not self.solo else self.read(text)

    def on_graph(
        self, pairs: Sequence[tuple[str, str | None]], *, directed: bool, at: str | None
    ) -> tuple[Ruleset[P], Sum[P]]:
        """Return the rule on a graph of named edges, and the parts, a token `at` a vertex; None ends no edge.

        Raises `InputError` where the rule is not played on such graphs.
        """
        kind = "directed" if directed else "undirected"
        token = "without a token" if at is None else "with a token"
        raise PositionError(f"{self.name} is not played on {kind} graphs {token}")

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

    def named_places(self, position: P) -> Iterable[Sequence[Place]]:
        """Return for every move, in the order of `moves`, the places of the picture that its name speaks of.

        Squares of a board are (row, column), counted from 0, vertices of a network are names, edges
        of a multigraph (edge, 0), spots of regions (place, 0). Nothing: the pictures before and after the move tell.
        """
        return ()

    def strokes(self, scene: Faces) -> Iterable[tuple[SpotLine, P, Sum[P]]]:
        """Return every line that can be drawn in a scene, with the canonical position that it cuts and what it leaves.

        The scene may show several positions side by side, and what no longer matters.
        """
        return ()

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

    def takes_where(self) -> Node | None:
        """Return the condition on n and k under which k tokens may be taken from n, where that is the whole rule."""
        return None

    def vectors(self) -> tuple[Vectors, Vectors] | None:
        """Return steps, one of which a move takes from the heaps of a position, and rays, taken any number of times."""
        return None

    def nim_heaps(self, count: int) -> tuple[bool, ...] | None:
        """Return which of `count` heaps of one position play nim together while the others do not count."""
        return None

    def checked(self, parts: Sum[P]) -> CheckedGame | None:
        """Return parts side by side as `grundy_check` knows them by the rule, where it does.

        The parts of a position there are positions of this ruleset, so their values are what it says.
        """
        return None

    def grid(self, position: P) -> Sequence[Sequence[P | None]]:
        """Return the places of the arena in rows and columns (None: a wall), where it is a grid; else nothing."""
        return ()

    def identity(self) -> object:
        """Return what makes two rulesets the same rule: by default the name and everything they hold."""
        return self.name, vars(self)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and self.identity() == other.identity()

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        return self.made_by or super().__reduce_ex__(protocol)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


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


class Summand(NamedTuple):
    """Parts that are played by one rule."""

    ruleset: Ruleset[Any]
    parts: Sum[Any]

    def __str__(self) -> str:
        return f"{self.ruleset.name}: {self.ruleset.write(self.parts)}"


class Obliged(NamedTuple, Generic[P]):
    """A part in which the player to move must move: with an answer of the rule, or `only` with a "pass"."""

    position: P
    only: Literal["", "pass"] = ""

    @property
    def passing(self) -> bool:
        """Whether a pass is the only answer, so that the other player moves again."""
        return self.only == "pass"


class Game(Drawable):
    """A disjunctive sum of summands; its parts are numbered from 0 in the order of the text. It never changes.

    >>> from grundy import read_game, solve
    >>> board = read_game("nim: 3 5") + read_game("kayles: 7")
    >>> board.size, board == read_game("nim: 3 5 + kayles: 7"), solve(board).value
    (3, True, 4)
    """

    __slots__ = ("size", "summands")

    def __init__(self, *summands: Summand) -> None:
        """Put summands side by side; raise `RuleError` when a rule cannot stand in a sum."""
        self.summands = summands
        self.size = sum([len(parts) for _, parts in summands])
        """The number of parts."""
        if len(summands) > 1 or any(len(parts) > 1 and ruleset.solo for ruleset, parts in summands):
            mixed = len({ruleset.last_loses for ruleset, _ in summands}) > 1
            for ruleset, _ in summands:
                _refuse_in_sum(ruleset, mixed)

    @classmethod
    def of(cls, ruleset: Ruleset[Any], *positions: Any) -> Game:  # noqa: ANN401  # any position
        """Return the game of positions of one ruleset.

        Args:
            ruleset: The rule of all positions.
            positions: The positions; integers of other libraries become ints.

        Raises:
            PositionError: If one of them is no position of the ruleset.
            RuleError: If the positions cannot be parts of a sum.

        >>> from grundy import read_ruleset
        >>> Game.of(read_ruleset("nim"), 3, 5)
        <Game nim: 3 5>
        """
        return cls(Summand(ruleset, Sum.of(ruleset.accept(position) for position in positions)))

    @property
    def parts(self) -> Iterator[tuple[Ruleset[Any], Any]]:
        """Yield (ruleset, position) of every part.

        >>> from grundy import read_game
        >>> [(ruleset.name, position) for ruleset, position in read_game("nim: 3 5 + kayles: 7").parts]
        [('nim', 3), ('nim', 5), ('kayles', 7)]
        """
        return ((ruleset, position) for ruleset, parts in self.summands for position in parts)

    def part(self, number: int) -> tuple[Ruleset[Any], Any]:
        """Return (ruleset, position) of one part.

        >>> from grundy import read_game
        >>> read_game("nim: 3 5").part(1)
        (<Nim nim>, 5)
        """
        for ruleset, parts in self.summands:
            if 0 <= number < len(parts):
                return ruleset, parts[number]
            number -= len(parts)
        raise IndexError("the game has no part of this number")

    def count_moves(self) -> int | None:
        """Return the number of moves of all parts, or None when a part has more than can be counted.

        >>> from grundy import read_game
        >>> read_game("nim: 10 12 5").count_moves()
        27
        """
        try:
            if self.any_rule("entailing"):
                return sum(ruleset.count_moves(position) for _, ruleset, position in playable(self))
            return sum([sum(map(ruleset.count_moves, parts)) for ruleset, parts in self.summands])
        except LimitReached:
            return None

    @property
    def last_loses(self) -> bool:
        """Whether the rule itself is misere.

        >>> from grundy import read_game
        >>> read_game("notakto: 3x3").last_loses
        True
        """
        return self.any_rule("last_loses")

    def any_rule(self, kind: Literal["entailing", "last_loses", "two_sided"]) -> bool:
        """Return whether one of the rules is of this kind.

        >>> from grundy import read_game
        >>> read_game("nim: 3").any_rule("two_sided")
        False
        """
        for ruleset, _ in self.summands:  # noqa: SIM110  # asked of every small game many times: `any` takes twice as long
            if getattr(ruleset, kind):
                return True
        return False

    def after(self, part: int, leaves: Sum[Any]) -> Game:
        """Return the game after a move in part number `part`.

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
        raise IndexError("the game has no part of this number")

    def __add__(self, other: object) -> Game:
        """Return both games side by side; raise `RuleError` when a rule cannot stand in a sum."""
        return Game(*self.summands, *other.summands) if isinstance(other, Game) else NotImplemented

    def __reduce__(self) -> tuple[type[Game], tuple[Summand, ...]]:
        return Game, self.summands

    def __str__(self) -> str:
        """Return the game in notation; reading it gives the game back."""
        return " + ".join(map(str, self.summands))

    def __repr__(self) -> str:
        return f"<Game {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.summands == other.summands

    def __hash__(self) -> int:
        return hash(self.summands)


def obliged_part(game: Game) -> int | None:
    """Return the number of the part that must be answered, None when the player to move is free.

    Raises `RuleError` for more than one, which no play leaves.
    """
    if not game.any_rule("entailing"):
        return None
    found = [i for i, (_, position) in enumerate(game.parts) if position.__class__ is Obliged]
    if len(found) > 1:
        raise RuleError("at most one part must be answered, found more")
    return found[0] if found else None


def playable(game: Game) -> Iterator[tuple[int, Ruleset[Any], Any]]:
    """Yield number, ruleset and position of the parts in which the player to move may move."""
    obliged = obliged_part(game)
    if obliged is not None:
        yield obliged, *game.part(obliged)
        return
    for part, (ruleset, position) in enumerate(game.parts):
        yield part, ruleset, position


def _refuse_in_sum(ruleset: Ruleset[Any], mixed: bool) -> None:
    """Refuse rules whose position is not the same for both players, and mixtures of end conventions."""
    if ruleset.solo:
        raise RuleError(f"{ruleset.name} cannot be part of a sum: its position says whose turn it is")
    if mixed:
        raise RuleError("a sum needs one convention: here one rule lets the last move win and another lets it lose")
