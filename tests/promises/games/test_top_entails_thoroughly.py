from __future__ import annotations

from tests.unit.games.heaps.test_top_entails import TOP

from grundy.core import LOONY
from grundy.search import EntailedSolver


def test_the_only_loony_stacks_up_to_300_are_1_and_3() -> None:
    """Winning Ways, chapter 12."""
    solver = EntailedSolver(TOP)
    assert [n for n in range(301) if solver.value(n) is LOONY] == [1, 3]
    assert [solver.value(n) for n in (0, 2, 4, 5, 6, 7, 8, 9, 10)] == [0, 0, 1, 0, 2, 1, 3, 0, 1]
