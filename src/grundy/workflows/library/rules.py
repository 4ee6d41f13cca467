"""The class `Rules`, which answers questions about a ruleset; `grundy.game` and `@grundy.rule` return it."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

from ...core import (
    Budget,
    Drawable,
    FunctionRuleset,
    Game,
    HeapRuleset,
    InputError,
    LimitReached,
    Limits,
    Move,
    NotationError,
    Outcome,
    Rule,
    RuleError,
    Ruleset,
    Sum,
    accept_position,
    as_sum,
    at_most,
    has_misere_rule,
    whole,
)
from ..solving import Solver, WinningMove
from .heap_values import HeapValues, Origin
from .solution import Solution, solve

if TYPE_CHECKING:
    from pathlib import Path

    from ...drawing import Diagram
    from ...drawing.papers import Paper
    from ...misere import Genus
    from ...sequences import Period
    from ..claims.claim import Verdict
    from ..computing.misere import MisereTheory
    from ..exploring.explore import Exploration


START: Any = type("Start", (), {"__repr__": lambda _: "START"})()
"""Stands for the position in the text from which `Rules` were made, such as "nim: 3 5"."""


class Rules(Drawable):
    """A ruleset that answers questions: values, outcomes, winning moves, periods, pictures.

    A position is of the type that the ruleset uses (a heap size, a tuple, ...), or a `Sum` of such positions. `Rules`
    are equal if their rulesets are. `Rules` made from a function have its name, docstring and signature.

    Args:
        ruleset: The ruleset.
        start: The position that methods use if they are called without one, or None.

    Example:
        >>> kayles = game("kayles")
        >>> kayles.value(10**100), kayles.period().period, str(kayles.outcome(Sum(3, 5)))
        (1, 12, 'N')
    """

    __name__: str

    def __init__(self, ruleset: Ruleset[Any], start: Game | None = None) -> None:
        given: object = ruleset
        if isinstance(given, str):
            raise InputError(f"expected a Ruleset; for a text, call game({given!r})")
        self.ruleset, self.start = ruleset, start
        self.name = ruleset.name
        if isinstance(ruleset, FunctionRuleset):
            update_wrapper(self, ruleset.function, updated=())

    def __call__(self, position: Hashable) -> list[Sum[Any]]:
        """Return the options of a position, each as a sum."""
        return self.options(position)

    def options(self, position: Hashable = START) -> list[Sum[Any]]:
        """Return the options of a position.

        Args:
            position: The position.

        Returns:
            The options, each as a `Sum`.

        Raises:
            LimitReached: If there are too many.
            PositionError: If the position does not belong to the ruleset.

        Example:
            >>> game("split").options(5)
            [Sum(1, 4), Sum(2, 3)]
        """
        options = self.ruleset.options(self._single(position))
        return list(map(as_sum, at_most(options, f"{self.name}: a position has")))

    def moves(self, position: Hashable = START) -> list[Move[Any]]:
        """Return the moves of a position with their labels.

        Args:
            position: The position.

        Returns:
            The moves, in the order of `options`.

        Raises:
            LimitReached: If there are too many.
            PositionError: If the position does not belong to the ruleset.

        Example:
            >>> [move.label for move in game("grundy").moves(7)]
            ['split 1+6', 'split 2+5', 'split 3+4']
        """
        return at_most(self.ruleset.moves(self._single(position)), f"{self.name}: a position has", "moves")

    def position(self, position: Hashable | list[int] = START, *others: Hashable) -> Game:
        """Return a position as a `Game`, which can be added to other games.

        Args:
            position: A position of the ruleset, or a `Sum` of positions; of a ruleset on heaps also a list of heaps.
            others: Further positions of the sum.

        Returns:
            The game.

        Raises:
            PositionError: If a position does not belong to the ruleset.
            RuleError: If the positions cannot be components of a sum.

        Example:
            >>> game("nim").position(Sum(3, 5)) + game("kayles").position(7)
            <Game nim: 3 5 + kayles: 7>
        """
        if position is START:
            if self.start is None:
                raise InputError(f"{self.name}: missing a position")
            return self.start
        listed = isinstance(self.ruleset, HeapRuleset) and isinstance(position, (list, tuple))
        parts: Any = position if isinstance(position, Sum) or listed else [position]
        return Game.of(self.ruleset, *map(self._read, [*parts, *others]))

    def _single(self, position: Hashable) -> Any:  # noqa: ANN401  # any position
        if position is START:
            game = self.position()
            if game.size != 1:
                raise InputError(f"{game}: expected one position of {self.name}")
            return game.part(0)[1]
        return accept_position(self.ruleset, self._read(position))

    def _read(self, position: Hashable) -> Any:  # noqa: ANN401  # any position
        """Return the position that a text such as "3x4" describes; an argument that is not a text is returned as is."""
        if not isinstance(position, str) or isinstance(self.ruleset, (FunctionRuleset, HeapRuleset)):
            return position
        with suppress(InputError):
            return accept_position(self.ruleset, position)
        read = self.ruleset.read(position)
        if len(read) != 1:
            raise InputError(f"{self.name}: expected one position, found {position!r}")
        return read[0]

    def solve(
        self,
        position: Hashable | list[int] = START,
        *others: Hashable,
        misere: bool = False,
        limits: Limits | None = None,
    ) -> Solution:
        """Solve a position or a sum of positions.

        Args:
            position: The position, or a `Sum` of positions; of a ruleset on heaps also a list of heaps.
            others: Further positions of the sum.
            misere: Whether the player who makes the last move loses.
            limits: Limits on the work.

        Returns:
            The solution; its `status` states whether a limit was reached.

        Raises:
            InputError: If the position does not belong to the ruleset.

        Example:
            >>> game("nim").solve(10, 12, 5).value
            3
        """
        return solve(self.position(position, *others), misere=misere, limits=limits)

    def value(self, position: Hashable | list[int] = START, *others: Hashable, limits: Limits | None = None) -> int:
        """Return the Grundy value of a position or of a sum of positions.

        Args:
            position: A position of the ruleset, or a `Sum` of positions; of a ruleset on heaps also a list of heaps.
            others: Further positions of the sum.
            limits: Limits on the work.

        Returns:
            The Grundy value.

        Raises:
            LimitReached: If a limit is exceeded.
            LoopyGame: If play need not end.
            RuleError: If the rules themselves are misère.

        Example:
            >>> game("take 1..3").value(15), game("nim").value(10, 12, 5), game("nim").value([10, 12, 5])
            (3, 3, 3)
        """
        if has_misere_rule(self.ruleset):
            raise RuleError(f"{self.name} is misère by its own rule: it has outcomes, but no Grundy value")
        solver = Solver(self.position(position, *others), limits=limits)
        return solver.part_solver(self.ruleset).sum_value(part for _, part in solver.game.parts)

    def values(
        self, stop: int, *, misere: bool = False, limits: Limits | None = None, store: Path | str | None = None
    ) -> HeapValues:
        """Return the values of heaps 0 to `stop` of a ruleset on single heaps.

        The result is a sequence of a few bytes per heap, and `numpy.asarray` does not copy it.

        Args:
            stop: The last heap.
            misere: Whether to compute misère values.
            limits: Limits on the work.
            store: The path of a `ValueStore`: values in it are read, and new values are saved while they are computed.

        Returns:
            The values from heap 0 on.

        Raises:
            PositionError: If the ruleset is not on single heaps.
            InputError: If another argument is invalid.
            LimitReached: If a limit is exceeded; the error carries the first values.

        Example:
            >>> game("kayles").values(11)
            [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
        """
        from ..computing.values import heap_series

        stop = whole(stop, "the last heap, a whole number")
        if store is None:
            numbers = heap_series(self.ruleset, stop, misere=misere, limits=limits)
            return HeapValues(numbers, origin=Origin(self.ruleset, misere))
        if misere:
            raise InputError("stores contain values of normal play")
        from pathlib import Path

        from ..computing.run import stored_values

        stored = stored_values(self.ruleset, stop, Path(store), limits)
        return HeapValues(stored, origin=Origin(self.ruleset))

    def outcome(
        self,
        position: Hashable | list[int] = START,
        *others: Hashable,
        misere: bool = False,
        limits: Limits | None = None,
    ) -> Outcome | None:
        """Return the outcome of a position or of a sum of positions.

        Args:
            position: A position of the ruleset, or a `Sum` of positions; of a ruleset on heaps also a list of heaps.
            others: Further positions of the sum.
            misere: Whether the player who makes the last move loses.
            limits: Limits on the work.

        Returns:
            The outcome, or None if a limit was reached before it was known.

        Raises:
            InputError: If the position does not belong to the ruleset, or an argument is wrong.

        Example:
            >>> str(game("take 1..3").outcome(8))
            'P'
        """
        return self.solve(position, *others, misere=misere, limits=limits).outcome

    def remoteness(
        self,
        position: Hashable | list[int] = START,
        *others: Hashable,
        misere: bool = False,
        limits: Limits | None = None,
    ) -> int | None:
        """Return the remoteness: the number of moves until the end, if the winner hurries and the loser delays.

        Source: H. Steinhaus, 1925; C. A. B. Smith, "Graphs and composite games", 1966.

        Args:
            position: A position of the ruleset, or a `Sum` of positions; of a ruleset on heaps also a list of heaps.
            others: Further positions of the sum.
            misere: Whether the player who makes the last move loses.
            limits: Limits on the work.

        Returns:
            The remoteness, or None for a draw and if a limit was reached before it was known.

        Raises:
            InputError: If the position does not belong to the ruleset.

        Example:
            >>> game("nim").remoteness(1, 2, 3), game("take 1..3").remoteness(15)
            (6, 7)
        """
        return solve(self.position(position, *others), misere=misere, limits=limits, line=True).remoteness

    def winning_moves(self, position: Hashable = START, *, misere: bool = False) -> list[WinningMove]:
        """Return every winning move of a position or of a `Sum` of positions.

        Args:
            position: A position of the ruleset, or a `Sum` of positions.
            misere: Whether the player who makes the last move loses.

        Returns:
            The moves, each with the index of its component; empty if the player to move cannot win.

        Raises:
            InputError: If the position does not belong to the ruleset, or an argument is wrong.
            LimitReached: If a limit was reached before all moves were known; `solve` returns those found.

        Example:
            >>> [str(move) for move in game("take 1..3").winning_moves(15)]
            ['part 0: take 3']
        """
        solution = self.solve(position, misere=misere)
        if solution.outcome is None or solution.moves_status == "limit":
            kind = "steps" if solution.outcome is None else "size"  # the moves may be too many to list
            raise LimitReached(solution.reason, kind=kind, visited=solution.visited)
        return list(solution.winning_moves)

    def period(self, most: int | None = None, *, limits: Limits | None = None) -> Period | None:
        """Find the period of the values of single heaps.

        Args:
            most: The last heap to examine. By default, a proof is searched up to heap 2^20, and an observed period up
                to heap 2,000.
            limits: Limits on the work.

        Returns:
            The period, whose `status` is "proved" or "observed"; None if there is none in this range.

        Raises:
            PositionError: If the ruleset is not on single heaps.
            LimitReached: If a limit is exceeded.

        Example:
            >>> found = game("kayles").period()
            >>> (found.preperiod, found.period, found.status)
            (71, 12, 'proved')
        """
        from ..computing.period import find_period

        if most is not None:
            most = whole(most, "the largest heap, a whole number")
        return find_period(self.ruleset, most, Budget(limits))

    def claim(self, text: str, to: int | None = None, *, misere: bool = False, limits: Limits | None = None) -> Verdict:
        """Decide a claim about all positions.

        Args:
            text: The claim, for instance "P iff n % 4 == 0" or "value == n % 4"; `patterns.claims` has the grammar.
            to: The largest heap to compare if no theorem decides the claim.
            misere: Whether the player who makes the last move loses.
            limits: Limits on the work.

        Returns:
            The verdict: proved, true as far as it was compared, or refuted with the smallest counterexample.

        Raises:
            InputError: If the claim cannot be read or does not fit the ruleset.

        Example:
            >>> game("take 1..3").claim("P iff n % 4 == 0").verdict
            'proved'
            >>> game("nim(max=2)").claim("P iff (a ^ b) % 3 == 0").counterexample.position
            '1 2'
        """
        from ..claims.claim import check_claim

        return check_claim(self.ruleset, text, to, misere=misere, limits=limits)

    def explore(self, to: int | None = None, *, misere: bool = False, limits: Limits | None = None) -> Exploration:
        """Compute values and find patterns in them.

        Args:
            to: The largest heap, at most 10^7; by default it depends on the speed of the computation.
            misere: Whether the player who makes the last move loses.
            limits: Limits on the work.

        Returns:
            The values and the patterns, each with the grade "proved", "holds" or "fits".

        Raises:
            InputError: If `to` is out of range.
            PositionError: If the positions of the ruleset are not heaps, pairs or boards.
            LimitReached: If a limit was reached before any result.
            LoopyGame: If play need not end.

        Example:
            >>> print(game("split").explore(500).discoveries[0])
            value == (n - 1) % 2 (proved)
        """
        from ..exploring.explore import explore

        return explore(self.ruleset, to, misere=misere, limits=limits)

    def misere_quotient(self, to: int | None = None, *, limits: Limits | None = None) -> MisereTheory:
        """Compute the misère quotient of the heaps up to a bound.

        Args:
            to: The largest heap; if None, heaps are added until the quotient of the whole game is proved.
            limits: Limits on the work.

        Returns:
            The quotient; its `status` states whether a limit was reached.

        Raises:
            LimitReached: If a limit was reached before any result.
            PositionError: If the ruleset is not on single heaps.

        Example:
            >>> found = game("kayles").misere_quotient()
            >>> found.quotient.order, found.period, str(found.outcome([1000000, 999999]))
            (40, (71, 12, True), 'N')
        """
        from ..computing.misere import misere_theory

        return misere_theory(self.ruleset, to, limits=limits)

    def genus(self, position: Hashable | list[int] = START, *others: Hashable, limits: Limits | None = None) -> Genus:
        """Compute the genus of a position or of a `Sum` of positions.

        Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.

        Args:
            position: A position of the ruleset, or a `Sum` of positions; of a ruleset on heaps also a list of heaps.
            others: Further positions of the sum.
            limits: Limits on the work.

        Returns:
            The genus, written such as 4^146.

        Raises:
            LimitReached: If a limit is exceeded.
            LoopyGame: If play need not end.

        Example:
            >>> str(game("kayles").genus(5)), str(game("nim").genus(2, 3))
            ('4^146', '1^13')
        """
        from ..computing.misere import genus_of

        return genus_of(self.position(position, *others), Budget(limits)).genus

    def explain(self, position: Hashable = START, *, misere: bool = False) -> str:
        """Explain in words and tables who wins a position.

        Args:
            position: A position of the ruleset, or a `Sum` of positions.
            misere: Whether the player who makes the last move loses.

        Returns:
            The explanation, of several lines.

        Raises:
            InputError: If the position does not belong to the ruleset, or an argument is wrong.

        Example:
            >>> print(game("take 1..3").explain(8).splitlines()[0])
            The player to move loses against best play (P-position, Grundy value 0).
        """
        return self.solve(position, misere=misere).explain()

    def graph(self, position: Hashable = START, *, misere: bool = False) -> Diagram:
        """Return the state graph of a position; a notebook draws it.

        Args:
            position: A position of the ruleset, or a `Sum` of positions.
            misere: Whether the player who makes the last move loses.

        Returns:
            The graph with the outcome and value of every position. If there are more than 100 positions, only those
            that can be reached by the first few moves are included.

        Raises:
            PositionError: If the position does not belong to the ruleset.
            LimitReached: If a position has too many moves to list.

        Example:
            >>> len(game("divisors").graph(4).nodes)
            4
        """
        from .state_graph import graph

        return graph(self.position(position), misere=misere)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and (self.ruleset, self.start) == (other.ruleset, other.start)

    def __hash__(self) -> int:
        return hash(self.ruleset)

    def __reduce__(self) -> tuple[type[Rules], tuple[Ruleset[Any], Game | None]]:
        return Rules, (self.ruleset, self.start)

    def paper(self) -> Paper:
        """Return the ruleset for papers and notebooks: its first values and its theorem.

        Example:
            >>> game("nim").paper().title
            'nim'
        """
        from .papers import rules_paper

        return rules_paper(self.ruleset)

    def __repr__(self) -> str:
        return f"<Rules {self.name}>" if self.start is None else f"<Rules {self.name}, at {self.start}>"


def game(rule_or_text: str | Ruleset[Any] | Rules | Rule) -> Rules:
    """Return the `Rules` for a ruleset in notation, a `Ruleset`, or a function of the position.

    If the text is a position such as "nim: 3 5", methods that are called without a position use this one.

    Args:
        rule_or_text: The ruleset: a text such as "take {1, 3, 4}", a `Ruleset`, or a function that returns options.

    Returns:
        The `Rules`, which answer questions about the ruleset.

    Raises:
        InputError: If the argument is not a ruleset.

    Example:
        >>> game("take {1, 3, 4}").values(8)
        [0, 1, 0, 1, 2, 3, 2, 0, 1]
        >>> game("nim: 3 5").value(), game("cram").value("3x4")
        (6, 1)
    """
    if isinstance(rule_or_text, str):
        from ...notation import read_game, read_ruleset

        try:
            return Rules(read_ruleset(rule_or_text))
        except NotationError as error:
            with suppress(InputError):
                start = read_game(rule_or_text)
                rulesets = {ruleset for ruleset, _ in start.parts}
                if len(rulesets) == 1 and not start.last_loses:
                    return Rules(rulesets.pop(), start)
                error.hint = f'this is a position: grundy.solve("{rule_or_text}"), or write only its ruleset'
            raise
    if isinstance(rule_or_text, Ruleset):
        return Rules(rule_or_text)
    if isinstance(rule_or_text, Rules):
        return rule_or_text
    return rule(rule_or_text)


def misere_quotient(
    rule: str | Ruleset[Any] | Rules | Rule, to: int | None = None, *, limits: Limits | None = None
) -> MisereTheory:
    """Compute the misère quotient of a heap game.

    Sources: T. E. Plambeck, "Taming the wild in impartial combinatorial games", 2005; T. E. Plambeck and A. N. Siegel,
    "Misère quotients for impartial games", 2008.

    Args:
        rule: A ruleset on single heaps, in notation or as for `game`.
        to: The largest heap; if None, heaps are added until the quotient of the whole game is proved.
        limits: Limits on the work.

    Returns:
        The quotient; its `status` states whether a limit was reached.

    Raises:
        LimitReached: If a limit was reached before any result.
        PositionError: If the ruleset is not on single heaps.

    Example:
        >>> found = misere_quotient("kayles", 12)
        >>> found.quotient.order, str(found.outcome([5, 9])), found.certificate().claim
        (24, 'P', {'heaps': 12, 'order': 24})
    """
    return game(rule).misere_quotient(to, limits=limits)


def rule(function: Rule) -> Rules:
    """Make `Rules` from a function that returns or yields the options of a position; usable as a decorator.

    An option is a position (a hashable value made of int, str, bytes, tuple and frozenset), or a `Sum` of positions if
    the move splits. The name and docstring of the function are kept.

    Args:
        function: The function, which has a position as its only argument.

    Returns:
        The `Rules`, which answer questions about the game.

    Raises:
        InputError: If the argument is not callable.

    Example:
        >>> @rule
        ... def halve(n):
        ...     return [n // 2, n - 1] if n else []
        >>> halve.values(8)
        [0, 1, 0, 2, 1, 2, 0, 1, 0]
    """
    given: object = function
    if isinstance(given, str):
        raise InputError(f"expected a function of the position; for a text, call game({given!r})")
    if not callable(function):
        raise InputError(f"expected a rule (a text, a Ruleset or a function of the position), found {function!r}")
    return Rules(FunctionRuleset(function))
