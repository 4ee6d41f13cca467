from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from tests.pace import spent

from grundy.core import GrundyError, LimitReached, LoopyGame, NotationError, PositionError, Ruleset
from grundy.notation import read_game, read_ruleset
from grundy.workflows.computing import bench as bench_module
from grundy.workflows.computing.bench import (
    GENERATED,
    LONG,
    METHODS,
    SUITE,
    TWIN,
    BenchMethod,
    bench,
    bench_game,
    bench_ruleset,
)
from grundy.workflows.computing.values import heap_values

QUICK = 0.05


@pytest.fixture(autouse=True)
def few_first_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels begin early, so that a test takes no time."""
    monkeypatch.setattr(bench_module, "START", 1 << 10)
    monkeypatch.setattr(bench_module, "START_SLOW", 1 << 5)


@pytest.mark.parametrize("text", [*SUITE, "0.8", "0.3", "take k where k * k <= n", "divisors", "bash(min=2, max=5)"])
def test_every_method_gives_the_values_of_the_definition(text: str) -> None:
    rules = read_ruleset(text)
    right = heap_values(rules, 150)
    suited = []
    for method in METHODS:
        for known in (right[:100], []) if method.name != "sparse space" else (right[:100],):
            found = method.run(rules, known, 150)
            if found is not None:
                suited.append(method.name)
                assert list(map(int, found)) == right, method.name
    assert suited[0] == TWIN


@pytest.mark.nightly
def test_which_methods_measure_which_rules() -> None:
    methods = {text: set(bench_ruleset(read_ruleset(text), QUICK).rates) for text in SUITE}
    octal = {TWIN, "reference kernel", "sparse space", "candidate scan", "pieces", LONG}
    assert methods["0.106"] == octal | {GENERATED}
    assert methods["0.77"] == octal | {GENERATED}
    assert methods["0.007"] == octal - {"sparse space"}
    assert methods["take {2, 5, 7}"] == {TWIN, "reference kernel", "pieces", LONG}
    assert methods["4!.0"] == {TWIN, "other code", "pieces", LONG}
    assert methods["nim"] == {TWIN, "theorem"}
    assert methods["take squares"] == {TWIN}


@pytest.mark.nightly
def test_the_rates_of_a_ruleset_and_their_ratios_are_those_of_the_contract() -> None:
    found = bench("0.106", QUICK)
    answer = found.to_dict()
    assert answer["schema"] == 1
    assert answer["ruleset"] == "0.106"
    assert answer["generation_rate"] == max(found.rates.values())
    assert answer["generation_rate"] >= answer["verified_rate"] > 0
    assert answer["from"] == 1024
    assert answer["ratios"].keys() == found.rates.keys() - {TWIN}
    assert answer["ratios"]["reference kernel"] > 5


def test_only_verified_methods_count_for_the_verified_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    def instantly(_: Ruleset[Any], known: list[int], stop: int) -> range:
        assert known == []
        return range(stop + 1)

    monkeypatch.setattr(bench_module, "METHODS", (METHODS[0], BenchMethod("guess", instantly, verified=False)))
    found = bench("nim", QUICK)
    assert found.generation_rate == found.rates["guess"]
    assert found.verified_rate == found.rates[TWIN] < found.generation_rate


def test_a_method_with_a_wrong_value_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(ruleset: Ruleset[Any], known: list[int], stop: int) -> list[int]:
        values = heap_values(ruleset, stop)
        values[len(known) + 3] += 1
        return values

    monkeypatch.setattr(bench_module, "METHODS", (METHODS[0], BenchMethod("wrong", wrong)))
    with pytest.raises(GrundyError) as error:
        bench("0.77", QUICK)
    assert str(error.value) == "0.77: wrong gives 3 for heap 1027, the definition 2"


def test_a_wrong_value_of_solve_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_module, "_defined", lambda _: (4, 1))
    with pytest.raises(GrundyError) as error:
        bench("nim: 10 12 5", QUICK)
    assert str(error.value) == "nim: 10 12 5: solve gives value 3, the definition 4"


@pytest.mark.parametrize(
    ("text", "value", "wins"), [("nim: 10 12 5", 3, 1), ("kayles: 7 + nim: 1 1", 2, 2), ("wythoff: 1 2", 0, 0)]
)
def test_the_twin_of_solve_finds_value_and_winning_options(text: str, value: int, wins: int) -> None:
    assert bench_module._defined(read_game(text)) == (value, wins)


def test_a_game_is_measured_against_its_definition() -> None:
    answer = bench("nim: 10 12 5", QUICK).to_dict()
    assert answer["game"] == "nim: 10 12 5"
    assert 0 < answer["solve_seconds"] < 1
    assert answer["ratios"].keys() == {"solve"}
    assert answer["solve_seconds"] == pytest.approx(1 / answer["rates"]["solve"])


@pytest.mark.parametrize("text", ["nim: 1000000000000", "bash(min=2, max=5, end=rest-loses): 20"])
def test_a_game_out_of_reach_of_the_definition_has_no_ratio(text: str) -> None:
    found = bench(text, QUICK)
    assert found.ratios == {}
    assert found.rates.keys() == {"solve"}


@pytest.mark.nightly
def test_a_measurement_takes_about_the_time_it_was_given_beside_what_is_done_once() -> None:
    """Once: the first 2^17 heaps, learning from them and compiling."""
    bench("nim", QUICK)
    for text, once in (("nim", 0.5), ("0.106", 6)):
        for seconds in (0.2, 0.6):
            start = process_time()
            bench(text, seconds)
            assert spent(start) < 2 * seconds + once


def test_what_is_neither_ruleset_nor_game_is_refused() -> None:
    with pytest.raises(NotationError, match="expected the name of a ruleset, found 'nimm'"):
        bench("nimm", QUICK)
    with pytest.raises(NotationError, match="expected the name of a ruleset, found 'nimm'"):
        bench("nimm: 3", QUICK)
    with pytest.raises(PositionError) as error:
        bench("wythoff", QUICK)
    assert str(error.value) == "rates are for games on single heaps; for wythoff add a position, as in a game"
    with pytest.raises(LoopyGame):
        bench_game(read_game("graph: 1>2 2>1 @ 1"), QUICK)


def test_a_game_that_is_not_solved_in_time_has_no_rate() -> None:
    with pytest.raises(LimitReached, match=r"solving takes more than 0\.05 seconds: "):
        bench("take squares: 900000", QUICK)
