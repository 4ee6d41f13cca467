"""From a claim about a ruleset to its verdict: proved, true as far as it was checked, or the smallest counterexample.

Positions are compared in order: single heaps ascending; of several heaps those with the least sum first, of these
the first in lexicographic order. A claim over one heap n in normal play begins with heap 1, unless it says "from 0":
the empty heap is lost by definition and says nothing about a rule. In misere play, where it is won, and over
several heaps a, b, ... empty heaps count. "proved" needs a theorem that covers every position (`patterns.theorems`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..core import Code, InputError, LimitReached, Limits, Meter, Play, RuleError, Ruleset
from ..patterns import Claim, Comparison, Judgement, Knowledge, Periodic, Same, judge, read_claim
from .claim_known import knowledge, known_values, with_period
from .values import is_heap_ruleset

if TYPE_CHECKING:
    from .claim_scan import Failure

Word = Literal["proved", "holds", "refuted"]
"""Proved for every position; holds as far as it was checked; refuted by a counterexample."""

MOST = 10**8
"""The largest heap to which a claim is checked."""
FAR = 10**15
"""The largest number behind from, periodic and shifted by."""
HEAPS, FEWER = 10_000, 1000
"""Single heaps that are checked unless the user says how many, and for rules whose moves are listed one by one."""
BROKEN = 200
"""Single heaps of codes whose moves leave three heaps or more, or take any number, that are compared."""
BOARDS, SEARCHED, WHOLE = 100_000, 4000, 400
"""Positions of several heaps that are checked: values add, positions are searched, whole misere sums are searched."""
MISERE_SPLITS = 16
"""The largest single heap of a rule that may split whose misere value is searched."""


class Counterexample(NamedTuple):
    """A position where a claim fails: in notation, what was claimed, what is true, and as heaps."""

    position: str
    claimed: str | int
    actual: str | int
    heaps: tuple[int, ...]


@dataclass(frozen=True)
class Verdict:
    """What became of a claim; `checked_to` is the size of the largest heap compared, `least` of the smallest.

    `theorem` proves it (or found the counterexample); `reason` says which limit stopped the comparison.
    """

    ruleset: Ruleset[Any]
    claim: Claim
    play: Play
    verdict: Word
    checked_to: int
    least: int = 0
    counterexample: Counterexample | None = None
    theorem: str | None = None
    reason: str = ""
    text: str = field(default="", repr=False)

    def __repr__(self) -> str:
        """Return the verdict on one line."""
        found = self.counterexample
        at = f" at {found.position}" if found else f" to {self.checked_to}" if self.verdict == "holds" else ""
        return f"Verdict({self.ruleset.name!r}, {str(self.claim)!r}, {self.verdict}{at})"

    def _repr_html_(self) -> str:
        """Show the verdict in a notebook."""
        from html import escape

        return f"<pre>{escape(self.explain())}</pre>"

    def explain(self) -> str:
        """Return the verdict in words, with the analysis of a counterexample."""
        from .claim_words import explain

        return explain(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `grundy claim --json`."""
        found = None if self.counterexample is None else self.counterexample._asdict()
        if found is not None:
            del found["heaps"]
        answer: dict[str, Any] = {
            "schema": 1,
            "ruleset": self.ruleset.name,
            "claim": self.text or str(self.claim),
            "play": self.play,
            "verdict": self.verdict,
            "from": self.least,
            "checked_to": self.checked_to,
            "counterexample": found,
            "theorem": self.theorem,
            "explanation": self.explain(),
        }
        return answer | ({"reason": self.reason} if self.reason else {})


def check_claim(  # noqa: PLR0913  # as many options as the command
    ruleset: Ruleset[Any],
    text: str,
    to: int | None = None,
    *,
    misere: bool = False,
    limits: Limits | None = None,
    meter: Meter | None = None,
) -> Verdict:
    """Return the verdict on a claim about `ruleset`, comparing heaps up to size `to` at least.

    Raises `InputError` when the claim cannot be read or evaluated or speaks of positions that the ruleset has
    not, `LimitReached` when a limit stopped the work before anything was compared, `LoopyGame`.

    >>> from ..notation import read_ruleset
    >>> check_claim(read_ruleset("take 1..3"), "P iff n % 4 == 0").verdict
    'proved'
    >>> check_claim(read_ruleset("take squares"), "P iff n % 5 in {0, 2}").counterexample.position
    '25'
    """
    if not isinstance(text, str):
        raise InputError(f"expected a claim in words, found {text!r}")
    if to is not None and (type(to) is not int or not 0 <= to <= MOST):
        raise InputError(f"expected the largest heap to check, a whole number up to {MOST}, found {to!r}")
    return _Case(ruleset, text, to, misere, meter or Meter(limits)).verdict()


class _Case:
    """One claim on its way to a verdict."""

    def __init__(self, ruleset: Ruleset[Any], text: str, to: int | None, misere: bool, meter: Meter) -> None:
        """Read the claim and collect what theorems say about the ruleset."""
        self.ruleset, self.text, self.to, self.misere, self.meter = ruleset, text, to, misere, meter
        self.claim = read_claim(text)
        self._refuse_far()
        self.last_loses = misere != ruleset.last_loses
        self.heaps = len(self.claim.names) if isinstance(self.claim, Comparison) else 1
        self.other = self._other()
        self.known = knowledge(ruleset, self.heaps, misere=self.last_loses, meter=meter)
        self.least = self._least()

    def _refuse_far(self) -> None:
        """Refuse a claim about heaps so large that none of them can be compared."""
        claim = self.claim
        numbers = {"periodic": getattr(claim, "period", 0), "from": getattr(claim, "preperiod", 0)}
        numbers |= {"shifted by": abs(getattr(claim, "shift", 0)), "from ": getattr(claim, "least", None) or 0}
        for word, number in numbers.items():
            if number > FAR:
                raise InputError(
                    f"expected a number up to 10^15 behind '{word.strip()}', found one of {len(str(number))} digits"
                )

    def _other(self) -> Ruleset[Any] | None:
        """Read the ruleset that the claim compares with."""
        if not isinstance(self.claim, Same):
            return None
        from ..notation import read_ruleset

        try:
            return read_ruleset(self.claim.ruleset, files=False)
        except InputError as error:
            raise error.within(self.text, self.text.index(self.claim.ruleset)) from None

    def _least(self) -> int:
        """Return the smallest heap of the claim."""
        if isinstance(self.claim, Periodic):
            return self.claim.preperiod
        if isinstance(self.claim, Same):
            return max(0, -self.claim.shift)
        if self.claim.least is not None:
            return self.claim.least
        return int(self.claim.names == ("n",) and not self.last_loses)

    def verdict(self) -> Verdict:
        """Compare, then ask the theorems."""
        stop = self._stop()
        failure, checked, reason = self._scanned(stop)
        if failure is not None:
            return self._refuted(failure, None)
        if reason:
            return self._answer("holds", checked, reason=reason)
        found = self._judged()
        if found is None:
            return self._answer("holds", checked)
        if found.counterexample is None:
            return self._answer("proved", checked, theorem=found.theorem)
        again = self._scanned(max(found.counterexample))[0]
        if again is None:
            raise RuleError(f"{self.ruleset.name}: a theorem refutes what the definition confirms; please report it")
        return self._refuted(again, found.theorem)

    def _scanned(self, stop: int) -> tuple[Failure | None, int, str]:
        """Return the first failure up to `stop`, the last heap compared, and the limit that stopped the comparison."""
        from .claim_scan import Scan

        scan = Scan(self.ruleset, self.claim, self.misere, self.known, self.meter)
        scan.checked = self.least - 1
        try:
            return scan.first_failure(self.least, stop, self.other), scan.checked, ""
        except LimitReached as error:
            if scan.checked < self.least:
                raise
            return None, scan.checked, error.message

    def _judged(self) -> Judgement | None:
        """Ask the theorems; a limit on the way leaves the claim as it is."""
        if isinstance(self.claim, Same | Periodic) and self.last_loses and self.known.value is None:
            return None
        try:
            known = with_period(self.known, self.ruleset, self.claim, self.heaps, self.meter)
            if self.other is not None:
                known = known._replace(other=self._other_values())
            return judge(self.claim, known, self.least)
        except LimitReached:
            return None

    def _other_values(self) -> Any:  # noqa: ANN401  # a proved function or None
        """Return the proved values of the ruleset that the claim compares with."""
        other = self.other
        if other is None or self.last_loses or other.last_loses:
            return None
        known = Knowledge(value=known_values(other, self.meter))
        return with_period(known, other, self.claim, 1, self.meter).value

    def _stop(self) -> int:
        """Return the largest heap that is compared."""
        if self.to is not None:
            return max(self.to, self.least)
        single = is_heap_ruleset(self.ruleset)
        if self.heaps > 1 or not single:
            from .claim_truth import reads_as_tuples

            single = single and not reads_as_tuples(self.ruleset, self.heaps)
            adds = single and (not self.last_loses or self.ruleset.tame)
            whole = self.last_loses and self.ruleset.misere_theory is None
            most = BOARDS if adds else WHOLE if whole else SEARCHED
            return self.least + int(float(most) ** (1 / self.heaps))
        beyond = self.least if self.least > 1 else 0
        period = 2 * self.claim.period if isinstance(self.claim, Periodic) else 0
        return beyond + max(self._heaps_compared(), min(period, MOST // 4))

    def _heaps_compared(self) -> int:
        """Return how many single heaps are compared, according to what their values cost."""
        if self.known.value is not None or self.known.lost is not None:
            return HEAPS
        rule, takes = self.ruleset.sequence(), self.ruleset.takes_to(1) is not None
        if self.last_loses:
            return FEWER if takes else MISERE_SPLITS
        if isinstance(rule, Code):
            from ..sequences import octal

            return HEAPS if octal(rule) is not None else BROKEN
        return HEAPS if takes else FEWER

    def _refuted(self, failure: Failure, theorem: str | None) -> Verdict:
        """Return the verdict on a claim with a counterexample."""
        return self._answer("refuted", max(failure.heaps), found=self._shown(failure), theorem=theorem)

    def _shown(self, failure: Failure) -> Counterexample:
        """Return a counterexample in notation."""
        position = " ".join(map(str, failure.heaps))
        claimed: str | int = failure.claimed
        actual: str | int = failure.actual
        if isinstance(self.claim, Comparison) and self.claim.kind != "value":
            claimed, actual = ("P" if claimed else "N"), ("P" if actual else "N")
        return Counterexample(position, claimed, actual, failure.heaps)

    def _answer(
        self,
        verdict: Word,
        checked: int,
        *,
        found: Counterexample | None = None,
        theorem: str | None = None,
        reason: str = "",
    ) -> Verdict:
        """Put the verdict together."""
        play: Play = "misere" if self.misere else "normal"
        return Verdict(
            self.ruleset, self.claim, play, verdict, checked, self.least, found, theorem, reason, self.text.strip()
        )
