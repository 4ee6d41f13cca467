"""A search by proof numbers in slices: in between it makes room, forgets, and can be asked how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .component_store import FULL, SHORT
from .memory import Memory, longer_array
from .proof_numbers import search_couples
from .proof_path import (
    AFTER,
    COUPLE,
    DEPTH,
    DONE,
    FIRST,
    FRAME,
    FRAMES,
    INF,
    KIND,
    MOST_DN,
    MOST_KIDS,
    MOST_PN,
    MOST_ROOM,
    PAIRS,
    PLACES,
    STATES,
    STEPS,
    WHOLE,
    Path,
    held,
    move_pairs,
    push,
    rename,
)

FEW = 1 << 10
"""Frames, children and pairs for which there is room at first."""


class Progress(NamedTuple):
    """How far a search is: visits, visits a second, components remembered, pairs in the table, the root's numbers."""

    visits: int
    rate: float
    components: int
    pairs: int
    won: int
    lost: int


class Child(NamedTuple):
    """A child of a couple: known components as one number, the components that are open, and its numbers."""

    total: int
    pieces: tuple[int, ...]
    won: int
    lost: int


class Table(NamedTuple):
    """The table of pairs of a search, two words a place, and how many there are."""

    pairs: NDArray[np.int64]
    entries: int


class ProofSearch:
    """Whether one component has value n, or its exact value, found by proof numbers over couples."""

    def __init__(
        self,
        memory: Memory,
        number: int,
        n: int | None = None,
        *,
        threshold: tuple[int, int] = (INF, INF),
        table: Table | None = None,
    ) -> None:
        """Ask whether the component `number` of the memory has value n; None asks for the value.

        The search of a couple ends undecided as soon as one of its numbers reaches the threshold. It takes over the
        table of the search before it in the same memory, of which nothing more may be asked then.
        """
        self.memory = memory
        self.number = number
        self.n = n
        self._start = monotonic()
        state = np.zeros(STATES, np.int64)
        small = [np.zeros(FEW, np.int32) for _ in range(3)]
        frames, at = np.zeros(FEW, np.int64), np.zeros(FEW, np.int64)
        self._path = Path(state, frames, small[0], small[1], at, small[2], np.zeros(2 * FEW, np.int64))
        if table is not None:
            self._path = self._path._replace(pairs=table.pairs)
            state[PAIRS] = table.entries
        self._measure()
        push.py_func(self._path, WHOLE if n is None else COUPLE, number, -1 if n is None else n, *threshold)

    @property
    def answer(self) -> bool | None:
        """Whether the component has value n (any value, when none was asked for); None as long as it is not known."""
        if self.value is not None:
            return self.n in {None, self.value}
        if self.n is None or not self.memory.mask(self.number) >> self.n & 1:
            return None
        return False

    @property
    def value(self) -> int | None:
        """The value, or None as long as it is not known."""
        return self.memory.value(self.number)

    @property
    def visits(self) -> int:
        """How many couples were looked at."""
        return int(self._path.state[STEPS])

    @property
    def table(self) -> Table:
        """The table of pairs, for the next search."""
        return Table(self._path.pairs, int(self._path.state[PAIRS]))

    def run(self, steps: int) -> bool:
        """Go on for about so many visits; return whether the answer is known.

        Raises MemoryError where the limit of the memory is reached; what was found until then is kept.
        """
        until = self.visits + steps
        while self.answer is None and self.visits < until:
            answer = search_couples(self.memory.store, self.memory.rule, self._path, until - self.visits)
            if answer == DONE:
                break
            if answer == FULL:
                self._make_room()
            if 8 * self._path.state[PAIRS] > 3 * len(self._path.pairs):
                self._more_pairs()
        return self.answer is not None

    def leave(self) -> None:
        """End the search of a couple undecided: every couple on the path writes its numbers into the table."""
        frames, state = self._path.frames, self._path.state
        for depth in range(int(state[DEPTH])):
            base = FRAME * depth
            if frames[base + KIND] == WHOLE:
                state[DEPTH] = depth
                break
            frames[base + MOST_PN] = frames[base + MOST_DN] = 0
        while state[DEPTH] and self.answer is None:
            self.run(FEW)

    def children(self) -> Iterator[Child]:
        """Yield the open children of a couple that was left: its options, and (c, k) for less k as (k ^ n, (c,))."""
        path, n = self._path, self.n or 0
        first, after = int(path.frames[FIRST]), int(path.frames[AFTER])
        if first < 0:
            return
        for kid in range(first, after + n):
            won, lost = int(path.wins[kid]), int(path.losses[kid])
            if won == 0:
                continue
            if kid >= after:
                yield Child(kid - after ^ n, (self.number,), won, lost)
                continue
            room = int(path.at[kid])
            pieces = path.pieces[room + 2 : room + 2 + int(path.pieces[room + 1])]
            yield Child(int(path.pieces[room]), tuple(map(int, pieces)), won, lost)

    def progress(self) -> Progress:
        """Return how far the search is."""
        state = self._path.state
        won, lost = 0, 0
        root = 0 if self._path.frames[KIND] == COUPLE else FRAME
        if state[DEPTH] * FRAME > root and self._path.frames[root + FIRST] >= 0:
            kids = slice(int(self._path.frames[root + FIRST]), int(self._path.frames[root + AFTER]))
            won, lost = int(self._path.losses[kids].min(initial=INF)), int(self._path.wins[kids].max(initial=0))
        rate = self.visits / max(monotonic() - self._start, 1e-6)
        return Progress(self.visits, rate, self.memory.count, int(state[PAIRS]), won, lost)

    def _make_room(self) -> None:
        """Make longer what was too short: arrays of the memory, else those of the path; forget at the limit."""
        path = self._path
        if self.memory.store.state[SHORT]:
            if not self.memory.grow():
                self._forget()
            return
        names = ("frames", "wins", "losses", "at", "pieces")
        longer: dict[str, Any] = {name: longer_array(getattr(path, name)) for name in names}
        if sum(array.nbytes for array in longer.values()) > self.memory.limit // 8:
            raise MemoryError
        self._path = path._replace(**longer)
        self._measure()

    def _forget(self) -> None:
        """Forget components of which nothing is known; MemoryError where that leaves little room."""
        path = self._path
        count = held(path, np.zeros(0, np.int64))
        numbers = np.zeros(count, np.int64)
        held(path, numbers)
        names = path.pairs[::2]
        searched = (names[names != 0] >> 16) - 1
        before = self.memory.count
        renamed = self.memory.forget(np.unique(np.concatenate([numbers, searched, [self.number]])))
        rename(path, renamed)
        self.number = int(renamed[self.number])
        self._new_table(len(path.pairs), renamed)
        if self.memory.count > before * 7 // 8:
            raise MemoryError

    def _more_pairs(self) -> None:
        """Make the table of pairs larger while it takes less than a quarter of the limit."""
        if 2 * self._path.pairs.nbytes < self.memory.limit // 4:
            self._new_table(2 * len(self._path.pairs), np.zeros(0, np.int64))

    def _new_table(self, size: int, renamed: NDArray[np.int64]) -> None:
        """Move the pairs into a table of `size` words."""
        pairs = self._path.pairs
        self._path = self._path._replace(pairs=np.zeros(size, np.int64))
        self._path.state[PAIRS] = 0
        self._measure()
        move_pairs(self._path, pairs, renamed)

    def _measure(self) -> None:
        """Tell the kernel how long the arrays are."""
        path = self._path
        state = path.state
        state[FRAMES], state[MOST_KIDS], state[MOST_ROOM] = len(path.frames), len(path.at), len(path.pieces)
        state[PLACES] = len(path.pairs) // 2
