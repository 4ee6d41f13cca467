"""Finds a small automaton that computes a sequence from the digits of its index.

A sequence f is k-automatic exactly if its k-kernel is finite. The k-kernel is the set of the sequences n -> f(k^i * n +
j) with 0 <= j < k^i. Sources: A. Cobham, "Uniform tag sequences", 1972; J.-P. Allouche and J. Shallit, "Automatic
Sequences", 2003, theorems 5.5.1 and 6.6.2. Numbers are read without leading zeros; 0 has no digits.

The automaton is learned from a sample, the first terms (`automatic.learn`), and compared with all terms. The number of
terms after the sample must be at least `EVIDENCE` times the number of entries in the automaton's table, and the terms
must have more information than the table (`pattern.is_enough`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..automatic import Base
from ..automatic.learn import Table, learned
from ..core import Budget, InputError
from .pattern import Pattern, is_enough

BASES = (2, 3, 4, 5, 6, 10)
"""The bases that are tried."""
MOST_VALUES = 64
"""The largest number of distinct values in a sequence."""
MOST_STATES = 64
"""The largest number of states."""
LEAST = 8
"""The number of terms that must be known after a word of digits before the word is treated as a state."""
EVIDENCE = 16
"""The number of terms after the sample for every table entry."""
SAMPLES = (16, 4, 2)
"""The divisors of the number of terms that give the sample: a sixteenth, and more only if that is too little."""


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


def find_automata(
    values: Sequence[int], *, outcome: bool = False, bases: Sequence[int] = BASES, budget: Budget | None = None
) -> list[Pattern]:
    """Find the automaton with the smallest table that computes a sequence from the digits of n.

    A sequence that is finally constant has no pattern of this kind.

    Args:
        values: The terms f(0), f(1), ...
        outcome: Whether to use only whether a value is 0; then the automaton returns 1 for P and 0 for N.
        bases: The bases to try.
        budget: Counts the terms examined; may raise `LimitReached`.

    Returns:
        One pattern, whose `detail` is the `Automaton`; or an empty list.

    Example:
        >>> [found] = find_automata([n.bit_count() % 2 for n in range(1000)])
        >>> print(found, found.detail.evaluate(10**30))
        value of n: automaton of 2 states that reads n in base 2 1
    """
    terms = [int(value == 0) for value in values] if outcome else list(values)
    letters = sorted(set(terms))
    if len(letters) > MOST_VALUES or len({*terms[len(terms) // 2 :]}) < 2:
        return []
    code = {value: place for place, value in enumerate(letters)}
    data = bytes(code[value] for value in terms)
    fits = filter(None, (_fitting(data, base, budget or Budget()) for base in bases))
    told = [fit for fit in fits if fit.states > 1 and is_enough(data, 4 + fit.entries)]
    if not told:
        return []
    found = min(told, key=lambda fit: fit.entries)
    automaton = Automaton(found.base, found.transitions, tuple(letters[place] for place in found.outputs))
    what = "1 where n is a P-position, else 0" if outcome else "value of n"
    return [Pattern("automaton", f"{what}: {automaton}", 4 + found.entries, 0, len(data) - 1, detail=automaton)]


def _fitting(data: bytes, base: int, budget: Budget) -> Automaton | None:
    """Return an automaton that is learned from the first terms and gives all terms, or None if none is found.

    The number of states is limited so that the remaining terms are enough to test the automaton. `data` has the terms
    of the sequence, one byte each, and `base` is the base of the digits.
    """
    digits = next(digits for digits in range(LEAST) if sum(base**i for i in range(digits + 1)) >= LEAST)
    for part in SAMPLES:
        sample = len(data) // part
        budget.charge(sample + 1)
        most = min(MOST_STATES, (len(data) - sample) // (EVIDENCE * (base + 1)))
        if not sample or not most:
            continue
        found = learned(Table(data[:sample], sample, 1), Base(base), most, budget, least=digits)
        if found is not None:
            automaton = Automaton(base, tuple(map(tuple, found[0][:-1])), tuple(found[1][:-1]))
            if all(bytes(automaton.values(stop)) == data[:stop] for stop in (min(len(data), 1024), len(data))):
                return automaton
    return None
