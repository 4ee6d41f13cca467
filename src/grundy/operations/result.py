"""The base class of results: the fields become JSON, and `blocks` is the text that a terminal shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, dataclass_transform

from ..core import Budget, InputError, LimitReached
from .request import FieldRecord, fields_as_dict

if TYPE_CHECKING:
    from ..certificates import Certificate
    from ..drawing.fit import TextBlock
    from ..drawing.papers import Paper


class Big(FieldRecord):
    """An annotation of a number that may be too large for JavaScript: the API sends it as a string from 2^53 on."""


Exact = Annotated[int, Big()]
ABSENT: Any = type("Absent", (), {"__repr__": lambda _: "ABSENT"})()
"""The default of a field that some answers do not have, where null would mean that it is unknown."""


class Certified(NamedTuple):
    """The answer to --certified: only the claim of a certificate that the independent checker accepted.

    Attributes:
        words: The answer in words.
        data: The answer as JSON.
        exit_code: The exit code of the command.

    Example:
        >>> Certified("nim: 3 3 is a P-position", {"outcome": "P"}).exit_code
        0
    """

    words: str
    data: Mapping[str, Any]
    exit_code: int = 0


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Result(FieldRecord):
    """The base class of all results: the fields become JSON, and `blocks` is the text that a terminal shows.

    A subclass declares the fields, and defines `blocks` unless the text of `source.explain()` suffices; `source` is the
    object of the library that the result shows. A field with a default is left out of the JSON while it has this
    default.

    Example:
        >>> from grundy import birthday
        >>> found = birthday("nim: 3 5")
        >>> found.to_dict()
        {'schema': 1, 'game': 'nim: 3 5', 'status': 'proved', 'birthday': 8, 'at_least': 8}
        >>> found.explain(), [*found.blocks()], found.exit_code
        ('nim: 3 5: the longest play has 8 moves', ['nim: 3 5: the longest play has 8 moves'], 0)
    """

    keys: ClassVar[Mapping[str, str]] = {}
    """Field -> its name in the JSON, if that is a word of Python."""
    source: ClassVar[Any] = None
    """The object of the library that the result shows; it is not in the JSON."""
    ended: ClassVar[LimitReached | None] = None
    """The limit that ended the work after this part of the answer, if the answer does not state it."""

    def end_with(self, limit: LimitReached) -> Self:
        """Record the limit that ended the work, which a command reports after the answer.

        Args:
            limit: The limit.

        Returns:
            This result.

        Example:
            >>> from grundy import birthday
            >>> birthday("nim: 3 5").end_with(LimitReached("time is up", kind="time")).ended.kind
            'time'
        """
        self.__dict__["ended"] = limit
        return self

    @classmethod
    def of(cls, source: object, data: Mapping[str, Any], **more: Any) -> Self:  # noqa: ANN401  # fields
        """Make a result from a dictionary of its JSON.

        Args:
            source: The object of the library from which the words are made.
            data: The fields, by their names in the JSON.
            more: Further fields, by their names in the class.

        Returns:
            The result with these fields.

        Example:
            >>> class Count(Result):
            ...     moves: int
            >>> Count.of(None, {"schema": 1, "moves": 8}).moves
            8
        """
        names = {key: name for name, key in cls.keys.items()}
        found = {names.get(key, key): value for key, value in data.items() if key != "schema"}
        made = cls(**found | more)
        made.__dict__["source"] = source
        return made

    @classmethod
    def later(cls, source: object, make: Callable[[], Mapping[str, Any]]) -> Self:
        """Make a result whose fields are computed when one is first read, because its text may not need them.

        Args:
            source: The object of the library from which the words are made.
            make: A function that returns the fields, by their names in the JSON.

        Returns:
            The result without fields yet.

        Example:
            >>> class Count(Result):
            ...     moves: int
            >>> Count.later(None, lambda: {"moves": 8}).moves
            8
        """
        made = cls.__new__(cls)
        made.__dict__.update(source=source, _make=make)
        return made

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # a field
        make = self.__dict__.pop("_make", None) if name in self.field_defaults else None
        if make is None:
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        self.__dict__.update(self.of(self.source, make()).__dict__)
        return self.__dict__[name]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON, without the fields that have their defaults."""
        shown = fields_as_dict(self).items()
        return {"schema": 1} | {
            self.keys.get(name, name): value for name, value in shown if value != self.field_defaults[name]
        }

    def blocks(self) -> Iterable[TextBlock]:
        """Return the result in words, as a sequence of paragraphs, tables and lists."""
        return [self.source.explain()]

    def explain(self) -> str:
        """Return the result in words, as one text."""
        from ..drawing.fit import printed

        return printed(self.blocks())

    def paper(self) -> Paper:
        """Return the result as a document that can be written in a format for papers, such as LaTeX.

        Raises:
            InputError: If it has no such form.

        Example:
            >>> from grundy.operations import served
            >>> served("solve")("nim: 3 5").paper().title
            'nim: 3 5'
        """
        if not hasattr(self.source, "paper"):
            raise InputError("this answer has no form for papers", hint="leave out --format")
        found: Paper = self.source.paper()
        return found

    def certificate(self, budget: Budget) -> Certificate:
        """Return a certificate, which the independent checker can check, that proves the result.

        Args:
            budget: The limits for making the certificate.

        Returns:
            The certificate.

        Raises:
            InputError: If the result is not proved, or if certificates do not support its proof.
            LimitReached: If a limit was reached.

        Example:
            >>> from grundy.operations import served
            >>> served("solve")("nim: 1 2 3").certificate(Budget()).kind
            'strategy'
        """
        raise InputError("there is no certificate of this")

    def accepted(self, claim: Mapping[str, Any]) -> Certified:
        """Make the answer to --certified: only the claim of the certificate that the checker accepted.

        Args:
            claim: The claim of the certificate.

        Returns:
            The answer.

        Example:
            >>> from grundy.operations import served
            >>> result = served("period")("kayles")
            >>> print(result.accepted(result.certificate(Budget()).claim).words)
            kayles: period 12 from heap 71 on, proved
        """
        raise NotImplementedError

    @property
    def exit_code(self) -> int:
        """The exit code of the command: 4 if a limit ended the work, otherwise 0."""
        limit = self.__dict__.get("reason") or self.__dict__.get("status") == "limit"
        return LimitReached.exit_code if limit else 0
