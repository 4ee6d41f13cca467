"""Who may come in from another machine: a token, made at start, and so many requests a second."""

from __future__ import annotations

from collections.abc import Mapping
from hmac import compare_digest
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from ..cache import Cache
from ..settings import Settings
from .refusals import Refused

COOKIE = "grundy"
BUCKETS = 1 << 20
"""Bytes spent on remembering who asked how often."""


class Door:
    """Lets in who has the token; without `remote` everybody on this machine."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._buckets: Cache[str, tuple[float, float]] = Cache(BUCKETS)

    def enter(self, scope: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return None for who may come in, or address and cookie for who has just shown the token.

        Scripts and styles are for everybody. Raises `Refused` for everybody else, and for who asks too often.
        """
        if not self.settings.remote:
            return None
        client, crowd, now = str((scope.get("client") or ("?",))[0]), self.settings.crowd, monotonic()
        coins, last = self._buckets.get(client) or (float(crowd.burst), now)
        coins = min(float(crowd.burst), coins + (now - last) * crowd.rate)  # the bucket fills again with time
        self._buckets.put(client, (max(coins - 1, 0.0), now), len(client))
        if coins < 1:
            raise Refused(429, "rate", f"at most {crowd.rate:g} requests a second")
        if scope["path"].startswith("/static/"):  # the page that asks for the token has its look from there
            return None
        cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1").split(";")
        shown = (part.strip().partition("=") for part in cookies)
        if self._same(next((value for name, _, value in shown if name == COOKIE), "")):
            return None
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=100)
        if scope["method"] == "GET" and self._same(dict(pairs).get("token", "")):
            query = urlencode([pair for pair in pairs if pair[0] != "token"])
            path = "/" + quote(scope["path"].lstrip("/\\"))
            cookie = f"{COOKIE}={self.settings.token}; HttpOnly; SameSite=Strict; Path=/"
            return path + (f"?{query}" if query else ""), cookie
        raise Refused(401, "token", "open the link that grundy serve has printed")

    def _same(self, shown: str) -> bool:
        return compare_digest(shown.encode("utf-8"), self.settings.token.encode("utf-8")) and bool(self.settings.token)
