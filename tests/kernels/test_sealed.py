"""Compiled code carries its checksum: what was changed or put in another place is not used, with one warning."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grundy.kernels import compiled, sealed
from grundy.kernels.compiled import OBJECT, READY, code_level, digest, has_kept, kept_code, read_code
from grundy.kernels.object_files import can_place
from grundy.kernels.sealed import DamagedCode, opened, write_whole
from grundy.kernels.state import kernel_state

placed = pytest.mark.skipif(not can_place(), reason="code is placed on Linux, x86-64, alone")


@pytest.fixture
def level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of ready kernels that is this test's alone."""
    monkeypatch.setattr(compiled, "READY", tmp_path / "levels")
    monkeypatch.setattr("grundy.kernels.state.READY", tmp_path / "levels")
    monkeypatch.setattr(compiled, "cache_folder", lambda _: tmp_path / "kept")
    monkeypatch.setattr(sealed, "_warned", [])
    made = tmp_path / "levels" / digest() / (code_level() or "none")
    shutil.copytree(READY / digest() / (code_level() or "none"), made)
    return made


def damages(whole: bytes) -> Iterator[bytes]:
    """Flips of single bits, files that were cut short or became longer."""
    rng = Random(3)
    for _ in range(40):
        changed = bytearray(whole)
        changed[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        yield bytes(changed)
    yield from (b"", whole[:-1], whole[: len(whole) // 2], whole[1:], whole + b"\0", whole[:31])


@placed
def test_every_damage_to_an_object_file_is_found_and_warned_of_once(level: Path) -> None:
    path = level / f"boards.ranked_table.fill.{OBJECT}"
    whole = path.read_bytes()
    assert read_code(path) is not None
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        for damaged in damages(whole):
            path.write_bytes(damaged)
            assert not has_kept("boards.ranked_table.fill")
    assert [str(each.message).partition(":")[0] for each in warned] == [f"compiled code is damaged ({path.name})"]
    assert kernel_state().startswith(
        f"kernels: 1 of {len(list(level.iterdir()))} files damaged, first {path.name}; help: "
    )


@placed
def test_a_file_in_the_place_of_another_or_of_another_level_is_not_used(level: Path) -> None:
    one, other = (level / f"boards.{name}.{OBJECT}" for name in ("ranked_table.fill", "proof_path.move_pairs"))
    shutil.copy(one, other)
    with pytest.warns(UserWarning, match="compiled code is damaged"):
        assert read_code(other) is None
    elsewhere = level.parent / "x86-64"
    elsewhere.mkdir(exist_ok=True)
    shutil.copy(one, elsewhere)
    assert read_code(elsewhere / one.name) is None


def test_a_checksum_is_of_the_code_and_of_what_it_is_for() -> None:
    whole = sealed.sealed(b"code", "v4", "name")
    assert opened(whole, "v4", "name") == b"code"
    for about in (("v4", "eman"), ("v3", "name"), ("name",), ("v4name",)):
        with pytest.raises(DamagedCode, match=about[-1]):
            opened(whole, *about)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "it.o"
    write_whole(path, b"first")

    def full(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, b"second")
    assert [(each.name, each.read_bytes()) for each in path.parent.iterdir()] == [("it.o", b"first")]


def test_code_that_was_kept_under_another_name_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_folder", lambda _: tmp_path)
    monkeypatch.setattr(sealed, "_warned", [])
    assert kept_code("one", lambda: b"one") == b"one"
    assert kept_code("two", lambda: b"two") == b"two"
    one, two = sorted(tmp_path.iterdir())
    one.replace(two)
    with pytest.warns(UserWarning, match=r"^compiled code is damaged \(two-\w+\.py\d+\.o\): it is compiled again$"):
        assert kept_code("two", lambda: b"two") == b"two"
    assert read_code(two) == b"two"


def test_without_a_compiler_the_warning_names_the_replacement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sealed, "_warned", [])
    monkeypatch.setattr(sealed, "has_compiler", lambda: False)
    said = r"^compiled code is damaged \(it\): the reference implementation answers, more slowly; help: build again$"
    with pytest.warns(UserWarning, match=said):
        sealed.warn_damaged("it", "build again")


CHANGED = """
import sys
import warnings
from pathlib import Path
from grundy.kernels import compiled
before = compiled.digest()
source = Path(compiled.__file__).parent / "boards" / "ranked_table.py"
source.write_text(source.read_text() + "\\n")
assert compiled.digest() == before
try:
    from grundy.kernels.boards import ranked_table
except ImportError as error:
    print(error)
"""


def test_kernels_whose_sources_were_changed_while_the_process_runs_are_not_compiled(tmp_path: Path) -> None:
    package = tmp_path / "grundy"
    shutil.copytree(
        compiled.HERE.parent, package, ignore=shutil.ignore_patterns("levels", "__pycache__", "static", "atlas")
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    done = subprocess.run([sys.executable, "-c", CHANGED], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "grundy was changed while it runs: start it again\n"
    assert list((tmp_path / "kept").rglob("*.o")) == []
