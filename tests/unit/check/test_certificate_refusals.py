"""What the checker refuses, and with which words."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.check.sealed import AUTOMATON, STAR, Data, header, line, rare, samples, seal, verdict

from grundy_check import misere, reading

SAMPLES = samples()
NIM: dict[str, Any] = {"family": "nim"}
LOOP = {"family": "graph", "arcs": [[1], [0]]}
DRAW = {"family": "graph", "arcs": [[1], [0], [3], [0]]}
ZERO = "0" * 64


def claimed(name: str, **claim: Any) -> Data:
    head, entries = SAMPLES[name]
    return head | {"claim": head["claim"] | claim}, entries


def value(game: dict[str, Any], kind: str, entries: list[Any], start: str, number: Any) -> Data:
    return header(kind, game, {"start": start, "value": number}), entries


def strategy(entries: list[Any], play: str = "normal", game: dict[str, Any] | None = None, **claim: Any) -> Data:
    return header("strategy", game or NIM, claim, play), entries


def table(**change: Any) -> Data:
    head, (entry,) = SAMPLES["quotient"]
    return head, [entry | change]


def code(digits: str) -> dict[str, Any]:
    return {"family": "take-break", "code": digits}


REJECTED: dict[str, Data] = {
    "entry 0: 3+1 is not a position of this game": value(NIM, "labelling", [["3+1", 0]], "3+1", 0),
    "entry 0: 0:2 is not a position of this game": value(NIM, "labelling", [["0:2", 0]], "0", 0),
    "entry 0: 2:1 is not a position of this game": value(AUTOMATON, "labelling", [["2:1", 0]], "0", 0),
    "entry 0: -1:3 is not a position of this game": value(AUTOMATON, "labelling", [["-1:3", 0]], "-1:3", 0),
    "entry 0: 7 is not a position of this game": value(LOOP, "labelling", [["7", 0]], "0", 0),
    "entry 0: ... is not a position of this game": value(
        {"family": "cram", "rows": 2, "cols": 2}, "labelling", [["...", 1]], "...", 1
    ),
    "entry 0: ../. is not a position of this game": value(
        {"family": "cram", "rows": 2, "cols": 2}, "labelling", [["../.", 1]], "../.", 1
    ),
    "entry 0: 1,2 is not a position of this game": value(
        {"family": "chomp", "rows": 2, "cols": 2}, "labelling", [["1,2", 0]], "1", 0
    ),
    "entry 0: 2,1 is not a position of this game": value(STAR, "labelling", [["2,1", 0]], "-", 0),
    "entry 0: a position once, after all its options": value(NIM, "labelling", [["1", 1]], "1", 1),
    "entry 1: a position once, after all its options": value(NIM, "labelling", [["0", 0], ["0", 0]], "0", 0),
    "entry 1: the least number that no option of 1 has is not 2": value(NIM, "labelling", [["0", 0], ["1", 2]], "1", 2),
    "the start is not among the entries": value(NIM, "labelling", [["0", 0]], "1", 0),
    "the value of the start is 1": value(NIM, "labelling", [["0", 0], ["1", 1]], "1", 0),
    "the graph has a cycle": value(LOOP, "nimber", [["0", 0, [-1]]], "0", 0),
    "entry 0: 1, a part of 1, is not known yet": value(NIM, "nimber", [["2", 2, [-1, -1]]], "2", 2),
    "entry 0: a single part once, with one hint to each of its options": value(
        NIM, "nimber", [["1+1", 0, [-1]]], "1", 0
    ),
    "entry 0: 1 is not a move from 0 to the value 1": value(NIM, "nimber", [["1", 1, [1]]], "1", 1),
    "entry 0: 0 is not a move from 0 to the value 1": value(NIM, "nimber", [["1", 1, [0]]], "1", 1),
    "entry 0: 3 is not a position of this game": value(
        {"family": "chomp", "rows": 2, "cols": 2}, "labelling", [["3", 0]], "1", 0
    ),
    "entry 0: 1,1,1 is not a position of this game": value(
        {"family": "chomp", "rows": 2, "cols": 2}, "labelling", [["1,1,1", 0]], "1", 0
    ),
    "entry 1: the options of 2 are not shown to have every value below 3 and not 3": value(
        NIM, "nimber", [["1", 1, [-1]], ["2", 3, [-1, -1]]], "2", 3
    ),
    "entry 0: the options of 1 are not shown to have every value below 0 and not 0": value(
        NIM, "nimber", [["1", 0, [-1]]], "1", 0
    ),
    "entry 0: 0 is not a reply to the move to 0": strategy([["2", [0, 0]]], start="2", outcome="P"),
    "entry 0: -1 is not a reply to the move to 0": strategy([["1", [-1]]], start="1", outcome="P"),
    "entry 0: a position once, with one reply to each of its options, and in misere play with an option": strategy(
        [["0", []]], "misere", start="0", outcome="P"
    ),
    "entry 1: 0 is not a reply to the move to 0": strategy([["0", []], ["3", [0, 0, 1]]], start="3", outcome="P"),
    "an option claimed to be drawn is not a drawn entry": strategy([["0", []], ["1", [-2]]], start="1", outcome="D"),
    "the claimed outcome does not follow from the entries": strategy([["0", []]], start="2", outcome="N", move="1"),
    "entry 2: 0 is not a reply to the move to 3": strategy(
        [["0", [-2]], ["1", [-2]], ["2", [0]]], game=DRAW, start="2", outcome="P"
    ),
    "the start has another label, or none": value(LOOP, "loops", [["0", -1], ["1", -1]], "0", 0),
    "entry 0: an option of 0 has no label": value(LOOP, "loops", [["0", -1]], "0", 0),
    "entry 1: a position once": value(LOOP, "loops", [["0", -1], ["0", -1]], "0", 0),
    "entry 0: the label of 0 is not shown by those of its options": value(LOOP, "loops", [["0", 0], ["1", -1]], "0", 0),
    "a move leaves at most 2 heaps and takes at most 2": claimed("0.77 period", take=3),
    "the values do not fit the hash": claimed("0.77 period", values_sha256=ZERO),
    "the largest take is 4": claimed("take window", window=3),
    "depth >= the last rare heap < n0, window >= depth + the largest take, and parity p even": claimed(
        "0.77 rare", window=9
    ),
    "listed must be the rare heaps with their values, and none comes soon after the last": (
        SAMPLES["0.77 rare"][0],
        SAMPLES["0.77 rare"][1][1:],
    ),
    "expected one table": (SAMPLES["quotient"][0], []),
    "0 must be the identity, the table symmetric, every element a product of heaps": table(phi=[1, 1, 1]),
    "a sum with element 4 and options [2, 3, 4] has another outcome": table(phi=[1, 2, 2]),
    "two elements are never distinguished": table(p=[]),
}


@pytest.mark.parametrize("reason", REJECTED)
def test_a_broken_rule_is_named(reason: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, seal(*REJECTED[reason]))
    assert (found.status, found.exit_code) == ("REJECTED", 1)
    assert found.reason == reason


def with_values(data: Data, count: int) -> Data:
    """A certificate whose hash fits its claim."""
    from hashlib import sha256
    from struct import pack

    from tests.unit.check.plain_rules import heap_values

    head, entries = data
    values = [number for state in heap_values(head["game"], count - 1) for number in state]
    digest = sha256(pack(f"<{len(values)}I", *values)).hexdigest()
    return head | {"claim": head["claim"] | {"values_sha256": digest}}, entries


@pytest.mark.parametrize(
    ("data", "count", "reason"),
    [
        (claimed("take window", n0=1), 12, "the preperiod is at most 0"),
        (claimed("take window", p=14), 18, "7 is a period as well"),
        (claimed("take window", p=6), 10, "G(n + 6) = G(n) fails in the window of 4 heaps from 0 on"),
        (claimed("4.0 period", n0=0), 6, "G(n + 2) = G(n) fails in the window of 3 heaps from 0 on"),
    ],
)
def test_a_period_must_hold_and_be_minimal(data: Data, count: int, reason: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, seal(*with_values(data, count)))
    assert (found.status, found.reason) == ("REJECTED", reason)


UNSUPPORTED: list[Data] = [
    (header("labelling", {"family": "go"}, {"start": "0", "value": 0}), []),
    (header("magic", NIM, {"start": "0", "value": 0}), []),
    (header("labelling", NIM, {"start": "0", "value": 0}) | {"grundy_cert": 2}, []),
    (SAMPLES["quotient"][0] | {"game": STAR}, SAMPLES["quotient"][1]),
    (SAMPLES["0.77 period"][0] | {"game": NIM}, []),
    (SAMPLES["take window"][0] | {"game": NIM}, []),
    (SAMPLES["0.77 rare"][0] | {"game": code("0.8")}, []),
    (SAMPLES["0.77 rare"][0] | {"game": NIM}, []),
    (claimed("0.77 period", via="x")[0] | {"kind": "repeat"}, []),
]


@pytest.mark.parametrize("data", UNSUPPORTED, ids=lambda data: f"{data[0]['kind']} {data[0]['game']['family']}")
def test_what_is_not_known_is_unsupported(data: Data, tmp_path: Path) -> None:
    assert verdict(tmp_path, seal(*data)).exit_code == 2


MALFORMED: list[Data] = [
    (header("labelling", NIM, {"start": "0", "value": -1}), [["0", 0]]),
    (header("labelling", NIM, {"start": "0", "value": 0}) | {"note": 7}, [["0", 0]]),
    (header("labelling", NIM, {"start": "0", "value": 0}) | {"note": "x" * 201}, [["0", 0]]),
    (header("labelling", NIM, {"start": "0", "value": 0}, "misere"), [["0", 0]]),
    (header("labelling", NIM, {"start": "0"}), [["0", 0]]),
    (header("labelling", NIM, {"start": "0", "value": True}), [["0", 0]]),
    (header("labelling", NIM, [1]), [["0", 0]]),  # type: ignore[arg-type]
    (header("labelling", [], {"start": "0", "value": 0}), [["0", 0]]),  # type: ignore[arg-type]
    (header("labelling", NIM | {"more": 1}, {"start": "0", "value": 0}), [["0", 0]]),
    (header("labelling", NIM, {"start": 0, "value": 0}), [["0", 0]]),
    (header("labelling", NIM, {"start": "0", "value": 0}), [["0"]]),
    (header("labelling", NIM, {"start": "0", "value": 0}), ["0"]),
    (header("labelling", {"family": "subtraction", "set": [1, 1]}, {"start": "0", "value": 0}), []),
    (header("labelling", {"family": "subtraction", "set": []}, {"start": "0", "value": 0}), []),
    (header("labelling", code("1.7"), {"start": "0", "value": 0}), []),
    (header("labelling", AUTOMATON | {"states": 65}, {"start": "0", "value": 0}), [["0", 0]]),
    (header("loops", LOOP, {"start": "0"}), [["0", -1], ["1", -1]]),
    (strategy([["0", []]], start="0", outcome="P", move="0")),
    (strategy([["0", []]], start="0", outcome="X")),
    (strategy([["0", []]], start="0", outcome="D", move="0")),
    (SAMPLES["0.77 period"][0], [[1, 1]]),
    claimed("0.77 period", p=0),
]


@pytest.mark.parametrize("data", MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_not_in_the_format_is_malformed(data: Data, tmp_path: Path) -> None:
    assert verdict(tmp_path, seal(*data)).exit_code == 5


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (b'["0", 0]\n', "line 2: expected sorted keys, no blanks, every key once"),
        (b'["0",0.0]\n', "line 2: expected whole numbers, found 0.0"),
        (b'["0",NaN]\n', "line 2: expected whole numbers, found NaN"),
        (b'["0",0\n', "line 2: expected one JSON value in ASCII"),
        (b'["\xc3\xbc",0]\n', "line 2: expected one JSON value in ASCII"),
        (b"[" * 100_000 + b"]" * 100_000 + b"\n", "line 2: expected one JSON value in ASCII"),
        (b'["0",' + b"9" * 5000 + b"]\n", "line 2: expected one JSON value in ASCII"),
        (b'{"a":1,"a":1}\n', "line 2: expected sorted keys, no blanks, every key once"),
        (b'{"b":1,"a":1}\n', "line 2: expected sorted keys, no blanks, every key once"),
    ],
    ids=range(9),
)
def test_a_line_must_be_written_in_the_one_way(entry: bytes, reason: str, tmp_path: Path) -> None:
    from hashlib import sha256

    body = line(header("labelling", NIM, {"start": "0", "value": 0})) + entry
    found = verdict(tmp_path, body + line({"end": 1, "sha256": sha256(body).hexdigest()}))
    assert (found.status, found.reason) == ("MALFORMED", reason)


def test_files_that_are_not_certificates_get_a_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(tmp_path, b"").reason == "line 0: expected one JSON value in ASCII"
    good = seal(*SAMPLES["cram"])
    assert "the trailer does not fit" in verdict(tmp_path, good.replace(b'"rows":3', b'"rows":4')).reason
    assert verdict(tmp_path, good + b"\n").status == "MALFORMED"
    assert "with an end" in verdict(tmp_path, good[:-1]).reason
    monkeypatch.setattr(reading, "LONGEST", 50)
    assert "at most 50 bytes" in verdict(tmp_path, good).reason
    from grundy_check import check

    assert check(str(tmp_path)).reason == "cannot read it: not a regular file"


def test_the_outcome_of_an_infinite_value_is_compared(tmp_path: Path) -> None:
    entries: list[Any] = [["0", -1], ["1", -1]]
    for outcome, status in (("D", "ACCEPTED"), ("N", "REJECTED"), ("P", "MALFORMED")):
        claim: dict[str, Any] = {"start": "0", "among": [], "outcome": outcome}
        found = verdict(tmp_path, seal(header("loops", LOOP, claim), entries))
        assert found.status == status
    arcs = [[1, 2, 3], [0, 4], [5, 6], [4, 5], [3], [7], [7], []]
    entries = [["7", 0], ["2", 0], ["6", 1], ["5", 1], ["0", -1], ["1", -1], ["3", -1], ["4", -1]]
    for outcome, status in (("N", "ACCEPTED"), ("D", "REJECTED")):
        claim = {"start": "0", "among": [0], "outcome": outcome}
        assert (
            verdict(tmp_path, seal(header("loops", {"family": "graph", "arcs": arcs}, claim), entries)).status == status
        )


@pytest.fixture
def _no_callbacks() -> Iterator[None]:
    """Remove hypothesis's callback of the garbage collector: an error of a limit that is raised in it is lost."""
    kept = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks[:] = kept


@pytest.mark.usefixtures("_no_callbacks")
def test_limits_are_kept_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = seal(*SAMPLES["cram"])
    count = len(SAMPLES["cram"][1])
    assert verdict(tmp_path, good, most_entries=count - 1).reason == f"{count} are more than {count - 1}"
    assert verdict(tmp_path, good, seconds=-1.0).reason == "the -1-second limit was reached"
    assert verdict(tmp_path, seal(*value(NIM, "labelling", [["9" * 30, 0]], "0", 0))).exit_code == 4
    for name in ("0.77 period", "take window", "0.77 rare"):
        assert verdict(tmp_path, seal(*claimed(name, n0=2**50))).exit_code == 4
    assert verdict(tmp_path, seal(*claimed("0.77 period", n0=10**6)), seconds=0.2).exit_code == 4
    monkeypatch.setattr(misere, "MOST_PAIRS", 3)
    assert verdict(tmp_path, seal(*SAMPLES["quotient"])).exit_code == 4
    monkeypatch.setattr(reading.Reader, "header", lambda _: exhausted())
    assert verdict(tmp_path, good).reason == "there is not enough memory"


def exhausted() -> None:
    raise MemoryError


def test_a_part_that_is_too_deep_is_not_evidence(tmp_path: Path) -> None:
    head, entries = rare("0.156")
    claim, depth = head["claim"], entries[-1][0]
    assert depth < claim["depth"]
    found = verdict(tmp_path, seal(head | {"claim": claim | {"depth": depth}}, entries))
    assert found.status == "REJECTED"
    assert f"no option with a part <= {depth} is shown to have the value" in found.reason
