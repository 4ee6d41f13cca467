"""The glossary: one page with every term."""

from __future__ import annotations

from .rendering import page, words
from .terms import terms_of
from .visits import Routes, Shown, Visit

router = Routes()


@router.get("/glossary")
async def glossary(visit: Visit) -> Shown:
    """Show every term with its meaning, in alphabetical order."""
    return await page(visit, "glossary.html", place="glossary", terms=terms_of(words().texts))
