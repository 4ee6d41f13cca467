"""Certificates that are small and ask for much: a verdict comes all the same, and within the time that was given."""

from __future__ import annotations

import gzip
import resource
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from tests.pace import spent
from tests.unit.check.sealed import Data, header, line, seal, verdict

from grundy.core import read_code
from grundy.sequences import code_values

SECONDS = 0.2


def repeat(code: str, mask: int, last: int) -> Data:
    """A repeat with the rare heaps of a code in the space of a mask up to the last one that is wanted."""
    values = list(map(int, code_values(read_code(code), last)))
    listed = [[n, v] for n, v in enumerate(values) if n and (v & mask).bit_count() % 2 == 0]
    space = {"mask": mask, "parity": 0, "shift": 0, "depth": last, "window": last + len(code)}
    claim = {"via": "rare", "n0": last + 1, "p": 1, "values_sha256": "0" * 64} | space
    return header("repeat", {"family": "take-break", "code": code}, claim), listed


def quotient(order: int, images: list[int]) -> Data:
    table = [[(x + y) % order for y in range(order)] for x in range(order)]
    claim = {"heaps": len(images), "order": order}
    entry: dict[str, Any] = {"mult": table, "p": [1], "phi": images}
    return header("misere", {"family": "nim"}, claim, "misere"), [entry]


def test_a_rare_heap_may_have_no_value_of_256_or_more(tmp_path: Path) -> None:
    data = repeat("0.6776776", 440, 467)
    assert max(value for _, value in data[1]) > 255
    found = verdict(tmp_path, seal(*data))
    assert (found.status, found.reason) == ("UNSUPPORTED", "a value of 256 or more")


@pytest.mark.parametrize(
    "data",
    [quotient(2, [1] * 1500), quotient(600, [*range(600)]), repeat("0.77777777", 0, 12_000)],
    ids=["options of heaps", "products of heaps", "rare heaps"],
)
def test_time_is_looked_at_where_much_is_to_be_done(data: Data, tmp_path: Path) -> None:
    sealed = seal(*data)
    start = process_time()
    found = verdict(tmp_path, sealed, seconds=SECONDS)
    assert found.status == "LIMIT"
    assert spent(start) < 1 + SECONDS


def packed(folder: Path, arcs: bytes) -> Path:
    text = line(header("labelling", {"family": "graph", "arcs": [7]}, {"start": "0", "value": 0}))
    body = text.replace(b"[7]", arcs) + line(["0", 0])
    file = folder / "packed"
    file.write_bytes(gzip.compress(body + line({"end": 1, "sha256": sha256(body).hexdigest()})))
    assert file.stat().st_size < 70_000
    return file


BEYOND = b"[" + b"[]," * (((1 << 26) - 400) // 3) + b"[]]"
WITHIN = b"[" + b"[0]," * ((1 << 20) - 4) + b"[0]]"


@pytest.mark.parametrize(
    ("arcs", "status"),
    [(BEYOND, "MALFORMED"), pytest.param(WITHIN, "REJECTED", marks=pytest.mark.nightly)],
    ids=["beyond", "within"],
)
def test_a_small_file_takes_little_memory_whatever_it_unpacks_to(arcs: bytes, status: str, tmp_path: Path) -> None:
    """Once 65 kB took 7.2 GB and 76 s of CPU; what is within the bounds takes 450 MB and 4.4 s."""
    words = [sys.executable, "-m", "grundy_check", "--max-memory", "600", str(packed(tmp_path, arcs))]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert f": {status}" in done.stdout
    assert used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime < 10
