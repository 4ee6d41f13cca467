"""Lists the numbers that fulfil a relation if some of its numbers are given, which may have hundreds of digits.

The automaton reads the words of the given numbers once, from both ends: first the states that are reached by any digits
of the others, then those of them from which an accepting state is reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from ..core import iterate_checked
from .relation import Relation


def solutions(relation: Relation, given: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Yield all choices of numbers that, together with some given numbers, make a relation true.

    Args:
        relation: The relation.
        given: Some numbers by name. The relation must be true for only finitely many choices of the other numbers.

    Yields:
        The other numbers by name. If there is only one other number, its values ascend; else the choices are in the
        lexicographic order of their digits, read together from the most significant ones on.

    Example:
        >>> from .linear import Arithmetic
        >>> from .numeration import Base
        >>> below = Arithmetic(Base(2)).linear({"x": 2, "y": -3}, -3, "==")
        >>> list(solutions(below, {"x": 9})), next(solutions(below, {"y": 10**20 + 1}))
        ([{'y': 5}], {'x': 150000000000000000003})
    """
    names, digits = relation.names, relation.system.digits
    free = [name for name in names if name not in given]
    place = {name: digits ** (len(names) - 1 - i) for i, name in enumerate(names)}
    choices = [
        (sum(place[name] * digit for name, digit in zip(free, chosen, strict=True)), chosen)
        for chosen in product(range(digits), repeat=len(free))
    ]
    words = [(place[name], relation.system.word(given[name])) for name in names if name in given]
    # more digits than states would repeat a state, so there would be infinitely many solutions
    length = max((len(word) for _, word in words), default=0) + (relation.states if free else 0)
    fixed = [0] * length
    for weight, word in words:
        for at, digit in enumerate(word, length - len(word)):
            fixed[at] += weight * digit
    layers = _layers(relation, fixed, [letter for letter, _ in choices])
    if not layers[0]:
        return
    weights = relation.system.weights(length)[::-1]
    states, tried, path = [0], [iter(choices)], list[tuple[int, ...]]()
    while states:
        at, step = len(states) - 1, None
        if at == length:
            columns = zip(*path, strict=True) if path else [()] * len(free)
            yield dict(zip(free, (sum(map(int.__mul__, weights, column)) for column in columns), strict=True))
        else:
            row, base, after = relation.delta[states[-1]], fixed[at], layers[at + 1]
            step = next(((row[base + i], chosen) for i, chosen in tried[-1] if row[base + i] in after), None)
        if step is None:
            states.pop()
            tried.pop()
            del path[max(0, len(states) - 1) :]
        else:
            states.append(step[0])
            tried.append(iter(choices))
            path.append(step[1])


def _layers(relation: Relation, fixed: list[int], letters: list[int]) -> list[set[int]]:
    """Return for each place, from 0 to `len(fixed)`, the states on a path from the start to an accepting state.

    The letter at place i of such a path is `fixed[i]` plus any number in `letters`.
    """
    layers = [{0}]
    for base in iterate_checked(fixed):
        layers.append({relation.delta[state][base + letter] for state in layers[-1] for letter in letters})
    layers[-1] = {state for state in layers[-1] if relation.accepting[state]}
    for at in range(len(fixed) - 1, -1, -1):
        after, base = layers[at + 1], fixed[at]
        layers[at] = {
            state for state in layers[at] if any(relation.delta[state][base + letter] in after for letter in letters)
        }
    return layers
