"""Forged repeats by rare heaps: in another sparse space, in too short a window, or with a rare heap forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import xor
from random import Random
from typing import NamedTuple

from tests.promises.checker.forged_repeats import (
    FAR,
    Period,
    beside,
    claimed,
    is_least,
    least_of,
    number_of,
    run,
    values_of,
    with_values,
)
from tests.promises.checker.small_games import code
from tests.unit.check.plain_claims import bounds_of
from tests.unit.check.plain_rules import Game
from tests.unit.check.sealed import Data

Sort = Callable[[Random], Data]
CODES = ("0.154", "0.101", "4.12", "0.34", "4.603")
"""Codes with a period that lacks little of a proof by rare heaps: a window, a depth or one of the rare heaps."""
EARLY, MIDDLE = 20, 60
"""Where the last rare heap is at most, and where depths are looked at."""


class Space(NamedTuple):
    """The types of values, and the rare heaps among the first ones."""

    mask: int
    parity: int
    shift: int
    rares: tuple[tuple[int, int], ...]

    def common(self, heap: int, value: int) -> bool:
        return ((value & self.mask).bit_count() + self.parity * (heap + self.shift)) % 2 == 1

    @property
    def last(self) -> int:
        return self.rares[-1][0] if self.rares else 0


def octal(number: int) -> Game:
    """The code of a number; those below 0 have near misses of their own."""
    return code(Random(number)) if number >= 0 else {"family": "take-break", "code": CODES[number]}


@lru_cache(4096)
def spaces_of(number: int) -> list[Space]:
    """The spaces of an octal code, with an early rare heap after which none comes soon or none comes at all."""
    values, (_, take) = [value for (value,) in values_of(octal(number))], bounds_of(octal(number))
    found = []
    for mask, parity, shift in ((m, q, s) for m in range(1, 16) for q in (0, 1) for s in range(q + 1)):
        space = Space(mask, parity, shift, ())
        rares = tuple((n, v) for n, v in enumerate(values) if n and not space.common(n, v))
        heaps = [0, *(n for n, _ in rares), FAR]
        gaps = [i for i in range(len(rares) + 1) if heaps[i + 1] - heaps[i] > take and heaps[i] < EARLY]
        found += [space._replace(rares=rares[:i]) for i in gaps[-2:]]
    return found


def fits(game: Game, space: Space) -> bool:
    """Whether the takes after which two heaps are left allow the parity."""
    digits = [int(digit, 8) for digit in game["code"].replace(".", "")]
    return not any(digit & 4 and space.parity * (t + space.shift) % 2 for t, digit in enumerate(digits))


def spaced(rng: Random, fitting: float = 0.8) -> tuple[Game, Space]:
    """A code with a space; more often one with a parity, that fits in such a share of cases."""
    fit, parity = rng.random() < fitting, rng.random() < 0.5
    while True:
        game = octal(number := number_of(rng, -len(CODES)))
        spaces = [s for s in spaces_of(number) if fits(game, s) is fit and s.parity >= parity * (rng.random() < 0.9)]
        if spaces:
            return game, rng.choice(spaces)


def by_rare_heaps(rng: Random, game: Game, space: Space, period: Period, depth: int, window: int) -> Data:
    types = {"mask": space.mask, "parity": space.parity, "shift": space.shift, "depth": depth, "window": window}
    return claimed(rng, game, period, **types)[0], [[*rare] for rare in space.rares]


def in_another_space(rng: Random) -> Data:
    """A repeat with other types, another depth or window, or fewer or more rare heaps."""
    game, space = spaced(rng)
    values, (_, take) = values_of(game), bounds_of(game)
    period = beside(rng, least_of(values) or (space.last + 1, 2))
    change = rng.randrange(6)
    other = space._replace(mask=rng.randrange(16)) if change == 1 else space
    if change == 2:
        other = space._replace(shift=1 - space.shift) if rng.random() < 0.5 else space._replace(parity=1 - space.parity)
    if change == 3 and space.rares:
        gone = rng.choice(space.rares)
        other = space._replace(rares=tuple(rare for rare in space.rares if rare != gone))
    if change == 4:
        extra = (space.last + 1, values[space.last + 1][0])
        other = space._replace(rares=(*space.rares, extra))
    depth = max(0, other.last + rng.choice([0, 0, 1, 3, -1]))
    window = max(1, depth + take + rng.choice([0, 0, 0, 1, -1, -2]))
    return by_rare_heaps(rng, game, other, (max(period[0], rng.choice([0, other.last + 1])), period[1]), depth, window)


@lru_cache(4096)
def smaller_parts(code: str, values: tuple[int, ...]) -> list[dict[int, int]]:
    """For every heap the values of its options, with the least part that is left with each."""
    digits = [int(digit, 8) for digit in code.replace(".", "")]
    found: list[dict[int, int]] = []
    for heap in range(len(values)):
        parts = {values[heap - t]: 0 for t, digit in enumerate(digits) if digit & 2 and t < heap}
        for rest in (heap - t for t, digit in enumerate(digits) if digit & 4):
            for a in range(1, rest // 2 + 1):
                value = values[a] ^ values[rest - a]
                parts[value] = min(a, parts.get(value, a))
        found.append(parts)
    return found


def depths(game: Game, space: Space, values: Sequence[int]) -> list[int]:
    """How large the parts are that show all values of rare type below those of heaps up to each one."""
    shown, found = smaller_parts(game["code"], tuple(values[:MIDDLE])), [0]
    for heap in range(1, MIDDLE):
        wanted = [w for w in range(values[heap]) if not space.common(heap, w)]
        needed = [shown[heap].get(w, FAR) for w in wanted] if space.common(heap, values[heap]) else [FAR]
        found.append(max(found[-1], *needed, 0) if heap > space.last + bounds_of(game)[1] else 0)
    return found


@lru_cache(4096)
def short_repeats(number: int) -> list[tuple[Space, Period, int, int]]:
    """Spaces of an octal code with a period that is not shown, a depth, and the window in which it holds."""
    game, found = octal(number), []
    values, (_, take) = [value for (value,) in values_of(game)], bounds_of(game)
    least = [(n0, p) for n0 in range(EARLY + 5) for p in range(1, 13) if is_least(values, n0, p)]
    ways = [(n0, p, run(values, n0, p)) for n0, p in least if run(values, n0, p) < MIDDLE]
    for space in (space for space in spaces_of(number) if fits(game, space)):
        needed = depths(game, space, values)
        for n0, p, window in ways:
            depth = needed[min(n0 + p + window, MIDDLE) - 1]
            lack = max(depth, space.last) + take - window
            if (n0 > space.last or n0 == 0 == space.last) and not space.parity * p % 2 and depth < FAR and window:
                close = 12 if lack == 1 else 6 if depth + take <= window or n0 == 0 else lack < 4
                found += [(space, (n0, p), depth, window)] * close
    return found


def in_a_short_window_of_rare_heaps(rng: Random) -> Data:
    """A repeat whose window is shorter than the depth and the largest take, or whose depth does not reach the last."""
    for _ in range(20):
        if found := short_repeats(number := number_of(rng, -len(CODES))):
            game = octal(number)
            space, period, depth, window = rng.choice(found)
            deeper = rng.choice([depth, max(depth, space.last), max(depth, window - bounds_of(game)[1])])
            return by_rare_heaps(rng, game, space, period, deeper, window)
    return in_another_space(rng)


def sparse_values(game: Game, space: Space, known: Sequence[int]) -> list[int]:
    """The values that the rule in the sparse space gives, whatever its conditions say."""
    digits = [int(digit, 8) for digit in game["code"].replace(".", "")]
    values = list(known)
    for heap in range(len(values), FAR):
        found = {values[heap - t] for t, digit in enumerate(digits) if digit & 2}
        for rest in (heap - t for t, digit in enumerate(digits) if digit & 4):
            found |= {xor(value, values[rest - rare]) for rare, value in space.rares}
        values.append(next(v for v in range(FAR) if v not in found and space.common(heap, v)))
    return values


def said_by_the_rule(rng: Random, game: Game, space: Space, depth: int, values: Sequence[int]) -> Data | None:
    found, (_, take) = least_of(values), bounds_of(game)
    if found is None or found[1] * space.parity % 2:
        return None
    period = max(found[0], rng.choice([0, space.last + 1])), found[1]
    data = by_rare_heaps(rng, game, space, period, depth, max(1, depth + take))
    return with_values(data, [(value,) for value in values])


def of_a_space_that_does_not_fit(rng: Random) -> Data:
    """What the rule gives in a space whose parity does not fit its takes, or which has rare heaps again."""
    for _ in range(20):
        game, space = spaced(rng, 0.4)
        known = [value for (value,) in values_of(game)[: space.last + bounds_of(game)[1] + 1]]
        values = sparse_values(game, space, known)
        needed = depths(game, space, values)[MIDDLE // 2]
        depth = max(space.last, needed % FAR)
        if found := said_by_the_rule(rng, game, space, depth, values):
            return found
    return in_another_space(rng)


def without_a_rare_heap(rng: Random) -> Data:
    for _ in range(8):
        game, space = spaced(rng, 1)
        if len(space.rares) > 1:
            gone = rng.choice(space.rares[:-1])
            fewer = space._replace(rares=tuple(rare for rare in space.rares if rare != gone))
            known = [value for (value,) in values_of(game)[: space.last + bounds_of(game)[1] + 1]]
            values = sparse_values(game, fewer, known)
            depth = max(fewer.last, depths(game, fewer, values)[MIDDLE - 1])
            if depth < FAR and (found := said_by_the_rule(rng, game, fewer, depth, values)):
                return found
    return in_another_space(rng)


SORTS: dict[str, Sort] = {
    "another sparse space": in_another_space,
    "a window of rare heaps too short": in_a_short_window_of_rare_heaps,
    "a sparse space that does not fit": of_a_space_that_does_not_fit,
    "a rare heap forgotten": without_a_rare_heap,
}
