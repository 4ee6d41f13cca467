"""What the API answers, as models: they document the answers and the tests hold every answer against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Exact = Annotated[int | str, Field(description="an integer; from 2^53 on a decimal string")]
Outcome = Literal["N", "P", "D"]


class AnswerJson(BaseModel):
    """What every answer has."""

    model_config = ConfigDict(extra="allow")
    schema_: Literal[1] = Field(alias="schema")
    status: str
    took_ms: int
    method: str
    theorem: str | None


class ErrorBody(BaseModel):
    """One error: `at` counts characters of the text that was asked about."""

    model_config = ConfigDict(extra="allow")
    code: str
    message: str
    at: int | None = None
    expected: str | None = None
    hint: str | None = None


class ErrorAnswer(BaseModel):
    """An error; the codes are those of the command line, and the guard's own."""

    schema_: Literal[1] = Field(alias="schema")
    error: ErrorBody


class WinningMoveJson(BaseModel):
    """A move that wins."""

    part: int
    move: str
    leaves: str | None


class Part(BaseModel):
    """A part of a game with its value."""

    game: str
    value: Exact | None


class SolveAnswer(AnswerJson):
    """Who wins, the value, every winning move, and why."""

    game: str
    play: str
    outcome: Outcome | None
    value: Exact | None
    parts: list[Part]
    move_count: Exact | None
    winning_moves: list[WinningMoveJson]
    explanation: str
    remoteness: int | None = None
    certificate: str | None = None


class MoveRow(BaseModel):
    """A legal move; `outcome` and `remoteness` are those of what it leaves."""

    index: int
    part: int
    move: str
    label: str
    leaves: str
    value: Exact | None
    outcome: Outcome | None
    remoteness: int | None
    winning: bool | None


class MovesAnswer(AnswerJson):
    """Every legal move: what it leaves, its value, outcome and remoteness, and whether it wins."""

    game: str
    play: str
    over: bool
    outcome: Outcome | None
    value: Exact | None
    remoteness: int | None
    move_count: int | None
    moves: list[MoveRow]
    moves_status: str


class ChoiceJson(BaseModel):
    """A move that was chosen."""

    part: int
    move: str
    label: str


class PlayAnswer(MovesAnswer):
    """The computer's move, null where play is over, why it plays it, and all moves of the position it leaves."""

    choice: ChoiceJson | None
    reason: str


class ExplainAnswer(AnswerJson):
    """Why a position is won or lost, or a move good or bad: `blocks` of paragraphs, lists and tables, and as text."""

    game: str
    play: str
    move: str | None
    outcome: Outcome | None
    value: Exact | None
    refutation: WinningMoveJson | None
    blocks: list[dict[str, Any]]
    explanation: str


class Position(BaseModel):
    """A position of a graph and where it is drawn."""

    position: str
    value: Exact | None
    outcome: Outcome | None
    x: float
    layer: int


class Arc(BaseModel):
    """A move between two positions by their places in the list."""

    model_config = ConfigDict(populate_by_name=True)
    tail: int = Field(alias="from")
    head: int = Field(alias="to")
    winning: bool


class GraphAnswer(AnswerJson):
    """The state graph with coordinates, about 100 positions at most; `whole` is false where more follow."""

    game: str
    play: str
    positions: list[Position]
    arcs: list[Arc]
    width: float
    layers: int
    note: str
    whole: bool


class ValuesAnswer(AnswerJson):
    """Grundy values of heaps 0 to n as JSON, as bytes, or as lines of text.

    `sha256` is of the values as text, one a line, or of the bytes.
    """

    ruleset: str
    play: str
    start: Literal[0] = Field(alias="from")
    values: list[Exact]
    sha256: str


class RasterAnswer(AnswerJson):
    """A stretch of a sequence for a picture: 16-bit numbers, little-endian, as gzip; `X-Raster` tells the rest.

    Up to 2000 heaps these are the values, else the counts of cells, row by row from the smallest values up. Where a
    limit came first the stretch ends sooner: `status` is "limit" and `to` the last heap; who asks again goes on there.
    """


class TableAnswer(AnswerJson):
    """The values of two heaps in a window, or which positions are lost; null where there is no position."""

    ruleset: str
    play: str
    a: int
    b: int
    want: str
    table: list[list[int | None]]


class PeriodAnswer(AnswerJson):
    """The minimal preperiod, period and saltus of a ruleset; `status` is proved, observed or none."""

    ruleset: str
    preperiod: int | None
    period: int | None
    saltus: int | None
    checked_to: int
    certificate: str | None = None


class BeginsJson(BaseModel):
    """Where the period in one length begins for all of the other: nowhere, if it fails along diagonals for ever."""

    preperiod: int | None
    diagonals: list[int]
    wide: bool


class RepeatsJson(BaseModel):
    """A period in both lengths that begins at `least`, and `width` off the diagonal."""

    period: int
    least: int
    width: int


class LengthsAnswer(AnswerJson):
    """What is proved of positions told by two lengths, by the values for lengths below `side`."""

    family: str
    side: int
    largest: int
    values: list[list[int]]
    seen: RepeatsJson | None = None
    period: int | None = None
    least: int | None = None
    width: int | None = None
    period_in_b: BeginsJson | None = None
    period_in_c: BeginsJson | None = None
    certificate: str | None = None


class TwoLengthsJson(BaseModel):
    """Two lengths at which a claim fails."""

    b: int
    c: int


class LengthsClaimAnswer(AnswerJson):
    """Whether a claim about positions told by two lengths is proved, holds as far as it was checked, or is refuted."""

    family: str
    claim: str
    verdict: Literal["proved", "holds", "refuted"]
    checked_to: int
    counterexample: TwoLengthsJson | None
    explanation: str


class CounterexampleJson(BaseModel):
    """A position where a claim fails."""

    position: str
    claimed: Exact
    actual: Exact


class ClaimAnswer(AnswerJson):
    """Whether a claim is proved, holds as far as it was checked, or is refuted, and where."""

    ruleset: str
    claim: str
    play: str
    verdict: Literal["proved", "holds", "refuted"]
    checked_to: int
    counterexample: CounterexampleJson | None


class JobAnswer(BaseModel):
    """A job: `progress` counts positions; `result` is the answer once `state` is done."""

    schema_: Literal[1] = Field(alias="schema")
    id: str
    question: str
    state: Literal["waiting", "working", "done", "failed"]
    progress: int
    result: dict[str, Any] | None


class ParameterJson(BaseModel):
    """A parameter of a ruleset."""

    name: str
    kind: str
    needed: bool


class RulesetJson(BaseModel):
    """A ruleset of the catalogue."""

    name: str
    caption: str
    example: str
    parameters: list[ParameterJson]


class CatalogueAnswer(BaseModel):
    """The rulesets that have a name."""

    schema_: Literal[1] = Field(alias="schema")
    games: list[RulesetJson]


class HealthAnswer(BaseModel):
    """How the server does: children at work and questions that wait."""

    schema_: Literal[1] = Field(alias="schema")
    status: Literal["ok"]
    version: str
    children: int
    queue: int
    jobs: int
