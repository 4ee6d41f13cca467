"""CSES 1729, Stick Game: take one of a set of numbers; all heaps to n in one table of bits. O(nk / 64)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grundy.core import Game, Meter, Outcome
from grundy.notation import read_ruleset
from grundy.search import WholeSolver

from ..judge_input import InputField, JudgeInput, count
from ..problem import Problem
from ..takes import lost_heaps


class Sticks(NamedTuple):
    """An input: the size of the largest heap, and the numbers of sticks that may be taken."""

    most: int
    takes: list[int]


WHY = """\
CSES 1729, Stick Game

Rule: one heap; a move takes p_1 or ... or p_k sticks, not more than there are; a player who cannot move loses. Who
wins from each of the heaps 1, 2, ..., n?
Input: n k; p_1 ... p_k. Output: n letters on a line, W if the first player wins, L if that player loses.

Theorem. A heap m is lost exactly when none of m - p_1, ..., m - p_k that is at least 0 is lost. The answers repeat
from some heap on, after at most 2^P heaps for P the largest take.

Why. The first sentence is the definition of winning, upwards from heap 0, which is lost. The answer of a heap is a
function of the answers of the P heaps before it: there are 2^P windows of P answers, and a window that occurs again
brings everything after it again. Heaps are bits, 1024 side by side: a take moves the lost heaps of finished blocks by
one shift, and within a block only the lost heaps are looked at: O(nk / 64 + n) steps of a machine word.

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966."""


def _cases(judge_input: JudgeInput) -> Iterator[Sticks]:
    n, k = judge_input.record(count("the largest heap"), InputField("the number of takes", 1, 100))
    yield Sticks(n, judge_input.numbers(k, InputField("a take")))


def _answers(sticks: Sticks) -> Iterator[str]:
    yield lost_heaps(sticks.takes, sticks.most)[1:].translate(bytes.maketrans(b"\0\1", b"WL")).decode()


def _game(sticks: Sticks) -> Game:
    takes = ", ".join(map(str, sorted({*sticks.takes})))
    return Game.of(read_ruleset(f"take {{{takes}}}"), sticks.most)


def _told(game: Game, meter: Meter) -> str:
    """Return a letter for each heap from 1 to that of the game, by search: W if the player to move wins, else L."""
    solver = WholeSolver.of(game, misere=False, meter=meter)
    ((_, most),) = game.parts
    courses = (solver.solve([(0, heap)]) for heap in range(1, most + 1))
    return "".join("W" if course.outcome is Outcome.N else "L" for course in courses)


PROBLEM = Problem(
    _cases,
    _answers,
    lambda sticks: [_game(sticks)],
    _told,
    WHY,
).explored("take {1, 3, 4}", 200, "period 7 from heap 0 on (proved)")
