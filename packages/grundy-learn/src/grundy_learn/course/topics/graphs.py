"""Exercises of the lesson about game graphs: arcs, labels from terminal positions backwards, and cycles."""

from __future__ import annotations

from random import Random
from typing import Any

from grundy.core import Game
from grundy.notation import read_game

from ..boards import is_lost, moves_of
from ..definition import Definition
from ..exercise import Exercise, ExerciseKind
from ..stating import Statement, plainly, wins

Arcs = list[tuple[int, int]]


def _arcs(rng: Random, size: int) -> Arcs:
    """Generate the arcs (tail, head) of a random graph without cycles, whose vertices are 1 to `size`.

    Heads are smaller than tails, and at least one arc leaves each vertex except 1.
    """
    found = {(tail, rng.randrange(1, tail)) for tail in range(2, size + 1)}
    found |= {(tail, rng.randrange(1, tail)) for tail in range(3, size + 1) if rng.random() < 0.7}
    return sorted(found)


def _board(arcs: Arcs, at: int) -> Game:
    return read_game(f"graph: {_listed(arcs)} @ {at}")


def _listed(arcs: Arcs) -> str:
    return " ".join(f"{tail}>{head}" for tail, head in arcs)


def graphs_token(rng: Random) -> Game:
    """Choose a random graph with a token on its last vertex or the one before it."""
    size = rng.randrange(5, 9)
    return _board(_arcs(rng, size), size - rng.randrange(2))


def graphs_heads(rng: Random) -> tuple[str, list[int], list[int], Game]:
    """Ask to which vertices the token on a random graph can move.

    Return the question, these vertices computed in two ways, and the position.
    """
    size = rng.randrange(5, 9)
    arcs, at = _arcs(rng, size), rng.randrange(3, size + 1)
    asked = f"{_board(arcs, at)}: to which vertices can the token move?"
    board = _board(arcs, at)
    left = [int(words.split()[-1]) for words, _ in moves_of(board)]
    return asked, left, [head for tail, head in arcs if tail == at], board


class LostVertices(ExerciseKind):
    """Exercises that ask from which vertices of a graph the player to move loses."""

    form = "set"
    act = "mark"

    def offered(self, exercise: Exercise) -> tuple[int, ...]:
        return tuple(range(1, exercise.data[1] + 1))

    def against(self, exercise: Exercise, given: str) -> Game | None:
        arcs, size = exercise.data
        wrong = {*map(int, given.replace("none", "").split())} ^ {*map(int, exercise.answer.split())}
        return next((_board(arcs, n) for n in sorted(wrong) if 0 < n <= size), None)

    def make(self, rng: Random) -> Exercise:
        size = rng.randrange(5, 9)
        arcs = _arcs(rng, size)
        lost = [n for n in range(1, size + 1) if is_lost(_board(arcs, n))]
        prompt = f"Arcs {_listed(arcs)}: on which vertices of the token does the player to move lose? Name all of them."
        return Exercise(prompt, " ".join(map(str, lost)), game=_board(arcs, size), data=(arcs, size))

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Return the vertices from which the player to move loses, computed a second time from the arcs alone.

        The text lists their numbers in ascending order, separated by spaces. Every arc leads to a smaller number.
        """
        arcs, size = exercise.data
        lost: list[int] = []
        for vertex in range(1, size + 1):
            if not any(tail == vertex and head in lost for tail, head in arcs):
                lost.append(vertex)
        return " ".join(map(str, lost))

    def call(self, exercise: Exercise) -> str:
        return "On which vertices of the token does the player to move lose? Mark all of them."

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        arcs, size = exercise.data
        right = {*exercise.answer.split()}
        first = min({*given.replace("none", "").split()} ^ right, key=int)
        if not 0 < int(first) <= size:
            return (f"Vertex {first} does not exist.",)
        heads = [str(head) for tail, head in arcs if tail == int(first)]
        if first in right:
            said = "no arc leaves it" if not heads else f"its arcs lead to {', '.join(heads)}, and all of these are won"
            return (f"{first} is lost: {said}.",)
        return (f"{first} is won: an arc leads to {next(head for head in heads if head in right)}, which is lost.",)


def graphs_loops(rng: Random) -> list[Statement]:
    """Offer as answers arcs that may be added to a random graph; an arc is right if it closes a cycle."""
    size = rng.randrange(5, 8)
    arcs = _arcs(rng, size)
    start = f"{_listed(arcs)} and"
    found = []
    for _ in range(4):
        tail, head = rng.randrange(1, size + 1), rng.randrange(1, size + 1)
        if tail != head and (tail, head) not in arcs:
            closed = _meets(arcs, (tail, head))
            said = f"From {head} arcs {'lead' if closed else 'never lead'} back to {tail}."
            more = [*arcs, (tail, head)]
            found.append(plainly(f"{start} {tail}>{head}", closed, _around(more), said, _board(more, tail)))
    return found


def _meets(arcs: Arcs, arc: tuple[int, int]) -> bool:
    """Return whether a graph with the given arcs has a path from the head of `arc` back to the tail of `arc`."""
    met, waiting = set(), [arc[1]]
    while waiting:
        vertex = waiting.pop()
        if vertex not in met:
            met.add(vertex)
            waiting += [head for tail, head in arcs if tail == vertex]
    return arc[0] in met


def _around(arcs: Arcs) -> bool:
    """Return whether a graph has a cycle, by removing arcs to terminal vertices as long as possible.

    The graph is given by its arcs.
    """
    left = [*arcs]
    while left:
        tails = {tail for tail, _ in left}
        kept = [arc for arc in left if arc[1] in tails]
        if len(kept) == len(left):
            return True
        left = kept
    return False


def graphs_steps(rng: Random) -> list[Statement]:
    """Label each vertex of a random graph as won or lost, one of them wrongly, as steps for `WrongStep`."""
    size = rng.randrange(4, 7)
    arcs, wrong = _arcs(rng, size), rng.randrange(1, size + 1)
    found: list[Any] = []
    for vertex in range(1, size + 1):
        at = _board(arcs, vertex)
        lost = is_lost(at) != (vertex == wrong)
        found.append(wins(f"Arcs {_listed(arcs)}: vertex {vertex} is {'lost' if lost else 'won'}.", at, lost=lost))
    return found


def graphs_label(rng: Random) -> list[Statement]:
    """Choose a vertex with random numbers of arcs to lost and to won vertices, and make three statements about it.

    They state that the vertex is lost, that it is won, and that this cannot be decided. One of the first two is true.
    """
    lost, won = rng.randrange(0, 4), rng.randrange(0, 4)
    real = lost == 0
    head = f"A vertex has arcs to {lost} lost and {won} won vertices"
    again = all(label != "lost" for label in ["lost"] * lost + ["won"] * won)
    below = [(0, 1 + i) for i in range(lost + won)] + [(1 + lost + i, 20 + i) for i in range(won)]
    board = _board(below, 0) if below else None
    why = "A vertex is lost exactly when no arc leads to a lost one."
    return [
        plainly(f"{head}: it is lost.", real, again, why, board),
        plainly(f"{head}: it is won.", not real, not again, why, board),
        plainly(f"{head}: it cannot be decided.", true=False, again=False, shown=why, game=board),
    ]
