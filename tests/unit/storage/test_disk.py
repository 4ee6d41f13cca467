"""The real disk, files written whole, and the edges of stores that no failure reaches."""

from __future__ import annotations

import errno
import json
import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.storage.simulated import SimulatedDisk

from grundy.storage import FILES, Damaged, Disk, InUse, SequenceFile, StoreFault, salvage, write_whole
from grundy.storage.disk import network_file_system
from grundy.storage.records import BLOCK, first_mark, read_mark

OPEN = Path("/proc/self/fd")
"""Where Linux lists the open files."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    found = Disk(tmp_path / "d", FILES)
    yield found
    found.close()


def test_bytes_are_read_at_the_place_of_writing(disk: Disk) -> None:
    disk.write("blocks", 3, b"abc")
    assert disk.size("blocks") == 6
    assert disk.read("blocks", 0, 100) == b"\0\0\0abc"
    assert disk.read("blocks", 4, 1) == b"b"
    assert disk.read("blocks", 6, 5) == b""
    assert bytes(disk.view("blocks", 4)) == b"\0\0\0a"
    assert disk.view("blocks", 0) == b""
    disk.truncate("blocks", 4)
    disk.sync("blocks")
    assert disk.read("blocks", 0, 9) == b"\0\0\0a"
    assert disk.size("mark") is None


def test_long_reads_and_writes_are_done_in_several_calls(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    pread, pwrite = os.pread, os.pwrite
    monkeypatch.setattr(os, "pread", lambda file, n, at: pread(file, min(n, 7), at))
    monkeypatch.setattr(os, "pwrite", lambda file, data, at: pwrite(file, data[:5], at))
    data = bytes(range(100))
    disk.write("blocks", 2, np.frombuffer(data, np.uint32).data)
    assert disk.read("blocks", 2, 100) == data


def test_a_renamed_file_is_the_new_one(disk: Disk) -> None:
    disk.write("mark", 0, b"old")
    disk.write("mark.new", 0, b"new!")
    disk.replace("mark.new", "mark")
    disk.sync_dir()
    assert disk.read("mark", 0, 9) == b"new!"
    assert disk.size("mark.new") is None
    disk.write("mark", 0, b"N")
    assert (disk.directory / "mark").read_bytes() == b"New!"


def test_a_disk_may_be_closed_twice_and_then_holds_no_file_open(tmp_path: Path) -> None:
    before = len(list(OPEN.iterdir())) if OPEN.exists() else 0
    disk = Disk(tmp_path / "d", FILES)
    disk.lock("lock")
    assert (tmp_path / "d" / "lock").read_text() == f"{os.getpid()}\n"
    disk.close()
    disk.close()
    if before:
        assert len(list(OPEN.iterdir())) == before


def test_a_lock_without_a_name_is_held_by_somebody_unknown(tmp_path: Path) -> None:
    first, second = Disk(tmp_path / "d", FILES), Disk(tmp_path / "d", FILES)
    first.lock("lock")
    first.truncate("lock", 0)
    with pytest.raises(InUse, match="in use by process unknown"):
        second.lock("lock")
    first.close()
    second.lock("lock")
    second.close()


def test_the_lock_names_only_its_current_holder(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "lock").write_text("12345678901234567890\n")
    first, second = Disk(tmp_path / "d", FILES), Disk(tmp_path / "d", FILES)
    first.lock("lock")
    with pytest.raises(InUse, match=rf"in use by process {os.getpid()}$"):
        second.lock("lock")
    first.close()
    second.close()


def test_new_directories_are_synced_in_the_one_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(str((OPEN / str(file)).readlink())))
    if not OPEN.exists():
        pytest.skip("needs to see what is open")
    disk = Disk(tmp_path / "d", FILES)
    assert synced == [str(tmp_path)]
    disk.write("mark", 0, b"m")
    disk.sync("mark")
    disk.sync_dir()
    assert synced[1:] == [str(tmp_path / "d" / "mark"), str(tmp_path / "d")]
    disk.close()
    write_whole(tmp_path / "f", [b"a"])
    assert Path(synced[3]).parent == tmp_path
    assert synced[4:] == [str(tmp_path)]


def test_where_a_plain_sync_stops_at_the_drive_the_whole_one_is_used(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr("fcntl.F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr("fcntl.fcntl", lambda _, what: asked.append(what))
    monkeypatch.setattr(os, "fsync", None)
    disk.sync("mark")
    assert asked == [51]


def test_stores_need_a_posix_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "d"
    monkeypatch.setattr("grundy.storage.disk.os.name", "java")
    with pytest.raises(StoreFault, match="need the file locks of a POSIX system"):
        Disk(home, FILES)


def test_if_the_mounts_are_unknown_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.storage.disk.MOUNTS", Path("/nowhere/mounts"))
    assert network_file_system(Path("/data")) is None


def test_the_innermost_mount_counts() -> None:
    mounts = (
        "a / nfs rw\nb /data ext4 rw\nbroken\nc /data/deep cifs rw\nd /data/deep ext4 rw\ne /dat nfs rw\nf /three cifs"
    )
    for place, kind in [
        ("/else", "nfs"),
        ("/data", None),
        ("/data/x", None),
        ("/data/deep/x", None),
        ("/dat", "nfs"),
        ("/three", "cifs"),
    ]:
        assert network_file_system(Path(place), mounts) == kind


def test_a_file_is_there_whole_or_as_it_was_before(tmp_path: Path) -> None:
    target = tmp_path / "f"
    write_whole(target, [b"a", b"", b"bc"])
    assert target.read_bytes() == b"abc"

    def broken() -> Iterator[bytes]:
        yield b"x" * 100_000
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(target, broken())
    assert target.read_bytes() == b"abc"
    assert list(tmp_path.iterdir()) == [target]
    write_whole(target, [b"new"])
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, [b"a"])


def test_everything_is_written_before_it_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: sizes.append(os.fstat(file).st_size))
    write_whole(tmp_path / "f", [b"abc"])
    assert sizes[0] == 3


def test_a_file_keeps_its_permissions_and_a_new_one_has_those_of_every_new_file(tmp_path: Path) -> None:
    target, plain = tmp_path / "f", tmp_path / "plain"
    target.write_bytes(b"secret")
    target.chmod(0o600)
    write_whole(target, [b"new"])
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    plain.touch()
    write_whole(tmp_path / "g", [b"new"])
    assert (tmp_path / "g").stat().st_mode == plain.stat().st_mode


def test_no_other_file_is_written_to_also_through_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    other, target = tmp_path / "other", tmp_path / "f"
    other.write_bytes(b"kept")
    (tmp_path / "f.part").symlink_to(other)
    write_whole(target, [b"new"])
    assert (target.read_bytes(), other.read_bytes(), (tmp_path / "f.part").is_symlink()) == (b"new", b"kept", True)
    guessed = tmp_path / f".grundy-{bytes(8).hex()}.part"
    for make in (lambda: guessed.symlink_to(other), lambda: guessed.write_bytes(b"kept")):
        make()
        with pytest.raises(FileExistsError):
            write_whole(target, [b"newer"])
        assert guessed.read_bytes() == other.read_bytes() == b"kept"
        guessed.unlink()
    assert target.read_bytes() == b"new"


def test_a_link_stays_and_the_file_it_leads_to_is_replaced(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "folder" / "f"
    target.parent.mkdir()
    link.symlink_to(target)
    for data in (b"first", b"second"):
        write_whole(link, [data])
        assert (link.readlink(), target.read_bytes()) == (target, data)
    assert [*target.parent.iterdir()] == [target]
    around = tmp_path / "around"
    around.symlink_to(around)
    with pytest.raises(OSError, match="symbolic links"):
        write_whole(around, [b"a"])


def test_a_name_may_be_as_long_as_the_file_system_allows(tmp_path: Path) -> None:
    target = tmp_path / ("x" * 255)
    write_whole(target, [b"a"])
    assert target.read_bytes() == b"a"


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "f"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda _, how: how != os.W_OK)
    with pytest.raises(PermissionError):
        write_whole(target, [b"new"])
    assert target.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [target]


def test_a_pipe_is_written_to_as_it_is() -> None:
    inward, outward = os.pipe()
    write_whole(OPEN / str(outward), [b"a", b"b"])
    assert os.read(inward, 9) == b"ab"
    os.close(inward)
    os.close(outward)


@pytest.mark.parametrize("call", ["open", "fsync", "fchmod", "replace"])
def test_a_call_that_fails_leaves_the_old_file_and_nothing_else(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "f"
    target.write_bytes(b"old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(target, [b"new"])
    monkeypatch.undo()
    assert target.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [target]


def test_a_simulated_disk_keeps_synced_data_and_may_lose_the_rest() -> None:
    disk = SimulatedDisk(1)
    disk.write("a", 0, b"12345678")
    disk.sync("a")
    disk.sync_dir()
    disk.write("a", 4, b"abcd")
    found = {disk.after_crash().read("a", 0, 9) for _ in range(300)}
    assert {b"12345678", b"1234abcd", b"1234abc8", b"1234\0\0\0\0"} <= found
    assert all(left[:4] == b"1234" and len(left) == 8 for left in found)
    disk.sync("a")
    assert {disk.after_crash().read("a", 0, 9) for _ in range(50)} == {b"1234abcd"}


def test_a_simulated_name_may_be_lost_until_the_directory_is_synced() -> None:
    disk = SimulatedDisk(2)
    disk.write("new", 0, b"x")
    disk.sync("new")
    assert {disk.after_crash().size("new") for _ in range(50)} == {None, 1}
    disk.sync_dir()
    disk.replace("new", "name")
    assert {(left.size("new"), left.size("name")) for left in (disk.after_crash() for _ in range(50))} == {
        (1, None),
        (None, 1),
    }
    disk.sync_dir()
    assert {disk.after_crash().size("name") for _ in range(50)} == {1}


def test_an_empty_list_of_values_is_not_a_block() -> None:
    store = SequenceFile(SimulatedDisk(), "g")
    store.append(np.zeros(0, np.uint8))
    assert (store.count, store.acknowledge(), store.verify()) == (0, 0, 0)
    with pytest.raises(TypeError):
        store.append(np.zeros(1, np.int8))


def test_salvage_of_a_good_store_is_a_copy() -> None:
    disk, target = SimulatedDisk(), SimulatedDisk()
    store = SequenceFile(disk, "g")
    for value in (1, 300, 70_000):
        store.append(np.full(10, value, np.uint32))
    assert store.acknowledge() == 30
    store.close()
    assert salvage(disk, target) == (30, 30)
    target.close()
    assert SequenceFile(target, "g").values().tolist() == [1] * 10 + [300] * 10 + [70_000] * 10


def three_blocks() -> SimulatedDisk:
    disk = SimulatedDisk()
    store = SequenceFile(disk, "g")
    for value in (5, 6, 7):
        store.append(np.array([value], np.uint8))
    store.acknowledge()
    store.close()
    return disk


def test_a_block_of_the_largest_size_is_salvaged() -> None:
    disk = SimulatedDisk()
    store = SequenceFile(disk, "g")
    store.append(np.full(BLOCK, 3, np.uint8))
    assert store.acknowledge() == BLOCK
    store.close()
    assert salvage(disk, SimulatedDisk()) == (BLOCK, BLOCK)


def test_new_files_follow_the_umask_and_are_not_executable(disk: Disk) -> None:
    before = os.umask(0o027)
    try:
        disk.write("mark", 0, b"m")
    finally:
        os.umask(before)
    assert (disk.directory / "mark").stat().st_mode & 0o777 == 0o640


def test_a_link_in_the_place_of_a_file_is_not_followed(disk: Disk, tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"other")
    (disk.directory / "mark").symlink_to(tmp_path / "other")
    with pytest.raises(OSError, match="symbolic links"):
        disk.read("mark", 0, 5)
    assert disk.size("mark") != 5


def test_records_that_are_cut_or_became_zeros_are_salvaged_up_to_the_last_whole_one() -> None:
    for size, good in [(96, 3), (95, 2), (65, 2), (64, 2), (63, 1), (31, 0), (0, 0)]:
        for zeros in (0, 96 - size):
            disk = three_blocks()
            disk.truncate("blocks", size)
            disk.write("blocks", size, bytes(zeros))
            assert salvage(disk, SimulatedDisk()) == (good, 3)
            disk.close()


def test_the_last_block_is_checked_when_a_store_is_opened() -> None:
    disk = three_blocks()
    disk.write("values.u8", 2, b"x")
    with pytest.raises(Damaged, match=r"block 2 \(heaps 2 to 2, bytes 2 to 2\)"):
        SequenceFile(disk, "g")


def test_a_store_that_is_closed_takes_no_values() -> None:
    store = SequenceFile(three_blocks(), "g")
    store.close()
    with pytest.raises(StoreFault, match="the store is closed"):
        store.append(np.array([1], np.uint8))


def test_a_store_in_use_is_not_salvaged() -> None:
    disk = three_blocks()
    store = SequenceFile(disk)
    with pytest.raises(InUse):
        salvage(disk, SimulatedDisk())
    store.close()


@pytest.mark.parametrize(
    "change",
    [
        {"width": 12},
        {"width": 8.0},
        {"width": "8"},
        {"values": -1},
        {"values": True},
        {"chain": "zz"},
        {"chain": 5},
        {"game": 1},
        {},
    ],
    ids=str,
)
def test_a_mark_with_a_right_checksum_must_still_make_sense(change: dict[str, Any]) -> None:
    fields = json.loads(first_mark("g").line()) | change
    del fields["crc"]
    if not change:
        del fields["width"]

    def canonical() -> bytes:
        return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode() + b"\n"

    fields["crc"] = zlib.crc32(canonical())
    with pytest.raises(Damaged, match="contradicts itself"):
        read_mark(canonical())


def test_other_failures_of_the_system_are_not_taken_for_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    disk = Disk(tmp_path / "d", FILES)
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(OSError, match="Too many open files"):
        disk.read("mark", 0, 1)
    monkeypatch.undo()
    disk.close()
