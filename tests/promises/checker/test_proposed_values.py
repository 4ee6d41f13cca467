"""Values that somebody proposes to the checker: right ones pass, and a wrong one is never taken for right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.promises.checker.forged_rares import depths, fits, octal, spaces_of
from tests.promises.checker.forged_repeats import number_of, values_of
from tests.promises.checker.forged_segments import SORTS, in_segments, provable
from tests.unit.check.plain_claims import bounds_of
from tests.unit.check.sealed import Data, seal, verdict

from grundy.core import read_code
from grundy.sequences import best_mask, code_values, split_takes
from grundy_check import opened, rare
from grundy_check.reading import Proposer, Reader, Stop
from grundy_check.segments import judged

LONGER = {"0.104": 1200, "0.054": 1200, "0.454": 300, "0.106": 3000, "0.156": 1200, "0.045": 300, "4.04": 300}
"""Codes with few rare heaps, and parts that show all values of rare type of the first heaps."""
STOP, BLOCK = 8192, 512


class Course(NamedTuple):
    """A sparse space as the checker reads it, with the true values of the first heaps."""

    code: str
    claim: dict[str, Any]
    rares: list[list[int]]
    values: bytes

    def sparse(self, stop: int, proposer: Proposer | None = None) -> rare.Sparse:
        reader = Reader("", 0, 120.0)
        reader.proposer = proposer
        found = rare.Sparse(reader, rare.octal({"family": "take-break", "code": self.code}), self.claim, self.rares)
        found.proceed(stop, stop)
        return found


@cache
def longer(code: str) -> Course:
    """The space that fits the values of a code best."""
    values = np.array(code_values(read_code(code), STOP), np.uint16)
    digits = [int(digit) for digit in code.replace(".", "")]
    mask = best_mask(values, split_takes(read_code(code)))
    rares = [[heap, int(values[heap])] for heap in mask.rares(values).tolist()]
    claim = {"depth": LONGER[code], "mask": mask.bits, "parity": mask.flag, "shift": mask.tau % 2, "n0": STOP, "p": 2}
    return Course(code, claim | {"window": LONGER[code] + len(digits)}, rares, values.astype(np.uint8).tobytes())


def small(rng: Random) -> Course | None:
    """A small code in one of its spaces, with a depth that may show too little."""
    game = octal(number := number_of(rng))
    values = [value for (value,) in values_of(game)]
    spaces = [space for space in spaces_of(number) if fits(game, space)]
    if not spaces:
        return None
    space = rng.choice(spaces)
    enough = depths(game, space, values)[-1]
    depth = max(space.last, enough) if enough < 60 and rng.random() < 0.5 else space.last + rng.choice([0, 1, 2, 5, 30])
    claim = {"depth": depth, "mask": space.mask, "parity": space.parity, "shift": space.shift, "n0": 60, "p": 2}
    rares = [[*found] for found in space.rares]
    return Course(game["code"], claim | {"window": depth + bounds_of(game)[1]}, rares, bytes(values[:60]))


def telling(values: bytes, changed: dict[int, int]) -> Proposer:
    """Somebody who proposes these values, some of them changed."""
    told = bytearray(values)
    for heap, value in changed.items():
        told[heap] = value
    return lambda _space, _items: lambda _before, heap, count: bytes(told[heap : heap + count])


def refusals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the checker finds wrong from now on."""
    found, fault = list[str](), rare.Sparse.fault

    def noted(sparse: rare.Sparse, begin: int) -> str:
        if reason := fault(sparse, begin):
            found.append(reason)
        return reason

    monkeypatch.setattr(rare.Sparse, "fault", noted)
    return found


@pytest.mark.parametrize("code", LONGER)
def test_right_values_are_accepted_and_one_wrong_value_is_found_at_any_place(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rare, "BLOCK", BLOCK)
    found, extended = longer(code), list[int]()
    extend, wrong = rare.Sparse.extend, refusals(monkeypatch)

    def noted(sparse: rare.Sparse, stop: int) -> None:
        extended.append(stop)
        extend(sparse, stop)

    monkeypatch.setattr(rare.Sparse, "extend", noted)
    assert found.sparse(STOP, telling(found.values, {})).values == found.values[:STOP]
    assert max(extended) <= LONGER[code] + BLOCK
    assert wrong == []
    other = {STOP - BLOCK - 5: found.values[STOP - BLOCK - 5] ^ 1, STOP - 1: 255}
    assert found.sparse(STOP, telling(found.values, other)).values == found.values[:STOP]
    assert len(wrong) == len(other)
    sparse = found.sparse(STOP)
    for begin, end in ((STOP - BLOCK, STOP), (STOP - 77, STOP), (STOP - 1, STOP)):
        for heap in {begin, begin + 1, end - 2, end - 1, (begin + end) // 2} & {*range(begin, end)}:
            for value in {found.values[heap] ^ x for x in (1, 2, 3, 5, 16, 64)} | {found.values[heap - 1], 0, 255}:
                if value != found.values[heap]:
                    sparse.values[heap] = value
                    assert sparse.fault(begin), (begin, heap, value)
                    sparse.values[heap] = found.values[heap]
        assert sparse.fault(begin) == ""


def is_right(found: Course, values: bytes, heap: int) -> bool:
    """Whether the theorem shows the value of a heap to be right, by its definition."""
    claim, takes = found.claim, [*enumerate(int(digit) for digit in found.code.replace(".", ""))]

    def common(value: int) -> bool:
        return bool(((value & claim["mask"]).bit_count() + claim["parity"] * (heap + claim["shift"])) % 2)

    rests = [heap - taken for taken, digit in takes if digit & 4]
    known = {values[heap - taken] for taken, digit in takes if digit & 2}
    known |= {values[rest - part] ^ value for rest in rests for part, value in found.rares}
    small = {values[rest - a] ^ values[a] for rest in rests for a in range(1, min(claim["depth"], rest - 1) + 1)}
    value = values[heap]
    least = all(less in known or (less in small and not common(less)) for less in range(value))
    return bool(least and common(value) and value not in known)


@pytest.mark.nightly
def test_what_is_shown_of_a_small_code_is_what_the_theorem_says(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, told = Random(106), Counter[tuple[int, bool]]()
    while told.total() < 4000:
        found = small(rng)
        monkeypatch.setattr(rare, "FEW", rng.choice([1, 2, 5, 20, 2048]))
        if found is None:
            continue
        try:
            sparse = found.sparse(0)
        except Stop:
            continue
        first, end = len(sparse.values), rng.randrange(40, 60)
        for _ in range(20):
            begin, sparse.values = rng.randrange(first, end), bytearray(found.values[:end])
            for _ in range(rng.randrange(3)):
                sparse.values[rng.randrange(begin, end)] = rng.randrange(max(found.values) + 3)
            sparse.extend(end)
            right = all(is_right(found, bytes(sparse.values), heap) for heap in range(begin, end))
            assert (sparse.fault(begin) == "") is right, (found, begin, sparse.values)
            told[found.claim["parity"], right] += 1
    assert min(told[parity, right] for parity in (0, 1) for right in (False, True)) > 50


@pytest.mark.parametrize("few", [1, 2048])
def test_heap_0_does_not_count_as_a_small_part_of_a_split(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Heap 15 of 0.524 has value 2, which heap 14 has too: only with heap 0 beside it would that be an option."""
    monkeypatch.setattr(rare, "FEW", few)
    values = code_values(read_code("0.524"), 20)
    claim = {"depth": 20, "mask": 1, "parity": 1, "shift": 1, "n0": 18, "p": 2, "window": 23}
    found = Course("0.524", claim, [[heap, int(values[heap])] for heap in (3, 7)], b"")
    assert found.sparse(15).values == bytes(values[:15])
    with pytest.raises(Stop, match="heap 15: no option with a part <= 20 is shown to have the value 2"):
        found.sparse(16)


@pytest.mark.nightly
def test_wrong_proposals_change_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare, "BLOCK", 8)
    rng, wrong, verdicts = Random(20261126), refusals(monkeypatch), set[str]()

    def lies(values: Sequence[int]) -> list[Proposer]:
        true = bytes(min(value, 255) for value in values)
        places = [rng.randrange(len(true)) for _ in range(9)]
        return [
            telling(true, {}),
            telling(true, {place: true[place] ^ rng.choice([1, 2, 3, 7]) for place in places}),
            telling(bytes(len(true)), {}),
            lambda _space, _items: lambda _before, _heap, count: rng.randbytes(count + rng.randrange(-1, 2)),
        ]

    for make in (true_one, *SORTS.values()):
        for _ in range(15):
            data = make(rng)
            values = [value for (value,) in values_of(data[0]["game"])]
            plain = verdict(tmp_path, seal(*data))
            verdicts.add(plain.status)
            for proposer in lies(values):
                assert verdict(tmp_path, seal(*data), proposer=proposer)[:2] == plain[:2], data
    assert verdicts == {"ACCEPTED", "REJECTED"}
    assert len(wrong) > 100


def true_one(rng: Random) -> Data:
    while True:
        game, space, depth, (n0, p), values = provable(rng)
        found = in_segments(rng, game, space, depth, (n0, p), values)
        if found and values[n0 - 1] != values[n0 - 1 + p]:
            return found


def test_a_segment_checked_alone_takes_proposals_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare, "BLOCK", 8)
    rng, asked = Random(5), list[int]()

    def proposer(_space: object, _items: object) -> Callable[[bytes, int, int], bytes]:
        def propose(_before: bytes, heap: int, count: int) -> bytes:
            asked.append(heap)
            return values[heap : heap + count]

        return propose

    for _ in range(10):
        data = true_one(rng)
        values = bytes(value for (value,) in values_of(data[0]["game"]))
        (file := tmp_path / "some.cert").write_bytes(seal(*data))
        for segment in opened(str(file), 99):
            assert judged(segment, 60.0, proposer) == ("ACCEPTED", "")
    assert len(asked) > 20
