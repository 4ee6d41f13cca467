"""Checks a large period of a code by its sparse space: few heaps are rare, and a window of values determines the next.

Theorem. At heap n, a value v is of common type if popcount(v & mask) + parity * (n + shift) is odd, else of rare type;
a heap n >= 1 is common or rare as its value is. Let parity * (t + shift) be even for every t after which two heaps may
be left, and let parity * p be even. Two common heaps that a move from n leaves have a value of rare type: both sums are
odd and add up, with parity * (n - t), to an even one. So all options of common type are in the set E(n) of options with
a part that is rare or empty. Let D(n) be the options with a part of at most `depth`. If v is the least number of common
type that is not in E(n), and every smaller number of rare type is in E(n) or D(n), then G(n) = v.

Suppose that this is so for A0 < n < n0 + p + window, where A0 is the last rare heap before, k is the largest number of
tokens that a move takes, depth >= A0, n0 > A0 and window >= depth + k. Suppose also that G(n + p) = G(n) for n0 <= n <
n0 + window. Then G(n + p) = G(n) for all n >= n0.

Proof by induction, for n >= n0 + window. In addition to a small or empty part, the options in E and D leave a heap of
at least n - k - depth >= n0. So E(n + p) = E(n) and D(n + p) = D(n), and types are repeated. The conditions for G(n) =
v were checked at n, or they hold there because they hold at n - p. So they hold at n + p too: that heap is common, and
G(n + p) = v.

The values may be proposed by anyone. The check of heap n is that its value is of common type and not in E(n), and that
each smaller number is in E(n) or D(n). It depends only on the values of smaller heaps. So if all heaps of a block pass
with the proposed values, all of them are right, by induction over n.

Heaps up to A0 + k, which is less than n0 + window, are computed by the rules. Values must be below 256.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from operator import xor
from random import SystemRandom

from .games import Rules, code_of
from .reading import Claim, Read, Reader, Stop, bit, many, nat, positive, reject
from .values import SHOWN, heap_values, repeats


def octal(game: object) -> Rules:
    """Read the data of a game given by an octal code; return its rules, see `games.Rules`.

    Raises:
        Stop: If a digit is above 7.
    """
    rules = code_of(game)
    if any(digit > 7 for _, digit in rules):
        raise Stop("UNSUPPORTED", "rare heaps are for take-break with digits 0 to 7")
    return rules


THEOREM = (
    "values of common type and few rare heaps decide the next value, so a block of them, once repeated, "
    "repeats forever (the sparse space of E. R. Berlekamp, J. H. Conway and R. K. Guy, 1982; proof in rare.py)"
)
GAMES = {"take-break": octal}
SPACE: dict[str, Read] = {"depth": nat, "mask": nat, "parity": bit, "shift": bit, "via": str, "window": positive}
CLAIM = SHOWN | SPACE
FEW, BLOCK = 1 << 11, 1 << 17
"""The number of small parts that are tried for many heaps at once, and the number of heaps verified together."""
WIDE, MOST, LONG = 256, 1 << 30, 1 << 20
"""The bound of values (a byte each), the largest number of values in memory, and an approximate one for segments."""


def check(reader: Reader, rules: Rules, claim: Claim, _: bool) -> str:
    """Check a period by a repeated block of values; if the reader asks for a sample, only random blocks are verified.

    Args:
        reader: The certificate.
        rules: The rules.
        claim: The preperiod, the period, the numbers of the theorem (such as `mask`), and the hash of the values.
        _: Whether play is misère; not used, because the kind of the certificate determines it.

    Returns:
        The claim in words.

    Raises:
        Stop: If a step is wrong, or if a limit is exceeded.
    """
    sparse = Sparse(reader, rules, claim, [*reader.entries(many(nat, 2))])
    reader.room(stop := claim["n0"] + claim["p"] + claim["window"], MOST)
    sparse.proceed(stop, stop, drawn(reader, range(-(-stop // BLOCK)), "blocks"))
    return repeats(memoryview(sparse.values), claim, claim["n0"], claim["window"])


def drawn(reader: Reader, numbers: range, what: str) -> Sequence[int]:
    """Choose the items (blocks or segments) to verify: all of them, or a random sample if the reader asks for one.

    Args:
        reader: The certificate, with the size of the sample.
        numbers: The numbers of all items.
        what: A plural noun for the items, used in the verdict.

    Returns:
        The numbers of the chosen items, in ascending order.
    """
    if reader.sample is None:
        return numbers
    reader.audited = f"only {reader.sample} {what}, drawn at random, were verified"
    return sorted(SystemRandom().sample(numbers, min(reader.sample, len(numbers))))


class Sparse:
    """The values of heaps of an octal game, computed or verified by the theorem of this module.

    Attributes:
        values: The values computed so far, from heap `base` on.
        items: The options in E, as pairs (d, v): a move from heap n leaves a heap of n - d, and a rare or empty part of
            value v.
        small: The values of the heaps 1 to `depth`, which are the small parts of options in D.
        parts: For each value v, numbers d such that a move from heap n leaves a heap of n - d and a small part of
            value v.
    """

    def __init__(self, reader: Reader, rules: Rules, claim: Claim, listed: list[list[int]]) -> None:
        """Check the conditions of the theorem on types, depth and rare heaps, and compute the first values.

        Args:
            reader: The certificate, for its time limit and its proposer of values.
            rules: The amounts that may be taken with their digits, see `games.Rules`.
            claim: The claim with the numbers of the theorem, such as `mask`, `depth` and `window`.
            listed: The rare heaps of the certificate, each with its value.

        Raises:
            Stop: If a condition does not hold, or if these are not the rare heaps.
        """
        self.reader, self.depth, self.mask = reader, claim["depth"], claim["mask"]
        self.parity, self.shift = claim["parity"], claim["shift"]
        self.splits = [taken for taken, digit in rules if digit & 4]
        if any(self.parity & (taken + self.shift) for taken in self.splits):
            reject("parity (t + shift) must be even for every take t that splits")
        last, largest = listed[-1][0] if listed else 0, max((taken for taken, _ in rules), default=0)
        enough = claim["window"] >= self.depth + largest and self.depth >= last
        if not enough or claim["n0"] <= last or self.parity & claim["p"]:
            reject("depth >= the last rare heap < n0, window >= depth + the largest take, and parity p even")
        values = heap_values(rules, last + largest + 1, reader)
        if [[n, value] for n, value in enumerate(values) if n and not self.common(n, value)] != listed:
            reject("listed must be the rare heaps with their values, and none comes soon after the last")
        items = {(taken + heap, value) for taken in self.splits for heap, value in listed}
        self.items = sorted(items | {(taken, 0) for taken, digit in rules if digit & 2})
        reaches = enumerate([0, *(distance for distance, _ in self.items)])
        _, self.reach = min((12 * distance + 80 * (len(self.items) - i), distance) for i, distance in reaches)
        near, self.far = ([i for i in self.items if (i[0] > self.reach) == far] for far in (False, True))
        self.gives = [sum(1 << (v ^ value) + WIDE * (d - 1) for d, value in near) for v in range(WIDE)]
        self.back = FEW + last + largest
        self.propose = reader.proposer and reader.proposer(claim, self.items)
        if max(values) >= WIDE:
            raise Stop("UNSUPPORTED", f"a value of {WIDE} or more")
        self.values, self.base = bytearray(values), 0
        self.extend(len(values))

    def common(self, heap: int, value: int) -> bool:
        """Return whether a value is of common type at a heap, as the theorem defines it.

        Args:
            heap: The size of the heap.
            value: The value.

        Returns:
            True for common, false for rare type.
        """
        return bool(((value & self.mask).bit_count() + self.parity * (heap + self.shift)) % 2)

    def proceed(self, stop: int, kept: int, verified: Container[int] = range(1 << 53)) -> None:
        """Append the values of the heaps below `stop`, in blocks, and verify blocks by the theorem.

        If the reader has a proposer, this function proposes the values of a block to verify. If these values are wrong,
        or without a proposer, the values are computed.

        Args:
            stop: The first heap that is not needed.
            kept: The number of values before heap `stop` that must stay in memory.
            verified: The numbers of the blocks to verify; other blocks are only computed.

        Raises:
            Stop: If the computed values of a block to verify are not proved, or if the time limit is exceeded.
        """
        while (begin := self.base + len(self.values)) < stop:
            self.reader.tick()
            end, asked = min(stop, begin // BLOCK * BLOCK + BLOCK), begin // BLOCK in verified
            if self.propose and asked and begin > self.depth:
                self.values += self.propose(bytes(self.values[-self.back :]), begin, end - begin)
            if self.base + len(self.values) != end or self.fault(begin):
                del self.values[begin - self.base :]
                self.extend(end)
                if asked and (reason := self.fault(begin)):
                    reject(reason)
            if len(self.values) > kept + LONG:
                self.base += len(self.values) - kept
                del self.values[:-kept]

    def extend(self, stop: int) -> None:
        """Append values up to heap `stop - 1`: for each heap, the least value of common type that is not in E."""
        rares = [sum(1 << v for v in range(WIDE) if not self.common(heap, v)) for heap in (0, 1)]
        values, far, gives, pending, full = self.values, self.far, self.gives, 0, (1 << WIDE) - 1
        for value in values[max(0, len(values) - self.reach) :]:
            pending = pending >> WIDE | gives[value]
        for heap in range(self.base + len(values), stop):
            seen = pending & full | rares[heap & 1]  # bit v of lane i: E has value v at the i-th next heap
            for distance, value in far:
                seen |= 1 << (values[-distance] ^ value)
            if (least := (seen ^ seen + 1).bit_length() - 1) >= WIDE:
                raise Stop("UNSUPPORTED", f"a value of {WIDE} or more")
            values.append(least)
            pending = pending >> WIDE | gives[least]
        if not self.base:
            self.small, self.parts = bytes(self.values[1 : self.depth + 1]), dict[int, list[int]]()
            for part, value in enumerate(self.small[:FEW], 1):
                self.parts.setdefault(value, []).extend(taken + part for taken in self.splits)

    def planes(self, low: int) -> Iterator[list[int]]:
        """Yield two lists of integers, called planes: for the heaps low, low + 2, ... and for low + 1, low + 3, ...

        Each list has a plane for every possible value. Bit i of the plane is set if the i-th of these heaps, counted
        from 0, has the value. No bit is set for heap 0 and for heaps whose values are not known.
        """
        absent = max(0, self.base - low, 1 - low)
        shown = bytes(absent) + self.values[low + absent - self.base :]
        for odd in (0, 1):
            lanes = [int.from_bytes(shown[odd + 2 * lane :: 16], "little") for lane in range(8)]
            ones = int.from_bytes(b"\1" * len(shown[odd::16]), "little")
            planes = [(1 << len(shown[odd::2])) - (1 << (absent + 1 - odd) // 2)]
            for k in range(8):
                bit = sum((lane >> k & ones) << i for i, lane in enumerate(lanes))
                halves = [plane & bit for plane in planes]
                planes = [*map(xor, planes, halves), *halves]
            yield planes

    def fault(self, begin: int) -> str:
        """Verify the values from heap `begin` on; return a reason why one of them is not proved, or "" if all are."""
        low = (begin - self.back) // 2 * 2
        planes = [*self.planes(low)]

        def given(heap: int, distance: int, value: int) -> int:
            return planes[heap - distance & 1][value] >> (heap - distance - low >> 1)

        for heap in (begin, begin + 1):
            above, wanted = (1 << (self.base + len(self.values) - heap + 1) // 2) - 1, 0
            while above:
                have, seen = given(heap, 0, wanted), 0
                for distance, value in self.items:
                    seen |= given(heap, distance, wanted ^ value)
                above ^= have
                if self.common(heap, wanted):
                    wrong = above ^ above & seen | have & seen
                else:
                    ways = (given(heap, d, v) for v in range(WIDE) for d in self.parts.get(wanted ^ v, ()))
                    wrong = have | self.lacking(above ^ above & seen, heap, wanted, ways)
                if wrong:
                    lacks = f"no option with a part <= {self.depth} is shown to have the value {wanted}"
                    return f"heap {heap + 2 * wrong.bit_length() - 2}: {lacks}"
                wanted += 1
        return ""

    def lacking(self, heaps: int, first: int, wanted: int, ways: Iterable[int]) -> int:
        """Look in a set of heaps for one from which no split with a part of at most `depth` has a certain value.

        Integers with a bit per heap are used while the set is large; the last few heaps are examined one by one.

        Args:
            heaps: The set: bit i is set if it contains heap first + 2 i.
            first: The first heap.
            wanted: The value.
            ways: For some splits, the set of heaps from which the split has the value, as bits like those of `heaps`.

        Returns:
            0 if every heap has such a split; otherwise an integer whose highest bit means a heap without one.
        """
        for tried, shown in enumerate(ways):
            if tried % 8 == 7 and heaps.bit_count() < 8:
                break
            heaps ^= heaps & shown
        while heaps:
            self.reader.tick()
            ends = [first + 2 * heaps.bit_length() - 2 - taken for taken in self.splits]
            parts = (self.values[max(1, end - self.depth) - self.base : end - self.base] for end in ends)
            if all(wanted not in map(xor, self.small, reversed(others)) for others in parts):
                break
            heaps ^= 1 << heaps.bit_length() - 1
        return heaps
