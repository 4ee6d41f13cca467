from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

import pytest
from tests.golden.reading import golden
from tests.pace import spent
from tests.unit.misere.plain import heaps_below, plain_check, sums_of_heaps
from tests.unit.search.naive import wins_of

from grundy.core import Budget, HeapRuleset, LimitReached, Limits, PositionError, RuleError, Structure, facet
from grundy.misere import (
    Audit,
    HeapTable,
    PartialQuotients,
    Quotient,
    assumption,
    is_tame,
    presentation,
    reach_of,
    seen_period,
    window_end,
    with_proved_period,
)
from grundy.notation import read_ruleset
from grundy.workflows import game
from grundy.workflows.computing.misere import misere_theory
from grundy_check import check

LOT = Random(20)
CODES = [
    *(f"0.{LOT.randrange(8)}{LOT.randrange(8)}{LOT.randrange(8)}" for _ in range(14)),
    "0.77", "0.123", "0.07", "0.64", "4.4", "4.7", "0.F", "0.0C", "8.1", "4!.0", "0.[3]", "4.[3]",
]  # fmt: skip
SETS = ["take {1, 3, 4}", "take {2, 3}", "take {2, 5, 6}", "take squares", "take 1..2 or split", "split"]
GOLDEN = golden("misere_octal")


def quotient_of(text: str, bound: int) -> Quotient:
    return PartialQuotients(read_ruleset(text)).to(bound)


def table_of(text: str, bound: int) -> HeapTable:
    return HeapTable(read_ruleset(text)).to(bound)


@pytest.mark.parametrize("text", CODES + SETS)
def test_a_partial_quotient_is_a_reduced_monoid_accepted_by_the_plain_check(text: str) -> None:
    quotient = quotient_of(text, 8)
    below = heaps_below(read_ruleset(text))
    assert plain_check(quotient.times, set(quotient.p_portion), quotient.images, [below(h) for h in range(9)])
    assert [quotient.element(word) for word in quotient.words] == list(range(quotient.order))


def test_sums_with_different_elements_are_distinguished_by_adding_heaps() -> None:
    quotient = quotient_of("0.123", 9)
    wins = wins_of(heaps_below(read_ruleset("0.123")), misere=True)
    for x in range(quotient.order):
        for y in range(x):
            words = (word for z, word in enumerate(quotient.words) if _differ(quotient, x, y, z))
            beside = next(words)
            assert wins((*quotient.words[x], *beside)) != wins((*quotient.words[y], *beside))


def _differ(quotient: Quotient, x: int, y: int, z: int) -> bool:
    return quotient.is_lost(quotient.times[x][z]) != quotient.is_lost(quotient.times[y][z])


@pytest.mark.parametrize("name", [name for name in GOLDEN if name.startswith("0.77")])
def test_golden_misere_positions_of_kayles(name: str) -> None:
    quotient = quotient_of("0.77", 20)
    single = "single" in name
    sums = sums_of_heaps(20, 1) if single else sums_of_heaps(8, 3)
    assert sorted(GOLDEN[name]) == sorted(
        list(heaps) for heaps in sums if heaps and str(quotient.outcome(heaps)) == "P"
    )


@pytest.mark.parametrize("code", GOLDEN["single_heap_misere_P"])
def test_golden_misere_heaps_of_octal_codes(code: str) -> None:
    wanted = GOLDEN["single_heap_misere_P"][code]
    quotient = quotient_of(code, wanted["to"])
    assert [heap for heap in range(1, wanted["to"] + 1) if str(quotient.outcome([heap])) == "P"] == wanted["P"]


def test_kayles_has_the_published_quotient_proved_for_all_heaps_within_a_minute() -> None:
    start = process_time()
    theory = game("kayles").misere_quotient()
    assert spent(start) < 60
    assert [theory.quotient.order] == list(
        GOLDEN["misere_quotient_order (published: Plambeck 2005; Plambeck & Siegel 2008)"].values()
    )
    assert theory.period == (71, 12, True)
    assert theory.presentation.generators == (1, 2, 5, 9, 12, 25, 27)  # Plambeck 2005
    assert not theory.tame


def test_0_123_has_20_elements_and_period_5_within_a_second() -> None:
    start = process_time()
    theory = game("0.123").misere_quotient()
    assert spent(start) < 1
    assert (theory.quotient.order, theory.period) == (20, (5, 5, True))


@pytest.mark.parametrize(("text", "bound"), [("0.123", 80), ("kayles", 230), ("take {1, 3, 4}", 60)])
def test_the_quotient_with_a_proved_period_is_that_of_larger_heaps_too(text: str, bound: int) -> None:
    complete = game(text).misere_quotient().quotient
    assert complete.period is not None
    assert complete.bound < bound
    longer = quotient_of(text, bound)
    assert (longer.order, longer.times, longer.lost) == (complete.order, complete.times, complete.lost)
    assert list(longer.images) == [complete.image(heap) for heap in range(bound + 1)]


def test_a_window_that_is_one_heap_short_proves_no_period() -> None:
    reach = reach_of(facet(read_ruleset("kayles"), Structure).sequence())
    assert reach == (2, 2)
    end = window_end(71, 12, reach)
    quotient = quotient_of("kayles", end)
    proved = with_proved_period(quotient, reach)
    assert proved is not None
    assert (proved.preperiod, proved.period, end) == (71, 12, 167)
    short = replace(quotient, images=quotient.images[:-1])
    assert seen_period(short.images) == (71, 12)
    assert with_proved_period(short, reach) is None
    with pytest.raises(LimitReached):
        short.image(168)


def test_rules_without_the_theorem_have_no_proved_period() -> None:
    assert [
        reach_of(facet(read_ruleset(text), Structure).sequence()) for text in ("4!.0", "0.[3]", "take squares")
    ] == [None] * 3
    assert [reach_of(facet(read_ruleset(text), Structure).sequence()) for text in ("0.8", "0.F", "take {2, 7}")] == [
        (3, 1),
        (3, 1),
        (1, 7),
    ]
    assert game("split").misere_quotient(10).period == (1, 2, False)


@pytest.mark.parametrize(("text", "bound"), [("0.123", 9), ("kayles", 8), ("0.64", 6)])
def test_the_audit_and_the_plain_check_agree_on_every_quotient_with_a_mistake(text: str, bound: int) -> None:
    right = quotient_of(text, bound)
    table = table_of(text, bound)
    wins = wins_of(heaps_below(read_ruleset(text)), misere=True)
    assert Audit(right, table).wrong is None
    wrong = [replace(right, lost=right.lost ^ 1 << x) for x in range(right.order)]
    for heap in range(1, bound + 1):
        for x in range(right.order):
            images = (*right.images[:heap], x, *right.images[heap + 1 :])
            wrong += [replace(right, images=images)] * (x != right.images[heap])
    refused = 0
    for bad in wrong:
        found = Audit(bad, table).wrong
        accepted = plain_check(bad.times, set(bad.p_portion), bad.images, table.options[: bound + 1])
        assert found is not None or accepted or len(set(bad.images)) < len(set(right.images))
        if found is not None:
            refused += 1
            assert not accepted
            assert (str(bad.outcome(found)) == "N") != wins(found)
    assert refused > len(wrong) * 0.9


def test_the_sum_that_refutes_a_quotient_is_the_lightest_with_a_wrong_answer() -> None:
    right = quotient_of("kayles", 9)
    table = table_of("kayles", 9)
    wins = wins_of(heaps_below(read_ruleset("kayles")), misere=True)
    for x in range(right.order):
        bad = replace(right, lost=right.lost ^ 1 << x)
        found = Audit(bad, table).wrong
        assert found is not None
        if table.weight(found) <= 9:
            lighter = (h for h in sums_of_heaps(8, 8) if table.weight(h) < table.weight(found))
            assert all((str(bad.outcome(heaps)) == "N") == wins(heaps) for heaps in lighter)


@pytest.mark.parametrize(("text", "bound"), [("kayles", 90), ("0.123", 24), ("0.07", 12), ("take {2, 3}", 20)])
def test_certificates_are_accepted_by_the_independent_checker(text: str, bound: int, tmp_path: Path) -> None:
    file = tmp_path / "quotient.cert"
    theory = misere_theory(read_ruleset(text), bound)
    file.write_bytes(b"".join(theory.certificate().lines()))
    verdict = check(str(file))
    assert verdict.status == "ACCEPTED", str(verdict)
    assert f"heaps 1 to {bound}" in verdict.claim


@pytest.mark.parametrize("text", ["0.123", "kayles", "0.64", "nim", "4.7"])
def test_the_relations_present_the_monoid(text: str) -> None:
    quotient = quotient_of(text, 9)
    shown = presentation(quotient)
    rules = dict(shown.relations)
    for word in sums_of_heaps(max(shown.generators), 5):
        if set(word) <= set(shown.generators):
            found = _rewritten(word, rules)
            assert found == shown.forms[quotient.element(word)]


def _rewritten(word: tuple[int, ...], rules: dict[tuple[int, ...], tuple[int, ...]]) -> tuple[int, ...]:
    """A word brought to its end by relations, used from left to right."""
    for left, right in rules.items():
        if all(word.count(heap) >= left.count(heap) for heap in left):
            rest = list(word)
            for heap in left:
                rest.remove(heap)
            return _rewritten(tuple(sorted((*rest, *right))), rules)
    return word


def test_nim_has_the_tame_quotients_of_2_to_the_n_plus_2_elements() -> None:
    found = [quotient_of("nim", bound) for bound in (0, 1, 2, 3, 4, 8)]
    assert [q.order for q in found] == [1, 2, 6, 6, 10, 18]
    assert all(map(is_tame, found))


@pytest.mark.parametrize("text", ["kayles", "0.123", "0.26", "grundy"])
def test_a_tame_quotient_plays_like_nim_and_a_wild_one_does_not(text: str) -> None:
    kinds = game(text).misere_quotient(14).heaps
    first = next((f.heap for f in kinds if not f.kind.tame), None)
    for bound in range(15):
        tame = is_tame(quotient_of(text, bound))
        assert tame or first is not None
        if first is None or bound < first:
            assert tame
    assert not is_tame(quotient_of(text, 14)) or first is None


def test_a_quotient_that_is_too_large_is_a_limit_with_the_last_one_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assumption, "MOST_ORDER", 20)
    theory = misere_theory(read_ruleset("kayles"), 30)
    assert (theory.status, theory.quotient.bound, theory.quotient.order) == ("limit", 11, 18)
    assert theory.reason == "heap 12: the misère quotient has more than 20 elements"
    stopped = misere_theory(read_ruleset("kayles"), budget=Budget(Limits(positions=3000)))
    assert (stopped.status, stopped.period) == ("limit", None)
    with pytest.raises(LimitReached):
        misere_theory(read_ruleset("kayles"), budget=Budget(Limits(positions=1)))


def test_after_a_limit_the_work_continues_where_it_stopped() -> None:
    partial = PartialQuotients(read_ruleset("kayles"), Budget(Limits(positions=3000)))
    with pytest.raises(LimitReached):
        partial.to(40)
    assert len(partial.orders) == partial.bound + 1
    partial.table.budget = Budget()
    assert partial.to(40) == quotient_of("kayles", 40)


def test_rules_that_are_not_heap_games_or_misere_by_themselves_are_refused() -> None:
    with pytest.raises(PositionError, match="positions are not heaps"):
        misere_theory(read_ruleset("wythoff"))
    with pytest.raises(RuleError, match="misère by its own rule"):
        misere_theory(read_ruleset("bash(min=2, max=3, end=rest-loses)"))
    with pytest.raises(RuleError, match="which is not a smaller heap"):
        PartialQuotients(_Growing()).to(3)


class _Growing(HeapRuleset):
    """A rule whose heaps grow."""

    name = "growing"

    def options(self, position: int) -> list[int]:
        return [position + 1] if position == 2 else []


@pytest.mark.parametrize("text", CODES)
def test_the_json_of_a_theory_is_whole(text: str) -> None:
    told = json.loads(json.dumps(misere_theory(read_ruleset(text), 6).to_dict()))
    assert told["order"] == len(told["elements"]) == told["orders"][-1]
    assert len(told["images"]) == 7
    assert set(told["p_portion"]) <= set(told["elements"]) == set(told["images"]) | set(told["elements"])


@pytest.mark.nightly
def test_octal_codes_of_two_digits_have_partial_quotients_to_heap_12() -> None:
    start = process_time()
    reached = {}
    for number in range(64):
        code = f"0.{number // 8}{number % 8}"
        theory = misere_theory(read_ruleset(code), 12)
        reached[code] = theory.quotient.bound
    assert spent(start) < 600
    assert {code: bound for code, bound in reached.items() if bound < 12} == {"0.76": 11}
