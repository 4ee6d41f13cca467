"""The page of an error: what cannot be shown, why, and the way home.

Its addresses begin at the root, as the address that is wrong may lie at any depth.
"""

from __future__ import annotations

from ...core import GrundyError
from ..guard.refusals import status_of_error
from .rendering import environment, words


def error_page(error: GrundyError, root: str = "/") -> str:
    """Return an error as a page in the words of `error.STATUS`, else in its own; `root` is where all pages lie.

    >>> from grundy.web.guard.refusals import Refused
    >>> "Nothing is here" in error_page(Refused(404, "path", "there is nothing here"))
    True
    """
    status = status_of_error(error)
    known = f"error.{status}" in words().texts
    key, said = (status, "") if known else ("other", str(error))
    return environment().get_template("error.html").render(place="", big=False, root=root, key=key, said=said)
