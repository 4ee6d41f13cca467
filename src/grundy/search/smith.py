"""Smith-Fraenkel values of games whose play may cycle: a number, or infinite with a set K of numbers.

An infinite value is written inf(K), where K contains those values of the options that are numbers. A game of value n is
equal in every sum to a nim heap of n. A game of value inf(K) plus a nim heap of k is won by the player to move if k is
in K, else it is a draw. The sum of two games of infinite value is a draw (C. A. B. Smith, "Graphs and composite games",
1966; A. S. Fraenkel and Y. Perl, "Constructions in combinatorial games with cycles", 1975).

The numbers, called labels, are assigned in rounds m = 0, 1, ... In round m a position gets label m if its options with
labels have exactly the labels 0, ..., m - 1, and each other option has a move to a position of label m, by which the
opponent returns. A position without an option of label m after this round never gets a label (A. S. Fraenkel and Y.
Yesha, "The generalized Sprague-Grundy function and its invariance under certain mappings", 1986).

For each position without a label, one option is stored that prevents label m. A position is examined again only if this
option no longer prevents its label. A label m needs m options, so there are at most sqrt(2 * arcs) + 1 rounds.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from ..core import Budget, Outcome
from .game_graph import PIECE, GameGraph

NONE = -1
"""The label of a position that has no label yet, or never gets one."""


@dataclass(frozen=True, slots=True)
class LoopyValue:
    """The Smith-Fraenkel value of a game whose play may cycle: a number, or infinite (`number` is None).

    `among` are the finite values of the options of an infinite game.

    >>> str(LoopyValue(3)), str(LoopyValue(None, frozenset({2, 0})))
    ('3', 'inf{0,2}')
    """

    number: int | None
    among: frozenset[int] = frozenset()

    @property
    def outcome(self) -> Outcome:
        """The outcome: P for 0, N for other numbers; if infinite, N if 0 is in `among`, else D (a draw)."""
        if self.number is None:
            return Outcome.N if 0 in self.among else Outcome.D
        return Outcome.of_value(self.number)

    def __add__(self, other: LoopyValue) -> LoopyValue:
        """Return the value of the sum of two games.

        >>> str(LoopyValue(3) + LoopyValue(1)), str(LoopyValue(None, frozenset({0, 2})) + LoopyValue(3))
        ('2', 'inf{1,3}')
        """
        if self.number is None and other.number is None:
            return LoopyValue(None)
        if self.number is None:
            return other + self
        if other.number is None:
            return LoopyValue(None, frozenset(k ^ self.number for k in other.among))
        return LoopyValue(self.number ^ other.number)

    def __str__(self) -> str:
        """Return the number, or "inf{...}" with the finite values of options ascending."""
        return f"inf{{{','.join(map(str, sorted(self.among)))}}}" if self.number is None else str(self.number)


def loopy_sum(values: Iterable[LoopyValue]) -> LoopyValue:
    """Return the Smith-Fraenkel value of a sum of games whose play may cycle.

    >>> str(loopy_sum([LoopyValue(1), LoopyValue(None, frozenset({1})), LoopyValue(4)]))
    'inf{4}'
    """
    return reduce(LoopyValue.__add__, values, LoopyValue(0))


class Labels:
    """The Smith-Fraenkel values of all vertices of a game graph; in `labels` an infinite value is -1."""

    def __init__(self, game_graph: GameGraph, budget: Budget | None = None) -> None:
        self.game_graph = game_graph
        labelling = _Labelling(game_graph, budget or Budget())
        self.labels = labelling.run()
        self.order = labelling.order
        """The vertices with numbers as they got them: by it the way back from every detour is shorter."""

    def value(self, vertex: int) -> LoopyValue:
        """Return the Smith-Fraenkel value of a vertex: a number, or infinite with the finite values of its options."""
        label = self.labels[vertex]
        if label != NONE:
            return LoopyValue(label)
        found = (self.labels[option] for option in self.game_graph.options(vertex))
        return LoopyValue(None, frozenset(k for k in found if k != NONE))


class _Labelling:
    """Assigns to the vertices of a game graph their finite Smith-Fraenkel values, called labels: in round m label m.

    Vertex v gets label m if it has options of all labels below m, and every other option has a move to a vertex with
    label m. The options of v without a smaller label are in `ends` from index `base[v]` on.

    In a round, each vertex stores one option that prevents its label: v is in the linked list of vertices that begins
    at `head[u]` and continues in `after`, where u is that option.
    """

    def __init__(self, game_graph: GameGraph, budget: Budget) -> None:
        self.first = game_graph.first
        self.ends = game_graph.ends[:]  # options with labels are moved to the front
        self.base = game_graph.first[:-1]
        with budget.interruptible():
            self.bounds, self.starts = game_graph.back()
        self.labels = array("i", [NONE]) * game_graph.size
        self.after = array("i", [NONE]) * game_graph.size
        self.order = array("i")
        self.budget = budget

    def run(self) -> array[int]:
        open_ones: Sequence[int] = range(len(self.labels))
        number = 0
        while open_ones:
            reverts = self._round(open_ones, number)
            labels = self.labels
            open_ones = [v for v in open_ones if reverts[v] and labels[v] == NONE]
            number += 1
        return self.labels

    def _round(self, open_ones: Sequence[int], number: int) -> bytearray:
        """Assign label `number` to every vertex that gets it in this round.

        Return which vertices have an option with it. `open_ones` are the vertices that may still get a label. The
        result has for every vertex 1 if it has an option of this label, else 0.
        """
        size, labels, bounds, starts = len(self.labels), self.labels, self.bounds, self.starts
        reverts = bytearray(size)
        head = array("i", [NONE]) * size
        ready: list[int] = []
        for i, v in enumerate(open_ones):
            if i % PIECE == 0:
                self.budget.charge_unstored(self.budget.fits(min(PIECE, len(open_ones) - i)))
            if not self._watch(v, self.base[v], number, reverts, head):
                ready.append(v)
        while ready:
            v = ready.pop()
            self.budget.poll()
            labels[v] = number
            self.order.append(v)
            fresh = [u for u in starts[bounds[v] : bounds[v + 1]] if labels[u] == NONE and not reverts[u]]
            for u in fresh:
                reverts[u] = 1
            for u in fresh:  # positions that revert themselves no longer need to watch
                t, head[u] = head[u], NONE
                while t != NONE:  # each position that watched u watches another option, or is ready
                    following = self.after[t]
                    if not reverts[t] and not self._watch(t, self.base[t], number, reverts, head):
                        ready.append(t)
                    t = following
        return reverts

    def _watch(self, v: int, at: int, number: int, reverts: bytearray, head: array[int]) -> bool:
        """Find an option of v that prevents label `number` for v, and add v to the list of this option in `head`.

        An option prevents the label if it has no smaller label and no move to a vertex of label `number`. `reverts`
        states which vertices have such a move. The options are examined from index `at` of `ends` on. Return whether
        one was found.
        """
        ends, labels, stop = self.ends, self.labels, self.first[v + 1]
        while at < stop:
            u = ends[at]
            label = labels[u]
            if label != NONE and label < number:
                base = self.base[v]
                ends[at], ends[base] = ends[base], u
                self.base[v] = base + 1
            elif not reverts[u]:
                self.after[v] = head[u]
                head[u] = v
                return True
            at += 1
        return False
