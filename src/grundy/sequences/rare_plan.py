"""How the kernels for many rare heaps spend their time best, learnt from the last known codes.

The plan says which options cover codes by planes and in which order the far items strike out
candidates. It decides about time only: with any plan the kernels give the same values.
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
"""Heaps that the kernels cover together (`kernels.planes.GROUP`)."""
BLOCK, PART = 64 * GROUP, 8 * GROUP
"""Heaps that are generated, and that are verified, in one call."""
CODES = 240
"""Codes lie below this (`kernels.planes_generate.CODES`)."""
REACH, SMALL_REACH = 1 << 15, 1 << 14
"""How far back the planes reach in generation and in verification."""
LEAST_KNOWN = 2 * REACH
"""Known heaps that a plan needs."""
NEAR = 64
"""Items at a smaller distance are near: they are looked at heap by heap."""
PLANES, PLANES_SMALL = 100, 64
"""Codes that have a plane in generation and in verification, the most frequent ones."""
MARGIN = 8
"""Codes above the largest one seen that are expected."""
TRAINING = 512
"""Words of 64 heaps, the last ones, on which options are chosen, if there are as many."""
PER_WORD = 512
"""Known heaps for each of these words: a plan that will not serve long may not take long to make."""
TESTS, LEARN = 4, 8
"""One word for so many of these stands before them and tests what was chosen; one in so many of the tests orders
the far items, the others set the stages."""
TRIED = 3000
"""Splits that are tried for one code in verification, those with the most frequent partners."""
WORTH, WORTH_SMALL = 7e-5, 6.5e-5
"""Share of the heaps that an option must cover anew, in generation and in verification."""
KEPT = ((8, 0.005), (4, 0.003), (2, 0.001))
"""Candidates kept at the end of each stage, and the share of the heaps that may have more wrong ones than that."""


class RarePlan(NamedTuple):
    """What the kernels are given."""

    generate: Covers
    verify: Cover
    far: Items
    near: Items
    stages: NDArray[np.int32]


class CodeSample(NamedTuple):
    """Known codes: codes[origin + n] is that of heap n < stop, 255 for rare heaps."""

    codes: Codes
    origin: int
    stop: int

    def words(self) -> tuple[Numbers, Numbers]:
        """Return where the words of the last heaps begin on which options are chosen, and those that test them."""
        count = min(TRAINING, self.stop // PER_WORD)
        tests = count // TESTS
        places = self.origin + self.stop - 64 * np.arange(count + tests, 0, -1, dtype=np.int64)
        return places[tests:], places[:tests]

    def frequent(self, most: int) -> Codes:
        """Return the most frequent codes of the last heaps, the most frequent first."""
        last = self.codes[self.origin + self.stop - REACH : self.origin + self.stop]
        count = np.bincount(last, minlength=256)
        count[255] = 0
        found = np.argsort(-count, kind="stable")[:most]
        return found[count[found] > 0].astype(np.uint8)


class Offer(NamedTuple):
    """Options (distance, code of the partner) that may cover what heaps need: all codes below limits[their code].

    They are used by calls of at most `heaps` heaps, reach at most `reach` back, and are worth their time when
    they cover a share `worth` of the heaps anew; at most `tried` of them are tried for one code, and `planes` codes
    have a plane.
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
    """Return the plan for items (distance, code of the partner), whose smaller values need codes below limits[code]."""
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
    beside = np.concatenate([small + taken for taken in splits])
    small_codes = np.tile(sample.codes[sample.origin + small], len(splits))
    verify, _ = _chosen(
        sample, top, Offer(beside, small_codes, limits, PART, SMALL_REACH, WORTH_SMALL, TRIED, PLANES_SMALL)
    )
    order, stages = _order(sample, left, far, codes)
    spread = items(far[order], codes[order]), items(distances[near], partners[near])
    return RarePlan(generate, _cover(verify, 0, REACH), *spread, stages)


def items(distances: Numbers, partners: Codes) -> Items:
    """Return items as the kernels want them: an even number, and every code four times over."""
    from ..kernels.heaps.shapes import Items

    if len(distances) % 2:
        distances, partners = np.append(distances, distances[-1]), np.append(partners, partners[-1])
    codes = partners.astype(np.uint32) * np.uint32(0x01010101)
    return Items(distances.astype(np.int32), codes.view(np.int32))


class _Chosen(NamedTuple):
    """For every code the options that cover it: distances, and the planes of their partners by number."""

    offer: Offer
    planes: Codes
    options: list[tuple[Numbers, Numbers]]


def _chosen(sample: CodeSample, top: int, offer: Offer) -> tuple[_Chosen, Words]:
    """Choose the options that cover the codes below `top`; return also, in words, which test heaps they leave."""
    from ..kernels.heaps.calls import choose_cover, uncovered

    planes = sample.frequent(offer.planes)
    rank = np.full(256, 256)
    rank[planes] = np.arange(len(planes))
    train, test = sample.words()
    rest, left = np.zeros(len(train), np.uint64), np.zeros((top, len(test)), np.uint64)
    least = max(2, int(offer.worth * 64 * len(train)))
    order = np.argsort(offer.partners, kind="stable")
    bounds = np.searchsorted(offer.partners[order], np.arange(257))
    found = []
    for code in range(top):
        alike = [order[bounds[partner] : bounds[partner + 1]] for partner in (planes ^ np.uint8(code)).tolist()]
        tried = np.concatenate(alike)[: offer.tried]  # those with the most frequent plane first
        options = offer.distances[tried], offer.partners[tried]
        chosen = tried[choose_cover(sample.codes, train, offer.limits, code, *options, least, rest)]
        options = offer.distances[chosen], offer.partners[chosen]
        uncovered(sample.codes, test, offer.limits, code, *options, left[code])
        found.append((options[0], rank[options[1] ^ np.uint8(code)]))
    return _Chosen(offer, planes, found), left


def _cover(chosen: _Chosen, least: int, most: int) -> Cover:
    """Lay out the options with distances from `least` to below `most` as the kernels read them."""
    from ..kernels.heaps.shapes import Cover

    offer, planes, found = chosen
    words = (offer.reach + offer.heaps + GROUP) // 64 + 8
    offsets, starts, count = [], np.zeros((len(found), 9), np.int64), 0
    for code, (distances, ranks) in enumerate(found):
        taken = (distances >= least) & (distances < most)
        shift = -distances[taken] % 8
        places = 8 * words * ranks[taken] - (distances[taken] + shift) // 8
        offsets.append(places[np.argsort(shift, kind="stable")])
        starts[code] = count + np.searchsorted(np.sort(shift), np.arange(9))
        count += len(shift)
    return Cover(planes, np.concatenate(offsets).astype(np.int32), starts, offer.reach, words)


def _order(sample: CodeSample, left: Words, distances: Numbers, partners: Codes) -> tuple[Numbers, NDArray[np.int32]]:
    """Return the order of the far items, and after how many of them each stage ends, given what the planes leave."""
    from ..kernels.heaps.calls import choose_order, struck_out

    places = sample.words()[1]
    codes, heaps = np.nonzero(np.unpackbits(left.view(np.uint8), axis=1, bitorder="little"))
    wanted, at = codes.astype(np.uint8), places[heaps // 64] + heaps % 64
    learn = heaps // 64 % LEARN == 0
    order = choose_order(sample.codes, at[learn], wanted[learn], distances, partners)
    struck = struck_out(sample.codes, at[~learn], wanted[~learn], distances[order], partners[order])
    late = np.zeros((64 * len(places), len(left)), np.int32)
    late[heaps[~learn], codes[~learn]] = -np.where(struck < len(distances), struck + 1, 0)
    late = -np.partition(late[np.arange(len(late)) // 64 % LEARN > 0], [kept - 1 for kept, _ in KEPT], axis=1)
    found = [np.quantile(late[:, kept - 1], 1 - share) for kept, share in KEPT]
    ends = np.maximum.accumulate(np.array(found).astype(np.int32))
    return order, np.minimum((ends + 1) // 2 * 2, len(distances) // 2 * 2).astype(np.int32)
