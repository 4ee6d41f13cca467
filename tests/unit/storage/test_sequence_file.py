"""Stores in the file system: what they refuse, who may write, what is cut and what is salvaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.unit.storage.simulated import SimulatedDisk

from grundy.storage import FILES, Damaged, Disk, Mismatch, NoSpace, SequenceFile, StoreFault, salvage
from grundy.storage.disk import network_file_system

RIGHT = [n % 251 for n in range(3000)]


def store_at(home: Path, game: str | None = "g") -> SequenceFile:
    return SequenceFile(Disk(home, FILES), game)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A store of 3000 values in three blocks."""
    store = store_at(tmp_path / "s")
    for start in range(0, 3000, 1000):
        store.append(np.array(RIGHT[start : start + 1000], np.uint8))
        store.acknowledge()
    store.close()
    return tmp_path / "s"


def content(home: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in home.iterdir() if file.name != "lock"}


def test_what_was_acknowledged_is_there_again_and_what_was_not_is_cut(home: Path) -> None:
    store = store_at(home)
    store.append(np.array([1, 2, 3], np.uint8))
    assert (store.count, store.saved) == (3003, 3000)
    store.close()
    store = store_at(home)
    assert store.cut == 3
    assert (store.count, store.saved) == (3000, 3000)
    assert store.values().tolist() == RIGHT
    store.close()


def test_damage_below_the_mark_is_refused_with_its_place_and_nothing_is_changed(home: Path) -> None:
    values = home / "values.u8"
    good = values.read_bytes()
    values.write_bytes(good[:1500] + b"\xff" + good[1501:] + b"tail")
    before = content(home)
    store = SequenceFile(Disk(home, FILES), "g", repair=False)
    with pytest.raises(Damaged, match=r"values.u8: block 1 \(heaps 1000 to 1999, bytes 1000 to 1999\)"):
        store.values()
    store.close()
    assert content(home) == before
    values.write_bytes(good[:2999])
    before = content(home)
    with pytest.raises(Damaged, match=r"values.u8: 3000 bytes were saved, 2999 are there"):
        store_at(home)
    assert content(home) == before


@pytest.mark.parametrize("name", ["blocks", "values.u8", "mark"])
def test_a_missing_file_is_damage_or_values_without_a_mark(home: Path, name: str) -> None:
    (home / name).unlink()
    with pytest.raises(Damaged):
        store_at(home)
    assert not (home / name).exists() or not (home / name).stat().st_size


def test_a_record_that_contradicts_the_one_before_it_is_named_with_its_bytes(home: Path) -> None:
    blocks = home / "blocks"
    good = blocks.read_bytes()
    blocks.write_bytes(good[:32] + (999).to_bytes(8, "little") + good[40:])
    with pytest.raises(Damaged, match=r"^blocks: record 1 \(bytes 32 to 63\) contradicts the one before it$"):
        store_at(home)


def test_reading_reports_every_checked_block(home: Path) -> None:
    store, told = store_at(home), list[int]()
    store.values(lambda: told.append(1))
    store.close()
    assert len(told) >= 2  # the last block was checked when the store was opened


def test_a_store_of_another_game_is_refused_and_both_are_named(home: Path) -> None:
    with pytest.raises(Mismatch, match="expected the values of h, found those of g"):
        store_at(home, "h")
    store = store_at(home, None)
    assert store.game == "g"
    store.close()


def test_foreign_directories_and_links_are_refused(tmp_path: Path, home: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "diary.txt").write_text("mine")
    with pytest.raises(Mismatch, match=r"contains 'diary.txt'"):
        store_at(tmp_path / "other")
    (tmp_path / "empty").mkdir()
    with pytest.raises(Mismatch, match="not a store"):
        store_at(tmp_path / "empty", None)
    (home / "mark").rename(tmp_path / "mark")
    (home / "mark").symlink_to(tmp_path / "mark")
    with pytest.raises(OSError, match="symbolic links"):
        store_at(home)


def test_network_file_systems_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = "disk / ext4 rw 0 0\nhost:/v /mnt/a\\040b nfs4 rw 0 0\ndisk /mnt/a\\040b/local xfs rw 0 0\n"
    assert network_file_system(Path("/mnt/a b/run"), mounts) == "nfs4"
    assert network_file_system(Path("/mnt/a b/local/run"), mounts) is None
    assert network_file_system(Path("/mnt/a bc"), mounts) is None
    monkeypatch.setattr("grundy.storage.disk.network_file_system", lambda _: "cifs")
    with pytest.raises(StoreFault, match="network file system"):
        store_at(tmp_path / "s")


def test_after_a_failed_write_the_store_must_be_opened_again() -> None:
    disk = SimulatedDisk(1)
    store = SequenceFile(disk, "g")
    store.append(np.array([1, 2], np.uint8))

    def fail(call: str, *_: str) -> None:
        if call == "sync":
            raise OSError(28, "No space left on device")

    disk.before = fail
    with pytest.raises(NoSpace, match="No space left on device; the 0 values saved before are safe"):
        store.acknowledge()
    with pytest.raises(StoreFault, match="a write to it has failed"):
        store.acknowledge()
    with pytest.raises(StoreFault, match="a write to it has failed"):
        store.append(np.array([3], np.uint8))


@pytest.mark.parametrize(("at", "good"), [(0, 0), (999, 0), (1000, 1000), (2500, 2000)])
def test_salvage_copies_the_values_before_the_damage(home: Path, tmp_path: Path, at: int, good: int) -> None:
    values = bytearray((home / "values.u8").read_bytes())
    values[at] ^= 1
    (home / "values.u8").write_bytes(values)
    before = content(home)
    source, target = Disk(home, FILES), Disk(tmp_path / "copy", FILES)
    assert salvage(source, target) == (good, 3000)
    source.close()
    target.close()
    assert content(home) == before
    copy = store_at(tmp_path / "copy")
    assert copy.values().tolist() == RIGHT[:good]
    copy.close()


def test_values_must_be_without_sign_and_of_at_most_32_bits(home: Path) -> None:
    store = store_at(home)
    for kind in (np.int64, np.uint64, np.float64):
        with pytest.raises(TypeError, match="without sign"):
            store.append(np.array([1], kind))
    store.close()
