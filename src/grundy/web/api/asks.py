"""What the API may be asked: one strict model for each endpoint; unknown fields are refused, every field is bounded."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ...workflows.computing.raster import MOST, MOST_HEIGHT, MOST_WIDTH
from ..questions.reading import MOST_RULE, MOST_TEXT

Play = Literal["normal", "misere"]
GameText = Annotated[
    str, Field(min_length=1, max_length=MOST_TEXT, description="ruleset: position", examples=["nim: 3 5 7"])
]
RuleText = Annotated[
    str, Field(min_length=1, max_length=MOST_RULE, description="the text of a ruleset", examples=["kayles"])
]
Heap = Annotated[int, Field(ge=0, le=10**6)]


class Lower(BaseModel):
    """Limits; they may only be lower than the server's."""

    model_config = ConfigDict(strict=True, extra="forbid")
    milliseconds: int = Field(default=30_000, ge=1, le=30_000)
    megabytes: int = Field(default=256, ge=32, le=256)


class Ask(BaseModel):
    """What every question has: how it is played, limits, and whether it may run as a job."""

    model_config = ConfigDict(strict=True, extra="forbid")
    play: Play = "normal"
    limits: Lower = Lower()
    job: bool = Field(default=False, description="answer 202 at once, with the id of a job that may take 30 s")

    def data(self) -> dict[str, Any]:
        """Return what the question is asked with; limits and `job` are for the desk."""
        return self.model_dump(exclude={"limits", "job"}, exclude_none=True)


class AskMoves(Ask):
    """A game whose moves are listed."""

    game: GameText


class AskValuedMoves(AskMoves):
    """A game whose moves are listed; without `values` no value or outcome of a move is searched for."""

    values: bool = True


class AskSolve(AskMoves):
    """A game to be solved."""

    want: list[Literal["outcome", "value", "remoteness", "certificate"]] = Field(default=[], max_length=4)


class AskPlay(AskMoves):
    """A game in which the computer is to move; `err` is the percentage of moves that it draws by lot."""

    err: int = Field(default=0, ge=0, le=100)
    seed: int = Field(default=0, ge=0, le=2**32 - 1)
    ply: int = Field(default=0, ge=0, le=100_000)
    values: bool = Field(default=False, description="search for the value of every move of the position it leaves")


class AskExplain(AskMoves):
    """A game to be explained, or one of its moves by its index."""

    move: int | None = Field(default=None, ge=0, le=10**6)


class AskGraph(AskMoves):
    """A game whose positions are drawn."""

    depth: int | None = Field(default=None, ge=0, le=100)


class AskRule(Ask):
    """A ruleset."""

    ruleset: RuleText


class AskValues(AskRule):
    """Values of heaps 0 to n; JSON for n up to 10^5."""

    n: Heap = 100
    format: Literal["json", "u8", "u16", "csv", "bfile"] = "json"

    def data(self) -> dict[str, Any]:
        """Return what the question is asked with."""
        found = super().data()
        return found | {"form": found.pop("format")}


class AskRaster(AskRule):
    """Heaps `from` to `to` in a grid of at most `width` times `height` cells."""

    model_config = ConfigDict(strict=True, extra="forbid", populate_by_name=True)
    start: int = Field(alias="from", default=0, ge=0, le=MOST)
    stop: int = Field(alias="to", default=1000, ge=0, le=MOST)
    width: int = Field(default=720, ge=1, le=MOST_WIDTH)
    height: int = Field(default=320, ge=1, le=MOST_HEIGHT)


class AskTable(AskRule):
    """A window of two heaps: `a` from `a` on down the rows, `b` from `b` on along the columns."""

    a: int = Field(default=0, ge=0, le=10**6)
    b: int = Field(default=0, ge=0, le=10**6)
    rows: int = Field(default=21, ge=1, le=400)
    columns: int = Field(default=21, ge=1, le=400)
    want: Literal["values", "lost"] = "values"


class AskPeriod(AskRule):
    """A ruleset whose period is looked for, in normal play, in heaps 0 to n, 10^6 where nothing is said.

    Of positions told by two lengths, `arc-kayles: star(3,b,c)`, in tables of at most n lengths.
    """

    play: Literal["normal"] = "normal"
    n: Heap | None = None
    certificate: bool = False

    def data(self) -> dict[str, Any]:
        """Return what the question is asked with."""
        return {key: value for key, value in super().data().items() if key != "play"}


class AskClaim(AskRule):
    """A claim about a ruleset, compared up to heap n; about positions told by two lengths, in tables of n lengths."""

    claim: str = Field(min_length=1, max_length=MOST_RULE, examples=["value == n % 4"])
    n: Heap | None = None


class AskExplored(AskRule):
    """A ruleset whose values are explored, up to heap n or as far as is soon done."""

    n: Heap | None = None


class AskJob(BaseModel):
    """Any of the questions above, to be answered as a job."""

    model_config = ConfigDict(strict=True, extra="forbid")
    question: Literal["moves", "solve", "play", "explain", "graph", "values", "raster", "table", "period", "claim"]
    body: dict[str, Any] = Field(max_length=20, examples=[{"ruleset": "kayles", "n": 1000}])
