"""Laws of rulesets (automata that give all P-positions or values): found and proved once for each ruleset."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any

from ...core import Budget, Limits, Ruleset
from ...patterns.find_laws import Law
from .law_play import LawPlay, play_by_law
from .rule_moves import moves_of

FAR_HEAP = 100_000
"""Only for larger heaps a law is searched."""
WORK = 600_000
"""The largest number of states and entries of tables that the search for a law may take."""
SOURCE = "J. R. Büchi, Weak second-order arithmetic and finite automata, 1960"


class RuleLaw:
    """Finds the law of a ruleset for positions of a fixed number of heaps at the first call, and stores it.

    Args:
        ruleset: The ruleset.
        heaps: The number of heaps of a position.
        misere: Whether the player who makes the last move loses.

    Attributes:
        reason: The reason why no law is known, or "".
    """

    def __init__(self, ruleset: Ruleset[Any], heaps: int, misere: bool) -> None:
        self.rule = moves_of(ruleset, heaps, misere=misere)
        self.reason = ""
        self._found: LawPlay | None = None
        self._searched = self.rule is None
        self._lock = Lock()

    def law(self, budget: Budget) -> LawPlay | None:
        """Return the law, or None if no law was found; then the attribute `reason` states why."""
        with self._lock:
            if not self._searched and self.rule is not None:
                # a result must not depend on the positions counted before
                own = budget.restart(Limits(seconds=budget.remaining, positions=WORK))
                found = play_by_law(self.rule, own)
                if isinstance(found, LawPlay):
                    self._found = found
                else:
                    self.reason = found.reason
                self._searched = not own.late
            return self._found


@lru_cache(maxsize=128)
def rule_law(ruleset: Ruleset[Any], heaps: int, *, misere: bool) -> RuleLaw:
    """Return the `RuleLaw` of a ruleset, the same object at each call, so that its law is searched only once.

    Args:
        ruleset: The ruleset.
        heaps: The number of heaps of a position.
        misere: Whether the player who makes the last move loses.

    Returns:
        The object that finds and stores the law.
    """
    return RuleLaw(ruleset, heaps, misere)


def value_law(ruleset: Ruleset[Any], budget: Budget) -> LawPlay | None:
    """Return a proved law of the values of single heaps.

    Args:
        ruleset: The ruleset.
        budget: Counts the work.

    Returns:
        The law, or None if none is found.
    """
    law = rule_law(ruleset, 1, misere=False).law(budget)
    return law if law is not None and law.values else None


def stated(name: str, play: LawPlay) -> str:
    """Return sentences that state a proved law and the reason for it.

    Args:
        name: The name of the ruleset.
        play: The law.

    Returns:
        The sentences.
    """
    law, blocks = play.law, play.rule.blocks
    if not isinstance(law, Law):
        same = f" with the same remainder by {len(law.starts)}" if len(law.starts) > 1 else ""
        begin = max(law.starts)
        start = f" from {begin} on" if begin >= len(law.starts) else ""
        return (
            f"Proved law of {name}: after each P-position p{start}, the next one{same} is {law.formula}. The heaps "
            f"between move to p, and no larger heap moves to p or below; automata decide both ({SOURCE})."
        )
    *first, last = law.heaps
    names = f"{', '.join(first)} and {last}" if first else last
    digits = f"the digits of {names} in {law.system.name}"
    if law.values:
        text = f"an automaton of {len(law.machine()[1])} states that reads {digits} gives the value"
        return (
            f"Proved law of {name}: {text}. The value is the least number that no option has; automata decide it "
            f"({SOURCE})."
        )
    states = "1 state" if law.levels[1].states == 1 else f"{law.levels[1].states} states"
    into = f"More than {blocks} moves lead" if blocks else "A move leads"
    inside = f"at most {blocks} from every P-position" if blocks else "none from a P-position"
    ends = (" with a move to an N-position" if blocks else " that has a move") if play.rule.misere else ""
    return (
        f"Proved law of {name}: P iff an automaton of {states} accepts {digits}. {into} to a P-position from every "
        f"N-position{ends}, and {inside}; automata decide both ({SOURCE})."
    )
