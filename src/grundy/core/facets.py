"""Facets, which are optional base classes of rulesets, and the base class of rulesets on heaps.

A facet has methods by which a ruleset states more than its moves, such as theorems, pictures or the rule as data. Each
method has a default that states nothing. `facet(ruleset, Structure)` returns the ruleset if it derives from the facet
`Structure`, otherwise an object with these defaults. So callers need not check which facets a ruleset has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from .errors import PositionError
from .integers import read_integers
from .limits import at_most
from .ruleset import Course, Ruleset, Theorem
from .sums import Move, Outcome, P, Sum, Ways, as_sum, from_heap, from_row, tame_outcome

if TYPE_CHECKING:
    from .checked import CheckedGame
    from .codes import Code
    from .expressions import Node
    from .packed import BitRule
    from .scenes import Faces, Scene, SpotLine
    from .tails import TailedGraph

Vectors: TypeAlias = "tuple[tuple[int, ...], ...]"
"""The numbers that moves take, one entry for each heap."""

LONGEST_ROW = 40
"""The number of pins of the longest heap that is drawn as a row."""

F = TypeVar("F")
"""A facet."""


class CoupledMove(NamedTuple):
    """A kind of moves that may change several heaps at once, as expressions.

    For example, "take k >= 1 from both heaps a and b" has the condition k >= 1, the results a - k and b - k, and the
    chosen number k. A player may choose any natural numbers if the condition is true and no new size is negative.

    Attributes:
        condition: The condition that the chosen numbers and the heap sizes before the move must satisfy.
        results: The new size of each heap that changes, as an expression, by the name of the heap.
        chosen: The names of the numbers that the player chooses; each occurs in a result.
    """

    condition: Node
    results: Mapping[str, Node]
    chosen: tuple[str, ...]


class CoupledMoves(NamedTuple):
    """The whole rule of a game in which a move may change several heaps at once, as expressions.

    Attributes:
        heaps: The names of the heaps, in the order of their sizes in a position.
        moves: The kinds of moves.
        blocks: The number of options that the opponent may block before each move.
    """

    heaps: tuple[str, ...]
    moves: tuple[CoupledMove, ...]
    blocks: int = 0


def facet(ruleset: Ruleset[Any], kind: type[F]) -> F:
    """Return a ruleset if it derives from a facet, otherwise an object whose methods have the facet's defaults.

    Args:
        ruleset: The ruleset.
        kind: The facet, a class of this module.

    Returns:
        The ruleset, or a new object of the class `kind`, which states nothing about the game.

    Example:
        >>> from grundy import read_ruleset
        >>> facet(read_ruleset("take {1, 3}"), Structure).sequence(), facet(read_ruleset("maze"), Structure).sequence()
        ((1, 3), None)
    """
    return ruleset if isinstance(ruleset, kind) else kind()


class Bits(Generic[P]):
    """The facet of a ruleset whose positions can be packed into machine words, so that the search is compiled."""

    def packed(self, position: P) -> BitRule[P] | None:
        """Return the rules on machine words for `position` and all positions that play can reach from it.

        The result is None if there are no such rules.
        """
        return None


class Checked(Generic[P]):
    """The facet of a ruleset whose certificates the independent checker `grundy_check` can verify.

    A certificate is a proof of a result, and it contains the rules as data. A ruleset on heaps states these rules in
    `checked_rule`, unless they are an octal code or a subtraction set. A ruleset on boards or graphs defines `checked`.
    """

    checked_rule: Mapping[str, Any] | None = None
    """The rules of a heap game as data, if they are neither a code nor a set of takes."""

    def checked(self, parts: Sum[P]) -> CheckedGame | None:
        """Return a sum of positions on boards or graphs as the checker represents it.

        The components of the returned game are positions of this ruleset, so its theorems apply to them.

        Args:
            parts: The sum.

        Returns:
            The game for the checker, or None if the checker does not support this sum.
        """
        return None


class Knowledge(Generic[P]):
    """The optional attributes and methods of a ruleset that state what is known about the game without search.

    A theorem gives values, outcomes, periods or winning moves. A formula gives the number of moves, and sentences
    explain the outcome to learners. By default nothing is known; a ruleset overrides the members that it can state.
    """

    tame: bool = False
    """Whether a misère sum of these positions has the outcome of misère nim with heaps of their Grundy values."""
    theory: Theorem | None = None
    """The theorem that justifies `known_value`, `known_outcome` and `moves_to`."""
    misere_theory: Theorem | None = None
    """The theorem that justifies `tame` or `known_misere`."""
    value_course: Course | None = None
    """The arithmetic period of `known_value` on heaps."""
    idea_lost: str = ""
    """The sentence that `idea` returns for P-positions."""
    idea_won: str = ""
    """The sentence that `idea` returns for N-positions."""
    idea_names_move: bool = False
    """Whether `idea_won` describes some winning moves, but not all."""
    idea_lesson: str = ""
    """The lesson of the course that teaches the idea."""
    outcome_course: Course | None = None
    """The period of `known_outcome` on heaps, with 1 for P; used if the values have no period."""
    misere_course: Course | None = None
    """The period of `known_misere` on single heaps, with 1 for P."""
    formula: str = ""
    """`known_value` of every heap n >= 1 as an expression (`core.expressions`), if the values have no period."""

    def theory_of(self, *, last_loses: bool) -> Theorem | None:
        """Return the theorem about misère play if `last_loses`, else about normal play; None if no theorem is known.

        For rules that are misère themselves (`Structure.misere_rule`), normal play means play by these rules.
        """
        return self.misere_theory if last_loses else self.theory

    def known_value(self, position: P) -> int | None:
        """Return the Grundy value by a theorem, or None if no theorem applies."""
        return None

    def known_outcome(self, position: P) -> Outcome | None:
        """Return the outcome in normal play by a theorem, or None if no theorem applies."""
        value = self.known_value(position)
        return None if value is None else Outcome.of_value(value)

    def idea(self, position: P) -> str:
        """Return a sentence for learners that explains the outcome in normal play, or "" if there is none."""
        outcome = self.known_outcome(position) if self.idea_lost or self.idea_won else None
        return {Outcome.P: self.idea_lost, Outcome.N: self.idea_won}.get(outcome, "") if outcome else ""

    def count_moves(self, position: P) -> int | None:
        """Return the number of moves of a position by a formula, or None if they must be listed to count them.

        Raises `LimitReached` if the position has so many moves that they cannot be listed either.
        """
        return None

    def moves_to(self, position: P, value: int) -> Iterable[Move[P]] | None:
        """Find the moves to a Grundy value by a theorem, without trying all moves.

        Args:
            position: The position before the move.
            value: The Grundy value that the move must leave.

        Returns:
            All such moves, or None if no theorem applies.
        """
        return None

    def count_moves_to(self, position: P, value: int) -> int | None:
        """Count the moves to a Grundy value by a theorem.

        Args:
            position: The position before the move.
            value: The Grundy value that the move must leave.

        Returns:
            The number of moves that `moves_to` returns, or None if no theorem applies.
        """
        moves = self.moves_to(position, value)
        return None if moves is None else sum(1 for _ in moves)

    def known_misere(self, parts: Sum[P]) -> Outcome | None:
        """Return the outcome in misère play of a whole sum by a theorem, or None if no theorem applies.

        By default this is known only if the ruleset is `tame` and `known_value` gives the value of every component.
        The outcome is then that of misère nim with heaps of these values: P exactly if their nim-sum is 0 and one of
        them is above 1, or if their nim-sum is 1 and none is above 1 (Bouton's rule).
        """
        if not self.tame:
            return None
        values = [self.known_value(part) for part in parts]
        if None in values:
            return None
        return tame_outcome([value for value in values if value is not None])

    def mirrored(self, position: P, label: str) -> str | None:
        """Return the mirror image of a move: the reply to it in a position that is a P-position by symmetry.

        Args:
            position: The position before the move.
            label: The label of the move.

        Returns:
            The label of its image, which can be played after the move; None if no symmetry decides the position.
        """
        return None

    def addends(self, position: P) -> Sequence[tuple[str, int]]:
        """Return pairs (name, value), such as ("coin 3", 4), for the pieces of which a position consists.

        The nim-sum of these values is the Grundy value of the position, and an explanation of this value lists them.
        The result is empty if the value cannot be explained in this way.
        """
        return ()


def count_moves(ruleset: Ruleset[P], position: P) -> int:
    """Count the moves of a position.

    Args:
        ruleset: The ruleset.
        position: The position.

    Returns:
        The number that its facet `Knowledge` states, or the number of the listed options.

    Raises:
        LimitReached: If there are too many moves to list.
    """
    count = ruleset.count_moves(position) if isinstance(ruleset, Knowledge) else None
    return len(at_most(ruleset.options(position), f"{ruleset.name}: a position has")) if count is None else count


class Picture(Generic[P]):
    """The attributes and methods of a ruleset whose positions are drawn; only `scene` is required.

    A scene describes a picture as plain data, for instance as rows of cells (`scenes.py`). The other members state how
    texts name squares, positions and moves of the picture.
    """

    first_square: tuple[int, int] | None = None
    """The numbers of the first row and column of a drawn board, if moves name squares by numbers."""
    lettered: bool = False
    """Whether moves name the columns of a drawn board by letters and its rows by numbers from 1."""
    material: str = ""
    """The material of the table on which a page draws the position, such as "slate"; "" for that of its kind."""
    shows_tails: bool = False
    """Whether an empty square of a drawn board has a coin too, with tails up."""

    def scene(self, position: P) -> Scene:
        """Return the description of a picture of the position."""
        raise NotImplementedError

    def brief(self, position: P) -> str | None:
        """Return a short text for a position, shown next to a picture of its graph or board; None for its full text."""
        return None

    def named_move(self, position: P, label: str, leaves: Sum[P]) -> Move[P] | None:
        """Complete a move of which the label and the result are known, without listing all moves.

        The returned move also states the pieces of the picture that it touches (`Move.touches`).

        Args:
            position: The position before the move.
            label: The label of the move.
            leaves: The sum that the move leaves.

        Returns:
            The same move as in the list `moves`; None if the caller must search that list for it.
        """
        return None

    def grid(self, position: P) -> Sequence[Sequence[P | None]]:
        """Return the grid of a game with one token: for each square the position if the token were there.

        The result is a sequence of rows, with None for a wall. It is empty for all other games.
        """
        return ()

    def strokes(self, scene: Faces) -> Iterable[tuple[SpotLine, P, Sum[P]]]:
        """List the moves of a game in which a move draws a line, such as Sprouts.

        Args:
            scene: The picture of the whole position, with all its components.

        Returns:
            For each line that can be drawn a tuple (line, position, sum): the position is the canonical one of the
            component in which the line is drawn, and the sum is the result of the move in it. Empty by default.
        """
        return ()


def scene_of(ruleset: Ruleset[P], position: P) -> Scene:
    """Describe a picture of a position.

    Args:
        ruleset: The ruleset.
        position: The position.

    Returns:
        The scene of its facet `Picture`, or the text of the position if the ruleset has no pictures.
    """
    from .scenes import Text

    return ruleset.scene(position) if isinstance(ruleset, Picture) else Text(ruleset.show(Sum(position)))


def brief_of(ruleset: Ruleset[P], position: P) -> str:
    """Write a position briefly, to be shown next to a picture of its graph or board.

    Args:
        ruleset: The ruleset.
        position: The position.

    Returns:
        The short name that the ruleset's class `Picture` gives the position, or its full text if there is none.
    """
    name = ruleset.brief(position) if isinstance(ruleset, Picture) else None
    return ruleset.show(Sum(position)) if name is None else name


class Structure:
    """The optional attributes and methods of a ruleset that state its rule as data, so that theorems apply to it."""

    misere_rule: bool = False
    """Whether the rules themselves are misère: the player who makes the last move loses."""
    columns: int | None = None
    """If set, heaps are P exactly if the number of ones in every binary column is a multiple of it.

    Source: E. H. Moore, "A generalization of the game called nim", 1910.
    """

    def sequence(self) -> Code | tuple[int, ...] | None:
        """Return the octal or other take-and-break code, or the finite subtraction set, that defines a heap game.

        The set is ascending. The result is the complete rule, so values and periods are computed without calling
        `options`. The result is None for other rules.
        """
        return None

    def takes_to(self, stop: int) -> Iterable[int] | None:
        """Return the numbers up to `stop` in the subtraction set of a heap game, ascending; None for other rules.

        Any of these numbers may be taken from any heap that has as many tokens, and all moves are of this kind.
        """
        rule = self.sequence()
        return [k for k in rule if k <= stop] if isinstance(rule, tuple) else None

    def takes_where(self) -> Node | None:
        """Return the condition on n and k under which k tokens may be taken from a heap of n.

        For example, "take k where n % k == 0" gives n % k == 0. The result is None for other rules.
        """
        return None

    def vectors(self) -> tuple[Vectors, Vectors] | None:
        """Return (steps, rays) if moves subtract vectors of these two lists from the heap sizes; None for other rules.

        A move subtracts one of the steps once, or one of the rays one or more times. So Wythoff's game has no steps
        and the rays (1, 0), (0, 1) and (1, 1).
        """
        return None

    def coupled_moves(self) -> CoupledMoves | None:
        """Return the rule of a game whose moves change several heaps at once, as expressions; None for other rules."""
        return None

    def nim_heaps(self, count: int) -> tuple[bool, ...] | None:
        """Return the heaps whose nim-sum is the Grundy value of a position, if the rules have such a formula.

        Args:
            count: The number of heaps of a position.

        Returns:
            For each heap in order, True if it is in the nim-sum; None if the rules have no such formula.
        """
        return None

    def tailed(self, text: str) -> TailedGraph | None:
        """Read a graph with two paths of variable lengths b and c attached to it, such as "star(3,b,c)".

        Args:
            text: The graph in notation, with the letters b and c as the two lengths.

        Returns:
            The graphs for all b and c with the moves of this ruleset; None if the text is not of this form or the
            ruleset does not support such graphs.
        """
        del text
        return None

    def on_graph(
        self, pairs: Sequence[tuple[str, str | None]], *, directed: bool, at: str | None
    ) -> tuple[Ruleset[Any], Sum[Any]] | None:
        """Return this game on a graph: the ruleset on it, and the components of the starting position.

        Args:
            pairs: The edges as pairs of vertex names; (name, None) is a vertex without an edge.
            directed: Whether each pair (v, w) is an arc from v to w.
            at: The vertex of the token, or None if the game has no token.

        Returns:
            The ruleset and the sum, or None if the game is not played on such graphs.
        """
        return None


def has_misere_rule(ruleset: Ruleset[Any]) -> bool:
    """Return whether the rules themselves are misère, as the facet `Structure` states."""
    return isinstance(ruleset, Structure) and ruleset.misere_rule


class HeapRuleset(Ruleset[int], Picture[int]):
    """A base class of rulesets on heaps of tokens: a position is the size of one heap.

    It reads and writes sums such as "3 5", checks heap sizes, labels moves and draws heaps. A subclass defines `name`
    and `options`; each option consists of heaps that are smaller than the position.
    """

    rows = False
    """Whether a heap is a row of pins: moves take pins from inside, and what is left of a row is at most two rows."""

    def check(self, position: int) -> None:
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
        return " ".join(map(str, parts)) or "0"

    def is_row(self, heap: int) -> bool:
        """Return whether a heap is drawn as a row of pins."""
        return self.rows and heap <= LONGEST_ROW

    def moves(self, position: int) -> Iterable[Move[int]]:
        """Return the moves, labelled "take k", "take k leave a+b" or "split a+b"."""
        for option in self.options(position):
            yield self.heap_move(position, as_sum(option))

    def heap_move(self, heap: int, leaves: Sum[int]) -> Move[int]:
        """Return a move of a heap, labelled by the tokens it takes and the heaps it leaves.

        Args:
            heap: The size of the heap.
            leaves: The heaps that the move leaves.

        Returns:
            The move; if no heap is left, it leaves one heap of 0.

        >>> from grundy import read_ruleset
        >>> nim = read_ruleset("nim")
        >>> [nim.heap_move(7, left).label for left in (Sum(2, 4), Sum(1, 6), Sum(3))]
        ['take 1 leave 2+4', 'split 1+6', 'take 4']
        """
        taken = heap - sum(leaves)

        def touches() -> Ways:
            return from_row(heap, leaves) if self.is_row(heap) else from_heap(heap, leaves)

        if len(leaves) <= 1:
            return Move(f"take {taken}", leaves or Sum(0), touches, "take", taken)
        pieces = "+".join(map(str, leaves))
        if taken:
            return Move(f"take {taken} leave {pieces}", leaves, touches, "take", taken)
        return Move(f"split {pieces}", leaves, touches, "split")

    def named_move(self, position: int, label: str, leaves: Sum[int]) -> Move[int] | None:
        return self.heap_move(position, leaves) if type(self).moves is HeapRuleset.moves else None

    def scene(self, position: int) -> Scene:
        from .scenes import Heaps

        return Heaps((position,), row=self.is_row(position))
