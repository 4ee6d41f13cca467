"""Checks a large period of a code by its sparse space: few heaps are rare, and a window decides what comes after it.

Theorem. At heap n a value v is of common type when popcount(v & mask) + parity (n + shift) is odd, else of rare type;
a heap n >= 1 is common or rare as its value is. Let parity (t + shift) be even for every take t after which two heaps
may be left, and parity p be even. Two common heaps left by a move from n have a value of rare type: both sums are odd
and add up, with parity (n - t), to an even one. So all options of common type are in E(n): those with a part that is
rare or empty. If v is the least number of common type not in E(n), and every smaller one of rare type is in E(n) or in
D(n), the options with a part of at most `depth`, then G(n) = v.

Let this be so for A0 < n < n0 + p + window, where A0 is the last rare heap before, k the largest take, depth >= A0,
n0 > A0, window >= depth + k, and let G(n + p) = G(n) for n0 <= n < n0 + window. Then G(n + p) = G(n) for all n >= n0.
Proof by induction, for n >= n0 + window: E and D leave, beside a small or empty part, n - k - depth >= n0 or more, so
E(n + p) = E(n) and D(n + p) = D(n); types repeat. What makes G(n) = v was checked at n, or holds there because it
does at n - p; so it holds at n + p too: that heap is common, and G(n + p) = v.

Heaps up to A0 + k, which is less than n0 + window, are computed by the rule itself. Values must be below 256.
"""

from operator import xor
from random import SystemRandom
from typing import Any

from .games import rules_of
from .reading import Reader, Stop, nat, record, reject, row
from .values import CLAIM, heap_values, repeats

THEOREM = (
    "values of common type and few rare heaps decide the next value, so a window of them that comes again does so "
    "for ever (the sparse space of E. R. Berlekamp, J. H. Conway and R. K. Guy, 1982; proof in rare.py)"
)
BLOCK, TRIED, FEW, CHUNK = 1 << 14, 1 << 12, 16, 512
"""Heaps verified together, small parts tried on all; so few heaps are looked at singly, with so many parts at once."""
ONLY = [b"0" * value + b"1" + b"0" * (255 - value) for value in range(256)]
"""For every value the table that leaves nothing but this value."""
NARROW, WIDE, MOST, LONG = 64, 256, 1 << 30, 1 << 20
"""Values that a lane has room for, at least and at most; more values than the third are not kept, a byte each, and of
segments about as many as the fourth."""
EVEN = ((1 << 2 * BLOCK) - 1) // 3
"""The even bits."""


def check(reader: Reader, game: Any, claim: Any, sample: int | None) -> str:  # noqa: ANN401
    """Check a period by a repeated window; of the values of rare type only in `sample` blocks, when it is given."""
    n0, p = nat(record(claim, f"{CLAIM} depth mask parity shift via window")["n0"]), nat(claim["p"], 1)
    rules = octal(game)
    sparse, known = begun(
        reader, rules, claim, [[nat(number) for number in row(entry, 2)] for entry in reader.entries()]
    )
    reader.room(stop := n0 + p + claim["window"], MOST)
    blocks = -(-stop // BLOCK)
    chosen = range(blocks + 1) if sample is None else SystemRandom().sample(range(blocks), min(sample, blocks))
    while (begin := len(known)) < stop:
        reader.tick()
        sparse.extend(known, min(stop, 2 * begin, begin // BLOCK * BLOCK + BLOCK))
        if begin // BLOCK in chosen:
            sparse.verify(known, begin)
    return repeats(memoryview(known), claim, n0, claim["window"])


def octal(game: Any) -> list[tuple[int, int]]:  # noqa: ANN401
    """Return the rules of a code with digits 0 to 7."""
    rules = rules_of(game) if game["family"] == "take-break" else [(0, 8)]
    if any(digit > 7 for _, digit in rules):
        raise Stop("UNSUPPORTED", "rare heaps are for take-break with digits 0 to 7")
    return rules


def begun(reader: Reader, rules: Any, claim: Any, listed: Any) -> tuple["Sparse", bytearray]:  # noqa: ANN401
    """Return the sparse space, all conditions of which are checked, and the values by the rule itself."""
    n0, p, sparse = claim["n0"], claim["p"], Sparse(reader, rules, claim, listed)
    last, largest = listed[-1][0] if listed else 0, sparse.largest
    if nat(claim["window"], 1) < sparse.depth + largest or sparse.depth < last or n0 <= last or sparse.parity & p:
        reject("depth >= the last rare heap < n0, window >= depth + the largest take, and parity p even")
    values = heap_values(rules, last + largest + 1, reader)
    if [[n, value] for n, value in enumerate(values) if n and not sparse.common(n, value)] != listed:
        reject("listed must be the rare heaps with their values, and none comes soon after the last")
    sparse.widen(values)
    sparse.small = known = bytearray(values)
    return sparse, known


class Sparse:
    """The rule in its sparse space; bit v of lane i of `pending` says that E gives value v to the i-th heap to come."""

    def __init__(self, reader: Reader, rules: list[tuple[int, int]], claim: dict[str, Any], listed: Any) -> None:  # noqa: ANN401
        """Take over the claim and the rare heaps, after a look whether its types can be used."""
        self.reader = reader
        self.largest = max((taken for taken, _ in rules), default=0)
        self.mask, self.depth = nat(claim["mask"]), nat(claim["depth"])
        self.parity, self.shift = nat(claim["parity"], 0, 1), nat(claim["shift"], 0, 1)
        self.splits = [taken for taken, digit in rules if digit & 4]
        self.takes = [taken for taken, digit in rules if digit & 2]
        if any(self.parity & (taken + self.shift) for taken in self.splits):
            reject("parity (t + shift) must be even for every take t that splits")
        items = {(taken + heap, value) for taken in self.splits for heap, value in listed}
        items |= {(taken, 0) for taken in self.takes}
        self.reach = min((3 * d + 80 * (len(items) - i), d) for i, d in enumerate([0, *sorted(e for e, _ in items)]))[1]
        self.near, self.far = ([i for i in items if (i[0] > self.reach) == far] for far in (False, True))
        self.lane = self.pending = self.base = 0
        self.small = bytearray()

    def common(self, heap: int, value: int) -> bool:
        """Return whether a value is of common type at a heap."""
        return ((value & self.mask).bit_count() + self.parity * (heap + self.shift)) % 2 == 1

    def widen(self, values: list[int] | bytearray) -> None:
        """Begin anew with room for larger values."""
        self.lane = max(NARROW, 2 * self.lane, 1 << max(values).bit_length())
        if self.lane > WIDE:
            raise Stop("UNSUPPORTED", f"a value of {WIDE} or more")
        lanes = range(self.lane)
        self.rares = [sum(1 << v for v in lanes if not self.common(heap, v)) for heap in (0, 1)]
        self.gives = [sum(1 << (v ^ value) + self.lane * (d - 1) for d, value in self.near) for v in lanes]
        self.pending = 0
        for value in values[max(1, len(values) - self.reach) :]:
            self.pending = self.pending >> self.lane | self.gives[value]

    def move(self, values: bytearray, heap: int) -> None:
        """Go on behind other values, those before a heap."""
        self.base, self.lane = heap - len(values), self.lane // 2
        self.widen(values)

    def proceed(self, values: bytearray, stop: int, kept: int) -> None:
        """Extend and verify values up to a heap; at least so many of the last are kept."""
        while (begin := len(values)) + self.base < stop:
            self.reader.tick()
            self.extend(values, min(stop - self.base, 2 * begin, begin + BLOCK))
            self.verify(values, begin)
            if len(values) > kept + LONG:
                self.small = self.small[: self.depth + 1]
                self.base += len(values) - kept
                del values[:-kept]

    def extend(self, values: bytearray, stop: int) -> None:
        """Add to every heap the least value of common type that E has not."""
        while len(values) < stop:
            lane, far, gives, pending = self.lane, self.far, self.gives, self.pending
            rares = self.rares[:: 1 - 2 * (self.base & 1)]
            least, full = 0, (1 << lane) - 1
            for heap in range(len(values), stop):
                seen = pending & full | rares[heap & 1]
                for distance, value in far:
                    seen |= 1 << (values[heap - distance] ^ value)
                least = (seen ^ seen + 1).bit_length() - 1
                if least == lane:
                    break
                values.append(least)
                pending = pending >> lane | gives[least]
            self.pending = pending
            if least == lane:
                self.widen(values)

    def verify(self, values: bytearray, begin: int) -> None:
        """Check that every value of rare type below that of a heap from `begin` on is in E or D, for all at once."""
        tried = min(self.depth, TRIED, begin - 1 - self.largest)
        before = tried + self.largest
        shown = bytes(values[begin - before :])[::-1]
        planes = {value: int(shown.translate(ONLY[value]), 2) for value in {*shown}}  # bit i: heap begin - before + i
        options = [(t, 0) for t in self.takes] + [
            (t + a, self.small[a]) for a in range(1, tried + 1) for t in self.splits
        ]
        for wanted in range(max(planes)):
            self.reader.tick()
            odd = self.common(self.base + begin, wanted)
            missing = sum(plane for value, plane in planes.items() if value > wanted) >> before
            missing &= EVEN << odd if self.parity else -(not odd)
            for number, (distance, value) in enumerate(options):
                if number % 64 == 0 and missing.bit_count() <= FEW:
                    break
                missing &= ~(planes.get(wanted ^ value, 0) >> before - distance)
            while missing:
                heap, missing = begin + (missing & -missing).bit_length() - 1, missing & missing - 1
                if not self.given(values, heap, wanted):
                    lacks = f"no option with a part <= {self.depth} is shown to have the value {wanted}"
                    reject(f"heap {self.base + heap}: {lacks}")

    def given(self, values: bytearray, heap: int, wanted: int) -> bool:
        """Return whether a heap has an option of this value that leaves one heap, or a part of at most `depth`."""
        for a in range(1, min(self.depth, heap) + 1, CHUNK):
            self.reader.tick()
            for rest in (heap - taken for taken in self.splits):
                count = min(CHUNK, self.depth + 1 - a, rest - a)
                small, large = self.small[a : a + count], values[rest - a - count + 1 : rest - a + 1]
                if count > 0 and wanted in map(xor, small, reversed(large)):
                    return True
        return any(values[heap - taken] == wanted for taken in self.takes)
