"""Take-and-break games: Kayles, the Dawson family, Grundy's game, Lasker's nim, and every octal code.

`0.77: 5 9` plays any code of `core.codes` on heaps. Well-known games have names: `kayles` is 0.77, `grundy` is 4!.0. A
named game and its code have the same moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import lcm

from ...core import (
    MAX_OPTIONS,
    Code,
    Course,
    HeapRuleset,
    Knowledge,
    LimitReached,
    Ruleset,
    Structure,
    Sum,
    Theorem,
    breaks,
    facet,
    read_code,
)
from ...core.codes import Digit, Item

Values = Callable[[int], int]
MOST_JOINED = 1000
"""The largest number of tokens of a set that is joined with a code."""
_TAKE = Digit((Item(0), Item(1)))
"""The digit that allows taking a number of tokens without a split."""


class CodeGame(HeapRuleset, Structure, Knowledge[int]):
    """The heap game that a take-and-break code, such as 0.77, defines."""

    def __init__(self, code: Code, name: str | None = None) -> None:
        self.code = code
        self.name = name or str(code)
        digits = code.plain
        self.rows = digits is not None and digits[0] == 0 and max(digits) in range(4, 8)

    def sequence(self) -> Code:
        return self.code

    def options(self, position: int) -> Iterable[Sum[int]]:
        """Return the results of the moves, sorted by the number of tokens taken.

        A move that leaves nothing results in a heap of 0.
        """
        if position > MAX_OPTIONS and (
            self.code.tail or any(d.items[-1].heaps > 1 for d in self.code.digits if d.items)
        ):
            size = str(position) if position < 10**20 else f"a number of {len(str(position))} digits"
            raise LimitReached(
                f"{self.name}: a heap of {size} has too many moves to list (at most {MAX_OPTIONS})", kind="size"
            )
        return (Sum.of(pieces or (0,)) for pieces in breaks(self.code, position))

    def count_moves(self, position: int) -> int | None:
        """Return the number of moves, or None if a move of the code can leave more than three heaps."""
        code = self.code
        bits = [digit.bits for digit in code.digits + code.tail]
        digits = [number for number in bits if number is not None and number < 1 << 4]
        if len(digits) < len(bits):
            return None
        self.options(position)  # raises an error for heaps that are too large
        most, fixed, period = code.most_taken(position), len(code.digits), len(code.tail)
        once = digits[:fixed][: most + 1]
        runs = [(range(position - k, position - k - 1, -1), digit) for k, digit in enumerate(once)]
        runs += [(range(position - fixed - k, -1, -period), digit) for k, digit in enumerate(digits[fixed:])]
        count = sum(_ways(rests, heaps) for rests, digit in runs for heaps in range(4) if digit >> heaps & 1)
        if count > MAX_OPTIONS:
            raise LimitReached(f"{self.name}: a position has more than {MAX_OPTIONS} options", kind="size")
        return count


def _ways(rests: range, heaps: int) -> int:
    """Count the ways to write a number of `rests` as a sum of `heaps` positive heaps, whose order does not matter.

    `heaps` is at most three, and `rests` must descend. Counting stops above `MAX_OPTIONS`.

    >>> [_ways(range(7, 0, -3), heaps) for heaps in range(4)]
    [0, 3, 5, 5]
    """
    if heaps < 2:
        return len(rests) - (0 in rests) if heaps else int(0 in rests)
    found = 0
    for total in rests:
        found += total // 2 if heaps == 2 else (total * total + 6) // 12
        if found > MAX_OPTIONS:
            break
    return found


class KnownCodeGame(CodeGame):
    """A take-and-break game whose values are given by a formula.

    The constructor takes the code, the name of the game or None, a function from the size of a heap to its Grundy
    value, the period of these values, and the theorem that proves them.
    """

    def __init__(self, code: Code, name: str | None, values: Values, course: Course, theory: Theorem) -> None:
        super().__init__(code, name)
        self._values = values
        self.value_course = course
        self.theory = theory

    def known_value(self, position: int) -> int:
        return self._values(position)


def lasker_value(heap: int) -> int:
    """Return the Grundy value of a heap of Lasker's nim.

    >>> [lasker_value(n) for n in range(9)]
    [0, 1, 2, 4, 3, 5, 6, 8, 7]
    """
    if heap % 4 == 3:
        return heap + 1
    return heap - 1 if heap and heap % 4 == 0 else heap


def lasker() -> KnownCodeGame:
    """Return Lasker's nim: nim, or split a heap in two."""
    return KnownCodeGame(
        read_code("4.[3]"),
        "lasker",
        lasker_value,
        Course(1, 4, 4),
        Theorem(
            "A heap of n >= 1 has value n when n mod 4 is 1 or 2, n + 1 when it is 3 and n - 1 when it is 0",
            "E. Lasker, Brettspiele der Voelker, 1931; Berlekamp, Conway and Guy, Winning Ways, 1982",
        ),
    )


def code_of(ruleset: Ruleset[int]) -> Code | None:
    """Return the take-and-break code that has the same moves as a ruleset, or None if no code is found.

    A code is found for games given by a code, for finite sets of takes, for sets of takes with finitely many
    exceptions, for the split of a heap into any two, and for rules that join several of these by "or".

    >>> from grundy import read_ruleset
    >>> texts = "take {1, 3}", "kayles", "take all-but {2}", "take 1..2 or split", "take squares"
    >>> [str(code_of(read_ruleset(text))) for text in texts]
    ['0.303', '0.77', '0.30[3]', '4.33', 'None']
    """
    rule = facet(ruleset, Structure).sequence()
    if isinstance(rule, Code):
        return rule
    from .clauses import HeapRule

    if isinstance(ruleset, HeapRule):
        codes = [_clause_code(clause) for clause in ruleset.clauses]
        return None if None in codes else union([code for code in codes if code is not None])
    return None if rule is None else _take_code(rule)


def _clause_code(clause: object) -> Code | None:
    from .clauses import Split, TakeSet

    if isinstance(clause, Split) and clause.condition is None:
        return read_code("4.0")
    if not isinstance(clause, TakeSet):
        return None
    if clause.excluded is None:
        return None if clause.finite is None else _take_code(clause.finite)
    last = max(clause.excluded, default=0)
    return _take_code([*range(1, last + 1)], clause.excluded, tail=(_TAKE,))


def _take_code(takes: Sequence[int], excluded: Collection[int] = (), tail: tuple[Digit, ...] = ()) -> Code | None:
    last, allowed = max(takes, default=0), set(takes).difference(excluded)
    if last > MOST_JOINED:
        return None
    return Code(tuple(_TAKE if taken in allowed else Digit(()) for taken in range(last + 1)), tail)


def union(codes: Sequence[Code]) -> Code:
    """Return the code whose moves are those of several codes.

    >>> str(union([read_code("0.77"), read_code("0.00003")])), str(union([read_code("4.0"), read_code("0.[3]")]))
    ('0.77003', '4.[3]')
    """
    longest, turn = max(len(code.digits) for code in codes), lcm(*(len(code.tail) or 1 for code in codes))
    stop = longest + turn if any(code.tail for code in codes) else longest
    digits = tuple(_both(code.digit(taken) for code in codes) for taken in range(stop))
    return Code(digits[:longest], digits[longest:])


def _both(digits: Iterable[Digit]) -> Digit:
    found = {item for digit in digits for item in digit.items}
    return Digit(tuple(sorted(item for item in found if not item.limit or item._replace(limit="") not in found)))


def code_game(text: str, name: str | None = None) -> CodeGame:
    """Return the heap game of a take-and-break code such as 0.77; `0.[3]` is recognized as nim.

    Args:
        text: The code.
        name: The name of the game, or None to use the code.

    Returns:
        The ruleset.

    Raises:
        NotationError: If the code is invalid.
    """
    code = read_code(text)
    if str(code) == "0.[3]":
        theory = Theorem("A heap of n has Grundy value n: the code 0.[3] is nim", "C. L. Bouton, 1901")
        return KnownCodeGame(code, name, int, Course(0, 1, 1), theory)
    return CodeGame(code, name)
