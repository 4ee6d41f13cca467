"""The application: routes, pages and errors put together, with the guard around them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from ..core import GrundyError
from .guard import Guard
from .job_store import JobStore
from .jobs import Desk
from .refusals import Refused, headers_of, status_of
from .settings import Settings
from .static_files import read_static, send_static

PAGES = ("pages", "explore_pages")
"""Modules whose `router` shows pages."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application. Nothing is started: children are forked when it runs.

    `app.state` has the `settings`, the `desk` where questions are asked, and the `static` files.
    """
    settings = settings or Settings()
    app = FastAPI(
        title="grundy",
        version="1",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url="/api/v1/openapi.json",
        lifespan=_lifespan,
    )
    app.state.settings, app.state.desk, app.state.static = settings, Desk(settings), read_static()
    app.state.jobs = JobStore(app.state.desk)
    app.add_middleware(Guard, settings=settings)
    _add_errors(app)
    app.add_api_route("/static/{name}", _static, include_in_schema=False)
    for name in ("api", "api_page", *PAGES):
        if find_spec(f".{name}", __package__) is not None:
            app.include_router(import_module(f".{name}", __package__).router)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Start the forge with the application and end it with it."""
    app.state.desk.start()
    try:
        yield
    finally:
        app.state.jobs.stop()
        app.state.desk.stop()


async def _static(request: Request, name: str) -> Response:
    """Send a file of the dictionary."""
    found = request.app.state.static.get(name)
    if found is None:
        raise Refused(404, "path", "there is nothing here")
    return send_static(request, found)


def _add_errors(app: FastAPI) -> None:
    """Answer every error as the error object of all interfaces."""
    app.add_exception_handler(GrundyError, _told)
    app.add_exception_handler(RequestValidationError, _told)
    app.add_exception_handler(HTTPException, _told)


async def _told(_: Request, error: Exception) -> JSONResponse:
    """Return an error as JSON with its status."""
    allowed: Mapping[str, str] = {}
    if isinstance(error, HTTPException):
        allowed = error.headers or {}
        words = {404: "there is nothing here", 405: "another method was expected"}
        code = {404: "path", 405: "method"}.get(error.status_code, "input")
        error = Refused(error.status_code, code, words.get(error.status_code, "the request cannot be read"))
    if isinstance(error, RequestValidationError):
        error = _schema_error(error.errors())
    if not isinstance(error, GrundyError):
        error = GrundyError("internal error")
    status = error.status if isinstance(error, Refused) else status_of(error.to_dict())
    return JSONResponse(error.to_dict(), status, {**allowed, **headers_of(error.to_dict())})


def _schema_error(found: Any) -> Refused:  # noqa: ANN401  # what pydantic lists
    """Return the first mistake of a body, by the name of its field."""
    first = found[0]
    where = ".".join(str(name)[:40] for name in first.get("loc", ())[1:]) or "body"
    return Refused(422, "schema", f"{where}: {str(first.get('msg', 'is not as expected'))[:200]}")


def openapi_text(app: FastAPI) -> str:
    """Return the schema of the API as JSON."""
    return json.dumps(app.openapi(), indent=1)
