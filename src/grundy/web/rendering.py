"""Pages made of templates: one environment, the words, and what every page knows.

A page knows its words as `t`, the address of a static file as `static(name)`, the place it has in the navigation as
`place`, and whether it is shown for a projector (`big`). Everything is escaped unless a template says otherwise, and
no template may.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from .locale import words

PLACES = (("home", "/"), ("play", "/play"), ("explore", "/explore"), ("claim", "/claim"), ("build", "/build"))
"""The pages of the navigation: key of the words `place.KEY`, address."""


def page(request: Request, template: str, *, place: str, status: int = 200, **data: Any) -> HTMLResponse:  # noqa: ANN401
    """Return a page made of a template; `place` is one of `PLACES`, `data` are the names that the template uses."""
    big = request.query_params.get("big") == "1"
    text = environment().get_template(template).render(place=place, big=big, **data)
    return HTMLResponse(text, status)


@cache
def environment() -> Environment:
    """Return the environment of the templates; an unknown name in one of them is an error."""
    made = Environment(
        loader=PackageLoader("grundy.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"t": words(), "static": "/static/{}".format, "places": PLACES}
    return made
