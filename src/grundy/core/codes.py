"""Take-and-break games: heap games defined by a code of digits.

The digit d_t after the point states what may be left after taking t tokens. Its bits allow: bit 0 nothing, bit 1 one
heap, bit 2 two heaps, bit 3 three heaps; the letters A to V are the digits 10 to 31. The digit d_0 before the point
allows splits without taking. So `0.77` is Kayles and `0.137` is Dawson's Chess. Further notation, as in Siegel's
program CGSuite:

    4!.0      a suffix limits splits: `!` all heaps different, `?` not all equal, `=` all equal
    0.{2!,3}  braces list numbers of heaps, each with its own suffix; {2+} two or more; * any number
    0.[3]     brackets at the end repeat their digits forever (this one is nim)

Sources: R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956; E. R. Berlekamp, J. H. Conway and R. K.
Guy, "Winning Ways", 1982.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .errors import NotationError
from .limits import iterate_checked
from .scanner import Scanner

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
_SUFFIX = r"[!?=]"


class Item(NamedTuple):
    """A number of heaps that a digit of a code lets a move leave; a suffix may limit the sizes of these heaps.

    Attributes:
        heaps: The number of heaps.
        limit: A suffix that limits the heaps (`!`, `?` or `=`), or "".
        more: Whether larger numbers of heaps are allowed too.
    """

    heaps: int
    limit: str = ""
    more: bool = False

    def __str__(self) -> str:
        return f"{self.heaps}{'+' if self.more else ''}{self.limit}"

    @property
    def words(self) -> str:
        """The number of heaps in words, such as "two heaps of different sizes".

        Example:
            >>> Item(0).words, Item(2, "!").words, Item(3, "", more=True).words
            ('nothing', 'two heaps of different sizes', 'three or more heaps')
        """
        names = ("no", "one", "two", "three", "four")
        number = names[self.heaps] if self.heaps < len(names) else str(self.heaps)
        if self.more:
            number = f"{number} or more" if self.heaps else "any number of"
        elif not self.heaps:
            return "nothing"
        what = "heap" if self.heaps == 1 and not self.more else "heaps"
        limits = {"!": " of different sizes", "?": " that are not all equal", "=": " of equal size"}
        return f"{number} {what}{limits.get(self.limit, '')}"


class Digit(NamedTuple):
    """A digit of a take-and-break code: how many heaps a move may leave after taking a fixed number of tokens.

    Attributes:
        items: The allowed numbers of heaps, ascending.
    """

    items: tuple[Item, ...]

    @property
    def bits(self) -> int | None:
        """The digit as a number: bit h is set if the move may leave h heaps, so leaving none, one or two heaps gives 7.

        It is None if a number of heaps has a suffix or the digit allows any larger number of heaps, as in "{2+}".
        """
        if any(item.limit or item.more for item in self.items):
            return None
        return sum(1 << item.heaps for item in self.items)

    def __str__(self) -> str:
        if self.items == (Item(0, "", more=True),):
            return "*"
        limits = {item.limit for item in self.items if item.heaps >= 2}
        number = sum(1 << item.heaps for item in self.items)
        if len(limits) <= 1 and number < len(_DIGITS) and not any(item.more for item in self.items):
            return _DIGITS[number] + "".join(limits)
        return "{" + ",".join(map(str, self.items)) + "}"


@dataclass(frozen=True)
class Code:
    """A take-and-break code, such as the octal code 0.77 of Kayles.

    Attributes:
        digits: The digit for each number of tokens taken, from 0.
        tail: Digits that follow and repeat forever; usually empty.
    """

    digits: tuple[Digit, ...]
    tail: tuple[Digit, ...] = ()

    @property
    def words(self) -> str:
        """The rule in words.

        Example:
            >>> read_code("0.77").words
            'take 1 or 2 tokens of a heap and leave nothing, one heap or two heaps of the rest'
        """
        told: dict[Digit, list[str]] = {}
        last = len(self.digits)
        for taken in range(last + len(self.tail)):
            if (digit := self.digit(taken)).items:
                more = f"{', '.join(f'{taken + turn * len(self.tail)}' for turn in range(3))}, ..."
                told.setdefault(digit, []).append(str(taken) if taken < last else more)
        parts = []
        for digit, amounts in told.items():
            left = [item.words for item in digit.items if item.heaps > 1 or amounts != ["0"]]
            leave = " or ".join([", ".join(left[:-1]), left[-1]] if left[1:] else left)
            takes = " or ".join([", ".join(amounts[:-1]), amounts[-1]] if amounts[1:] else amounts)
            tokens = "token" if takes == "1" else "tokens"
            split = f"split a heap into {leave}"
            parts.append(
                split if amounts == ["0"] else f"take {takes} {tokens} of a heap and leave {leave} of the rest"
            )
        return ", or ".join(parts) or "no move"

    def digit(self, taken: int) -> Digit:
        """Return the digit that states how many heaps may be left after taking `taken` tokens."""
        if taken < len(self.digits):
            return self.digits[taken]
        return self.tail[(taken - len(self.digits)) % len(self.tail)] if self.tail else Digit(())

    @cached_property
    def plain(self) -> tuple[int, ...] | None:
        """The digits as numbers, such as (0, 7, 7) for 0.77; None if the code repeats digits or has a suffix or "+"."""
        bits = [digit.bits for digit in self.digits]
        if self.tail or None in bits:
            return None
        return tuple(b for b in bits if b is not None)

    def most_taken(self, heap: int) -> int:
        """Return an upper bound on the number of tokens that a move can take from a heap of `heap` tokens.

        It is the number of digits after the point, or `heap` if that is smaller or the digits repeat forever.
        """
        return heap if self.tail else min(heap, len(self.digits) - 1)

    def allows(self, taken: int, pieces: Sequence[int]) -> bool:
        """Return whether a move may take `taken` tokens and leave the heaps `pieces`.

        Args:
            taken: The number of tokens.
            pieces: Positive heap sizes.

        Returns:
            Whether the code allows it.

        Example:
            >>> read_code("4!.0").allows(0, (1, 2)), read_code("4!.0").allows(0, (2, 2))
            (True, False)
        """
        heaps = len(pieces)
        return (taken > 0 or heaps > 1) and any(
            (item.heaps == heaps or (item.more and item.heaps < heaps)) and _allowed(pieces, item.limit)
            for item in self.digit(taken).items
        )

    def __str__(self) -> str:
        """Return the code in notation; reading it returns an equal code."""
        tail = f"[{''.join(map(str, self.tail))}]" if self.tail else ""
        return f"{self.digits[0]}." + ("".join(map(str, self.digits[1:])) + tail or "0")


def read_code(text: str) -> Code:
    """Read a take-and-break code; raise `NotationError`, with the place of the mistake, for any other text.

    >>> str(read_code(".137")), str(read_code("4!.0")), read_code("0.77").plain
    ('0.137', '4!.0', (0, 7, 7))
    """
    if (blank := text.find(" ")) >= 0:
        raise NotationError("expected a code without blanks, found one", text=text, at=blank)
    scanner = Scanner(text)
    first = Digit(()) if scanner.match(r"(?=\.)") is not None else _read_digit(scanner)
    if any(item.heaps < 2 for item in first.items):
        raise scanner.error("0 or a digit that only splits (4, 8, C) before the point", at=0)
    scanner.expect(".", '"." after the first digit')
    digits = [first]
    while not scanner.done() and scanner.match(r"\[") is None:
        digits.append(_read_digit(scanner))
    tail = _read_tail(scanner) if scanner.text[scanner.at - 1 : scanner.at] == "[" else ()
    if not tail:
        while len(digits) > 1 and not digits[-1].items:
            digits.pop()
    return Code(tuple(digits), tail)


def _read_tail(scanner: Scanner) -> tuple[Digit, ...]:
    tail = [_read_digit(scanner)]
    while scanner.match(r"\]") is None:
        tail.append(_read_digit(scanner))
    scanner.end("the end of the code after ]")
    return tuple(tail) if any(digit.items for digit in tail) else ()


def _read_digit(scanner: Scanner) -> Digit:
    """Read a digit: (0-9 | A-V | "*" | "{" items "}") [suffix]."""
    if scanner.match(r"\*") is not None:
        return Digit((Item(0, "", more=True),))
    if scanner.match(r"\{") is not None:
        return _read_items(scanner)
    found = scanner.needed("[0-9A-Va-v]", "a digit 0-9 or A-V, {numbers of heaps} or *")
    number = _DIGITS.index(found.upper())
    limit = scanner.match(_SUFFIX) or ""
    if limit and number < 4:
        raise scanner.error("a suffix only after a digit that splits (4 or more)", at=scanner.at - 1)
    return Digit(tuple(Item(h, limit if h >= 2 else "") for h in range(5) if number >> h & 1))


def _read_items(scanner: Scanner) -> Digit:
    items: list[Item] = []
    while True:
        heaps = scanner.integer("a number of heaps")
        if heaps > 64:
            raise scanner.error("at most 64 heaps")
        more = scanner.match(r"\+") is not None
        limit = scanner.match(_SUFFIX) or ""
        items.append(Item(heaps, limit if heaps >= 2 or more else "", more))
        if scanner.match(",") is None:
            break
    scanner.expect("}", '"," or "}"')
    return Digit(tuple(sorted(set(items))))


def breaks(code: Code, heap: int) -> Iterator[tuple[int, ...]]:
    """Yield the heaps that each move in a heap leaves; moves that take fewer tokens come first.

    Args:
        code: The code.
        heap: The size of the heap.

    Yields:
        For each move the sizes of the heaps that remain of this heap, an ascending tuple without zeros. No tuple occurs
        twice.
    """
    for taken in iterate_checked(range(code.most_taken(heap) + 1)):
        rest = heap - taken
        seen: set[tuple[int, ...]] = set()
        for item in code.digit(taken).items:
            most = rest if item.more else item.heaps
            for heaps in range(item.heaps, most + 1):
                for pieces in partitions(rest, heaps) if heaps < 2 else iterate_checked(partitions(rest, heaps)):
                    if _allowed(pieces, item.limit) and not (taken == 0 and heaps < 2) and pieces not in seen:
                        seen.add(pieces)
                        yield pieces


def _allowed(pieces: Sequence[int], limit: str) -> bool:
    """Return whether a suffix allows heaps of the sizes `pieces`.

    The suffix `limit` is `!` (all different), `?` (not all equal), `=` (all equal) or "" (no limit). Fewer than two
    heaps are always allowed.
    """
    if not limit or len(pieces) < 2:
        return True
    kinds = len(set(pieces))
    return {"!": kinds == len(pieces), "?": kinds > 1, "=": kinds == 1}[limit]


def partitions(total: int, parts: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write `total` as a sum of `parts` integers.

    Args:
        total: The sum.
        parts: The number of summands.
        least: The least summand allowed.

    Yields:
        Ascending tuples, in lexicographic order.

    Example:
        >>> list(partitions(6, 3))
        [(1, 1, 4), (1, 2, 3), (2, 2, 2)]
    """
    if parts == 0 and total == 0:
        yield ()
    elif parts == 1 and total >= least:
        yield (total,)
    elif parts == 2:
        yield from ((a, total - a) for a in range(least, total // 2 + 1))
    elif parts > 2:
        for first in range(least, total // parts + 1):
            for others in partitions(total - first, parts - 1, first):
                yield (first, *others)
