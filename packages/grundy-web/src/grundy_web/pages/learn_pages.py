"""The course: the list of lessons, and one screen of a lesson. The address contains lesson, screen, seed and answer.

The server stores nothing about a learner; the browser keeps the progress (`learn.js`).
"""

from __future__ import annotations

import re
from typing import Any

from grundy_learn.course import LESSONS, lesson

from ..guard.refusals import status_of
from .explore_view import seen_error
from .page_requests import PageRequest, PageResponse, Routes
from .rendering import page

router = Routes()
MOST_TEXT = 4000
"""The largest length of an answer; a match is long."""


@router.get("/learn")
async def learn(request: PageRequest) -> PageResponse:
    """Show the list of lessons, or a screen of the lesson in the query, and the grade of the answer in the query."""
    query = request.query
    if not query.get("lesson"):
        return await page(request, "course.html", place="learn", error=None, lessons=[lesson(name) for name in LESSONS])
    screen = query.get("screen", "1")
    number = int(screen) if re.fullmatch("[0-9]{1,3}", screen) else 1
    answer = " ".join(query.getlist("answer"))[:MOST_TEXT]
    asked = {"name": query["lesson"][:40], "screen": number, "seed": query.get("seed", "1")[:20], "answer": answer}
    found = await request.ask("learn", **asked)
    if error := seen_error(found, ""):
        data: dict[str, Any] = {"error": error, "lessons": [lesson(name) for name in LESSONS]}
        return await page(request, "course.html", place="learn", status=status_of(found), **data)
    shown = {key: value for key, value in found.items() if key != "status"}
    return await page(request, "learn.html", place="learn", answer=answer, chosen=query.getlist("answer"), **shown)
