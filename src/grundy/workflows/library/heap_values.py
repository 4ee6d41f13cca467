"""The values of heaps 0, 1, ... as a sequence with compact storage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import eq, index
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ...core import Drawable, FunctionRuleset, Ruleset

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from ...drawing.papers import Paper
    from ...sequences.arrays import Series

SHOWN, ENDS = 100, 6
"""Up to `SHOWN` numbers are all shown; of longer sequences, `ENDS` numbers at each end."""
PIECE = 1 << 16
"""The number of items that are converted to a list at once."""


class Origin(NamedTuple):
    """The ruleset and the play convention for which a sequence of values was computed."""

    ruleset: Ruleset[Any]
    misere: bool = False


class HeapValues(Drawable, Sequence[int]):
    """The Grundy values of heaps 0, 1, ..., as `Rules.values` returns them; immutable.

    It is equal to a list of the same numbers, and a slice is again such a sequence. A number takes at most four bytes,
    and `numpy.asarray` does not copy. The array has unsigned integers, so convert it before you compute negative
    differences. A notebook shows a shaded table with the period marked.

    Args:
        numbers: The values; they must not be modified.
        start: The first heap.
        step: The distance of consecutive heaps.
        origin: The ruleset and the play convention.

    Example:
        >>> from grundy import game
        >>> values = game("kayles").values(11)
        >>> values
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
        >>> values[5], values[-3:], max(values), values == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
        (4, [4, 2, 6], 6, True)
        >>> values[8:].to_records()[0]
        {'heap': 8, 'value': 1}
    """

    __slots__ = ("_numbers", "_start", "_step", "origin")

    def __init__(
        self, numbers: Series | Sequence[int], start: int = 0, step: int = 1, origin: Origin | None = None
    ) -> None:
        self._numbers, self._start, self._step, self.origin = numbers, start, step, origin

    @property
    def heaps(self) -> range:
        """The sizes of the heaps that have these values, in the same order.

        Example:
            >>> from grundy import game
            >>> game("kayles").values(11)[3::4].heaps
            range(3, 15, 4)
        """
        return range(self._start, self._start + self._step * len(self), self._step)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> HeapValues: ...

    def __getitem__(self, place: int | slice) -> int | HeapValues:
        if isinstance(place, slice):
            heaps = self.heaps[place]
            return HeapValues(self._numbers[place], heaps.start, heaps.step, self.origin)
        return int(self._numbers[index(place)])

    def __iter__(self) -> Iterator[int]:
        for start in range(0, len(self), PIECE):
            yield from _listed(self._numbers[start : start + PIECE])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (HeapValues, list, tuple)):
            return len(self) == len(other) and all(map(eq, self, other))
        return NotImplemented  # numpy arrays compare their elements

    __hash__ = None  # type: ignore[assignment]  # not hashable, like a list

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        import numpy as np

        found: NDArray[Any] = np.asarray(self._numbers).view()
        found.flags.writeable = False
        changed = dtype is not None and np.dtype(dtype) != found.dtype
        if copy is False and (changed or isinstance(self._numbers, list)):
            raise ValueError("this type of array needs a copy of the values")
        return found.astype(dtype if changed else found.dtype) if changed or copy else found

    def tolist(self) -> list[int]:
        """Return the values of the heaps as a list, for instance for JSON.

        Example:
            >>> from grundy import game
            >>> game("kayles").values(5).tolist()
            [0, 1, 2, 3, 1, 4]
        """
        return _listed(self._numbers)

    def to_records(self) -> list[dict[str, int]]:
        """Return one record per heap, from which pandas and polars make a table.

        Example:
            >>> from grundy import game
            >>> game("kayles").values(1).to_records()
            [{'heap': 0, 'value': 0}, {'heap': 1, 'value': 1}]
        """
        return [{"heap": heap, "value": value} for heap, value in zip(self.heaps, self, strict=True)]

    def paper(self) -> Paper:
        """Return the values for papers and notebooks: shaded rows with the period marked if it is proved or observed.

        Example:
            >>> from grundy import game
            >>> game("kayles").values(99).paper().blocks[0][:74]
            'The values of heaps 0 to 99. They have period 12 from heap 71 on, proved ('
        """
        from .papers import heap_values_paper

        ruleset, misere = self.origin or (None, False)
        return heap_values_paper(self, self.heaps, ruleset, misere)

    def __reduce__(self) -> tuple[type[HeapValues], tuple[Any, ...]]:
        origin = self.origin
        if origin is not None and isinstance(origin.ruleset, FunctionRuleset):
            origin = None  # the function may not exist in another process
        return HeapValues, (self._numbers, self._start, self._step, origin)

    def __repr__(self) -> str:
        if len(self) <= SHOWN:
            return repr(self.tolist())
        first, last = (", ".join(map(str, islice(end, ENDS))) for end in (self, self[-ENDS:]))
        return f"[{first}, ..., {last}] ({len(self)} values)"


def _listed(numbers: Series | Sequence[int]) -> list[int]:
    return numbers if isinstance(numbers, list) else numbers.tolist()  # type: ignore[union-attr]
