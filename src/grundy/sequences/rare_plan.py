"""Decides the order in which the compiled functions of `many_rares` try the options of heaps.

The decision is derived from the last known codes (values in one byte, see `Coding`). It affects only speed: in any
order the functions give the same values. Terms of this method (see also `few_rares`):

- plane: the set of the heaps with one given code, as bits
- option (d, g): heap n has an option with the code code(n - d) ^ g; d is its distance
- cover: for each code, a few options such that most heaps that have any option with this code have one of these
- near option: one with a distance below `NEAR`; these are tried separately for each heap
- far option: one with a larger distance
- stage: the far options are tried in stages; after each stage, only a few possible codes are kept for each heap
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ..kernels.heaps.shapes import Cover, Covers, Items

Codes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Words = NDArray[np.uint64]

GROUP = 1984
"""The number of heaps that the kernels cover together (`kernels.planes.GROUP`)."""
BLOCK, PART = 64 * GROUP, 8 * GROUP
"""The numbers of heaps that are generated, and verified, in one call."""
CODES = 240
"""The bound of codes (`kernels.planes_generate.CODES`)."""
REACH, SMALL_REACH = 1 << 15, 1 << 14
"""The distance to which the planes extend in generation and in verification."""
NEAR = 64
"""Items at a smaller distance are near: they are examined heap by heap."""
PLANES, PLANES_SMALL = 100, 64
"""The number of codes, the most frequent ones, that have a plane in generation and in verification."""
MARGIN = 8
"""The number of codes above the largest known one that are expected."""
TRAINING = 512
"""The number of words of 64 heaps, at most, on which options are chosen."""
PER_WORD = 512
"""The number of known heaps for each of these words, because a plan for a short run must be made quickly."""
TESTS, LEARN = 4, 8
"""For every `TESTS` of these words, one word before them tests the choice.

One in `LEARN` of the tests determines the order of the far items, and the others determine the stages.
"""
TRIED = 3000
"""The number of splits, those with the most frequent partners, that are tried for one code in verification."""
WORTH, WORTH_SMALL = 7e-5, 6.5e-5
"""The fraction of heaps that an option must newly cover, in generation and in verification."""
TOGETHER = 512
"""Options that are compared with each other."""
FADING = 0.75
"""The part of its weight that a candidate loses when an option excludes it."""
KEPT = ((8, 0.005), (4, 0.003), (2, 0.001))
"""The candidates kept at the end of each stage, and the fraction of heaps that may have more wrong ones."""


class RarePlan(NamedTuple):
    """The options that the compiled functions for many rare heaps try, in the order in which they try them.

    The order affects only speed; the Grundy values do not depend on it. Values are coded in one byte (see `Coding`). An
    option (d, g) of heap n has the code code(n - d) ^ g, which heap n therefore cannot have; d is its distance.

    Attributes:
        generate: The options tried first when values are computed; they exclude most codes, for many heaps at once.
        verify: The splits tried first when values are verified, also for many heaps at once.
        far: The options at a distance of at least `NEAR`, in the order in which they are tried next.
        near: The options at smaller distances, which are examined heap by heap.
        stages: The numbers of `far` options that have been tried at the end of each of three stages. After each stage,
            fewer possible codes are kept for every heap: 8, then 4, then 2.
    """

    generate: Covers
    verify: Cover
    far: Items
    near: Items
    stages: NDArray[np.int32]


class CodeSample(NamedTuple):
    """The known codes of heaps (values in one byte, see `Coding`), from which options are chosen.

    The code of heap n < `stop` is `codes[origin + n]`; it is 255 for a rare heap.
    """

    codes: Codes
    origin: int
    stop: int

    def words(self) -> tuple[Numbers, Numbers]:
        """Return the heaps on which options are chosen, and those on which the choice is tested.

        Both are arrays of indices in `codes`; each index stands for the 64 heaps from there on.
        """
        count = min(TRAINING, self.stop // PER_WORD)
        tests = count // TESTS
        places = self.origin + self.stop - 64 * np.arange(count + tests, 0, -1, dtype=np.int64)
        return places[tests:], places[:tests]

    def needed(self, heaps: Numbers, limits: Codes) -> Codes:
        """Return for each of some heaps the number of codes 0, 1, ... that its options must have; 0 for a rare heap.

        Args:
            heaps: Indices in `codes`; each stands for the 64 heaps from there on.
            limits: This number for each code of a heap.

        Returns:
            One row of 64 numbers for each index.
        """
        codes = self.codes[heaps[:, None] + np.arange(64)]
        return np.where(codes == 255, np.uint8(0), limits[codes])

    def frequent(self, most: int) -> Codes:
        """Return the most frequent codes of the last `REACH` heaps, at most `most` of them, most frequent first.

        The code 255 of rare heaps does not count.
        """
        last = self.codes[self.origin + self.stop - REACH : self.origin + self.stop]
        count = np.bincount(last, minlength=256)
        count[255] = 0
        codes = np.argsort(-count, kind="stable")[:most]
        return codes[count[codes] > 0].astype(np.uint8)


class Offer(NamedTuple):
    """A list of options, and the parameters by which a few are chosen that suffice for most heaps.

    An option (d, g) of heap n has the code (coded value) code(n - d) ^ g. A heap with code c needs options with all
    codes below `limits[c]`; the chosen options suffice for it if they have all these codes.

    Attributes:
        distances: The number d of each option.
        partners: The number g of each option.
        limits: For each code c of a heap, the number of codes 0, 1, ... that its options must have.
        heaps: The largest number of heaps for which a compiled function uses the options in one call.
        reach: The largest distance d.
        worth: An option is chosen only if, for at least this fraction of heaps, it has a needed code that no option
            chosen earlier has.
        tried: The largest number of options that are considered for one code.
        planes: The number of codes, the most frequent ones, for which bit sets of heaps are stored.
    """

    distances: Numbers
    partners: Codes
    limits: Codes
    heaps: int
    reach: int
    worth: float
    tried: int
    planes: int


def make_plan(sample: CodeSample, limits: Codes, splits: list[int], distances: Numbers, partners: Codes) -> RarePlan:
    """Choose which options the compiled functions try, and in which order, for a code with many rare heaps.

    Args:
        sample: The known coded values.
        limits: For each code c of a common value v, the number of rare values below v. Their codes are 0, 1, and so on
            up to this number minus 1.
        splits: The numbers of tokens that a move may take and leave two heaps.
        distances: The number d of each option (d, g) that excludes the code code(n - d) ^ g for heap n.
        partners: The number g of each of these options.

    Returns:
        The plan.
    """
    from ..kernels.heaps.shapes import LEAST, Covers

    top = min(CODES, int(max(partners.max(initial=0), sample.frequent(PLANES).max(initial=0))) + MARGIN)
    near = distances < NEAR
    far, codes = distances[~near], partners[~near]
    inside = (far >= GROUP) & (far <= REACH - NEAR)
    below = np.arange(256, dtype=np.uint8)
    chosen, left = _chosen(sample, top, Offer(far[inside], codes[inside], below, BLOCK, REACH, WORTH, len(far), PLANES))
    generate = Covers(_cover(chosen, LEAST * GROUP, REACH), _cover(chosen, 0, LEAST * GROUP))
    small = np.arange(1, SMALL_REACH - max(splits) - NEAR)
    small = small[sample.codes[sample.origin + small] != 255]
    apart = np.concatenate([small + taken for taken in splits])
    small_codes = np.tile(sample.codes[sample.origin + small], len(splits))
    verify, _ = _chosen(
        sample,
        top,
        Offer(apart, small_codes, limits, PART, SMALL_REACH, WORTH_SMALL, TRIED, PLANES_SMALL),
    )
    order, stages = _order(sample, left, far, codes)
    spread = items(far[order], codes[order]), items(distances[near], partners[near])
    return RarePlan(generate, _cover(verify, 0, REACH), *spread, stages)


def items(distances: Numbers, partners: Codes) -> Items:
    """Return options as two arrays of 32-bit numbers, which compiled code expects.

    If the number of options is odd, the last one is repeated. Each of the four bytes of a number in the second array is
    the number g of the option.

    Args:
        distances: The number d of each option (d, g) that excludes the coded value code(n - d) ^ g for heap n.
        partners: The number g of each option.

    Returns:
        The options in this layout.
    """
    from ..kernels.heaps.shapes import Items

    if len(distances) % 2:
        distances, partners = np.append(distances, distances[-1]), np.append(partners, partners[-1])
    codes = partners.astype(np.uint32) * np.uint32(0x01010101)
    return Items(distances.astype(np.int32), codes.view(np.int32))


class _Chosen(NamedTuple):
    """A few options of heaps, chosen so that most heaps have, among them, all the codes (coded values) that they need.

    For each code, `options` has a pair of arrays: distances d, and indices i into `planes`, which is a list of codes.
    Heap n has an option with this code if, for one of the pairs (d, i), heap n - d has the code planes[i].
    """

    offer: Offer
    planes: Codes
    options: list[tuple[Numbers, Numbers]]


def _chosen(sample: CodeSample, top: int, offer: Offer) -> tuple[_Chosen, Words]:
    """Choose options from `offer` for each of the codes (coded values) 0 to `top` - 1, and test the choice.

    The test is returned too: for each code, a bitset of those test heaps that need an option with this code but have
    none among the chosen options.
    """
    from ..kernels.heaps.calls import choose_cover

    planes = sample.frequent(offer.planes)
    rank = np.full(256, 256)
    rank[planes] = np.arange(len(planes))
    train, test = sample.words()
    needed = [sample.needed(heaps, offer.limits) for heaps in (train, test)]
    left = np.zeros((top, len(test)), np.uint64)
    row, found = np.zeros(-len(train) // 8 * -8, np.uint64), np.zeros(len(offer.distances), np.int64)
    memory = row.view(np.int64).copy(), np.zeros((TOGETHER, len(row)), np.uint64), row, np.zeros_like(found), found
    least = max(2, int(offer.worth * 64 * len(train)))
    order = np.argsort(offer.partners, kind="stable")
    bounds = np.searchsorted(offer.partners[order], np.arange(257))
    chosen_options = []
    for code in range(top):
        alike = [order[bounds[partner] : bounds[partner + 1]] for partner in (planes ^ np.uint8(code)).tolist()]
        tried = np.concatenate(alike)[: offer.tried]  # most frequent planes first
        distances, wanted = offer.distances[tried], offer.partners[tried] ^ np.uint8(code)
        missing, left[code] = (np.packbits(each > code, bitorder="little").view(np.uint64) for each in needed)
        chosen = found[: choose_cover(sample.codes, train, distances, wanted, least, missing, *memory)]
        distances, wanted = distances[chosen], wanted[chosen]
        choose_cover(sample.codes, test, distances, wanted, 1, left[code], *memory)
        chosen_options.append((distances, rank[wanted]))
    return _Chosen(offer, planes, chosen_options), left


def _cover(chosen: _Chosen, least: int, most: int) -> Cover:
    from ..kernels.heaps.shapes import Cover

    offer, planes, options = chosen
    words = (offer.reach + offer.heaps + GROUP) // 64 + 8
    offsets, starts, count = [], np.zeros((len(options), 9), np.int64), 0
    for code, (distances, ranks) in enumerate(options):
        taken = (distances >= least) & (distances < most)
        shift = -distances[taken] % 8
        places = 8 * words * ranks[taken] - (distances[taken] + shift) // 8
        offsets.append(places[np.argsort(shift, kind="stable")])
        starts[code] = count + np.searchsorted(np.sort(shift), np.arange(9))
        count += len(shift)
    return Cover(planes, np.concatenate(offsets).astype(np.int32), starts, offer.reach, words)


def _order(sample: CodeSample, left: Words, distances: Numbers, partners: Codes) -> tuple[Numbers, NDArray[np.int32]]:
    """Find the best order in which to try the options at large distances, and the ends of three stages.

    The stages are explained in `RarePlan`. Return the indices of the options in order, and the number of options tried
    by the end of each stage. `left` has a bitset of test heaps for each code: the heaps that need an option with this
    code, but have none among the options chosen earlier. `sample` has the known codes. `distances` and `partners` are
    the numbers d and g of the options.
    """
    places = sample.words()[1]
    codes, heaps = np.nonzero(np.unpackbits(left.view(np.uint8), axis=1, bitorder="little"))
    wanted, at = codes.astype(np.uint8), places[heaps // 64] + heaps % 64
    learn = heaps // 64 % LEARN == 0
    tested = [(sample.codes, at[some], wanted[some]) for some in (learn, ~learn)]
    order = _excluding(*tested[0], distances, partners)
    struck = _struck_out(*tested[1], distances[order], partners[order])
    late = np.zeros((64 * len(places), len(left)), np.int32)
    late[heaps[~learn], codes[~learn]] = -np.where(struck < len(distances), struck + 1, 0)
    late = -np.partition(late[np.arange(len(late)) // 64 % LEARN > 0], [kept - 1 for kept, _ in KEPT], axis=1)
    limits = [np.quantile(late[:, kept - 1], 1 - share) for kept, share in KEPT]
    ends = np.maximum.accumulate(np.array(limits).astype(np.int32))
    return order, np.minimum((ends + 1) // 2 * 2, len(distances) // 2 * 2).astype(np.int32)


def _excluding(codes: Codes, at: Numbers, wanted: Codes, distances: Numbers, partners: Codes) -> Numbers:
    """Order options (d, g) so that trying them in this order soon excludes most wrong codes of heaps.

    An option excludes the code code(n - d) ^ g for heap n. The order is found from a sample of candidates: of heaps,
    given by their indices `at` in `codes`, with a code each, in `wanted`. A candidate that an earlier option excludes
    still counts, with less weight, so that the order also suits heaps outside the sample. Return the indices of the
    options.
    """
    options = zip(distances.tolist(), partners, strict=True)
    hits = [np.flatnonzero(codes[at - distance] ^ partner == wanted) for distance, partner in options]
    gains, weights = np.array([*map(len, hits)], float), np.ones(len(at))
    order: list[int] = []
    while len(order) < len(hits):
        best = int(gains.argmax())
        known, gains[best] = gains[best], np.add.reduce(weights[hits[best]])
        if gains[best] == known:
            order.append(best)
            gains[best] = -1
            weights[hits[best]] *= 1 - FADING
    return np.array(order, np.int64)


def _struck_out(codes: Codes, at: Numbers, wanted: Codes, distances: Numbers, partners: Codes) -> Numbers:
    """Return, for every candidate, how many options are tried before one excludes it; all if none excludes it.

    The arguments are as for `_excluding`; the options are in the order in which they are tried.
    """
    struck, left = np.full(len(at), len(distances)), np.arange(len(at))
    for k, (distance, partner) in enumerate(zip(distances.tolist(), partners, strict=True)):
        hit = codes[at[left] - distance] ^ partner == wanted[left]
        struck[left[hit]] = k
        left = left[~hit]
    return struck
