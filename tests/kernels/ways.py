"""The ways of looking up bytes that this processor can go, and machines that remember their machine code."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grundy.kernels import machine
from grundy.kernels.lookup import Lookup, host_lookup

ALL: tuple[Lookup, ...] = ("vbmi", "bw", "avx2", "portable")
"""Every way, the fastest first: each is also possible where one before it is."""
WAYS = [
    pytest.param(way, marks=pytest.mark.skipif(at < ALL.index(host_lookup()), reason="this processor lacks it"))
    for at, way in enumerate(ALL)
]


def assembly_of(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the machine code of every machine made from now on is added."""
    texts: list[str] = []
    optimise = machine._optimise

    def watched(module: Any, target: Any) -> None:
        optimise(module, target)
        texts.append(target.emit_assembly(module))

    monkeypatch.setattr(machine, "_optimise", watched)
    return texts


def registers(text: str) -> set[str]:
    """Return which kinds of vector registers machine code uses, and "vex" for instructions that came with AVX."""
    found = set(re.findall(r"%([xyz]mm|k)\d", text))
    return found | {"vex"} if re.search(r"\tv[a-z0-9]+\t", text) else found
