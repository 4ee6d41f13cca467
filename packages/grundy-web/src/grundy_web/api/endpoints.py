"""The endpoints of the JSON API, version 1, as functions that FastAPI calls."""

from __future__ import annotations

import json
from functools import cache
from importlib.metadata import version
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Union

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError

from grundy.operations import every_operation

from ..guard.refusals import Refused, headers_of, schema_error, status_of
from ..questions.answering import Reply
from ..service.job_store import JobStore, PageJob
from . import answers
from .models import Ask, AskJob, answer_model, request_model

if TYPE_CHECKING:
    from grundy.operations import Operation

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"description": "the text, the rule, the position or the JSON cannot be read"},
    401: {"description": "the token is missing"},
    403: {"description": "the request comes from another page, or the text names a file or a Python function"},
    404: {"description": "not found"},
    405: {"description": "this method is not allowed"},
    408: {"description": "the body did not arrive in time"},
    413: {"description": "the body is too large"},
    414: {"description": "the address is too long"},
    415: {"description": "the body is not application/json"},
    421: {"description": "the Host header names another server"},
    422: {"description": "a field does not fit the schema, a limit was reached, or play can continue forever"},
    429: {"description": "too many jobs are running"},
    431: {"description": "the headers are too large"},
    503: {"description": "too many questions are waiting; Retry-After gives the delay"},
}
for _error in ERRORS.values():
    _error["model"] = answers.ErrorAnswer

router = APIRouter(prefix="/api/v1", responses=ERRORS)
Number = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="the id of a job")]
TYPES = {"csv": "text/csv; charset=utf-8", "bfile": "text/plain; charset=utf-8"}
BYTES = "application/octet-stream"
_version = cache(version)
JOB: dict[int | str, dict[str, Any]] = {202: {"model": answers.JobAnswer, "description": "it became a job"}}


@router.get("/health", responses={200: {"model": answers.HealthAnswer}})
async def health(request: Request) -> JSONResponse:
    """Return the version of the server, and the numbers of busy child processes, waiting requests and jobs."""
    dispatcher, jobs = request.app.state.dispatcher, _jobs(request)
    queue = sum(lane.waiting for lane in (dispatcher.short, dispatcher.long, dispatcher.play))
    head = {"schema": 1, "status": "ok", "version": _version("grundy")}
    return JSONResponse({**head, "children": dispatcher.children.working, "queue": queue, "jobs": len(jobs.jobs)})


@router.get("/catalogue", responses={200: {"model": answers.CatalogueAnswer}})
async def catalogue() -> JSONResponse:
    """Return the catalogue of named rulesets, each with its parameters and an example of a game."""
    return JSONResponse(_catalogue(), headers={"cache-control": "max-age=3600"})


@cache
def _catalogue() -> dict[str, Any]:
    from grundy.games import CATALOGUE

    games = [
        {
            "name": entry.name,
            "caption": entry.caption,
            "example": entry.example,
            "parameters": [{"name": p.name, "kind": p.kind, "needed": p.needed} for p in entry.parameters],
        }
        for entry in CATALOGUE.values()
    ]
    return {"schema": 1, "games": games}


def _add(operation: Operation[Any, Any]) -> None:
    async def endpoint(request: Request, body: Ask) -> Response:
        return await _answer(request, operation.name, body)

    endpoint.__annotations__["body"] = request_model(operation)
    found: dict[str, Any] = {"model": Union[tuple(answer_model(kind) for kind in operation.results)]}  # noqa: UP007  # made of many
    if operation.media:
        found["content"] = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in operation.media}
    told: dict[str, Any] = {"name": operation.name, "description": operation.summary, "responses": {200: found, **JOB}}
    router.add_api_route(f"/{operation.name}", endpoint, methods=["POST"], **told)


for _operation in every_operation().values():
    _add(_operation)


@router.post("/jobs", status_code=202, responses=JOB)
async def begin_job(request: Request, body: AskJob) -> JSONResponse:
    """Begin a job, which answers a request in the background in up to 30 seconds; return the state of the job."""
    try:
        asked = request_model(every_operation()[body.question]).model_validate(body.body)
    except ValidationError as error:
        raise schema_error(error.errors(), ["body"]) from None
    return _begin(request, body.question, asked)


@router.get("/jobs/{number}", responses={200: {"model": answers.JobAnswer}})
async def job(request: Request, number: Number) -> JSONResponse:
    """Return the state and the progress of a job, and its result once it is done."""
    return JSONResponse(_jobs(request).get(number).to_dict())


@router.get("/jobs/{number}/data", responses={200: {"content": {BYTES: {}}}})
async def job_data(request: Request, number: Number) -> Response:
    """Return the bytes of the file that a job made.

    The answer is error 404 if the job is not done or made no file.
    """
    found = _jobs(request).get(number)
    if found.reply is None or not found.reply.data:
        raise Refused(404, "path", "the job has no bytes")
    return _bytes(found.question, found.reply)


@router.delete("/jobs/{number}", responses={200: {"model": answers.JobAnswer}})
async def end_job(request: Request, number: Number) -> JSONResponse:
    """Cancel a job, delete it, and return its state."""
    return JSONResponse(_jobs(request).end(number).to_dict())


async def _answer(request: Request, question: str, body: Ask) -> Response:
    if body.job:
        return _begin(request, question, body)
    begun = perf_counter()
    seconds, memory = body.limits.milliseconds / 1000, body.limits.megabytes << 20
    reply = await request.app.state.dispatcher.ask(f"api.{question}", body.data(), seconds, memory)
    status = status_of(reply.answer)
    if reply.data and status == 200:
        return _bytes(question, reply)
    took = round((perf_counter() - begun) * 1000)
    answer = reply.answer if "error" in reply.answer else reply.answer | {"took_ms": took}
    return Response(json.dumps(answer), status, headers_of(answer), "application/json")


def _bytes(question: str, reply: Reply) -> Response:
    if question == "raster":
        headers = {"content-encoding": "gzip", "x-raster": json.dumps(reply.answer)}
        return Response(reply.data, headers=headers, media_type=BYTES)
    kind = TYPES.get(str(reply.answer.get("format")), BYTES)
    return Response(reply.data, headers={"etag": f'"{reply.answer["sha256"]}"'}, media_type=kind)


def _begin(request: Request, question: str, body: Ask) -> JSONResponse:
    times = request.app.state.settings.times
    seconds = min(times.job, body.limits.milliseconds / 1000)
    begun: PageJob = _jobs(request).begin(question, body.data(), seconds)
    return JSONResponse(begun.to_dict(), 202, {"location": f"/api/v1/jobs/{begun.id}"})


def _jobs(request: Request) -> JobStore:
    found: JobStore = request.app.state.jobs
    return found
