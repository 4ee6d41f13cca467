"""The fields of every request of the API, and the requests of jobs; `models.py` adds the fields of operations."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from grundy.core import Play
from grundy.operations import every_operation


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


class AskJob(BaseModel):
    """A request to answer a question of another endpoint as a job."""

    model_config = ConfigDict(strict=True, extra="forbid")
    question: Literal[*every_operation()]  # type: ignore[valid-type]  # the table of operations is longer elsewhere
    body: dict[str, Any] = Field(max_length=20, examples=[{"ruleset": "kayles", "n": 1000}])
