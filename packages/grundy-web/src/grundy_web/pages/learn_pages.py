"""The course (a list of lessons, and their screens) and the glossary.

The address of a screen contains lesson, screen, seed and answer. The server stores nothing about a learner; the browser
keeps the progress (`learn.js`).
"""

from __future__ import annotations

import re
from typing import Any

from grundy_learn.course import LESSONS, lesson

from ..guard.refusals import status_of
from .explore_view import seen_error
from .page_requests import PageRequest, PageResponse
from .rendering import page, words
from .terms import terms_of

MOST_TEXT = 4000
"""The largest length of an answer; a match is long."""


async def learn(request: PageRequest) -> PageResponse:
    """Show the list of lessons, or a screen of the lesson in the query, and the grade of the answer in the query."""
    query, found = request.query, dict[str, Any]()
    answer = " ".join(query.getlist("answer"))[:MOST_TEXT]
    if query.get("lesson"):
        screen = query.get("screen", "1")
        number = int(screen) if re.fullmatch("[0-9]{1,3}", screen) else 1
        asked = {"name": query["lesson"][:40], "screen": number, "seed": query.get("seed", "1")[:20], "answer": answer}
        found = await request.ask("learn", **asked)
    error = seen_error(found, "")
    if error or not found:
        data: dict[str, Any] = {"error": error, "lessons": [lesson(name) for name in LESSONS]}
        return await page(request, "course.html", place="learn", status=status_of(found), **data)
    shown = {key: value for key, value in found.items() if key != "status"}
    return await page(request, "learn.html", place="learn", answer=answer, chosen=query.getlist("answer"), **shown)


async def glossary(request: PageRequest) -> PageResponse:
    """Show every term with its meaning, in alphabetical order."""
    return await page(request, "glossary.html", place="glossary", terms=terms_of(words().texts))
