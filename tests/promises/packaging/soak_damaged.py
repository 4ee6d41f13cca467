"""Damaged kernels by hand: `python -m tests.promises.packaging.soak_damaged COUNT --jobs N`.

A seed damages one file of compiled code (a bit, a part, all of it, another file in its place) and asks one question
that reads it (`damaged_kernels`). *right*, *typed*: as promised; anything else is a fault.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from functools import cache
from importlib import import_module

from tests.promises.packaging.damaged_kernels import BAD, case
from tests.soaking import Harness, main


@cache
def _prepared() -> None:
    """Import once for all children, and keep what they compile for one another."""
    from grundy.kernels import can_run

    os.environ.setdefault("NUMBA_CACHE_DIR", tempfile.mkdtemp(prefix="damaged-kept-"))
    if can_run():
        for module in ("kernels.typed", "kernels.boards.calls", "kernels.heaps.calls", "search.deep", "search.ranked"):
            import_module(f"grundy.{module}")


def damaged(seed: int) -> Counter[str]:
    """Count the verdict of one damage."""
    _prepared()
    return Counter({"damages": 1, case(seed): 1})


HARNESS = Harness("damages", 1, damaged, BAD)

if __name__ == "__main__":
    main(HARNESS, __doc__)
