from __future__ import annotations

from hypothesis import given
from tests.unit.search.dags import Dag, Folded, Table, dags
from tests.unit.search.naive import values_of

from grundy.search import grundy_value, grundy_values


@given(dags)
def test_values_agree_with_naive_recursion_on_random_games_that_split(dag: Dag) -> None:
    value = values_of(dag.__getitem__)
    assert grundy_values(Table(dag), dag) == {position: value(position) for position in dag}
    assert [grundy_value(Folded(dag), position) for position in dag] == [value(position) for position in dag]


@given(dags)
def test_the_keys_of_the_table_are_canonical(dag: Dag) -> None:
    rule = Folded(dag)
    assert all(rule.canonical(position) == position for position in grundy_values(rule, dag))
