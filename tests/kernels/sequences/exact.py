"""Exact values by the definition, compiled, and rules with few rare heaps learnt from short seeds."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from grundy.core import read_code
from grundy.kernels.heaps.calls import code_kernel
from grundy.sequences import FewRares, Kernels, few_rares

Values = NDArray[np.uint16]
SEED = 1 << 13


def module(name: str) -> Any:
    """Return a module of the room by its name, also where the room lends a function of the same name."""
    return importlib.import_module(f"grundy.sequences.{name}")


def digits_of(text: str) -> tuple[int, ...]:
    digits = read_code(text).plain
    assert digits is not None
    return digits


def compute(digits: tuple[int, ...], count: int, *, distinct: bool = False) -> Values:
    """Return the values of heaps 0 to `count` - 1 by trying every option of every heap."""
    values, stamps = np.zeros(count, np.uint32), np.zeros(4 << count.bit_length(), np.uint32)
    code_kernel(np.array(digits, np.uint32), values, stamps, 0, distinct)
    assert values.max() < 1 << 16
    return values.astype(np.uint16)


@cache
def exact(text: str, count: int) -> Values:
    values = compute(digits_of(text), count)
    values.flags.writeable = False
    return values


@cache
def learnt(text: str, seed: int = SEED) -> FewRares:
    with pytest.MonkeyPatch.context() as patch:
        small_chunks(patch)
        rule = few_rares(digits_of(text), exact(text, seed))
    assert rule is not None
    return rule


def kernels_of(text: str, seed: int = SEED) -> Kernels:
    rule = learnt(text, seed)
    return compiled_once(rule, rule.coding.encode(exact(text, seed)))


_COMPILED: dict[FewRares, Kernels] = {}


def compiled_once(rule: FewRares, codes: NDArray[np.uint8]) -> Kernels:
    if rule not in _COMPILED:
        _COMPILED[rule] = Kernels(rule, codes)
    return _COMPILED[rule]


def small_chunks(monkeypatch: pytest.MonkeyPatch, heaps: int = 1 << 12) -> None:
    """Let runs hand out small chunks, rules be learnt in a moment, and kernels be compiled once."""
    monkeypatch.setattr(module("few_course"), "CHUNK", heaps)
    monkeypatch.setattr(module("few_course"), "ALONE", heaps)
    monkeypatch.setattr(module("few_rares"), "TRIED", 100)
    monkeypatch.setattr(module("few_rares"), "TRAINING", 256)
    for user in ("few_course", "state_repeat"):
        monkeypatch.setattr(module(user), "Kernels", compiled_once)


def near_far(monkeypatch: pytest.MonkeyPatch, *seeds: int) -> None:
    """Let searches for far periods begin behind few exact values, and note where they are every 2^16 heaps."""
    small_chunks(monkeypatch)
    monkeypatch.setattr(module("periods"), "FAR", seeds[0])
    monkeypatch.setattr(module("periods"), "SEED", seeds[0])
    monkeypatch.setattr(module("state_repeat"), "SEEDS", seeds)
    monkeypatch.setattr(module("state_repeat"), "SPACING", 1 << 16)
