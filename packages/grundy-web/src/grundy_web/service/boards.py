"""Stores published matches: the last address of each match that viewers may watch, by a random name.

At most 64 matches are stored, in memory only. The match whose last update is the oldest is removed first.
"""

from __future__ import annotations

from collections import OrderedDict
from hmac import compare_digest
from secrets import token_urlsafe
from typing import NamedTuple

from ..guard.refusals import Refused

MOST = 64
"""The largest number of boards."""
MOST_QUERY, MOST_PLACES = 2048, 4000
"""The largest length of the address of a match, and of the positions of vertices moved by hand."""


class SharedBoard(NamedTuple):
    """A published match.

    Attributes:
        key: The secret text with which the publisher can change the match.
        query: The query of the page of the match, which contains all moves.
        places: The positions of vertices that the publisher moved by hand, as a text that only the page reads, or "".
        version: 1, increased by 1 by every change.
    """

    key: str
    query: str
    places: str = ""
    version: int = 1


class SharedBoards:
    """The matches that are published on one server for viewers, by random names."""

    def __init__(self) -> None:
        self._boards: OrderedDict[str, SharedBoard] = OrderedDict()

    def show(self, query: object, name: object = "", key: object = "", places: object = "") -> tuple[str, SharedBoard]:
        """Publish a match under a new name, or update a published one.

        Args:
            query: The query of the match.
            name: The name of a match that is published already, or "".
            key: The key of that match, or "".
            places: The positions of vertices moved by hand, as a text that only the page reads.

        Returns:
            The name, which is random if the match is new, and the published match.

        Raises:
            Refused: If the data are invalid, or the key is wrong.
        """
        if not (isinstance(query, str) and isinstance(name, str) and isinstance(key, str) and isinstance(places, str)):
            raise Refused(422, "schema", "expected texts: query, id, key, places")
        if len(query) > MOST_QUERY:
            raise Refused(413, "size", f"expected a match of at most {MOST_QUERY} characters")
        if len(places) > MOST_PLACES:
            raise Refused(413, "size", f"expected places of at most {MOST_PLACES} characters")
        found = SharedBoard(token_urlsafe(24), query, places)
        if name:
            old = self.get(name)
            if not compare_digest(old.key.encode(), key.encode()):
                raise Refused(403, "key", "only the sharer of a board can change it")
            new = old._replace(query=query, places=places, version=old.version + 1)
            found = old if (old.query, old.places) == (query, places) else new
        name = name or token_urlsafe(12)
        self._boards[name] = found
        self._boards.move_to_end(name)
        if len(self._boards) > MOST:
            self._boards.popitem(last=False)
        return name, found

    def get(self, name: str) -> SharedBoard:
        """Return a published match; raise `Refused` if it does not exist."""
        found = self._boards.get(name)
        if found is None:
            raise Refused(404, "path", "this board does not exist")
        return found
