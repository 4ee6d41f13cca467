"""Grundy values of codes with digits 0-7 and of Grundy's game, by the fastest compiled method that applies.

The first heaps are computed without any assumption: by the methods of `sparse` or `candidates`, or by definition. The
faster methods for few or for many rare heaps (`few_rares`, `many_rares`) compute further heaps. If such a method stops,
the first methods continue.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..core import Budget, GrundyError
from ..kernels.sealed import has_compiler
from .candidates import candidate_pieces
from .digits import LEARNT, LEAST_KNOWN, SEED, WORTH_KERNELS, Octal
from .sparse import MOST_VALUES, sparse_pieces

Piece: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]
Known: TypeAlias = NDArray[np.unsignedinteger[Any]]
Stage: TypeAlias = Generator[Piece, None, Known]

PIECE = 1024
"""The number of heaps computed by definition between two readings of the clock."""
HELPS = 1 / 16
"""A mask that leaves a larger fraction of the heaps rare is slower than the scan for the candidate."""


def compiled_pieces(rule: Octal, known: Known, stop: int, budget: Budget, workers: int = 1) -> Iterator[Piece]:
    """Yield the Grundy values of an octal code in arrays, computed by compiled functions.

    The reference implementation is `plainly.split_values`.

    Args:
        rule: The code.
        known: The values of heaps 0, 1, ..., which are only read.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        workers: The number of threads.

    Yields:
        Arrays with the values of heaps len(known) to `stop`, in order.

    Raises:
        LimitReached: If a limit is exceeded.
    """
    for learnt, method in ((min(LEAST_KNOWN, LEARNT), _many_early), (LEARNT, _few), (LEARNT, _many)):
        known = yield from _exactly(rule, known, min(stop, learnt - 1), budget)
        done = len(known)
        if stop - done < WORTH_KERNELS:
            break
        for piece in method(rule, known, stop, budget, workers) or ():
            done += len(piece)
            yield piece
        if done > stop:
            return
        if done > len(known):  # it stopped early: compute its values again, to continue after them
            known = _joined([known, *(method(rule, known, done - 1, budget, workers) or ())])
            if len(known) != done:
                raise GrundyError(f"{rule}: a run and its repetition disagree about how far it goes")
    yield from _exactly(rule, known, stop, budget)


def _many_early(rule: Octal, known: Known, stop: int, budget: Budget, workers: int) -> Iterator[Piece] | None:
    from .few_rares import never_few

    if len(known) >= LEARNT or not (rule.distinct or never_few(rule.digits, known)):
        return None
    return _many(rule, known, stop, budget, workers)


def _few(rule: Octal, known: Known, stop: int, budget: Budget, workers: int) -> Iterator[Piece] | None:
    if rule.distinct or not has_compiler():  # the kernels are compiled for one rule
        return None
    from .few_course import few_rare_pieces

    return few_rare_pieces(rule.digits, known, stop, budget, workers)


def _many(rule: Octal, known: Known, stop: int, budget: Budget, workers: int) -> Iterator[Piece] | None:
    if int(known.max()) >= MOST_VALUES // 2:
        return None
    from .many_rares import many_rare_pieces

    return many_rare_pieces(rule.digits, rule.distinct, np.asarray(known, np.uint16), stop, budget, workers)


def _exactly(rule: Octal, known: Known, stop: int, budget: Budget) -> Stage:
    while len(known) <= stop:
        before = len(known)
        if before >= SEED and not rule.distinct and int(known.max()) < MOST_VALUES // 2:
            end = min(stop, 2 * before - 1)
            small = np.asarray(known, np.uint16)
            known = yield from _kept(known, sparse_pieces(rule.digits, small, end, budget, HELPS))
        if len(known) == before:
            end = min(stop, max(SEED, 2 * before) - 1)
            known = yield from _kept(known, candidate_pieces(rule.digits, end, budget, known, distinct=rule.distinct))
        if len(known) == before:
            known = yield from _kept(known, _by_definition(rule, known, stop, budget))
    return known


def _by_definition(rule: Octal, known: Known, stop: int, budget: Budget) -> Iterator[Piece]:
    from ..kernels.heaps.calls import code_kernel

    digits = np.array(rule.digits, np.uint32)
    values = np.zeros(stop + 1, np.uint32)
    values[: len(known)] = known
    stamps = np.zeros(2 << max(stop, len(digits), 1).bit_length(), np.uint32)
    for start in range(len(known), stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        budget.charge(end - start, values[:start])
        code_kernel(digits, values[:end], stamps, start, rule.distinct)
        yield values[start:end]


def _kept(known: Known, pieces: Iterator[Piece]) -> Stage:
    parts: list[Known] = [known]
    for piece in pieces:
        parts.append(piece)
        yield piece
    return _joined(parts)


def _joined(parts: list[Known]) -> Known:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
