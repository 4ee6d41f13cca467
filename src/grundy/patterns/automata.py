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
    """A finite automaton that reads the digits of n and outputs the n-th term of a sequence; it begins in state 0.

    Attributes:
        base: The base of the digits, at least 2.
        least_first: Whether the least significant digit is read first.
        transitions: `transitions[state][digit]` is the next state.
        outputs: `outputs[state]` is the result if the digits end in this state.

    Example:
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
        for digit in digits if self.least_first else reversed(digits):
            state = self.transitions[state][digit]
        return self.outputs[state]

    def ends(self, stop: int) -> list[int]:
        """Return for each n below `stop` the state in which the automaton ends after reading the digits of n."""
        found, padded = [0], [0]  # `padded`: the states after all digit strings of one length, with leading zeros
        while len(found) < stop:
            size = len(padded)
            if self.least_first:
                padded = [self.transitions[state][digit] for digit in range(self.base) for state in padded]
            else:
                padded = [self.transitions[state][digit] for state in found for digit in range(self.base)]
            found += padded[size:]
        return found[:stop]

    def values(self, stop: int) -> list[int]:
        """Return the terms 0, 1, ..., stop - 1 of the sequence."""
        return [self.outputs[state] for state in self.ends(stop)]

    def table(self) -> str:
        """Return the transitions as text, with one line per state and one column per digit.

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
    """Learn an automaton from the first terms of a sequence.

    A state is a class of words (strings of digits read first) that are followed by the same terms: those f(n) whose n
    has the word as its first digits in reading order. If the lowest digit is read first, a word of i digits that write
    j is followed by f(k^i * n + j) for n = 0, 1, ..., in base k. If the highest is read first, a word that writes m is
    followed by f(k^i * m + j) for all i and all j < k^i, ordered by i and j.

    Words are read shortest first. A word is a new state unless its known terms agree with those of an earlier state. A
    longer word never has more known terms than a shorter one, and at least `LEAST` known terms are necessary.

    If the automaton gives the whole sequence, it is minimal among the automata that ignore leading zeros, because any
    two of its states are distinguished by terms.

    Args:
        terms: f(n) at index n, encoded as a byte.
        base: The base of the digits.
        least_first: Whether the least significant digit is read first.
        most_states: The largest number of states.

    Returns:
        The automaton, or None if it needs more states or more terms.
    """

    def tail(scale: int, number: int) -> bytes:
        """Return the known terms f(n) for all n whose digits, in reading order, begin with a word of digits.

        The word is given by `scale`, which is base^length, and by the number that its digits write.
        """
        if least_first:
            return terms[number::scale][: len(terms) // scale]
        found, size = [], 1
        while (number + 1) * size <= len(terms):  # one piece for each number of lower digits
            found.append(terms[number * size : (number + 1) * size])
            size *= base
        return b"".join(found)

    words, tails, rows = [(1, 0)], [tail(1, 0)], list[tuple[int, ...]]()
    alike = {tails[0][:LEAST]: [0]}  # the first terms of a state -> the states
    for scale, number in words:  # the list grows during the loop
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
"""The number of terms that must be known after a word of digits before the word is treated as a state."""
