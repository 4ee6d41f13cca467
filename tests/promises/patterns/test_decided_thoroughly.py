from __future__ import annotations

from itertools import product

import pytest

from grundy.core.evaluation import compile_node
from grundy.patterns import Comparison, ProvedFacts, read_claim
from grundy.patterns.decided import decided_by_facts

NAMES = ("a", "b", "c")


def moore(k: int, misere: bool, board: tuple[int, ...], lost: dict[tuple[int, ...], bool]) -> bool:
    """Whether a board of Moore's nim is P, by definition."""
    after = [
        option
        for option in product(*(range(heap + 1) for heap in board))
        if 1 <= sum(x < y for x, y in zip(option, board, strict=True)) <= k
    ]
    if board not in lost:
        lost[board] = not any(moore(k, misere, option, lost) for option in after) and bool(after or not misere)
    return lost[board]


MOORE = [
    "P iff a == b and b == c",
    "P iff a == b == c != 1 and a > 0 or (max(a, b, c) <= 1 and (a + b + c) % 3 == 1)",
    "N iff a + b + c > 0",
    "P iff a == b == c and a != 1",
    "P iff (a | b | c) == (a & b & c)",
    "P iff a ^ b ^ c == 0",
    "P iff max(a, b, c) == 0",
]


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("misere", [False, True])
def test_claims_about_columns_are_proved_exactly_when_they_are_true_of_small_boards(k: int, misere: bool) -> None:
    lost: dict[tuple[int, ...], bool] = {}
    for text in MOORE:
        claim = read_claim(text)
        assert isinstance(claim, Comparison)
        claimed = compile_node(claim.node, NAMES)
        boards = product(range(5), repeat=3)
        true = all(bool(claimed(board)) == ((moore(k, misere, board, lost)) == (claim.kind == "P")) for board in boards)
        found = decided_by_facts(claim, ProvedFacts(misere=misere, columns=k + 1), 0)
        assert found is not None, text
        assert (found.counterexample is None) == true, text
