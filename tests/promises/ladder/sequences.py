"""Routes about whole rules of heaps: values, patterns and code made of them, claims, periods, misere quotients."""

from __future__ import annotations

from typing import Any

from tests.promises.ladder.definition import Definition, Spent
from tests.promises.ladder.place import OPTIONS, Allowance, Place
from tests.promises.ladder.solving import Unknown

import grundy
from grundy.core import Game, InputError, LimitReached, Limits, Outcome, Ruleset, has_misere_rule
from grundy.workflows.claims.claim import check_claim
from grundy.workflows.exploring.explore import Exploration, explore
from grundy.workflows.library.rules import Rules

EDGES = (2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 2, 2**63 - 1, 2**63, 10**19)
"""Heaps at which machine words end."""
WHOLE = 4
"""Heaps of misere play whose sums are looked at."""


def rule_of(place: Place) -> Ruleset[Any]:
    """Return the first rule."""
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
    from tests.promises.ladder.definition import mex

    def told(whole: Any) -> int:
        if whole not in values:
            ends = found.options[whole]
            values[whole] = mex(told(end) for end in ends) if ends else 1
        return values[whole]

    return told(found.whole(Game.of(rule, heap)))


def last_heap(place: Place) -> int:
    """Return how far values are asked for: about as far as the heaps on the table, at most some hundred."""
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
        _is_least(place, right, found)
    return len(right) > found.preperiod + found.period


def _is_least(place: Place, right: list[int], found: Any) -> None:
    """Hold that no smaller preperiod would do."""
    if found.preperiod:
        heap = found.preperiod - 1
        place.must(right[heap + found.period] != right[heap] + found.saltus, f"{found} begins one heap earlier")


def explored(place: Place, allowed: Allowance) -> bool:
    """Explore the rule: the values, what was found in them, and the code that is written of it."""
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
    return _code(place, found) or bool(right)


def _right(place: Place, rule: Ruleset[Any], last: int) -> list[int | None]:
    """Return values by definition; in misere play of the first heaps only."""
    if has_misere_rule(rule):
        return []
    return list(table(place, rule, min(last, 8) if place.misere else last, misere=place.misere))


def _holds(place: Place, rule: Ruleset[Any], claim: str, grade: str, checked: int) -> None:
    """Ask whether a discovery is true, farther than it was found in where it is called proved."""
    try:
        verdict = check_claim(rule, claim, 2 * checked, misere=place.misere, limits=Limits(seconds=2))
    except LimitReached:
        return
    failed = verdict.counterexample
    ahead = int(claim.split()[1]) if claim.startswith("periodic") else 0  # of the heap that is compared with this one
    far = failed is not None and max(failed.heaps) + ahead > checked
    place.must(failed is None or (far and grade != "proved"), f"{rule.name}: {claim} ({grade}) fails: {failed}")


def _code(place: Place, found: Exploration) -> bool:
    """Run the function that is written of the best pattern, at the explored heaps and at the edges of words."""
    try:
        code = found.code("python")
    except InputError:
        return False
    room: dict[str, Any] = {}
    exec(compile(code, "exported", "exec"), room)  # the code that users paste
    lost = "is_p_position" in room
    function = room["is_p_position" if lost else "grundy_value"]
    for heap, told in enumerate(found.values, found.sample.start):
        _same(place, found, function, heap, int(told == 0) if lost else told)
    if not place.misere and not has_misere_rule(found.ruleset):
        best = found.patterns[0] if found.patterns else None
        proved = best is not None and best.grade == "proved" and code.count(f"Proved: {best.grounds[:20]}") > 0
        for heap in EDGES if proved else ():
            known = grundy.solve(Game.of(found.ruleset, heap), want="value", limits=Limits(seconds=1)).value
            if known is not None:
                _same(place, found, function, heap, int(known == 0) if lost else known)
    if place.rng.random() < 0.3:
        place.must("grundy" in found.code("cpp") or lost, "no C++")
    return True


def _same(place: Place, found: Exploration, function: Any, heap: int, right: int) -> None:
    """Hold the function against a value; a table may refuse a heap that is not in it."""
    try:
        told = int(function(heap))
    except ValueError:
        place.must(heap > found.checked_to or heap < found.sample.start + 20, f"the code refuses heap {heap}")
        return
    place.must(told == right, f"{found.ruleset.name}: the exported code gives {told} at heap {heap}, not {right}")


def claim(place: Place, allowed: Allowance) -> bool:
    """Make a claim by lot: what refutes it is the first heap that does, and what is proved holds."""
    rule, rng = rule_of(place), place.rng
    right = table(place, rule, 40)
    if has_misere_rule(rule) or not right:
        raise Unknown
    text, holds = _claim(rng.choice(["P", "N", "value", "at most", "periodic"]), rng, right)
    last = rng.choice([3, len(right) + 5])  # what is proved may be looked at farther than it was compared
    found = place.ask(lambda: check_claim(rule, text, last, limits=allowed.limits), allowed.limits)
    first = next((heap for heap in range(found.least, len(right)) if not holds(heap)), None)
    if found.verdict == "refuted" and found.counterexample is not None:
        place.must(
            first == found.counterexample.heaps[0]
            or (first is None and found.counterexample.heaps[0] >= len(right) - 6),
            f"{rule.name}: {text} is refuted at {found.counterexample.position}, by definition at {first}",
        )
    else:
        reached = first is not None and (found.verdict == "proved" or first <= found.checked_to)
        place.must(not reached, f"{rule.name}: {text} is {found.verdict} to {found.checked_to}, but not at {first}")
    place.must(found.to_dict()["verdict"] == found.verdict, "the JSON's verdict")
    return True


def _claim(kind: str, rng: Any, right: list[int]) -> tuple[str, Any]:
    """Return a claim and whether it holds at a heap."""
    m = rng.randint(2, 6)
    r = rng.randrange(m)
    if kind in "PN":
        return f"{kind} iff n % {m} == {r} from 0", lambda n: ((right[n] == 0) == (kind == "P")) == (n % m == r)
    if kind == "value":
        return f"value == n % {m} from 0", lambda n: right[n] == n % m
    if kind == "at most":
        return f"value <= {m} from 0", lambda n: right[n] <= m
    start = rng.randrange(8)
    return f"periodic {m} from {start}", lambda n: n + m >= len(right) or right[n] == right[n + m]


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
