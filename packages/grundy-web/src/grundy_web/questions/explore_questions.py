"""Answers the questions of the explore page: values, period, patterns, pictures, and the graph of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from grundy.core import (
    Budget,
    Course,
    GrundyError,
    HeapRuleset,
    InputError,
    LimitReached,
    Limits,
    NotSummable,
    has_misere_rule,
)
from grundy.operations import Context, family_of, is_misere, ruleset_of, served
from grundy.patterns import MexPairs
from grundy.workflows.explaining import as_blocks
from grundy.workflows.exploring import Exploration, oeis_entries, values_only
from grundy.workflows.exploring import explore as explore_ruleset

from .explore_pictures import Sight, heat_map, plot, rows_picture
from .findings import finding, two_heap_finding
from .length_questions import fact_told, normal_only

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.sequences import Period

LOOKED, QUICK, FEW = 2000, 500, 60
"""Heaps searched for patterns, heaps shown before, and heaps shown if those take too long."""
SECONDS, PERIOD = 12.0, 0.6
"""The default limit in seconds, and that for a period that the patterns did not show."""
EXPLORING, PLOTTING, PATIENT = 0.4, 1 / 8, 1 / 3
"""The shares of the time for patterns and for values of the plot, and for the latter in a longer search."""
PERIOD_TO = 1 << 14
"""The last heap searched for a period."""
TABLE = 100
"""Values in the table."""
LISTED = 60
"""The number of P-positions listed."""
BARS = 40
"""The number of values in the histogram."""


def explore(  # noqa: PLR0913  # a rule and its view
    task: Context,
    g: str,
    play: str = "normal",
    to: int = 0,
    length: int = 0,
    *,
    log: bool = False,
    deep: bool = True,
    other: str = "",
    t: int = 0,
) -> dict[str, Any]:
    """Answer a question of the web app: everything that the page of exploration shows of a ruleset.

    Theorems and the first values are sent as a partial answer before the rest is computed.

    Args:
        task: The limits of the question.
        g: The ruleset in notation.
        play: "normal" or "misere".
        to: The last heap of the plot; 0 for three periods, or for 240 heaps if the period is unknown.
        length: The number of values in a row of the picture with rows; 0 for the period.
        log: Whether the axis of values is logarithmic.
        deep: Whether to search for patterns in values of single heaps, which takes longest.
        other: Another ruleset on single heaps, whose values are drawn too; "" for none.
        t: Seconds for the answer, 0 for the default.

    Returns:
        The answer as plain data for JSON; if time ended the search for patterns, `patterns_status` is "limit".
    """
    ruleset, misere = ruleset_of(g), is_misere(play)
    seconds = task.limits.seconds or SECONDS
    heaps = isinstance(ruleset, HeapRuleset) and not isinstance(ruleset, NotSummable)
    deep = deep or not heaps
    most = LOOKED if deep else QUICK
    limits = Limits(seconds=EXPLORING * seconds)
    try:
        rival = _values_of(other, min(to or QUICK, LOOKED - 1), misere=misere, limits=limits) if other and heaps else ()
    except InputError as error:
        return error.to_dict() | {"field": "other"}
    sight = Sight(None, to, length, log, rival)
    told = -1

    def seen(found: Exploration) -> None:
        nonlocal told
        if found.checked_to > told:
            told = found.checked_to
            ended = replace(found, limit=f"the {seconds:g}-second limit was reached")
            task.so_far(_shown(task, ended, sight, stopped=found.sample.reason) | {"deep": deep})

    def look(last: int | None) -> Exploration:
        if deep:
            return explore_ruleset(ruleset, last, misere=misere, limits=limits, seen=seen)
        found = values_only(ruleset, last, misere=misere, limits=limits)
        seen(found)
        return found

    found, stopped = _explored(look, min(to or most, most) if heaps else None)
    return _shown(task, found, sight, (PATIENT if t else PLOTTING) * seconds, stopped=stopped) | {"deep": deep}


def _values_of(text: str, to: int, *, misere: bool, limits: Limits) -> Sequence[int]:
    """Return the Grundy values of heaps 0 to `to` of the ruleset `text`, or fewer if a limit is reached.

    Raise `InputError` if the positions of the ruleset are not single heaps.
    """
    ruleset = ruleset_of(text)
    if not isinstance(ruleset, HeapRuleset) or isinstance(ruleset, NotSummable):
        raise InputError(f"the positions of {ruleset.name} are not single heaps")
    return values_only(ruleset, to, misere=misere, limits=limits).values


def _compared(values: Sequence[int], second: Sequence[int]) -> dict[str, Any] | None:
    """Compare the values of two sequences heap by heap.

    The result contains the last heap compared as `to`, the first heap with different values as `at`, or None, and these
    two values as `mine` and `theirs`. The result is None if `second` is empty.
    """
    if not second:
        return None
    pairs = list(zip(values, second, strict=False))
    at = next((heap for heap, (one, other) in enumerate(pairs) if one != other), None)
    told: dict[str, Any] = {"to": len(pairs) - 1, "at": at}
    return told if at is None else told | {"mine": pairs[at][0], "theirs": pairs[at][1]}


def _explored(look: Callable[[int | None], Exploration], most: int | None) -> tuple[Exploration, str]:
    """Explore heaps up to `most` by calling `look`, or only up to heap 60 if that takes too long.

    Return the results, and the limit that was reached, in words, or "". If `most` is None, `look` chooses the size.
    """
    try:
        found = look(most)
        stopped = found.sample.reason
        if most is None or found.checked_to >= min(FEW, most):
            return found, stopped
    except LimitReached as error:
        if most is None or most <= FEW:
            raise
        stopped = error.message
    return look(FEW), stopped


def _shown(task: Context, found: Exploration, sight: Sight, seconds: float = 0.0, *, stopped: str) -> dict[str, Any]:
    """Return the data that the page shows of an exploration.

    `sight` has the settings of the pictures. `seconds` is the time for values of larger heaps than those in `found`; if
    it is 0, no time is spent on the proof of a period either. `stopped` is the limit that ended the exploration, in
    words, or "".
    """
    sample = found.sample
    answer: dict[str, Any] = {"ruleset": found.ruleset.name, "play": found.play, "shape": found.shape}
    answer |= {"form": sample.form, "to": found.checked_to, "start": sample.start}
    answer |= {"reason": stopped, "wanted": sight.to, **_discoveries(found)}
    answer["lost"] = [list(one) if isinstance(one, tuple) else one for one in found.p_positions[:LISTED]]
    answer["lost_count"] = len(found.p_positions)
    if found.shape not in {"heaps", "sizes"}:
        answer |= heat_map(found)
        return answer | {"finding": two_heap_finding(answer)}
    period = _period(found, answer["patterns"], PERIOD if seconds else 0.0)
    known = (period["preperiod"], period["period"]) if period["period"] else None
    sight = sight._replace(period=known)
    answer |= {
        "period": period,
        "table": list(found.values[:TABLE]),
        "finding": finding(period, answer["patterns"], answer["to"], answer["atlas"]),
    }
    answer |= {
        "oeis": [entry._asdict() for entry in oeis_entries(found.ruleset)],
        "other": _compared(found.values, sight.second),
    }
    answer["counts"] = sorted(Counter(found.values).items())[:BARS]
    answer |= plot(task, found, sight, seconds) | rows_picture(found, sight)
    if answer["plot_note"] and not seconds:
        answer["plot_note"] = found.limit
    return answer


def _discoveries(found: Exploration) -> dict[str, Any]:
    theorems = list(dict.fromkeys(one.grounds for one in found.discoveries if one.theorem))

    def told(one: Any) -> dict[str, Any]:  # noqa: ANN401  # a discovery
        told = {name: getattr(one, name) for name in ("kind", "text", "grade", "grading", "claim")}
        told["grounds"] = one.grounds or ""
        return told | {"theorem": 1 + theorems.index(one.grounds) if one.theorem else 0}

    known = None if found.theory is None else str(found.theory)
    laws = [one.detail for one in found.discoveries if isinstance(one.detail, MexPairs)]
    return {
        "digits": [law.in_digits for law in laws if law.in_digits],
        "patterns": [told(one) for one in found.patterns],
        "likeness": [told(one) for one in found.likeness],
        "patterns_status": found.patterns_status,
        "patterns_reason": found.limit,
        "theorems": theorems,
        "atlas": [fact_told(fact) for fact in found.facts],
        "theory": known if found.theory and not any(found.theory.source in text for text in theorems) else None,
    }


def _period(found: Exploration, patterns: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    none = {"status": "none", "preperiod": 0, "period": 0, "saltus": 0, "to": found.checked_to, "theorem": ""}
    for one, told in zip(found.patterns, patterns, strict=True):
        if isinstance(one.detail, Course) and one.kind == "period":
            status = "proved" if one.grade == "proved" else "observed"
            about = {"status": status, "to": one.checked_to, "theorem": one.grounds}
            return {**one.detail._asdict(), **about, "number": told["theorem"]}
    seen = _proved(found, seconds) or found.observed
    if seen is None:
        return none
    told = {"preperiod": seen.preperiod, "period": seen.period, "saltus": seen.saltus}
    return {"status": seen.status, **told, "to": seen.checked_to, "theorem": seen.theorem or ""}


def _proved(found: Exploration, seconds: float) -> Period | None:
    from grundy.workflows.computing import proved_period

    if not seconds or found.play == "misere" or has_misere_rule(found.ruleset) or found.shape != "heaps":
        return None
    try:
        return proved_period(found.ruleset, PERIOD_TO, Budget(Limits(seconds=seconds)))
    except LimitReached:
        return None


def claim(task: Context, g: str, c: str, play: str = "normal", to: int = 0, t: int = 0) -> dict[str, Any]:  # noqa: ARG001, PLR0913  # the dispatcher gave it
    """Answer a question of the web app: whether a claim about a ruleset is proved or refuted, and why.

    If the answer is an error, its `field` is the name of the wrong field of the form: "g", "c", "to", "play" or "".

    Args:
        task: The limits of the question.
        g: The ruleset in notation.
        c: The claim.
        play: "normal" or "misere".
        to: The last heap to check, 0 for the default.
        t: Seconds for the answer, 0 for the default.

    Returns:
        The answer as plain data for JSON.
    """
    try:
        family = family_of(g)
        if family is None:
            ruleset_of(g)
    except InputError as error:
        return error.to_dict() | {"field": "g"}
    if family is not None and is_misere(play):
        return normal_only()
    try:
        result = served("claim")(g, task, claim=c, to=to or None, play=play)
    except InputError as error:
        return error.to_dict() | {"field": "to" if family is not None and error.text is None and to else "c"}
    except GrundyError as error:
        return error.to_dict() | {"field": ""}
    found, answer = result.source, dict[str, Any](result.to_dict())
    if family is not None:
        answer |= {"ruleset": family.name, "play": play, "head": [found.told], "reason": found.reason}
        return answer | {"counterexample": None, "why": [], "game": ""}
    _, why = found.analysis or (None, [])
    game = f"{answer['ruleset']}: {found.counterexample.position}" if found.counterexample else ""
    return answer | {"head": found.told()[1:], "why": as_blocks(why), "game": game}


def picture(task: Context, g: str, play: str = "normal", to: int = 1000, form: str = "svg") -> dict[str, Any]:
    """Answer a question of the web app: a plot of Grundy values of print quality.

    Args:
        task: The limits of the question.
        g: The ruleset in notation.
        play: "normal" or "misere".
        to: The last heap.
        form: "svg" or "png".

    Returns:
        The name of the ruleset. The bytes of the file are appended to the parts of `task`.

    Raises:
        MissingExtra: If matplotlib is not installed.
        PositionError: If positions are not heaps.
        InputError: If the question is invalid.
        LimitReached: If a limit was reached.
        LoopyGame: If play need not end.
    """
    from grundy.drawing import sequence_plot
    from grundy.workflows.computing import sequence_begun, sequence_picture

    ruleset, misere = ruleset_of(g), is_misere(play)
    found, limit = sequence_begun(ruleset, to, misere=misere, budget=task.budget)
    if limit is not None:
        raise limit
    task.parts.append(sequence_plot(sequence_picture(ruleset, found, misere=misere), "png" if form == "png" else "svg"))
    return {"ruleset": ruleset.name}
