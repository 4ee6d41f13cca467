"""A writer that is killed between the renaming of its mark and the sync of that name; then the power fails."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from tests.promises.storage.harness import GAME
from tests.unit.storage.simulated import SimulatedDisk

from grundy.storage import SequenceFile


class Killed(Exception):
    """The process is gone."""


def killed_before_the_name_is_synced(seed: int, value: int) -> SimulatedDisk:
    """Save 17 values; then one more, by a writer that is killed when the new mark has its name."""
    disk = SimulatedDisk(seed)
    store = SequenceFile(disk, GAME)
    store.append(np.ones(17, np.uint8))
    assert store.acknowledge() == 17
    calls: list[str] = []

    def kill(call: str, _: str) -> None:
        calls.append(call)
        if calls[-2:] == ["replace", "sync_dir"]:
            raise Killed

    disk.before = kill
    with suppress(Killed):
        store.append(np.array([value], np.uint32))
        store.acknowledge()
    assert calls[-2:] == ["replace", "sync_dir"]
    disk.before = lambda *_: None
    disk.close()
    return disk


@pytest.mark.parametrize("value", [1, 1000], ids=["one more", "one that needs a wider file"])
def test_what_the_next_writer_finds_saved_survives_a_power_failure(value: int) -> None:
    for seed in range(30):
        disk = killed_before_the_name_is_synced(seed, value)
        saved = SequenceFile(disk, GAME).acknowledge()
        assert SequenceFile(disk.after_crash(), GAME).saved >= saved >= 17
