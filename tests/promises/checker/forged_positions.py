"""Forged evidence about positions: right in itself, but of another game, in another order, or for another claim."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from operator import xor
from random import Random
from typing import Any, NamedTuple

from tests.promises.checker.small_games import Play, below, drawn, graph, play_of
from tests.unit.check.sealed import Data, header

from grundy.core import mex

Sort = Callable[[Random], Data]
MISERE = ("normal", "misere")


class Lie(NamedTuple):
    """Which options the evidence keeps, the least value it knows, and whether lists get the length they must have."""

    kept: Callable[[str], list[str]]
    least: int = 0
    padded: bool = True

    def mex(self, values: Iterable[int]) -> int:
        return mex({*values, *range(self.least)})


def honest(play: Play) -> Lie:
    return Lie(play.options)


def strategy(rng: Random, play: Play, lie: Lie, misere: bool) -> Data:
    lost: dict[str, bool] = {}
    for position in below([play.start], play.options):
        options = lie.kept(position)
        lost[position] = not misere if not options else not any(lost[option] for option in options)
    numbers = {position: number for number, position in enumerate(p for p, v in lost.items() if v)}

    def reply(answers: list[str]) -> int:
        found = [numbers[answer] for answer in answers if lost[answer]]
        return rng.choice(found) if found else -1 if misere else rng.randrange(len(numbers))

    entries: list[Any] = []
    for position in numbers:
        kept = lie.kept(position)
        asked = [option for option in play.options(position) if lie.padded or option in kept]
        entries.append([position, [reply(lie.kept(o) if o in kept else play.options(o)) for o in asked]])
    claim = {"start": play.start, "outcome": "P" if lost[play.start] else "N"}
    winning = [option for option in lie.kept(play.start) if lost[option]]
    if winning and not lost[play.start]:
        claim["move"] = rng.choice(winning)
    return header("strategy", play.game, claim, MISERE[misere]), entries


def labelling(_: Random, play: Play, lie: Lie) -> Data:
    values: dict[str, int] = {}
    for position in below([play.start], play.options):
        values[position] = lie.mex(values[option] for option in lie.kept(position))
    return header("labelling", play.game, {"start": play.start, "value": values[play.start]}), [
        [position, value] for position, value in values.items()
    ]


def nimber(rng: Random, play: Play, lie: Lie) -> Data:
    values: dict[str, int] = {}

    def total(position: str) -> int:
        found = 0
        for part in play.parts(position):
            found ^= values[part]
        return found

    def hint(option: str, value: int) -> int:
        ways = [j for j, answer in enumerate(play.options(option)) if total(answer) == value]
        return rng.choice(ways) if ways and (total(option) == value or rng.random() < 0.3) else -1

    entries: list[Any] = []
    for part in below(play.parts(play.start), lambda p: (q for o in play.options(p) for q in play.parts(o))):
        kept, asked = lie.kept(part), play.options(part) if lie.padded else lie.kept(part)
        values[part] = value = lie.mex(total(option) for option in kept)
        entries.append([part, value, [hint(o, value) if total(o) >= value else -1 for o in asked]])
    return header("nimber", play.game, {"start": play.start, "value": total(play.start)}), entries


MAKERS: tuple[Callable[[Random, Play, Lie], Data], ...] = (
    lambda rng, play, lie: strategy(rng, play, lie, misere=False),
    lambda rng, play, lie: strategy(rng, play, lie, misere=True),
    labelling,
    nimber,
)


def without_the_last_option(rng: Random) -> Data:
    """Every position has lost its last option; the lists are padded, or not."""
    play = drawn(rng)
    return rng.choice(MAKERS)(rng, play, Lie(lambda p: play.options(p)[:-1], padded=rng.random() < 0.7))


def without_some_options(rng: Random) -> Data:
    play, share = drawn(rng), rng.choice([0.1, 0.3])

    @cache
    def kept(position: str) -> list[str]:
        options = play.options(position)
        gone = rng.choice(options) if options and rng.random() < share else None
        return [option for option in options if option != gone]

    return rng.choice(MAKERS)(rng, play, Lie(kept))


def from_one_on(rng: Random) -> Data:
    play = drawn(rng)
    return rng.choice(MAKERS[2:])(rng, play, Lie(play.options, least=1))


def true(rng: Random, makers: tuple[Callable[[Random, Play, Lie], Data], ...] = MAKERS) -> tuple[Play, Data]:
    play = drawn(rng)
    return play, rng.choice(makers)(rng, play, honest(play))


def in_another_order(rng: Random) -> Data:
    """The entries shuffled, with their references, so that some refer to later ones."""
    _, (head, entries) = true(rng)
    return head, shuffled(rng, head["kind"], entries)


def shuffled(rng: Random, kind: str, entries: list[Any]) -> list[Any]:
    """Entries in another order that say the same."""
    order = rng.sample(range(len(entries)), len(entries))
    place = {old: new for new, old in enumerate(order)}
    if kind != "strategy":
        return [entries[old] for old in order]
    return [[entries[old][0], [place.get(reply, -1) for reply in entries[old][1]]] for old in order]


def of_a_game_with_cycles(rng: Random) -> Data:
    """Positions of which every option has a reply to one of them: nothing shows that play ever ends there."""
    play, misere = play_of(*graph(rng, cycles=True)), rng.random() < 0.3
    lost = [str(vertex) for vertex in range(len(play.game["arcs"]))]
    before = len(lost) + 1
    while len(lost) < before:
        before, members = len(lost), {*lost}
        lost = [
            p
            for p in lost
            if not (misere and not play.options(p))
            and all(members & {*play.options(o)} or (misere and not play.options(o)) for o in play.options(p))
        ]
    rng.shuffle(lost)
    entries = [
        [p, [rng.choice([j for j, r in enumerate(lost) if r in play.options(o)] or [-1]) for o in play.options(p)]]
        for p in lost
    ]
    start = rng.choice(lost) if lost else play.start
    claim = {"start": start, "outcome": "P"}
    before_it = [str(v) for v in range(len(play.game["arcs"])) if start in play.options(str(v))]
    if before_it and rng.random() < 0.3:
        claim = {"start": rng.choice(before_it), "outcome": "N", "move": start}
    return header("strategy", play.game, claim, MISERE[misere]), entries


def of_values_with_cycles(rng: Random) -> Data:
    """Labels of a loopy game, every one shown by hints: of a position from which play need not end it is no value."""
    play = play_of(*graph(rng, cycles=True))
    values: dict[str, int] = {}
    entries: list[Any] = []

    def hint(option: str, value: int) -> int:
        if option in values:
            return -1
        return next((j for j, r in enumerate(play.options(option)) if values.get(r) == value), -2)

    for vertex in 3 * [str(v) for v in range(len(play.game["arcs"]))]:
        if vertex not in values:
            value = mex(values[option] for option in play.options(vertex) if option in values)
            hints = [hint(option, value) for option in play.options(vertex)]
            if -2 not in hints:
                values[vertex] = value
                entries.append([vertex, value, hints])
    start = rng.choice([*values] or [play.start])
    return header("nimber", play.game, {"start": start, "value": values.get(start, 0)}), entries


def in_the_other_play(rng: Random) -> Data:
    _, (head, entries) = true(rng)
    return head | {"play": MISERE[head["play"] == "normal"]}, entries


def by_hints_that_hide(rng: Random) -> Data:
    """One entry that says nothing of any option."""
    play, value = drawn(rng), rng.choice([0, 0, 1, 2])
    part = rng.choice(play.parts(play.start) or [play.start])
    hints = [-1] * len(play.options(part))
    if rng.random() < 0.5:
        return header("nimber", play.game, {"start": part, "value": value}), [[part, value, hints]]
    return header("strategy", play.game, {"start": part, "outcome": "P"}, rng.choice(MISERE)), [[part, hints]]


def by_hints_that_lead_elsewhere(rng: Random) -> Data:
    """The last part has too small a value; where an option has it, a hint names any answer."""
    play, (head, entries) = true(rng, (nimber,))
    if not entries or not entries[-1][1]:
        return head, entries
    part, old, hints = entries[-1]
    new, values = rng.randrange(old), {entry[0]: entry[1] for entry in entries}

    def hint(option: str) -> int:
        answers, total = play.options(option), 0
        for piece in play.parts(option):
            total ^= values[piece]
        return rng.randrange(len(answers)) if answers and total == new else -1

    hints = [hint(option) for option in play.options(part)]
    return header("nimber", play.game, {"start": part, "value": new}), [*entries[:-1], [part, new, hints]]


def with_an_entry_twice(rng: Random) -> Data:
    _, (head, entries) = true(rng)
    return head, [*entries, rng.choice(entries)] if entries else entries


def with_an_entry_less(rng: Random) -> Data:
    _, (head, entries) = true(rng, MAKERS[2:])
    gone = rng.randrange(len(entries)) if entries else 0
    return head, entries[:gone] + entries[gone + 1 :]


def with_another_claim(rng: Random) -> Data:
    """The value without that of one part, or the other outcome, with a move that does not win."""
    play, (head, entries) = true(rng)
    claim = dict(head["claim"])
    if "value" in claim:
        known = {entry[0]: entry[1] for entry in entries}
        parts = [known[part] for part in play.parts(play.start) if known.get(part)]
        claim["value"] = xor(claim["value"], rng.choice([1, *parts, *parts[-1:] * 3]))
    elif claim["outcome"] == "P" and play.options(play.start):
        claim |= {"outcome": "N", "move": rng.choice(play.options(play.start))}
    else:
        claim = {"start": claim["start"], "outcome": "P"}
    return head | {"claim": claim}, entries


def with_another_start(rng: Random) -> Data:
    """The same said of another position, or of a part that no position has."""
    play, (head, entries) = true(rng)
    start = rng.choice(below([play.start], play.options))
    if play.game["family"] == "automaton" and rng.random() < 0.3:
        start = f"-1:{rng.randrange(1, 5)}"
        return header("labelling", play.game, {"start": start, "value": 0}), [[start, 0]]
    return head | {"claim": head["claim"] | {"start": start}}, entries


def with_a_value_of_a_neighbour(rng: Random) -> Data:
    """The last part has another value, and the claim is that of all parts together."""
    play, (head, entries) = true(rng, MAKERS[2:])
    if not entries:
        return head, entries
    part, old, *hints = entries[-1]
    new = rng.choice([old + 1, *(entry[1] for entry in entries)])
    change = old ^ new if head["kind"] == "labelling" or play.parts(play.start).count(part) % 2 else 0
    claim = head["claim"] | {"value": head["claim"]["value"] ^ change}
    return head | {"claim": claim}, [*entries[:-1], [part, new, *hints]]


SORTS: dict[str, Sort] = {
    "without the last option": without_the_last_option,
    "without some options": without_some_options,
    "values from one on": from_one_on,
    "entries in another order": in_another_order,
    "a game with cycles": of_a_game_with_cycles,
    "values with cycles": of_values_with_cycles,
    "the other play": in_the_other_play,
    "hints that hide": by_hints_that_hide,
    "hints that lead elsewhere": by_hints_that_lead_elsewhere,
    "an entry twice": with_an_entry_twice,
    "an entry less": with_an_entry_less,
    "another claim": with_another_claim,
    "another start": with_another_start,
    "a neighbour's value": with_a_value_of_a_neighbour,
}
