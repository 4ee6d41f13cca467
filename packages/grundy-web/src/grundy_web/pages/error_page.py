"""The page that reports an error: what cannot be shown, why, and a link to the first page.

Its links begin at the root, because the wrong address may have any depth.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from grundy.core import GrundyError
from grundy.notation import read_game
from grundy.workflows.playing import MatchView, legal_moves

from ..guard.refusals import status_of_error
from ..questions.figure_data import figure_data
from .play_state import PlayState
from .rendering import environment, words

NO_KEY = 401
"""The status if the visitor must present the token first."""
NOT_FOUND = 404
"""The status of the page with a maze to play."""
MAZE = "maze: ....#.../.#...#../...#..../#...#.#./.#.....@"
"""The game on this page."""


class _Rooted(PlayState):
    """The state of a match on a page of unknown depth, whose links therefore begin at the root of the site."""

    def address(self, path: str = "play", **changes: Any) -> str:  # noqa: ANN401  # any field
        return f"/{super().address(path, **changes)}"


@cache
def _maze() -> dict[str, Any]:
    game = read_game(MAZE)
    return figure_data(MatchView((), game), list(legal_moves(game)))


def error_page(error: GrundyError, root: str = "/") -> str:
    """Render an error as a page.

    For a common HTTP status such as 404 the page shows fixed texts (`error.404` of the locale), else the message.

    Args:
        error: The error.
        root: The address of the first page.

    Returns:
        The HTML.

    Example:
        >>> from grundy_web.guard.refusals import Refused
        >>> "Not found" in error_page(Refused(404, "path", "there is nothing here"))
        True
    """
    status = status_of_error(error)
    known = f"error.{status}" in words().texts
    key, said = (status, "") if known else ("other", str(error))
    trace = error.to_dict()["error"].get("trace", "")
    names = {"place": "", "big": False, "root": root, "key": key, "said": said, "trace": trace, "maze": None}
    if status == NOT_FOUND:
        names |= {"maze": _maze(), "state": _Rooted(MAZE)}
    if status == NO_KEY:  # without the token no other page opens
        names |= {"places": (), "foot": {}}
    return environment().get_template("error.html").render(names)
