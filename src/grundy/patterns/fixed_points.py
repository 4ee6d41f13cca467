"""Claims about all positions of a rule on a few heaps, as fixed points that automata decide.

Let W(S) be the positions with a move into S. If play ends, S is the set of P-positions if and only if S is the
complement of W(S), by induction on the number of moves. In the same way, V(x, v) gives the Grundy values if and only if
V is the mex of the options' values under V. If the two sides differ, the claim is true for all positions below the
least position where they differ, so it is false at that position. Sets of positions are relations
(`automatic.relation`). A similar method is in B. Mignoty, A. Renard, M. Rigo and M. Whiteland, "Automatic proofs in
combinatorial game theory", 2025.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations, product

from ..automatic import Arithmetic, Defined, Formulas, NotDefinable, Relation
from ..core.expressions import Node

LINEAR = frozenset(["and", "or", "not", "compare", "+", "-", "neg", "*", "abs", "max", "min", "%", "name", "number"])
"""The operations of conditions from which chosen numbers are eliminated."""
LEFT = "_"
"""What the name of a heap ends in if its size after a move is meant."""


@dataclass(frozen=True)
class LinearMove:
    """A kind of move of a rule on heaps: numbers that the player chooses, a condition, and the heaps that are left.

    A move that would leave a negative number does not exist.

    Attributes:
        condition: The condition, an expression of the heaps and the chosen numbers.
        leaves: The heaps that change, each with an expression for its new size.
        chosen: The names of the chosen numbers.
        parts: If not empty, the move splits the only heap of the rule into heaps of these sizes, given as expressions.
    """

    condition: str
    leaves: Mapping[str, str] = field(hash=False)
    chosen: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Moves:
    """The rules of a game on named heaps, as conditions and expressions.

    Attributes:
        heaps: The names of the heaps.
        moves: The kinds of moves.
        misere: Whether the player who makes the last move loses.
        blocks: How many options the opponent may forbid before each move.
        where: A condition that all positions fulfil; moves that leave it do not exist.

    Example:
        >>> wythoff = Moves(
        ...     ("a", "b"),
        ...     (
        ...         LinearMove("k >= 1 and k <= a", {"a": "a - k"}, ("k",)),
        ...         LinearMove("k >= 1 and k <= b", {"b": "b - k"}, ("k",)),
        ...         LinearMove("k >= 1 and k <= a and k <= b", {"a": "a - k", "b": "b - k"}, ("k",)),
        ...     ),
        ... )
        >>> from grundy.automatic import Base
        >>> game = FixedPoint(wythoff, Arithmetic(Base(2)))
        >>> game.outcome(game.formulas.read("a == b")).counterexample
        {'a': 1, 'b': 1}
    """

    heaps: tuple[str, ...]
    moves: tuple[LinearMove, ...]
    misere: bool = False
    blocks: int = 0
    where: str = ""


@dataclass(frozen=True)
class Decision:
    """The result of a proof by automata: the claim is true, or false at a counterexample.

    Attributes:
        counterexample: The least position where the claim is false, or None if it is proved.
        states: The number of states of the largest automaton of the rule and the claim.
    """

    counterexample: dict[str, int] | None
    states: int

    @property
    def proved(self) -> bool:
        """Whether the claim is true of every position."""
        return self.counterexample is None


class FixedPoint:
    """Decides claims about all positions of a rule, by automata in one numeration system.

    Args:
        rule: The rule.
        arithmetic: The factory for relations in one numeration system.
        defined: Further functions that the rule and its claims may use.

    Attributes:
        steps: A pair for each kind of move that does not split a heap: the relation between the heaps before the move
            and the changed heaps after it, and the names of the changed heaps. Names of heaps after a move end in "_".
        space: The relation of all positions.
        measure: Heaps whose sum every move lowers.

    Raises:
        NotDefinable: If automata cannot express the rule, or if it is not shown that play ends.

    Example:
        >>> from grundy.automatic import Base
        >>> rule = Moves(("n",), (LinearMove("k >= 1 and 2 * k <= n", {"n": "n - k"}, ("k",)),))
        >>> game = FixedPoint(rule, Arithmetic(Base(2)))
        >>> game.outcome(game.formulas.read("is_power(n + 1, 2)")).proved
        True
        >>> game.outcome(game.formulas.read("n % 2 == 1")).counterexample
        {'n': 0}
    """

    def __init__(self, rule: Moves, arithmetic: Arithmetic, defined: Mapping[str, Defined] | None = None) -> None:
        self.rule, self.arithmetic = rule, arithmetic
        self.formulas = Formulas(arithmetic, defined)
        self.space = arithmetic.natural(rule.heaps)
        if rule.where:
            self.space &= self.formulas.read(rule.where)
        self.steps = [self._step(move) for move in rule.moves if not move.parts]
        self.splits = [self._split(move) for move in rule.moves if move.parts]
        self.measure = self._measure()

    def outcome(self, lost: Relation) -> Decision:
        """Decide the claim that the P-positions are exactly those of a relation.

        `lost` is this relation.
        """
        lost = lost & self.space
        into = self._into_often(lost, self.rule.blocks + 1) if self.rule.blocks else self.into(lost)
        if self.splits:
            raise NotDefinable("the outcomes of several heaps follow from values only")
        if self.rule.misere:  # a player who has no move left wins, so not all options are blocked
            into |= self.space - self.into(self.space - lost) if self.rule.blocks else self.stuck()
        return self._decision((lost & into) | (self.space - lost - into), lost)

    def values(self, relation: Relation, value: str = "v") -> Decision:
        """Decide the claim that a relation gives the Grundy values of the positions, which may be unbounded.

        In misère play a position without a move has the value 1.

        Args:
            relation: The relation of the heaps and their value.
            value: The name of the value in it.

        Returns:
            The decision.
        """
        space = self.space & self.arithmetic.natural([value])
        relation = relation & space
        found = self.into(relation)
        for step, parts in self.splits:
            names = [f"{LEFT}{part}" for part in parts]
            total = self.formulas.read(f"{value} == {' ^ '.join(names)}")
            for part, name in zip(parts, names, strict=True):
                total = total & relation.rename({self.rule.heaps[0]: part, value: name})
            found |= (step & total).some(*names, *parts)
        missing = space - found
        smaller = self.formulas.read(f"_u < {value}")
        mex = missing - (missing.rename({value: "_u"}) & smaller).some("_u")
        if self.rule.misere:  # a position without a move has the value 1
            stuck = self.stuck()
            mex = (mex - stuck) | (stuck & self.formulas.read(f"{value} == 1"))
        return self._decision((relation - mex) | (mex - relation), relation)

    def levels(self, levels: Sequence[Relation]) -> Decision:
        """Decide the claim that `levels[v]` are the positions of value v, and that every position is in one of them.

        Args:
            levels: The relations for the values 0, 1, 2, ...

        Returns:
            The decision.
        """
        left, wrong = self.space, self.arithmetic.never
        for level in levels:
            into = self.into(level & self.space)
            mex = left - into
            wrong |= (level & self.space - mex) | (mex - level)
            left &= into
        return self._decision(wrong | left, *levels)

    def into(self, targets: Relation) -> Relation:
        """Return the positions with a move into `targets`, a relation on the heaps and further numbers."""
        found = self.arithmetic.never
        for step, changed in self.steps:
            after = targets.rename({heap: heap + LEFT for heap in changed})
            found |= (step & after).some(*(heap + LEFT for heap in changed))
        return found & self.space

    def stuck(self) -> Relation:
        """Return the positions without a move."""
        found = self.space - self.into(self.space)
        for step, parts in self.splits:
            found -= step.some(*parts)
        return found

    def _step(self, move: LinearMove) -> tuple[Relation, tuple[str, ...]]:
        found = self._left(move, {heap + LEFT: term for heap, term in move.leaves.items()})
        return found, tuple(move.leaves)

    def _left(self, move: LinearMove, terms: Mapping[str, str]) -> Relation:
        """Return the relation between the heaps before a move and the numbers that `terms` names.

        `terms` maps the name of each such number to its expression, such as {"a_": "a - k"}.
        """
        texts = (move.condition, *(f"{name} == {term}" for name, term in terms.items()))
        parts = list(map(self.formulas.parsed, texts))
        if all(_is_linear(node) for part in parts for node in part.walk()):
            parts = _without_chosen(parts, move.chosen)
        found = self.space
        for part in parts:
            found &= self.formulas.relation(part)
        return found.some(*move.chosen)

    def _split(self, move: LinearMove) -> tuple[Relation, tuple[str, ...]]:
        heap = self.rule.heaps[0]
        terms = {f"{heap}_{i}": part for i, part in enumerate(move.parts)}
        found = self._left(move, terms)
        larger = self.formulas.read(" or ".join(f"{part} >= {heap}" for part in terms))
        if len(self.rule.heaps) > 1 or self.rule.misere or self.rule.blocks or not (found & larger).empty:
            raise NotDefinable("a split must leave smaller heaps of a rule on one heap in normal play")
        return found, tuple(terms)

    def _measure(self) -> tuple[str, ...]:
        heaps = self.rule.heaps
        for size in range(len(heaps), 0, -1):
            for chosen in combinations(heaps, size):
                if all(
                    self._lowers(step, [heap for heap in chosen if heap in changed]) for step, changed in self.steps
                ):
                    return chosen
        raise NotDefinable("no sum of heaps becomes smaller with every move, so it is not shown that play ends")

    def _lowers(self, step: Relation, heaps: Sequence[str]) -> bool:
        form = dict.fromkeys(heaps, -1) | {heap + LEFT: 1 for heap in heaps}
        return (step & self.arithmetic.linear(form, 0, ">=")).empty

    def _into_often(self, targets: Relation, count: int) -> Relation:
        """Return the positions with at least `count` different options in `targets`.

        Options are counted separately for kinds of moves that never have the same result, and the numbers are added.
        """
        kinds, found = list(self._kinds()), self.arithmetic.never
        for share in product(range(count + 1), repeat=len(kinds)):
            if sum(share) == count:
                parts = (self._often(*kind, targets, times) for kind, times in zip(kinds, share, strict=True) if times)
                found |= reduce(Relation.__and__, parts)
        return found & self.space

    def _kinds(self) -> Iterator[tuple[Relation, tuple[str, ...]]]:
        """Yield (relation, changed heaps) for each kind of move; moves of different kinds never have the same result.

        If two kinds of moves can lead from one position to the same position, all kinds are yielded as one relation.
        """
        whole = []
        for step, changed in self.steps:
            full = step
            for heap in self.rule.heaps:
                if heap not in changed:
                    full &= self.formulas.read(f"{heap}{LEFT} == {heap}")
            whole.append(full)
        if all((one & other).empty for one, other in combinations(whole, 2)):
            yield from self.steps
        else:
            yield reduce(Relation.__or__, whole), self.rule.heaps

    def _often(self, step: Relation, changed: Sequence[str], targets: Relation, count: int) -> Relation:
        """Return the positions with at least `count` different options in `targets`, by moves of one kind.

        The options are counted in lexicographic order. `step` is the relation of the moves, and `changed` the heaps
        they change.
        """
        step &= targets.rename({heap: heap + LEFT for heap in changed})

        def numbered(i: int) -> dict[str, str]:
            return {heap + LEFT: f"{heap}{LEFT}{i}" for heap in changed}

        found = step.rename(numbered(0))
        for i in range(1, count):
            below = self.arithmetic.never
            for place, heap in enumerate(changed):
                first = " and ".join(f"{one}_{i - 1} == {one}_{i}" for one in changed[:place])
                text = f"{heap}_{i - 1} < {heap}_{i}"
                below |= self.formulas.read(f"{first} and {text}" if first else text)
            found = (found & below & step.rename(numbered(i))).some(*numbered(i - 1).values())
        return found.some(*numbered(count - 1).values())

    def _decision(self, wrong: Relation, *claimed: Relation) -> Decision:
        found = wrong.some(*(name for name in wrong.names if name not in self.rule.heaps))
        found &= self.space
        states = max(one.states for one in (*claimed, *(step for step, _ in (*self.steps, *self.splits))))
        return Decision(found.least(self.measure), states)


def _is_linear(node: Node) -> bool:
    """Return whether an operation is linear: a sum, a difference, or a product with a number."""
    return node.op in LINEAR and (node.op != "*" or any(factor.op == "number" for factor in node.args))


def _without_chosen(parts: Sequence[Node], chosen: Sequence[str]) -> list[Node]:
    """Eliminate chosen numbers from the conditions of a move, for smaller automata.

    If a condition after the first states that heap_ is heap - k, where the player chooses k, then k is replaced by
    heap - heap_ in all conditions.
    """
    found = list(parts)
    for place in range(1, len(found)):
        left, right = found[place].args
        if right.op == "-" and right.args[0].op == right.args[1].op == "name" and right.args[1].value in chosen:
            heap, taken = right.args
            found = [part.replaced(taken, Node("-", (heap, left))) for part in found]
            found[place] = Node("compare", (left, heap), signs=("<=",))
    return found
