"""Right at every size.

A task takes one ruleset, of the catalogue or drawn by lot, and climbs: from the smallest position to sizes where plain
search ends, compiled search begins and both give up. On every step it puts positions and asks for them in many ways,
under ample and under starved limits. A rung is one such question. Its verdict is "right" (it agrees with the
definition, or with another way), "alone" (nothing to compare it with), "unknown" (and it said so), or "refused" by an
error of the tree. What never may come: a difference, a limit that is passed by more than a tenth and a second, an error
of no tree.

What differs is printed with its seed; `--only "the ladder" --count 1 --seed SEED` of `tests.column` climbs it again.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.promises.ladder.definition import PartValues
from tests.promises.ladder.place import AMPLE, BOUNDED, STARVED, Allowance, Difference, Late, Place
from tests.promises.ladder.positions import Ladder, ladder_of, ladders
from tests.promises.ladder.routes import COMPILED, ROUTES, Route
from tests.promises.ladder.solving import Unknown
from tests.soaking import Harness

from grundy.core import EntailedPosition, Game, GrundyError, InputError, LimitReached, Ruleset
from grundy.notation import read_game
from grundy.workflows import Match, Opponent

SIZE = 100
"""Rungs of a task, at least."""
EACH, HARD = 8, 2
"""Routes taken at one place, and where the definition ends."""
SELDOM = 0.015
"""How often a step is taken that lies beyond one at which the definition ended."""
COMPILING = 61
"""One task of so many compiles rules."""
SETTLED = 6
"""How often a text may be read and written before it stays as it is: of graphs the order of vertices changes."""
LAST = 900
"""Characters of a traceback that are told."""
BAD = ("differences", "late", "internal")


class Climb:
    """One task: a ladder, the lot that chooses, and what came out."""

    def __init__(self, seed: int, routes: Mapping[str, Route] = ROUTES, ladder: Ladder | None = None) -> None:
        self.seed, self.rng, self.found = seed, Random(seed), Counter[str]()
        names = ladders()
        self.ladder = ladder or ladder_of(names[seed % len(names)], self.rng)
        self.compiles = seed % COMPILING == 0
        self.routes = {**routes, **(COMPILED if self.compiles else {})}
        self.parts: dict[Ruleset[Any], PartValues] = {}
        if self.ladder.below is not None and (rule := self.ladder.ruleset()) is not None:
            self.parts[rule] = PartValues(self.ladder.below)
        self.reach = self.ladder.steps
        self.told: list[str] = []

    def up(self, rungs: int) -> Counter[str]:
        while self.found["rungs"] < rungs:
            for step in range(self.ladder.steps):
                if step < self.reach or self.rng.random() < SELDOM:
                    self._step(step)
                if self.found["rungs"] >= rungs:
                    break
        return self.found

    def _step(self, step: int) -> None:
        text = self.ladder.write(self.rng, step)
        misere = self.rng.random() < 0.35
        try:
            game = read_game(text)
        except InputError:
            self.found["unreadable"] += 1
            return
        if self.rng.random() < 0.3:
            game = self._played(game)
        game = settled(game)
        place = Place(str(game), game, self.rng, misere=misere, parts=self.parts)
        if place.truth is None:
            self.reach = min(self.reach, step)
        names = [name for name, route in self.routes.items() if route.leads(place)]
        shares = [self.routes[name].share for name in names]
        for name in self.rng.choices(names, shares, k=EACH if place.truth else HARD):
            self._rung(place, name, self._allowed(place))

    def _played(self, game: Game) -> Game:
        match, player = Match(game), Opponent(0, self.rng.randrange(2**32))
        for _ in range(self.rng.randint(1, 4)):
            try:
                if match.over:
                    break
                match.play(player.choose(match).move)
            except LimitReached:
                break
        return match.game

    def _allowed(self, place: Place) -> Allowance:
        if place.truth is not None:
            return self.rng.choice([AMPLE, AMPLE, AMPLE, BOUNDED, *STARVED])
        hard = not place.heaps
        if hard and not self.compiles:
            return STARVED[0]
        return self.rng.choices(STARVED, (30, 0.2, 8, 4, 0.2))[0]

    def _rung(self, place: Place, name: str, allowed: Allowance) -> None:
        self.found["rungs"] += 1
        place.route, place.rng = f"{name}, {allowed.name}", Random(f"{self.seed} {self.found['rungs']}")
        verdict, trace = verdict_of(place, self.routes[name], allowed)
        if verdict == "late":  # compiling cannot be stopped, but it is done once
            place = place.again(Random(f"{self.seed} {self.found['rungs']}"))
            verdict, trace = verdict_of(place, self.routes[name], allowed)
        self.found[f"{name} {verdict}" if verdict not in BAD else verdict] += 1
        if trace:
            self._tell(place, verdict, trace)

    def _tell(self, place: Place, verdict: str, trace: str) -> None:
        again = f"python -m tests.column --only 'the ladder' --count 1 --seed {self.seed}"
        self.told.append(f"{verdict}: {place.game} ({place.play} play), {place.route}: {trace}\n  again: {again}")


def settled(game: Game) -> Game:
    """Return the same game as its text tells it, so that whoever reads the text lists everything in the same order."""
    for _ in range(SETTLED):
        if any(part.__class__ is EntailedPosition for _, part in game.parts):
            return game
        again = read_game(str(game))
        if str(again) == str(game):
            return again
        game = again
    return game


def verdict_of(place: Place, route: Route, allowed: Allowance) -> tuple[str, str]:
    """Return what came of a route, and of a bad end what happened."""
    try:
        return ("right" if route.way(place, allowed) else "alone"), ""
    except Late as late:
        return "late", str(late)
    except Difference as difference:
        return "differences", str(difference)
    except (LimitReached, Unknown):
        return "unknown", ""
    except route.refuses:
        return "refused", ""
    except GrundyError as error:
        if isinstance(error, InputError) and place.endless_answers:
            return "refused", ""
        return "differences", f"refused: {type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001  # whatever it is, it is no error of the tree
        return "internal", traceback.format_exc()[-LAST:]


def task(seed: int) -> Counter[str]:
    climb = Climb(seed)
    found = climb.up(SIZE)
    for told in climb.told:
        print(told, flush=True)  # noqa: T201  # this is what it is for
    return found


HARNESS = Harness("rungs", SIZE, task, BAD)
