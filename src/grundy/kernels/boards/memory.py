"""The memory of a search: what is known about the components of positions, in arrays that grow up to a limit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import calls
from . import store_shape as ss
from .packed_code import CompiledRule
from .store_shape import ComponentStore

SHARED = ("common", "records", "slots")
"""Arrays that all threads share; the last two become longer with the room for components."""
OWN = {ss.NO_DRAFT: "draft", ss.NO_TRAIL: "trail", ss.NO_RING: "lists"}
"""Arrays of one thread that may be too short, by the bit that says so."""
SMALL = 1 << 12
"""Components for which there is room at first."""
MANY = 1 << 18
"""From here on the room grows by half of itself, not by all."""
SPARE = 4
"""Records for which there is a place, to those for which there is room."""
EXCLUDED = (1 << ss.BITS) - 1
"""The bits of a mask that mark the excluded values."""
PIECE = 1 << 16
"""Components that are moved at once."""
RING_BITS = 16
"""The places of the ring are at least two to this."""
LINE = 64
"""Bytes of a line of memory, which one core has at a time while it writes."""


class ComponentMemory:
    """The components that a search has met, with their values and options, for one compiled rule.

    One or several threads may use it.

    `limit` is the largest number of bytes of all arrays together. It does not change answers. Components with a known
    or an excluded value are never dropped. Other components, and lists of options, may be dropped and computed again.
    """

    def __init__(
        self,
        code: CompiledRule,
        words: int,
        most: int,
        parts: int,
        *,
        least: int = 0,
        limit: int = 1 << 31,
        misere: bool = False,
        threads: int = 1,
    ) -> None:
        """Allocate arrays for a few components; they grow later.

        Args:
            code: The compiled functions of the rule.
            words: The number of words of a state.
            most: The largest number of options of a state.
            parts: The largest number of components of a state.
            least: The largest weight (estimated work) of components that are evaluated at once, by definition.
            limit: The largest number of bytes of all arrays together.
            misere: Whether the memory is for misère play. Equal components then do not cancel, and Grundy values,
                `least` and the rule's function `known` are not used.
            threads: The number of threads that use the memory.
        """
        self.code = code
        self.rule = np.array([function.address for function in code], np.int64)
        self.limit = limit
        self._indexed = True
        self.beside = 0
        """Bytes of other arrays that count too: those of the search for which these are."""
        self._room = max(SMALL, 1 << (2 * threads * (parts + 2 * ss.GRANT)).bit_length())
        own = {
            "first": ss.FIRST,
            "state": ss.STATES,
            "word": words,
            "out": most * words,
            "states": most * words,
            "bench": 2 * max(1, most) * (1 + parts * (1 + words)),
            "pieces": parts * words,
            "canon": words,
            "trail": 1 << 10,
            "order": 3 * most,
        }
        draft = 8 * most * (2 + parts)
        small = {"lists": 1 << max(RING_BITS, draft.bit_length()), "draft": draft + 256}
        arrays = _zeros({"common": ss.COMMON, "records": self._room * (words + 1)})
        arrays |= _zeros({"slots": slots_for(self._room)}, np.int32)
        self.stores = [ComponentStore(**arrays, **_zeros(own), **_zeros(small, np.int32)) for _ in range(threads)]
        for store in self.stores:
            store.state[ss.LEAST] = -1 if misere else least
            store.state[ss.TWICE] = misere
            store.state[ss.BENCH] = len(store.bench) // 2
            store.state[ss.MOST], store.state[ss.SIZE], store.state[ss.PARTS] = most, words, parts
        self._measure()

    def take(self, code: CompiledRule) -> None:
        """Replace the compiled code by other code of the same rule."""
        self.code = code
        self.rule[:] = [function.address for function in code]

    @property
    def store(self) -> ComponentStore:
        """The arrays that the first thread uses, its own and those that all threads share, as kernels receive them."""
        return self.stores[0]

    @property
    def count(self) -> int:
        """The number of component numbers that threads have reserved: 0 to `count` - 1.

        Threads reserve numbers in blocks, so some of them may be unused.
        """
        return int(self.store.common[ss.COUNT])

    @property
    def crowded(self) -> bool:
        """Whether the last kernel call stopped because an array was too short; `grow` then makes that array longer."""
        return any(store.state[ss.SHORT] for store in self.stores)

    def agree(self) -> None:
        """Give all threads the same limit: the largest weight of components that they evaluate at once, by definition.

        It becomes the least of their limits.
        """
        least = min(int(store.state[ss.LEAST]) for store in self.stores)
        for store in self.stores:
            store.state[ss.LEAST] = least

    @property
    def size(self) -> int:
        """The number of bytes of all arrays; of the array of records, only the part that may be used is counted."""
        shared = self.store.common.nbytes + self.store.slots.nbytes + self._room * self._row
        own = [name for name in ComponentStore._fields if name not in SHARED]
        return int(shared + sum(getattr(store, name).nbytes for store in self.stores for name in own))

    @property
    def records(self) -> NDArray[np.int64]:
        """The records of components, one row each: the words of the component, then its value, mask and weight."""
        width = int(self.store.state[ss.SIZE]) + 1
        return self.store.records[: self.count * width].reshape(-1, width)

    def value(self, number: int) -> int | None:
        """Return the Grundy value of a component, or None if it is unknown."""
        value = (int(self.records[number, -1]) >> ss.VALUE & 65535) - 1
        return None if value < 0 else value

    def mask(self, number: int) -> int:
        """Return a number in which bit v is set if the value of the component is known not to be v."""
        return int(self.records[number, -1]) & EXCLUDED

    def weight(self, number: int) -> int:
        """Return the weight of a component, an estimate of the work to evaluate it."""
        return int(self.records[number, -1]) >> ss.WEIGHT & ss.HEAVIEST

    def components(self, words: Sequence[int]) -> tuple[int, list[int]]:
        """Return the nim-sum of the components of known value in a state, and the numbers of the other components.

        `words` are the machine words into which the state is packed.

        Raises:
            MemoryError: If the limit of memory is reached.
            OverflowError: If the rule writes more components than it states.
        """
        while True:
            self.store.word[:] = words
            end = calls.meet(self.store, self.rule)
            if end != ss.FULL:
                total, *numbers = map(int, [self.store.draft[0], *self.store.draft[2:end]])
                return total, numbers
            if not self.grow():
                raise MemoryError

    def folded(self, states: Iterable[Sequence[int]]) -> tuple[int, list[int]]:
        """Return the nim-sum of the components of known value in several states, and the numbers of the others.

        Components of larger weight come first. Two equal components of unknown value cancel, also if they are
        components of different states. `states` has the words of each state.
        """
        total, found = 0, set[int]()
        for words in states:
            some, numbers = self.components(words)
            total ^= some
            for number in numbers:
                found ^= {number}
        return total, sorted(found, key=lambda number: (-self.weight(number), number))

    def key(self, number: int) -> tuple[int, ...]:
        """Return the machine words into which a component is packed."""
        return tuple(map(int, self.records[number, :-1]))

    def learn(self, words: NDArray[np.int64], values: NDArray[np.int64]) -> None:
        """Store components with proved Grundy values, as many as the limit of memory allows.

        Values above `LARGEST`, which a record cannot contain, are ignored.

        Args:
            words: The words of all components, one component after another.
            values: The value of each component, in the same order.
        """
        small = values <= ss.LARGEST
        words, values = words.reshape(-1, int(self.store.state[ss.SIZE]))[small].ravel(), values[small]
        done = 0
        while done < len(values):
            done = calls.learn(self.store, self.rule, words, values, len(values), done)
            if done < len(values) and not self.grow():
                return

    def found(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the components evaluated since the last call of this method, as arrays of their words and values.

        Components of weight up to `least`, which are evaluated by definition, are left out.
        """
        records, least = self.records, int(self.store.state[ss.LEAST])
        found: list[NDArray[np.int64]] = []
        for start in range(0, len(records), PIECE):  # nothing large is made at once
            some = records[start : start + PIECE]
            facts = some[:, -1]
            new = (valued(facts) > 0) & (facts >= 0) & (facts >> ss.WEIGHT & ss.HEAVIEST > least)
            found.append(some[new])
            facts[new] |= ss.TOLD
        rows = np.concatenate(found) if found else records[:0]
        return rows[:, :-1].ravel(), valued(rows[:, -1]) - 1

    def grow(self, *, more_room: bool = True) -> bool:
        """Lengthen the arrays that were too short for the last kernel call; return False if the limit forbids it.

        No other thread may run during the call. Without `more_room`, the arrays for components, which all threads
        share, keep their length, and only the other arrays become longer. Use this after `forget` has freed space for
        components.

        Raises:
            OverflowError: If the rule wrote more than it states, so that longer arrays do not help.
        """
        short = [int(store.state[ss.SHORT]) for store in self.stores]
        if any(each & ss.BROKEN for each in short):
            raise OverflowError(
                "the rule over words writes more than it says, or more than can be kept: "
                "values below 2^15, 255 components after a move, sums of 511"
            )
        room = more_room and any(each & ss.NO_ROOM for each in short)
        own = [[name for bit, name in OWN.items() if each & bit] for each in short]
        wider = self._room + (self._room // 2 if self._room >= MANY else self._room)
        more = (wider - self._room) * self._row + 4 * (slots_for(wider) - slots_for(self._room)) if room else 0
        for store, names in zip(self.stores, own, strict=True):
            store.state[ss.SHORT] = 0
            more += sum(getattr(store, name).nbytes for name in names)
        if self.size + self.beside + more > self.limit:
            return False
        for number, names in enumerate(own):
            store = self.stores[number]
            mine: dict[str, Any] = {name: longer_array(getattr(store, name)) for name in names}
            self.stores[number] = store._replace(**mine)
            if "lists" in names:
                store.first[:] = 0
                store.state[ss.HEAD] = 0
        if room:
            self._widen(wider)
        self._measure()
        return True

    def _widen(self, room: int) -> None:
        """Lengthen the shared arrays to hold `room` components, and enter the present ones into a new hash table."""
        records = self.store.records
        if records.nbytes < room * self._row:  # what is not written yet takes no memory, and is copied seldom
            records = np.zeros(min(SPARE * room * self._row, max(self.limit, room * self._row)) // 8, np.int64)
            records[: self.records.size] = self.records.ravel()
        slots = np.zeros(slots_for(room), np.int32)
        self.stores = [store._replace(records=records, slots=slots) for store in self.stores]
        self._room, self._indexed = room, False
        self._measure()
        self.index()

    @property
    def _row(self) -> int:
        """The number of bytes that one component takes in the array of records."""
        return 8 * (int(self.store.state[ss.SIZE]) + 1)

    def forget(self, held: Iterable[NDArray[np.integer[Any]]]) -> NDArray[np.int32]:
        """Drop components without a known or an excluded value, except those whose numbers an array in `held` has.

        The remaining components are renumbered. The result contains for each old number the new one, or -1 if the
        component was dropped. To save memory, the result is written into the array of the hash table. Call `index` when
        the result is no longer needed, to fill the hash table again.
        """
        records, renamed, left = self.records, self.store.slots[: self.count], 0
        renamed[:] = 0
        for numbers in held:
            renamed[numbers] = 1
        for start in range(0, len(records), PIECE):  # a component only ever moves down
            facts = records[start : start + PIECE, -1]
            kept = np.flatnonzero((renamed[start : start + PIECE] != 0) | (valued(facts) > 0) | (facts & EXCLUDED != 0))
            renamed[start : start + PIECE] = -1
            renamed[start + kept] = np.arange(left, left + len(kept))
            records[left : left + len(kept)] = records[start + kept]
            left += len(kept)
        for each in self.stores:
            each.first[:] = 0
            each.state[ss.HEAD] = each.state[ss.NEXT] = each.state[ss.LAST] = 0
        self.store.common[ss.COUNT] = left
        self._indexed = False
        return renamed

    def index(self) -> None:
        """Fill the hash table by which components are found, if it is empty."""
        if self._indexed:
            return
        self.store.slots[:] = 0
        bounds = np.linspace(0, self.count, len(self.stores) + 1).astype(int).tolist()
        with ThreadPoolExecutor(len(self.stores)) as crew:
            list(crew.map(calls.index, self.stores, bounds[:-1], bounds[1:]))
        self._indexed = True

    def _measure(self) -> None:
        """Write the lengths of the arrays to the array `state` of each thread, from which the kernels read them."""
        for store in self.stores:
            state = store.state
            state[ss.ROOM] = self._room - len(self.stores) * (int(state[ss.PARTS]) + 2 * ss.GRANT)
            state[ss.SLOTS], state[ss.RING] = len(store.slots), len(store.lists)
            state[ss.NAMES] = self._room.bit_length()
            state[ss.DRAFT], state[ss.TRAIL] = len(store.draft), len(store.trail)


def _zeros(lengths: dict[str, int], kind: type[np.signedinteger[Any]] = np.int64) -> dict[str, Any]:
    return {name: apart(length, kind) for name, length in lengths.items()}


def apart(length: int, kind: Any = np.int64) -> NDArray[Any]:
    """Return an array of zeros that shares no cache line with other data.

    Threads that write to the same cache line wait for each other.

    Args:
        length: The number of items.
        kind: The numpy type of the items.

    Returns:
        The array.
    """
    items = LINE // np.dtype(kind).itemsize
    zeros = np.zeros(length + 2 * items, kind)
    start = -zeros.ctypes.data % LINE * items // LINE
    return zeros[start : start + length]


def valued(facts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each component its Grundy value plus 1, or 0 if its value is unknown.

    `facts` are the last words of the components' records, whose upper bits contain the values.
    """
    return facts >> ss.VALUE & 65535


def slots_for(room: int) -> int:
    """Return the length of a hash table for `room` components: half as many again, so that a third stays free."""
    return room + room // 2


def longer_array(array: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return a copy of an array with twice its length, whose second half is zeros."""
    longer = apart(2 * len(array), array.dtype)  # what is not written yet takes no memory
    longer[: len(array)] = array
    return longer
