"""Forged repeats in segments: of a period beside the true one, or of values that are not those of the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tests.promises.checker.forged_rares import Space, depths, fits, octal, spaces_of
from tests.promises.checker.forged_repeats import FAR, Period, beside, least_of, number_of, values_of
from tests.unit.check.plain_claims import bounds_of
from tests.unit.check.plain_rules import Game
from tests.unit.check.sealed import Data, header

from grundy.sequences.state_repeat import prime_factors

Sort = Callable[[Random], Data]


def in_segments(
    rng: Random, game: Game, space: Space, depth: int, period: Period, values: Sequence[int]
) -> Data | None:
    """A repeat in segments with the ends that it needs and some others; None where the values do not go so far."""
    (n0, p), window = period, max(1, depth + bounds_of(game)[1])
    last = n0 + p + window
    if n0 < 1 or last > len(values):
        return None
    ends = {n0 + window, last, *(n0 + p // prime + window for prime in prime_factors(p))}
    ends |= {rng.randrange(window + 1, last + 1) for _ in range(rng.randrange(3))}
    claim = {"via": "segments", "n0": n0, "p": p, "window": window, "depth": depth, "mask": space.mask}
    claim |= {"parity": space.parity, "shift": space.shift, "rares": [[*rare] for rare in space.rares]}
    entries = [[end, bytes(values[end - window - 1 : end]).hex()] for end in sorted(ends)]
    return header("repeat", game, claim), entries


def provable(rng: Random) -> tuple[Game, Space, int, Period, list[int]]:
    """A code with a space that shows its true period, the depth, the period and the true values."""
    while True:
        game = octal(number := number_of(rng))
        values = [value for (value,) in values_of(game)]
        period = least_of(values)
        spaces = [s for s in spaces_of(number) if fits(game, s)]
        if period is None or not spaces:
            continue
        space = rng.choice(spaces)
        depth = max(space.last, depths(game, space, values)[-1])
        n0, p = max(period[0], 1), period[1]
        if n0 > space.last and n0 + 3 * p + depth + bounds_of(game)[1] < FAR and not p * space.parity % 2:
            return game, space, depth, (n0, p), values


def of_a_period_beside(rng: Random) -> Data:
    """True values, listed for a period that is not the least."""
    while True:
        game, space, depth, period, values = provable(rng)
        if found := in_segments(rng, game, space, depth, beside(rng, period), values):
            return found


def of_values_made_up(rng: Random) -> Data:
    """Values of which some later ones are changed, so that another period shows."""
    while True:
        game, space, depth, (n0, p), values = provable(rng)
        start, period = rng.randrange(n0 + 1, n0 + p + 1), rng.randrange(1, 2 * p + 2)
        first = values[: start + period]
        first[-1] ^= rng.choice([0, 1, 3])
        made = [*first, *(first[start + i % period] for i in range(FAR - len(first)))]
        if found := in_segments(rng, game, space, depth, (start, period), made):
            return found


SORTS: dict[str, Sort] = {
    "segments of a period beside": of_a_period_beside,
    "segments of values made up": of_values_made_up,
}
