"""The table of all operations, such as solve and period, from which every interface is generated."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from ..core import InputError
from .context import Context
from .request import Request
from .result import Result

Q = TypeVar("Q", bound=Request)
R = TypeVar("R", bound=Result)

OPERATIONS = {
    "solve": "Solve a position: who wins, every winning move, and why",
    "period": "Find the period of the values, proved or observed",
    "claim": "Prove, check or refute a statement about a ruleset",
    "explore": "Find patterns in the values, and known games with the same values",
    "misere": "Compute the misère quotient of a heap game, with its genus and pretending function",
    "genus": "Find the genus of a position in misère play, alone and in sums",
    "birthday": "Find the length of the longest play of a position",
    "nim": "Calculate with nimbers: sums, products, powers, roots, logarithms",
    "oeis": "Name the OEIS sequence of a ruleset; write drafts and b-files",
    "values": "Print the Grundy values of heaps 0 to N",
}
"""Operation -> caption; the module of the same name is imported when the operation is used."""
ENDPOINTS = (*OPERATIONS, "moves", "play", "explain", "graph", "table", "raster")
"""The operations that programs and agents can use; the last ones have no generated command."""
MODULES = {"table": "pair_table"}
"""Operation -> its module, if that has another name."""
PLUGINS = "grundy.operations"
"""The group of entry points with operations of other distributions."""


class Operation(Generic[Q, R]):
    """A question that grundy answers, such as `solve`: call it with a request, or with the fields of one.

    Example:
        >>> solve = served("solve")
        >>> solve("nim: 3 5").value, solve.name, solve.summary
        (6, 'solve', 'Solve a GAME: who wins, its value, every winning move, and why.')
    """

    def __init__(self, function: Callable[[Q, Context], R], request: type[Q], **served: Any) -> None:  # noqa: ANN401
        """Make an operation of the function that answers its requests.

        Args:
            function: The function that answers a request.
            request: The class of the requests.
            served: How the operation is offered; see `operation`.
        """
        self.name, self.function, self.request, self.served = function.__name__, function, request, served
        self.__doc__ = function.__doc__
        self.papers: bool = served.pop("papers", False)
        self.pictures: str = served.pop("pictures", "")
        self.lines: bool = served.pop("lines", False)
        self.certificates: bool = served.pop("certificates", False)
        self.tool: str = served.pop("tool", self.name)
        self.media: tuple[str, ...] = served.pop("media", ())
        self.examples: dict[str, str] = served.pop("examples", {})

    def __reduce__(self) -> tuple[object, ...]:
        return served, (self.name,)

    def __call__(self, request: Q | Any = None, context: Context | None = None, **fields: Any) -> R:  # noqa: ANN401
        """Answer a request.

        Args:
            request: The request, or the first field of one, such as a text, a game or a ruleset.
            context: The limits of the run and the receiver of its progress; None for default limits.
            fields: The other fields of the request, if `request` is the first field or None.

        Returns:
            The result, whose class depends on the operation.

        Raises:
            GrundyError: If the request cannot be answered.
        """
        if not isinstance(request, self.request):
            request = self.request(*([] if request is None else [request]), **fields)
        if context is not None:
            return self.function(request, context)
        with Context(remote=False) as own:
            return self.function(request, own)

    def answer(self, data: dict[str, Any], context: Context) -> dict[str, Any]:
        """Answer a caller on a network.

        Args:
            data: The fields of the request by name, and `certificate`, which is true to request a certificate.
            context: The limits of the run and the receiver of its progress.

        Returns:
            The result as JSON, with the certificate as text if it was requested.

        Raises:
            GrundyError: If the request cannot be answered.

        Example:
            >>> served("birthday").answer({"game": "nim: 3 5"}, Context())["birthday"]
            8
        """
        wanted = data.get("certificate", False) or "certificate" in data.get("want", ())
        request = self.request(**{name: value for name, value in data.items() if name != "certificate"})
        with context:
            result = self(request, context)
            proof = {"certificate": result.certificate(context.budget).text()} if wanted and self.certificates else {}
            return result.to_dict() | proof

    @property
    def about(self) -> str:
        """The help of the operation, which is the docstring of the class of its requests.

        Example:
            >>> print(served("birthday").about.splitlines()[0])
            Find the birthday of a GAME, which is the number of moves in its longest play.
        """
        from inspect import cleandoc

        return cleandoc(str(self.request.__doc__))

    @property
    def summary(self) -> str:
        """The first paragraph of the help, as one line."""
        return " ".join(self.about.split("\n\n")[0].split())

    @property
    def results(self) -> tuple[Any, ...]:
        """The possible classes of the result.

        Example:
            >>> [kind.__name__ for kind in served("birthday").results]
            ['BirthdayResult']
        """
        kind = get_type_hints(self.function)["return"]
        return get_args(kind) or (kind,)


def operation(
    request: type[Q],
    **served: Any,  # noqa: ANN401
) -> Callable[[Callable[[Q, Context], R]], Operation[Q, R]]:
    """Make a decorator that turns a function that answers requests into an operation.

    Args:
        request: The class of its requests.
        served: How the operation is offered, by these keys, all optional. `papers`: whether its results have a form for
            papers. `pictures`: a sentence about the picture that it can draw. `certificates`: whether its results have
            certificates. `lines`: whether the command also reads one question per line. `examples`: command lines, each
            with a description of its result. `tool`: its name for agents, "" if it is not for them. `media`: the
            content types of answers that are not JSON. All other keys are for the package grundy-web, such as
            `seconds`, the time limit of an answer.

    Returns:
        The decorator.

    Example:
        >>> class Question(Request):
        ...     "Count the moves of a GAME."
        ...     game: str
        >>> class Count(Result):
        ...     moves: int | None
        >>> @operation(Question)
        ... def moves(request: Question, context: Context) -> Count:
        ...     return Count(moves=context.game(request.game).count_moves())
        >>> moves("nim: 3 5").moves
        8
    """
    return lambda function: Operation(function, request, **served)


def served(name: str) -> Operation[Any, Any]:
    """Return an operation by its name, importing only its module.

    Args:
        name: The name of an operation of grundy or of another installed package.

    Returns:
        The operation with this name.

    Raises:
        KeyError: If no operation has this name.
        InputError: If the operation of another distribution cannot be imported, or has another name.

    Example:
        >>> served("birthday")("nim: 3 5").birthday
        8
    """
    if name in ENDPOINTS:
        ours: Operation[Any, Any] = getattr(import_module(f".{MODULES.get(name, name)}", __package__), name)
        return ours
    from ..core.plugins import installed_plugins, load_plugin

    found: Operation[Any, Any] = load_plugin(installed_plugins(PLUGINS)[name], Operation)
    if found.name != name:
        raise InputError(f"the entry point {name!r} of the group {PLUGINS} has an operation named {found.name!r}")
    return found


def added_operations() -> list[str]:
    """List the names of the operations that other installed packages add; nothing of them is imported."""
    from ..core.plugins import installed_plugins

    return sorted(installed_plugins(PLUGINS).keys() - set(ENDPOINTS))


@cache
def every_operation() -> dict[str, Operation[Any, Any]]:
    """Return all operations by name: those of grundy and those of other installed packages that can be imported.

    Example:
        >>> sorted(every_operation())[:3]
        ['birthday', 'claim', 'explain']
    """
    from warnings import warn

    found = {name: served(name) for name in ENDPOINTS}
    for name in added_operations():
        try:
            found[name] = served(name)
        except InputError as error:
            warn(f"{error}; it is left out", stacklevel=2)
    return found
