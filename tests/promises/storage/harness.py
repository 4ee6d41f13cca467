"""Harnesses for stores: power failures, rot, full disks. Each is run on the store and on stores with a planted bug."""

from __future__ import annotations

import errno
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.unit.storage.simulated import SimulatedDisk

from grundy.storage import Damaged, Mismatch, NoSpace, SequenceFile

GAME = "a game"
Kind = type[SequenceFile]
Values = NDArray[np.unsignedinteger[Any]]


def reference(seed: int, length: int = 120) -> Values:
    """Values that outgrow 8 bits somewhere, and sometimes 16."""
    random = Random(seed)
    wide, wider = random.randrange(length), random.randrange(2 * length)
    most = [255 if n < wide else 60_000 if n < wider else 2_000_000 for n in range(length)]
    return np.array([random.randrange(m) for m in most], np.uint32)


class Saved:
    def __init__(self) -> None:
        self.values = 0


def write(store: SequenceFile, right: Values, random: Random, saved: Saved) -> None:
    """Append what is missing in blocks of chance, acknowledging now and then."""
    while store.count < len(right):
        store.append(right[store.count : store.count + random.randrange(1, 30)])
        if random.random() < 0.6:
            saved.values = store.acknowledge()
    saved.values = store.acknowledge()


def judge(disk: SimulatedDisk, right: Values, saved: int, kind: Kind) -> str:
    try:
        found = kind(disk, GAME).values()
    except (Damaged, Mismatch):
        return "refused"
    if len(found) < saved:
        return "lost"
    return "good" if found.tolist() == right[: len(found)].tolist() else "wrong"


def power(kind: Kind, seeds: range, states: int = 3) -> Counter[str]:
    """Fail the power before every changing call of a run, `states` times each; then go on and fail again."""
    verdicts: Counter[str] = Counter()
    for seed in seeds:
        random, right, saved = Random(seed), reference(seed), Saved()
        disk = SimulatedDisk(seed)

        def fail(*_: str, disk: SimulatedDisk = disk, right: Values = right, saved: Saved = saved) -> None:
            for _state in range(states):
                left = disk.after_crash()
                verdicts[judge(left, right, saved.values, kind)] += 1

        disk.before = fail
        write(kind(disk, GAME), right, random, saved)
        verdicts[_twice(kind, disk.after_crash(), right, random)] += 1
    return verdicts


def _twice(kind: Kind, disk: SimulatedDisk, right: Values, random: Random) -> str:
    longer = np.concatenate([right, reference(random.randrange(10**6))])
    saved, states = Saved(), []
    try:
        disk.close()
        store = kind(disk, GAME)
    except (Damaged, Mismatch):
        return "refused"
    saved.values = store.saved
    disk.before = lambda *_: states.append((disk.after_crash(), saved.values))
    write(store, longer, random, saved)
    left, promised = states[random.randrange(len(states))]
    return judge(left, longer, promised, kind)


def full(kind: Kind, seeds: range) -> Counter[str]:
    """Let every changing call fail once for lack of space; then space is there again."""
    verdicts: Counter[str] = Counter()
    for seed in seeds:
        n, ended = 0, False
        while not ended:
            ended, verdict = _one_failure(kind, seed, n)
            verdicts[verdict] += 1
            n += 1
    return verdicts


def _one_failure(kind: Kind, seed: int, n: int) -> tuple[bool, str]:
    """Fail the n-th changing call; return whether it was never reached, and the verdict."""
    right, saved, disk, calls = reference(seed), Saved(), SimulatedDisk(seed), [n]

    def refuse(call: str, *_: str) -> None:
        calls[0] -= 1
        if calls[0] == -1:
            raise OSError(errno.ENOSPC if call == "write" else errno.EIO, "no space")

    disk.before = refuse
    try:
        with suppress(NoSpace):
            write(kind(disk, GAME), right, Random(seed), saved)
    except Damaged:
        return calls[0] >= 0, "refused"
    disk.before = lambda *_: None
    disk.close()
    verdict = judge(disk.after_crash(), right, saved.values, kind)
    return calls[0] >= 0, judge(disk, right, saved.values, kind) if verdict == "good" else verdict


def rot(kind: Kind, seeds: range, times: int = 1) -> Counter[str]:
    """Damage a file of a good store, `times` times; never may a wrong value come out, nor saved ones be missing."""
    verdicts: Counter[str] = Counter()
    for seed in seeds:
        random, right = Random(seed), reference(seed)
        disk = SimulatedDisk(seed)
        write(kind(disk, GAME), right, random, Saved())
        disk.close()
        disk.sync_dir()
        for file in disk._names.values():
            file.sync()
        names = [name for name in disk._names if disk.size(name) and name != "lock"]
        for _ in range(times):
            copy = disk.after_crash()
            damage(copy, random.choice(names), random)
            verdicts[judge(copy, right, len(right), kind)] += 1
    return verdicts


def damage(disk: SimulatedDisk, name: str, random: Random) -> None:
    """Flip a bit, cut, overwrite, append or replace the content of a file."""
    content = disk._names[name].content
    at = random.randrange(len(content))
    way = random.randrange(5)
    if way == 0:
        content[at] ^= 1 << random.randrange(8)
    elif way == 1:
        del content[at:]
    elif way == 2:
        content[at : at + 16] = random.randbytes(len(content[at : at + 16]))
    elif way == 3:
        content[at:] = bytes(len(content) - at)
    else:
        content += random.randbytes(1 + random.randrange(40))
