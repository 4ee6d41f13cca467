"""The glossary: one page with every term."""

from __future__ import annotations

from .page_requests import PageRequest, PageResponse
from .rendering import page, words
from .terms import terms_of


async def glossary(request: PageRequest) -> PageResponse:
    """Show every term with its meaning, in alphabetical order."""
    return await page(request, "glossary.html", place="glossary", terms=terms_of(words().texts))
