"""A layered layout of directed graphs: every vertex is above those to which its arcs lead, and few arcs cross.

Source: K. Sugiyama, S. Tagawa and M. Toda, "Methods for visual understanding of hierarchical system structures", 1981.
The x coordinates in a layer are as close as possible, in the sense of least squares, to those of the neighbours in
adjacent layers, with minimal distances between vertices. The algorithm "pool adjacent violators" solves this problem
exactly (M. Ayer and others, "An empirical distribution function for sampling with incomplete information", 1955).
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

SWEEPS = 12
"""Passes over the layers, down or up; in small pictures the coordinates get eight times as many."""

MAX_LANES = 4000
"""Long arcs get bends in the layers they cross if the total number of bends is at most this."""

Arc = tuple[int, int]


class Layout(NamedTuple):
    """The coordinates of a layered drawing of a directed graph.

    `x` contains the x coordinate in px of the centre of each vertex, and `row` its layer, 0 at the top. `bends`
    contains, for each arc that skips layers, the x coordinates where it crosses these layers, from the top. `width` is
    the width in px, and `rows` the number of layers.
    """

    x: tuple[float, ...]
    row: tuple[int, ...]
    bends: dict[Arc, tuple[float, ...]]
    width: float
    rows: int


class _Plan(NamedTuple):
    """The order of the vertices in each layer, with additional vertices, called bends, where arcs cross a layer.

    `layers` contains the vertices and bends of each layer in order. Bends have the numbers from `vertices` on. `above`
    and `below` list for each vertex and bend its neighbours in adjacent layers. `chains` lists the bends of each arc.
    """

    layers: list[list[int]]
    above: list[list[int]]
    below: list[list[int]]
    chains: dict[Arc, list[int]]
    vertices: int


def layout(
    widths: Sequence[float], arcs: Sequence[Arc], gap: float = 28, lane: float = 14, rows: Sequence[int] | None = None
) -> Layout:
    """Compute a layered drawing of a directed graph with few crossings.

    Args:
        widths: The widths of vertices 0..n-1 in px.
        arcs: The arcs.
        gap: The space between two vertices in px.
        lane: The space next to an arc in px, where the arc crosses a layer.
        rows: The layer of each vertex, such that every arc leads to a lower layer, which has a greater number; None to
            compute layers from longest paths.

    Returns:
        The coordinates.

    Example:
        >>> layout([40, 40, 40], [(0, 1), (0, 2), (1, 2)]).row
        (0, 1, 2)
    """
    forward, postorder = _forward(len(widths), arcs)
    row = _rows(len(widths), forward, postorder) if rows is None else list(rows)
    plan = _plan(row, forward, postorder)
    _order(plan)
    x = _coordinates(plan, widths, gap, lane)
    half = [w / 2 for w in widths] + [lane / 2] * (len(x) - len(widths))
    left = min((a - h for a, h in zip(x, half, strict=True)), default=0.0)
    x = [a - left for a in x]
    width = max((a + h for a, h in zip(x, half, strict=True)), default=0.0)
    bends = {arc: tuple(x[v] for v in chain) for arc, chain in plan.chains.items()}
    return Layout(tuple(x[: len(widths)]), tuple(row), bends, width, len(plan.layers))


def _forward(count: int, arcs: Sequence[Arc]) -> tuple[list[Arc], list[int]]:
    """Remove arcs that close a cycle; return the other arcs, each once, and an order of the vertices.

    In this order, the head of every remaining arc comes before its tail.
    """
    out: list[list[int]] = [[] for _ in range(count)]
    for tail, head in dict.fromkeys(arcs):
        out[tail].append(head)
    kept: list[Arc] = []
    postorder: list[int] = []
    state = [0] * count  # 0 new, 1 on the path, 2 done
    for start in range(count):
        if state[start]:
            continue
        state[start] = 1
        path = [(start, reversed(out[start]))]
        while path:
            tail, heads = path[-1]
            head = next(heads, -1)
            if head < 0:
                state[tail] = 2
                postorder.append(tail)
                path.pop()
            elif state[head] != 1:
                kept.append((tail, head))
                if not state[head]:
                    state[head] = 1
                    path.append((head, reversed(out[head])))
    return kept, postorder


def _rows(count: int, arcs: Sequence[Arc], postorder: Sequence[int]) -> list[int]:
    """Return the layer of each vertex, 0 at the top.

    The height of a vertex above the lowest layer is the length of the longest path from it. The `arcs` have no cycle.
    In `postorder`, each vertex comes after all heads of its arcs.
    """
    out: list[list[int]] = [[] for _ in range(count)]
    for tail, head in arcs:
        out[tail].append(head)
    height = [0] * count
    for vertex in postorder:
        height[vertex] = 1 + max((height[head] for head in out[vertex]), default=-1)
    top = max(height, default=-1)
    return [top - h for h in height]


def _plan(row: Sequence[int], arcs: Sequence[Arc], postorder: Sequence[int]) -> _Plan:
    """Return the plan of a drawing, with the vertices of each layer in an initial order and all bends after them.

    An arc has a bend in each layer that it crosses. No arc has bends if there would be too many in all. `row` has the
    layer of each vertex. The initial order is the reverse of `postorder`.
    """
    layers: list[list[int]] = [[] for _ in range(max(row, default=-1) + 1)]
    for vertex in reversed(postorder):
        layers[row[vertex]].append(vertex)
    lanes = sum(row[head] - row[tail] - 1 for tail, head in arcs) <= MAX_LANES
    above: list[list[int]] = [[] for _ in row]
    below: list[list[int]] = [[] for _ in row]
    chains: dict[Arc, list[int]] = {}
    for tail, head in arcs:
        before, chain = tail, []
        for layer in range(row[tail] + 1, row[head] if lanes else 0):
            chain.append(len(above))
            layers[layer].append(len(above))
            below[before].append(len(above))
            above.append([before])
            below.append([])
            before = chain[-1]
        below[before].append(head)
        above[head].append(before)
        if chain:
            chains[tail, head] = chain
    return _Plan(layers, above, below, chains, len(row))


def _order(plan: _Plan) -> None:
    """Change the order of the vertices in each layer of a plan, so that fewer arcs cross.

    Repeatedly, sort each layer by the mean place of the neighbours of each vertex; keep the order with the fewest
    crossings.
    """
    place: list[float] = [0.0] * len(plan.above)
    for layer in plan.layers:
        _number(layer, place)
    best, fewest = [list(layer) for layer in plan.layers], _crossings(plan, place)
    for sweep in range(SWEEPS):
        near = plan.below if sweep % 2 else plan.above
        for layer in reversed(plan.layers) if sweep % 2 else plan.layers:
            mean = {v: sum(place[u] for u in near[v]) / len(near[v]) if near[v] else place[v] for v in layer}
            layer.sort(key=lambda v: (mean[v], place[v]))
            _number(layer, place)
        count = _crossings(plan, place)
        if count < fewest:
            best, fewest = [list(layer) for layer in plan.layers], count
    plan.layers[:] = best


def _number(layer: Sequence[int], place: list[float]) -> None:
    for i, vertex in enumerate(layer):
        place[vertex] = i - (len(layer) - 1) / 2


def _crossings(plan: _Plan, place: Sequence[float]) -> int:
    found = 0
    for layer in plan.layers:
        ends: list[float] = []
        for vertex in layer:
            heads = sorted(place[head] for head in plan.below[vertex])
            found += sum(len(ends) - bisect_right(ends, head) for head in heads)
            for head in heads:
                insort(ends, head)
    return found


def _coordinates(plan: _Plan, widths: Sequence[float], gap: float, lane: float) -> list[float]:
    """Return the x coordinates in px of all vertices and bends, close to those of their neighbours.

    The order in each layer is that of the plan. `gap` is the least space between two vertices, `lane` that at a bend.
    `widths` are the widths of the vertices in px.
    """
    count, size = plan.vertices, len(plan.above)
    width = [*widths, *([0.0] * (size - count))]
    spaces: list[list[float]] = []
    for layer in plan.layers:
        space = [0.0]
        for a, b in pairwise(layer):
            space.append(space[-1] + (width[a] + width[b]) / 2 + (gap if a < count and b < count else lane))
        spaces.append(space)
    x = [0.0] * size
    pairs = list(zip(plan.layers, spaces, strict=True))
    for layer, space in pairs:
        for vertex, at in zip(layer, space, strict=True):
            x[vertex] = at - space[-1] / 2
    both = [up + down for up, down in zip(plan.above, plan.below, strict=True)]
    for sweep in range(max(SWEEPS, min(8 * SWEEPS, 120_000 // max(1, size)))):
        near = both if sweep >= SWEEPS // 2 else plan.below if sweep % 2 else plan.above
        for layer, space in reversed(pairs) if sweep % 2 else pairs:
            _settle(layer, space, near, x, count)
    return x


def _settle(layer: Sequence[int], space: Sequence[float], near: list[list[int]], x: list[float], count: int) -> None:
    """Change `x` so that each vertex of a layer is as close as possible to the mean of its neighbours.

    The order and the least distances in the layer are kept. `space` contains the x of each vertex relative to the
    first, if all distances are the least possible. Vertices with numbers from `count` on are bends of arcs. `near`
    lists the neighbours of each vertex.
    """
    blocks: list[tuple[float, float, int]] = []  # mean, weight, members
    for vertex, offset in zip(layer, space, strict=True):
        pulls = [(_STRAIGHT[(vertex >= count) + (other >= count)], x[other]) for other in near[vertex]]
        weight = sum(pull for pull, _ in pulls) or 0.1
        wish = sum(pull * place for pull, place in pulls) / weight if pulls else x[vertex]
        block = (wish - offset, weight, 1)
        while blocks and blocks[-1][0] >= block[0]:
            mean, heavy, members = blocks.pop()
            total = heavy + block[1]
            block = ((mean * heavy + block[0] * block[1]) / total, total, members + block[2])
        blocks.append(block)
    at = 0
    for mean, _, members in blocks:
        for i in range(at, at + members):
            x[layer[i]] = mean + space[i]
        at += members


_STRAIGHT = (2.0, 1.0, 4.0)
"""Weights for making a piece of an arc vertical: between two vertices, a vertex and a bend, two bends."""
