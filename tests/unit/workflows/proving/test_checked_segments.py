"""What was checked of a certificate in segments is noted, gone on with, and read from several records."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.terminal import Terminal
from tests.unit.check.sealed import samples, seal

from grundy.core import CorruptStore, InputError, StoreMismatch
from grundy.workflows.proving.checked_segments import CheckedSegments, check_segments, identity_of
from grundy_check import opened

DATA = samples()["0.77 segments"]
JUDGE = "grundy_check.segments:judged"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A certificate in five segments."""
    path = tmp_path / "kayles.cert"
    path.write_bytes(seal(*DATA))
    return path


def listed(file: Path) -> list[Any]:
    return opened(str(file), 99)


def test_what_is_noted_is_not_checked_again(file: Path) -> None:
    record = file.parent / "a"
    first = check_segments(listed(file), [2, 3], CheckedSegments([record]), JUDGE)
    assert (first.now, first.before, first.right, first.open) == ((2, 3), (), [(2, 3)], [(1, 1), (4, 5)])
    again = check_segments(listed(file), range(1, 6), CheckedSegments([record]), JUDGE)
    assert (again.now, again.before, again.open) == ((1, 4, 5), (2, 3), [])


def test_records_of_several_people_are_read_together_and_may_be_one_file(file: Path) -> None:
    a, b, both = (file.parent / name for name in ("a", "b", "both"))
    check_segments(listed(file), [1, 2], CheckedSegments([a]), JUDGE)
    check_segments(listed(file), [2, 5], CheckedSegments([b]), JUDGE)
    both.write_bytes(a.read_bytes() + b.read_bytes())
    for records in ([a, b], [both]):
        found = check_segments(listed(file), [], CheckedSegments(records), JUDGE)
        assert (found.right, found.open) == ([(1, 2), (5, 5)], [(3, 4)])


def test_a_segment_is_the_same_in_every_certificate_that_has_it(file: Path) -> None:
    segments = listed(file)
    names = [identity_of(segment) for segment in segments]
    assert len({*names}) == 5
    game, claim, *rest = segments[0]
    assert identity_of((game, claim | {"n0": 1, "p": 2}, *rest)) == names[0]
    assert identity_of((game, claim | {"depth": 1}, *rest)) != names[0]


def test_a_damaged_a_foreign_and_a_newer_record_are_refused_and_left(file: Path) -> None:
    record = file.parent / "a"
    check_segments(listed(file), [1], CheckedSegments([record]), JUDGE)
    good = record.read_bytes()
    cases = [
        (good.replace(b'"to":104', b'"to":105'), CorruptStore, "a: line 2 has changed since it was written"),
        (b"nim\n", StoreMismatch, "a: expected the format 'grundy checked segments', found something else"),
        (b"[]\n", StoreMismatch, "a: expected the format 'grundy checked segments', found something else"),
    ]
    for content, kind, reason in cases:
        record.write_bytes(content)
        with pytest.raises(kind, match=re.escape(reason)):
            CheckedSegments([record])
        assert record.read_bytes() == content


def test_a_record_that_cannot_be_written_and_one_that_is_not_there_are_named(file: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*: is a directory$"):
        CheckedSegments([file.parent])
    for judge in (JUDGE, "nothing:at_all"):  # it is said before the work
        with pytest.raises(InputError, match=r"cannot write .*: no such directory$"):
            check_segments(listed(file), [1], CheckedSegments([file.parent / "no" / "a"]), judge)
    with pytest.raises(InputError, match=r"cannot read .*none: no such file$"):
        CheckedSegments([file.parent / "a", file.parent / "none"])


def test_a_segment_that_is_wrong_is_named_and_not_noted(file: Path) -> None:
    header, entries = DATA
    other = "f" if entries[2][1][20] != "f" else "e"
    entries = [*entries[:2], [entries[2][0], entries[2][1][:20] + other + entries[2][1][21:]], *entries[3:]]
    file.write_bytes(seal(header, entries))
    found = check_segments(listed(file), range(1, 6), CheckedSegments([file.parent / "a"]), JUDGE)
    assert (found.now, found.verdict) == ((1, 2), "REJECTED")
    assert found.reason == "segment 3: the values before heap 147 differ from those listed"


# The command.


def test_the_command_lists_right_and_unchecked_segments(file: Path, terminal: Terminal) -> None:
    code, out, _ = terminal.run("verify", str(file), "--segments", "2..3")
    told = f"{file}: AUDITED: segments 2 to 3 of 5 are right; the others are not checked: 1, 4 to 5\n"
    assert (code, out.startswith(told)) == (9, True)
    code, out, _ = terminal.run("verify", str(file), "--record", f"{file}.checked")
    assert (code, out.startswith(told)) == (9, True)
    assert f"and {file}.checked for segments checked before\n" in out
    code, out, _ = terminal.run("verify", str(file), "--segments", "1..", "--json")
    found = json.loads(out)
    assert (code, found["verdict"], found["segments"]) == (0, "accepted", {"total": 5, "right": [[1, 5]], "open": []})
    assert terminal.run("verify", str(file))[0] == 0


def test_the_command_says_when_nothing_was_checked(file: Path, terminal: Terminal) -> None:
    code, out, _ = terminal.run("verify", str(file), "--record", str(file.parent / "new"))
    assert (code, out.splitlines()[0]) == (9, f"{file}: AUDITED: none of the 5 segments is checked")
    code, out, _ = terminal.run("verify", str(file), "--segments", "4", "--max-seconds", "0")
    assert (code, out.splitlines()[0]) == (4, f"{file}: LIMIT: the 0-second limit was reached")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--segments", "5..6"), "expected segments from 1 to 5, found 5..6"),
        (("--segments", "x"), "expected numbers such as 17..32, 17 or 17.., found 'x'"),
        (("--segments", "3..2"), "expected numbers from 1 on, ascending, found '3..2'"),
        (("--workers", "2"), "--workers needs --segments"),
        (("--segments", "1", "--sample", "2"), "--sample cannot be combined with --segments or --record"),
    ],
    ids=str,
)
def test_the_command_refuses_what_does_not_fit(
    options: tuple[str, ...], reason: str, file: Path, terminal: Terminal
) -> None:
    code, _, err = terminal.run("verify", str(file), *options)
    assert (code, reason in err) == (2, True)


def test_a_certificate_of_another_kind_has_no_segments(tmp_path: Path, terminal: Terminal) -> None:
    file = tmp_path / "cram.cert"
    file.write_bytes(seal(*samples()["cram"]))
    code, _, err = terminal.run("verify", str(file), "--segments", "1")
    assert (code, "is not a certificate in segments" in err) == (2, True)
    file.write_bytes(b"nothing")
    assert terminal.run("verify", str(file), "--segments", "1")[0] == 5


def test_a_period_is_written_in_segments_or_it_is_said_why_not(tmp_path: Path, terminal: Terminal) -> None:
    file = str(tmp_path / "some.cert")
    assert terminal.run("period", "kayles", "--certificate", file, "--segments", "4")[0] == 0
    assert terminal.run("verify", file)[1].startswith(f"{file}: ACCEPTED")
    for rule in ("take {1, 3}", "0.3", "0.F"):
        code, _, err = terminal.run("period", rule, "--certificate", file, "--segments", "4")
        assert (code, "does not use rare heaps, so it has no segments" in err) == (2, True)
    code, _, err = terminal.run("period", "kayles", "--segments", "4")
    assert (code, "--segments needs --certificate FILE" in err) == (2, True)
    code, _, err = terminal.run("period", "kayles", "--certificate", file, "--segments", "0")
    assert (code, "expected 1 to 100000 segments, found 0" in err) == (2, True)
