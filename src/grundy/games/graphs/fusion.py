"""Green Hackenbush: values by the colon and the fusion principle, and the cuts that leave a given value.

A walk from the ground finds the bridges (R. E. Tarjan, "A note on finding the bridges of a graph", 1974). A component
without bridges is fused to a point, called a block. The value of a block is the nim-sum of 1 for each of its edges and
g + 1 for each bridge that carries a block of value g (E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways",
1982, chapter 7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Edge = tuple[str, str]


def standing(edges: Sequence[Edge], ground: str) -> list[tuple[Edge, ...]]:
    """Return the components of a Hackenbush picture that are connected to the ground.

    Two edges are in one component if they are connected without passing through the ground. Components have the order
    of their first edges.

    Args:
        edges: The edges; those that are not connected to the ground are left out.
        ground: The name of the ground vertex.

    Returns:
        The edges of each component.

    Example:
        >>> standing((("0", "1"), ("2", "0"), ("1", "3"), ("5", "6")), "0")
        [(('0', '1'), ('1', '3')), (('2', '0'),)]
    """
    part: dict[str, str] = {}

    def top(v: str) -> str:
        while part.setdefault(v, v) != v:
            part[v] = part[part[v]]
            v = part[v]
        return v

    grounded = set()
    for v, w in edges:
        if ground not in (v, w):
            part[top(v)] = top(w)
    for v, w in edges:
        if ground in (v, w):
            grounded.add(top(w if v == ground else v))
    found: dict[object, list[Edge]] = {}
    for number, (v, w) in enumerate(edges):
        key = top(w if v == ground else v)
        if v == w == ground:
            found[number] = [(v, w)]
        elif key in grounded:
            found.setdefault(key, []).append((v, w))
    return [tuple(group) for group in found.values()]


class Bush:
    """The Grundy values of a picture of Green Hackenbush and of its parts, by the colon and the fusion principle.

    `value` is the value of the whole picture, and `cuts_to` finds the edges whose removal leaves a given value. Every
    edge must be connected to the ground.

    A block is a maximal connected part without bridges, and its top is its vertex nearest to the ground. The attribute
    `worth` maps each vertex to the value of the part of the picture that is above it, which means farther from the
    ground. By the fusion principle all vertices of a block act as one. So the parts above any of them are counted at
    its top.
    """

    def __init__(self, edges: Sequence[Edge], ground: str, worth: Mapping[str, int] | None = None) -> None:
        """Walk over the edges and compute the values.

        Args:
            edges: The edges, as pairs of vertices.
            ground: The ground vertex.
            worth: For some vertices the value of a further picture that is attached there and is not among the edges.
        """
        self.edges, self.ground = edges, ground
        self.up: dict[str, tuple[int, str]] = {}
        """Vertex -> the edge by which the walk reached it and the previous vertex, in the order of the walk."""
        self._walk()
        self.worth = dict.fromkeys([ground, *self.up], 0) | dict(worth or {})
        self.bridges: set[int] = set()
        self.hanging: dict[str, int] = {}
        """Vertex -> the value of the blocks that bridges carry there."""
        self._add()

    @property
    def value(self) -> int:
        """The Grundy value of the picture."""
        return self.worth[self.ground]

    def _walk(self) -> None:
        """Compute a depth-first search tree of the picture from the ground.

        `up` maps every vertex but the ground to its tree edge and its parent. All edges outside the tree join a vertex
        with an ancestor.
        """
        at: dict[str, list[tuple[int, str]]] = {self.ground: []}
        for i, (v, w) in enumerate(self.edges):
            at.setdefault(v, []).append((i, w))
            at.setdefault(w, []).append((i, v))
        path = [(self.ground, iter(at[self.ground]))]
        while path:
            v, steps = path[-1]
            found = next(((i, w) for i, w in steps if w != self.ground and w not in self.up), None)
            if found is None:
                path.pop()
            else:
                i, w = found
                self.up[w] = (i, v)
                path.append((w, iter(at[w])))

    def _add(self) -> None:
        """Compute the values above each vertex (`worth`), farthest vertices first, and the bridges.

        The bridges are the edges of the search tree that no other edge bypasses.
        """
        place = {v: n for n, v in enumerate([self.ground, *self.up])}
        around = dict.fromkeys(place, 0)
        used = {i for i, _ in self.up.values()}
        for i, (v, w) in enumerate(self.edges):
            if i not in used:
                low, high = sorted((v, w), key=place.__getitem__)
                around[high] += 1
                around[low] -= 1
                self.worth[high] ^= 1
        for v, (i, below) in reversed(self.up.items()):
            if around[v] == 0:
                self.bridges.add(i)
                self.worth[below] ^= self.worth[v] + 1
                self.hanging[below] = self.hanging.get(below, 0) ^ self.worth[v] + 1
            else:
                around[below] += around[v]
                self.worth[below] ^= self.worth[v] ^ 1

    def cuts_to(self, value: int) -> list[int]:
        """Return the numbers of the edges whose removal leaves a picture of Grundy value `value`, ascending.

        The search goes from the ground upwards: the value that a block must have determines the value that the picture
        on each of its bridges must have.
        """
        if value == self.value:
            return []
        top = {self.ground: self.ground}
        for v, (i, below) in self.up.items():
            top[v] = v if i in self.bridges else top[below]
        blocks: dict[str, list[int]] = {v: [] for v in top.values()}
        carried: dict[str, list[str]] = {v: [] for v in top.values()}
        for i, (v, w) in enumerate(self.edges):
            if i not in self.bridges:
                blocks[top[v]].append(i)
            else:
                below, above = (v, w) if self.up.get(w) == (i, v) else (w, v)
                carried[top[below]].append(above)
        wanted, found = {self.ground: value}, []
        for block, inside in blocks.items():
            if block in wanted:
                rest = self.worth[block] ^ wanted[block]
                found += self._inside(inside, block, wanted[block])
                for above in carried[block]:
                    needed = rest ^ self.worth[above] + 1
                    if needed == 0:
                        found.append(self.up[above][0])
                    else:
                        wanted[above] = needed - 1
        return sorted(found)

    def _inside(self, block: Sequence[int], top: str, value: int) -> list[int]:
        """Return the numbers of the edges of a block whose removal leaves the given value at `top`.

        Args:
            block: The numbers of the edges of the block.
            top: The vertex of the block that is nearest to the ground.
            value: The Grundy value wanted for everything above `top`.
        """
        ends = {v for i in block for v in self.edges[i]}
        hanging = {v: worth for v, worth in self.hanging.items() if v in ends}
        found = []
        for cut in block:
            left = [self.edges[i] for i in block if i != cut]
            if Bush(left, top, hanging).value == value:
                found.append(cut)
        return found
