"""The web application: its routes, pages and errors; requests are checked before they reach it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from grundy.core import GrundyError

from .api import endpoints
from .guard.middleware import Guard, error_response
from .guard.refusals import Refused, schema_error
from .pages import api_page
from .pages.error_page import error_page
from .pages.page_requests import Handler, PageRequest, PageResponse, Query
from .pages.play_pages import watched
from .pages.routes import ROUTES
from .pages.static_files import read_static, send_static
from .service.boards import SharedBoards
from .service.dispatcher import Dispatcher, ask
from .service.job_store import JobStore
from .settings import Settings


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the web application; child processes start only when it runs.

    `app.state` contains the `settings`, the `dispatcher` that answers questions, and the `static` files.
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
    app.state.settings, app.state.dispatcher, app.state.static = settings, Dispatcher(settings), read_static()
    app.state.jobs = JobStore(app.state.dispatcher)
    app.add_middleware(Guard, settings=settings, page_of=error_page)
    for kind in (GrundyError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _answer_error)
    app.add_api_route("/static/{name}", _static, include_in_schema=False)
    app.add_api_route("/api", _api, include_in_schema=False)
    app.include_router(endpoints.router)
    if settings.share:
        app.state.boards = SharedBoards()
        app.add_api_route("/share", _share, methods=["POST"], include_in_schema=False)
        app.add_api_route("/watch", _watch, include_in_schema=False)
        app.add_api_route("/watch.json", _watch_json, include_in_schema=False)
    for path, handler in ROUTES.items():
        app.add_api_route(path, _page(handler), include_in_schema=False)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.dispatcher.start()
    try:
        yield
    finally:
        app.state.jobs.stop()
        app.state.dispatcher.stop()


async def _static(request: Request, name: str) -> Response:
    found = request.app.state.static.get(name)
    if found is None:
        raise Refused(404, "path", "not found")
    return _response(send_static(found, request.headers.get("if-none-match")))


async def _share(request: Request) -> JSONResponse:
    """Publish a match to viewers, or update a published one.

    The JSON body has the `query` of the page of the match, and `places`, the positions of vertices moved by hand. To
    update a match, it also has the `id` and the `key` that were returned when it was published.
    """
    told = await request.json()
    name, board = request.app.state.boards.show(told.get("query"), *(told.get(k, "") for k in ("id", "key", "places")))
    return JSONResponse({"schema": 1, "id": name, "key": board.key, "version": board.version})


async def _watch(request: Request) -> Response:
    board = request.app.state.boards.get(request.query_params.get("id", ""))
    return _response(await watched(_page_request(request)._replace(query=Query(board.query))))


async def _watch_json(request: Request) -> JSONResponse:
    board = request.app.state.boards.get(request.query_params.get("id", ""))
    told = {"schema": 1, "version": board.version, "places": board.places}
    return JSONResponse(told, headers={"cache-control": "no-store"})


async def _api(request: Request) -> Response:
    return _response(await api_page.api(_page_request(request), request.app.openapi()))


def _page(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def answered(request: Request) -> Response:
        return _response(await handler(_page_request(request)))

    return answered


def _page_request(request: Request) -> PageRequest:
    return PageRequest(
        Query(request.url.query),
        str(request.base_url),
        partial(ask, request.app),
        request.app.state.settings.token,
        request.app.state.settings.share,
    )


def _response(answer: PageResponse) -> Response:
    return Response(answer.body, answer.status, {**answer.headers, "content-type": answer.kind})


async def _answer_error(request: Request, error: Exception) -> Response:
    """Answer with an error and its HTTP status: as a page to a browser that requests one, else as JSON."""
    headers: Mapping[str, str] = {}
    if isinstance(error, HTTPException):
        headers = error.headers or {}
        known = {404: ("path", "not found"), 405: ("method", "this method is not allowed")}
        error = Refused(error.status_code, *known.get(error.status_code, ("input", "the request cannot be read")))
    if isinstance(error, RequestValidationError):
        error = schema_error([one | {"loc": one["loc"][1:]} for one in error.errors()])
    if not isinstance(error, GrundyError):
        error = GrundyError("internal error")
    response = error_response(error, request.scope, error_page)
    response.headers.update(headers)
    return response
