"""Routes about whole rules of heaps: values, patterns, periods, misere quotients."""

from __future__ import annotations

from typing import Any

from tests.promises.ladder.definition import Definition, Spent, mex
from tests.promises.ladder.place import OPTIONS, Allowance, Place
from tests.promises.ladder.solving import Unknown

from grundy.core import Game, LimitReached, Limits, Outcome, Ruleset, has_misere_rule
from grundy.workflows.claims.claim import check_claim
from grundy.workflows.exploring.explore import explore
from grundy.workflows.library.rules import Rules

WHOLE = 4
"""Heaps of misere play whose sums are looked at."""


def rule_of(place: Place) -> Ruleset[Any]:
    return place.game.summands[0].ruleset


def table(place: Place, rule: Ruleset[Any], last: int, *, misere: bool = False) -> list[int]:
    """Return values by definition from heap 0 on, as far as the work allows, at most to `last`."""
    found: list[int] = []
    for heap in range(last + 1):
        value = single_misere(rule, heap) if misere else place.part_value(rule, heap)
        if value is None:
            break
        found.append(value)
    return found


def single_misere(rule: Ruleset[Any], heap: int) -> int | None:
    """Return the misere Grundy value of one heap: the end is 1, everything else the mex of the values of its options.

    Of what splits only who wins is known by definition: 0 where the player to move loses, None where he wins.
    """
    try:
        found = Definition(Game.of(rule, heap), misere=True, most=OPTIONS // 10)
    except Spent:
        return None
    values: dict[Any, int] = {}
    if any(len(whole) > 1 for whole in found.options):
        return 0 if found.outcome(Game.of(rule, heap)) is Outcome.P else None

    def told(whole: Any) -> int:
        if whole not in values:
            ends = found.options[whole]
            values[whole] = mex(told(end) for end in ends) if ends else 1
        return values[whole]

    return told(found.whole(Game.of(rule, heap)))


def last_heap(place: Place) -> int:
    largest = max((part for _, part in place.game.parts), default=0)
    return int(min(largest, place.rng.choice([20, 60, 200])))


def values(place: Place, allowed: Allowance) -> bool:
    """Ask for a table of values; it is that of the definition, and who loses is 0 there."""
    rule, last = rule_of(place), last_heap(place)
    found = place.ask(lambda: Rules(rule).values(last, misere=place.misere, limits=allowed.limits), allowed.limits)
    place.must(len(found) == last + 1, f"{len(found)} values to heap {last}")
    right = table(place, rule, min(last, 8) if place.misere else last, misere=place.misere)
    if has_misere_rule(rule):
        raise Unknown
    for heap, (told, value) in enumerate(zip(found, right, strict=False)):
        place.must(told == value, f"{rule.name}, heap {heap}: {told}, by definition {value}")
    place.tell(f"value of {last}", found[last])
    return bool(right)


def period(place: Place, allowed: Allowance) -> bool:
    """Look for a period; proved or observed, it holds for the heaps that were looked at."""
    rule, last = rule_of(place), 20 + last_heap(place)
    found = place.ask(lambda: Rules(rule).period(last, limits=allowed.limits), allowed.limits)
    if found is None:
        raise Unknown
    right = table(place, rule, last if found.status == "observed" else 2 * last)
    for heap in range(found.preperiod, len(right) - found.period):
        later = right[heap + found.period]
        if found.status == "proved" or heap + found.period <= found.checked_to:
            place.must(later == right[heap] + found.saltus, f"{rule.name}: {found}, but not at heap {heap}")
    if found.status == "proved" and len(right) > found.preperiod + 2 * found.period:
        place.tell("period", (found.preperiod, found.period, found.saltus))
        if found.preperiod:
            heap = found.preperiod - 1
            place.must(right[heap + found.period] != right[heap] + found.saltus, f"{found} begins one heap earlier")
    return len(right) > found.preperiod + found.period


def explored(place: Place, allowed: Allowance) -> bool:
    rule, last = rule_of(place), place.rng.choice([12, 30, 60, 100])
    found = place.ask(lambda: explore(rule, last, misere=place.misere, limits=allowed.limits), allowed.limits)
    if found.shape != "heaps":
        raise Unknown
    right = _right(place, rule, last)
    for heap, told in enumerate(found.values, found.sample.start):
        if heap < len(right) and right[heap] is not None:
            place.must(told == right[heap], f"{rule.name}, heap {heap}: {told}, by definition {right[heap]}")
    lost = [heap for heap, told in enumerate(found.values, found.sample.start) if told == 0]
    place.must(list(found.p_positions) == lost, "P-positions are not where the values are 0")
    for one in found.discoveries:
        if one.claim is not None:
            _holds(place, rule, one.claim, one.grade, found.checked_to)
    return bool(right)


def _right(place: Place, rule: Ruleset[Any], last: int) -> list[int | None]:
    if has_misere_rule(rule):
        return []
    return list(table(place, rule, min(last, 8) if place.misere else last, misere=place.misere))


def _holds(place: Place, rule: Ruleset[Any], claim: str, grade: str, checked: int) -> None:
    try:
        verdict = check_claim(rule, claim, 2 * checked, misere=place.misere, limits=Limits(seconds=2))
    except LimitReached:
        return
    failed = verdict.counterexample
    ahead = int(claim.split()[1]) if claim.startswith("periodic") else 0  # of the heap that is compared with this one
    far = failed is not None and max(failed.heaps) + ahead > checked
    place.must(failed is None or (far and grade != "proved"), f"{rule.name}: {claim} ({grade}) fails: {failed}")


def quotient(place: Place, allowed: Allowance) -> bool:
    """Make the misère quotient of heaps 0 to 8, and ask it who wins sums of them."""
    rule = rule_of(place)
    found = place.ask(lambda: Rules(rule).misere_quotient(6, limits=allowed.limits), allowed.limits)
    compared = False
    for _ in range(3):
        heaps = [place.rng.randint(0, 6) for _ in range(place.rng.randint(1, WHOLE))]
        try:
            right = Definition(Game.of(rule, *heaps), misere=True, most=OPTIONS // 10)
        except Spent:
            continue
        try:
            told = found.outcome(heaps)
        except LimitReached:
            continue
        place.must(told is right.outcome(Game.of(rule, *heaps)), f"{rule.name}, misere quotient: {heaps} is {told}")
        compared = True
    return compared
