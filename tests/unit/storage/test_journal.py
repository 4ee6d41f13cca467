"""A journal returns the lines that were appended, cuts a torn one, and refuses every other change."""

from __future__ import annotations

import errno
import os
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.storage import Damaged, InUse, JournalFile, Line, Mismatch, header, read_journal, sealed, unsealed

NAME = "grundy sweep"
HEAD = header(NAME, pattern="0.x")
LINES: list[Line] = [{"ruleset": f"0.{digit}", "period": digit} for digit in range(5)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of five lines."""
    with closing(JournalFile(tmp_path / "journal")) as journal:
        journal.begin(HEAD)
        journal.append(*LINES)
    return tmp_path / "journal"


@given(st.dictionaries(st.text(max_size=5), st.one_of(st.none(), st.integers(0, 2**53 - 1), st.text(max_size=5))))
def test_a_line_is_read_as_it_was_written(line: dict[str, int | str | None]) -> None:
    line.pop("crc", None)
    assert unsealed(sealed(line).encode("ascii")) == line


def opened(path: Path) -> list[Line]:
    with closing(JournalFile(path)) as journal:
        journal.begin(HEAD)
        return journal.read(NAME)


def test_a_torn_line_is_cut_at_any_byte_and_the_journal_continues(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with closing(JournalFile(path)) as journal:
            journal.begin(HEAD)
            known = len(journal.read(NAME)) - 1
            journal.append(*LINES[known:])
        assert path.read_bytes() == whole


def test_any_changed_byte_is_noticed_and_the_file_is_left_as_it_is(path: Path) -> None:
    whole, random = path.read_bytes(), Random(4)
    for place in range(len(whole) - 1):
        changed = whole[:place] + bytes([whole[place] ^ (1 << random.randrange(8))]) + whole[place + 1 :]
        path.write_bytes(changed)
        with pytest.raises((Damaged, Mismatch)):
            opened(path)
        assert path.read_bytes() == changed


@pytest.mark.parametrize("content", [b"my notes", b"my notes\n", b"\n", b"[1]\n", b"\xff\xfe\n", b"[" * 99999 + b"\n"])
def test_a_foreign_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(Mismatch, match="expected the format 'grundy sweep', found something else"):
        opened(path)
    assert path.read_bytes() == content


def test_another_journal_is_named(path: Path) -> None:
    with pytest.raises(Mismatch, match="expected the format 'grundy period journal', found 'grundy sweep'"):
        read_journal(path, "grundy period journal")


def test_only_one_process_writes(path: Path) -> None:
    with closing(JournalFile(path)), pytest.raises(InUse, match="in use by another process"):
        JournalFile(path)
    with pytest.raises(FileExistsError):
        JournalFile(path, new=True)


def test_a_full_disk_leaves_whole_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, real = path.read_bytes(), os.write

    def limited(file: int, data: bytes) -> int:
        room = len(whole) + 10 - os.fstat(file).st_size
        if room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, data[:room])

    monkeypatch.setattr(os, "write", limited)
    with closing(JournalFile(path)) as journal, pytest.raises(OSError, match="No space left"):
        journal.append(*LINES)
    assert path.read_bytes() == whole
