"""Files that version 0.1.0 wrote are read with the same answers; those of newer versions are refused by their names."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from tests.unit.storage.small_database import ROWS, change, load

from grundy.storage import FILES, Mismatch, RealDisk, SequenceFile
from grundy.storage.records import read_mark
from grundy_check import check

KEPT = Path(__file__).parents[2] / "data" / "0.1.0"
GAME = "0.77, values of heaps, normal play"
CERTIFICATES = sorted(KEPT.glob("*.cert.gz"))


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda path: path.name)
def test_a_kept_certificate_is_accepted_with_its_claim_in_words(path: Path) -> None:
    found = check(str(path), seconds=60.0)
    assert (found.status, found.reason) == ("ACCEPTED", "")
    assert found.claim.startswith(("in normal play of ", "in misere play of "))


def test_kept_certificates_are_of_every_kind() -> None:
    heads = [json.loads(gzip.decompress(path.read_bytes()).split(b"\n")[0]) for path in CERTIFICATES]
    kinds = {"strategy", "labelling", "nimber", "period", "repeat", "misere"}
    assert {head["kind"] for head in heads} == kinds


def test_a_kept_sequence_is_read_and_written_with_the_same_bytes(tmp_path: Path) -> None:
    copytree(KEPT / "sequence", tmp_path / "kept")
    store = SequenceFile(RealDisk(tmp_path / "kept", FILES), GAME)
    assert store.values().tolist() == [0, 1, 2, 3, 300]
    store.close()
    again = SequenceFile(RealDisk(tmp_path / "again", FILES), GAME)
    for block in ([0, 1, 2], [3, 300]):
        again.append(np.array(block, np.uint32))
        again.acknowledge()
    again.close()
    for path in (KEPT / "sequence").iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_a_kept_database_has_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    path.write_bytes(gzip.decompress((KEPT / "values.db.gz").read_bytes()))
    assert load(path) == ROWS


def test_a_newer_sequence_is_refused_by_its_version() -> None:
    fields = json.loads((KEPT / "sequence" / "mark").read_bytes()) | {"format": "grundy sequence 2"}
    del fields["crc"]
    line = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    sealed = json.dumps(fields | {"crc": zlib.crc32(line)}, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    with pytest.raises(Mismatch, match=r"^mark: expected the format 'grundy sequence 1', found 'grundy sequence 2'$"):
        read_mark(sealed)


def test_a_newer_database_is_refused_by_its_version(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    path.write_bytes(gzip.decompress((KEPT / "values.db.gz").read_bytes()))
    change(path, "PRAGMA user_version = 2")
    with pytest.raises(Mismatch) as refused:
        load(path)
    assert str(refused.value) == f"{path}: expected version 1 of the format, found 2"
