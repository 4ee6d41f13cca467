"""Checks that a busy machine changes no move and loses no won position.

    uv run python -m benchmarks.steady_play [LOAD ...]

The perfect opponent moves on boards up to the largest that it plays at once, each in a new process, next to 0, 4 and 8
processes that compute all the time. Every move must be the same at each load, and a position that the player to move
wins must stay won: the position after the move is solved again. Prints the most processor time of one move, and ends
with 1 when a move differs, a win is lost or a move takes more than 5 s.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 5.0
"""Processor time that a move may take."""
BOARDS = (
    *(f"chomp: {rows}x{columns}" for rows in (3, 5, 7, 8, 9) for columns in (5, 8, 11, 12, 13)),
    *(f"cram: {rows}x{columns}" for rows in (2, 3, 4, 5) for columns in (3, 4, 5, 6, 7)),
    *(f"sprouts: {spots}" for spots in range(1, 7)),
    *(f"node-kayles: grid({rows}x{columns})" for rows in (3, 4, 5, 6) for columns in (4, 5, 6)),
)


class Reply(NamedTuple):
    """The move on a board, whether it wins, and its processor time."""

    move: str
    reason: str
    kept: bool
    seconds: float


def reply(board: str) -> Reply:
    """Move on a board as the perfect opponent, then solve what the move leaves."""
    from grundy.core import Limits, Outcome
    from grundy.core.limits import processor_time
    from grundy.notation import read_game
    from grundy.workflows.playing.legal import after
    from grundy.workflows.playing.match import Match
    from grundy.workflows.playing.opponent import Opponent

    with processor_time():
        begun = sum(os.times()[:2])
        match = Match(read_game(board), limits=Limits(seconds=60.0))
        choice = Opponent("perfect", 100).choose(match)
        seconds = sum(os.times()[:2]) - begun
        check = Match(read_game(board), limits=Limits(seconds=600.0))
        before = check.judge.outcome(check.game)
        left = check.judge.outcome(after(check.game, choice.move))
    kept = before is Outcome.P or left is Outcome.P
    return Reply(str(choice.move), choice.reason, kept, seconds)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep so many processes computing."""
    context = get_context("spawn")
    loops = [context.Process(target=_compute, daemon=True) for _ in range(processes)]
    for loop in loops:
        loop.start()
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()


def _compute() -> None:
    while True:
        pass


def main(loads: list[int]) -> int:
    """Print a line for each load; 1 if a promise is broken."""
    calm: dict[str, Reply] = {}
    broken = 0
    for load in loads:
        with busy(load), get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
            replies = dict(zip(BOARDS, pool.map(reply, BOARDS, chunksize=1), strict=True))
        calm = calm or replies
        lost = [board for board, one in replies.items() if not one.kept]
        other = [board for board, one in replies.items() if one.move != calm[board].move]
        slow = [board for board, one in replies.items() if one.seconds > SECONDS]
        slowest = max(replies, key=lambda board: replies[board].seconds)
        sys.stdout.write(
            f"load {load}: {len(replies)} boards, wins lost {len(lost)} {lost}, other moves {len(other)} {other}, over "
            f"{SECONDS:g} s {slow}, the slowest {slowest} {replies[slowest].seconds:.2f} s of processor time\n"
        )
        sys.stdout.flush()
        broken += len(lost) + len(other) + len(slow)
    return broken > 0


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]] or [0, 4, 8]))
