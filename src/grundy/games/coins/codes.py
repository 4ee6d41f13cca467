"""Coin-turning games by code, as in A. N. Siegel's program CGSuite: `1+C` is Ruler, `1-3` is Mock Turtles.

A code has one or more entries, separated by commas; a move follows one of them. An entry begins with the number of
coins that a move may turn: a number such as 2, a range such as 2-3 or a least number such as 1+. Letters after it
restrict which coins: `C` neighbours, `C(5)` within five neighbouring places, `E` equally spaced, `S` symmetric, `F`
with the first coin. "2-3,6C" turns any two or three coins, or six neighbours. Coins are counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...core import NotationError, RuleError
from .counts import CountLaw
from .laws import WORK, CoinLaw, Coins, RunLaw, SymmetricLaw, chosen
from .turning import CoinRow

_ITEM = re.compile(r"([0-9]+)(?:-([0-9]+)|(\+))?((?:C\([0-9]+\)|[CEFS])*)")
FIRST = 1
"""The number of the first coin."""


class CodeEntry(NamedTuple):
    """One entry of a code: how many coins a move turns, and which.

    Attributes:
        least: The least number of coins.
        most: The greatest number of coins; None if unlimited.
        letters: The letters C, E, F and S that restrict the coins.
        span: The number of neighbouring places within which the coins must be; None if unlimited.
    """

    least: int
    most: int | None
    letters: frozenset[str]
    span: int | None = None

    @property
    def memory(self) -> int | None:
        """How far to the left of the rightmost coin of a move its other coins may be; None if unlimited."""
        if self.span is not None:
            return self.span - 1
        return self.most - 1 if self.most is not None and "C" in self.letters else None

    @property
    def words(self) -> str:
        """The entry in words, such as "1 or more neighbouring coins"."""
        more = " or more" if self.most is None else f" to {self.most}" if self.most > self.least else ""
        kinds = {"C": "neighbouring", "E": "equally spaced", "S": "symmetrically placed"}
        kind = "".join(f"{word} " for letter, word in kinds.items() if letter in self.letters)
        coins = "coin" if self.least == self.most == 1 else "coins"
        within = f" within {self.span} neighbouring places" if self.span is not None else ""
        return f"{self.least}{more} {kind}{coins}{within}{', among them coin 1' if 'F' in self.letters else ''}"

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield the sets of other coins that may be turned together with a coin, small sets first.

        Args:
            coin: The number of the rightmost coin that is turned.

        Yields:
            The sets, each as an ascending tuple of the numbers of coins.
        """
        place = coin - FIRST + 1
        for size in range(self.least, min(place, self.most or place, self.span or place) + 1):
            if size == 1:
                yield from [()] * ("F" not in self.letters or coin == FIRST)
            elif self.letters & {"C", "E"}:
                yield from self._spaced(coin, size)
            else:
                yield from self._spread(coin, size)

    def _spaced(self, coin: int, size: int) -> Iterator[Coins]:
        widest = 1 if "C" in self.letters else (coin - FIRST) // (size - 1)
        for step in range(widest, 0, -1):
            left = coin - step * (size - 1)
            if (left == FIRST or "F" not in self.letters) and coin - left < (self.span or coin):
                yield tuple(range(left, coin, step))

    def _spread(self, coin: int, size: int) -> Iterator[Coins]:
        lowest = max(FIRST, coin + 1 - (self.span or coin))
        for left in range(lowest, min(coin, FIRST + 1) if "F" in self.letters else coin):
            if "S" not in self.letters:
                yield from ((left, *inner) for inner in chosen(range(left + 1, coin), size - 2))
            elif size % 2 == 0 or (left + coin) % 2 == 0:
                middle = ((left + coin) // 2,) if size % 2 else ()
                for inner in chosen(range(left + 1, (left + coin + 1) // 2), (size - 2) // 2):
                    yield (left, *inner, *middle, *(left + coin - i for i in reversed(inner)))


class CodeLaw(CoinLaw):
    """The general coin-turning rule of any code, for codes that no more special rule covers.

    A code has one or more entries, separated by commas: "2-3,6C" has the entries "2-3" and "6C". A move turns the coins
    that some entry allows.
    """

    def __init__(self, name: str, entries: Iterable[CodeEntry]) -> None:
        super().__init__(name, FIRST)
        self.entries = tuple(entries)
        memories = [entry.memory for entry in self.entries]
        self.memory = None if None in memories else max(memory or 0 for memory in memories)

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield the sets of other coins that may be turned with `coin` as the rightmost, each set once.

        The sets that the first entry of the code allows come first, then those of the second entry, and so on.
        """
        seen: set[Coins] = set()
        for entry in self.entries:
            for found in entry.companions(coin):
                if len(self.entries) == 1:
                    yield found
                elif found not in seen:
                    seen.add(found)
                    yield found

    def count(self, coin: int) -> int:
        total = 0
        for _ in self.companions(coin):
            total += 1
            if total > WORK:
                raise self.too_many(coin)
        return total


class CodeRow(CoinRow):
    """A coin-turning game on a row that is given by a code.

    Example:
        >>> turning_code("2-3,6C").words
        'turn 2 to 3 coins, or 6 neighbouring coins; the rightmost goes from heads to tails'
    """

    def __init__(self, name: str, entries: list[CodeEntry]) -> None:
        super().__init__(_law(name, entries))
        entries_in_words = ", or ".join(entry.words for entry in entries)
        self.words = f"turn {entries_in_words}; the rightmost goes from heads to tails"
        """The rule in words."""


def turning_code(text: str) -> CodeRow:
    """Return the coin-turning game of a code.

    Args:
        text: The code, such as "1+C" or "2-3,6C".

    Returns:
        The ruleset; its name is the code.

    Raises:
        RuleError: If the code is wrong.

    Example:
        >>> [turning_code("1+C").known_value((coin,)) for coin in range(1, 9)]
        [1, 2, 1, 4, 1, 2, 1, 8]
    """
    entries, at = list[CodeEntry](), 0
    for piece in text.split(","):
        found = _ITEM.fullmatch(piece)
        if found is None:
            raise NotationError("expected a coin-turning code such as 1-3, 1+C or 2,6C", text=text, at=at)
        least, most = int(found[1]), None if found[3] else int(found[2] or found[1])
        spans = [int(number) for number in re.findall(r"C\(([0-9]+)\)", found[4])]
        letters = frozenset(re.sub(r"C\([0-9]+\)", "", found[4]))
        if least < 1 or (most is not None and most < least):
            raise RuleError(f"{piece}: expected a range of numbers from 1 on, ascending")
        if any(span < least for span in spans):
            raise RuleError(f"{piece}: {least} coins cannot be within {min(spans)} places")
        entries.append(CodeEntry(least, most, letters, min(spans, default=None)))
        at += len(piece) + 1
    return CodeRow(text, entries)


def _law(name: str, entries: list[CodeEntry]) -> CoinLaw:
    """Return the coin-turning rule of a code, given its text `name` and its `entries`.

    Codes with one entry that has no letter, only C or only S get a special rule, which may use a theorem. All others
    get a `CodeLaw`.
    """
    least, most, letters, span = entries[0]
    if len(entries) > 1 or letters not in (frozenset(), {"C"}, {"S"}) or (letters and span is not None):
        return CodeLaw(name, entries)
    if letters == {"C"}:
        return RunLaw(name, FIRST, least, most)
    if letters == {"S"}:
        return SymmetricLaw(name, FIRST, least, most)
    return CountLaw(name, FIRST, least, most, None if span is None else span - 1)
