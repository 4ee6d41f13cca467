"""Damaged kernels give right answers or typed errors, never wrong ones; the harness finds code that is not checked."""

from __future__ import annotations

from random import Random

import pytest
from tests.promises.packaging import damaged_kernels
from tests.promises.packaging.damaged_kernels import ask, intact, levels

from grundy.kernels import compiled
from grundy.kernels.object_files import can_place
from grundy.kernels.sealed import SIZE

pytestmark = pytest.mark.skipif(not can_place(), reason="code is placed on Linux, x86-64, alone")


def test_a_wrong_bit_in_a_kernel_changes_no_answer() -> None:
    before = intact("chomp", compiler_there=True)
    assert "boards.ranked_table.fill" in before.files[0]
    (path,) = levels().glob(f"*/*/{before.files[0]}")
    whole = path.read_bytes()
    try:
        rng = Random(1)
        for _ in range(8):  # most of them crash or give another answer in code that is not checked
            changed = bytearray(whole)
            changed[rng.randrange(64, len(whole) // 2)] ^= 1 << rng.randrange(8)
            path.write_bytes(changed)
            assert ask("chomp", levels(), compiler_there=True)[:2] == before[:2]
    finally:
        path.write_bytes(whole)


def test_a_module_of_kernels_with_one_file_gone_is_not_called_without_a_compiler() -> None:
    before = intact("chomp", compiler_there=False)
    (path,) = levels().glob("*/*/boards.ranked_table.fill.*.o")
    whole = path.read_bytes()
    try:
        path.unlink()
        assert ask("chomp", levels(), compiler_there=False)[:2] == before[:2]
    finally:
        path.write_bytes(whole)


@pytest.mark.nightly
def test_the_harness_finds_code_that_is_used_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "opened", lambda whole, *_: whole[:-SIZE])
    monkeypatch.setattr(damaged_kernels, "HARD", 10)
    for seed in range(60):
        try:
            damaged_kernels.case(seed)
        except AssertionError:
            return
    pytest.fail("no damage was noticed")
