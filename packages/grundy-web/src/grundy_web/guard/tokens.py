"""Access from other machines: a token, created at start, which is first part of the address and then a cookie."""

from __future__ import annotations

from collections.abc import MutableMapping
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from ..settings import Settings
from .refusals import Refused

COOKIE = "grundy"


def check_token(scope: MutableMapping[str, Any], settings: Settings) -> tuple[str, str] | None:
    """Check that a request from another machine has the access token; without `remote` every request is allowed.

    Scripts and styles need no token. The scheme of a request that comes through the trusted proxy becomes "https".

    Args:
        scope: The ASGI scope of the request.
        settings: The settings of the server.

    Returns:
        None if the request is allowed. If the token is in the query, the address to redirect to and the cookie.

    Raises:
        Refused: If the token is missing.
    """
    if not settings.remote:
        return None
    if settings.behind and (scope.get("client") or ("",))[0] == settings.behind:
        scope["scheme"] = "https"
    cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1").split(";")
    shown = dict(part.strip().partition("=")[::2] for part in cookies)
    if scope["path"].startswith("/static/") or _same(shown.get(COOKIE, ""), settings):
        return None
    pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=100)
    if scope["method"] == "GET" and _same(dict(pairs).get("token", ""), settings):
        query = urlencode([pair for pair in pairs if pair[0] != "token"])
        path = "/" + quote(scope["path"].lstrip("/\\"))
        secure = "; Secure" if settings.behind else ""
        cookie = f"{COOKIE}={settings.token}; HttpOnly; SameSite=Strict; Path=/{secure}"
        return path + (f"?{query}" if query else ""), cookie
    raise Refused(401, "token", "open the link printed by grundy serve")


def _same(shown: str, settings: Settings) -> bool:
    return compare_digest(shown.encode("utf-8"), settings.token.encode("utf-8")) and bool(settings.token)
