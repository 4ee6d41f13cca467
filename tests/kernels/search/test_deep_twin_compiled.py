from __future__ import annotations

import pytest
from tests.kernels.search.packed_positions import packed_game

from grundy.core import Budget
from grundy.notation import read_game
from grundy.search import DeepSearch, ProofNumbersSolver, choose, make_solver

METHODS = ["definition", "proof-numbers"]


@pytest.mark.parametrize("text", ["cram: 3x5", "cram: 4x5", "node-kayles: grid(4x5)"])
def test_the_plain_proof_numbers_visit_what_the_compiled_ones_visit(text: str) -> None:
    ruleset, position, packed = packed_game(text)
    plain, deep = ProofNumbersSolver(ruleset, packed), DeepSearch(text, packed, least=0)
    assert plain.value([position]) == deep.value([position])
    met = [packed.known_of(deep.memory.key(number)) is None for number in range(deep.memory.count)]
    assert sum(met) <= len(plain.components.keys)  # the kernel stops at the first option that decides
    assert abs(deep.visited - plain.visited) <= 3  # a visit counts again when an array was too short


def test_every_method_can_be_requested_and_gives_the_same_value() -> None:
    for text, value in (("cram: 3x5", 1), ("kayles: 40", 1), ("hackenbush: 0-1 1-2 1-3", 1)):
        ((ruleset, position),) = read_game(text).parts
        for method in METHODS:
            solver = make_solver(choose(ruleset, position, method), ruleset, position, Budget())
            assert solver.value([position]) == value
