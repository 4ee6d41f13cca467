"""Requests: the questions to operations, as typed fields from which the command line, API and tools are generated."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Union, dataclass_transform, get_args, get_origin, get_type_hints

from ..core import InputError


@dataclass_transform(frozen_default=True)
class FieldRecord:
    """A base of records with typed fields that cannot be changed, like a frozen dataclass.

    It is used instead of `dataclasses` because the import of that module takes longer than to solve a position of nim.

    Args:
        values: The first fields, in the order of their definition.
        named: The other fields by name.

    Raises:
        TypeError: If a field without a default is missing, or a given name is not a field.

    Example:
        >>> class Point(FieldRecord):
        ...     x: int
        ...     y: int = 0
        >>> Point(3), Point(3) == Point(x=3, y=0)
        (Point(x=3, y=0), True)
    """

    field_defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        kinds = cls.__dict__.get("__annotations__", {})  # noqa: RUF063  # `inspect` takes long to import
        own = [name for name, kind in kinds.items() if "ClassVar" not in str(kind)]
        cls.field_defaults = cls.field_defaults | {name: cls.__dict__.get(name, ...) for name in own}
        for name in own:
            if name in cls.__dict__:
                delattr(cls, name)  # an instance has it, or makes it when it is read

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401  # the fields
        given = dict(zip(self.field_defaults, values, strict=False)) | named
        made = self.field_defaults | given
        missing = [name for name, value in made.items() if value is ...]
        if missing or len(made) > len(self.field_defaults) or len(given) < len(values) + len(named):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self.field_defaults)}, found {given}")
        self.__dict__.update(made)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and fields_as_dict(self) == fields_as_dict(other)

    def __hash__(self) -> int:
        return hash((type(self), *fields_as_dict(self).values()))

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in fields_as_dict(self).items())
        return f"{type(self).__name__}({', '.join(shown)})"


def fields_as_dict(record: FieldRecord) -> dict[str, Any]:
    """Return the fields of a record by name.

    This is a function because a method could have the same name as a field.
    """
    known = record.__dict__
    return {name: known[name] if name in known else getattr(record, name) for name in record.field_defaults}


class Help(FieldRecord):
    """An annotation of a request field: the sentence that explains it in the help."""

    text: str


class Bounds(FieldRecord):
    """An annotation of a request field: the bounds of a number, or of the length of a text; None for no bound."""

    at_least: int | None = None
    at_most: int | None = None


class Remote(Bounds):
    """An annotation of a request field: its bounds for callers on a network.

    `name` is the name of the field for these callers, "" for the usual name. If they may use other texts than the
    command line, `choices` contains these texts; the first one is the default.
    """

    name: str = ""
    choices: tuple[str, ...] = ()


class Local(FieldRecord):
    """An annotation of a request field that callers on a network may not set.

    Attributes:
        file: Whether the field names a file or a folder.
        folder: Whether the field names a folder.
    """

    file: bool = False
    folder: bool = False


class Argument(FieldRecord):
    """An annotation of a request field that is typed on the command line without the name of an option."""


class Choices(FieldRecord):
    """An annotation of a request field that can have only one of the given texts."""

    names: tuple[str, ...]


class LongAnswer(FieldRecord):
    """An annotation of a request field that makes the answer so long that a terminal needs a pager."""


class NotInProof(FieldRecord):
    """An annotation of a request field that cannot be combined with --certified: no certificate proves its result."""


class OfProof(FieldRecord):
    """An annotation of a request field that may be set only if a certificate is requested."""


Play = Literal["normal", "misere"]
MOST_TEXT = 4000
"""The most characters of a game over a network."""
MOST_RULE = 500
"""The most characters of a ruleset over a network."""
GameText = Annotated[str, Argument(), Help("ruleset: position"), Remote(1, MOST_TEXT)]
RulesetText = Annotated[str, Argument(), Help("the text of a ruleset"), Remote(1, MOST_RULE)]
FileName = Annotated[str | None, Local(file=True)]
FolderName = Annotated[str | None, Local(file=True, folder=True)]
PlayField = Annotated[Play, Help("Misère play: the player who makes the last move loses.")]
WorkersField = Annotated[int | Literal["ray"], Local()]


class FieldError(InputError):
    """The error if fields of a request cannot be combined.

    The message contains names of fields in braces, which each interface replaces by its own names, such as "--resume".
    """

    def __init__(self, template: str) -> None:
        """Create the error.

        Args:
            template: The message, in which `{name}` stands for the field `name`.
        """
        super().__init__(template.replace("{", "").replace("}", ""))
        self.template = template


class RequestField(FieldRecord):
    """A field of a request, as the command line and the API read it.

    Attributes:
        name: The name of the field.
        kind: The type of its value, without None if the value may be None.
        required: Whether the field has no default.
        optional: Whether the value may be None.
        default: The default, or None if the field is required.
        marks: The annotations of the field, such as `Help` and `Bounds`.
    """

    name: str
    kind: Any
    required: bool
    optional: bool = False
    default: Any = None
    marks: tuple[FieldRecord, ...] = ()

    @property
    def help(self) -> str:
        """The sentence that explains the field, or ""."""
        found = self.mark(Help)
        return found.text if found else ""

    def mark(self, kind: type[Any]) -> Any:  # noqa: ANN401  # of that class
        """Return the last annotation of the field whose class is `kind`, such as `Help`, or None if there is none."""
        return next((mark for mark in reversed(self.marks) if type(mark) is kind), None)


class Request(FieldRecord):
    """The base of all requests, each of which is a question to an operation.

    A subclass declares the fields of the question. Its docstring is shown as the help of the operation.

    Example:
        >>> class Question(Request):
        ...     game: str
        ...     misere: bool = False
        >>> Question("nim: 3 5", misere=True).given("misere")
        ['misere']
    """

    def given(self, *names: str) -> list[str]:
        """Return the names, out of `names`, of the fields that differ from their defaults.

        Args:
            names: The names of the fields.

        Returns:
            The names of the fields that differ.
        """
        return [name for name in names if self.__dict__[name] != self.field_defaults[name]]


_FIELDS: dict[type[Request], tuple[RequestField, ...]] = {}


def fields_of(request: type[Request], *, remote: bool = False) -> tuple[RequestField, ...]:
    """Return the fields of a request with their annotations, from which options are generated.

    Args:
        request: The class of the request.
        remote: Whether to leave out fields that callers on a network may not set.

    Returns:
        The fields in the order of their definition.
    """
    fields = _FIELDS.get(request) or _FIELDS.setdefault(request, tuple(_read_fields(request)))
    return tuple(field for field in fields if not (remote and field.mark(Local)))


def _read_fields(request: type[Request]) -> Iterator[RequestField]:
    hints = get_type_hints(request, include_extras=True)
    for name, default in request.field_defaults.items():
        kind = hints[name]
        marks: list[Any] = []
        if get_origin(kind) is Annotated:
            kind, *marks = get_args(kind)
        options = get_args(kind) if get_origin(kind) in {Union, UnionType} else ()
        left = tuple(option for option in options if option is not NoneType)
        if len(left) == 1:
            (kind,) = left
        required = default is ...
        yield RequestField(name, kind, required, len(left) < len(options), None if required else default, tuple(marks))
