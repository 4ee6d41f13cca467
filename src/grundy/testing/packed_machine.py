"""Compares the compiled functions of packed rules with the interpreted functions, position by position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core import BitRule, Bits, RuleError, Ruleset, facet
from .form import broken
from .words import Words, nearest, playouts

MARK = 77
"""The content of the places after the output, which must not change."""
BEHIND = 4
"""The number of such places."""


def check_compiled(
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401  # any position
    *,
    packed: BitRule[Any] | None = None,
    most: int = 300,
) -> None:
    """Check that the functions of packed rules give the same results compiled and interpreted, from a position on.

    The first `most` components that can be reached are compared, and those of some random playouts.

    Args:
        ruleset: The ruleset.
        position: A position of the ruleset.
        packed: Other packed rules to check instead of those of the ruleset.
        most: The number of components that are compared.

    Raises:
        RuleError: If a compiled function returns another result, or cannot be compiled.

    Example:
        >>> import grundy
        >>> ruleset, position = grundy.read_game("cram: 2x3").part(0)
        >>> check_compiled(ruleset, position)  # doctest: +SKIP
    """
    rule = facet(ruleset, Bits).packed(position) if packed is None else packed
    if rule is None:
        broken(ruleset, f"packed gives nothing for {position!r}")
    words = tuple(rule.pack(position))
    check_machine(ruleset, rule, [*nearest(rule, words, most), *playouts(rule, words)])


def check_machine(ruleset: Ruleset[Any], packed: BitRule[Any], states: Iterable[Words]) -> None:
    """Check that the functions of packed rules give the same results compiled and interpreted, at given states.

    Args:
        ruleset: The ruleset, for messages.
        packed: The rules on positions packed into machine words.
        states: The components to compare.

    Raises:
        RuleError: If a compiled function returns another result, or cannot be compiled.
    """
    machine = _Machine(ruleset, packed)
    for state in dict.fromkeys(states):
        machine.compare("weight", state, machine.rate("weight", state), packed.weight_of(state))
        known = machine.rate("known", state)
        machine.compare("known", state, None if known < 0 else known, packed.known_of(state))
        options = packed.options_of(state)
        machine.compare("options", state, machine.write("options", state, packed.most), options)
        for option in options:
            pieces = (machine.write("canon", piece, 1)[0] for piece in machine.write("split", option, packed.parts))
            machine.compare("split and canon", option, [*filter(any, pieces)], packed.split_of(option))


class _Machine:
    """The compiled functions of packed rules, made callable from Python."""

    def __init__(self, ruleset: Ruleset[Any], packed: BitRule[Any]) -> None:
        from ..kernels.boards.packed_code import compiled
        from ..kernels.boards.source_trees import Untranslatable

        self.ruleset, self.packed = ruleset, packed
        try:
            functions = packed.options, packed.split, packed.canon, packed.weight, packed.known
            self._code = compiled(packed.words, *functions, joined=packed.joined)
        except Untranslatable as error:
            raise RuleError(f"{ruleset.name}: a function over words cannot be compiled: {error}") from error
        self._functions = {name: function.called() for name, function in self._code._asdict().items()}

    def rate(self, name: str, state: Words) -> int:
        import numpy as np

        return int(self._functions[name](np.array(state, np.int64)))

    def write(self, name: str, state: Words, most: int) -> list[Words]:
        """Return the states that a compiled function writes; check that it writes nothing beyond its output.

        `name` is the function, `state` its argument, and `most` the largest number of states that it may write.
        """
        import numpy as np

        size = self.packed.words
        out = np.full(size * most + BEHIND, MARK, np.int64)
        count = self._functions[name](np.array(state, np.int64), out)
        if count > most or any(out[size * most :] != MARK):
            broken(self.ruleset, f"compiled, {name}({state}) writes more than {most} states")
        return [tuple(out[size * i : size * (i + 1)].tolist()) for i in range(count)]

    def compare(self, name: str, state: Words, found: object, right: object) -> None:
        if found != right:
            broken(self.ruleset, f"compiled, {name} of {state} gives {found}, interpreted {right}")
