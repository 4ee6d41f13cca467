"""The pydantic models of requests and results of the API, made from the fields of the operations."""

from __future__ import annotations

from functools import cache
from inspect import getdoc
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from grundy.core import Play
from grundy.operations import ABSENT, Big, Bounds, FieldRecord, Remote, every_operation, fields_of

from .answers import Exact, OperationAnswer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grundy.operations import Operation


class Lower(BaseModel):
    """The limits of time and memory that a request sets; it is rejected if they are higher than those of the server."""

    model_config = ConfigDict(strict=True, extra="forbid")
    milliseconds: int = Field(default=30_000, ge=1, le=30_000)
    megabytes: int = Field(default=256, ge=32, le=256)


class Ask(BaseModel):
    """The fields of every request: the play convention, limits, and whether to answer it in the background as a job."""

    model_config = ConfigDict(strict=True, extra="forbid")
    play: Play = "normal"
    limits: Lower = Lower()
    job: bool = Field(default=False, description="answer 202 at once, with the id of a job that may take 30 s")

    def data(self) -> dict[str, Any]:
        """Return the fields of the request by name, as a child process receives them.

        Fields that are None are left out, and so are `limits` and `job`, which the server handles itself.
        """
        return self.model_dump(exclude={"limits", "job"}, exclude_none=True)


class AskJob(BaseModel):
    """A request to begin a job: the name of an operation, and as `body` the request for the endpoint of this name."""

    model_config = ConfigDict(strict=True, extra="forbid")
    question: Literal[*every_operation()]  # type: ignore[valid-type]  # the table of operations is longer elsewhere
    body: dict[str, Any] = Field(max_length=20, examples=[{"ruleset": "kayles", "n": 1000}])


@cache
def request_model(operation: Operation[Any, Any]) -> type[Ask]:
    """Build the strict pydantic model of the JSON requests of an operation of the API."""
    fields: dict[str, Any] = {}
    for field in fields_of(operation.request, remote=True):
        bounds = field.mark(Remote) or field.mark(Bounds) or Remote()
        least, most = ("min_length", "max_length") if field.kind is str else ("ge", "le")
        told: dict[str, Any] = {least: bounds.at_least, most: bounds.at_most, "description": field.help}
        told["alias"] = getattr(bounds, "name", "") or None
        told = {name: value for name, value in told.items() if value is not None}
        kind, default = field.kind | None if field.optional else field.kind, field.default
        if choices := getattr(bounds, "choices", ()):
            kind, default = Literal[choices], choices[0]
        fields[field.name] = (kind, Field(**told) if field.required else Field(default, **told))
    if "play" not in fields:
        fields["play"] = (Literal["normal"], Field("normal", exclude=True))
    if operation.certificates:
        fields["certificate"] = (bool, Field(default=False, description="add the proof for a checker"))
    return create_model(operation.request.__name__, __base__=Ask, __doc__=operation.summary, **fields)


@cache
def answer_model(result: Any) -> type[OperationAnswer]:  # noqa: ANN401  # a class of results
    """Build the pydantic model of the JSON object of a result; `result` is a class such as `SolveResult`."""
    return create_model(
        result.__name__,
        __base__=OperationAnswer,
        __doc__=getdoc(result),
        **_fields(result, result.keys),
        certificate=(str | None, None),
    )


@cache
def _nested(record: type[FieldRecord]) -> type[BaseModel]:
    return create_model(record.__name__, __doc__=getdoc(record), **_fields(record, {}))


def _fields(record: type[FieldRecord], keys: Mapping[str, str]) -> dict[str, Any]:
    hints = get_type_hints(record, include_extras=True)
    found: dict[str, Any] = {}
    for name, default in record.field_defaults.items():
        told: dict[str, Any] = {"alias": keys[name]} if name in keys else {}
        told |= {} if default is ... else {"default": None if default is ABSENT else default}
        found[name] = (_kind(hints[name]), Field(**told))
    return found


def _kind(hint: Any) -> Any:  # noqa: ANN401  # a type
    """Return the pydantic type of a JSON field, given the type hint of the field.

    A class of records becomes a model. An integer that may be huge becomes `Exact`, an integer or a decimal string.
    """
    if get_origin(hint) is Annotated:
        kind, *marks = get_args(hint)
        return Exact if any(isinstance(mark, Big) for mark in marks) else _kind(kind)
    if isinstance(hint, type) and issubclass(hint, FieldRecord):
        return _nested(hint)  # type: ignore[arg-type]  # classes can be hashed, whatever their records can
    if get_origin(hint) in {Union, UnionType}:
        return Union[tuple(map(_kind, get_args(hint)))]  # noqa: UP007  # made of many
    if get_origin(hint) is list:
        return list[_kind(get_args(hint)[0])]  # type: ignore[misc]  # made at run time
    return hint
