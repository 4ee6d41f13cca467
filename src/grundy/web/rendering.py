"""Pages made of templates: one environment, the words, and what every page knows.

A page knows its words as `t`, the address of a static file as `static(name)`, of a page as `address(path, g=...)`, a
picture drawn by us as `picture(svg)`, the place it has in the navigation as `place`, and whether it is shown for a
projector (`big`). Everything is escaped unless a template says otherwise, and no template may.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from .explore_view import address, picture
from .locale import words

PLACES = ("play", "explore", "claim", "build")
"""The pages of the navigation: their addresses, and keys of the words `place.KEY`."""


def page(request: Request, template: str, *, place: str, status: int = 200, **data: Any) -> HTMLResponse:  # noqa: ANN401
    """Return a page made of a template; `place` may be one of `PLACES`, `data` are its names."""
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
    made.globals |= {"address": address, "picture": picture}
    return made
