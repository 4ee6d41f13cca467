"""Depth-first proof-number search for Grundy values, in plain Python; the reference implementation for `deep`.

A couple (c, n) is the question whether component c has value n, that is, whether the sum of c and a nim heap of size n
is lost for the player to move. Its two proof numbers estimate how many couples must be decided to prove the sum won, or
to prove it lost. The search follows the child with the least number until a threshold is exceeded, and then returns to
the couple before it. The children of (c, n) are the options of c, with the same question about them, and the couples
(c, k) for k < n: if one of these is lost, c has value k and not n. In an option of several components, the component
with the least estimated work is evaluated first.

Sources: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002; T. Ueda, T. Hashimoto, J.
Hashimoto and H. Iida, "Weak proof-number search", 2008; J. Lemoine and S. Viennot, "Nimbers are inevitable", 2012, for
couples; T. Cizek, M. Balko and M. Schmid, "Parallel proof-number search for impartial games", 2025.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import Any, NamedTuple

from ..core import BitRule, Budget, LimitReached, Ruleset
from .components import Components, Option, Rule, WordsRule
from .solver import Store, ValueSolver, key_of

INF = 1 << 30


class Pair(NamedTuple):
    """The proof numbers of a node: the estimated work to prove it won, and to prove it lost, for the mover.

    A node is the question whether a sum has value n; the sum with a nim heap of size n is lost if the answer is yes.
    """

    won: int
    lost: int


WON, LOST = Pair(0, INF), Pair(INF, 0)


@dataclass(slots=True, eq=False)
class Frame:
    """A node on the current path of the search: the question whether component `number` has value n.

    If n is None, the question is which value the component has. `threshold` has a bound for each of the two proof
    numbers of the node; the search leaves the node as soon as one of them reaches its bound. The children of the node
    are the options in `options`, then the questions whether the component has a smaller value; `pairs` has the proof
    numbers of the children in this order.
    """

    number: int
    n: int | None
    threshold: Pair
    opened: bool = False
    options: list[Option] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    couples: int = 0
    best: int = -1


class ProofNumbersSolver(ValueSolver):
    """Computes Grundy values in plain Python by proof-number search, one component of a sum at a time.

    The search asks whether the value of a component is n; such a pair (component, n) is called a couple. What is proved
    about a component is stored.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        packed: BitRule[Any] | None = None,
        budget: Budget | None = None,
        *,
        memory: int | None = None,
    ) -> None:
        """Prepare to search positions of a ruleset.

        Args:
            ruleset: The ruleset.
            packed: The same rules on positions packed into machine words. If they are given, the search uses them
                instead of `ruleset`.
            budget: Counts and limits the work.
            memory: The approximate limit of stored results in bytes, beyond which `LimitReached` is raised; None for no
                limit.

        Raises:
            RuleError: If positions of the ruleset have no Grundy values.
        """
        rule = Rule(ruleset) if packed is None else WordsRule(packed)
        self.components = Components(rule, budget, memory=memory)
        self.visited = 0
        self._size = 0 if packed is None else packed.words
        self._store: Store | None = None
        self._told: set[int] = set()
        self._path: dict[int, None] = {}

    @property
    def budget(self) -> Budget:
        """The counter that limits the work."""
        return self.components.budget

    @budget.setter
    def budget(self, budget: Budget) -> None:
        """Replace the counter that limits the work."""
        self.components.budget = budget

    def value(self, positions: Iterable[Any]) -> int:
        with self.budget.interruptible():
            total, numbers = self._numbers(positions)
            return reduce(xor, map(self._value, numbers), total)

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        with self.budget.interruptible():
            total, numbers = self._numbers(positions)
            total = reduce(xor, map(self._value, numbers[:0:-1]), total)
            return self._has(numbers[0], total ^ n) if numbers else total == n

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        try:
            total, numbers = self._numbers([position])
        except LimitReached:  # nothing is known about the position
            return 0
        if not numbers:
            return total
        return self.components.least_possible(numbers[0]) if len(numbers) == 1 and not total else 0

    def keep_in(self, store: Store) -> int:
        if not self._size:  # without packed rules keys cannot be made
            return 0
        self._store = store
        count = 0
        for key, value in store.load():
            words = (int.from_bytes(key[8 * i : 8 * i + 8], "little") for i in range(self._size))
            self.components.learn(tuple(words), value)
            count += 1
        return count

    def save(self) -> None:
        if self._store is None:
            return
        keys, values = list[bytes](), list[int]()
        for number, value in enumerate(self.components.value):
            if value is not None and number not in self._told:
                self._told.add(number)
                keys.append(key_of(self.components.keys[number]))
                values.append(value)
        if keys:
            self._store.add(keys, values)

    def _enter(self, number: int) -> None:
        """Add a component to the current sequence of moves; raise `LoopyGame` if the sequence contains it already."""
        if number in self._path:
            path, components = [*self._path], self.components
            components.rule.refuse([components.keys[one] for one in path[path.index(number) :]], self.budget)
        self._path[number] = None

    def _numbers(self, positions: Iterable[Any]) -> tuple[int, list[int]]:
        """Return the nim-sum of the components of known value, and the numbers of the others, largest weight first.

        Pairs of equal components cancel.
        """
        components = self.components
        total, found = 0, set[int]()
        for position in positions:
            some, others = components.meet(components.rule.pieces(position))
            total ^= some
            for number in others:
                found ^= {number}
        return total, sorted(found, key=lambda number: (-components.weight[number], number))

    def _value(self, number: int) -> int:
        self._search(Frame(number, None, Pair(INF, INF)))
        return self.components.settled(number)

    def _has(self, number: int, n: int) -> bool:
        self._search(Frame(number, n, Pair(INF, INF)))
        return self.components.value[number] == n

    def _search(self, root: Frame) -> None:
        if not hasattr(self, "_pairs"):
            self._pairs: dict[tuple[int, int], Pair] = {}
        self._path = {}
        self._frames: list[Frame] = []
        self._push(root)
        while self._frames:
            frame = self._frames[-1]
            if frame.n is not None:
                done = (not frame.opened and self._open(frame, frame.n)) or self._step(frame, frame.n)
            else:  # its value is wanted, so search one couple after the other
                done = self.components.value[frame.number] is not None
                if not done:
                    self._push(Frame(frame.number, self.components.least_possible(frame.number), Pair(INF, INF)))
            if not done:
                continue
            self._frames.pop()
            above = self._frames[-1] if self._frames else None
            if above is None or above.number != frame.number:
                del self._path[frame.number]
            if above is not None and above.n is not None:
                self._look_again(above, above.n)

    def _push(self, frame: Frame) -> None:
        """Add a node to the search path, and its component to the sequence of moves if it is not in it already."""
        if not self._frames or self._frames[-1].number != frame.number:
            self._enter(frame.number)
        self._frames.append(frame)

    def _open(self, frame: Frame, n: int) -> bool:
        """List the children of a node; return True if it is decided already whether its component has the value n."""
        known, number = self.components, frame.number
        frame.opened = True
        if known.is_decided(number, n):
            return True
        self.visited += 1
        self.budget.charge_unstored(1)
        count, options = known.expand(number, n)
        if known.is_decided(number, n):
            return True
        if count < n:
            known.exclude(number, n)
            return True
        for each in options:
            option, pair = self._child(each, number, n)
            if option.others:
                frame.options.append(option)
                frame.pairs.append(pair)
        if known.is_decided(number, n):
            return True
        frame.couples = len(frame.options)
        frame.pairs += [self._pair(number, k) for k in range(n)]
        return False

    def _step(self, frame: Frame, n: int) -> bool:
        """Add to the search path the child that is easiest to prove lost, or return True to leave the node.

        The node is `frame`, the last one of the path: the question whether its component has the value n.
        """
        if self.components.is_decided(frame.number, n):
            return True
        losses = [pair.lost for pair in frame.pairs]
        wins = [pair.won for pair in frame.pairs if pair.won]
        least = min(losses, default=INF)
        if not wins and least:  # all children are proved won
            self.components.value[frame.number] = n
            return True
        if least == 0:
            if (lost := losses.index(0)) >= frame.couples:
                self.components.value[frame.number] = lost - frame.couples
            else:
                self.components.exclude(frame.number, n)
            return True
        best = frame.best = losses.index(least)
        second = min((lost for kid, lost in enumerate(losses) if kid != best), default=INF)
        others = len(wins) - 1
        most = min(max(wins) + others, INF)
        self._pairs[frame.number, n] = Pair(least, most)
        if least >= frame.threshold.won or most >= frame.threshold.lost:
            return True
        won = min(frame.threshold.lost - others, INF)
        self._descend(frame, n, Pair(won, min(frame.threshold.won, second + 1 + second // 4)))
        return False

    def _descend(self, frame: Frame, n: int, threshold: Pair) -> None:
        """Add the best child of a node to the search path, with the bounds `threshold` for its proof numbers.

        If the child is an option of several components, the lightest of these is evaluated first instead. The node is
        `frame`: the question whether its component has the value n.
        """
        if frame.best >= frame.couples:
            self._push(Frame(frame.number, frame.best - frame.couples, threshold))
            return
        option = frame.options[frame.best]
        if len(option.others) == 1:
            self._push(Frame(option.others[0], n ^ option.total, threshold))
        else:
            self._push(Frame(option.others[-1], None, Pair(INF, INF)))

    def _look_again(self, frame: Frame, n: int) -> None:
        """Update the proof numbers of the child of a node that was searched last, and of children decided meanwhile.

        The node asks whether its component has the value n.
        """
        best, first = frame.best, frame.couples
        if best < first:
            frame.options[best], frame.pairs[best] = self._child(frame.options[best], frame.number, n)
        for k in range(n):
            if best == first + k or self.components.is_excluded(frame.number, k):
                frame.pairs[first + k] = self._pair(frame.number, k)

    def _child(self, option: Option, number: int, n: int) -> tuple[Option, Pair]:
        """Return a simplified option of component `number`, and the proof numbers of the option.

        The components of known value are removed from the option. If the value of the whole option is known, it is
        excluded as the value of component `number`.
        """
        option = self.components.refreshed(option)
        if not option.others:
            self.components.exclude(number, option.total)
            return option, LOST if option.total == n else WON
        if len(option.others) == 1:
            return option, self._pair(option.others[0], n ^ option.total)
        pairs = (self._pair(piece, 0) for piece in option.others)
        total = min(sum(min(max(pair.won, 1), max(pair.lost, 1)) for pair in pairs), INF // 2)
        return option, Pair(total, total)

    def _pair(self, number: int, n: int) -> Pair:
        """Return the proof numbers of the claim that component `number` has value n.

        They are estimated from the weight of the component if the search has not visited this claim yet.
        """
        known = self.components
        value = known.value[number]
        if value is not None:
            return LOST if value == n else WON
        if known.is_excluded(number, n):
            return WON
        weight = known.weight[number]
        return self._pairs.get((number, n)) or Pair(1 + weight // 4, 1 + weight)
