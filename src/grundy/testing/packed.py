"""Checks a rule over machine words against the ruleset it belongs to, interpreted and compiled.

The words reached from some positions are walked through with the functions as they are: every promise of `core.Packed`
is looked at on the way, values come from the words alone, and those of the ruleset from its own options by definition.
Then the compiled functions must give the same as the interpreted ones, on everything reached and on random play-outs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from ..core import Entailing, Limits, Meter, Packed, Ruleset, Sum, mex, nim_sum
from ..core.packed import WORD
from ..search import EntailedSolver, WholeSolver, grundy_values
from .bare import Bare
from .form import broken
from .packed_machine import check_machine

MOST_REACHED = 100_000
"""Components that are expanded when no limits are given."""
SINGLES, PAIRED = 100, 6
"""States, the lightest ones, that are compared in misere play: alone, and in pairs and triples."""
PLAYOUTS = 20
"""Random play-outs on which the compiled functions are compared."""
Words = tuple[int, ...]
Value = Callable[[Any], Any]


def check_packed(
    ruleset: Ruleset[Any], positions: Iterable[Hashable], *, machine: bool = True, limits: Limits | None = None
) -> None:
    """Raise `RuleError` that names the first broken promise of `ruleset.packed` and the state; else return.

    Everything reached from `positions` is checked: every word is from 0 to 2^63 - 1; `most` and `parts` bound what
    `options` and `split` write; components are canonical, and have moves unless the rule is for normal play only; `canon` is idempotent; `weight` falls along
    moves; the values of the words, of what `unpack` makes of them and of `known` are those by definition; unless the
    rule is for normal play only, single components and small sums have the same outcomes in misere play. With
    `machine` the functions are compiled too (a second or so) and compared. Raises `LimitReached` when too much is
    reached.

    >>> from grundy.games import make
    >>> from grundy.games.fields import Field
    >>> check_packed(make("cram"), [Field(2, 3, 0b111111)], machine=False)
    """
    meter = Meter(limits or Limits(positions=MOST_REACHED))
    for position in positions:
        packed = ruleset.packed(position)
        if packed is None:
            broken(ruleset, f"packed gives nothing for {position!r}")
        walk = _Walk(ruleset, packed, meter)
        walk.check(position)
        if not packed.normal_only:
            _check_misere(ruleset, packed, walk)
        if machine:
            states = [*walk.values, *_playouts(packed, walk.packed_words(position))]
            check_machine(ruleset, packed, dict.fromkeys(states))


class _Walk:
    """Everything that follows from one position, as words."""

    def __init__(self, ruleset: Ruleset[Any], packed: Packed[Any], meter: Meter) -> None:
        """Know the value of nothing yet."""
        self.ruleset = ruleset
        self.packed = packed
        self.meter = meter
        self.values: dict[Words, int] = {}
        self.met: dict[Words, list[Words]] = {}
        self.right = _definition(ruleset, meter)

    def check(self, position: Any) -> None:  # noqa: ANN401  # any position
        """Check a position and all components that follow from it."""
        words = self.packed_words(position)
        pieces = self.pieces(words)
        self.fill(pieces)
        found, right = nim_sum(map(self.values.__getitem__, pieces)), self.right(position)
        if found != right:
            broken(self.ruleset, f"{position!r} has value {right}, its words {words} have value {found}")

    def packed_words(self, position: Any) -> Words:  # noqa: ANN401
        """Return the words of a position."""
        words = tuple(self.packed.pack(position))
        self.fits(words, f"pack({position!r})")
        return words

    def fits(self, words: Words, whose: str) -> None:
        """Check that words are so many, and none is too large."""
        size = self.packed.words
        if len(words) != size or not all(type(word) is int and 0 <= word <= WORD for word in words):
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
        """Return the canonical components of words, which must be worth as much as the words themselves."""
        if words not in self.met:
            raw = [words] if self.packed.split is None else self.written("split", words, self.packed.parts)
            raw = [piece for piece in raw if any(piece)]
            self.met[words] = list(map(self.canonical, raw))
            right, *apart = [self.right(self.packed.unpack(state)) for state in (words, *raw)]
            if right != nim_sum(apart):
                broken(self.ruleset, f"split cuts {words} of value {right} into {raw} of values {apart}")
        return self.met[words]

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
            found = self.packed.options_of(words) if name == "options" else self._split(words)
        except IndexError:
            found = []
            most = -1
        if len(found) > most:
            bound = "most" if name == "options" else "parts"
            broken(self.ruleset, f"{name}({words}) writes more than {bound} = {getattr(self.packed, bound)} states")
        for state in found:
            self.fits(state, f"a state that {name}({words}) writes")
        return found

    def _split(self, words: Words) -> list[Words]:
        """Return the components as `split` leaves them, before `canon`."""
        size, out = self.packed.words, [0] * (self.packed.words * self.packed.parts)
        count = self.packed.split(words[0] if size == 1 else words, out) if self.packed.split else 0
        if count > self.packed.parts:
            raise IndexError
        return [tuple(out[size * i : size * (i + 1)]) for i in range(count)]

    def judge(self, words: Words) -> None:
        """Compare the value of a component with what the ruleset says of it, and with what is known."""
        value, position = self.values[words], self.packed.unpack(words)
        right = self.right(position)
        if right != value:
            broken(self.ruleset, f"{words} stands for {position!r} of value {right}, its words have value {value}")
        known = self.packed.known_of(words)
        if known not in {None, value}:
            broken(self.ruleset, f"known gives {known} for {words}, whose value is {value}")


class _WordsRuleset(Ruleset[Words]):
    """The components of a packed rule as positions."""

    def __init__(self, name: str, packed: Packed[Any]) -> None:
        """Play by the functions as they are."""
        self.name = name
        self._packed = packed

    def options(self, position: Words) -> Iterator[Sum[Words]]:
        """Return the components of every option."""
        for option in self._packed.options_of(position):
            yield Sum.of(self._packed.split_of(option))


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


def _check_misere(ruleset: Ruleset[Any], packed: Packed[Any], walk: _Walk) -> None:
    """Compare outcomes in misere play: of the lightest components, and of sums of a few of them."""
    words, plain = (WholeSolver([r], misere=True, meter=walk.meter) for r in (_WordsRuleset("", packed), Bare(ruleset)))
    states = sorted(walk.met, key=packed.weight_of)[:SINGLES]
    light = sorted(walk.values, key=packed.weight_of)[:SINGLES]
    few = [piece for value in range(3) for piece in [p for p in light if walk.values[p] == value][: PAIRED // 3]]
    for parts in [(state,) for state in states] + [s for n in (2, 3) for s in combinations_with_replacement(few, n)]:
        pieces = (piece for state in parts for piece in walk.met.get(state, [state]))
        found = words.solve((0, piece) for piece in pieces).outcome
        right = plain.solve((0, packed.unpack(state)) for state in parts).outcome
        if found is not right:
            shown = Sum.of(map(packed.unpack, parts))
            what = f"{shown!r} is {right} in misere play, its words are {found}"
            broken(ruleset, f"{what}; words that are the game in normal play only say so with normal_only")


def _playouts(packed: Packed[Any], start: Words) -> Iterator[Words]:
    """Yield the components met in random play from a state."""
    lot = Random(0)  # noqa: S311  # no secret
    for _ in range(PLAYOUTS):
        pieces = packed.split_of(start)
        while pieces:
            piece = pieces.pop(lot.randrange(len(pieces)))
            yield piece
            options = packed.options_of(piece)
            if options:
                pieces += packed.split_of(lot.choice(options))
