"""Automata that read the digits of n: finite tables that give the n-th term of a k-automatic sequence.

A sequence f is k-automatic exactly if its k-kernel is finite. The k-kernel is the set of the sequences n -> f(k^i * n +
j) with 0 <= j < k^i. Sources: A. Cobham, "Uniform tag sequences", 1972; J.-P. Allouche and J. Shallit, "Automatic
Sequences", 2003, theorems 5.5.1 and 6.6.2. Numbers are read without leading zeros; 0 has no digits.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core import InputError


@dataclass(frozen=True, slots=True)
class Automaton:
    """A finite automaton that reads the digits of n, most significant first, and outputs the n-th term of a sequence.

    Attributes:
        base: The base of the digits, at least 2.
        transitions: `transitions[state][digit]` is the next state; the first state is 0.
        outputs: `outputs[state]` is the result if the digits end in this state.

    Example:
        >>> thue_morse = Automaton(2, ((0, 1), (1, 0)), (0, 1))
        >>> thue_morse.values(8), thue_morse.evaluate(2**100 + 1)
        ([0, 1, 1, 0, 1, 0, 0, 1], 0)
        >>> print(thue_morse)
        automaton of 2 states that reads n in base 2
    """

    base: int
    transitions: tuple[tuple[int, ...], ...]
    outputs: tuple[int, ...]

    def __post_init__(self) -> None:
        states = range(len(self.outputs))
        rows = all(len(row) == self.base and set(row) <= set(states) for row in self.transitions)
        if self.base < 2 or not states or len(self.transitions) != len(states) or not rows:
            raise InputError("expected for every state an output and one next state for each digit of a base >= 2")

    def __str__(self) -> str:
        count = "1 state" if self.states == 1 else f"{self.states} states"
        return f"automaton of {count} that reads n in base {self.base}"

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.outputs)

    @property
    def entries(self) -> int:
        """The number of integers that describe the automaton: the output and the transitions of every state."""
        return self.states * (self.base + 1)

    def evaluate(self, n: int) -> int:
        """Return the n-th term of the sequence, n >= 0; the cost is proportional to the number of digits."""
        if n < 0:
            raise InputError(f"expected a number n >= 0, found {n}")
        digits = []
        while n:
            n, digit = divmod(n, self.base)
            digits.append(digit)
        state = 0
        for digit in reversed(digits):
            state = self.transitions[state][digit]
        return self.outputs[state]

    def values(self, stop: int) -> list[int]:
        """Return the terms 0, 1, ..., stop - 1 of the sequence."""
        ends = [0]  # the states after 0, 1, 2, ...
        for number in range(1, stop):
            ends.append(self.transitions[ends[number // self.base]][number % self.base])
        return [self.outputs[state] for state in ends[:stop]]

    def table(self) -> str:
        """Return the transitions as text, with one line per state and one column per digit.

        >>> print(Automaton(2, ((0, 1), (1, 0)), (0, 1)).table())
        state  output  digit 0  digit 1
            0       0        0        1
            1       1        1        0
        """
        heads = ["state", "output", *(f"digit {digit}" for digit in range(self.base))]
        rows = [heads]
        for state, (output, row) in enumerate(zip(self.outputs, self.transitions, strict=True)):
            rows.append([str(entry) for entry in (state, output, *row)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join(map(str.rjust, row, widths)) for row in rows)
