"""Compares rules on machine words with the ruleset they belong to, interpreted and compiled.

First all words that can be reached from some positions are examined with the interpreted functions. Then the compiled
functions must return the same results, on these words and on random playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

from ..core import BitRule, Bits, Budget, Entailing, Limits, RuleError, Ruleset, Sum, facet, mex, nim_sum
from ..search import EntailedSolver, WholeSolver, grundy_values
from .form import broken
from .packed_machine import check_machine
from .words import Bare, Words, WordsRuleset, playouts

MOST_REACHED = 100_000
"""The largest number of expanded components by default."""
SINGLES, EACH = 100, 2
"""The number of components, by least weight, that are compared alone in misère play.

In sums, `EACH` components of each small value are compared.
"""
BITS = 63
"""The number of bits of a word."""
Value = Callable[[Any], Any]


def check_packed(
    ruleset: Ruleset[Any],
    positions: Iterable[Hashable],
    *,
    packed: BitRule[Any] | None = None,
    machine: bool = True,
    limits: Limits | None = None,
) -> None:
    """Check packed rules: the rules on machine words that the method `packed` of a ruleset returns (facet `Bits`).

    For everything that can be reached from `positions`, these promises are checked:

    - Every word is from 0 to 2^63 - 1.
    - `most` and `parts` bound the number of states that `options` and `split` write.
    - `canon` is idempotent, and `weight` decreases along moves.
    - The values computed from words are those of the definition. `unpack` and `canon` do not change the value of a
      component, and the values that `known` returns are right.
    - Unless the packed rules are for normal play only (`normal_only`), every component has a move, and small components
      have the misère outcomes that the definition gives, alone and in sums.

    Args:
        ruleset: The ruleset.
        positions: Small positions of the ruleset.
        packed: Other packed rules to check instead of those of the ruleset.
        machine: Whether to compile the functions too, which takes about a second, and to compare the results.
        limits: Limits on the number of components and the time.

    Raises:
        RuleError: If a promise is broken; the message names it and the state.
        LimitReached: If a limit is exceeded.

    Example:
        >>> from grundy.games import make
        >>> from grundy.games.boards.fields import Field
        >>> check_packed(make("cram"), [Field(2, 3, 0b111111)], machine=False)
    """
    budget = Budget(limits or Limits(positions=MOST_REACHED))
    for position in positions:
        rule = facet(ruleset, Bits).packed(position) if packed is None else packed
        if rule is None:
            broken(ruleset, f"packed gives nothing for {position!r}")
        walk = _Walk(ruleset, rule, budget)
        walk.check(position)
        if not rule.normal_only:
            _check_misere(walk, position)
        if machine:
            check_machine(ruleset, rule, [*walk.values, *playouts(rule, walk.packed_words(position))])


class _Walk:
    """Checks packed rules at all followers of one position, and stores their Grundy values by their words."""

    def __init__(self, ruleset: Ruleset[Any], packed: BitRule[Any], budget: Budget) -> None:
        self.ruleset, self.packed, self.budget = ruleset, packed, budget
        self.values: dict[Words, int] = {}
        self.right = _definition(ruleset, budget)

    def check(self, position: Any) -> None:  # noqa: ANN401  # any position
        words = self.packed_words(position)
        pieces = self.pieces(words)
        self.fill(pieces)
        found, right = nim_sum(map(self.values.__getitem__, pieces)), self.right(position)
        if found != right:
            broken(self.ruleset, f"{position!r} has value {right}, its bitboard {words} has value {found}")

    def packed_words(self, position: Any) -> Words:  # noqa: ANN401
        words = tuple(self.packed.pack(position))
        self.fits(words, f"pack({position!r})")
        return words

    def fits(self, words: Words, whose: str) -> None:
        """Check that a state has the right number of words, each from 0 to 2^63 - 1.

        Args:
            words: The state.
            whose: The origin of the state, with which the error message begins, such as "canon((3,))".
        """
        size = self.packed.words
        if len(words) != size or not all(type(word) is int and 0 <= word < 1 << BITS for word in words):
            broken(self.ruleset, f"{whose} is {words}, expected {size} words from 0 to 2^63 - 1")

    def fill(self, pieces: Sequence[Words]) -> None:
        """Compute and check the Grundy values of components and of all their followers."""
        stack = list(pieces)
        open_: dict[Words, list[list[Words]]] = {}
        while stack:
            words = stack[-1]
            if words in self.values:
                stack.pop()
            elif words in open_:
                after = open_.pop(words)
                self.values[words] = mex(nim_sum(map(self.values.__getitem__, left)) for left in after)
                self.judge(words)
            else:
                self.budget.charge()
                after = open_[words] = self.after(words)
                stack += [piece for left in after for piece in left if piece not in self.values]

    def after(self, words: Words) -> list[list[Words]]:
        """Return the list of the components of each option of a component, and check that their weights are smaller."""
        options = self.written("options", words, self.packed.most)
        if not options and not self.packed.normal_only:
            broken(self.ruleset, f"split leaves {words}, which has no moves; components without moves vanish")
        after = [self.pieces(option) for option in options]
        weight = self.packed.weight_of(words)
        for piece in (piece for left in after for piece in left):
            if self.packed.weight_of(piece) >= weight:
                there = f"{piece} of weight {self.packed.weight_of(piece)}"
                broken(self.ruleset, f"a move leads from {words} of weight {weight} to {there}; it must fall")
        return after

    def pieces(self, words: Words) -> list[Words]:
        return list(map(self.canonical, self.written("split", words, self.packed.parts)))

    def canonical(self, raw: Words) -> Words:
        """Return the canonical form of a component.

        It is checked that the form has the same value, and that its own canonical form is itself.
        """
        piece = self.packed.canon_of(raw)
        self.fits(piece, f"canon({raw})")
        again = self.packed.canon_of(piece)
        if again != piece:
            broken(self.ruleset, f"canon({raw}) is {piece}, whose own representative is {again}")
        here, there = (self.right(self.packed.unpack(words)) for words in (raw, piece))
        if here != there:
            broken(self.ruleset, f"canon({raw}) is {piece}, but their values differ: {here} against {there}")
        return piece

    def written(self, name: str, words: Words, most: int) -> list[Words]:
        """Call a function of the packed rules on a state, and return the states that it writes after a check of each.

        Args:
            name: The function, "options" or "split".
            words: The state.
            most: The bound on the number of written states, for the message; the packed rules enforce it.

        Returns:
            The written states.
        """
        try:
            if name == "options":
                found = self.packed.options_of(words)
            else:  # the components that `split` writes, before `canon`
                found = [piece for piece in replace(self.packed, canon=None).split_of(words) if any(piece)]
        except RuleError:
            bound = "most" if name == "options" else "parts"
            broken(self.ruleset, f"{name}({words}) writes more than {bound} = {most} states")
        for state in found:
            self.fits(state, f"a state that {name}({words}) writes")
        return found

    def judge(self, words: Words) -> None:
        """Check that a component has the value of the position that it packs, and the value of a theorem, if any."""
        value, position = self.values[words], self.packed.unpack(words)
        right = self.right(position)
        if right != value:
            broken(
                self.ruleset, f"{words} represents {position!r} of value {right}, but its bitboard has value {value}"
            )
        known = self.packed.known_of(words)
        if known not in {None, value}:
            broken(self.ruleset, f"known gives {known} for {words}, whose value is {value}")


def _definition(ruleset: Ruleset[Any], budget: Budget) -> Value:
    """Return a function that computes the value of a position, or "loony", from the options of the ruleset alone."""
    if isinstance(ruleset, Entailing):
        return EntailedSolver(ruleset, budget).value
    table: dict[Any, int] = {}
    bare = Bare(ruleset)

    def value(position: Any) -> int:  # noqa: ANN401
        if position not in table:
            grundy_values(bare, [position], budget, table)
        return table[position]

    return value


def _check_misere(walk: _Walk, position: Any) -> None:  # noqa: ANN401
    """Check the misère outcomes of a position, of its smallest followers, and of small sums of these.

    They must be the same by the words stored in `walk` as by the ruleset.
    """
    packed, rules = walk.packed, (WordsRuleset("", walk.packed), Bare(walk.ruleset))
    words, plain = (WholeSolver([rule], misere=True, budget=walk.budget) for rule in rules)

    def compare(positions: Iterable[Any], pieces: Iterable[Words]) -> None:
        shown = Sum.of(positions)
        found = words.solve((0, piece) for piece in pieces).outcome
        right = plain.solve((0, part) for part in shown).outcome
        if found is not right:
            what = f"{shown!r} is {right} in misere play, its words are {found}"
            broken(walk.ruleset, f"{what}; a bitboard rule for normal play only must set normal_only")

    light = sorted(walk.values, key=packed.weight_of)[:SINGLES]
    few = [piece for value in range(3) for piece in [p for p in light if walk.values[p] == value][:EACH]]
    compare([position], packed.split_of(walk.packed_words(position)))
    for n, pieces in ((1, light), (2, few), (3, few)):
        for parts in combinations_with_replacement(pieces, n):
            compare(map(packed.unpack, parts), parts)
