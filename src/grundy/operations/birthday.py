"""The birthday of a position: the length of the longest play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..core import Budget, Code, Entailing, LimitReached, LoopyGame, RuleError, Ruleset, as_sum, brief_of
from .context import Context
from .request import GameText, Request
from .result import Exact, Result
from .table import operation


class BirthdayRequest(Request):
    """Find the birthday of a GAME, which is the number of moves in its longest play.

    In a sum the longest plays of the components follow each other. A game in which play need not end has no birthday,
    which is an error. If a limit stops the search, a lower bound is printed and the exit code is 4.
    """

    game: GameText


class BirthdayResult(Result):
    """The result of `birthday`: the number of moves in the longest play of a game.

    Attributes:
        game: The game in notation.
        status: "proved", or "limit" if a limit was reached first.
        birthday: The number of moves, or None if a limit was reached first.
        at_least: A lower bound of the number.
        reason: The limit that was reached, or "".

    Example:
        >>> birthday("nim: 3 5").birthday
        8
        >>> [*birthday("nim: 3 5").blocks()]
        ['nim: 3 5: the longest play has 8 moves']
    """

    game: str
    status: str
    birthday: Exact | None
    at_least: Exact
    reason: str = ""

    def blocks(self) -> Iterator[str]:
        """Yield one paragraph: the birthday, or the lower bound with the limit that was reached."""
        if self.birthday is None:
            yield f"{self.game}: the longest play has at least {self.at_least} moves\nIncomplete: {self.reason}"
        else:
            yield f"{self.game}: the longest play has {self.birthday} {'move' if self.birthday == 1 else 'moves'}"


@operation(
    BirthdayRequest,
    examples={
        "grundy birthday kayles: 7": "the longest play of one heap",
        "grundy birthday nim: 3 5 + cram: 2x3": "the longest play of a sum",
    },
)
def birthday(request: BirthdayRequest, context: Context) -> BirthdayResult:
    """Find the length of the longest play of a game.

    Args:
        request: The question: the game. The decorated function also accepts its fields: `birthday("nim: 3 5")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The birthday; if a limit was reached, `status` is "limit" and only `at_least` is known.

    Raises:
        InputError: If the game cannot be read.
        LoopyGame: If play need not end.
        RuleError: If a ruleset has entailing moves, which restrict the next move.

    Example:
        >>> birthday("nim: 3 5").birthday
        8
    """
    game = context.game(request.game)
    searches: dict[Ruleset[Any], _LongestPlays] = {}
    total = 0
    try:
        with context.budget.interruptible():
            for ruleset, position in game.parts:
                if (stated := _by_rule(ruleset, position)) is not None:
                    total += stated
                    continue
                search = searches.setdefault(ruleset, _LongestPlays(ruleset, context.budget))
                total += search.length(position)
                search.depth = 0
    except LimitReached as error:
        bound = total + max((search.depth for search in searches.values()), default=0)
        return BirthdayResult(game=str(game), status="limit", birthday=None, at_least=bound, reason=error.message)
    return BirthdayResult(game=str(game), status="proved", birthday=total, at_least=total)


def _by_rule(ruleset: Ruleset[Any], position: Any) -> int | None:  # noqa: ANN401  # any position
    """Return the length of the longest play from a heap if the rule determines it, else None.

    The longest play then repeats the move that takes the fewest tokens: the least number of a subtraction set, or one
    token. The result is None for other rules, and for codes in which a heap can be split without taking tokens, or in
    which some heap does not allow to take one token.
    """
    from ..workflows.computing.period import rule_of

    rule = rule_of(ruleset)
    if isinstance(rule, tuple) and rule:
        return int(position) // min(rule)
    if not isinstance(rule, Code) or rule.digit(0).items:
        return None
    return int(position) if (rule.digit(1).bits or 0) & 3 == 3 else None  # take 1, and leave nothing or one heap


class _LongestPlays:
    """A depth-first search for the longest plays of positions of one ruleset, which remembers earlier results.

    Attributes:
        depth: The length of the longest path searched so far, a lower bound of the longest play from the start.
    """

    def __init__(self, ruleset: Ruleset[Any], budget: Budget) -> None:
        if isinstance(ruleset, Entailing):
            raise RuleError(f"{ruleset.name} has entailing moves: the birthday is for games without them")
        self.ruleset, self.budget, self.depth = ruleset, budget, 0
        self._known: dict[Any, int] = {}

    def length(self, start: Any) -> int:  # noqa: ANN401  # any position
        known = self._known
        # A dict keeps its order, so `path` is the play that leads to the position at hand.
        path: dict[Any, _Visit] = {} if start in known else {start: _Visit(self.ruleset, start)}
        while path:
            position, visit = next(reversed(path.items()))
            if visit.option is None:
                known[position] = visit.longest
                del path[position]
                continue
            unknown = next((part for part in visit.option if part not in known), None)
            if unknown is None:
                self.budget.check_cancelled()  # a position may have very many options that are known
                visit.take(1 + sum(known[part] for part in visit.option))
            elif unknown in path:
                names = [*path]
                raise LoopyGame([brief_of(self.ruleset, one) for one in names[names.index(unknown) :]])
            else:
                self.budget.charge()
                path[unknown] = _Visit(self.ruleset, unknown)
                self.depth = max(self.depth, len(path) - 1)
        return known[start]


class _Visit:
    """A position on the path of the search.

    Attributes:
        option: The option to search next, or None after the last one.
        longest: The length of the longest play through the options searched so far.
    """

    def __init__(self, ruleset: Ruleset[Any], position: Any) -> None:  # noqa: ANN401  # any position
        self._options = iter(ruleset.options(position))
        self.longest = 0
        self.take(0)

    def take(self, length: int) -> None:
        self.longest = max(self.longest, length)
        option = next(self._options, None)
        self.option = None if option is None else as_sum(option)
