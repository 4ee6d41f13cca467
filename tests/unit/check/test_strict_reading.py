"""The strict reader of certificates keeps its bounds exactly."""

from __future__ import annotations

import gzip
import json
import os
import resource
import signal
from hashlib import sha256
from pathlib import Path
from threading import Thread
from time import process_time

import pytest
from tests.pace import spent
from tests.unit.check.sealed import header, line, samples, seal, verdict

from grundy_check import check, reading

NIM = {"family": "nim"}
GOOD = seal(*samples()["cram"])


def test_a_line_may_be_as_long_as_the_bound_and_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = max(map(len, GOOD.splitlines(keepends=True)))
    monkeypatch.setattr(reading, "LONGEST", longest)
    assert verdict(tmp_path, GOOD).status == "ACCEPTED"
    monkeypatch.setattr(reading, "LONGEST", longest - 1)
    assert verdict(tmp_path, GOOD).status == "MALFORMED"


def test_numbers_reach_to_two_to_fifty_three_less_one(tmp_path: Path) -> None:
    for number, status in ((2**53 - 1, "REJECTED"), (2**53, "MALFORMED"), (-1, "MALFORMED")):
        data = seal(header("labelling", NIM, {"start": "0", "value": number}), [["0", 0]])
        assert verdict(tmp_path, data).status == status


def test_a_position_may_have_four_thousand_characters_and_no_more(tmp_path: Path) -> None:
    for length, status in ((4000, "REJECTED"), (4001, "MALFORMED")):
        data = seal(header("labelling", NIM, {"start": "+" * length, "value": 0}), [["0", 0]])
        assert verdict(tmp_path, data).status == status, length


@pytest.mark.parametrize("cut", [1, 9, 40])
def test_a_compressed_certificate_is_read_whole_or_refused(cut: int, tmp_path: Path) -> None:
    packed = gzip.compress(GOOD)
    assert verdict(tmp_path, packed).status == "ACCEPTED"
    found = verdict(tmp_path, packed[:-cut])
    assert (found.status, found.reason.partition(": ")[2]) == ("MALFORMED", "expected a whole gzip file")
    changed = packed[:30] + bytes([packed[30] ^ 255]) + packed[31:]
    assert verdict(tmp_path, changed).status == "MALFORMED"
    assert verdict(tmp_path, packed[:40] + b"\0\0" + packed[42:]).status == "MALFORMED"


def test_a_small_file_that_unpacks_to_a_huge_line_is_refused_at_the_longest_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LONGEST", 1 << 20)
    packed = gzip.compress(bytes((1 << 20) + 2))
    assert len(packed) < (1 << 20) // 500
    found = verdict(tmp_path, packed)
    assert (found.status, found.reason) == (
        "MALFORMED",
        f"line 1: expected a line of at most {1 << 20} bytes with an end",
    )


@pytest.mark.parametrize("mark", [b",", b"[", b"{"])
def test_values_lists_and_objects_of_a_line_are_counted_before_it_is_parsed(
    mark: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = line(header("labelling", NIM, {"start": [[]], "value": 0}))
    monkeypatch.setitem(reading.MOST, mark, text.count(mark))
    assert reading.parse(text)["kind"] == "labelling"
    monkeypatch.setitem(reading.MOST, mark, text.count(mark) - 1)
    monkeypatch.setattr(json, "loads", None)
    with pytest.raises(reading.Stop) as stop:
        reading.parse(text)
    assert stop.value.args[0] == "MALFORMED"


def test_only_the_first_line_tables_and_ends_of_segments_may_have_more_than_a_mebibyte(tmp_path: Path) -> None:
    for name, status in (("cram", "MALFORMED"), ("misere", "REJECTED"), ("segments", "REJECTED")):
        head, entries = next(
            data
            for key, data in samples().items()
            if name in (*key.split(), data[0]["kind"], data[0]["claim"].get("via"))
        )
        long = json.loads(json.dumps(entries[:1]))
        if name == "misere":
            long[0]["p"] = [0] * reading.SHORT
        else:
            long[0][-1] = "0" * (2 * reading.SHORT) if name == "segments" else [0] * reading.SHORT
        assert verdict(tmp_path, seal(head, [*long, *entries[1:]])).status == status, name


def test_a_file_that_is_not_regular_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path(os.devnull)):
        found = check(str(path))
        assert (found.status, found.reason) == ("UNSUPPORTED", "cannot read it: not a regular file")


@pytest.mark.parametrize("data", [GOOD, gzip.compress(GOOD)], ids=["plain", "packed"])
def test_a_dash_is_standard_input(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "c").write_bytes(data)
    before = os.dup(0)
    try:
        with (tmp_path / "c").open("rb") as file:
            os.dup2(file.fileno(), 0)
        assert check("-").status == "ACCEPTED"
        os.close(0)
        assert check("-").status == "UNSUPPORTED"
    finally:
        os.dup2(before, 0)
        os.close(before)


def test_memory_that_a_check_may_not_take_is_a_limit_and_no_other_check_has_it(tmp_path: Path) -> None:
    head = header("labelling", NIM, {"start": "x" * (40 << 20), "value": 0})
    for memory, status in ((1 << 20, "LIMIT"), (1 << 30, "MALFORMED"), (None, "MALFORMED")):
        before = resource.getrlimit(resource.RLIMIT_AS)
        assert verdict(tmp_path, seal(head, []), memory=memory).status == status
        assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_step_that_never_looks_at_the_clock_ends_all_the_same(tmp_path: Path) -> None:
    many = "+".join(["1"] * 1990 + ["99999"])
    data = seal(header("labelling", NIM, {"start": many, "value": 0}), [[many, 0]])
    before = signal.getsignal(signal.SIGALRM)
    start = process_time()
    assert verdict(tmp_path, data, seconds=0.2).reason == "the 0.2-second limit was reached"
    assert spent(start) < 1.2
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == (before, (0.0, 0.0))


def test_a_thread_may_check(tmp_path: Path) -> None:
    (tmp_path / "c").write_bytes(GOOD)
    found: list[str] = []
    thread = Thread(target=lambda: found.append(check(str(tmp_path / "c")).status))
    thread.start()
    thread.join()
    assert found == ["ACCEPTED"]


def test_a_note_may_have_two_hundred_characters(tmp_path: Path) -> None:
    head = header("labelling", NIM, {"start": "0", "value": 0})
    assert verdict(tmp_path, seal(head | {"note": "x" * 200}, [["0", 0]])).status == "ACCEPTED"
    assert verdict(tmp_path, seal(head | {"note": "x" * 201}, [["0", 0]])).status == "MALFORMED"


def test_a_hundred_lists_and_objects_may_hold_a_value_of_the_first_line(tmp_path: Path) -> None:
    head = header("labelling", NIM, {"start": "0", "value": 0})
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        for depth, status in ((99, "UNSUPPORTED"), (100, "MALFORMED"), (600, "MALFORMED")):
            text = line(head).replace(b'cert":1', f'cert":{opening * depth}1{closing * depth}'.encode())
            end = line({"end": 0, "sha256": sha256(text).hexdigest()})
            found = verdict(tmp_path, text + end)
            assert found.status == status, depth
    assert found.reason == "line 1: expected values within at most 100 others"


def test_as_many_entries_as_allowed_are_read_and_a_refusal_counts_them(tmp_path: Path) -> None:
    data = seal(header("labelling", NIM, {"start": "1", "value": 0}), [["0", 0], ["1", 1]])
    assert (verdict(tmp_path, data, most_entries=2).status, verdict(tmp_path, data, most_entries=2).entries) == (
        "REJECTED",
        2,
    )
    assert verdict(tmp_path, data, most_entries=1).status == "LIMIT"
    assert verdict(tmp_path, b"no certificate\n").entries == 0


def test_the_trailer_counts_the_entries_and_has_two_keys(tmp_path: Path) -> None:
    body = b"".join(map(line, [header("labelling", NIM, {"start": "0", "value": 0}), ["0", 0]]))
    digest = sha256(body).hexdigest()
    for end, status in (
        ({"end": 1, "sha256": digest}, "ACCEPTED"),
        ({"end": 2, "sha256": digest}, "MALFORMED"),
        ({"end": 0, "sha256": digest}, "MALFORMED"),
        ({"end": 1, "sha256": digest, "more": 0}, "MALFORMED"),
        ({"end": 1}, "MALFORMED"),
        ({"end": True, "sha256": digest}, "MALFORMED"),
    ):
        assert verdict(tmp_path, body + line(end)).status == status, end


def test_a_time_limit_is_reported_with_its_seconds(tmp_path: Path) -> None:
    file = tmp_path / "c"
    file.write_bytes(GOOD)
    assert check(str(file), seconds=0.0).reason == "the 0-second limit was reached"
    assert check(str(file), seconds=30.0).status == "ACCEPTED"


def test_time_is_looked_at_for_every_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    tick = reading.Reader.tick

    def counted(reader: reading.Reader) -> None:
        asked.append(reader.line)
        tick(reader)

    monkeypatch.setattr(reading.Reader, "tick", counted)
    for name, hints in (("cram", 2), ("nim: 3 5 7 strategy", 1)):
        head, entries = samples()[name]
        asked.clear()
        assert verdict(tmp_path, seal(head, entries)).status == "ACCEPTED"
        lines = 2 * len(entries) + 4
        assert lines - 1 <= len(asked) - sum(len(entry[hints]) for entry in entries) <= lines


def test_a_refusal_is_one_line_and_a_verdict_names_the_game_and_counts_the_entries(tmp_path: Path) -> None:
    assert "\n" not in str(verdict(tmp_path, b"no certificate\n"))
    told = str(verdict(tmp_path, GOOD)).splitlines()
    assert [line.partition(":")[0].strip() for line in told] == [
        "ACCEPTED",
        "claim",
        "theorem",
        "trusted",
        "sha256 of the game",
        "entries",
    ]
    refused = str(verdict(tmp_path, seal(header("labelling", NIM, {"start": "1", "value": 0}), [["0", 0]])))
    assert refused.splitlines()[0] == "REJECTED: the start is not among the entries"
    assert refused.splitlines()[-1] == "  entries: 1"


def test_a_long_rule_is_shown_by_its_first_eighty_characters(tmp_path: Path) -> None:
    arcs = [list(range(vertex)) for vertex in range(20)]
    game = {"family": "graph", "arcs": arcs}
    entries = [[str(vertex), vertex] for vertex in range(20)]
    data = seal(header("labelling", game, {"start": "19", "value": 19}), entries)
    rule = "arcs " + str(arcs).replace(" ", "")
    assert f"graph ({rule[:80]}): " in verdict(tmp_path, data).claim


def test_minus_one_is_the_only_negative_hint_and_minus_two_the_least_reply(tmp_path: Path) -> None:
    start = {"start": "1", "value": 1}
    for hint, status in ((-1, "ACCEPTED"), (-2, "MALFORMED")):
        assert verdict(tmp_path, seal(header("nimber", NIM, start), [["1", 1, [hint]]])).status == status
    claim = {"start": "1", "outcome": "P"}
    for hint, status in ((-1, "ACCEPTED"), (-2, "REJECTED"), (-3, "MALFORMED")):
        assert verdict(tmp_path, seal(header("strategy", NIM, claim, "misere"), [["1", [hint]]])).status == status


def test_malformed_input_is_refused_with_the_expected_form_and_forty_characters() -> None:
    long = "x" * 50
    for read, told in (
        (lambda: reading.many(str)(0), "expected a list"),
        (lambda: reading.row(str, str)([]), "expected a list of 2"),
        (lambda: reading.record({}, a=str, b=str), "expected an object with the keys a b"),
        (lambda: reading.record({}, a=str, b_=str), "expected an object with the keys a, perhaps b"),
        (lambda: reading.number(1, 9)(long), f'expected a whole number from 1 to 9, found "{long[:39]}'),
        (lambda: reading.text("a")(long), f'expected a text like a, found "{long[:39]}'),
        (lambda: reading.parse(b"0." + b"1" * 50 + b"\n"), "expected whole numbers, found 0." + "1" * 38),
    ):
        with pytest.raises(reading.Stop) as stop:
            read()
        assert stop.value.args == ("MALFORMED", told)
