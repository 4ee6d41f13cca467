"""`grundy claim RULESET CLAIM`: prove or check a claim, or find the smallest counterexample."""

from __future__ import annotations

from typing import Any

import click

from ..core import InputError, LimitReached, Limits, NotationError
from ..notation import read_family, read_ruleset
from ..workflows.claims.claim import Verdict, check_claim
from .options import (
    Number,
    answered,
    certified_option,
    format_option,
    json_option,
    limit_options,
    misere_option,
    offered,
    screen_options,
    text_argument,
    working,
)

REFUTED, LIMIT = 1, 4


@click.command()
@click.argument("ruleset", shell_complete=offered)
@text_argument("claim")
@click.option("--to", "most", type=Number(), default=None, help="The largest heap to compare.")
@misere_option
@certified_option
@json_option
@format_option
@screen_options
@limit_options
def claim(
    ruleset: str,
    claim: str,
    most: int | None,
    misere: bool,
    certified: bool,
    as_json: bool,
    style: str | None,
    limits: Limits,
) -> int:
    """Prove, check or refute a CLAIM about every position of a RULESET.

    A claim is "P iff n % 4 == 0", "N iff ...", "value == n % 4", "value <= 9", "periodic 12 from 71" or "same as 0.07
    shifted by 1". n is a single heap; a, b, c, d are several heaps in their order. In normal play a claim about n
    begins with heap 1; add "from 0" to include heap 0.

    For a two-parameter family such as "arc-kayles: star(3,b,c)", "periodic 34 from 516" is a claim about c, for all b.

    The exit code is 1 if the claim is refuted, and 4 if a limit stopped the comparison.

    --certified prints only results that grundy-check accepted: a counterexample to a claim about outcomes or values, or
    the proof of a period. For other claims it is an error.
    """
    if certified and style is not None:
        raise click.UsageError("--certified cannot be combined with --format")
    if (family := read_family(ruleset)) is not None:
        from ..workflows.claims.two_lengths import check_lengths

        if misere or style is not None:
            raise click.UsageError("claims about two-parameter families allow neither --misere nor --format")
        if certified:
            raise InputError(
                "claims about two-parameter families have no certificate", hint="grundy period --certified"
            )
        with working(limits) as meter:
            verdict = check_lengths(family, claim, most, meter)
        answered(verdict, as_json=as_json)
        return REFUTED if verdict.verdict == "refuted" else LIMIT if verdict.reason else 0
    try:
        rules = read_ruleset(ruleset)
    except NotationError as error:
        if " " not in ruleset and error.hint is None:
            error.hint = 'put a RULESET of several words in quotes: "take 1..3"'
        raise
    with working(limits) as meter:
        found = check_claim(rules, claim, most, misere=misere, meter=meter)
    if certified:
        return _certified(found, limits, as_json=as_json)
    with meter.telling():
        answered(found, as_json=as_json, style=style)
    return REFUTED if found.verdict == "refuted" else LIMIT if found.reason else 0


def _certified(found: Verdict, limits: Limits, *, as_json: bool) -> int:
    """Print the verdict if the checker accepts a certificate that settles the claim."""
    from ..operations.result import Certified
    from ..workflows.library.evidence import claim_certificate
    from .certified import answer_certified

    if found.reason:
        raise LimitReached(found.reason, kind="search")
    if found.verdict == "holds":
        raise InputError(f"the claim is not proved (it holds up to {found.checked_to}), so it has no certificate")
    with working(limits) as meter:
        certificate, settled = claim_certificate(found, meter)
    refuted = found.counterexample
    at = refuted and {name: getattr(refuted, name) for name in ("position", "claimed", "actual")}
    data: dict[str, Any] = {"ruleset": found.ruleset.name, "claim": found.text, "play": found.play}
    data |= {"verdict": found.verdict, "counterexample": at}
    words = f"{found.told()[0]}\n{settled}"
    answer = Certified(words, data, REFUTED if found.verdict == "refuted" else 0)
    return answer_certified(certificate, lambda _: answer, limits=limits, as_json=as_json)
