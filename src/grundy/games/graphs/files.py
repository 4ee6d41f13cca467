"""Reads graphs from files: arcs or edges as CSV rows, as JSON, or in the DOT language of Graphviz.

CSV rows are `from,to`. JSON is `{"arcs": [[from, to], ...]}`, or an object that maps each vertex to the list of
the vertices to which its arcs lead. DOT is a `digraph` of plain arcs `a -> b -> c;`, or a `graph` of plain edges
`a -- b -- c;` if edges are undirected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path

from ...core import InputError, NotationError, Scanner, reason_of

VERTEX = r"[A-Za-z0-9_]+"
"""A vertex in a typed graph, or an element in a typed order."""
NAMED = r"[^\s,;@]+"
"""A vertex of a file: any name without blanks, commas, semicolons and @, so that a position can name it."""
MOST_BYTES = 1 << 30
"""The largest graph file that is read, in bytes."""
Arcs = Mapping[str, tuple[str, ...]]
Pair = tuple[str, str | None]
"""An arc, or a vertex without one."""


def arcs_of(pairs: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
    """Return for each vertex the vertices to which its arcs lead, each once.

    A pair (v, w) is an arc from v to w; a pair (v, None) only declares the vertex v.

    >>> arcs_of([("2", "1"), ("3", None)])
    {'2': ('1',), '1': (), '3': ()}
    """
    ends: dict[str, dict[str, None]] = {}
    for start, end in pairs:
        options = ends.setdefault(start, {})
        if end is not None:
            options[end] = None
            ends.setdefault(end, {})
    return {vertex: tuple(options) for vertex, options in ends.items()}


def read_arcs(shown: str, *, directed: bool = True, most_bytes: int = MOST_BYTES) -> Arcs:
    """Read the arcs or the edges of a graph from a file.

    Args:
        shown: The path of a .csv, .json, .dot or .gv file; errors contain it in this form.
        directed: Whether a .dot or .gv file must be a `digraph` of arcs; if False, it must be a `graph` of edges.
        most_bytes: The largest size of a file, in bytes.

    Returns:
        For each vertex the vertices that come after it in an arc or edge. An edge is listed at its first vertex only.

    Raises:
        NotationError: If the file cannot be read, is larger than `most_bytes` or invalid; the error names the file.
    """
    path = Path(shown)
    reader = {".csv": _read_csv, ".json": _read_json, ".dot": _read_dot, ".gv": _read_dot}.get(path.suffix.lower())
    if reader is None:
        raise NotationError(f"{shown}: expected a .csv, .json or .dot file")
    text = _text(path, most_bytes)
    try:
        arcs = reader(text) if directed or reader is not _read_dot else _read_dot(text, "graph", "--")
        if (odd := next((vertex for vertex in arcs if not re.fullmatch(NAMED, vertex)), None)) is not None:
            raise NotationError(
                f"expected names of vertices without blanks, commas, semicolons and @, found {odd[:40]!r}"
            )
    except InputError as error:
        raise NotationError(f"{shown}: {error.message}") from None
    return arcs


def _text(path: Path, most_bytes: int) -> str:
    if path.exists() and not path.is_file():
        raise NotationError(f"cannot read {path}: not a regular file")
    try:
        if path.stat().st_size > most_bytes:
            raise NotationError(f"{path}: expected at most {most_bytes} bytes")
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error, "no such file") if isinstance(error, OSError) else "not UTF-8 text"
        raise NotationError(f"cannot read {path}: {reason}") from None
    if text.startswith("\ufeff"):
        raise NotationError(f"{path}: expected plain UTF-8, found a byte order mark")
    return text


def _read_csv(text: str) -> dict[str, tuple[str, ...]]:
    """Read the arcs of a CSV text, for each vertex a tuple of the vertices to which they lead.

    A row is `from,to` or a single vertex; a first row "from,to" or "source,target" is a header.
    """
    import csv

    ends: dict[str, list[str]] = {}
    rows = csv.reader(text.split("\n"), strict=True, skipinitialspace=True)
    try:
        for row in rows:
            if len(row) == 2 and row[0] in ends and row[1]:
                ends[row[0]].append(row[1])
            elif row and (rows.line_num > 1 or list(map(str.lower, row)) not in (["from", "to"], ["source", "target"])):
                if len(row) > 2 or not all(row):
                    raise NotationError(f"line {rows.line_num}: expected from,to, found {','.join(row)[:40]!r}")
                ends.setdefault(row[0], []).extend(row[1:])
    except csv.Error as error:
        raise NotationError(f"line {rows.line_num}: not CSV: {error}") from None
    arcs = {vertex: tuple(dict.fromkeys(options)) for vertex, options in ends.items()}
    return arcs | {end: () for options in ends.values() for end in options if end not in arcs}


def _read_json(text: str) -> dict[str, tuple[str, ...]]:
    """Read the arcs of a JSON text, for each vertex a tuple of the vertices to which they lead.

    The text is {"arcs": [[from, to], ...]} (or "edges"), or {vertex: [vertices to which its arcs lead], ...}.
    """
    from ...core import read_json

    data = read_json(text)
    if isinstance(data, dict) and ("arcs" in data or "edges" in data):
        data = data.get("arcs", data.get("edges"))
    elif isinstance(data, dict):
        data = [[v, end] for v, ends in data.items() for end in (ends if isinstance(ends, list) and ends else [None])]
    if not isinstance(data, list):
        raise NotationError('expected {"arcs": [[from, to], ...]} or {vertex: [options]}')
    pairs: list[Pair] = []
    for pair in data:
        if not isinstance(pair, list) or len(pair) != 2:
            raise NotationError(f"expected an arc [from, to], found {str(pair)[:40]}")
        for end in pair:
            if type(end) not in (int, str) and not (end is None and end is pair[1]):
                raise NotationError(f"expected a vertex (a number or a text), found {str(end)[:40]}")
        pairs.append((str(pair[0]), None if pair[1] is None else str(pair[1])))
    return arcs_of(pairs)


_DOT_ID = r'[A-Za-z_0-9.]+|"(?:[^"\\]|\\.)*"'
_DOT_NOISE = re.compile(r"//[^\n]*|/\*.*?\*/|^#[^\n]*|\[[^\]]*\]", re.DOTALL | re.MULTILINE)


def _read_dot(text: str, kind: str = "digraph", joint: str = "->") -> dict[str, tuple[str, ...]]:
    """Read the arcs of a text in DOT, such as `digraph { a -> b -> c; }`; attributes are skipped, subgraphs rejected.

    `kind` is the word that begins the text, and `joint` the sign between two vertices. The result lists for each vertex
    the vertices to which its arcs lead.
    """
    scanner = Scanner(_DOT_NOISE.sub(" ", text).replace("\n", " ").replace("\r", " "))
    scanner.take("strict")
    scanner.expect(kind, f'a "{kind}"')
    scanner.match(_DOT_ID)
    scanner.expect("{")
    pairs: list[Pair] = []
    while not scanner.take("}"):
        if scanner.match(r"(?:node|edge|graph)\b|[A-Za-z_]+\s*=\s*(?:" + _DOT_ID + ")|;") is not None:
            continue
        chain = [_dot_name(scanner)]
        while scanner.match(joint) is not None:
            chain.append(_dot_name(scanner))
        pairs += pairwise(chain) if len(chain) > 1 else [(chain[0], None)]
    scanner.end("the end of the file after }")
    return arcs_of(pairs)


def _dot_name(scanner: Scanner) -> str:
    found = scanner.match(_DOT_ID)
    if found is None or found == "subgraph":
        raise scanner.error("a vertex")
    return found[1:-1].replace('\\"', '"') if found[0] == '"' else found
