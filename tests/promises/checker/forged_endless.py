"""Forged outcomes and loopy values of graphs with cycles, shown by a little more or less evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Any

from tests.promises.checker.small_games import graph
from tests.unit.check.sealed import Data, header

from grundy.certificates import loops_entries, outcome_entries
from grundy.core import mex
from grundy.search import Labels, game_graph_of, play_lengths

Sort = Callable[[Random], Data]
Arcs = list[list[int]]
TERMS = ("normal", "misere")


def looping(rng: Random) -> Arcs:
    return [*graph(rng, cycles=True)[0]["arcs"]]


def without_an_arc(rng: Random, arcs: Arcs) -> Arcs:
    places = [(v, i) for v, ends in enumerate(arcs) for i in range(len(ends))]
    v, i = rng.choice(places or [(0, 0)])
    return [ends[:i] + ends[i + 1 :] if u == v else ends for u, ends in enumerate(arcs)]


def outcome(arcs: Arcs, shown: Arcs, start: int, misere: bool) -> Data:
    """The evidence for an outcome in one graph, sealed as that of another."""
    game_graph = game_graph_of(arcs)
    lengths = play_lengths(game_graph, misere)
    claim = {"start": str(start), "outcome": lengths.outcome(start).value}
    if claim["outcome"] == "N" and arcs[start]:
        claim["move"] = str(next(v for v in arcs[start] if lengths.outcome(v).value == "P"))
    entries = outcome_entries([sorted({*ends}, key=str) for ends in arcs], lengths.plies, start, misere=misere)
    return header("strategy", {"family": "graph", "arcs": shown}, claim, TERMS[misere]), entries


def loops(arcs: Arcs, shown: Arcs, start: int) -> Data:
    """The labels in one graph, sealed as those of another."""
    labels = Labels(game_graph_of(arcs))
    value = labels.value(start)
    claim: dict[str, Any] = {"start": str(start)}
    claim |= {"among": sorted(value.among)} if value.number is None else {"value": value.number}
    return header("loops", {"family": "graph", "arcs": shown}, claim), loops_entries(labels.labels, labels.order)


def of_a_graph_with_an_arc_less(rng: Random) -> Data:
    """Evidence of a graph that lacks an arc, or has one more."""
    shown = looping(rng)
    arcs = without_an_arc(rng, shown)
    if rng.random() < 0.5:
        arcs, shown = shown, arcs
    start = rng.randrange(len(arcs))
    return loops(arcs, shown, start) if rng.random() < 0.5 else outcome(arcs, shown, start, rng.random() < 0.3)


def padded_to_the_graph(rng: Random) -> Data:
    """Outcomes of a graph that lacks an arc; the reply to what it leaves is a guess."""
    shown = looping(rng)
    arcs, misere = without_an_arc(rng, shown), rng.random() < 0.3
    head, entries = outcome(arcs, shown, rng.randrange(len(arcs)), misere)
    numbers = [int(entry[0]) for entry in entries]
    found: list[list[Any]] = []
    for vertex, replies in zip(numbers, (entry[1] for entry in entries), strict=True):
        known = dict(zip(sorted({*arcs[vertex]}, key=str), replies, strict=True))
        guess = [rng.choice([-2, -2, -1, rng.randrange(len(entries))]) for _ in shown[vertex]]
        found.append(
            [str(vertex), [known.get(w, g) for w, g in zip(sorted({*shown[vertex]}, key=str), guess, strict=True)]]
        )
    return head, found


def called_drawn(rng: Random) -> Data:
    """A set of positions, every one with a move that is said to be drawn; others have any reply."""
    arcs = looping(rng)
    members = rng.sample(range(len(arcs)), rng.randrange(1, len(arcs) + 1))
    ends = [v for v in range(len(arcs)) if not arcs[v] and rng.random() < 0.8]
    numbers = {v: i for i, v in enumerate(ends)}
    drawn = [v for v in members if v not in ends and arcs[v]]

    def reply(option: int) -> int:
        back = [numbers[r] for r in arcs[option] if r in numbers]
        return rng.choice(back) if back and (option not in drawn or rng.random() < 0.1) else -2

    entries: list[list[Any]] = [[str(v), []] for v in ends]
    entries += [[str(v), [reply(w) for w in sorted({*arcs[v]}, key=str)]] for v in drawn]
    start = rng.choice(drawn or [0])
    return header("strategy", {"family": "graph", "arcs": arcs}, {"start": str(start), "outcome": "D"}), entries


def drawn_as_lost(rng: Random) -> Data:
    """A position whose options all have a move to one that is drawn, which is named as their reply."""
    arcs = [[1], [0], [0], [2]] if rng.random() < 0.5 else [[0], [0, 0], [1, 1]]
    for ends in arcs:
        ends[:] = sorted({*ends, *([rng.randrange(len(arcs))] if rng.random() < 0.2 else [])})
    members = [v for v in range(len(arcs)) if {*arcs[v]} & {0, 1}]
    rng.shuffle(members)
    number = {v: i for i, v in enumerate(members)}
    entries = [[str(v), [-2 if w in number else 0 for w in sorted({*arcs[v]}, key=str)]] for v in members]
    start = rng.randrange(len(arcs))
    if start not in number:
        members = [start]
        back = [next((number[r] for r in arcs[w] if r in number), 0) for w in sorted({*arcs[start]}, key=str)]
        entries.append([str(start), back])
    claim = {"start": str(start), "outcome": rng.choice("PD")}
    return header("strategy", {"family": "graph", "arcs": arcs}, claim), entries


LAX = ("the order", "one detour", "infinite options")
"""What a rule for labels may forget: that the way back is earlier, other detours, or what infinite options lack."""


def fits(arcs: Arcs, labels: Sequence[int], place: Sequence[int], lax: str) -> bool:
    """Whether labels are what they must be, but for one part of the rule."""
    for v, label in enumerate(labels):
        missing = mex(labels[w] for w in arcs[v])
        wanted, before = (missing, len(arcs)) if label < 0 else (label, place[v])
        back = {
            w: any(labels[r] == wanted and (place[r] < before or lax == "the order") for r in arcs[w])
            for w in arcs[v]
            if labels[w] not in range(label)
        }
        if label < 0:
            good = any(labels[w] < 0 and (not back[w] or lax == "infinite options") for w in arcs[v])
        else:
            good = missing == label and (any(back.values()) or not back if lax == "one detour" else all(back.values()))
        if not good:
            return False
    return True


def labels_by_a_laxer_rule(rng: Random) -> Data:
    """Labels of a small graph, false ones when there are some, that a rule allows which forgets something."""
    lax, n = rng.choice(LAX), rng.choice([2, 3, 4])
    arcs = [sorted({rng.randrange(n) for _ in range(rng.choice([0, 1, 2, 2, 3]))}) for _ in range(n)]
    if lax == "one detour" and rng.random() < 0.5:
        n, arcs = 4, [[], [0], [2], [1, 2]]  # from 3 a way home by 1, and none by 2
    place, true = rng.sample(range(n), n), [*Labels(game_graph_of(arcs)).labels]
    found = [labels for labels in product((-1, 0, 1, 2), repeat=n) if fits(arcs, labels, place, lax)]
    labels = rng.choice([x for x in found if [*x] != true] or found or [tuple(true)])
    order = sorted((v for v in range(n) if labels[v] >= 0), key=place.__getitem__)
    start = rng.choice([v for v in range(n) if labels[v] != true[v]] or [*range(n)])
    claim: dict[str, Any] = {"start": str(start)}
    if labels[start] < 0:
        claim["among"] = sorted({labels[w] for w in arcs[start]} - {-1})
    else:
        claim["value"] = labels[start]
    return header("loops", {"family": "graph", "arcs": arcs}, claim), loops_entries(labels, order)


def labels_in_another_order(rng: Random) -> Data:
    """True labels, of which some stand before those they rest on, or one is left out, or is another."""
    arcs = looping(rng)
    head, entries = loops(arcs, arcs, rng.randrange(len(arcs)))
    what = rng.randrange(3)
    if what == 0:
        rng.shuffle(entries)
    elif what == 1:
        entries.pop(rng.randrange(len(entries)))
    else:
        entry = rng.choice(entries)
        entry[1] = rng.choice([-1, 0, 1, 2])
    return head, entries


def with_another_loopy_value(rng: Random) -> Data:
    arcs = looping(rng)
    head, entries = loops(arcs, arcs, rng.randrange(len(arcs)))
    start = head["claim"]["start"]
    claim: dict[str, Any] = {"start": start}
    if rng.random() < 0.5:
        claim["value"] = rng.randrange(3)
    else:
        claim["among"] = head["claim"].get("among", []) if rng.random() < 0.5 else sorted(rng.sample(range(4), 2))
        claim["outcome"] = rng.choice("DN")
    return head | {"claim": claim}, entries


SORTS: dict[str, Sort] = {
    "a graph with an arc less": of_a_graph_with_an_arc_less,
    "outcomes padded": padded_to_the_graph,
    "called drawn": called_drawn,
    "drawn as lost": drawn_as_lost,
    "labels by a laxer rule": labels_by_a_laxer_rule,
    "labels in another order": labels_in_another_order,
    "another loopy value": with_another_loopy_value,
}
