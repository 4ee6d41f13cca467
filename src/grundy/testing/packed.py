"""Checks a rule over machine words against the ruleset it belongs to, interpreted and compiled.

The words reached from some positions are walked through with the functions as they are; then the compiled functions
must give the same, on everything reached and on random play-outs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

from ..core import Entailing, Limits, Meter, Packed, RuleError, Ruleset, Sum, mex, nim_sum
from ..search import EntailedSolver, WholeSolver, grundy_values
from .form import broken
from .packed_machine import check_machine
from .words import Bare, Words, WordsRuleset, playouts

MOST_REACHED = 100_000
"""Components that are expanded when no limits are given."""
SINGLES, EACH = 100, 2
"""Components, the lightest, that are compared in misere play: so many alone, so many of each small value in sums."""
BITS = 63
"""Bits of a word."""
Value = Callable[[Any], Any]


def check_packed(
    ruleset: Ruleset[Any],
    positions: Iterable[Hashable],
    *,
    packed: Packed[Any] | None = None,
    machine: bool = True,
    limits: Limits | None = None,
) -> None:
    """Raise `RuleError` that names the first broken promise of `ruleset.packed` and the state; else return.

    With `packed` that rule over words is judged instead.

    Everything reached from `positions` is checked: every word is from 0 to 2^63 - 1; `most` and `parts` bound what
    `options` and `split` write; `canon` is idempotent, `weight` falls along moves; the values of the words, of what
    `unpack` makes of components before and after `canon`, and of `known` are those by definition. Unless the rule is
    for normal play only, components have moves, and small ones have the same outcomes in misere play, alone and in
    sums. With `machine` the functions are compiled too (a second or so) and compared. Raises `LimitReached` when
    too much is reached.

    >>> from grundy.games import make
    >>> from grundy.games.boards.fields import Field
    >>> check_packed(make("cram"), [Field(2, 3, 0b111111)], machine=False)
    """
    meter = Meter(limits or Limits(positions=MOST_REACHED))
    for position in positions:
        rule = ruleset.packed(position) if packed is None else packed
        if rule is None:
            broken(ruleset, f"packed gives nothing for {position!r}")
        walk = _Walk(ruleset, rule, meter)
        walk.check(position)
        if not rule.normal_only:
            _check_misere(walk, position)
        if machine:
            check_machine(ruleset, rule, [*walk.values, *playouts(rule, walk.packed_words(position))])


class _Walk:
    """Everything that follows from one position, as words."""

    def __init__(self, ruleset: Ruleset[Any], packed: Packed[Any], meter: Meter) -> None:
        self.ruleset, self.packed, self.meter = ruleset, packed, meter
        self.values: dict[Words, int] = {}
        self.right = _definition(ruleset, meter)

    def check(self, position: Any) -> None:  # noqa: ANN401  # any position
        words = self.packed_words(position)
        pieces = self.pieces(words)
        self.fill(pieces)
        found, right = nim_sum(map(self.values.__getitem__, pieces)), self.right(position)
        if found != right:
            broken(self.ruleset, f"{position!r} has value {right}, its words {words} have value {found}")

    def packed_words(self, position: Any) -> Words:  # noqa: ANN401
        words = tuple(self.packed.pack(position))
        self.fits(words, f"pack({position!r})")
        return words

    def fits(self, words: Words, whose: str) -> None:
        """Check that words are so many, and none is too large."""
        size = self.packed.words
        if len(words) != size or not all(type(word) is int and 0 <= word < 1 << BITS for word in words):
            broken(self.ruleset, f"{whose} is {words}, expected {size} words from 0 to 2^63 - 1")

    def fill(self, pieces: Sequence[Words]) -> None:
        """Find the values of components and of all that follow, checking each."""
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
                self.meter.tick()
                after = open_[words] = self.after(words)
                stack += [piece for left in after for piece in left if piece not in self.values]

    def after(self, words: Words) -> list[list[Words]]:
        """Return the components of every option of a component, whose weights must fall."""
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
        """Return the representative of a component, which must be its own and have the same value."""
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
        """Return what `options` or `split` writes, which fits."""
        try:
            if name == "options":
                found = self.packed.options_of(words)
            else:  # the components as `split` leaves them, before `canon`
                found = [piece for piece in replace(self.packed, canon=None).split_of(words) if any(piece)]
        except RuleError:
            bound = "most" if name == "options" else "parts"
            broken(self.ruleset, f"{name}({words}) writes more than {bound} = {most} states")
        for state in found:
            self.fits(state, f"a state that {name}({words}) writes")
        return found

    def judge(self, words: Words) -> None:
        """Compare the value of a component with what the ruleset says of it, and with what is known."""
        value, position = self.values[words], self.packed.unpack(words)
        right = self.right(position)
        if right != value:
            broken(self.ruleset, f"{words} stands for {position!r} of value {right}, its words have value {value}")
        known = self.packed.known_of(words)
        if known not in {None, value}:
            broken(self.ruleset, f"known gives {known} for {words}, whose value is {value}")


def _definition(ruleset: Ruleset[Any], meter: Meter) -> Value:
    """Return the function that gives values by the options of the ruleset alone, or "loony"."""
    if isinstance(ruleset, Entailing):
        return EntailedSolver(ruleset, meter).value
    table: dict[Any, int] = {}
    bare = Bare(ruleset)

    def value(position: Any) -> int:  # noqa: ANN401
        if position not in table:
            grundy_values(bare, [position], meter, table)
        return table[position]

    return value


def _check_misere(walk: _Walk, position: Any) -> None:  # noqa: ANN401
    """Compare outcomes in misere play: of a position, of the lightest components below, of sums of a few of them."""
    packed, rules = walk.packed, (WordsRuleset("", walk.packed), Bare(walk.ruleset))
    words, plain = (WholeSolver([rule], misere=True, meter=walk.meter) for rule in rules)

    def compare(positions: Iterable[Any], pieces: Iterable[Words]) -> None:
        shown = Sum.of(positions)
        found = words.solve((0, piece) for piece in pieces).outcome
        right = plain.solve((0, part) for part in shown).outcome
        if found is not right:
            what = f"{shown!r} is {right} in misere play, its words are {found}"
            broken(walk.ruleset, f"{what}; words that are the game in normal play only say so with normal_only")

    light = sorted(walk.values, key=packed.weight_of)[:SINGLES]
    few = [piece for value in range(3) for piece in [p for p in light if walk.values[p] == value][:EACH]]
    compare([position], packed.split_of(walk.packed_words(position)))
    for n, pieces in ((1, light), (2, few), (3, few)):
        for parts in combinations_with_replacement(pieces, n):
            compare(map(packed.unpack, parts), parts)
