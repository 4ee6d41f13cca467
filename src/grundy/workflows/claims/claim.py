"""Decides a claim about a ruleset: proved, true as far as it was compared, or refuted by the smallest counterexample.

Positions are compared in order: by the sum of the heaps, then lexicographically. A claim about one heap n in normal
play begins with heap 1 unless it states "from 0", because the empty heap is a P-position by definition and not by a
law. All other claims include empty heaps.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ... import sequences
from ...core import (
    Budget,
    Code,
    InputError,
    Knowledge,
    LimitReached,
    Limits,
    RuleError,
    Ruleset,
    Structure,
    facet,
    has_misere_rule,
    play_of,
    whole,
)
from ...notation import read_ruleset
from ...patterns import Comparison, Judgement, Periodic, ProvedFacts, Same, judge, read_claim
from ..computing.values import is_heap_ruleset
from .known import knowledge, known_values, least_of, with_period
from .scan import Scan
from .truth import Failure, reads_as_tuples
from .verdict import Counterexample, Verdict, Word

__all__ = ["Verdict", "check_claim"]

MOST = 10**8
"""The largest heap that can be compared."""
FAR = 10**15
"""The largest number after "from", "periodic" and "shifted by"."""
HEAPS, FEWER = 10_000, 1000
"""The default numbers of single heaps that are compared, in general and for rulesets whose moves must be listed."""
BROKEN = 200
"""The default number of heaps for codes that leave three heaps or more, or take any number of tokens."""
BOARDS, SEARCHED, WHOLE = 100_000, 4000, 400
"""The default numbers of positions of several heaps: if values add, if positions are searched, and for misère sums."""
MOST_DEFINED = 1 << 17
"""Counterexamples up to this heap are compared with the definition, with at most as many positions."""
MISERE_SPLITS = 16
"""The largest single heap of a splitting rule whose misère value is searched."""


def check_claim(  # noqa: PLR0913  # the options of the command
    ruleset: Ruleset[Any],
    text: str,
    to: int | None = None,
    *,
    misere: bool = False,
    limits: Limits | None = None,
    budget: Budget | None = None,
) -> Verdict:
    """Decide a claim about a ruleset, such as "P iff n % 4 == 0": prove it, test it, or refute it.

    Args:
        ruleset: The ruleset that the claim is about.
        text: The claim; its grammar is in the module `patterns.claims`.
        to: Heaps up to this size are tested at least; None for a default size.
        misere: Whether the player who makes the last move loses.
        limits: Limits on the work.
        budget: A budget with limits and a progress report, instead of `limits`.

    Returns:
        The verdict, with the proof or the smallest counterexample that was found.

    Raises:
        InputError: If the claim cannot be read or evaluated, or is about positions that the ruleset does not have.
        LimitReached: If a limit was reached before any comparison.
        LoopyGame: If play need not end.

    Example:
        >>> from grundy import read_ruleset
        >>> check_claim(read_ruleset("take 1..3"), "P iff n % 4 == 0").verdict
        'proved'
        >>> check_claim(read_ruleset("take squares"), "P iff n % 5 in {0, 2}").counterexample.position
        '25'
    """
    if not isinstance(text, str):
        raise InputError(f"expected a claim in words, found {text!r}")
    if to is not None:
        to = whole(to, f"the largest heap to check, a whole number up to {MOST}", most=MOST)
    budget = budget or Budget(limits)
    with budget.interruptible():
        return _Case(ruleset, text, to, misere, budget).verdict()


class _Case:
    def __init__(self, ruleset: Ruleset[Any], text: str, to: int | None, misere: bool, budget: Budget) -> None:
        self.ruleset, self.text, self.to, self.misere, self.budget = ruleset, text, to, misere, budget
        self.play = play_of(misere)
        self.claim = claim = read_claim(text)
        words = {"period": "periodic", "preperiod": "from", "shift": "shifted by", "least": "from"}
        for name, word in words.items():
            if (far := abs(getattr(claim, name, None) or 0)) > FAR:  # such heaps cannot be compared
                what = f"expected a number up to 10^15 after '{word}', found one of {len(str(far))} digits"
                raise InputError(what)
        self.last_loses = misere != has_misere_rule(ruleset)
        self.heaps = len(claim.names) if isinstance(claim, Comparison) else 1
        self.other: Ruleset[Any] | None = None
        if isinstance(claim, Same):
            try:
                self.other = read_ruleset(claim.ruleset, files=False)
            except InputError as error:
                raise error.within(text, text.index(claim.ruleset)) from None
        coupled = facet(ruleset, Structure).coupled_moves()
        if coupled is not None and coupled.blocks and isinstance(claim, Comparison) and claim.kind == "value":
            what = f"{ruleset.name}: positions with blocked moves have an outcome, but no Grundy value"
            raise InputError(what, hint="claim the outcome, for instance P iff a == b")
        self.known = knowledge(ruleset, self.heaps, misere=self.last_loses, budget=budget)
        self.known = self.known._replace(notes=[])
        self.least = least_of(claim, self.last_loses)

    def verdict(self) -> Verdict:
        failure, checked, reason = self._scanned(self._stop())
        word: Word = "holds"
        theorem: str | None = None
        if failure is None and not reason and (judgement := self._judged()) is not None:
            word, theorem = "proved", judgement.theorem
            failure = self._refuted(judgement)
        shown: Counterexample | None = None
        if failure is not None:
            word, checked = "refuted", max(failure.heaps)
            said: tuple[str | int, str | int] = failure.claimed, failure.actual
            if isinstance(self.claim, Comparison) and self.claim.kind != "value":
                said = ("P" if failure.claimed else "N"), ("P" if failure.actual else "N")
            shown = Counterexample(" ".join(map(str, failure.heaps)), *said, failure.heaps)
        notes = "; ".join(self.known.notes or ()) if word == "holds" else ""
        stated = self.ruleset, self.claim, self.play, word, checked, self.least, shown, theorem, reason
        return Verdict(*stated, self.text.strip(), notes)

    def _refuted(self, judgement: Judgement) -> Failure | None:
        """Return the counterexample by which a theorem refutes the claim, or None if the theorem proves the claim.

        A small counterexample is also tested by the definition; raise `RuleError` if the two disagree.
        """
        if judgement.counterexample is None:
            return None
        failure = Failure(judgement.counterexample, judgement.claimed, judgement.actual)
        far = max(getattr(self.claim, "period", 0), getattr(self.claim, "shift", 0))
        if max(failure.heaps) + far <= MOST_DEFINED:
            with suppress(LimitReached), self.budget.sub_budget(MOST_DEFINED) as budget:
                scan = Scan(self.ruleset, self.claim, self.misere, self.known, budget)
                if scan.failure_at(failure.heaps, self.other) != failure:
                    what = f"a theorem and the definition differ at {' '.join(map(str, failure.heaps))}"
                    raise RuleError(f"{self.ruleset.name}: {what}; please report this")
        return failure

    def _scanned(self, stop: int) -> tuple[Failure | None, int, str]:
        scan = Scan(self.ruleset, self.claim, self.misere, self.known, self.budget)
        try:
            return scan.first_failure(self.least, stop, self.other), scan.checked, ""
        except LimitReached as error:
            if scan.checked < self.least:
                raise
            return None, scan.checked, error.message

    def _judged(self) -> Judgement | None:
        if isinstance(self.claim, Same | Periodic) and self.last_loses and self.known.value is None:
            return None
        try:
            known = with_period(self.known, self.ruleset, self.claim, self.heaps, self.budget)
            if (other := self.other) is not None:
                facts = ProvedFacts()
                if not (self.last_loses or has_misere_rule(other)):
                    facts = ProvedFacts(value=known_values(other, self.budget))
                    facts = with_period(facts, other, self.claim, 1, self.budget)
                known = known._replace(other=facts.value)
            return judge(self.claim, known._replace(budget=self.budget), self.least)
        except LimitReached:
            return None

    def _stop(self) -> int:
        if self.to is not None:
            return max(self.to, self.least)
        single = is_heap_ruleset(self.ruleset)
        if self.heaps > 1 or not single:
            single = single and not reads_as_tuples(self.ruleset, self.heaps)
            adds = single and (not self.last_loses or facet(self.ruleset, Knowledge).tame)
            whole = self.last_loses and facet(self.ruleset, Knowledge).misere_theory is None
            most = BOARDS if adds else WHOLE if whole else SEARCHED
            return self.least + int(float(most) ** (1 / self.heaps))
        beyond = self.least if self.least > 1 else 0
        period = 2 * self.claim.period if isinstance(self.claim, Periodic) else 0
        return beyond + max(self._heaps_compared(), min(period, MOST // 4))

    def _heaps_compared(self) -> int:
        if self.known.value is not None or self.known.lost is not None:
            return HEAPS
        stated = facet(self.ruleset, Structure)
        rule, takes = stated.sequence(), stated.takes_to(1) is not None
        if self.last_loses:
            return FEWER if takes else MISERE_SPLITS
        if isinstance(rule, Code):
            return HEAPS if sequences.octal(rule) is not None else BROKEN
        return HEAPS if takes else FEWER
