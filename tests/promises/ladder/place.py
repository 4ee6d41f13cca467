"""A place on the ladder: one position in one play, what the definition says of it, and what the routes have told of it.

A route is one way to ask. It returns whether its answer could be compared with anything, or that it does not know;
whatever differs, comes too late, or is no error of the tree is a `Difference`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple, TypeVar

from tests.pace import spent
from tests.promises.ladder.definition import Definition, PartValues, Spent

from grundy.core import (
    Bits,
    EntailedPosition,
    Entailing,
    Game,
    HeapRuleset,
    Limits,
    Move,
    Outcome,
    Ruleset,
    TwoSided,
    facet,
    has_misere_rule,
    playable,
)

T = TypeVar("T")
POSITIONS, OPTIONS = 300, 6000
"""Positions of a whole game, and new options of a part, that the definition looks at."""
HEAP = 400
"""A heap of more is not valued by definition."""
TRIED = 3
"""After so many parts whose value was too much work no others are tried."""
SOON = 200
"""A game of so many positions is solved under any generous limits."""
LISTED = 2000
"""Moves of a position that are tried one by one."""
LATE, MORE, SMALL, BYTES = 1.1, 1.0, 4500, 48 << 20
"""Limits may be passed by a tenth, and by so many seconds, positions (a block of a kernel) and bytes."""


class Difference(Exception):
    """An answer that differs from another one, or from the definition."""


class Late(Difference):
    """A limit that was passed by more than is allowed."""


class Allowance(NamedTuple):
    """Limits by their name; `ample` ones are never reached by a game of `SOON` positions."""

    name: str
    limits: Limits
    ample: bool = False


AMPLE = Allowance("ample", Limits(seconds=10, memory=1 << 30), ample=True)
BOUNDED = Allowance("10 s, 10^6 positions", Limits(seconds=10, positions=10**6), ample=True)
STARVED = (
    Allowance("0.05 s", Limits(seconds=0.05)),
    Allowance("1 s", Limits(seconds=1)),
    Allowance("20 positions, 1 s", Limits(seconds=1, positions=20)),
    Allowance("2000 positions, 1 s", Limits(seconds=1, positions=2000)),
    Allowance("64 MB, 1 s", Limits(seconds=1, memory=64_000_000)),
)
"""Limits that stop the work anywhere."""


class Place:
    """One position in one play."""

    def __init__(
        self, text: str, game: Game, rng: Random, *, misere: bool, parts: dict[Ruleset[Any], PartValues]
    ) -> None:
        self.text, self.game, self.rng, self.misere = text, game, rng, misere
        self.parts = parts
        self.told: dict[str, tuple[Any, str]] = {}
        self.route = ""
        self._spent = 0
        try:
            self.truth: Definition | None = Definition(game, misere=misere, most=POSITIONS)
        except Spent:
            self.truth = None

    def again(self, rng: Random) -> Place:
        found = Place(self.text, self.game, rng, misere=self.misere, parts=self.parts)
        found.route = self.route
        return found

    @property
    def play(self) -> str:
        """The word for the convention."""
        return "misere" if self.misere else "normal"

    @property
    def plain(self) -> bool:
        rules = [ruleset for ruleset, _ in self.game.summands]
        return not self.misere and not any(
            isinstance(rule, (Entailing, TwoSided)) or has_misere_rule(rule) for rule in rules
        )

    @property
    def endless_answers(self) -> bool:
        """Whether moves that must be answered stand beside play that can go on for ever: no theory knows such sums."""
        entails = self.game.any_rule(Entailing)
        return entails and not self.misere and (self.truth is None or self.truth.loops)

    @property
    def whole(self) -> bool:
        """Whether the game can be written: no part waits for an answer."""
        return not any(part.__class__ is EntailedPosition for _, part in self.game.parts)

    @property
    def packed(self) -> bool:
        return any(facet(rule, Bits).packed(position) is not None for rule, position in self.game.parts)

    @property
    def heaps(self) -> bool:
        return all(isinstance(ruleset, HeapRuleset) for ruleset, _ in self.game.summands)

    def soon(self, allowed: Allowance) -> bool:
        return allowed.ample and self.truth is not None and self.truth.size <= SOON

    # What the definition says.

    def outcome(self, game: Game) -> Outcome | None:
        if self.truth is not None:
            return self.truth.outcome(game)
        value = self.value(game)
        return None if value is None else Outcome.wins(value != 0)

    def value(self, game: Game) -> int | None:
        if self.truth is not None:
            return self.truth.value(game)
        if not self.plain:
            return None
        total = 0
        for ruleset, position in game.parts:
            value = self.part_value(ruleset, position)
            if value is None:
                return None
            total ^= value
        return total

    def part_value(self, ruleset: Ruleset[Any], position: Any) -> int | None:
        """Return the value of a single part; None: there is none, or it is not known."""
        if ruleset not in self.parts:
            self.parts[ruleset] = PartValues.of(ruleset)
        known = self.parts[ruleset]
        far = isinstance(ruleset, HeapRuleset) and position > HEAP
        if position not in known.values and (far or self._spent >= TRIED):
            return None
        try:
            return known.value(position, OPTIONS)
        except Spent:
            self._spent += 1
            return None

    @cached_property
    def count(self) -> int | None:
        return self.game.count_moves()

    @cached_property
    def moves(self) -> list[tuple[int, Move[Any]]] | None:
        if self.count is None or self.count > LISTED:
            return None
        return [(part, move) for part, rule, position in playable(self.game) for move in rule.moves(position)]

    def moves_to(self, outcome: Outcome) -> list[tuple[int, str]] | None:
        left = self._left
        if self.moves is None or None in left:
            return None
        return [(part, move.label) for (part, move), found in zip(self.moves, left, strict=True) if found is outcome]

    @cached_property
    def _left(self) -> list[Outcome | None]:
        return [self.outcome(self.game.after(part, move.leaves)) for part, move in self.moves or ()]

    # What the routes tell.

    def tell(self, what: str, answer: Any, *, expected: Any = None) -> bool:
        """Hold an answer against the definition and against what others told; return whether there was any."""
        found = [(expected, "the definition")] if expected is not None else []
        found += [self.told[what]] if what in self.told else []
        for other, source in found:
            if other != answer:
                raise Difference(f"{what}: {shown(answer)}, but {source} says {shown(other)}")
        self.told.setdefault(what, (answer, self.route))
        return bool(found)

    def tell_outcome(self, outcome: Outcome) -> bool:
        return self.tell("outcome", outcome, expected=self.outcome(self.game))

    def tell_value(self, value: int) -> bool:
        return self.tell("value", value, expected=self.value(self.game))

    def must(self, good: object, told: str) -> None:
        if not good:
            raise Difference(told)

    def must_be(self, game: Game, outcome: Outcome, told: str) -> bool:
        known = self.outcome(game)
        self.must(known in (None, outcome), f"{told}: {game} is {known}, not {outcome}")
        return known is not None

    def ask(self, question: Callable[[], T], limits: Limits) -> T:
        before = None if limits.memory is None else _fresh_peak()
        start = process_time()
        try:
            return question()
        finally:
            seconds = process_time() - start
            if limits.seconds is not None and seconds > (late := LATE * limits.seconds + MORE) and spent(start) > late:
                raise Late(f"{seconds:.2f} s of the processor, {limits.seconds:g} s were allowed")
            if before is not None and limits.memory is not None:
                taken = _bytes("VmHWM") - before
                if taken > LATE * limits.memory + BYTES:
                    raise Late(f"{taken:,} bytes, {limits.memory:,} were allowed")


def shown(answer: Any, most: int = 400) -> str:
    text = repr(answer)
    return text if len(text) <= most else f"{text[:most]}..."


_STATUS = Path("/proc/self/status")


def _fresh_peak() -> int:
    if not _STATUS.exists():
        return 0
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _bytes("VmRSS")


def _bytes(name: str) -> int:
    if not _STATUS.exists():
        return 0
    lines = _STATUS.read_text(encoding="ascii").splitlines()
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith(f"{name}:")), 0)
