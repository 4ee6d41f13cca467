"""Maximum matchings in general graphs, and the vertices that some maximum matching misses.

Alternating paths are searched breadth first from an unmatched vertex; an odd cycle is shrunk into its base (J. Edmonds,
"Paths, trees, and flowers", 1965). When the matching is maximum, the vertices at even distance in these searches are
those that some maximum matching misses: the set D of T. Gallai, "Maximale Systeme unabhängiger Kanten", 1964.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..bits.masks import members


@lru_cache(maxsize=4096)
def inessential(near: tuple[int, ...], left: int) -> int:
    """Return the vertices of a graph that some maximum matching misses.

    Args:
        near: For each vertex the bit mask of its neighbours.
        left: The bit mask of the vertices of the graph.

    Returns:
        The bit mask of these vertices. A path of three vertices has two maximum matchings; each misses one end.

    Example:
        >>> bin(inessential((0b010, 0b101, 0b010), 0b111))
        '0b101'
    """
    mate = [-1] * len(near)
    for v in members(left):  # a greedy first matching
        free = next((w for w in members(near[v] & left) if mate[w] < 0), -1) if mate[v] < 0 else -1
        if free >= 0:
            mate[v], mate[free] = free, v
    for root in members(left):
        if mate[root] < 0:
            _Search(near, left, mate, root).run()
    found = 0
    for root in members(left):  # now the matching is maximum
        if mate[root] < 0:
            found |= _Search(near, left, mate, root).run()
    return found


class _Search:
    """A search for an augmenting path of a matching, from one unmatched vertex (the root), by Edmonds' algorithm.

    A vertex is called even if an alternating path of even length from the root reaches it. The base of a vertex is the
    vertex to which its odd cycle has been shrunk, or the vertex itself.
    """

    def __init__(self, near: Sequence[int], left: int, mate: list[int], root: int) -> None:
        """Prepare a search from the unmatched vertex `root`.

        Args:
            near: For each vertex the bit mask of its neighbours.
            left: The bit mask of the vertices of the graph.
            mate: The matching: the partner of each vertex, or -1; `run` changes it if it finds an augmenting path.
            root: The unmatched vertex.
        """
        self.near, self.left, self.mate, self.root = near, left, mate, root
        self.before = [-1] * len(near)
        self.base = list(range(len(near)))
        self.even = 1 << root
        self.queue = [root]

    def run(self) -> int:
        """Augment the matching and return 0 if an augmenting path exists.

        Otherwise, return the bit mask of the vertices that alternating paths of even length from the root reach.
        """
        for v in self.queue:  # the list grows during the loop
            for w in members(self.near[v] & self.left):
                if self.base[v] == self.base[w] or self.mate[v] == w:
                    continue
                if self.even >> w & 1:
                    self._shrink(v, w)
                elif self.before[w] < 0:
                    self.before[w] = v
                    if self.mate[w] < 0:
                        end = w
                        while end >= 0:  # exchange the edges inside and outside the matching on the path
                            start = self.before[end]
                            self.mate[start], self.mate[end], end = end, start, self.mate[start]
                        return 0
                    self._reach(self.mate[w])
        return self.even

    def _reach(self, v: int) -> None:
        if not self.even >> v & 1:
            self.even |= 1 << v
            self.queue.append(v)

    def _shrink(self, v: int, w: int) -> None:
        """Shrink the odd cycle that the edge between the even vertices `v` and `w` closes.

        All its vertices become even.
        """
        above = {self.base[v]}
        end = v
        while self.base[end] != self.base[self.root]:
            end = self.base[self.before[self.mate[self.base[end]]]]
            above.add(end)
        top = self.base[w]
        while top not in above:  # the base at which the paths of both to the root meet
            top = self.base[self.before[self.mate[top]]]
        cycle = {*self._climb(v, top, w), *self._climb(w, top, v)}
        for u in members(self.left):
            if self.base[u] in cycle:
                self.base[u] = top
                self._reach(u)

    def _climb(self, v: int, top: int, across: int) -> Iterator[int]:
        """Yield the bases of the vertices on one half of an odd cycle, which is the tree path from `v` up to `top`.

        The other half is the path from `across` up to `top`, and the edge between `v` and `across` closes the cycle.
        Each even vertex u on the half gets as `before[u]` its predecessor on a walk that comes from `across`. So paths
        of even length reach the odd vertices too.
        """
        while self.base[v] != top:
            mate = self.mate[v]
            yield self.base[v]
            yield self.base[mate]
            self.before[v] = across
            across = mate
            v = self.before[mate]
