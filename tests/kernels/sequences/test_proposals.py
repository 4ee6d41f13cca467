"""Values proposed to a checker by kernels are those of the code, or there are none."""

from __future__ import annotations

import numpy as np
import pytest
from tests.cases import few

from grundy.core import read_code
from grundy.sequences import Proposer, best_mask, code_values, proposals, split_takes

CODES = ("0.104", "0.054", "0.106", "0.156", "4.04", "0.77")
STOP = 20_000


@pytest.mark.parametrize("code", few(CODES, "0.106", "4.04", "0.77"))
def test_proposed_values_are_those_of_the_code(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "WORTH", 0)
    values = np.array(code_values(read_code(code), STOP), np.uint16)
    digits, splits = [int(digit) for digit in code.replace(".", "")], split_takes(read_code(code))
    mask = best_mask(values, splits)
    items = [(taken + int(rare), int(values[rare])) for taken in splits for rare in mask.rares(values)]
    items += [(taken, 0) for taken, digit in enumerate(digits) if digit & 2]
    propose = Proposer({"mask": mask.bits, "parity": mask.flag, "shift": mask.tau % 2}, items)
    told = values.astype(np.uint8).tobytes()
    for heap, count in ((9_000, 10_000), (9_001, 1), (12_345, 4_321)):
        assert propose(told[heap - 4000 : heap], heap, count) in ({told[heap : heap + count]} if items else {b""})


def test_nothing_is_proposed_where_no_kernel_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    space, items = {"mask": 0b1101, "parity": 0, "shift": 0}, [(3, 0), (7, 2)]
    assert Proposer(space, items)(bytes(4000), proposals.WORTH - 1, 10) == b""
    monkeypatch.setattr(proposals, "WORTH", 0)
    assert len(Proposer(space, [(3, 0), (7, 3)])(bytes([1]) * 4000, 5000, 10)) == 10
    assert Proposer(space, [(3, 0), (7, 3)])(bytes([1]) * 60, 5000, 10) == b""
    assert Proposer(space, [(3, 0), (7, 3)])(bytes([255]) * 4000, 5000, 10) == b""
    assert Proposer(space | {"mask": 0}, items)(bytes(4000), 5000, 10) == b""
    assert Proposer(space, [])(bytes(4000), 5000, 10) == b""
    assert Proposer(space, [(distance, 0) for distance in range(3, 900)])(bytes([1]) * 4000, 5000, 10) == b""
    monkeypatch.setattr(proposals, "has_compiler", lambda: False)
    assert Proposer(space, [(3, 0), (7, 3)])(bytes([1]) * 4000, 5000, 10) == b""
