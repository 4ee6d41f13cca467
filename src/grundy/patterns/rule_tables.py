"""Tables of P-positions, and of the Grundy values of one heap, for rules on a few heaps, by definition.

If moves only subtract numbers whose size does not depend on the heaps, the positions with a move to a P-position are
marked, a whole row of the table at once. Otherwise the options are listed position by position, which is the reference
implementation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from typing import Any, TypeAlias

from ..automatic import Arithmetic, Base, Formulas, NotDefinable
from ..automatic.formulas import compared, variable
from ..automatic.learn import Table
from ..core import Budget, Scanner, mex
from ..core.evaluation import compile_node
from ..core.expressions import CLAIM_FUNCTIONS, Node, read_condition, read_number
from .claims import names_in
from .fixed_points import LinearMove, Moves

Heaps: TypeAlias = tuple[int, ...]
_ENTRIES = bytes.maketrans(b"01", b"\0\1")
CHUNK = 16
"""The number of positions of a row that are decided at once."""
Check: TypeAlias = Callable[[Sequence[int]], Any]


def outcome_table(rule: Moves, size: int, budget: Budget) -> Table:
    """Compute a table of the P-positions of a rule without splits, whose moves lower the sum of the heaps.

    Args:
        rule: The rule.
        size: The heaps are less than this.
        budget: Counts the positions; may raise `LimitReached`.

    Returns:
        The table, with 1 for P and 0 for N.

    Raises:
        NotDefinable: If a move does not lower the sum of the heaps.

    Example:
        >>> rule = Moves(("n",), (LinearMove("k >= 1 and 2 * k <= n", {"n": "n - k"}, ("k",)),))
        >>> [n for n, lost in enumerate(outcome_table(rule, 40, Budget()).entries) if lost]
        [0, 1, 3, 7, 15, 31]
    """
    marks = _Marks.of(rule, size, budget)
    if marks is not None:
        return marks.table()
    if len(rule.heaps) == 1 and all(_takes(rule, move) for move in rule.moves) and not (rule.misere or rule.blocks):
        return _sieved(rule, size, budget)
    return listed_table(rule, size, budget)


def listed_table(rule: Moves, size: int, budget: Budget) -> Table:
    """Compute the table of `outcome_table` from the list of the options of every position.

    Args:
        rule: The rule.
        size: The heaps are less than this.
        budget: Counts the positions and options.

    Returns:
        The table, with 1 for P and 0 for N.

    Raises:
        NotDefinable: If a move does not lower the sum of the heaps.
    """
    found: dict[Heaps, int] = {}
    listed, places = ListedMoves(rule), list(product(range(size), repeat=len(rule.heaps)))
    for heaps in sorted(places, key=sum):
        options = set(listed.of(heaps)) if listed.legal(heaps) else {heaps}
        budget.charge_unstored(listed.cost(heaps))
        if any(sum(one) >= sum(heaps) or max(one) >= size for one in options - {heaps}):
            raise NotDefinable("a table needs moves that lower the sum of the heaps, and no heap above the table")
        lost = sum(found.get(one, 0) for one in options)
        found[heaps] = int(heaps not in options and lost <= rule.blocks and not (rule.misere and lost == len(options)))
    return Table(bytes(map(found.__getitem__, places)), size, len(rule.heaps))


def value_table(rule: Moves, size: int, budget: Budget) -> Table | None:
    """Compute a table of the Grundy values of a rule on one heap, which may split it.

    Args:
        rule: The rule.
        size: The heaps are less than this.
        budget: Counts the positions and options.

    Returns:
        The table, or None if a value is larger than 255.
    """
    found: list[int] = []
    listed = ListedMoves(rule)
    for n in range(size):
        budget.charge_unstored(listed.cost((n,)))
        found.append(mex({reduce(int.__xor__, map(found.__getitem__, parts)) for parts in listed.of((n,))}))
        if found[-1] > 255:
            return None
    return Table(bytes(found), size, 1)


class ListedMoves:
    """Lists the options of positions of a rule by trying all numbers that a move can choose.

    Args:
        rule: The rule.

    Attributes:
        expressions: The conditions and terms of the moves.
    """

    def __init__(self, rule: Moves) -> None:
        self.rule = rule
        self._where = _condition(rule.where, rule.heaps) if rule.where else None
        self._kinds = []
        self.expressions: list[Node] = []
        for move in rule.moves:
            names = (*rule.heaps, *move.chosen)
            terms = [
                _number(term, names) for term in move.parts or [move.leaves.get(heap, heap) for heap in rule.heaps]
            ]
            condition = read_condition(Scanner(move.condition), names, functions=CLAIM_FUNCTIONS)
            self.expressions += [condition, *terms]
            after = [compile_node(term, names) for term in terms]
            self._kinds.append((len(move.chosen), compile_node(condition, names), after))

    def legal(self, heaps: Heaps) -> bool:
        """Return whether the sizes of the heaps are a position of the rule."""
        return self._where is None or bool(self._where(heaps))

    def cost(self, heaps: Heaps) -> int:
        """Return an estimate of the work to list the options of a position."""
        return 1 + sum(int((max(heaps) + 1) ** chosen) for chosen, _, _ in self._kinds) // 4

    def of(self, heaps: Heaps) -> Iterator[Heaps]:
        """Yield the heaps that each move leaves; a move that splits a heap leaves several."""
        most = max(heaps) + 1
        for chosen, condition, after in self._kinds:
            for numbers in product(range(most), repeat=chosen):
                place = (*heaps, *numbers)
                if condition(place):
                    left = tuple(one(place) for one in after)
                    if min(left) >= 0 and self.legal(left):
                        yield left


class _Marks:
    """Computes P-positions, if moves subtract vectors, by marking the positions with a move to a P-position.

    Positions are stored in rows. A row is an integer with one bit for each size of the last heap, and there is one row
    for each choice of the sizes of the other heaps. `levels[i]` marks the positions with more than i moves to
    P-positions. There is one level more than the number of moves that the opponent may forbid. So the positions that
    the last level marks are N-positions.
    """

    def __init__(self, rule: Moves, size: int, kinds: Mapping[str, set[Heaps]], budget: Budget) -> None:
        self.rule, self.size, self.full = rule, size, (1 << size) - 1
        self.rows = list(product(range(size), repeat=len(rule.heaps) - 1))
        self.levels = [dict.fromkeys(self.rows, 0) for _ in range(rule.blocks + 1)]
        self._chunks: dict[tuple[int, ...], int] = {}
        legal = {text: self._legal(text, budget) for text in kinds}
        groups: dict[tuple[str, ...], dict[Heaps, int]] = {}
        for vector in set[Heaps]().union(*kinds.values()):
            falls = groups.setdefault(tuple(text for text in kinds if vector in kinds[text]), {})
            falls[vector[:-1]] = falls.get(vector[:-1], 0) | 1 << vector[-1]
        self.kinds = [
            ({row: reduce(int.__or__, (legal[text][row] for text in texts)) for row in self.rows}, falls)
            for texts, falls in groups.items()
        ]

    @classmethod
    def of(cls, rule: Moves, size: int, budget: Budget) -> _Marks | None:
        """Return an object that computes the P-positions of a rule, or None if the rule does not subtract vectors."""
        kinds: dict[str, set[Heaps]] = {}
        for move in rule.moves:
            found = _vectors(rule, move, size, budget)
            if found is None or rule.where or (rule.misere and rule.blocks):
                return None
            kinds.setdefault(found[0], set()).update(found[1])
        budget.charge_unstored(size ** len(rule.heaps) // 64)
        return cls(rule, size, kinds, budget)

    def table(self) -> Table:
        """Return the table of P-positions; 1 is P and 0 is N."""
        here, rows = (0,) * (len(self.rule.heaps) - 1), []
        own = [(legal, falls[here]) for legal, falls in self.kinds if here in falls]
        for row in self.rows:
            last = self._last(row) if self.rule.misere else 0
            lost = self.full & ~(self.levels[-1][row] | last)
            if own:
                lost = self._within(row, lost, own)
            for legal, kind in self.kinds:
                for above, falls in kind.items():
                    after = tuple(map(int.__add__, row, above))
                    if after in legal and after != row:
                        few, many = sorted((falls, lost), key=int.bit_count)
                        for place in _bits(few):
                            self._mark(after, many << place & legal[after])
            rows.append(format(lost, f"0{self.size}b").encode().translate(_ENTRIES)[::-1])
        return Table(b"".join(rows), self.size, len(self.rule.heaps))

    def _within(self, row: Heaps, left: int, own: Sequence[tuple[Mapping[Heaps, int], int]]) -> int:
        """Return the P-positions of a row, as bits.

        `left` has the positions of the row that other rows have not decided. `row` has the sizes of all heaps but the
        last. `own` has the moves that only lower the last heap, and so lead to positions of the same row.
        """
        lost, width = 0, max(falls.bit_length() - 1 for _, falls in own)
        if self.rule.blocks or width > CHUNK:
            while left:
                bit = left & -left
                lost |= bit
                for legal, falls in own:
                    self._mark(row, falls * bit & legal[row])
                left &= ~self.levels[-1][row] & -2 * bit
            return lost
        small = (1 << CHUNK) - 1
        masks = [sum(1 << width - fall for fall in _bits(bits)) for _, bits in own]
        for begin in range(0, self.size, CHUNK):
            before = lost >> begin - width if begin else 0
            key = before, left >> begin & small, *(legal[row] >> begin & small for legal, _ in own)
            if key not in self._chunks:
                self._chunks[key] = self._chunk(width, masks, *key)
            lost |= self._chunks[key] << begin
        return lost

    def _chunk(self, width: int, masks: Sequence[int], before: int, left: int, *legal: int) -> int:
        """Return the P-positions among the next positions of a row, as bits.

        All arguments except `width` are bit masks. `before` has the P-positions among the last `width` positions, and
        `left` the next positions that no other row has decided. For each kind of move, `masks` has the positions that
        it reaches, relative to the position before it, and `legal` has the next positions in which it is allowed.
        """
        for y in _bits(left):
            if not any(may >> y & 1 and before >> y & mask for mask, may in zip(masks, legal, strict=True)):
                before |= 1 << width + y
        return before >> width

    def _mark(self, row: Heaps, bits: int) -> None:
        for level in self.levels:
            level[row], bits = level[row] | bits, level[row] & bits  # those marked before

    def _legal(self, text: str, budget: Budget) -> dict[Heaps, int]:
        """Return, row by row, the positions in which a condition on the heaps, given as text, is true."""
        if not text:
            return dict.fromkeys(self.rows, self.full)
        names = self.rule.heaps
        arithmetic = Arithmetic(Base(2), budget)
        try:
            found = Formulas(arithmetic).read(text) & arithmetic.natural(names)
        except NotDefinable:
            check = _condition(text, names)
            return {row: sum(1 << y for y in range(self.size) if check((*row, y))) for row in self.rows}
        return dict(zip(self.rows, found.rows(self.size), strict=True))

    def _last(self, row: Heaps) -> int:
        """Return the positions of a row without a move, as bits; `row` has the sizes of all heaps but the last."""
        able = 0
        for legal, falls in self.kinds:
            fits = (bits & -bits for above, bits in falls.items() if all(map(int.__le__, above, row)))
            able |= (self.full & -min(fits, default=self.full + 1)) & legal[row]
        return self.full & ~able


def _bits(number: int) -> Iterator[int]:
    """Yield the indices of the set bits of a number."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def _vectors(rule: Moves, move: LinearMove, size: int, budget: Budget) -> tuple[str, set[Heaps]] | None:
    """Return a condition on the heaps, and the vectors that a kind of move subtracts if the condition is true.

    The result is None if the move does not subtract vectors, or if these depend on the heaps and not only on the
    numbers that the player chooses. Vectors with an entry of at least `size` are omitted.
    """
    terms = _falls(rule, move)
    if terms is None:
        return None
    names, falls = set(move.chosen), [(variable(heap), term) for heap, term in terms.items()]
    small, large = [], []
    node = read_condition(Scanner(move.condition), (*rule.heaps, *move.chosen), functions=CLAIM_FUNCTIONS)
    for part in _conjuncts(node):
        used = set(names_in(part))
        if any(part in (compared(term, "<=", heap), compared(heap, ">=", term)) for heap, term in falls):
            continue
        if used <= names:
            small.append(f"({part})")
        elif not used & names:
            large.append(f"({part})")
        else:
            return None
    check = _condition(" and ".join(small) or "0 == 0", move.chosen)
    sizes = [compile_node(terms.get(heap, Node("number")), move.chosen) for heap in rule.heaps]
    budget.charge_unstored(size ** len(move.chosen) // 8)
    chosen = filter(check, product(range(size), repeat=len(move.chosen)))
    vectors = {tuple(one(numbers) for one in sizes) for numbers in chosen}
    legal = {vector for vector in vectors if min(vector) >= 0 and any(vector) and max(vector) < size}
    return None if any(min(vector) < 0 or not any(vector) for vector in vectors) else (" and ".join(large), legal)


def _conjuncts(node: Node) -> Iterator[Node]:
    """Yield the operands of "and" in a condition, or the condition itself."""
    if node.op == "and":
        for arg in node.args:
            yield from _conjuncts(arg)
    elif node.op == "compare":
        for left, sign, right in zip(node.args, node.signs, node.args[1:], strict=False):
            yield compared(left, sign, right)
    else:
        yield node


def _falls(rule: Moves, move: LinearMove) -> dict[str, Node] | None:
    """Return the expression that a move subtracts from each heap that changes, or None for any other kind of move.

    An expression may contain only the numbers that the player chooses.
    """
    found = {}
    for heap, term in move.leaves.items():
        node = _number(term, (*rule.heaps, *move.chosen))
        if node.op != "-" or node.args[0] != variable(heap) or set(names_in(node.args[1])) & set(rule.heaps):
            return None
        found[heap] = node.args[1]
    return None if move.parts else found


def _takes(rule: Moves, move: LinearMove) -> bool:
    """Return whether a kind of move on one heap takes a chosen number of tokens from it and does nothing else."""
    falls = _falls(rule, move)
    return falls is not None and list(falls.values()) == list(map(variable, move.chosen))


def _sieved(rule: Moves, size: int, budget: Budget) -> Table:
    """Compute the table of P-positions of a rule on one heap, by a sieve like that of Eratosthenes.

    The heaps are examined in ascending order. A heap that is not marked is a P-position, and then all larger heaps with
    a move to it are marked as N-positions. Entry n of the table is 1 if heap n is a P-position, else 0.
    """
    checks = [_condition(move.condition, (*rule.heaps, *move.chosen)) for move in rule.moves]
    found, won = bytearray(size), bytearray(size)
    for p in range(size):
        if not won[p]:
            found[p] = 1
            budget.charge_unstored(1 + (size - p) // 4)
            for n in range(p + 1, size):
                if not won[n] and any(check((n, n - p)) for check in checks):
                    won[n] = 1
    return Table(bytes(found), size, 1)


def _condition(text: str, names: Sequence[str]) -> Check:
    return compile_node(read_condition(Scanner(text), names, functions=CLAIM_FUNCTIONS), names)


def _number(text: str, names: Sequence[str]) -> Node:
    return read_number(Scanner(text), names, CLAIM_FUNCTIONS)
