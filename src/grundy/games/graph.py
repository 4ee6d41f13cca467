"""Finite directed graphs: a token moves along an arc; who cannot move loses.

    graph: 2>1 3>2 4>1 4>2 @ 4          arcs, then the token's vertex; several tokens make a sum
    graph(games.dot): v7                arcs from a file: .dot, .json or .csv

A file lists arcs: CSV rows `from,to`; JSON `{"arcs": [[from, to], ...]}` or an object that maps each
vertex to the list of its options; DOT a `digraph` of plain arcs `a -> b -> c;`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path

from ..core import OVER, InputError, Move, Network, NotationError, PositionError, Ruleset, Scanner, Scene, Sum

VERTEX = r"[A-Za-z0-9_]+"
"""A vertex in a typed graph."""
NAMED = r"[^\s,;@]+"
"""A vertex of a file: any name without blanks, so that a token can stand on it."""
MOST_BYTES = 1 << 30
"""The largest file of a graph that is read."""
Arcs = Mapping[str, tuple[str, ...]]


class GraphGame(Ruleset[str]):
    """Move a token along an arc of a fixed graph; a position is the name of a vertex."""

    name = "graph"

    def __init__(self, arcs: Arcs | None = None, file: str | None = None) -> None:
        """Play on `arcs` (vertex -> options), read from `file` when it has a name; None: not bound to a graph yet."""
        self.arcs: Arcs = arcs if arcs is not None else {}
        self.file = file
        if file is not None:
            self.name = f"graph({file})"

    def options(self, position: str) -> Iterable[str]:
        """Return the ends of the arcs that leave the vertex."""
        return self.arcs.get(position, ())

    def moves(self, position: str) -> Iterable[Move[str]]:
        """Return moves called "to v"."""
        return (Move(f"to {v}", Sum(v)) for v in self.options(position))

    def check(self, position: str) -> None:
        """Refuse a vertex that the graph does not have."""
        if position not in self.arcs:
            raise PositionError(f"expected a vertex of the graph, found {position!r}")

    def bind(self, text: str) -> tuple[GraphGame, Sum[str]]:
        """Read arcs and tokens; a graph from a file reads tokens only."""
        if self.file is not None:
            return self, self._tokens(Scanner(text))
        scanner = Scanner(text)
        bound = GraphGame(_read_arcs(scanner))
        return bound, bound._tokens(scanner)

    def _tokens(self, scanner: Scanner) -> Sum[str]:
        """Read the vertices on which tokens stand."""
        if scanner.text[scanner.at :].strip() == self._gone():
            return Sum()
        tokens = []
        while not scanner.done():
            start = scanner.at
            token = scanner.match(VERTEX if self.file is None else NAMED)
            if token is None:
                raise scanner.error("the vertex of a token")
            if token not in self.arcs:
                scanner.at = start
                raise scanner.error("a vertex of the graph", kind=PositionError)
            tokens.append(token)
        if not tokens:
            raise scanner.error("the vertex of a token")
        return Sum.of(tokens)

    def read(self, text: str) -> Sum[str]:
        """Read tokens, and the arcs in front of them when they are this graph's."""
        return self.bind(text)[1]

    def show(self, parts: Sum[str]) -> str:
        """Write the arcs and the tokens; a graph from a file writes tokens only."""
        tokens = " ".join(parts) or self._gone()
        if self.file is not None:
            return tokens
        return f"{' '.join(self._arc_texts())} @ {tokens}"

    def write(self, parts: Sum[str]) -> str:
        """Write the arcs also where no token is left."""
        return self.show(parts)

    def _gone(self) -> str:
        """Return what stands for no tokens; in a graph with a vertex "over" it is another sign."""
        return "@" if OVER in self.arcs else OVER

    def _arc_texts(self) -> Iterable[str]:
        """Yield arcs, and vertices that no arc names."""
        named = {end for ends in self.arcs.values() for end in ends}
        for vertex, ends in self.arcs.items():
            if ends:
                yield from (f"{vertex}>{end}" for end in ends)
            elif vertex not in named:
                yield vertex

    def brief(self, position: str) -> str:
        """Return the name of the vertex."""
        return position

    def scene(self, position: str) -> Scene:
        """Show the graph with its token."""
        arcs = tuple((vertex, end) for vertex, ends in self.arcs.items() for end in ends)
        return Network(tuple(self.arcs), arcs, (position,))

    def identity(self) -> object:
        """Return the file and the arcs themselves."""
        return self.file, {vertex: frozenset(ends) for vertex, ends in self.arcs.items()}


def _read_arcs(scanner: Scanner) -> dict[str, tuple[str, ...]]:
    """Read `2>1 3>2 5` up to the "@"."""
    pairs: list[tuple[str, str | None]] = []
    while not scanner.take("@"):
        start = scanner.match(VERTEX)
        if start is None:
            raise scanner.error('an arc such as 2>1, or "@" and the vertex of the token')
        end = None
        if scanner.match(">") is not None and (end := scanner.match(VERTEX)) is None:
            raise scanner.error("the vertex at the end of the arc")
        pairs.append((start, end))
        scanner.match(",")
    return arcs_of(pairs)


def arcs_of(pairs: Iterable[tuple[str, str | None]]) -> dict[str, tuple[str, ...]]:
    """Return vertex -> distinct options, in order; an end of None only names its vertex.

    >>> arcs_of([("2", "1"), ("3", None)])
    {'2': ('1',), '1': (), '3': ()}
    """
    ends: dict[str, dict[str, None]] = {}
    for start, end in pairs:
        options = ends.get(start)
        if options is None:
            options = ends[start] = {}
        if end is not None:
            options[end] = None
            if end not in ends:
                ends[end] = {}
    return {vertex: tuple(options) for vertex, options in ends.items()}


def graph(file: str | None = None) -> GraphGame:
    """Return the graph of a file, or the game that reads its graph from the position."""
    return GraphGame() if file is None else read_graph_file(Path(file), file)


def read_graph_file(path: Path, shown: str) -> GraphGame:
    """Read a graph from a .csv, .json or .dot file; raise `NotationError` that names the file and the line."""
    reader = {".csv": _read_csv, ".json": _read_json, ".dot": _read_dot, ".gv": _read_dot}.get(path.suffix.lower())
    if reader is None:
        raise NotationError(f"{shown}: expected a .csv, .json or .dot file")
    if path.exists() and not path.is_file():
        raise NotationError(f"{shown}: cannot be read: it is no regular file")
    try:
        if path.stat().st_size > MOST_BYTES:
            raise NotationError(f"{shown}: expected at most {MOST_BYTES} bytes")
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise NotationError(f"{shown}: cannot be read: {reason}") from None
    try:
        if text.startswith("\ufeff"):
            raise NotationError("expected plain UTF-8, found a byte order mark")
        arcs = reader(text)
        _refuse_names(arcs)
        return GraphGame(arcs, shown)
    except InputError as error:
        raise NotationError(f"{shown}: {error.message}") from None


def _refuse_names(arcs: Arcs) -> None:
    """Refuse vertices that no token could name."""
    fits = re.compile(NAMED).fullmatch
    for vertex in arcs:
        if not fits(vertex):
            raise NotationError(
                f"expected names of vertices without blanks, commas, semicolons and @, found {vertex[:40]!r}"
            )


def _read_csv(text: str) -> dict[str, tuple[str, ...]]:
    """Read rows `from,to`; a first row from,to or source,target is a heading, a row of one field an isolated vertex."""
    import csv

    ends: dict[str, list[str]] = {}
    rows = csv.reader(text.split("\n"), strict=True, skipinitialspace=True)
    try:
        for row in rows:
            if len(row) == 2 and row[0] in ends and row[1]:
                ends[row[0]].append(row[1])
            elif rows.line_num > 1 or [field.lower() for field in row] not in (["from", "to"], ["source", "target"]):
                _begin_vertex(ends, row, rows.line_num)
    except csv.Error as error:
        raise NotationError(f"line {rows.line_num}: is no CSV: {error}") from None
    arcs = {vertex: tuple(dict.fromkeys(options)) for vertex, options in ends.items()}
    for options in ends.values():
        for end in options:
            if end not in arcs:
                arcs[end] = ()
    return arcs


def _begin_vertex(ends: dict[str, list[str]], row: list[str], line: int) -> None:
    """Read a row whose vertex is new: one arc, or a vertex alone; an empty row is nothing."""
    if not row:
        return
    if len(row) > 2 or not all(row):
        raise NotationError(f"line {line}: expected from,to, found {','.join(row)[:40]!r}")
    ends.setdefault(row[0], []).extend(row[1:])


def _read_json(text: str) -> dict[str, tuple[str, ...]]:
    """Read {"arcs": [[from, to], ...]} ("edges" is understood too) or {vertex: [options]}."""
    from ..core import read_json

    data = read_json(text)
    if isinstance(data, dict) and ("arcs" in data or "edges" in data):
        data = data.get("arcs", data.get("edges"))
    elif isinstance(data, dict):
        data = [[v, end] for v, ends in data.items() for end in (ends if isinstance(ends, list) and ends else [None])]
    if not isinstance(data, list):
        raise NotationError('expected {"arcs": [[from, to], ...]} or {vertex: [options]}')
    return arcs_of(_json_pair(pair) for pair in data)


def _json_pair(pair: object) -> tuple[str, str | None]:
    """Return one arc of a JSON file."""
    if not isinstance(pair, list) or len(pair) != 2:
        raise NotationError(f"expected an arc [from, to], found {str(pair)[:40]}")
    for end in pair:
        if type(end) not in (int, str) and not (end is None and end is pair[1]):
            raise NotationError(f"expected a vertex (a number or a text), found {str(end)[:40]}")
    return str(pair[0]), None if pair[1] is None else str(pair[1])


_DOT_ID = r'[A-Za-z_0-9.]+|"(?:[^"\\]|\\.)*"'
_DOT_NOISE = re.compile(r"//[^\n]*|/\*.*?\*/|^#[^\n]*|\[[^\]]*\]", re.DOTALL | re.MULTILINE)


def _read_dot(text: str) -> dict[str, tuple[str, ...]]:
    """Read a `digraph` of statements `a -> b -> c;`; attributes are skipped, subgraphs refused."""
    scanner = Scanner(_DOT_NOISE.sub(" ", text).replace("\n", " ").replace("\r", " "))
    scanner.take("strict")
    scanner.expect("digraph", 'a "digraph"')
    scanner.match(_DOT_ID)
    scanner.expect("{")
    pairs: list[tuple[str, str | None]] = []
    while not scanner.take("}"):
        if scanner.match(r"(?:node|edge|graph)\b|[A-Za-z_]+\s*=\s*(?:" + _DOT_ID + ")|;") is not None:
            continue
        pairs += _dot_chain(scanner)
    scanner.end("the end of the file after }")
    return arcs_of(pairs)


def _dot_chain(scanner: Scanner) -> list[tuple[str, str | None]]:
    """Read one statement a -> b -> c, or a lone vertex."""
    chain = [_dot_name(scanner)]
    while scanner.match("->") is not None:
        chain.append(_dot_name(scanner))
    if len(chain) == 1:
        return [(chain[0], None)]
    return list(pairwise(chain))


def _dot_name(scanner: Scanner) -> str:
    """Read one vertex."""
    found = scanner.match(_DOT_ID)
    if found is None or found == "subgraph":
        raise scanner.error("a vertex")
    return found[1:-1].replace('\\"', '"') if found[0] == '"' else found
