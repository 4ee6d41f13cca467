"""A kernel that was placed into memory must first give a known answer, which the reference implementation gives."""

from __future__ import annotations

from itertools import product

import pytest

from grundy.core import Budget, mex
from grundy.kernels import known_answers, sealed
from grundy.kernels.boards import calls as boards
from grundy.kernels.compiled import kept_code
from grundy.kernels.heaps import calls as heaps
from grundy.kernels.known_answers import COLUMNS, HEAPS, KNOWN, ROWS, SQUARES
from grundy.kernels.native_kernels import NativeKernel
from grundy.kernels.object_files import can_place
from grundy.search.ranked import rank
from grundy.sequences import plain_code_values, plain_subtraction_values

DOORS = {
    each.name: each for calls in (boards, heaps) for each in vars(calls).values() if isinstance(each, NativeKernel)
}
KAYLES = plain_code_values((0, 7, 7), HEAPS - 1, Budget())
BY_SQUARES = plain_subtraction_values(SQUARES, HEAPS - 1, Budget())
DIAGRAMS = sorted(
    (rows for rows in product(range(COLUMNS, -1, -1), repeat=ROWS) if list(rows) == sorted(rows, reverse=True)),
    key=rank,
)


def diagram_values() -> list[int]:
    """The values of Chomp by its rule; nobody takes the first square."""
    found = {DIAGRAMS[0]: 0}
    for rows in DIAGRAMS[1:]:
        cuts = [(i, c) for i in range(ROWS) for c in range(rows[i]) if (i, c) != (0, 0)]
        found[rows] = mex(found[*(min(a, c) if j >= i else a for j, a in enumerate(rows)),] for i, c in cuts)
    return [*found.values()]


def wanted() -> dict[str, tuple[object, list[list[int]]]]:
    """What each kernel returns and writes, by reference implementations and by rules."""
    layers = sorted(range(HEAPS), key=lambda n: (BY_SQUARES[n], n))
    rare = sum(value % 2 == 0 for value in KAYLES[1:])
    return {
        "heaps.candidates.code_kernel": (None, [KAYLES]),
        "heaps.bitsets.layers_kernel": ((max(BY_SQUARES), layers[-1], HEAPS), [layers, sorted(BY_SQUARES)]),
        "heaps.bitsets.stamp_kernel": (None, [BY_SQUARES]),
        "heaps.stamps.stamp_heaps": (HEAPS, [BY_SQUARES]),
        "heaps.sparse.sparse_kernel": (rare, [KAYLES]),
        "boards.ranked_table.fill": (len(DIAGRAMS), [diagram_values()]),
    }


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_answer_is_what_the_reference_implementation_writes(name: str) -> None:
    ask, answer = KNOWN[name]
    question = ask()
    returned, written = wanted()[name]
    for place, numbers in zip(question.written, written, strict=True):
        question.given[place][:] = numbers
    assert question.answer(returned) == answer


@pytest.mark.parametrize("name", KNOWN)
def test_a_kernel_gives_its_known_answer(name: str) -> None:
    ask, answer = KNOWN[name]
    question = ask()
    assert question.answer(DOORS[name](*question.given)) == answer


@pytest.mark.skipif(not can_place(), reason="code is placed on Linux, x86-64, alone")
@pytest.mark.parametrize("name", ["heaps.bitsets.stamp_kernel", "boards.ranked_table.fill"])
def test_a_kernel_with_another_answer_is_not_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code = kept_code(name, bytes)
    ask, answer = KNOWN[name]
    monkeypatch.setitem(known_answers.KNOWN, name, (ask, answer ^ 1))
    monkeypatch.setattr(sealed, "_warned", [])
    kernel = type(DOORS[name])(name, DOORS[name].arguments, DOORS[name].result)
    compiled: list[str] = []

    def compile_again(kernel: NativeKernel) -> bytes:
        compiled.append(kernel.name)
        return code

    monkeypatch.setattr(NativeKernel, "_compiled", compile_again)
    with pytest.warns(UserWarning, match=rf"^compiled code is damaged \({name}\): it is compiled again; help: "):
        assert callable(kernel._called)
    assert compiled == [name]
