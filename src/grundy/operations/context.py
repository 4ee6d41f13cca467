"""What an operation may use: limits, files, values in shared memory, and functions that receive its progress."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ..core import Budget, InputError, LimitReached, Limits, NotationError, cannot_write
from ..notation import read_family, read_game, read_ruleset
from .request import MOST_RULE, MOST_TEXT

if TYPE_CHECKING:
    from pathlib import Path

    from ..core import Game, Ruleset, TailedGraph
    from ..sequences.arrays import Series

MOST_DIGITS = 1000
"""The largest number of digits of a number over a network."""
SHARE = 0.85
"""The fraction of the time for computing long sequences; the rest is for sending them."""
T = TypeVar("T")


class Context(ExitStack):
    """What one run of an operation may use (limits, workers, files), and where its progress goes.

    An operation is run for the command line, a notebook or a server. If the caller is on a network (`remote`), its
    texts have a limited length and may not name files. An answer can have binary data in addition to its JSON; the
    operation appends them to `parts`.

    Example:
        >>> from grundy import Limits
        >>> with Context(Limits(seconds=60), remote=False) as context:
        ...     context.game("nim: 3 5"), context.ruleset("kayles").name, context.budget.visited
        (<Game nim: 3 5>, 'kayles', 0)
    """

    def __init__(  # noqa: PLR0913  # what may surround a run
        self,
        limits: Limits | None = None,
        report: Callable[[int], None] | None = None,
        shared: tuple[int, ...] = (),
        begun: Callable[[dict[str, Any], tuple[bytes, ...]], None] | None = None,
        *,
        show: Callable[[str], None] | None = None,
        remark: Callable[[str], None] | None = None,
        timed: bool = True,
        remote: bool = True,
    ) -> None:
        """Create the context of one run.

        Args:
            limits: The limits of the work; None for the default limits.
            report: A function that is called with the number of positions visited so far.
            shared: File descriptors of shared memory that contains sequences computed earlier.
            begun: A function that is called with answers that are not complete yet.
            show: A function that is called with the progress of long work in words, instead of `report`.
            remark: A function that is called with messages for the user that do not belong to the answer.
            timed: Whether the user chose the time limit; if not, work that can be resumed has no time limit.
            remote: Whether the caller is on a network, so that its texts may not name files.
        """
        super().__init__()
        self.limits, self.report, self.show = Limits.of(limits), report, show
        self.shared, self.begun, self.remote = shared, begun, remote
        self.remark, self.timed = remark or (lambda _: None), timed
        self.parts: list[bytes] = []

    def so_far(self, answer: dict[str, Any], *parts: bytes) -> None:
        """Publish an incomplete answer, which is the final one if time or memory ends before there is a better one.

        Args:
            answer: The answer as JSON.
            parts: Binary data that belongs to the answer.

        Example:
            >>> published = []
            >>> Context(begun=lambda answer, parts: published.append(answer)).so_far({"status": "limit"})
            >>> published
            [{'status': 'limit'}]
        """
        if self.begun is not None:
            self.begun(answer, parts)

    def lift_time_limit(self) -> Limits:
        """Remove a time limit that the user did not choose, because the work can be resumed.

        Returns:
            The limits that apply now.

        Example:
            >>> from grundy import Limits
            >>> Context(Limits(seconds=60), timed=False).lift_time_limit().seconds is None
            True
        """
        if not self.timed:
            self.limits = self.limits._replace(seconds=None)
        return self.limits

    def sequence(
        self,
        ruleset: Ruleset[Any],
        stop: int,
        *,
        misere: bool,
        seconds: float | None = None,
        begun: Callable[[Series], None] | None = None,
    ) -> tuple[Series, LimitReached | None]:
        """Return the Grundy values of heaps 0 to `stop`, from shared memory if they are there.

        Args:
            ruleset: The ruleset.
            stop: The last heap.
            misere: Whether the player who makes the last move loses.
            seconds: The time limit. If None, a fraction of the time limit of the context, which leaves time to send the
                values.
            begun: A function that is called with the values known so far before more are computed, or None.

        Returns:
            The values, and the limit that stopped the computation, or None if all values were computed.

        Raises:
            PositionError: If positions are not heaps.
            InputError: If the heap is too large.
            LoopyGame: If play need not end.

        Example:
            >>> context = Context()
            >>> values, limit = context.sequence(context.ruleset("kayles"), 9, misere=False)
            >>> values.tolist(), limit is None
            ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], True)
        """
        from ..workflows.computing.shared_memory import shared_sequence

        if seconds is None and self.limits.seconds is not None:
            seconds = SHARE * self.limits.seconds
        budget = Budget(self.limits._replace(seconds=seconds), self.report)
        return shared_sequence(ruleset, stop, self.shared, budget, misere=misere, begun=begun)

    def in_time(self, work: Callable[[], T]) -> T | None:
        """Call a function within the time limit.

        Args:
            work: The function.

        Returns:
            Its result, or None if the time limit is reached before it is complete.

        Raises:
            LimitReached: If another limit is reached.

        Example:
            >>> from grundy import Limits
            >>> Context(Limits(seconds=60)).in_time(lambda: 3), Context(Limits(seconds=0)).in_time(lambda: 3)
            (3, None)
        """
        late = self.budget.late  # a name of its own, since a type checker takes the property for constant
        if late:
            return None
        try:
            with self.budget.interruptible():
                return work()
        except LimitReached:
            if not self.budget.late:
                raise
            return None

    @cached_property
    def budget(self) -> Budget:
        """The budget that counts the work and stops it at the limits; its clock starts when this is first read."""
        return Budget(self.limits, self.report)

    @property
    def table_budget(self) -> Budget:
        """The budget for tables of values; it has no memory limit if the caller is on a network.

        A table needs only one byte for each value, so the time limit also limits the memory.

        Example:
            >>> from grundy import Limits
            >>> limits = Limits(memory=10**6)
            >>> Context(limits).table_budget.limits.memory, Context(limits, remote=False).table_budget.limits.memory
            (None, 1000000)
        """
        return Budget(self.limits._replace(memory=None), self.report) if self.remote else self.budget

    def game(self, text: str | Game) -> Game:
        """Return the game that a text denotes.

        Args:
            text: The notation of the game; a caller in Python may also pass the game itself.

        Returns:
            The game.

        Raises:
            InputError: If the text cannot be read. A text from a caller on a network may not name a file.
            LimitReached: If the text is from a caller on a network and is too long.
        """
        if not isinstance(text, str):
            return text
        return game_of(text) if self.remote else read_game(text)

    def ruleset(self, text: str | Ruleset[Any]) -> Ruleset[Any]:
        """Return the ruleset that a text denotes.

        Args:
            text: The name of the ruleset; a caller in Python may also pass the ruleset itself.

        Returns:
            The ruleset.

        Raises:
            InputError: If the text cannot be read. A text from a caller on a network may not name a file.
            LimitReached: If the text is from a caller on a network and is too long.
        """
        if not isinstance(text, str):
            return text
        return ruleset_of(text) if self.remote else read_ruleset(text)

    def family(self, text: str | Ruleset[Any]) -> TailedGraph | None:
        """Return the two-parameter family that a text denotes, such as "arc-kayles: star(3,b,c)".

        Args:
            text: The text; a caller in Python may also pass a ruleset.

        Returns:
            The family, or None if the text denotes something else.

        Raises:
            InputError: If the text cannot be read.
            LimitReached: If the text is from a caller on a network and is too long.

        Example:
            >>> Context().family("arc-kayles: star(3,b,c)").name, Context().family("kayles")
            ('arc-kayles: star(3,b,c)', None)
        """
        if not isinstance(text, str):
            return None
        return family_of(text) if self.remote else read_family(text)


def game_of(text: str) -> Game:
    """Read a game from the text of a caller on a network: files and Python rules are not allowed.

    Raises:
        InputError: If the text cannot be read.
        LimitReached: If the text is too long.

    Example:
        >>> game_of("nim: 3 5")
        <Game nim: 3 5>
    """
    _check(text, MOST_TEXT)
    game = read_game(text, files=False)
    for ruleset, _ in game.summands:
        if len(ruleset.name) > MOST_RULE:
            raise LimitReached(f"expected rules of at most {MOST_RULE} characters", kind="size")
    return game


def ruleset_of(text: str) -> Ruleset[Any]:
    """Read a ruleset from the text of a caller on a network: files and Python rules are not allowed.

    Raises:
        InputError: If the text cannot be read.
        LimitReached: If the text is too long.
    """
    _check(text, MOST_RULE)
    return read_ruleset(text, files=False)


def family_of(text: str) -> TailedGraph | None:
    """Read a two-parameter family from the text of a caller on a network; return None if the text is something else.

    >>> family_of("arc-kayles: star(3,b,c)").name, family_of("arc-kayles: star(3,4,5)")
    ('arc-kayles: star(3,b,c)', None)
    """
    _check(text, MOST_RULE)
    return read_family(text)


def is_misere(play: str) -> bool:
    """Return whether a word for the play convention is "misere"; it must be "normal" or "misere".

    Raises:
        NotationError: If it is another word.
    """
    if play not in {"normal", "misere"}:
        raise NotationError(f"expected normal or misere, found {play[:20]!r}")
    return play == "misere"


def _check(text: str, most: int) -> None:
    if len(text) > most:
        raise LimitReached(f"expected at most {most} characters, found {len(text)}", kind="size")
    if re.search(rf"[0-9]{{{MOST_DIGITS + 1}}}", text):
        raise LimitReached(f"expected numbers of at most {MOST_DIGITS} digits", kind="digits")


def write_whole(out: Path | str, data: bytes) -> None:
    """Write a file completely or not at all, following links; a device is written to directly.

    Args:
        out: The file, as the user named it.
        data: The bytes to write.

    Raises:
        InputError: If the file cannot be written.
        DiskFull: If the disk is full.
    """
    from pathlib import Path

    from ..storage import write_whole

    if not (path := Path(out)).name:
        raise InputError("expected a file name, found nothing")
    try:
        write_whole(path, [data])
    except OSError as error:
        raise cannot_write(path, error) from None
