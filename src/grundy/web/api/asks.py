"""Models of the API's requests: one strict model per endpoint; unknown fields are rejected, every field is bounded."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ...operations import every_operation
from ...operations.request import MOST_RULE
from ...workflows.computing.raster import MOST, MOST_HEIGHT, MOST_WIDTH

QUESTIONS = ("values", "raster", *every_operation())
"""The questions that may become a job."""

Play = Literal["normal", "misere"]
RuleText = Annotated[
    str, Field(min_length=1, max_length=MOST_RULE, description="the text of a ruleset", examples=["kayles"])
]
Heap = Annotated[int, Field(ge=0, le=10**6)]


class Lower(BaseModel):
    """Limits of a request, which cannot be higher than those of the server."""

    model_config = ConfigDict(strict=True, extra="forbid")
    milliseconds: int = Field(default=30_000, ge=1, le=30_000)
    megabytes: int = Field(default=256, ge=32, le=256)


class Ask(BaseModel):
    """The fields of every request: the play convention, limits, and whether it may run as a job."""

    model_config = ConfigDict(strict=True, extra="forbid")
    play: Play = "normal"
    limits: Lower = Lower()
    job: bool = Field(default=False, description="answer 202 at once, with the id of a job that may take 30 s")

    def data(self) -> dict[str, Any]:
        """Return the fields that a child process needs to answer; `limits` and `job` are handled by the server."""
        return self.model_dump(exclude={"limits", "job"}, exclude_none=True)


class AskRule(Ask):
    """The fields of a request about a ruleset."""

    ruleset: RuleText


class AskValues(AskRule):
    """A request for the Grundy values of heaps 0 to n; as JSON, n is at most 10^5."""

    n: Heap = 100
    format: Literal["json", "u8", "u16", "csv", "bfile"] = "json"

    def data(self) -> dict[str, Any]:
        """Return the fields that a child process needs to answer, with `format` named `form`."""
        found = super().data()
        return found | {"form": found.pop("format")}


class AskRaster(AskRule):
    """A request for heaps `from` to `to` in a picture: a grid of at most `width` x `height` cells."""

    model_config = ConfigDict(strict=True, extra="forbid", populate_by_name=True)
    start: int = Field(alias="from", default=0, ge=0, le=MOST)
    stop: int = Field(alias="to", default=1000, ge=0, le=MOST)
    width: int = Field(default=720, ge=1, le=MOST_WIDTH)
    height: int = Field(default=320, ge=1, le=MOST_HEIGHT)


class AskJob(BaseModel):
    """A request to answer one of the questions above as a job."""

    model_config = ConfigDict(strict=True, extra="forbid")
    question: Literal[*QUESTIONS]  # type: ignore[valid-type]  # the table of operations is longer elsewhere
    body: dict[str, Any] = Field(max_length=20, examples=[{"ruleset": "kayles", "n": 1000}])
