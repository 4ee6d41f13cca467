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

from collections.abc import Container, Iterator, Sequence
from itertools import chain
from random import SystemRandom

from .games import Rules, code_of
from .reading import Claim, Read, Reader, Stop, bit, many, nat, positive, reject
from .values import SHOWN, heap_values, repeats


def octal(game: object) -> Rules:
    """Return the rules of a code with digits 0 to 7."""
    rules = code_of(game)
    if any(digit > 7 for _, digit in rules):
        raise Stop("UNSUPPORTED", "rare heaps are for take-break with digits 0 to 7")
    return rules


THEOREM = (
    "values of common type and few rare heaps decide the next value, so a window of them that comes again does so "
    "for ever (the sparse space of E. R. Berlekamp, J. H. Conway and R. K. Guy, 1982; proof in rare.py)"
)
GAMES = {"take-break": octal}
SPACE: dict[str, Read] = {"depth": nat, "mask": nat, "parity": bit, "shift": bit, "via": str, "window": positive}
CLAIM = SHOWN | SPACE
BLOCK = 1 << 14
"""Heaps verified together."""
ONLY = [b"0" * value + b"1" + b"0" * (255 - value) for value in range(256)]
"""For every value the table that leaves nothing but this value."""
WIDE, MOST, LONG = 256, 1 << 30, 1 << 20
"""Values are smaller, a byte each; so many heaps are kept at most, and of segments about as many as the third."""


def check(reader: Reader, rules: Rules, claim: Claim, _: bool) -> str:
    """Check a period by a repeated window; of the values of rare type only in a sample of blocks, when one is asked."""
    sparse = Sparse(reader, rules, claim, [*reader.entries(many(nat, 2))])
    reader.room(stop := claim["n0"] + claim["p"] + claim["window"], MOST)
    sparse.proceed(stop, stop, drawn(reader, range(-(-stop // BLOCK)), "blocks"))
    return repeats(memoryview(sparse.values), claim, claim["n0"], claim["window"])


def drawn(reader: Reader, numbers: range, what: str) -> Sequence[int]:
    """Return the numbers of what is to be verified: all, or as many as a sample has, by chance."""
    if reader.sample is None:
        return numbers
    reader.audited = f"only {reader.sample} {what}, drawn at random, were verified"
    return sorted(SystemRandom().sample(numbers, min(reader.sample, len(numbers))))


class Sparse:
    """The rule in its sparse space; bit v of lane i of `pending` says that E gives value v to the i-th heap to come.

    Of the values up to now `values` has those from heap `base` on, and `small` those of the parts in D.
    """

    def __init__(self, reader: Reader, rules: Rules, claim: Claim, listed: list[list[int]]) -> None:
        """Check all conditions on the space and its rare heaps, and begin with the values by the rule itself."""
        self.reader, self.depth, self.mask = reader, claim["depth"], claim["mask"]
        self.parity, self.shift = claim["parity"], claim["shift"]
        self.splits = [taken for taken, digit in rules if digit & 4]
        self.takes = [taken for taken, digit in rules if digit & 2]
        if any(self.parity & (taken + self.shift) for taken in self.splits):
            reject("parity (t + shift) must be even for every take t that splits")
        last, self.largest = listed[-1][0] if listed else 0, max((taken for taken, _ in rules), default=0)
        enough = claim["window"] >= self.depth + self.largest and self.depth >= last
        if not enough or claim["n0"] <= last or self.parity & claim["p"]:
            reject("depth >= the last rare heap < n0, window >= depth + the largest take, and parity p even")
        values = heap_values(rules, last + self.largest + 1, reader)
        if [[n, value] for n, value in enumerate(values) if n and not self.common(n, value)] != listed:
            reject("listed must be the rare heaps with their values, and none comes soon after the last")
        items = {(taken + heap, value) for taken in self.splits for heap, value in listed}
        items |= {(taken, 0) for taken in self.takes}
        reaches = enumerate([0, *sorted(distance for distance, _ in items)])
        _, self.reach = min((12 * distance + 80 * (len(items) - i), distance) for i, distance in reaches)
        self.near, self.far = ([i for i in items if (i[0] > self.reach) == far] for far in (False, True))
        lanes = range(WIDE)
        self.rares = [sum(1 << v for v in lanes if not self.common(heap, v)) for heap in (0, 1)]
        self.gives = [sum(1 << (v ^ value) + WIDE * (d - 1) for d, value in self.near) for v in lanes]
        self.move(values, len(values))
        self.small = bytes(self.values[: self.depth + 1])

    def common(self, heap: int, value: int) -> bool:
        """Return whether a value is of common type at a heap."""
        return bool(((value & self.mask).bit_count() + self.parity * (heap + self.shift)) % 2)

    def move(self, values: Sequence[int], heap: int) -> None:
        """Go on behind these values, those before a heap."""
        if max(values) >= WIDE:
            raise Stop("UNSUPPORTED", f"a value of {WIDE} or more")
        self.values, self.base, self.pending = bytearray(values), heap - len(values), 0
        for value in values[max(0, len(values) - self.reach) :]:
            self.pending = self.pending >> WIDE | self.gives[value]

    def proceed(self, stop: int, kept: int, verified: Container[int] = range(1 << 53)) -> None:
        """Extend the values up to a heap, and verify them in these blocks; at least so many of the last are kept."""
        while (begin := self.base + len(self.values)) < stop:
            self.reader.tick()
            self.extend(min(stop, begin // BLOCK * BLOCK + BLOCK))
            if not self.base:
                self.small = bytes(self.values[: self.depth + 1])
            if begin // BLOCK in verified:
                self.verify(begin)
            if len(self.values) > kept + LONG:
                self.base += len(self.values) - kept
                del self.values[:-kept]

    def extend(self, stop: int) -> None:
        """Add to every heap the least value of common type that E has not."""
        values, far, gives, pending, full = self.values, self.far, self.gives, self.pending, (1 << WIDE) - 1
        for heap in range(self.base + len(values), stop):
            seen = pending & full | self.rares[heap & 1]
            for distance, value in far:
                seen |= 1 << (values[-distance] ^ value)
            if (least := (seen ^ seen + 1).bit_length() - 1) >= WIDE:
                raise Stop("UNSUPPORTED", f"a value of {WIDE} or more")
            values.append(least)
            pending = pending >> WIDE | gives[least]
        self.pending = pending

    def options(self) -> Iterator[tuple[int, int]]:
        """Yield how much smaller one heap gets in a move, and the value of the other, a small part or none."""
        parts = ((taken + a, self.small[a]) for a in range(1, len(self.small)) for taken in self.splits)
        return chain(((taken, 0) for taken in self.takes), parts)

    def verify(self, begin: int) -> None:
        """Check that every value of rare type below that of a heap from `begin` on is in E or D, for all at once."""
        count = self.base + len(self.values) - begin
        before = min(self.depth + self.largest, begin - self.base - 1)
        shown = bytes(self.values[-count - before :])[::-1]
        planes = {value: int(shown.translate(ONLY[value]), 2) for value in {*shown}}  # bit i: heap begin - before + i
        for wanted in range(max(planes)):
            odd = self.common(begin, wanted)
            missing = sum(plane for value, plane in planes.items() if value > wanted) >> before
            missing &= ((1 << 2 * count) - 1) // 3 << odd if self.parity else -(not odd)
            for distance, value in self.options():
                self.reader.tick()
                if not missing:
                    break
                missing &= ~(planes.get(wanted ^ value, 0) << max(distance - before, 0) >> max(before - distance, 0))
            if missing:
                lacks = f"no option with a part <= {self.depth} is shown to have the value {wanted}"
                reject(f"heap {begin + (missing & -missing).bit_length() - 1}: {lacks}")
