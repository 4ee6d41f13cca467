"""The hierarchy of typed errors.

    GrundyError                     exit   meaning
    |- InputError                      2   the input is wrong; has text, place, expectation and hint
    |  |- NotationError                    a text is not in the notation of games
    |  |  `- TrustedOnly                   a text names a file or Python code, which only the owner may use
    |  |- RuleError                        a rule breaks its contract
    |  |- PositionError                    a position is illegal in its ruleset
    |  |- MoveError                        a move does not exist in a position
    |  `- MissingExtra                     an optional package is not installed
    |- LoopyGame                       3   play need not end; has the shortest cycle found
    |- LimitReached                    4   a limit stopped the work; has the partial results
    |- StoreError                      6   a store cannot be used
    |  |- CorruptStore                 5   saved bytes are missing or changed; nothing was modified
    |  |- StoreBusy                    6   another process uses the store
    |  |- StoreMismatch                6   the store belongs to another game or version
    |  `- DiskFull                     7   the disk is full
    `- Interrupted           130 or 143   the user stopped the work (SIGINT, SIGTERM)

Every class has an exit code and a short code for JSON. `InputError.place` draws a caret under the mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

WINDOW = 70
"""The number of characters that are shown around a mistake in a long text."""


def _printable(text: str) -> str:
    """Replace characters that cannot be printed by spaces, so that the text fits on one line."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


def _columns(text: str) -> int:
    """Return the number of terminal columns of a printable text; wide characters fill two."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 1 + (east_asian_width(c) in "FW") for c in text)


class GrundyError(Exception):
    """Base class of all grundy errors: a message for the user, an exit code and a code for JSON.

    Attributes:
        message: One line for the user; characters that cannot be printed are replaced by spaces.
        exit_code: The exit code of the command line.
        code: The value of "code" in the JSON of the error.

    Example:
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
        message = _printable(message)
        super().__init__(message)
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.args, self.__dict__)

    def to_dict(self) -> dict[str, Any]:
        """Return the error as the JSON object that every interface of grundy uses.

        Example:
            >>> GrundyError("the disk is full").to_dict()
            {'schema': 1, 'error': {'code': 'internal', 'message': 'the disk is full'}}
        """
        return {"schema": 1, "error": {"code": self.code, "message": self.message}}


def _made_again(kind: type[GrundyError], args: tuple[str, ...], state: dict[str, Any]) -> GrundyError:
    """Rebuild an error that another process sent, of class `kind` with these `args` and the attributes `state`.

    The constructor of the class is not called.
    """
    error = kind.__new__(kind, *args)
    error.__dict__ |= state
    return error


class InputError(GrundyError):
    """A text, an argument or a rule of the user is wrong.

    Args:
        message: One line that states what was expected and what was found.
        text: The text with the mistake.
        at: The place of the mistake in `text`, counted in characters from 0.
        expected: A description of the text that was expected at this place.
        hint: A text that the user can write instead.

    Example:
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
        super().__init__(message)
        self.text = text
        self.at = at
        self.expected = expected
        self.hint = hint

    def __str__(self) -> str:
        """Return the message and the hint on one line."""
        return f"{self.message} ({self.hint})" if self.hint else self.message

    def within(self, text: str, offset: int) -> InputError:
        """Replace the text of the error by a longer one that contains it, and adjust the place of the mistake.

        Args:
            text: The longer text.
            offset: The index in `text` where the old text begins.

        Returns:
            This error.

        Example:
            >>> error = InputError("expected a number, found 'x'", text="3 x", at=2)
            >>> error.within("nim: 3 x", 5).at
            7
        """
        self.text = text
        self.at = offset + (self.at or 0)
        return self

    def place(self) -> list[str]:
        r"""Return two lines, the text and a caret under the mistake; an empty list if the place is not known.

        Example:
            >>> print("\n".join(InputError("expected a number, found 'x'", text="3 x", at=2).place()))
              3 x
                ^
        """
        if self.text is None or self.at is None:
            return []
        at = min(self.at, len(self.text))
        start = max(0, at - WINDOW // 2)
        piece = self.text[start : start + WINDOW]
        line = _printable(piece)
        before, after = "..." * (start > 0), "..." * (start + WINDOW < len(self.text))
        return [f"  {before}{line}{after}", "  " + " " * (len(before) + _columns(line[: at - start])) + "^"]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the error; it has `at`, `expected` and `hint` if they are known.

        Example:
            >>> InputError("expected a number, found 'x'", text="3 x", at=2).to_dict()["error"]
            {'code': 'input', 'message': "expected a number, found 'x'", 'at': 2}
        """
        answer = super().to_dict()
        extra = {"at": self.at, "expected": self.expected, "hint": self.hint}
        answer["error"] |= {key: value for key, value in extra.items() if value is not None}
        return answer


class NotationError(InputError):
    """The text is not in the notation of games."""

    code = "notation"


class TrustedOnly(NotationError):
    """A text names a file or a Python function, which only texts from a trusted source may do."""

    code = "trusted_only"


class RuleError(InputError):
    """A rule breaks the contract of rules, for instance with an option that cannot be a position."""

    code = "rule"


class PositionError(InputError):
    """The position does not belong to the ruleset, for instance because a piece is on a wall."""

    code = "position"


class MoveError(InputError):
    """A move that was named does not exist in the position."""

    code = "move"


class MissingExtra(InputError):
    """A feature needs an optional package; the message contains the command that installs it.

    Args:
        feature: The feature, as the subject of the message, such as "a plot".
        package: The package that is missing.
        others: Other packages that the feature needs, to be installed by the same command.
    """

    code = "missing-extra"

    def __init__(self, feature: str, package: str, *others: str) -> None:
        super().__init__(f"{feature} needs {package}: pip install {' '.join(dict.fromkeys((package, *others)))}")


class MissingDistribution(InputError):
    """A feature needs another distribution of this repository; the help states how to install it.

    Args:
        feature: The feature, as the subject of the message, such as "a plot".
        distribution: The distribution that is missing.
    """

    code = "missing-distribution"

    def __init__(self, feature: str, distribution: str) -> None:
        group = distribution.removeprefix("grundy-")
        folders = [f"./packages/{name}" for name in (*NEEDED.get(distribution, ()), distribution)]
        hint = f"in a clone of the project: uv run --group {group} grundy, or pip install {' '.join(folders)}"
        super().__init__(f"{feature} needs {distribution}, which is not installed", hint=hint)


DISTRIBUTIONS = {f"grundy_{name}": f"grundy-{name}" for name in ("atlas", "check", "learn", "web")}
"""The packages of the other distributions of this repository."""
NEEDED = {"grundy-web": ("grundy-learn",)}
"""Distribution -> the others of this repository that it needs; no index has them."""
COMPILER = ("numba", "llvmlite")
"""The packages that compile kernels which are not part of the installed package."""


def missing_package(error: Exception) -> GrundyError | None:
    """Translate the failure of an import into an error for the user.

    A missing package of this project, numba, llvmlite or numpy becomes an error that states how to install it. An
    `ImportError` of grundy itself becomes an error with the same message. The result is None for any other error.

    >>> str(missing_package(ImportError("grundy was changed while it runs: start it again", name="grundy")))
    'grundy was changed while it runs: start it again'
    >>> str(missing_package(ModuleNotFoundError(name="numba.core")))
    'this needs numba: pip install numba llvmlite'
    >>> missing_package(ModuleNotFoundError(name="grundy_check")).message
    'this needs grundy-check, which is not installed'
    """
    if isinstance(error, ImportError) and error.name == "grundy":
        return GrundyError(error.msg)
    name = (error.name or "").partition(".")[0] if isinstance(error, ImportError) else ""
    if name in COMPILER:
        return MissingExtra("this", name, *COMPILER)
    if name in DISTRIBUTIONS:
        return MissingDistribution("this", DISTRIBUTIONS[name])
    return MissingExtra("this", name) if name == "numpy" else None


class LoopyGame(GrundyError):
    """Play in this game may never end, because a position can be repeated.

    Attributes:
        cycle: Positions as text, each an option of the one before, and the first an option of the last.

    Example:
        >>> from grundy import LoopyGame, rule
        >>> @rule
        ... def ring(n):
        ...     return [(n + 1) % 3]
        >>> try:
        ...     ring.value(0)
        ... except LoopyGame as error:
        ...     print(error)
        play can continue forever: 0 -> 1 -> 2 -> 0
    """

    exit_code = 3
    code = "loopy"

    def __init__(self, cycle: list[str]) -> None:
        self.cycle = cycle
        shown = cycle if len(cycle) <= 8 else [*cycle[:4], f"... {len(cycle) - 7} more ...", *cycle[-3:]]
        super().__init__("play can continue forever: " + " -> ".join([*shown, cycle[0]]))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the error with the whole cycle.

        Example:
            >>> LoopyGame(["a", "b"]).to_dict()["error"]["cycle"]
            ['a', 'b']
        """
        answer = super().to_dict()
        answer["error"]["cycle"] = self.cycle
        return answer


class LimitReached(GrundyError):
    """A limit on the work, for instance on time or memory, was reached before the result.

    Args:
        message: One line that names the limit.
        kind: The kind of the limit: "steps" (positions), "time", "memory", "size" (of a number, a list or the like),
            "digits" (of a number), "workers" (a cluster lost too many of them), "killed" (the process was killed) or
            "search" (a search stopped at one of these limits, which `message` names).
        visited: The number of positions that were visited.

    The property `partial` has the values that were computed before.

    Example:
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
        super().__init__(message)
        self._partial: Iterable[int] = ()
        self.kind = kind
        self.visited = visited

    @property
    def partial(self) -> list[int]:
        """The values that were computed before the limit was reached, from the first position on.

        The list is built on first use, because it may have millions of entries.
        """
        if not isinstance(self._partial, list):
            to_list = getattr(self._partial, "tolist", None)  # for an array
            self._partial = [int(value) for value in self._partial] if to_list is None else to_list()
        return self._partial

    @partial.setter
    def partial(self, values: Iterable[int]) -> None:
        self._partial = values

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the error with the kind of the limit and the number of visited positions.

        Example:
            >>> error = LimitReached("the limit of 9 positions was reached", kind="steps", visited=9)
            >>> error.to_dict()["error"]["kind"], error.to_dict()["error"]["visited"]
            ('steps', 9)
        """
        answer = super().to_dict()
        answer["error"] |= {"kind": self.kind, "visited": self.visited}
        return answer


class BudgetSpent(Exception):
    """The signal that a method has used the positions or seconds that `Budget.attempt` allows it.

    `Budget.attempt` catches it and returns None, so that its caller tries another method; users never see it.
    """


class StoreError(GrundyError):
    """A store (a file of saved values) cannot be used, for instance because its file system does not support locks."""

    exit_code = 6
    code = "store"


class CorruptStore(StoreError):
    """Saved bytes of a store are missing or changed; the message names file and bytes, and how to salvage the rest."""

    exit_code = 5
    code = "corrupt-store"


class StoreBusy(StoreError):
    """Another process uses the store of saved values; the message states its process id."""

    code = "store-busy"


class StoreMismatch(StoreError):
    """The store of saved values belongs to another game or version; the message names both."""

    code = "store-mismatch"


class DiskFull(StoreError):
    """The disk is full; data that was saved before is unchanged."""

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
    from difflib import get_close_matches
    from pathlib import Path

    reason, path = reason_of(error, "no such file"), Path(str(where))
    near: list[str] = []
    if reason == "no such file" and path.parent.is_dir():
        near = get_close_matches(path.name, (other.name for other in path.parent.iterdir()), 1, 0.85)
    hint = f"did you mean {path.with_name(near[0])}?" if near else None
    return InputError(f"cannot read {where}: {reason}", hint=hint)


def reason_of(error: OSError, missing: str) -> str:
    """Return the reason why a file cannot be used, in words, such as "permission denied".

    Args:
        error: The failure of the system.
        missing: The words to return if the path does not exist.

    Returns:
        The reason, in lower case.
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
        kept: A sentence about the data, added if the disk is full.

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
    """The user stopped the work by a signal.

    Args:
        message: One line for the user.
        signal: The number of the signal; the exit code is 128 plus this number, as in shells.
    """

    exit_code = 130
    code = "interrupted"

    def __init__(self, message: str, signal: int = 2) -> None:
        super().__init__(message)
        self.exit_code = 128 + signal
