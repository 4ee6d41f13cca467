from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy.core import (
    Budget,
    CorruptStore,
    InputError,
    LimitReached,
    NotationError,
    StoreBusy,
    StoreMismatch,
    read_code,
)
from grundy.sequences import plain_code_values, reduced_code
from grundy.storage import JournalFile, Line
from grundy.workflows.computing import sweep_pattern
from grundy.workflows.computing.misere_sweep import quotient_line
from grundy.workflows.computing.sweep import (
    Means,
    Plan,
    lines_of_earlier,
    read_sweep,
    search_code,
    sweep_lines,
    sweep_to_file,
)
from grundy.workflows.computing.sweep_pattern import read_list, read_pattern

GOLDEN = json.loads((Path(__file__).parents[3] / "golden" / "octal_periods.json").read_text())["games"]


def plan(pattern: str = "0.0x", to: int = 500, work: int = 10**6) -> Plan:
    return Plan(read_pattern(pattern), to, work)


def written(path: Path, wanted: Plan, means: Means = Means(), *, resume: bool = False) -> bytes:  # noqa: B008
    sweep_to_file(wanted, path, means, resume=resume)
    return path.read_bytes()


# patterns


def test_the_pattern_of_three_letters_has_every_code_of_up_to_three_digits() -> None:
    codes = list(read_pattern("0.xyz").codes)
    assert len(codes) == 512
    assert set(codes) >= {"0.0", "0.7", "0.77", "0.007", "0.137"}
    assert all(str(read_code(code)) == code for code in codes)


def test_an_empty_first_place_is_zero() -> None:
    assert read_pattern(".xx") == read_pattern("0.xx")


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("", 0, "expected 0, 4 or a letter before the point, found nothing"),
        ("3.x", 0, "expected 0, 4 or a letter before the point, found '3'"),
        ("X.x", 0, "expected 0, 4 or a letter before the point, found 'X'"),
        ("0x", 1, "expected \".\" after the first digit, found 'x'"),
        ("44.x", 1, "expected \".\" after the first digit, found '4'"),
        ("4!.x", 1, "expected \".\" after the first digit, found '!'"),
        ("0", 1, 'expected "." after the first digit, found nothing'),
        ("0.", 2, "expected 1 to 64 places, found nothing"),
        ("0.x8", 3, "expected a digit 0-7 or a letter a-z, found '8'"),
        ("0.xF", 3, "expected a digit 0-7 or a letter a-z, found 'F'"),
        ("0.x y", 3, "expected a digit 0-7 or a letter a-z, found ' '"),
        ("0.[x]", 2, "expected a digit 0-7 or a letter a-z, found '['"),
        ("0.x.y", 3, "expected a digit 0-7 or a letter a-z, found '.'"),
        ("0.\u0663", 2, "expected a digit 0-7 or a letter a-z, found '\u0663'"),
        ("0." + "0" * 65, 66, "expected 1 to 64 places, found '0'"),
    ],
)
def test_an_invalid_pattern_is_refused_at_its_place(text: str, at: int, message: str) -> None:
    with pytest.raises(NotationError) as error:
        read_pattern(text)
    assert (error.value.message, error.value.at, error.value.text) == (message, at, text)


def test_hexadecimal_digits_are_refused_with_a_hint() -> None:
    with pytest.raises(NotationError, match="write an octal code with lower-case letters for digits"):
        read_pattern("0.x8")


def test_too_many_codes_are_refused_before_they_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sweep_pattern, "MOST_CODES", 64)
        assert len(read_pattern("0.ab").codes) == 64
    with pytest.raises(LimitReached, match=r"0\.abcdefg matches 2097152 codes, expected at most 262144"):
        read_pattern("0.abcdefg")


# lists


def test_a_list_keeps_its_order_and_differs_from_every_other() -> None:
    found = read_list("0.77\n\n .07 \r\n4.0010\n")
    assert list(found.codes) == ["0.77", "0.07", "4.001"]
    assert (len(found.codes), found.text) == (3, "3 codes, CRC-32 f27637c9")
    assert read_list("0.07\n0.77\n4.001").text != found.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected octal codes, one per line, found none"),
        ("\n \n", "expected octal codes, one per line, found none"),
        ("0.77\n0.7 7", "line 2: expected a code without blanks, found one"),
        ("0.77\n0.8", "line 2: expected an octal code, found 0.8"),
        ("0.[3]", "line 1: expected an octal code, found 0.[3]"),
        ("4!.0", "line 1: expected an octal code, found 4!.0"),
        ("0.7\n0.77\n\n.70", "line 4: 0.7 is already on line 1"),
        ("0,77", "line 1: expected \".\" after the first digit, found ','"),
    ],
)
def test_an_invalid_list_of_octal_codes_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_list(text)
    assert error.value.message == message


def test_a_listed_sweep_continues_with_the_same_list_only(tmp_path: Path) -> None:
    path, both = tmp_path / "sweep", Plan(read_list("0.77\n0.07"), 500, 10**6)
    whole = written(path, both)
    assert [line["ruleset"] for line in read_sweep(path)[1]] == ["0.77", "0.07"]
    path.write_bytes(whole[:-40])
    assert written(path, both, resume=True) == whole
    with pytest.raises(StoreMismatch, match="is a sweep with pattern 2 codes, CRC-32 "):
        written(path, Plan(read_list("0.07\n0.77"), 500, 10**6), resume=True)


# lines


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "0.45", "0.17"])
def test_a_line_states_the_published_period_and_the_largest_value(code: str) -> None:
    line = search_code(code, 1100, 10**9)
    found = GOLDEN[code]
    assert (line["status"], line["preperiod"], line["period"]) == ("proved", found["preperiod"], found["period"])
    assert line["max_value"] == max(plain_code_values(read_code(code).plain or (), 800, Budget()))


def test_none_is_said_only_when_all_heaps_were_looked_at() -> None:
    assert search_code("0.04", 700, 1) | {"ruleset": ""} == {
        "ruleset": "",
        "status": "none",
        "preperiod": None,
        "period": None,
        "saltus": None,
        "checked_to": 700,
        "theorem": None,
        "max_value": None,
    }


@pytest.mark.parametrize("to", [0, 1, 2])
def test_heaps_too_few_for_any_proof_prove_none(to: int) -> None:
    line = search_code("0.77", to, 10**9)
    assert (line["status"], line["checked_to"]) in {("none", 0), ("none", to)}


# sweeps


def test_only_the_torn_line_is_cut_and_only_missing_lines_are_computed(tmp_path: Path) -> None:
    path, said = tmp_path / "sweep", []
    whole = written(path, plan())
    lines = whole.split(b"\n")
    path.write_bytes(b"\n".join(lines[:4]) + b"\n" + lines[4][:20])
    sweep_to_file(plan(), path, resume=True, report=lambda new, left: said.append((new, left)))
    assert path.read_bytes() == whole
    assert said == [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0)]


def test_lines_in_another_order_or_too_many_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "sweep"
    lines = written(path, plan()).splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2], lines[1]]))
    with pytest.raises(CorruptStore, match=r"expected a line of 0\.0, found one of 0\.01"):
        sweep_to_file(plan(), path, resume=True)
    path.write_bytes(b"".join([*lines, lines[1]]))
    with pytest.raises(CorruptStore, match="more lines than codes"):
        sweep_to_file(plan(), path, resume=True)


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (plan(to=501), "to 500, not 501"),
        (plan(work=7), "work 1000000, not 7"),
        (plan("0.xx"), r"pattern 0\.0x, not 0\.xx"),
    ],
)
def test_the_file_of_another_sweep_is_refused_and_left_alone(tmp_path: Path, other: Plan, differs: str) -> None:
    path = tmp_path / "sweep"
    whole = written(path, plan())
    with pytest.raises(StoreMismatch, match=f"is a sweep with {differs}") as error:
        sweep_to_file(other, path, resume=True)
    assert error.value.exit_code == 6
    assert path.read_bytes() == whole


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "sweep"
    whole = written(path, plan())
    with pytest.raises(InputError, match="already exists"):
        sweep_to_file(plan(), path)
    assert path.read_bytes() == whole


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*: no such directory"):
        sweep_to_file(plan(), tmp_path / "missing" / "sweep")
    with pytest.raises(InputError, match="is not a regular file"):
        sweep_to_file(plan(), tmp_path, resume=True)


def test_two_sweeps_never_write_one_file(tmp_path: Path) -> None:
    path, wanted = tmp_path / "sweep", plan()
    with closing(JournalFile(path)), pytest.raises(StoreBusy, match="in use by another process"):
        sweep_to_file(wanted, path, resume=True)
    assert len(written(path, wanted, resume=True).splitlines()) == 9


# earlier sweeps


def test_that_no_period_shows_is_taken_over_only_to_the_same_heap(tmp_path: Path) -> None:
    path = tmp_path / "earlier"
    sweep_to_file(plan("0.0x", 300), path)
    statuses = {line["ruleset"]: line["status"] for line in read_sweep(path)[1]}
    assert statuses["0.04"] == "none"
    assert "0.04" in lines_of_earlier(path, plan("0.0x", 300, 5))
    assert "0.04" not in lines_of_earlier(path, plan("0.0x", 301))
    assert "0.04" not in lines_of_earlier(path, plan("0.0x", 299))


def test_a_file_that_is_not_finished_serves_as_an_earlier_sweep(tmp_path: Path) -> None:
    path = tmp_path / "earlier"
    path.write_bytes(written(tmp_path / "whole", plan())[:700])
    header, lines = read_sweep(path)
    assert header["codes"] == 8
    assert 0 < len(lines) < 8
    assert [line["ruleset"] for line in lines] == list(read_pattern("0.0x").codes)[: len(lines)]


# sums


def test_a_summary_counts_all_lines_and_names_the_longest_periods(tmp_path: Path) -> None:
    summary = sweep_to_file(plan("0.xy", 200), tmp_path / "sweep")
    lines = read_sweep(tmp_path / "sweep")[1]
    for status in ("proved", "none", "limit"):
        assert summary.counts[status] == sum(line["status"] == status for line in lines)
    assert sum(summary.counts.values()) == 64
    periods = sorted((line["period"] or 0 for line in lines), reverse=True)
    assert [line["period"] for line in summary.longest] == periods[:10]


# quotients


def quotients(pattern: str = "0.0x", work: int = 2000) -> Plan:
    return Plan(read_pattern(pattern), 512, work, "misere")


def test_a_sweep_in_misere_play_states_the_published_quotients() -> None:
    """Plambeck 2005; Plambeck and Siegel 2008: Kayles has order 40, period 12 from 71; Dawson's Kayles is wild."""
    kayles, dawson = quotient_line("0.77"), quotient_line("0.07", work=2000)
    assert (kayles["status"], kayles["order"], kayles["preperiod"], kayles["period"]) == ("proved", 40, 71, 12)
    assert kayles["lost"][0] == [1]
    assert (dawson["status"], dawson["period"], dawson["tame"]) == ("limit", None, False)
    assert dawson["reason"].endswith("the limit of 2000 positions was reached after 2000 positions")


def test_lost_sums_of_a_quotient_are_lost_by_the_definition() -> None:
    for code in ("0.77", "0.123", "0.26", "4.4"):
        line = quotient_line(code, 10, 2000)
        for heaps in line["lost"]:
            assert str(grundy.solve(f"{code}: {' '.join(map(str, heaps))}", misere=True).outcome) == "P", (code, heaps)
        for heap in line["p_heaps"]:
            assert str(grundy.solve(f"{code}: {heap}", misere=True).outcome) == "P", (code, heap)


def test_sweeps_of_the_two_plays_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "sweep"
    whole = written(path, plan(to=512, work=2000))
    with pytest.raises(StoreMismatch, match="expected the format 'grundy misere sweep', found 'grundy sweep'"):
        sweep_to_file(quotients(), path, resume=True)
    with pytest.raises(StoreMismatch, match="expected the format 'grundy misere sweep', found 'grundy sweep'"):
        lines_of_earlier(path, quotients())
    assert path.read_bytes() == whole


# codes with the same values


def test_codes_with_superfluous_options_have_the_values_of_the_reduced_code() -> None:
    reduced = 0
    for code in [*read_pattern("0.xyz").codes, *read_pattern("4.xyz").codes][::7]:
        fewer = reduced_code(read_code(code))
        if str(fewer) != code:
            reduced += 1
            values = [plain_code_values(one.plain or (), 60, Budget()) for one in (read_code(code), fewer)]
            assert values[0] == values[1], code
    assert reduced > 40


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.1", "0.2", "4.0", "0.3F", "4!.0", "0.[3]", "0." + "0" * 70 + "1"])
def test_a_code_without_superfluous_options_is_its_own_reduced_code(code: str) -> None:
    assert str(reduced_code(read_code(code))) == str(read_code(code))


def test_a_code_with_superfluous_options_gets_the_line_of_the_reduced_one_and_says_so(tmp_path: Path) -> None:
    both = Plan(read_list("0.4\n0.42\n0.41"), 500, 10**6)
    first, second, third = sweep_lines(both)
    assert second | {"theorem": None, "ruleset": ""} == first | {"theorem": None, "ruleset": ""}
    assert second["theorem"] == f"{first['theorem']}; the values of 0.4, as its other options add none"
    assert third["theorem"] == first["theorem"]  # 0.41 has other values
    whole = written(tmp_path / "sweep", both)
    (tmp_path / "sweep").write_bytes(whole[: whole.index(b'{"ruleset":"0.42"')])
    assert written(tmp_path / "sweep", both, resume=True) == whole


def test_a_code_gets_the_line_of_its_cousin_with_the_heaps_moved() -> None:
    first, second, third = sweep_lines(Plan(read_list("0.137\n0.07\n0.4"), 500, 10**6))
    assert (first["preperiod"], second["preperiod"], third["preperiod"]) == (52, 53, 54)
    assert second["theorem"] == f"{first['theorem']}; the values of 0.137, 1 heap later"
    assert third["theorem"] == f"{first['theorem']}; the values of 0.137, 2 heaps later"
    back = [*sweep_lines(Plan(read_list("0.4\n0.137"), 500, 10**6))][1]
    assert back["preperiod"] == 52
    assert back["theorem"].endswith("; the values of 0.4, 2 heaps earlier")


@pytest.mark.parametrize(
    ("known", "code", "looked"), [("0.137", "0.07", 65535), ("0.137", "0.4", 65535), ("0.4", "0.137", 65533)]
)
def test_a_cousin_of_a_code_without_a_period_was_looked_at_no_further(known: str, code: str, looked: int) -> None:
    line = search_code(known, 8, 1) | {"status": "limit", "checked_to": 65535}
    (found,) = sweep_lines(Plan(read_list(code), 10**6, 1), Means(known={known: line}))
    assert (found["ruleset"], found["status"], found["checked_to"]) == (code, "limit", looked)


@pytest.mark.parametrize("pattern", ["0.xy", "4.xy"])
def test_every_line_of_a_sweep_is_that_of_a_search_for_its_code(pattern: str) -> None:
    for line in sweep_lines(plan(pattern)):
        alone = search_code(line["ruleset"], 500, 10**6)
        compared = ("status", "preperiod", "period", "saltus", "max_value")
        assert [line[name] for name in compared] == [alone[name] for name in compared], line["ruleset"]


def fits(pattern: str, digits: str) -> bool:
    """Whether digits fit a pattern, by the definition of a pattern, one place after the other."""
    meant: dict[str, str] = {}
    return len(pattern) == len(digits) and all(
        meant.setdefault(place, digit) == digit if place.isalpha() else place == digit
        for place, digit in zip(pattern, digits, strict=True)
    )


@given(st.text("07axy", min_size=1, max_size=3), st.sampled_from(["0", "4", "x", "z"]))
def test_a_pattern_stands_for_the_codes_that_fit_it_in_order_and_once(places: str, first: str) -> None:
    texts = (f"{first}.{''.join(digits)}" for first in "04" for digits in product("01234567", repeat=len(places)))
    expected = [str(read_code(text)) for text in texts if fits(f"{first}.{places}", text)]
    pattern = read_pattern(f"{first}.{places}")
    assert list(pattern.codes) == expected
    assert len(pattern.codes) == len(expected) == len(set(expected))


def test_a_sweep_cut_at_any_byte_continues_to_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "sweep"
    whole = written(path, plan("0.x", 50))
    for length in [*range(0, len(whole), 7), len(whole) - 1, len(whole)]:
        path.write_bytes(whole[:length])
        assert written(path, plan("0.x", 50), resume=True) == whole


@pytest.mark.nightly
def test_a_changed_byte_is_never_accepted(tmp_path: Path) -> None:
    path, rng = tmp_path / "sweep", random.Random(5)
    whole = written(path, plan("0.0x", 50))
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1 << rng.randrange(7)
        path.write_bytes(changed)
        if at == len(whole) - 1:  # the last line has lost its end: it is cut and computed again
            assert written(path, plan("0.0x", 50), resume=True) == whole
            continue
        with pytest.raises((CorruptStore, StoreMismatch)):
            sweep_to_file(plan("0.0x", 50), path, resume=True)
        assert path.read_bytes() == changed


@pytest.mark.nightly
def test_what_an_earlier_sweep_proved_is_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier, wanted = tmp_path / "earlier", plan("0.xy", 1000)
    sweep_to_file(plan("0.xy", 200), earlier)
    known = lines_of_earlier(earlier, wanted)
    assert set(known) == {line["ruleset"] for line in read_sweep(earlier)[1] if line["status"] == "proved"}
    direct = written(tmp_path / "direct", wanted)
    seen: list[str] = []
    monkeypatch.setattr("grundy.workflows.computing.sweep.search_code", remembering(seen))
    assert written(tmp_path / "second", wanted, Means(known=known)) == direct
    assert seen
    assert not set(seen) & set(known)


def remembering(seen: list[str]) -> Callable[[str, int, int], Line]:
    """Return `search_code` that remembers the codes it was asked for."""

    def search(text: str, most: int, work: int) -> Line:
        seen.append(text)
        return search_code(text, most, work)

    search.__name__ = "search_code"
    return search
