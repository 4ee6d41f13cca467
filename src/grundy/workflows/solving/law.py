"""Solves large positions of a ruleset whose moves have linear conditions, by a proved law of this ruleset.

A law decides for heaps of any size whether a position is a P-position, usually by an automaton that reads the digits
of the heaps. Other automata give the moves to P-positions. Small positions are solved by the other methods, which also
give values. Laws that give the values of single heaps are used in `parts`, not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import prod
from typing import Any

from ...core import Game, HeapRuleset, Knowledge, LimitReached, Outcome, Picture, RuleError, Ruleset, Sum, facet
from ...games import BlockedPosition, BlockedRule
from ..searching.question import Answer, WinningMove
from .law_play import LawPlay
from .rule_law import FAR_HEAP, rule_law, stated, value_law
from .solver import Solver, known_misere

FAR_COUPLED = 20_000
"""The largest number of positions of coupled heaps that are left to other theories."""
MOST_HEAPS = 3
"""The largest number of heaps of a position."""
MOST_WINS = 1_000
"""The largest number of winning moves that are listed."""


def answer(game: Game, memory: Solver) -> Answer | None:
    """Solve a large position by a proved law.

    Args:
        game: The game to solve.
        memory: The solver with the limits, which creates the answer.

    Returns:
        The answer, or None if the position is small, if a theorem gives its outcome or value, or if no law is found.
    """
    found = _heaps_of(game)
    if memory.misere and game.any_rule(BlockedRule):
        return None  # the law does not count blocked moves there
    if found is None or _is_known(game, memory.misere):
        return None
    ruleset, heaps = found
    try:
        if isinstance(ruleset, HeapRuleset) and not memory.misere and value_law(ruleset, memory.budget) is not None:
            return None  # the values of the heaps add
        play = rule_law(ruleset, len(heaps), misere=memory.misere).law(memory.budget)
        lost = play is not None and play.is_lost(heaps)
    except LimitReached:
        return None
    if play is None:
        return None
    if play.rule.blocks:
        wins = list(_blocked_wins(game, play))
        return memory.answer("law", game, Outcome.wins(bool(wins)), wins, grounds=[stated(ruleset.name, play)])
    reason = missing = ""
    wins = []
    if not lost and memory.settings.want in {"win", "moves"}:
        options = islice(play.moves_to(heaps), 1 if memory.settings.want == "win" else MOST_WINS + 1)
        wins = [_move(game, heaps, after) for after in options]
        if len(wins) > MOST_WINS:
            reason = missing = f"{ruleset.name}: only the first {MOST_WINS:,} winning moves are listed"
            wins.pop()
    if not (memory.misere or lost or reason) and memory.settings.want in {"value", "moves"}:
        reason = f"{ruleset.name}: a proved law gives the outcome, but the value needs a long search"
    value = 0 if lost and not memory.misere else None
    outcome, grounds = Outcome.wins(not lost), [stated(ruleset.name, play)]
    return memory.answer("law", game, outcome, wins, reason, value=value, grounds=grounds, moves_reason=missing)


def _blocked_wins(game: Game, play: LawPlay) -> Iterator[WinningMove]:
    """Yield the winning moves in normal play of a game in which the opponent may block (forbid) some options.

    The move "block the last move", which takes the last move of the opponent back, is among them if it wins.
    """
    ruleset, (heaps, before, blocked) = game.part(0)
    if before and not _many_lost(play, before, (*blocked, heaps)):
        yield _named(ruleset, game.part(0)[1], BlockedPosition(before, (), tuple(sorted((*blocked, heaps)))))
    now = () if before else blocked
    if _many_lost(play, heaps, now):
        again = len(now) < play.rule.blocks
        for after in islice(play.moves_to(heaps), MOST_WINS):
            if after not in now:
                left = BlockedPosition(after, heaps, now) if again else BlockedPosition(after)
                yield _named(ruleset, game.part(0)[1], left)


def _many_lost(play: LawPlay, heaps: tuple[int, ...], blocked: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether more options of `heaps` are P-positions than may still be blocked.

    The options in `blocked` are blocked already. If the result is True, the player at `heaps` can win.
    """
    lost = (after for after in play.moves_to(heaps) if after not in blocked)
    left = play.rule.blocks - len(blocked)
    return len(list(islice(lost, left + 1))) > left


def _heaps_of(game: Game) -> tuple[Ruleset[Any], tuple[int, ...]] | None:
    """Return the ruleset and the heaps of a game, or None if it is not a large position of heaps of one ruleset."""
    rulesets = {summand.ruleset for summand in game.summands}
    if len(rulesets) != 1 or game.size > MOST_HEAPS:
        return None
    ruleset = rulesets.pop()
    parts = [position for _, position in game.parts]
    if isinstance(ruleset, HeapRuleset):
        return (ruleset, tuple(parts)) if max(parts) > FAR_HEAP else None
    position = parts[0]
    if type(position) is BlockedPosition:
        position = position.before or position.heaps
    if game.size > 1 or type(position) is not tuple or not all(type(heap) is int for heap in position):
        return None
    far = prod(heap + 1 for heap in position) > FAR_COUPLED
    return (ruleset, position) if far and len(position) <= MOST_HEAPS else None


def _is_known(game: Game, misere: bool) -> bool:
    """Return whether theorems give the outcome of a game, or the values of all its components."""
    if misere:
        return known_misere(game) is not None
    stated_facts = [(facet(ruleset, Knowledge), position) for ruleset, position in game.parts]
    if game.size == 1 and not game.any_rule(BlockedRule) and stated_facts[0][0].known_outcome(stated_facts[0][1]):
        return True
    return all(facts.known_value(position) is not None for facts, position in stated_facts)


def _move(game: Game, heaps: tuple[int, ...], after: tuple[int, ...]) -> WinningMove:
    """Return the move of a game that changes the heap sizes `heaps` to `after`, as a `WinningMove`."""
    ruleset, position = game.part(0)
    if isinstance(ruleset, HeapRuleset):
        part = next(i for i, (old, new) in enumerate(zip(heaps, after, strict=True)) if old != new)
        return WinningMove(part, *ruleset.heap_move(heaps[part], Sum(after[part])))
    return _named(ruleset, position, after)


def _named(ruleset: Ruleset[Any], position: Any, after: Any) -> WinningMove:  # noqa: ANN401  # any position
    move = ruleset.named_move(position, "", Sum(after)) if isinstance(ruleset, Picture) else None
    if move is None:
        raise RuleError(f"{ruleset.name}: expected a name for a move")
    return WinningMove(0, *move)
