"""Scripts as users of other libraries write them, and public objects on their way to other processes and tables."""

from __future__ import annotations

import doctest
import pickle
from inspect import getdoc, isclass, isfunction
from pathlib import Path

import pytest
from tests.promises.library import chess_player

import grundy
from grundy.core import MissingExtra


def test_somebody_who_knows_python_chess_walks_boards() -> None:
    assert chess_player.main() == {
        "moves": 15,
        "perft": 10,
        "lost": True,
        "engine wins": {0},
        "line": ["part 1: take 1", "part 0: take 1"],
        "sum": "N",
        "picture": True,
    }


def test_somebody_who_knows_networkx_asks_about_graphs() -> None:
    pytest.importorskip("networkx")
    from tests.promises.library import graph_theorist

    found = graph_theorist.main()
    dawson = grundy.game("0.137").values(9).tolist()
    assert found["paths"] == {n: dawson[n] for n in range(1, 10)}
    assert found["lost"] == [0, 3, 6]
    assert (found["draws"], found["longest"]) == (["home", "lake", "park", "shop"], 5)


def test_the_page_for_them_is_true() -> None:
    pytest.importorskip("networkx")
    page = Path(grundy.__file__).parents[2] / "docs" / "do" / "python.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.failed, result.attempted > 20) == (0, True)


def test_a_graph_with_other_names_and_an_invalid_graph_are_refused() -> None:
    with pytest.raises(grundy.InputError, match="expected a graph of networkx, found str"):
        grundy.from_networkx("a-b", "node-kayles")
    nx = pytest.importorskip("networkx")
    with pytest.raises(grundy.InputError, match=r"letters, digits and _, found \(0, 0\) \(networkx.convert"):
        grundy.from_networkx(nx.grid_2d_graph(2, 2), "node-kayles")


def test_a_graph_of_networkx_is_the_game_that_is_written_and_what_is_not_played_on_it_is_refused() -> None:
    nx = pytest.importorskip("networkx")
    tree, roads = nx.Graph([("0", "a"), ("a", "b"), ("c", "0")]), nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")])
    lone = nx.path_graph(3)
    lone.add_node(7)
    for graph, rule, at, text in (
        (lone, "node-kayles", None, "node-kayles: 0-1 1-2 7"),
        (lone, "arc-kayles", None, "arc-kayles: 0-1 1-2 7"),
        (lone, "geography", 1, "geography: 0-1 1-2 7 @ 1"),
        (lone, "geography(edges=true)", 1, "geography(edges=true): 0-1 1-2 7 @ 1"),
        (roads, "geography", "a", "geography: a>b b>c c>b @ a"),
        (roads, "graph", "a", "graph: a>b b>c c>b @ a"),
        (tree, "hackenbush", None, "hackenbush: 0-a a-b 0-c"),
    ):
        made, read = grundy.from_networkx(graph, rule, at), grundy.read_game(text)
        assert (made, str(made)) == (read, str(read)), text
        assert grundy.read_game(str(made)) == made, text
    for graph, rule, at, said in (
        (roads, "node-kayles", None, "node-kayles is not played on directed graphs without a token"),
        (lone, "nim", None, "nim is not played on undirected graphs without a token"),
        (lone, "graph", 1, "graph is not played on undirected graphs with a token"),
        (lone, "geography", None, "geography is not played on undirected graphs without a token"),
        (lone, "geography", 9, "expected a vertex of the graph for the token, found 9"),
        (
            nx.Graph([(0, 1), (2, 3)]),
            "hackenbush",
            None,
            "expected edges connected to the ground 0, found 2-3",
        ),
        (nx.Graph(), "node-kayles", None, "expected a graph with a vertex at least, found none"),
        (nx.Graph([(0, 0)]), "node-kayles", None, "expected an edge between two different vertices, found a loop at 0"),
    ):
        with pytest.raises(grundy.InputError, match=said):
            grundy.from_networkx(graph, rule, at)


def test_without_networkx_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "networkx", None)
    with pytest.raises(MissingExtra, match="pip install networkx"):
        grundy.graph("nim: 2").to_networkx()


def test_records_make_tables_of_pandas_and_polars() -> None:
    told = grundy.game("kayles").values(50), grundy.solve("nim: 3 5 7"), grundy.graph("nim: 2 2")
    assert all(pickle.loads(pickle.dumps(each.to_records())) == each.to_records() for each in told)
    for name in ("pandas", "polars"):
        library = pytest.importorskip(name)
        for each in told:
            assert len(library.DataFrame(each.to_records())) == len(each.to_records())


def public_objects() -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = [(name, getattr(grundy, name)) for name in dir(grundy)]
    hooks = grundy.Ruleset  # written by who adds a game, asked by nobody
    for kind in (each for _, each in [*found] if isclass(each) and not issubclass(each, (Exception, hooks))):
        for name, member in vars(kind).items():
            member = getattr(member, "__func__", member)  # noqa: PLW2901  # a class method is a function too
            if not name.startswith("_") and (isfunction(member) or isinstance(member, property)):
                found.append((f"{kind.__name__}.{name}", member))
    return found


def test_every_public_object_has_an_example_that_a_person_would_type() -> None:
    found = public_objects()
    assert len(found) >= 119
    assert not {name for name, each in found if ">>>" not in (getdoc(each) or "")}
    assert all(isclass(each) or callable(each) for name, each in found if "." not in name)
