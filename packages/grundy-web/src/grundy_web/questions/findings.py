"""Chooses the headline of the explore page: the strongest known statement about a ruleset, as the key of a text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grundy.drawing import spaced

OUTCOME, VALUE = "P iff ", "value == "
"""The beginnings of the two kinds of laws that a headline can state."""

PERIOD = re.compile(r".* has period (\d+) from heap (\d+) on")
"""How a fact of the atlas states a period."""


def finding(
    period: Mapping[str, Any], patterns: Sequence[Mapping[str, Any]], to: int, facts: Sequence[Mapping[str, str]] = ()
) -> dict[str, Any]:
    """Choose the headline for a ruleset whose positions are single heaps.

    A law is a formula for the values or for the P-positions. The headline is the first of these that is known: a proved
    period, a proved law, a period in the atlas, an observed period, an observed law.

    Args:
        period: The data of the period; its `status` is "proved", "observed" or "none".
        patterns: The patterns found, the best first.
        to: The last heap that was examined.
        facts: The facts of the atlas about the ruleset.

    Returns:
        The headline: its `status` ("proved", "atlas", "observed" or "none"), the `key` of its text, the values of the
        placeholders of this text as `slots`, the law as `code` or "", the reason as `grounds`, the last heap examined
        as `to`, and whether the period has a certificate as `certified`.

    Example:
        >>> law = {"text": "P iff n % 4 == 0", "grade": "proved", "grounds": "by induction"}
        >>> found = finding({"status": "none"}, [law], 99)
        >>> found["status"], found["key"], found["code"]
        ('proved', 'lost', 'n % 4 == 0')
    """
    laws = [found for one in patterns if (found := _law(one, to))]
    best = [law for law in laws if law["status"] == "proved"]
    for fact in facts:
        known = PERIOD.fullmatch(fact["claim"])
        if known and period["status"] != "proved":
            slots = {"period": spaced(int(known[1])), "start": spaced(int(known[2])), "saltus": 0}
            shown = {"status": "atlas", "key": "period", "slots": slots, "code": "", "grounds": fact["proof"]}
            best.append(shown | {"to": to, "certified": False})
    if period["status"] in ("proved", "observed"):
        key = "period.saltus" if period["saltus"] else "period" if period["preperiod"] else "period.pure"
        slots = {"period": period["period"], "start": period["preperiod"], "saltus": period["saltus"]}
        shown = {"status": period["status"], "key": key, "slots": slots, "code": "", "grounds": period["theorem"]}
        best.insert(0 if period["status"] == "proved" else len(best), shown | {"to": period["to"], "certified": True})
    nothing = {"status": "none", "key": "none", "slots": {}, "code": "", "grounds": "", "to": to, "certified": False}
    return [*best, *laws, nothing][0]


def two_heap_finding(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Choose the headline for a ruleset with two heaps or boards.

    Args:
        answer: The data of the explore page about the ruleset, which contain `patterns`, `slopes` and `to`.

    Returns:
        The headline, as `finding` returns it.
    """
    found = finding({"status": "none"}, answer["patterns"], answer["to"])
    if answer["slopes"] and found["key"] == "lost":
        slopes = " and ".join(f"{down / across:.3f}" for down, across in answer["slopes"])
        several = len(answer["slopes"]) > 1
        return found | {"key": "rays" if several else "ray", "slots": {"slopes": slopes}}
    return found


def _law(pattern: Mapping[str, Any], to: int) -> dict[str, Any] | None:
    """Return the headline for a pattern that is a law, such as "P iff n % 4 == 0", or None for another pattern.

    A law is a formula for the values or for the P-positions. `to` is the last heap that was examined. The headline has
    the fields of the result of `finding`.
    """
    text = pattern["text"]
    start = next((start for start in (OUTCOME, VALUE) if text.startswith(start)), None)
    if start is None:
        return None
    status = "proved" if pattern["grade"] == "proved" else "observed"
    told: dict[str, Any] = {"status": status, "key": "lost" if start == OUTCOME else "value", "slots": {}}
    return told | {"code": text[len(start) :], "grounds": pattern["grounds"], "to": to, "certified": False}
