"""Linear comparisons of natural numbers as automata in one numeration system, and a few conditions on digits.

A state of such an automaton is the value that a linear form, such as 2 a - b, has for the digits read so far.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import TypeVar

from ..core import Budget, InputError
from .numeration import Base, Digits, System
from .relation import Relation, charge, constant, numbers

SMALL = 16
"""Larger constants are treated as a further number, whose word is known."""
S = TypeVar("S", bound=Hashable)


class NotDefinable(InputError):
    """A condition cannot be decided by automata in a numeration system, as far as this package knows."""

    code = "not-definable"


class Arithmetic:
    """A factory for relations, which are automata that read the digits of numbers, in one numeration system.

    Args:
        system: The numeration system.
        budget: Counts the states that are made; may raise `LimitReached`.

    Example:
        >>> arithmetic = Arithmetic(Base(2))
        >>> less = arithmetic.linear({"y": 1, "x": -1}, -1, ">=")
        >>> less.holds({"x": 3, "y": 4}), less.every("x").empty
        (True, True)
    """

    def __init__(self, system: System, budget: Budget | None = None) -> None:
        self.system, self.budget = system, budget or Budget()
        self._linear: dict[tuple[tuple[int, ...], int, str], Relation] = {}

    @property
    def always(self) -> Relation:
        """The relation without variables that is always true."""
        return Relation((), [[0]], [True], self.system, self.budget)

    @property
    def never(self) -> Relation:
        """The relation without variables that is always false."""
        return Relation((), [[0]], [False], self.system, self.budget)

    def natural(self, names: Iterable[str]) -> Relation:
        """Return the relation on these names that is true for all natural numbers."""
        found = self.always
        for name in sorted(names):
            found = found & numbers(name, self.system, self.budget)
        return found

    def constant(self, name: str, number: int) -> Relation:
        """Return the relation that is true if the named number equals a constant.

        Args:
            name: The name of the number.
            number: The constant.

        Returns:
            The relation.
        """
        return constant(name, number, self.system, self.budget)

    def linear(self, form: Mapping[str, int], const: int, sign: str) -> Relation:
        """Return the relation that compares a linear form, such as 2 a - b + 3, with 0.

        Args:
            form: The factor of each variable, by name.
            const: The constant that is added.
            sign: "==" or ">=".

        Returns:
            The relation.

        Example:
            >>> Arithmetic(Base(10)).linear({"x": 1}, -(10**17), ">=").least()
            {'x': 100000000000000000}
        """
        form = {name: times for name, times in form.items() if times}
        if not form:
            holds = const == 0 if sign == "==" else const >= 0
            return self.always if holds else self.never
        if abs(const) > SMALL:
            factor = 1 if const > 0 else -1
            whole = self.linear({**form, "": factor}, 0, sign)
            return (whole & self.constant("", abs(const))).some("")
        names = tuple(sorted(form))
        key = tuple(form[name] for name in names), const, sign
        places = [f"x{i}" for i in range(len(names))]
        if key not in self._linear:
            self._linear[key] = self._compared(*key, places)
        return self._linear[key].rename(dict(zip(places, names, strict=True)))

    def congruent(self, form: Mapping[str, int], const: int, modulus: int) -> Relation:
        """Return the relation that is true if a linear form, such as 2 a - b + 3, is a multiple of a modulus.

        Args:
            form: The factor of each variable, by name.
            const: The constant that is added.
            modulus: The modulus, at least 1.

        Returns:
            The relation.

        Example:
            >>> Arithmetic(Base(2)).congruent({"x": 1}, -2, 5).states
            5
        """
        names = tuple(sorted(form))
        totals = self._totals([form[name] for name in names])
        append = self.system.append

        def after(state: Digits, letter: int) -> Digits:
            s, t = append(state, totals[letter])
            return s % modulus, t % modulus

        value = self.system.value
        return self.automaton(names, (0, 0), after, lambda state: (value(state) + const) % modulus == 0)

    def columns(self, names: Sequence[str], test: Callable[..., bool], what: str = "a condition on digits") -> Relation:
        """Return the relation that is true if at every place the digits of several numbers pass a test.

        Args:
            names: The names of the numbers, which may repeat.
            test: A function of the digits of these numbers at one place; it must be true if all digits are 0.
            what: The words by which the error message calls the condition.

        Returns:
            The relation.

        Raises:
            NotDefinable: If the numeration system is not the one of a base.
        """
        if not isinstance(self.system, Base):
            raise NotDefinable(f"{what} is not definable in {self.system.name}")
        ordered = tuple(sorted(set(names)))
        letters = list(product(range(self.system.digits), repeat=len(ordered)))
        rows = [[0 if test(*(letter[ordered.index(name)] for name in names)) else 1 for letter in letters]]
        return Relation(ordered, [*rows, [1] * len(letters)], [True, False], self.system, self.budget)

    def automaton(
        self, names: Sequence[str], first: S, after: Callable[[S, int], S], accepts: Callable[[S], bool]
    ) -> Relation:
        """Return the relation that an automaton decides, given its first state and functions for the next states.

        Args:
            names: The names of the numbers, in alphabetical order.
            first: The state before the first letter; zeros in front of a word must not leave it.
            after: A function that returns the next state, given a state and the index of a letter.
            accepts: A function that returns whether the relation is true if the word ends in a state.

        Returns:
            The relation; words that are not numbers of the numeration system are rejected.
        """
        index, todo, rows = {first: 0}, [first], list[list[int]]()
        letters = self.system.digits ** len(names)
        for state in todo:
            charge(self.budget, len(todo), letters)
            row = []
            for letter in range(letters):
                reached = after(state, letter)
                if reached not in index:
                    index[reached] = len(todo)
                    todo.append(reached)
                row.append(index[reached])
            rows.append(row)
        found = Relation(names, rows, [accepts(state) for state in todo], self.system, self.budget)
        return found.beside(names)

    def power(self, name: str, base: int) -> Relation:
        """Return the relation that is true if the named number is a power of a base: 1, b, b^2, ...

        Args:
            name: The name of the number.
            base: The base b, a power of the base of the numeration system.

        Returns:
            The relation.

        Raises:
            NotDefinable: If b is not a power of the base of the numeration system.
        """
        step, rest = 0, base
        if isinstance(self.system, Base):
            while rest > 1 and rest % self.system.digits == 0:
                step, rest = step + 1, rest // self.system.digits
        if not step or rest > 1:
            raise NotDefinable(f"powers of {base} are not definable in {self.system.name}")

        def after(state: int, digit: int) -> int:
            """Return the next state of the automaton.

            A state from 0 on is the number of zeros after the digit 1, modulo `step`. The state -2 means that no digit
            1 was read yet, and -1 that the number is rejected.
            """
            if state == -2 and digit < 2:
                return digit - 2 if digit == 0 else 0
            return (state + 1) % step if state >= 0 and digit == 0 else -1

        return self.automaton((name,), -2, after, lambda state: state == 0)

    def counted(self, name: str, rest: int, modulus: int, *, trailing: bool = False) -> Relation:
        """Return the relation that is true if a number of digits in base 2 has a given remainder by `modulus`.

        The digits counted are the ones, or the zeros at the end.

        Args:
            name: The name of the number.
            rest: The remainder.
            modulus: The modulus.
            trailing: Whether to count the zeros at the end instead of the ones; then the relation is false for 0.

        Returns:
            The relation.

        Raises:
            NotDefinable: If the numeration system is not the one of base 2.
        """
        if self.system != Base(2):
            raise NotDefinable(f"a number of digits in base 2 is not definable in {self.system.name}")
        if trailing:
            return self.automaton(
                (name,), -1, lambda state, bit: 0 if bit else state if state < 0 else (state + 1) % modulus, rest.__eq__
            )
        return self.automaton((name,), 0, lambda state, bit: (state + bit) % modulus, rest.__eq__)

    def _totals(self, factors: Sequence[int]) -> list[int]:
        letters = product(range(self.system.digits), repeat=len(factors))
        return [sum(map(int.__mul__, factors, letter)) for letter in letters]

    def _compared(self, factors: Sequence[int], const: int, sign: str, places: Sequence[str]) -> Relation:
        system, totals = self.system, self._totals(factors)
        weight = sum(map(abs, factors)) * (system.digits - 1)

        def after(state: Digits | int, letter: int) -> Digits | int:
            if isinstance(state, int):
                return state
            reached = system.append(state, totals[letter])
            return system.sign(reached, weight, const) or reached

        def accepts(state: Digits | int) -> bool:
            if isinstance(state, int):
                return sign == ">=" and state > 0
            return system.value(state) + const == 0 if sign == "==" else system.value(state) + const >= 0

        first: Digits | int = (0, 0)
        return self.automaton(places, first, after, accepts)
