"""Every command that writes a file of the user writes it whole or not at all, with the same care."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from tests.terminal import Terminal

WRITERS = {
    "values": ("values", "kayles", "--to", "9", "--out"),
    "certificate": ("period", "kayles", "--certificate"),
    "picture": ("solve", "nim: 1 2", "--svg"),
    "graph": ("graph", "nim: 1 2", "--out"),
    "quiz": ("quiz", "binary", "--count", "1", "--out"),
    "b-file": ("oeis", "kayles", "--to", "9", "--bfile"),
    "match": ("play", "nim: 1 2", "--record"),
}
"""Commands that write a file, up to its name."""


def write(terminal: Terminal, name: str, out: Path) -> tuple[int, str]:
    code, _, err = terminal.run(*WRITERS[name], str(out), said="take 1 from heap 2\n")
    return code, err


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_of_a_similar_name_is_not_touched_and_a_private_file_stays_private(
    name: str, terminal: Terminal, tmp_path: Path
) -> None:
    out, other = tmp_path / "out.svg", tmp_path / "other"
    for path in (out, other):
        path.touch()
        path.chmod(0o600)
    (tmp_path / "out.svg.part").symlink_to(other)
    assert write(terminal, name, out)[0] == 0
    assert out.stat().st_size > 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert other.stat().st_size == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "out.svg", "out.svg.part"]


@pytest.mark.parametrize("name", WRITERS)
def test_what_cannot_be_written_is_named_in_one_line_and_nothing_is_left(
    name: str, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    around = tmp_path / "around.svg"
    around.symlink_to(around)
    for out in (around, tmp_path / "missing" / "out.svg", tmp_path):
        code, err = write(terminal, name, out)
        assert code == 2, out
        assert str(out) in err.replace("\n  ", "")
        assert "internal error" not in err
    assert [*tmp_path.iterdir()] == [around]

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    code, err = write(terminal, name, tmp_path / "out.svg")
    assert (code, "no space left on device" in err) == (7, True)
    assert [*tmp_path.iterdir()] == [around]
