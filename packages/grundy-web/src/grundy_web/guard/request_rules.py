"""Checks of a request before its body is read: sizes, Host, Origin, Sec-Fetch-Site, content type, access token.

The token for access from other machines is created at start. It is first part of the address and then a cookie.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from ..settings import Settings
from .refusals import Refused

FOREIGN = frozenset({b"cross-site", b"same-site"})
"""Values of Sec-Fetch-Site for requests from pages of other sites."""
FETCH = (b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest")
SINGLE = frozenset({b"host", b"origin", b"content-type", b"content-length", b"cookie", b"referer", *FETCH})
"""Headers that may occur only once."""
COOKIE = "grundy"


def check_request(scope: Mapping[str, Any], settings: Settings) -> None:
    """Raise `Refused` for a request that is too large, from another site, or not JSON.

    Args:
        scope: The ASGI scope of the request.
        settings: The settings of the server.

    Raises:
        Refused: If the request is not allowed.
    """
    url = len(scope.get("raw_path") or scope["path"].encode("utf-8")) + len(scope["query_string"])
    if url > settings.sizes.url:
        raise Refused(414, "size", f"expected an address of at most {settings.sizes.url} bytes")
    if sum(len(name) + len(value) + 4 for name, value in scope["headers"]) > settings.sizes.headers:
        raise Refused(431, "size", f"expected headers of at most {settings.sizes.headers} bytes")
    single = [name for name, _ in scope["headers"] if name in SINGLE]
    if len(set(single)) < len(single):
        raise Refused(400, "input", "expected every header once")
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if settings.check_host and host not in settings.hosts():
        raise Refused(421, "host", "this server has another host name")
    origin = headers.get(b"origin")
    strange = origin is not None and origin.decode("latin-1").lower() not in settings.origins()
    if strange or (is_foreign(headers, settings) and not is_visit(scope, headers, settings)):
        raise Refused(403, "origin", "requests are accepted from the pages of this server only")
    if scope["method"] == "POST":
        kind = headers.get(b"content-type", b"").decode("latin-1").lower()
        name, _, rest = kind.partition(";")
        if name.strip() != "application/json" or rest.strip() not in {"", "charset=utf-8"}:
            raise Refused(415, "type", "expected the content type application/json")
        if headers.get(b"content-encoding", b"identity").lower() != b"identity":
            raise Refused(415, "type", "expected a body that is not compressed")


def is_foreign(headers: Mapping[bytes, bytes], settings: Settings) -> bool:
    """Return whether a page of another site caused a request.

    Browsers state this in Sec-Fetch-Site. For an older browser only the page in Referer can be checked; pages of this
    server send no Referer. Other programs, such as curl, send neither.

    Args:
        headers: The headers of the request.
        settings: The settings of the server.

    Returns:
        Whether it comes from another site.
    """
    site, referer = headers.get(b"sec-fetch-site"), headers.get(b"referer", b"").decode("latin-1").lower()
    if site is not None or not referer:
        return site in FOREIGN
    return "/".join(referer.split("/", 3)[:3]) not in settings.origins()


def is_visit(scope: Mapping[str, Any], headers: Mapping[bytes, bytes], settings: Settings) -> bool:
    """Return whether a request comes from a person who follows a link to a page; other sites may have such links.

    A picture, a script, a frame or a prefetched page is not a visit; a board in a frame is one if another origin may
    show it (`--allow-embed`).

    Args:
        scope: The ASGI scope of the request.
        headers: The headers of the request.
        settings: The settings of the server.

    Returns:
        Whether it is a visit.
    """
    if scope["method"] not in {"GET", "HEAD"} or scope["path"].startswith("/api/v1") or b"sec-purpose" in headers:
        return False
    if b"sec-fetch-site" not in headers:  # an older browser
        return b"text/html" in headers.get(b"accept", b"").lower()
    framed = bool(settings.embed) and scope["path"] == "/play" and headers.get(b"sec-fetch-dest") == b"iframe"
    return headers.get(b"sec-fetch-mode") == b"navigate" and (framed or headers.get(b"sec-fetch-dest") == b"document")


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
