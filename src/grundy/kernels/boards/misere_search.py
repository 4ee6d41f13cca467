"""The search for misère outcomes, run in time slices between which its arrays may grow up to a limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import misere_shape as ms
from . import path_shape as pp
from .calls import begin, index_forms, index_sums, search_sums
from .memory import ComponentMemory, longer_array
from .misere_shape import FormStore, Sums
from .path_shape import Path, push
from .proof_search import PathSearch
from .store_shape import FULL, HEAVIEST, ComponentStore

FEW, FEW_FORMS = 1 << 12, 1 << 10
"""Sums and forms for which there is room at first."""


def no_forms() -> FormStore:
    """Return arrays for misère canonical forms that contain one form: the game without options."""
    state = np.zeros(ms.STATES, np.int64)
    state[ms.FORMS] = state[ms.SETS] = 1
    state[ms.LIGHT], state[ms.MOST_LIGHT], state[ms.NEXT] = ms.FIRST, HEAVIEST, 100
    return FormStore(
        state=state,
        sets=np.zeros(FEW_FORMS, np.int32),
        lost=np.zeros(FEW_FORMS, np.int8),
        starts=np.zeros(FEW_FORMS, np.int64),
        named=np.zeros(FEW_FORMS, np.int32),
        options=np.zeros(4 * FEW_FORMS, np.int32),
        set_slots=np.zeros(2 * FEW_FORMS, np.int32),
        pairs=np.zeros(FEW_FORMS, np.int64),
        totals=np.zeros(FEW_FORMS, np.int32),
        pair_slots=np.zeros(2 * FEW_FORMS, np.int32),
        known=np.zeros(FEW_FORMS, np.int32),
        waiting=np.zeros(4 * FEW_FORMS, np.int64),
        chosen=np.zeros(ms.CHOSEN, np.int32),
        gathered=np.zeros(ms.CHOSEN, np.int32),
    )


class MisereSearch(PathSearch):
    """A search for the misère outcome of a sum of components, which a `ComponentMemory` for misère play stores."""

    def __init__(self, memory: ComponentMemory) -> None:
        self._forms = no_forms()
        self._sums = Sums(
            state=np.zeros(ms.STATES, np.int64),
            slots=np.zeros(2 * FEW, np.int32),
            starts=np.zeros(FEW, np.int64),
            results=np.zeros(FEW, np.int8),
            ids=np.zeros(4 * FEW, np.int32),
            scratch=np.zeros(ms.LONGEST, np.int32),
        )
        super().__init__(memory)
        index_forms(self._forms)

    @property
    def answer(self) -> bool | None:
        """Whether the player to move loses the sum in misère play, or None if that is unknown."""
        result = int(self._sums.results[self.number])
        return None if result == ms.OPEN else result == ms.LOST

    def ask(self, pieces: Sequence[int]) -> None:
        """Start the search for the misère outcome of a sum, given by the numbers of its components.

        Raises `MemoryError` if the limit of memory is reached.
        """
        words = np.array(pieces, np.int64)
        while (number := begin(*self._arrays(self.memory.store), words, len(words))) == FULL:
            self._make_room([FULL])
        self.number = number
        state = self._path.state
        state[pp.DEPTH] = state[pp.KIDS] = state[pp.ROOM] = 0
        push(self._path, pp.COUPLE, number, 0, pp.INF, pp.INF)

    def _arrays(self, store: ComponentStore) -> tuple[Any, ...]:
        return store, self.memory.rule, self._forms, self._sums

    def _search(self, store: ComponentStore, path: Path, share: int) -> int:
        return search_sums(*self._arrays(store), path, share)

    def _make_room(self, ends: Sequence[int]) -> None:  # there is one thread
        short = [*_short(self._sums, self._forms, self.memory.count)]
        if not any(short) and not self.memory.crowded:
            self._lengthen(0)
        self._measure()
        kept = self._sums, self._forms
        more = sum(getattr(each, name).nbytes for each, names in zip(kept, short, strict=True) for name in names)
        if self.memory.beside + more + self.memory.size > self.memory.limit or not self.memory.grow():
            raise MemoryError
        few: dict[str, Any] = {name: _longer(name, getattr(self._sums, name)) for name in short[0]}
        many: dict[str, Any] = {name: _longer(name, getattr(self._forms, name)) for name in short[1]}
        self._sums, self._forms = self._sums._replace(**few), self._forms._replace(**many)
        self._measure()
        if few:
            index_sums(self._sums)
        if many:
            index_forms(self._forms)

    def _measure(self) -> None:
        super()._measure()
        sums, state = self._sums, self._sums.state
        state[ms.SUMS], state[ms.PLACES], state[ms.IDS] = len(sums.results), len(sums.slots), len(sums.ids)
        forms, room = self._forms, self._forms.state
        room[ms.MOST_FORMS], room[ms.MOST_SETS], room[ms.FILLED] = len(forms.sets), len(forms.named), len(forms.options)
        room[ms.SET_PLACES], room[ms.PAIR_PLACES] = len(forms.set_slots), len(forms.pair_slots)
        room[ms.MOST_PAIRS], room[ms.KNOWN], room[ms.WAITING] = len(forms.pairs), len(forms.known), len(forms.waiting)
        self.memory.beside += sum(array.nbytes for kept in (sums, forms) for array in kept)


def _short(sums: Sums, forms: FormStore, components: int) -> Iterator[list[str]]:
    """Yield two lists of names: the arrays in `sums` that are more than half full, then such arrays in `forms`.

    `components` is the number of components in the store; the array `known` of `forms` has an item for each.
    """
    few, many = sums.state[ms.COUNT], forms.state
    for arrays in (
        ((few, sums.results, "starts results slots"), (sums.starts[few], sums.ids, "ids")),
        (
            (many[ms.FORMS], forms.sets, "sets lost"),
            (many[ms.SETS], forms.named, "starts named set_slots"),
            (forms.starts[many[ms.SETS]], forms.options, "options"),
            (many[ms.PAIRS], forms.pairs, "pairs totals pair_slots"),
            (components, forms.known, "known"),
        ),
    ):
        yield [name for used, array, names in arrays if 2 * used > len(array) for name in names.split()]


def _longer(name: str, array: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return an array of twice the length with the same content; if `name` ends with "slots", it contains only zeros.

    Such an array is a hash table, whose entries must be computed again for the new length.
    """
    return np.zeros(2 * len(array), array.dtype) if name.endswith("slots") else longer_array(array)
