"""The top of a proof-number tree over couples, for many workers: choice of the next couple, and conclusions.

A node is an option: a sum of components and a number n. It is lost for the player to move exactly if the value of the
sum is n. A node of one component is a couple with children as in `proof_numbers`; a node of several waits for the value
of one of them. Nodes that a worker is searching count as if they were not going to be lost, so the next worker searches
elsewhere (virtual loss: G. Chaslot, M. Winands and J. van den Herik, "Parallel Monte-Carlo tree search", 2008; T.
Cizek, M. Balko and M. Schmid, "Parallel proof-number search for impartial games", 2025).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .components import least_zero
from .proof_numbers import INF, Pair
from .split_worker import ChildNumbers, Key, SplitAnswer

Name = tuple[tuple[Key, ...], int]
"""Components in order, without repetition, and the number in question."""


SPARE = 0.25
"""A child is searched until its number exceeds the second least by this fraction."""


@dataclass(slots=True, eq=False)
class TreeNode:
    """A node of the search tree: the question whether a sum of components has value n, with its proof numbers.

    Without children it is a leaf.
    """

    name: Name
    numbers: Pair
    out: bool = False
    """Whether a worker is searching this leaf."""
    full: int = -1
    """The number of results taken when all leaves below were last seen to be searched."""
    value: int | None = None
    children: list[ChildNumbers] | None = None


class SplitTree:
    """The top of a search tree that many workers share, with the values proved, and those excluded, of components."""

    def __init__(self) -> None:
        self.nodes: dict[Name, TreeNode] = {}
        self.values: dict[Key, int] = {}
        self.excluded: defaultdict[Key, int] = defaultdict(int)
        self.taken = 0
        """How many answers were taken."""
        self.proved: list[Key] = []
        """Components whose values the tree itself has proved."""

    def name(self, pieces: Iterable[Key], n: int) -> Name:
        """Return the normal form of the question whether a sum has value n: without known components and equal pairs.

        Args:
            pieces: The components.
            n: The number in question.

        Returns:
            The remaining components in order, and the value that their sum should have.
        """
        left = set[Key]()
        for piece in pieces:
            value = self.values.get(piece)
            if value is None:
                left ^= {piece}
            else:
                n ^= value
        return tuple(sorted(left)), n

    def answer(self, name: Name) -> bool | None:
        """Return whether the sum of a question has the value in question, or None if this is unknown."""
        pieces, n = name
        if not pieces:
            return n == 0
        node = self.nodes.get(name)
        if node is not None and node.value is not None:
            return node.value == n
        if len(pieces) == 1 and self.excluded[pieces[0]] >> n & 1:
            return False
        return None

    def least(self, piece: Key) -> int:
        """Return the least number that the value of a component can have, by what has been proved so far."""
        return least_zero(self.excluded[piece])

    def choose(self, root: Name) -> list[TreeNode]:
        """Return the path from the root to the most promising leaf that no worker is searching; [] if there is none.

        On the way, the nodes are updated by newly known values.
        """
        path = [self._node(root, Pair(1, 1))]
        while path:
            node = path[-1]
            if node.children is None and not node.out and not self._is_settled(node):
                return path
            best = self._look(node)
            if best is None:
                path.pop()
            else:
                path.append(self._node(self.name(best.pieces, best.n), Pair(best.won, best.lost)))
        return []

    def threshold(self, path: Sequence[TreeNode]) -> tuple[int, int]:
        """Return the proof numbers, won and lost, at which the leaf of a path is no longer the most promising one."""
        won, lost = INF, INF
        for node, below in pairwise(path):
            children = node.children or ()
            if len(node.name[0]) == 1:
                spare = len(children) - 1
                second = min(
                    (c.lost for c in children if (c.pieces, c.n) != below.name and self._is_free(c)), default=INF
                )
                won, lost = min(lost - spare, INF), min(won, int(second * (1 + SPARE)) + 1)
            else:
                won, lost = INF, INF
        numbers = path[-1].numbers
        return max(won, numbers.won + 1), max(lost, numbers.lost + 1)

    def give(self, path: Sequence[TreeNode]) -> None:
        """Record that the leaf of a path is being searched, and update all nodes above it."""
        path[-1].out = True
        for node in reversed(path[:-1]):
            self._look(node)

    def drop(self, name: Name) -> None:
        """Record that the search of a node ended without a result."""
        self.nodes[name].out = False
        self.taken += 1

    def take(self, name: Name, answer: SplitAnswer) -> None:
        """Record the answer of a worker for a node, apart from the values of other components that it found.

        Args:
            name: The question of the node.
            answer: The answer.
        """
        self.drop(name)
        node = self.nodes[name]
        if answer.value is not None:
            node.value = answer.value
            if len(name[0]) == 1:
                self.values.setdefault(name[0][0], answer.value)
            return
        if not answer.piece:
            return
        self.excluded[answer.piece] |= answer.excluded
        if len(name[0]) > 1:
            node.children = [ChildNumbers((answer.piece,), answer.n, 1, 1)]
        if answer.children:
            couple = self._node(((answer.piece,), answer.n), Pair(1, 1))
            couple.children = list(answer.children)
            self._look(couple)

    def _node(self, name: Name, numbers: Pair) -> TreeNode:
        node = self.nodes.get(name)
        if node is None:
            node = self.nodes[name] = TreeNode(name, numbers)
        return node

    def _is_settled(self, node: TreeNode) -> bool:
        """Return whether the question of a node is decided, or was simplified by newly known values."""
        return self.name(*node.name) != node.name or self.answer(node.name) is not None

    def _look(self, node: TreeNode) -> ChildNumbers | None:
        if self._is_settled(node) or node.children is None:
            return None
        pieces, n = node.name
        best: ChildNumbers | None
        if len(pieces) == 1:
            best = self._look_at_couple(node, pieces[0], n)
        else:  # the component that is evaluated first
            piece = node.children[0].pieces
            best = self._told(ChildNumbers(piece, self.least(piece[0]), 1, 1))
            most = max(min(best.won, best.lost), node.numbers.won)
            node.numbers = Pair(most, most)
            best = best if self._is_free(best) else None
        if best is None:
            node.full = self.taken
        return best

    def _look_at_couple(self, node: TreeNode, piece: Key, n: int) -> ChildNumbers | None:
        """Update a node by its children, and return the most promising child that no worker is searching, or None."""
        children: list[ChildNumbers] = []
        for child in node.children or ():
            name = self.name(child.pieces, child.n)
            answer = self.answer(name)
            if answer:
                self.excluded[piece] |= 1 << n
                return None
            if answer is None:
                children.append(self._told(child._replace(pieces=name[0], n=name[1])))
            elif not name[0]:
                self.excluded[piece] |= 1 << (n ^ name[1])
        node.children = children
        if not children:
            self.values[piece] = n
            self.proved.append(piece)
            return None
        free = [child for child in children if self._is_free(child)]
        best = min(free or children, key=lambda child: child.lost)
        node.numbers = Pair(best.lost, min(max(child.won for child in children) + len(children) - 1, INF))
        return best if free else None

    def _told(self, child: ChildNumbers) -> ChildNumbers:
        """Return an undecided child with the proof numbers of its node in the tree, if it has one."""
        node = self.nodes.get((child.pieces, child.n))
        return child if node is None else child._replace(won=node.numbers.won, lost=node.numbers.lost)

    def _is_free(self, child: ChildNumbers) -> bool:
        """Return whether some leaf below a child may still be given to a worker."""
        node = self.nodes.get((child.pieces, child.n))
        return node is None or not (node.out or node.full == self.taken)
