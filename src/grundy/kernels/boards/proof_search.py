"""A proof-number search that runs in time slices, between which it frees memory and reports its progress."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import path_shape as pp
from .calls import move_pairs, search_couples
from .memory import PIECE, ComponentMemory, apart, longer_array, valued
from .path_shape import Path, push
from .store_shape import BITS, FULL, NO_ROOM, SHORT, STOP, TWICE, ComponentStore

FEW = 1 << 10
"""Frames, children and pairs for which there is room at first."""
MANY = 1 << 17
"""A memory of so many components is cleaned before it grows."""
NOTHING = np.zeros(0, np.int32)
"""New numbers where no component was forgotten."""


class ProofProgress(NamedTuple):
    """The progress of a proof-number search.

    The fields are the nodes visited, nodes per second, stored components, table entries, and the proof and disproof
    number of the root.
    """

    visits: int
    rate: float
    components: int
    pairs: int
    won: int
    lost: int


class CoupleTable(NamedTuple):
    """A table of proof numbers of couples (component, n), the questions whether a component has the value n.

    `pairs` has two words for each place of the table, and `entries` is the number of places in use.
    """

    pairs: NDArray[np.int64]
    entries: int


class PathSearch(ABC):
    """The base class of searches by proof numbers, which run in time slices on arrays that grow.

    The number of threads is that of the memory. Each thread searches depth first on its own path. All share the
    components and the table of proof numbers, so that a result of one thread helps all others at once. While a thread
    searches a couple, the table contains a disproof number that is too large, so that the other threads choose other
    couples (T. Kaneko, "Parallel depth first proof number search", 2010).
    """

    def __init__(self, memory: ComponentMemory, table: CoupleTable | None = None) -> None:
        self.memory = memory
        self.number = 0
        """The number of the component or of the sum that is searched."""
        self._start = monotonic()
        pairs = np.zeros(2 * FEW, np.int64) if table is None else table.pairs
        self._paths: list[Path] = []
        for _ in memory.stores:
            state = apart(pp.STATES)
            state[pp.THREADS] = len(memory.stores)
            wins, losses, pieces = (apart(FEW, np.int32) for _ in range(3))
            path = Path(state, apart(FEW), wins, losses, apart(FEW), pieces, pairs)
            self._paths.append(path)
        self._paths[0].state[pp.PAIRS] = 0 if table is None else table.entries
        self._measure()

    @property
    def _path(self) -> Path:
        return self._paths[0]

    @property
    @abstractmethod
    def answer(self) -> bool | None:
        """The answer to the question that the subclass searches, or None if it is unknown."""

    @abstractmethod
    def _search(self, store: ComponentStore, path: Path, share: int) -> int:
        """Run the kernel in one thread for `share` node visits, and return how it ended.

        The result is DONE if the search is complete, RUNNING if it is not, FULL if an array is too small, and CROWDED
        if the table of proof numbers should grow.
        """

    @abstractmethod
    def _make_room(self, ends: Sequence[int]) -> None:
        """Lengthen the arrays that are too short, or raise `MemoryError` if the limit of memory forbids it.

        `ends` has the result of `_search` for each thread. Only threads whose result is FULL need longer arrays.
        """

    @property
    def visits(self) -> int:
        """The number of search nodes visited so far; in misère play, children of sums count, too."""
        return sum(int(path.state[pp.STEPS]) for path in self._paths)

    @property
    def table(self) -> CoupleTable:
        """The table of proof numbers, which can be passed to a later search in the same memory."""
        return CoupleTable(self._path.pairs, sum(int(path.state[pp.PAIRS]) for path in self._paths))

    def run(self, steps: int) -> bool:
        """Visit about `steps` more search nodes; return whether the answer is known.

        Raises `MemoryError` if the limit of the memory is reached; results found until then are kept.
        """
        until = self.visits + steps
        with ThreadPoolExecutor(len(self._paths)) as crew:
            while self.answer is None and self.visits < until:
                ends = self._go(until - self.visits, crew)
                if FULL in ends:
                    self._make_room(ends)
                if pp.CROWDED in ends:
                    self._clean_table()
                if not {FULL, pp.CROWDED} & {*ends}:  # one thread has made its share, or all is known
                    break
        return self.answer is not None

    def _go(self, steps: int, crew: ThreadPoolExecutor) -> list[int]:
        """Run all threads until one of them has visited its share of `steps` nodes, or has to stop.

        `crew` is the pool of threads. Return the result of `_search` for each thread.
        """
        share = -(-steps // len(self._paths))
        self.memory.store.common[STOP] = 0
        if len(self._paths) == 1:
            return [self._search(self.memory.store, self._path, share)]
        threads = zip(self.memory.stores, self._paths, strict=True)
        found = [end.result() for end in [crew.submit(self._search, *thread, share) for thread in threads]]
        self.memory.agree()
        return found

    def progress(self) -> ProofProgress:
        """Return the progress of the search: visits, speed, components, table entries, proof numbers of the root."""
        state = self._path.state
        won, lost = 0, 0
        root = 0 if self._path.frames[pp.KIND] == pp.COUPLE else pp.FRAME
        if state[pp.DEPTH] * pp.FRAME > root and self._path.frames[root + pp.FIRST] >= 0:
            kids = slice(int(self._path.frames[root + pp.FIRST]), int(self._path.frames[root + pp.AFTER]))
            won, lost = int(self._path.losses[kids].min(initial=pp.INF)), int(self._path.wins[kids].max(initial=0))
        rate = self.visits / max(monotonic() - self._start, 1e-6)
        return ProofProgress(self.visits, rate, self.memory.count, self.table.entries, won, lost)

    def _lengthen(self, number: int) -> None:
        """Double the length of the arrays of path `number`; raise `MemoryError` if the limit of memory forbids it."""
        names = ("frames", "wins", "losses", "at", "pieces")
        longer: dict[str, Any] = {name: longer_array(getattr(self._paths[number], name)) for name in names}
        if sum(array.nbytes for array in longer.values()) > self.memory.limit // (8 * len(self._paths)):
            raise MemoryError
        self._paths[number] = self._paths[number]._replace(**longer)

    def _few_undecided(self) -> bool:
        """Return whether so many couples in the table are decided that the table is long enough without their entries.

        A couple is the question whether a component has a value n. The base class cannot count them, and returns False.
        """
        return False

    def _clean_table(self) -> None:
        """Replace the table of proof numbers by a new one without the entries of decided couples.

        The new table is twice as long if many entries remain. If the limit of memory forbids that, the table is not
        replaced, and new entries overwrite old ones from now on.
        """
        pairs, few = self._path.pairs, self._few_undecided()
        if few or 2 * pairs.nbytes < self.memory.limit // 4:
            self._new_table(len(pairs) if few else 2 * len(pairs), NOTHING)
        else:
            for path in self._paths:
                path.state[pp.MOST_PAIRS] = pp.INF * pp.INF

    def _new_table(self, size: int, renamed: NDArray[np.int32]) -> None:
        pairs, larger = self._path.pairs, np.zeros(size, np.int64)
        self._paths = [path._replace(pairs=larger) for path in self._paths]
        for path in self._paths:
            path.state[pp.PAIRS] = 0
        self._measure()
        named = -1 if self.memory.store.state[TWICE] else len(renamed)
        move_pairs(self.memory.store, self._path, pairs, len(pairs), renamed, named)
        share = int(self._path.state[pp.PAIRS]) // len(self._paths)
        for path in self._paths:
            path.state[pp.PAIRS] = share

    def _measure(self) -> None:
        """Write the lengths of the arrays of each path to its array `state`, from which the kernels read them.

        Also report the bytes of these arrays to the memory, whose limit includes them.
        """
        own = sum(array.nbytes for path in self._paths for array in path[:-1])
        self.memory.beside = own + self.memory.limit // 4
        for path in self._paths:
            state = path.state
            state[pp.FRAMES], state[pp.MOST_KIDS] = len(path.frames), len(path.at)
            state[pp.MOST_ROOM], state[pp.PLACES] = len(path.pieces), len(path.pairs) // 2
            state[pp.MOST_PAIRS] = 3 * len(path.pairs) // (8 * len(self._paths))


class ProofSearch(PathSearch):
    """A search by proof numbers for the Grundy value of a component, or for whether the value is a given number n."""

    def __init__(
        self,
        memory: ComponentMemory,
        number: int,
        n: int | None = None,
        *,
        table: CoupleTable | None = None,
    ) -> None:
        """Prepare a search for the Grundy value of component `number`, or for whether it is `n` if `n` is given.

        `table` is the table of an earlier search in the same memory; that search must not be used afterwards.
        """
        super().__init__(memory, table)
        self.number = number
        self.n = n
        for path in self._paths:
            push(path, pp.WHOLE if n is None else pp.COUPLE, number, -1 if n is None else n, pp.INF, pp.INF)

    @property
    def answer(self) -> bool | None:
        """Whether the component has the value n, or None if that is unknown.

        If n was not given, the answer is True once the value of the component is known, and None before.
        """
        if self.value is not None:
            return self.n in {None, self.value}
        if self.n is None or not self.memory.mask(self.number) >> self.n & 1:
            return None
        return False

    @property
    def value(self) -> int | None:
        """The Grundy value of the component, or None if it is unknown."""
        return self.memory.value(self.number)

    def _search(self, store: ComponentStore, path: Path, share: int) -> int:
        return search_couples(store, self.memory.rule, path, share)

    def leave(self) -> None:
        """End an undecided search: write the proof numbers of all nodes of its path to the table and empty the path."""
        frames, state = self._path.frames, self._path.state
        for depth in range(int(state[pp.DEPTH])):
            base = pp.FRAME * depth
            if frames[base + pp.KIND] == pp.WHOLE:
                state[pp.DEPTH] = depth
                break
            frames[base + pp.MOST_PN] = frames[base + pp.MOST_DN] = 0
        while state[pp.DEPTH] and self.answer is None:
            self.run(FEW)

    def _make_room(self, ends: Sequence[int]) -> None:
        """Lengthen the arrays that are too short; if the limit forbids it, drop components without proved results.

        `ends` has the result of `_search` for each thread. Only threads whose result is FULL need longer arrays. Raise
        `MemoryError` if too few components can be dropped.
        """
        short = [int(store.state[SHORT]) for store in self.memory.stores]
        for number, end in enumerate(ends):
            if end == FULL and not short[number]:
                self._lengthen(number)
        self._measure()
        if not any(short):
            return
        before, cleaned = self.memory.count, False
        if before >= MANY and any(each & NO_ROOM for each in short):
            self._forget()
            cleaned = True
        try:
            enough = self.memory.grow(more_room=not cleaned or self.memory.count > before // 2)
            if not enough and not cleaned:
                self._forget()
        finally:  # whatever ends the search, components have slots
            self.memory.index()
        if not enough and self.memory.count > before * 7 // 8:
            raise MemoryError

    def _forget(self) -> None:
        """Drop components without proved results that the search does not need, and renumber the others.

        The hash table of the memory must be filled again afterwards, by its method `index`.
        """
        renamed = self.memory.forget(self._needed())
        for path in self._paths:
            for array, places in _components(path):
                array[places] = renamed[array[places]]
        self.number = int(renamed[self.number])
        self._new_table(len(self._path.pairs), renamed)

    def _needed(self) -> Iterator[NDArray[np.int64]]:
        """Yield the numbers of the components that must not be dropped, as several arrays, with repetitions.

        They are the component that is searched, the components with an entry in the table of proof numbers, and those
        on the search paths or in the children of their nodes.
        """
        yield np.array([self.number])
        for start in range(0, len(self._path.pairs), PIECE):
            names = self._path.pairs[start : start + PIECE : 2]
            yield (names[names != 0] >> 16) - 1
        for path in self._paths:
            yield from (array[places] for array, places in _components(path))

    def _few_undecided(self) -> bool:
        pairs, facts, undecided = self._path.pairs, self.memory.records[:, -1], 0
        for start in range(0, len(pairs), PIECE):
            names = pairs[start : start + PIECE : 2]
            names = names[names != 0]
            known, n = facts[(names >> 16) - 1], names & 65535
            excluded = (n < BITS) & (known >> np.minimum(n, BITS) & 1 != 0)
            undecided += int(np.count_nonzero((valued(known) == 0) & ~excluded))
        return 16 * undecided < 3 * len(pairs)


def _components(path: Path) -> Iterator[tuple[NDArray[Any], NDArray[np.int64]]]:
    """Yield two arrays of a search path with the indices at which they have numbers of components.

    The first has the nodes, and the second the children of nodes that are options of a component.
    """
    bases = pp.FRAME * np.arange(int(path.state[pp.DEPTH]))
    yield path.frames, bases + pp.NUMBER
    first, after = path.frames[bases + pp.FIRST], path.frames[bases + pp.AFTER]
    rooms = path.at[_ranges(first[first >= 0], (after - first)[first >= 0])]
    yield path.pieces, _ranges(rooms + 2, path.pieces[rooms + 1])


def _ranges(starts: NDArray[np.int64], lengths: NDArray[Any]) -> NDArray[np.int64]:
    """Return the numbers starts[i], starts[i] + 1, ..., lengths[i] of them for each i, one range after another."""
    ends = np.cumsum(lengths, dtype=np.int64)
    return np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1] if len(ends) else 0)
