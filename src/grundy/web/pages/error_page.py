"""The page of an error: what cannot be shown, why, and the way home.

Its addresses begin at the root, as the address that is wrong may lie at any depth.
"""

from __future__ import annotations

from ...core import GrundyError
from ..guard.refusals import status_of_error
from .rendering import environment, words

NO_KEY = 401
"""The status of who has to show the key first."""


def error_page(error: GrundyError, root: str = "/") -> str:
    """Return an error as a page in the words of `error.STATUS`, else in its own; `root` is where all pages lie.

    >>> from grundy.web.guard.refusals import Refused
    >>> "Nothing is here" in error_page(Refused(404, "path", "there is nothing here"))
    True
    """
    status = status_of_error(error)
    known = f"error.{status}" in words().texts
    key, said = (status, "") if known else ("other", str(error))
    trace = error.to_dict()["error"].get("trace", "")
    names = {"place": "", "big": False, "root": root, "key": key, "said": said, "trace": trace}
    if status == NO_KEY:  # none of the other pages would open
        names |= {"places": (), "foot": {}}
    return environment().get_template("error.html").render(names)
