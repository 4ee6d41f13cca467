from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import pytest

from grundy.core import Outcome, mex
from grundy.drawing import Diagram, DiagramNode

T = TypeVar("T", bound=Hashable)


def brute(start: T, options: Callable[[T], Iterable[T]], note: str = "") -> Diagram:
    """The whole graph below a position, valued by the definition."""
    place = {start: 0}
    order, arcs = [start], []
    for position in order:
        for option in options(position):
            if option not in place:
                place[option] = len(place)
                order.append(option)
            arcs.append((place[position], place[option]))
    values: dict[T, int] = {}

    def value(position: T) -> int:
        if position not in values:
            values[position] = mex(value(option) for option in options(position))
        return values[position]

    nodes = tuple(DiagramNode(str(p), value(p), Outcome.of_value(value(p))) for p in order)
    return Diagram(nodes, tuple(arcs), note)


def divisors(n: int) -> list[int]:
    return [n - k for k in range(1, n) if n % k == 0]


def nim(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*heaps[:i], k, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for k in range(heap)]


@pytest.fixture
def divisors_of_12() -> Diagram:
    return brute(12, divisors, "divisors: 12")


@pytest.fixture
def nim_2_2() -> Diagram:
    start: tuple[int, ...] = (2, 2)
    return brute(start, nim)
