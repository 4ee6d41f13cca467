"""Everything that can go wrong, as one tree of typed errors.

    GrundyError                     exit   code
    |- InputError                      2   carries text, place, what was expected, a hint
    |  |- NotationError                    the text of a game cannot be read
    |  |  `- TrustedOnly                   it names a file or Python, which only the owner may use
    |  |- RuleError                        a rule breaks its contract
    |  |- PositionError                    the position is illegal in its ruleset
    |  |- MoveError                        the move is not in the rule
    |  `- MissingExtra                     an optional package is not installed
    |- LoopyGame                       3   carries the shortest cycle found
    |- LimitReached                    4   carries what was found so far
    |- StoreError                      6   a store cannot be used here
    |  |- CorruptStore                 5   saved bytes are missing or changed; nothing was touched
    |  |- StoreBusy                    6   another process works on it
    |  |- StoreMismatch                6   another game or version: says both
    |  `- DiskFull                     7   a file cannot be written for lack of space
    `- Interrupted           130 or 143   the user stopped the work (SIGINT, SIGTERM)

Every class knows its exit code and the short code that JSON shows; `place()` draws the caret.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

WINDOW = 70
"""Characters of a long text that are shown around the place of a mistake."""


def _printable(text: str) -> str:
    """Return the text on one line, with blanks for what cannot be printed."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


def _columns(text: str) -> int:
    """Return how many columns of a terminal a printable text fills."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 1 + (east_asian_width(c) in "FW") for c in text)


class GrundyError(Exception):
    """An error with a sentence for the user, an exit code and a JSON code; every error of the house is one.

    >>> from grundy import GrundyError, solve
    >>> try:
    ...     solve("nimm: 3 5")
    ... except GrundyError as error:
    ...     print(error.code, error.exit_code, error.message)
    notation 2 expected the name of a ruleset, found 'nimm'
    """

    exit_code = 70
    code = "internal"

    def __init__(self, message: str) -> None:
        """Keep the one line that the user reads; what cannot be printed becomes a blank."""
        message = _printable(message)
        super().__init__(message)
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.args, self.__dict__)

    def to_dict(self) -> dict[str, Any]:
        """Return the error as the JSON of every grundy interface."""
        return {"schema": 1, "error": {"code": self.code, "message": self.message}}


def _made_again(kind: type[GrundyError], args: tuple[str, ...], told: dict[str, Any]) -> GrundyError:
    """Return the error that another process raised, whatever its class is called with."""
    error = kind.__new__(kind, *args)
    error.__dict__ |= told
    return error


class InputError(GrundyError):
    """The user's text, arguments or rule cannot be used; `at` counts characters of `text` from 0.

    >>> from grundy import InputError, read_game
    >>> try:
    ...     read_game("nim: 3 x")
    ... except InputError as error:
    ...     print(error.text[error.at :])
    x
    """

    exit_code = 2
    code = "input"

    def __init__(
        self,
        message: str,
        *,
        text: str | None = None,
        at: int | None = None,
        expected: str | None = None,
        hint: str | None = None,
    ) -> None:
        """Keep the message with the place it points at and a hint that helps."""
        super().__init__(message)
        self.text = text
        self.at = at
        self.expected = expected
        self.hint = hint

    def __str__(self) -> str:
        """Return the message with its hint, on one line."""
        return f"{self.message} ({self.hint})" if self.hint else self.message

    def within(self, text: str, offset: int) -> InputError:
        """Return self, its place moved into a longer `text` in which the old one begins at `offset`."""
        self.text = text
        self.at = offset + (self.at or 0)
        return self

    def place(self) -> list[str]:
        """Return the text and a line with `^` under the mistake, or nothing when no place is known."""
        if self.text is None or self.at is None:
            return []
        at = min(self.at, len(self.text))
        start = max(0, at - WINDOW // 2)
        piece = self.text[start : start + WINDOW]
        line = _printable(piece)
        before, after = "..." * (start > 0), "..." * (start + WINDOW < len(self.text))
        return [f"  {before}{line}{after}", "  " + " " * (len(before) + _columns(line[: at - start])) + "^"]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON error with `at`, `expected` and `hint` where they are known."""
        answer = super().to_dict()
        extra = {"at": self.at, "expected": self.expected, "hint": self.hint}
        answer["error"] |= {key: value for key, value in extra.items() if value is not None}
        return answer


class NotationError(InputError):
    """The text is not in the notation of games."""

    code = "notation"


class TrustedOnly(NotationError):
    """The text names a file or a Python function, and comes from where that is not allowed."""

    code = "trusted_only"


class RuleError(InputError):
    """A rule breaks the contract of rules, for instance with an option that cannot be a position."""

    code = "rule"


class PositionError(InputError):
    """The position is not one of this ruleset, for instance a figure that stands on a wall."""

    code = "position"


class MoveError(InputError):
    """The move is not one of this position."""

    code = "move"


class MissingExtra(InputError):
    """A feature needs an optional package; the message names the line that installs it."""

    code = "missing-extra"

    def __init__(self, feature: str, package: str, *others: str) -> None:
        """Name the missing package, and say how to install it with the others that the feature needs."""
        super().__init__(f"{feature} needs {package}: pip install {' '.join(dict.fromkeys((package, *others)))}")


COMPILER = ("numba", "llvmlite")
"""Packages that compile what did not come compiled with the package."""


def missing_package(error: Exception) -> GrundyError | None:
    """Return the error that says what to install when an import failed for lack of a package, else None.

    >>> str(missing_package(ImportError("grundy was changed while it runs: start it again", name="grundy")))
    'grundy was changed while it runs: start it again'
    >>> str(missing_package(ModuleNotFoundError(name="numba.core")))
    'this needs numba: pip install numba llvmlite'
    """
    if isinstance(error, ImportError) and error.name == "grundy":
        return GrundyError(error.msg)
    name = (error.name or "").partition(".")[0] if isinstance(error, ImportError) else ""
    if name in COMPILER:
        return MissingExtra("this", name, *COMPILER)
    return MissingExtra("this", name) if name == "numpy" else None


class LoopyGame(GrundyError):
    """Play can go on for ever; `cycle` lists positions, as text, each an option of the one before.

    >>> from grundy import LoopyGame, rule
    >>> @rule
    ... def ring(n):
    ...     return [(n + 1) % 3]
    >>> try:
    ...     ring.value(0)
    ... except LoopyGame as error:
    ...     print(error)
    the game can go on for ever: 0 -> 1 -> 2 -> 0
    """

    exit_code = 3
    code = "loopy"

    def __init__(self, cycle: list[str]) -> None:
        """Show the cycle, closed: its first position stands at its end again."""
        self.cycle = cycle
        shown = cycle if len(cycle) <= 8 else [*cycle[:4], f"... {len(cycle) - 7} more ...", *cycle[-3:]]
        super().__init__("the game can go on for ever: " + " -> ".join([*shown, cycle[0]]))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON error with the whole cycle."""
        answer = super().to_dict()
        answer["error"]["cycle"] = self.cycle
        return answer


class LimitReached(GrundyError):
    """A limit stopped the work; `kind` is steps, time, memory, size, digits or killed.

    >>> from grundy import LimitReached, Limits, game
    >>> try:
    ...     game("kayles").values(100, limits=Limits(positions=3))
    ... except LimitReached as error:
    ...     print(error.kind, error.partial)
    steps [0, 1]
    """

    exit_code = 4
    code = "limit"

    def __init__(self, message: str, *, kind: str, visited: int = 0) -> None:
        """Keep which limit it was and how many positions had been visited."""
        super().__init__(message)
        self._partial: Iterable[int] = ()
        self.kind = kind
        self.visited = visited

    @property
    def partial(self) -> list[int]:
        """The first values known, listed when somebody asks for them: they may be millions."""
        if not isinstance(self._partial, list):
            told = getattr(self._partial, "tolist", None)  # of an array
            self._partial = [int(value) for value in self._partial] if told is None else told()
        return self._partial

    @partial.setter
    def partial(self, values: Iterable[int]) -> None:
        self._partial = values

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON error with the kind of the limit."""
        answer = super().to_dict()
        answer["error"] |= {"kind": self.kind, "visited": self.visited}
        return answer


class BudgetSpent(Exception):
    """One way to an answer has had its share of the work (`Meter.tried`); another way is tried, so no user sees it."""


class StoreError(GrundyError):
    """A store cannot be used, for instance because its file system keeps no locks."""

    exit_code = 6
    code = "store"


class CorruptStore(StoreError):
    """Saved bytes are missing or changed: the message names file, block and bytes, and what salvages the rest."""

    exit_code = 5
    code = "corrupt-store"


class StoreBusy(StoreError):
    """Another process works on the store; the message names its process id."""

    code = "store-busy"


class StoreMismatch(StoreError):
    """The store is of another game or version; the message says both."""

    code = "store-mismatch"


class DiskFull(StoreError):
    """There is no space for what was to be written; what was saved before stays."""

    exit_code = 7
    code = "disk-full"


def cannot_read(where: object, error: OSError) -> InputError:
    """Make the error for a file that cannot be read.

    Args:
        where: The file, as the user named it.
        error: The failure of the system.

    Returns:
        The error, whose message gives the reason.

    >>> str(cannot_read("a.csv", FileNotFoundError(2, "No such file or directory")))
    'cannot read a.csv: no such file'
    """
    return InputError(f"cannot read {where}: {reason_of(error, 'no such file')}")


def reason_of(error: OSError, missing: str) -> str:
    """Put the reason of a failure in words, `missing` if the path does not exist.

    Args:
        error: The failure of the system.
        missing: The words for a path that does not exist.

    Returns:
        The reason in lower case.
    """
    import errno

    if error.errno in {errno.ENOENT, errno.ENOTDIR}:
        return missing
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def cannot_write(where: object, error: OSError, kept: str = "nothing was written") -> GrundyError:
    """Make the error for a file, or another output, that cannot be written.

    Args:
        where: The file, as the user named it.
        error: The failure of the system.
        kept: A sentence about the data, added if there is no space.

    Returns:
        The error, whose message gives the reason.

    >>> str(cannot_write("a.csv", OSError(28, "No space left on device")))
    'cannot write a.csv: no space left on device; nothing was written'
    >>> str(cannot_write("no/a.csv", FileNotFoundError(2, "No such file or directory")))
    'cannot write no/a.csv: no such directory'
    """
    import errno

    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}:
        return DiskFull(f"cannot write {where}: {reason_of(error, 'no such directory')}; {kept}")
    return InputError(f"cannot write {where}: {reason_of(error, 'no such directory')}")


class Interrupted(GrundyError):
    """The user stopped the work: SIGINT, or another signal by its number."""

    exit_code = 130
    code = "interrupted"

    def __init__(self, message: str, signal: int = 2) -> None:
        """Keep the signal, from which the exit code follows as every shell counts it."""
        super().__init__(message)
        self.exit_code = 128 + signal
