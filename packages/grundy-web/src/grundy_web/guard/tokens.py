"""Access from other machines: a token, created at start, and a limit of requests per second for every visitor.

Visitors who have presented the token get a cookie with a random name and a signature of this server. So they are
counted separately, even if all of them have one address, as in a school or with a proxy.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, MutableMapping
from hmac import compare_digest
from ipaddress import ip_address
from secrets import token_urlsafe
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from ..cache import Cache
from ..settings import Settings
from .refusals import Refused

COOKIE = "grundy"
BUCKETS = 1 << 20
"""Bytes for the request counters of visitors."""


class Door:
    """Admits visitors who have the access token, and limits their requests; it admits everybody without `remote`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._buckets: Cache[str, tuple[float, float]] = Cache(BUCKETS)

    def enter(self, scope: MutableMapping[str, Any]) -> tuple[str, str] | None:
        """Return None to admit a request, or a redirect address and a cookie if the request has the token in its query.

        The client in `scope` becomes the visitor who is counted: by the cookie, else by the address. Scripts and styles
        need no token.

        Args:
            scope: The ASGI scope of the request.

        Returns:
            None, or the address to redirect to and the cookie.

        Raises:
            Refused: If the token is missing, or if a visitor sends too many requests.
        """
        if not self.settings.remote:
            return None
        headers = dict(scope["headers"])
        address = str((scope.get("client") or ("?",))[0])
        if self.settings.behind and address == self.settings.behind:
            address, scope["scheme"] = forwarded(headers, address), "https"
        shown = self._shown(headers)
        visitor = shown if self._sealed(shown) else address
        scope["client"] = visitor, 0
        self._spend(visitor)
        if scope["path"].startswith("/static/"):  # the page that requests the token uses these files
            return None
        if visitor == shown or self._same(shown):
            return None
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=100)
        if scope["method"] == "GET" and self._same(dict(pairs).get("token", "")):
            query = urlencode([pair for pair in pairs if pair[0] != "token"])
            path = "/" + quote(scope["path"].lstrip("/\\"))
            secure = "; Secure" if self.settings.behind else ""
            cookie = f"{COOKIE}={self._named(token_urlsafe(12))}; HttpOnly; SameSite=Strict; Path=/{secure}"
            return path + (f"?{query}" if query else ""), cookie
        raise Refused(401, "token", "open the link printed by grundy serve")

    def _spend(self, visitor: str) -> None:
        """Count one request of a visitor; raise `Refused` if there were too many in a short time."""
        crowd, now = self.settings.crowd, monotonic()
        coins, last = self._buckets.get(visitor) or (float(crowd.burst), now)
        coins = min(float(crowd.burst), coins + (now - last) * crowd.rate)
        self._buckets.put(visitor, (max(coins - 1, 0.0), now), len(visitor))
        if coins < 1:
            raise Refused(429, "rate", f"at most {crowd.rate:g} requests a second")

    def _shown(self, headers: Mapping[bytes, bytes]) -> str:
        cookies = headers.get(b"cookie", b"").decode("latin-1").split(";")
        pairs = (part.strip().partition("=") for part in cookies)
        return next((value for name, _, value in pairs if name == COOKIE), "")

    def _named(self, name: str) -> str:
        """Return the value of the cookie of a visitor: a name with its signature."""
        seal = hmac.new(self.settings.token.encode("utf-8"), name.encode("utf-8"), "sha256").hexdigest()
        return f"{name}.{seal}"

    def _sealed(self, shown: str) -> bool:
        named = self._named(shown.partition(".")[0])
        return compare_digest(shown.encode("utf-8"), named.encode("utf-8")) and bool(self.settings.token)

    def _same(self, shown: str) -> bool:
        return compare_digest(shown.encode("utf-8"), self.settings.token.encode("utf-8")) and bool(self.settings.token)


def forwarded(headers: Mapping[bytes, bytes], proxy: str) -> str:
    """Return the client address reported by a proxy: the last of X-Forwarded-For, which the proxy itself added.

    Args:
        headers: The headers of the request.
        proxy: The address of the proxy, used if the header is missing.

    Returns:
        The address.

    Example:
        >>> forwarded({b"x-forwarded-for": b"198.51.100.9, 203.0.113.7"}, "127.0.0.1")
        '203.0.113.7'
        >>> forwarded({}, "127.0.0.1")
        '127.0.0.1'
    """
    last = headers.get(b"x-forwarded-for", b"").decode("latin-1").rpartition(",")[2].strip()
    try:
        return str(ip_address(last))
    except ValueError:
        return proxy
