"""Automata that read the digits of n: small tables which give the n-th term of a k-automatic sequence.

A sequence f is k-automatic exactly when its k-kernel, the set of the sequences n -> f(k^i * n + j) with 0 <= j < k^i,
is finite (A. Cobham, "Uniform tag sequences", 1972; J.-P. Allouche and J. Shallit, "Automatic Sequences", 2003,
theorems 5.5.1 and 6.6.2). Numbers are read without leading zeros; 0 has no digits.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core import InputError


@dataclass(frozen=True, slots=True)
class Automaton:
    """A complete deterministic automaton with output; it begins in state 0.

    `base` is that of the digits, at least 2. `transitions[state][digit]` is the next state, `outputs[state]` the
    answer when the digits end there. `least_first` says in which order the digits are read.

    >>> thue_morse = Automaton(2, True, ((0, 1), (1, 0)), (0, 1))
    >>> thue_morse.values(8), thue_morse.evaluate(2**100 + 1)
    ([0, 1, 1, 0, 1, 0, 0, 1], 0)
    >>> print(thue_morse)
    automaton of 2 states that reads n in base 2, least digit first
    """

    base: int
    least_first: bool
    transitions: tuple[tuple[int, ...], ...]
    outputs: tuple[int, ...]

    def __post_init__(self) -> None:
        """Raise `InputError` unless there is one output and one row of transitions to states for every state."""
        states = range(len(self.outputs))
        rows = all(len(row) == self.base and set(row) <= set(states) for row in self.transitions)
        if self.base < 2 or not states or len(self.transitions) != len(states) or not rows:
            raise InputError("expected for every state an output and one next state for each digit of a base >= 2")

    def __str__(self) -> str:
        count = "1 state" if self.states == 1 else f"{self.states} states"
        order = "least" if self.least_first else "most"
        return f"automaton of {count} that reads n in base {self.base}, {order} digit first"

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.outputs)

    @property
    def entries(self) -> int:
        """How many numbers describe it: an output and the transitions of every state."""
        return self.states * (self.base + 1)

    def end(self, n: int) -> int:
        """Return the state after reading n >= 0."""
        if n < 0:
            raise InputError(f"expected a number n >= 0, found {n}")
        digits = []
        while n:
            n, digit = divmod(n, self.base)
            digits.append(digit)
        state = 0
        for digit in digits if self.least_first else reversed(digits):
            state = self.transitions[state][digit]
        return state

    def evaluate(self, n: int) -> int:
        """Return the output for n >= 0; the cost grows with the number of its digits."""
        return self.outputs[self.end(n)]

    def ends(self, stop: int) -> list[int]:
        """Return the states after reading 0, 1, ..., stop - 1: one table look-up for each.

        The plain twin is `end`. `padded` holds the states after reading all numbers of so many digits, zeros in
        front of them included; of these only the numbers that really are so long are kept.
        """
        found, padded = [0], [0]
        while len(found) < stop:
            size = len(padded)
            if self.least_first:
                padded = [self.transitions[state][digit] for digit in range(self.base) for state in padded]
            else:
                padded = [self.transitions[state][digit] for state in found for digit in range(self.base)]
            found += padded[size:]
        return found[:stop]

    def values(self, stop: int) -> list[int]:
        """Return the outputs for 0, 1, ..., stop - 1."""
        return [self.outputs[state] for state in self.ends(stop)]

    def table(self) -> str:
        """Return the transitions as text: one line for each state, one column for each digit.

        >>> print(Automaton(2, True, ((0, 1), (1, 0)), (0, 1)).table())
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


def learn(terms: bytes, base: int, *, least_first: bool, most_states: int) -> Automaton | None:
    """Return the automaton that a beginning of a sequence suggests, or None where it suggests none.

    `terms[n]` is f(n), coded as a byte. A state stands for the words of digits behind which the sequence goes on alike:
    for the lower digits j of i places that is the member n -> f(k^i * n + j) of the k-kernel, for the upper digits m
    the terms f(k^i * m + j), ordered by i and j. Words are read shortest first; a word is a new state unless all that
    is known behind it, which is never more than behind the words before it, agrees with a state found before, and at
    least `LEAST` terms are needed to say so. None: more than `most_states`, or too few terms.

    Whoever checks that the automaton gives the whole sequence knows that no automaton with fewer states does
    which is indifferent to zeros in front of a number: any two of its states are told apart by terms.
    """

    def tail(scale: int, number: int) -> bytes:
        """Return the terms behind the digits of a number, scale = base^digits."""
        if least_first:
            return terms[number::scale][: len(terms) // scale]
        found, size = [], 1
        while (number + 1) * size <= len(terms):  # by how many lower digits follow, whole lengths only
            found.append(terms[number * size : (number + 1) * size])
            size *= base
        return b"".join(found)

    words, tails, rows = [(1, 0)], [tail(1, 0)], list[tuple[int, ...]]()
    alike = {tails[0][:LEAST]: [0]}  # states by the first terms behind them
    for scale, number in words:  # the list grows while it is read
        row = []
        for digit in range(base):
            word = (scale * base, number + digit * scale if least_first else number * base + digit)
            behind = tail(*word)
            if len(behind) < LEAST:
                return None
            known = alike.setdefault(behind[:LEAST], [])
            state = next((state for state in known if tails[state].startswith(behind)), len(tails))
            if state == len(tails):
                words.append(word)
                tails.append(behind)
                known.append(state)
            row.append(state)
        rows.append(tuple(row))
        if len(words) > most_states:
            return None
    return Automaton(base, least_first, tuple(rows), tuple(behind[0] for behind in tails))


LEAST = 8
"""Terms that must be known behind a word of digits before it is taken for a state."""
