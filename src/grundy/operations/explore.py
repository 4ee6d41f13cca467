"""Patterns in the values of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ..core import Budget
from ..drawing.fit import TextBlock
from .context import Context
from .period import FamilyPeriod
from .request import FieldError, FieldRecord, Help, Local, PlayField, Remote, Request, RulesetText
from .result import Certified, Exact, Result
from .table import operation

if TYPE_CHECKING:
    from ..certificates import Certificate


class ExploreRequest(Request):
    """Find patterns in the values of a RULESET, each marked proved, compared or only fitted.

    The patterns are periods, formulas, progressions of P-positions, automata that read digits, Beatty pairs, and known
    rulesets with the same values. --code prints the best pattern as a function to paste.

    RULESET can also be a two-parameter family such as "arc-kayles: star(3,b,c)" or "arc-kayles: cycle(4) with b at 0, c
    at 2": a graph with two tails of any lengths b and c, in normal play.

    RULESET can be a Python file: its function `options` returns the options of a number, or of a tuple of two to five
    numbers. FILE.py:name names another function.

    --certificate writes the proof of an automaton of all values or P-positions, if the rule has linear conditions and a
    law is found. --certified prints only a law whose proof grundy-check accepted.

    The exit code is 4 if a limit stopped the work before the last heap, or stopped the search for patterns.
    """

    ruleset: RulesetText
    to: Annotated[
        int | None, Help("The last heap (default: as far as a few seconds allow)."), Remote(0, 10**6, "n")
    ] = None
    code: Annotated[Literal["python", "cpp"] | None, Local(), Help("Print the best pattern as a function.")] = None
    play: PlayField = "normal"


class KnownFact(FieldRecord):
    """A published result from the atlas of results: about the explored ruleset, or about one with the same values.

    `id` is its name in the atlas, and `first` the source that published it first.
    """

    id: str
    claim: str
    first: str


class ExploreResult(Result):
    """The result of `explore`: the computed values of a ruleset, the P-positions, and the patterns found in them.

    Each of the `patterns` has a grade, which states whether the pattern is proved, compared with all values, or only
    fitted. `likeness` lists known rulesets with the same or similar values, and `atlas` lists published results.
    """

    keys = {"start": "from"}  # noqa: RUF012  # declared in the base
    ruleset: str
    play: str
    positions: str
    start: int
    checked_to: int
    values: list[Exact] | None = None
    rows: list[list[int | None]] | None = None
    p_positions: list[Any]
    patterns: list[dict[str, Any]]
    likeness: list[dict[str, Any]]
    patterns_status: str
    theory: str | None
    atlas: list[KnownFact]
    form: str = ""
    families: list[dict[str, Any]] | None = None
    reason: str = ""
    status: str = ""

    def certificate(self, budget: Budget) -> Certificate:
        from ..workflows.library.laws import certify_rule

        return certify_rule(self.source.ruleset, misere=self.play == "misere", budget=budget)

    def accepted(self, claim: Mapping[str, Any]) -> Certified:
        kind = "values" if "values" in claim else "lost"
        what = "gives the value of every position" if kind == "values" else "accepts exactly the P-positions"
        words = f"{self.ruleset}: an automaton of {len(claim[kind])} states, which is in the certificate, {what}."
        return Certified(words, {"ruleset": self.ruleset, "play": self.play, "digits": claim["digits"]})

    def blocks(self) -> Iterator[TextBlock]:
        from ..workflows.exploring.oeis_entries import oeis_entries

        yield self.source.explain()
        if self.play == "normal":
            yield from (f"OEIS {entry}" for entry in oeis_entries(self.source.ruleset))


class PatternCode(Result):
    """The result of `explore` with --code: the best pattern as the source text of a function in Python or C++.

    `reason` states the limit that stopped the search for patterns, if there was one.
    """

    ruleset: str
    language: str
    code: str
    reason: str = ""

    def blocks(self) -> Iterator[str]:
        yield self.code.removesuffix("\n")


class FamilyValues(FamilyPeriod):
    """The result of `explore` for a two-parameter family: values for short tails, and the period if it is proved."""

    def blocks(self) -> Iterator[str]:
        yield f"{self.source.table()}\n"
        yield self.source.explain()


@operation(
    ExploreRequest,
    papers=True,
    certificates=True,
    seconds=12.0,
    short=False,
    examples={
        "grundy explore take 1..3 --to 50": "the patterns in the values, and which are proved",
        "grundy explore wythoff --to 9": "a table of two heaps, and the P-positions",
    },
)
def explore(request: ExploreRequest, context: Context) -> ExploreResult | PatternCode | FamilyValues:
    """Find patterns in the values of a ruleset.

    Args:
        request: The question: the ruleset, the last heap, the play convention, and a language for code. The decorated
            function also accepts its fields: `explore("kayles")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        A `FamilyValues` (values and period) for a two-parameter family. For other rulesets a `PatternCode` (the best
        pattern as a function) if the request names a language, otherwise an `ExploreResult` (values and patterns).

    Raises:
        FieldError: If the fields cannot be combined.
        InputError: If the ruleset cannot be read.
        LimitReached: If a limit was reached before anything was known.
    """
    from ..workflows.exploring.explore import explore as explored

    if (family := context.family(request.ruleset)) is not None:
        from ..workflows.claims.two_lengths import two_lengths

        if request.given("play", "code"):
            raise FieldError("two-parameter families allow neither {play} nor {code}")
        lengths = two_lengths(family, request.to, context.table_budget)
        return FamilyValues.of(lengths, {"theorem": None} | lengths.to_dict(), method="sequence")
    text = request.ruleset
    rules = context.ruleset(f"{text}:options" if text.rstrip().endswith(".py") else text)
    found = explored(rules, request.to, misere=request.play == "misere", limits=context.limits)
    if request.code is not None:
        return PatternCode(
            ruleset=rules.name, language=request.code, code=found.code(request.code), reason=found.reason
        )
    return ExploreResult.of(found, found.to_dict(), status="limit" if found.reason else "proved")
