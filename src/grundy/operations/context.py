"""What an operation may use: limits, workers, files of shared memory, and the receiver of its progress."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ..core import InputError, LimitReached, Limits, Meter, cannot_write

if TYPE_CHECKING:
    from pathlib import Path

    from ..core import Game, Ruleset, TailedGraph

T = TypeVar("T")


class Context(ExitStack):
    """The surroundings of one run of an operation: a shell, a server or a notebook.

    `remote` callers name no files, and their texts are bounded. Bytes that belong to the answer go to `parts`.
    """

    def __init__(  # noqa: PLR0913  # what may surround a run
        self,
        limits: Limits | None = None,
        report: Callable[[int], None] | None = None,
        shared: tuple[int, ...] = (),
        begun: Callable[[dict[str, Any], tuple[bytes, ...]], None] | None = None,
        *,
        show: Callable[[str], None] | None = None,
        remote: bool = True,
    ) -> None:
        """Surround a run.

        Args:
            limits: The limits of the work.
            report: Called with the number of positions so far.
            shared: Files of shared memory with sequences.
            begun: Called with answers that are not complete yet.
            show: Called with the progress of a search in words, in the place of `report`.
            remote: Whether the caller is on a network.
        """
        super().__init__()
        self.limits, self.report, self.show = Limits.of(limits), report, show
        self.shared, self.begun, self.remote = shared, begun, remote
        self.parts: list[bytes] = []

    def so_far(self, answer: dict[str, Any], *parts: bytes) -> None:
        """Publish what is known: it is the answer if time or memory ends before there is a better one.

        Args:
            answer: The JSON.
            parts: Bytes that belong to it.
        """
        if self.begun is not None:
            self.begun(answer, parts)

    def in_time(self, work: Callable[[], T]) -> T | None:
        """Return the result of `work`, or None if time is up before that."""
        late = self.meter.late
        if late:
            return None
        try:
            with self.meter.heard():
                return work()
        except LimitReached:
            if not self.meter.late:
                raise
            return None

    @cached_property
    def meter(self) -> Meter:
        """The meter of the limits, one for the whole operation; it runs from its first use."""
        return Meter(self.limits, self.report)

    @property
    def table_meter(self) -> Meter:
        """A meter for tables of values: over a network it counts time alone, because an entry takes a byte."""
        return Meter(self.limits._replace(memory=None), self.report) if self.remote else self.meter

    def game(self, text: str | Game) -> Game:
        """Return the game that a text denotes; a caller in Python may give the game.

        Raises:
            InputError: If the text cannot be read, or names a file of a remote caller.
            LimitReached: If the text of a remote caller is too long.
        """
        if not isinstance(text, str):
            return text
        if self.remote:
            from .subjects import game_of

            return game_of(text)
        from ..notation import read_game

        return read_game(text)

    def ruleset(self, text: str | Ruleset[Any]) -> Ruleset[Any]:
        """Return the ruleset that a text denotes; a caller in Python may give the ruleset.

        Raises:
            InputError: If the text cannot be read, or names a file of a remote caller.
            LimitReached: If the text of a remote caller is too long.
        """
        if not isinstance(text, str):
            return text
        if self.remote:
            from .subjects import ruleset_of

            return ruleset_of(text)
        from ..notation import read_ruleset

        return read_ruleset(text)

    def family(self, text: str | Ruleset[Any]) -> TailedGraph | None:
        """Return the two-parameter family that a text denotes, or None if it denotes something else.

        Raises:
            InputError: If the text cannot be read.
            LimitReached: If the text of a remote caller is too long.
        """
        if not isinstance(text, str):
            return None
        if self.remote:
            from .subjects import family_of

            return family_of(text)
        from ..notation import read_family

        return read_family(text)


def write_whole(out: Path | str, data: bytes) -> None:
    """Write a file completely or not at all; a link is followed, a device is written to directly.

    Args:
        out: The file, as the user named it.
        data: Its content.

    Raises:
        InputError: If the file cannot be written.
        DiskFull: If there is no space.
    """
    from pathlib import Path

    from ..storage import write_whole

    if not (path := Path(out)).name:
        raise InputError("expected a file name, found nothing")
    try:
        write_whole(path, [data])
    except OSError as error:
        raise cannot_write(path, error) from None
