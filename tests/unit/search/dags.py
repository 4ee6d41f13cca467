"""Games of chance as tables of options, for comparison with the definition."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from grundy.core import Ruleset, Sum

Dag = dict[int, list[tuple[int, ...]]]


def games(most: int, pieces: int) -> st.SearchStrategy[Dag]:
    """Up to `most` positions; each move leaves up to `pieces` smaller ones."""

    def moves(v: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
        left = st.lists(st.integers(0, v - 1), max_size=pieces).map(tuple)
        return st.lists(left, max_size=5) if v else st.just([])

    return st.integers(1, most).flatmap(lambda n: st.fixed_dictionaries({v: moves(v) for v in range(n)}))


dags = games(12, 3)


class Table(Ruleset[int]):
    """A rule written down as a table."""

    name = "table"

    def __init__(self, dag: Dag) -> None:
        self.dag = dag

    def options(self, position: int) -> Iterable[int | Sum[int]]:
        for pieces in self.dag[position]:
            yield pieces[0] if len(pieces) == 1 else Sum.of(pieces)

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Folded(Table):
    """The same rule, positions with equal options folded together."""

    def canonical(self, position: int) -> int:
        return next(p for p in sorted(self.dag) if self.dag[p] == self.dag[position])
