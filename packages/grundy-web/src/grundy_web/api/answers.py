"""The pydantic models of the API's answers: they document the answers, and tests check every answer against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Exact = Annotated[int | str, Field(description="an integer; from 2^53 on a decimal string")]


class OperationAnswer(BaseModel):
    """The base of the models of results: the fields that the result of every operation has.

    `schema` is the version of the format, and `took_ms` the time in milliseconds until the server had the answer. The
    models of the operations add their own fields.
    """

    model_config = ConfigDict(extra="allow")
    schema_: Literal[1] = Field(alias="schema")
    took_ms: int


class ErrorBody(BaseModel):
    """The description of an error in an answer.

    `at` is the index, from 0, at which the text of the request is wrong, or None if it is unknown.
    """

    model_config = ConfigDict(extra="allow")
    code: str
    message: str
    at: int | None = None
    expected: str | None = None
    hint: str | None = None


class ErrorAnswer(BaseModel):
    """The answer to a request that failed.

    `error` is the error object that the command line prints with --json, or one with another `code`, such as "schema"
    or "token", for a request that the server rejected.
    """

    schema_: Literal[1] = Field(alias="schema")
    error: ErrorBody


class JobAnswer(BaseModel):
    """A job: a question that is answered in the background.

    `progress` is the number of positions visited so far. `result` is the answer once `state` is "done", the error
    object once it is "failed", and None before.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: str
    question: str
    state: Literal["waiting", "working", "done", "failed"]
    progress: int
    result: dict[str, Any] | None


class ParameterJson(BaseModel):
    """A parameter of a ruleset, as the catalogue lists it: its name, its type, and whether it must be given."""

    name: str
    kind: str
    needed: bool


class RulesetJson(BaseModel):
    """A ruleset, as the catalogue lists it, with an example of a game."""

    name: str
    caption: str
    example: str
    parameters: list[ParameterJson]


class CatalogueAnswer(BaseModel):
    """The catalogue of named rulesets."""

    schema_: Literal[1] = Field(alias="schema")
    games: list[RulesetJson]


class HealthAnswer(BaseModel):
    """The state of the server: its version, and the numbers of busy child processes, waiting requests and jobs."""

    schema_: Literal[1] = Field(alias="schema")
    status: Literal["ok"]
    version: str
    children: int
    queue: int
    jobs: int
