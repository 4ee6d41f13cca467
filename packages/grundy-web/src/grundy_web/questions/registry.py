"""The table of questions that a child process can answer, each with the function that answers it and its limits.

    def solve(task: Context, game: str, play: str = "normal") -> dict: ...

`task` has the budget and the limits; `task.parts.append(bytes)` sends bytes with the answer. A `GrundyError` raised by
a function arrives as the error object. Integers of at least 2^53 are sent as decimal strings.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from grundy.core import MAX_NUMBER, InputError
from grundy.operations import Context, every_operation, served


class KnownQuestion(NamedTuple):
    """A question that the web app can ask a child process: the function that answers it, its limits and properties.

    Attributes:
        module: The module of the function, below `questions`; "" for an operation of the library.
        function: The name of the function or operation.
        seconds: The default limit of time.
        short: Whether the question is first tried in the queue for short ones.
        kept: Whether answers are cached if they are proved.
        most: The size of the longest answer in bytes.
        shared: Whether it reads and writes long sequences in shared memory, one for each `ruleset` and `play` of its
            data.
        longest: The largest limit of time that the data of a question can request as `t`.
        plays: Whether the computer may have to choose a move.
    """

    module: str
    function: str
    """The function, or the operation if there is no module."""
    seconds: float = 2.0
    short: bool = True
    kept: bool = True
    most: int = 1 << 20
    shared: bool = False
    longest: float = 0.0
    plays: bool = False

    def time(self, data: dict[str, Any]) -> float:
        """Return the time limit in seconds for a question with these parameters, which may request a time as `t`."""
        return min(float(data.get("t") or self.seconds), max(self.longest, self.seconds))


QUESTIONS = {
    "match": KnownQuestion("match_questions", "match", seconds=5.0, longest=30.0, plays=True),
    "record": KnownQuestion("record_questions", "record", seconds=4.0),
    "record.read": KnownQuestion("record_questions", "read", seconds=4.0),
    "learn": KnownQuestion("course_questions", "learn", seconds=4.0),
    "puzzle": KnownQuestion("puzzle_questions", "puzzle", seconds=4.0),
    "film": KnownQuestion("record_questions", "film", seconds=4.0, most=8 << 20),
    "board": KnownQuestion("record_questions", "board"),
    "explore": KnownQuestion("explore_questions", "explore", seconds=12.0, short=False, shared=True, longest=30.0),
    "graph": KnownQuestion("explore_pictures", "graph", seconds=6.0, short=False),
    "lengths": KnownQuestion("length_questions", "lengths", seconds=12.0, short=False, longest=30.0),
    "claim": KnownQuestion("explore_questions", "claim", seconds=4.0, short=False, longest=30.0),
    "raster": KnownQuestion("", "raster", **served("raster").served | {"seconds": 20.0}),
    "two_heaps": KnownQuestion("explore_pictures", "two_heaps", seconds=12.0, short=False),
    "value_file": KnownQuestion("", "values", **served("values").served | {"seconds": 8.0}),
    "build": KnownQuestion("build_questions", "build", seconds=5.0, short=False),
    "certificate": KnownQuestion("", "period", **served("period").served | {"seconds": 6.0}),
    "picture": KnownQuestion("explore_questions", "picture", seconds=10.0, short=False, most=8 << 20),
}
"""Name -> question."""
QUESTIONS |= {f"api.{name}": KnownQuestion("", name, **each.served) for name, each in every_operation().items()}


def ask_question(name: str, data: dict[str, Any], task: Context) -> dict[str, Any]:
    """Answer a question in this process, by calling its function.

    Args:
        name: The name of the question.
        data: The parameters of the question, by name.
        task: The limits of the question.

    Returns:
        The answer.

    Raises:
        GrundyError: If the question fails; `InputError` for an unknown name.
    """
    question = QUESTIONS.get(name)
    if question is None:
        raise InputError(f"expected the name of a question, found {name[:40]!r}")
    if not question.module:
        fields = {name: value for name, value in data.items() if name != "t"}  # the limit of time
        return dict(exact(served(question.function).answer(fields, task)))
    function: Callable[..., dict[str, Any]] = getattr(
        import_module(f".{question.module}", __package__), question.function
    )
    found: dict[str, Any] = exact(function(task, **data))
    return found


def exact(found: Any) -> Any:  # noqa: ANN401  # any plain data
    """Return plain data in which integers that some readers cannot represent exactly are decimal strings.

    >>> exact({"value": 2**60, "small": [1, True]})
    {'value': '1152921504606846976', 'small': [1, True]}
    """
    if type(found) is int:
        return found if -MAX_NUMBER <= found <= MAX_NUMBER else str(found)
    if isinstance(found, dict):
        return {key: exact(value) for key, value in found.items()}
    if isinstance(found, (list, tuple)):
        return [exact(value) for value in found]
    return found
