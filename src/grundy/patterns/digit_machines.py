"""Machines that read the binary digits of all heaps at once, lowest column first, as one deterministic automaton.

An integer is a stream of bits that is finally constant (two's complement). Sums, differences, multiples and bitwise
operations map streams to streams exactly. At the end of the digits, observers know the sign of a stream, its residue,
its number of ones, and its value up to a period. Sources: J. R. Büchi, "Weak second-order arithmetic and finite
automata", 1960; V. Bruyère, G. Hansel, C. Michaux and R. Villemaire, "Logic and p-recognizable sets of integers", 1994.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from ..core import Budget
from .courses import Unsettled

State: TypeAlias = tuple[Any, ...]
"""The states of all machines, in order."""
Read: TypeAlias = Callable[[State], int]
"""Returns a result from the final state."""
Step: TypeAlias = Callable[[list[int], Sequence[int], Any], tuple[int, Any]]
"""Maps the bits of the previous machines, the column of digits and a state to a bit and the next state."""

MOST_STATES = 1 << 13
"""The largest number of states that are visited."""
MOST_WORK = 1 << 21
"""The largest number of steps of single machines."""


class Machines:
    """An automaton that reads the binary digits of all heaps at once, lowest first, made of many small machines.

    A column contains one binary digit of every heap. For each column a machine produces one bit. Together these bits
    are the binary digits of an integer, called the stream of the machine. Streams are identified by the numbers of the
    machines. Methods that observe a stream return a function of the final state of the automaton.
    """

    def __init__(self, heaps: int) -> None:
        self.heaps = heaps
        self._steps: list[Step] = []
        self._first: list[Any] = []
        self._made: dict[Hashable, int] = {}
        self._natural = set[int]()

    def _machine(self, key: Hashable, first: Any, step: Step, *, natural: bool = False) -> int:  # noqa: ANN401
        """Return the number of the machine with a key; add the machine if it is new.

        `first` is its first state, `step` its transition, and `natural` states that its integer is never negative.
        """
        if key not in self._made:
            self._made[key] = len(self._steps)
            self._steps.append(step)
            self._first.append(first)
        if natural:
            self._natural.add(self._made[key])
        return self._made[key]

    def _last(self, x: int, bits: list[int]) -> int:
        """Return the bit of stream x that repeats forever if the current column is the last.

        It is the stream's bit for this column, or 0 if the integer is never negative; `bits` are those of all streams.
        """
        return 0 if x in self._natural else bits[x]

    def heap(self, place: int) -> int:
        """Return the stream of the heap with this index."""
        return self._machine(("heap", place), None, lambda _, column, __: (column[place], None), natural=True)

    def number(self, value: int) -> int:
        """Return the stream of a constant."""
        return self._machine(("number", value), value, lambda _, __, rest: (rest & 1, rest >> 1), natural=value >= 0)

    def multiple(self, x: int, factor: int) -> int:
        """Return the stream of factor * x.

        Args:
            x: A stream.
            factor: An integer.

        Returns:
            The stream.
        """

        def step(bits: list[int], _: Sequence[int], carry: int) -> tuple[int, int]:
            total = factor * bits[x] + carry
            return total & 1, total >> 1

        natural = factor >= 0 and x in self._natural
        return x if factor == 1 else self._machine(("*", x, factor), 0, step, natural=natural)

    def sum(self, x: int, y: int, *, minus: bool = False) -> int:
        """Return the stream of x + y or x - y; the latter is x plus the complement of y plus 1.

        Args:
            x: A stream.
            y: Another one.
            minus: Whether to subtract.

        Returns:
            The stream.
        """

        def step(bits: list[int], _: Sequence[int], carry: int) -> tuple[int, int]:
            total = bits[x] + (bits[y] ^ minus) + carry
            return total & 1, total >> 1

        natural = not minus and {x, y} <= self._natural
        return self._machine(("+", x, y, minus), int(minus), step, natural=natural)

    def bitwise(self, op: str, x: int, y: int) -> int:
        """Return the stream of x & y, x | y or x ^ y.

        Args:
            op: The operation.
            x: A stream.
            y: Another one.

        Returns:
            The stream.
        """
        steps: dict[str, Step] = {
            "&": lambda bits, _, __: (bits[x] & bits[y], None),
            "|": lambda bits, _, __: (bits[x] | bits[y], None),
            "^": lambda bits, _, __: (bits[x] ^ bits[y], None),
        }
        natural = self._natural >= {x, y} or (op == "&" and bool(self._natural & {x, y}))
        return self._machine((op, x, y), None, steps[op], natural=natural)

    def nonzero(self, x: int) -> Read:
        """Observe whether stream x is not 0: it has a bit 1."""
        place = self._machine(("nonzero", x), 0, lambda bits, _, seen: (0, seen | bits[x]))
        return lambda state: int(state[place])

    def sign(self, x: int) -> Read:
        """Observe the sign of stream x, as -1, 0 or 1."""
        place = self._machine(("sign", x), (0, 0), lambda bits, _, seen: (0, (seen[0] | bits[x], self._last(x, bits))))
        return lambda state: -1 if state[place][1] else state[place][0]

    def residue(self, x: int, modulus: int) -> Read:
        """Observe stream x modulo a positive number.

        The residue is that of the bits so far, minus the next power of 2 if all further bits are 1.

        Args:
            x: A stream.
            modulus: A positive integer.

        Returns:
            A function of the final state.
        """

        def step(bits: list[int], _: Sequence[int], seen: tuple[int, int, int]) -> tuple[int, tuple[int, int, int]]:
            rest, power, _last = seen
            return 0, ((rest + power * bits[x]) % modulus, 2 * power % modulus, self._last(x, bits))

        place = self._machine(("%", x, modulus), (0, 1 % modulus, 0), step)
        return lambda state: (state[place][0] - state[place][1] * state[place][2]) % modulus

    def ones(self, x: int, modulus: int) -> Read:
        """Observe the number of ones of stream x modulo a positive number; raise `Unsettled` for a negative integer.

        Args:
            x: A stream.
            modulus: A positive integer.

        Returns:
            A function of the final state.
        """

        def step(bits: list[int], _: Sequence[int], seen: tuple[int, int]) -> tuple[int, tuple[int, int]]:
            return 0, ((seen[0] + bits[x]) % modulus, self._last(x, bits))

        def read(state: State) -> int:
            if state[place][1]:
                raise Unsettled
            return int(state[place][0])

        place = self._machine(("ones", x, modulus), (0, 0), step)
        return read

    def folded(self, heap: int, preperiod: int, period: int) -> Read:
        """Observe the size of a heap, reduced by its period: the smallest number that the period makes equal to it.

        A size of at least preperiod + period is reduced by periods until it is less than that.

        Args:
            heap: The index of the heap.
            preperiod: The first size of the periodic part.
            period: The period.

        Returns:
            A function of the final state.
        """

        def fold(n: int) -> int:
            return n if n < preperiod + period else preperiod + (n - preperiod) % period

        def step(_: list[int], column: Sequence[int], seen: tuple[int, int]) -> tuple[int, tuple[int, int]]:
            return 0, (fold(seen[0] + seen[1] * column[heap]), fold(2 * seen[1]))

        place = self._machine(("fold", heap, preperiod, period), (0, fold(1)), step)
        return lambda state: int(state[place][0])

    def columns(self, modulus: int) -> Read:
        """Observe whether the number of ones in every column is a multiple of the modulus."""
        place = self._machine(
            ("columns", modulus), 1, lambda _, column, good: (0, good and int(not sum(column) % modulus))
        )
        return lambda state: int(state[place])

    def always(self, truth: Callable[[State], object], budget: Budget) -> bool:
        """Return whether a statement is true for all sizes of the heaps.

        From any state, columns of 0 lead into a cycle of states. There every stream is constant and every observer
        returns the result for the heaps whose digits were read. So the statement is evaluated there.

        Args:
            truth: Evaluates the statement, given a final state.
            budget: Checked at every state.

        Returns:
            Whether it is always true.

        Raises:
            Unsettled: If there are too many states.
        """
        columns = list(product((0, 1), repeat=self.heaps))
        most = min(MOST_STATES, MOST_WORK // (len(columns) * (1 + len(self._steps))))
        waiting = [tuple(self._first)]
        seen, good = set(waiting), set[State]()
        while waiting:
            state = waiting.pop()
            *path, last = self._ended(state, good, most, budget)
            if last not in good and not truth(last):
                return False
            good.update(path, (last,))
            new = {self._after(state, column) for column in columns} - seen
            seen |= new
            waiting += new
            budget.charge_unstored(1)
            if len(seen) > most:
                raise Unsettled
        return True

    def _ended(self, state: State, good: set[State], most: int, budget: Budget) -> Iterator[State]:
        """Yield the states that follow when only columns of zeros are read, the first of which is `state`.

        The last is the first one that is repeated or in `good`, the set of states that need no further check.
        `Unsettled` is raised if these and the states in `good` are more than `most`.
        """
        path = set[State]()
        while state not in path and state not in good:
            yield state
            path.add(state)
            budget.charge_unstored(1)
            if len(path) + len(good) > most:
                raise Unsettled
            state = self._after(state, (0,) * self.heaps)
        yield state

    def _after(self, state: State, column: Sequence[int]) -> State:
        bits: list[int] = []
        after = []
        for step, one in zip(self._steps, state, strict=True):
            bit, new = step(bits, column, one)
            bits.append(bit)
            after.append(new)
        return tuple(after)
