"""Forged certificates, consistent in themselves, as somebody who wants to deceive would write them.

What they claim may be true by chance; `plain_claims.is_true` decides.
"""

from __future__ import annotations

from random import Random

from tests.promises.checker import (
    forged_endless,
    forged_positions,
    forged_quotients,
    forged_rares,
    forged_repeats,
    forged_segments,
)
from tests.unit.check.sealed import Data

SORTS = forged_positions.SORTS | forged_endless.SORTS | forged_repeats.SORTS | forged_rares.SORTS
SORTS |= forged_quotients.SORTS | forged_segments.SORTS
"""All sorts of forgeries by their names."""


def named_forgery(rng: Random) -> tuple[str, Data]:
    name = rng.choice([*SORTS])
    return name, SORTS[name](rng)


def forgery(rng: Random) -> Data:
    return named_forgery(rng)[1]
