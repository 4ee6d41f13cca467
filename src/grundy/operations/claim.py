"""Claims about rulesets and two-parameter families."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ..core import Budget, InputError, LimitReached, NotationError
from .context import Context
from .request import (
    MOST_RULE,
    Argument,
    FieldError,
    FieldRecord,
    FolderName,
    Help,
    PlayField,
    Remote,
    Request,
    RulesetText,
)
from .result import Certified, Exact, Result
from .table import operation

if TYPE_CHECKING:
    from ..certificates import Certificate
    from ..core import TailedGraph
    from ..drawing.fit import TextBlock
    from ..patterns import Periodic
    from ..workflows.claims.verdict import Verdict

REFUTED = 1
"""The exit code for a refuted claim."""
Word = Literal["proved", "holds", "refuted"]


class ClaimRequest(Request):
    """Prove, check or refute a CLAIM about every position of a RULESET.

    A claim is "P iff n % 4 == 0", "N iff ...", "value == n % 4", "value <= 9", "periodic 12 from 71" or "same as 0.07
    shifted by 1". n is a single heap; a, b, c, d are several heaps in their order. In normal play a claim about n
    begins with heap 1; add "from 0" to include heap 0.

    A rule may have parameters, which begin with a capital letter: "take 1..K" and "P iff n % (K + 1) == 0 for all K >=
    1". Such a claim is decided for all parameters and heaps at once.

    For a two-parameter family such as "arc-kayles: star(3,b,c)", "periodic 34 from 516" is a claim about c, for all b.

    The exit code is 1 if the claim is refuted, and 4 if a limit stopped the comparison.

    --certified prints only results that grundy-check accepted: a counterexample to a claim about outcomes or values,
    the proof of a period, of all P-positions, or of all values up to 15. For other claims it is an error.
    """

    ruleset: RulesetText
    claim: Annotated[str, Argument(), Help("a claim such as value == n % 4"), Remote(1, MOST_RULE)]
    to: Annotated[int | None, Help("The largest heap to compare."), Remote(0, 10**6, "n")] = None
    play: PlayField = "normal"
    walnut: Annotated[FolderName, Help("Write automata and sentences for Walnut to this directory.")] = None


class ClaimCounterexample(FieldRecord):
    """A position for which a claim fails, with the claimed value or outcome and the actual one."""

    position: str
    claimed: Exact | str
    actual: Exact | str


class ClaimResult(Result):
    """The result of `claim` for a ruleset: proved, not proved but true up to a heap, or refuted.

    `counterexample` is a position for which a refuted claim fails, or null. `checked_to` is the largest heap up to
    which positions were compared. `obstacle` states why automata do not decide a claim that is not proved, and
    `no_walnut` why no files for Walnut were written.
    """

    keys = {"least": "from"}  # noqa: RUF012  # declared in the base
    ruleset: str
    claim: str
    play: str
    verdict: Word
    least: int
    checked_to: int
    counterexample: ClaimCounterexample | None
    theorem: str | None
    explanation: str
    reason: str = ""
    obstacle: str = ""
    status: str = ""
    method: str = ""
    no_walnut: str = ""

    def blocks(self) -> Iterator[TextBlock]:
        yield self.source.explain()
        if self.no_walnut:
            yield f"No files for Walnut were written: {self.no_walnut}."

    def certificate(self, budget: Budget) -> Certificate:
        from ..workflows.library.evidence import claim_certificate

        if self.reason:
            raise LimitReached(self.reason, kind="search")
        if self.verdict == "holds":
            raise InputError(f"the claim is not proved (it holds up to {self.checked_to}), so it has no certificate")
        return claim_certificate(self.source, budget)

    def accepted(self, claim: Mapping[str, Any]) -> Certified:
        head, *told = self.source.told()
        if self.verdict == "proved" and ("lost" in claim or "values" in claim):
            kind = "P iff" if "lost" in claim else "value =="
            law = f"{kind} {claim['law']}" if "law" in claim else f"{self.claim}, as an automaton in the certificate"
            told = [f"Proved for every position of {self.ruleset}: {law}."]
        elif self.verdict == "proved":
            stated: Periodic = self.source.claim
            n0, p = claim["n0"], claim["p"]
            told = [f"Proved: {self.ruleset} has period {p} from heap {n0} on, and {p} divides {stated.period}."]
        data = {name: getattr(self, name) for name in ("ruleset", "claim", "play", "verdict", "counterexample")}
        return Certified(f"{head}\n{told[0]}", data, REFUTED if self.verdict == "refuted" else 0)

    @property
    def exit_code(self) -> int:
        """The exit code: 1 if the claim is refuted, 4 if a limit stopped the work, 2 if a file is missing, else 0."""
        code = REFUTED if self.verdict == "refuted" else super().exit_code
        return code or (InputError.exit_code if self.no_walnut else 0)


class LengthPair(FieldRecord):
    """Lengths b and c of the two tails for which a claim about a two-parameter family fails."""

    b: int
    c: int


class FamilyClaim(Result):
    """The result of `claim` for a two-parameter family: proved, not proved but true up to a length, or refuted.

    The family consists of a graph with two tails for all lengths b and c; `counterexample` has two lengths for which a
    refuted claim fails.
    """

    family: str
    claim: str
    verdict: Word
    checked_to: int
    counterexample: LengthPair | None
    explanation: str
    reason: str = ""
    status: str = ""
    theorem: str | None = ""
    method: str = ""

    def certificate(self, budget: Budget) -> Certificate:  # there is none
        """Raise `InputError`, because claims about two-parameter families have no certificates."""
        raise InputError("claims about two-parameter families have no certificate", hint="grundy period --certified")

    @property
    def exit_code(self) -> int:
        """The exit code: 1 for a refuted claim, 4 if a limit stopped the comparison."""
        return REFUTED if self.verdict == "refuted" else super().exit_code


class ParameterClaim(Result):
    """The result of `claim` for a rule with parameters: proved, not proved but true of some rules, or refuted.

    `counterexample` has the least parameters and the least heap of this rule for which a refuted claim fails.
    """

    rule: str
    claim: str
    play: str
    verdict: Word
    counterexample: ClaimCounterexample | None
    theorem: str | None
    explanation: str
    obstacle: str = ""
    status: str = ""
    method: str = ""

    def certificate(self, budget: Budget) -> Certificate:  # there is none
        """Raise `InputError`, because claims about rules with parameters have no certificates."""
        raise InputError("claims about rules with parameters have no certificate")

    @property
    def exit_code(self) -> int:
        """The exit code: 1 for a refuted claim, otherwise 0."""
        return REFUTED if self.verdict == "refuted" else super().exit_code


@operation(
    ClaimRequest,
    papers=True,
    certificates=True,
    short=False,
    examples={
        'grundy claim "take 1..3" "P iff n % 4 == 0"': "a claim that is proved",
        'grundy claim kayles "same as 0.77"': "two rulesets with the same values",
    },
)
def claim(request: ClaimRequest, context: Context) -> ClaimResult | FamilyClaim | ParameterClaim:
    """Prove, check or refute a claim.

    Args:
        request: The question: the ruleset, the claim, the last heap to compare, and the play convention. The decorated
            function also accepts its fields: `claim("kayles", claim="value <= 9")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The verdict: a `FamilyClaim` for a two-parameter family, a `ParameterClaim` for a rule with parameters,
        otherwise a `ClaimResult`.

    Raises:
        FieldError: If the fields cannot be combined.
        InputError: If the ruleset or the claim cannot be read.
        LimitReached: If a limit was reached before anything was compared.
    """
    from ..workflows.claims.all_parameters import check_parameters, has_parameters
    from ..workflows.claims.claim import check_claim

    if has_parameters(request.claim):
        if not isinstance(request.ruleset, str):
            raise InputError("expected a rule with parameters as text")
        stated = check_parameters(
            request.ruleset, request.claim, misere=request.play == "misere", budget=context.budget
        )
        method = "theorem" if stated.theorem else "search"
        return ParameterClaim.of(stated, stated.to_dict(), status="proved", method=method)
    if (family := context.family(request.ruleset)) is not None:
        return _of_family(family, request, context)
    rules, misere = context.ruleset(request.ruleset), request.play == "misere"
    try:
        found = check_claim(rules, request.claim, request.to, misere=misere, budget=context.budget)
    except NotationError as error:
        if error.text == request.claim:
            from ..notation.guesses import claim_suggestion
            from ..patterns import read_claim

            error.hint = claim_suggestion(request.claim, read_claim) or error.hint
        raise
    missing = "" if request.walnut is None else _walnut(found, Path(request.walnut), context.budget)
    how = {"status": "limit" if found.reason else "proved", "method": "theorem" if found.theorem else "search"}
    return ClaimResult.of(found, found.to_dict(), **how, no_walnut=missing)


def _walnut(found: Verdict, folder: Path, budget: Budget) -> str:
    """Write the files of a claim for the program Walnut into a folder.

    Return the reason if no files are written, for example because the claim is not proved, else "". `found` is the
    verdict on the claim.
    """
    from ..workflows.library.laws import write_walnut

    if found.verdict != "proved":
        return f"the claim is {'refuted' if found.verdict == 'refuted' else 'not proved'}"
    try:
        write_walnut(found, folder, budget)
    except (InputError, LimitReached) as error:
        return error.message
    return ""


def _of_family(family: TailedGraph, request: ClaimRequest, context: Context) -> FamilyClaim:
    from ..workflows.claims.two_lengths import check_lengths

    if request.play == "misere":
        raise FieldError("claims about two-parameter families allow no {play}")
    found = check_lengths(family, request.claim, request.to, context.table_budget)
    how = {"status": "limit" if found.reason else "proved", "theorem": None}
    method = "theorem" if found.verdict == "proved" else "search"
    return FamilyClaim.of(found, found.to_dict() | how, method=method)
