"""The bytes of a sequence file, written out by hand."""

from __future__ import annotations

import json
import struct
import zlib
from hashlib import blake2b, sha256
from pathlib import Path

import numpy as np
import pytest

from grundy.storage import FILES, Damaged, Disk, Mismatch, SequenceFile
from grundy.storage.records import read_mark

GAME = "0.77, values of heaps, normal play"
IDENTITY = sha256(GAME.encode()).digest()
MARK = (
    b'{"blocks":2,"chain":"%s","crc":%d,"format":"grundy sequence 1","game":"0.77, values of heaps, normal play",'
    b'"identity":"%s","values":5,"width":8}\n'
)


def chained(before: bytes, data: bytes) -> bytes:
    return blake2b(before + data, digest_size=16).digest()


def make(home: Path, *blocks: list[int]) -> None:
    store = SequenceFile(Disk(home, FILES), GAME)
    for block in blocks:
        store.append(np.array(block, np.uint32))
        store.acknowledge()
    store.close()


def test_the_files_of_a_store_are_these_bytes(tmp_path: Path) -> None:
    make(tmp_path / "s", [0, 1, 2], [3, 1])
    first = chained(IDENTITY, b"\0\1\2")
    second = chained(first, b"\3\1")
    assert (tmp_path / "s" / "values.u8").read_bytes() == b"\0\1\2\3\1"
    assert (tmp_path / "s" / "blocks").read_bytes() == (
        struct.pack("<QII16s", 0, 3, zlib.crc32(b"\0\1\2"), first)
        + struct.pack("<QII16s", 3, 2, zlib.crc32(b"\3\1"), second)
    )
    line = (tmp_path / "s" / "mark").read_bytes()
    crc = json.loads(line)["crc"]
    assert line == MARK % (second.hex().encode(), crc, IDENTITY.hex().encode())
    assert crc == zlib.crc32(line.replace(b'"crc":%d,' % crc, b""))
    assert {file.name for file in (tmp_path / "s").iterdir()} == {"values.u8", "blocks", "mark", "lock"}


def test_wider_values_move_into_a_wider_file_with_new_records_after_the_old(tmp_path: Path) -> None:
    make(tmp_path / "s", [0, 255], [256], [70_000])
    assert (tmp_path / "s" / "values.u8").read_bytes() == b""
    assert (tmp_path / "s" / "values.u16").read_bytes() == b""
    assert (tmp_path / "s" / "values.u32").read_bytes() == struct.pack("<4I", 0, 255, 256, 70_000)
    records = list(struct.iter_unpack("<QII16s", (tmp_path / "s" / "blocks").read_bytes()))
    assert [record[:2] for record in records] == [(0, 2), (0, 2), (2, 1), (0, 2), (2, 1), (3, 1)]
    assert json.loads((tmp_path / "s" / "mark").read_bytes())["width"] == 32
    store = SequenceFile(Disk(tmp_path / "s", FILES), GAME)
    assert store.values().tolist() == [0, 255, 256, 70_000]
    assert store.verify() == 3
    store.close()


def test_blocks_hold_at_most_two_to_the_twenty_values(tmp_path: Path) -> None:
    values = np.arange(3 << 20, dtype=np.uint32).astype(np.uint8)
    store = SequenceFile(Disk(tmp_path / "s", FILES), GAME)
    store.append(values[: (5 << 19) + 7])
    assert store.acknowledge() == (5 << 19) + 7
    assert store.verify() == 3
    assert np.array_equal(store.values(), values[: (5 << 19) + 7])
    store.close()


def test_a_mark_is_read_only_in_its_own_bytes(tmp_path: Path) -> None:
    make(tmp_path / "s", [0, 1, 2])
    line = (tmp_path / "s" / "mark").read_bytes()
    assert read_mark(line).values == 3
    for i in range(len(line)):
        for bit in range(8):
            with pytest.raises(Damaged):
                read_mark(line[:i] + bytes([line[i] ^ 1 << bit]) + line[i + 1 :])
    for other in [b"", line[:-1], line + b"\n", b" " + line, b"[" * 10_000, b"null\n", b"\xff", line * 2000]:
        with pytest.raises(Damaged):
            read_mark(other)


def test_a_mark_of_another_version_is_reported_with_both_versions(tmp_path: Path) -> None:
    make(tmp_path / "s", [0, 1, 2])
    fields = json.loads((tmp_path / "s" / "mark").read_bytes())
    fields["format"] = "grundy sequence 2"
    del fields["crc"]

    def canonical() -> bytes:
        return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode() + b"\n"

    fields["crc"] = zlib.crc32(canonical())
    with pytest.raises(Mismatch, match="expected the format 'grundy sequence 1', found 'grundy sequence 2'"):
        read_mark(canonical())
    del fields["crc"]
    fields |= {"format": "grundy sequence 1", "values": 4.0}
    fields["crc"] = zlib.crc32(canonical())
    with pytest.raises(Damaged, match="contradicts itself"):
        read_mark(canonical())
