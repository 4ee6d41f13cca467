"""Checks of a request before its body is read: sizes, Host, Origin, Sec-Fetch-Site, content type, access token.

The token for access from other machines is created when the server starts. The first request of a visitor has the token
in its address, and later requests have it in a cookie.
"""

from __future__ import annotations

from hmac import compare_digest
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from ..settings import Settings
from .refusals import Refused

FETCH = ("sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest")
SINGLE = frozenset({"host", "origin", "content-type", "content-length", "cookie", "referer", *FETCH})
"""Headers that may occur only once."""
COOKIE = "grundy"


def check_request(scope: Scope, settings: Settings) -> None:
    """Raise `Refused` for a request that is too large, comes from another site, or has a body that is not JSON.

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
    headers = Headers(scope=scope)
    single = [name for name in headers.keys() if name in SINGLE]  # noqa: SIM118  # it repeats names
    if len(set(single)) < len(single):
        raise Refused(400, "input", "expected every header once")
    if headers.get("host", "").lower() not in settings.hosts():
        raise Refused(421, "host", "this server has another host name")
    strange = "origin" in headers and headers["origin"].lower() not in settings.origins()
    if strange or (_is_foreign(headers, settings) and not _is_visit(scope, headers, settings)):
        raise Refused(403, "origin", "requests are accepted from the pages of this server only")
    if scope["method"] == "POST":
        kind, _, parameter = headers.get("content-type", "").lower().partition(";")
        if kind.strip() != "application/json" or parameter.strip() not in {"", "charset=utf-8"}:
            raise Refused(415, "type", "expected the content type application/json")
        if headers.get("content-encoding", "identity").lower() != "identity":
            raise Refused(415, "type", "expected a body that is not compressed")


def _is_foreign(headers: Headers, settings: Settings) -> bool:
    """Return whether a page of another site caused a request.

    Browsers state this in Sec-Fetch-Site. For an older browser only the page in Referer can be checked; pages of this
    server send no Referer. Other programs, such as curl, send neither.
    """
    site, referer = headers.get("sec-fetch-site"), headers.get("referer", "").lower()
    if site is not None or not referer:
        return site in {"cross-site", "same-site"}
    return "/".join(referer.split("/", 3)[:3]) not in settings.origins()


def _is_visit(scope: Scope, headers: Headers, settings: Settings) -> bool:
    """Return whether a person opens a page of this server by a link, which may be on another site.

    A request for a picture, a script or a prefetched page is not a visit. A page in a frame is a visit only if it
    shows a board and another origin may show boards (`--allow-embed`).
    """
    if scope["method"] not in {"GET", "HEAD"} or scope["path"].startswith("/api/v1") or "sec-purpose" in headers:
        return False
    if "sec-fetch-site" not in headers:  # an older browser
        return "text/html" in headers.get("accept", "").lower()
    shown_in = headers.get("sec-fetch-dest")
    framed = bool(settings.embed) and scope["path"] == "/play" and shown_in == "iframe"
    return headers.get("sec-fetch-mode") == "navigate" and (framed or shown_in == "document")


def check_token(scope: Scope, settings: Settings) -> tuple[str, str] | None:
    """Check that a request from another machine has the access token; without `remote` every request is allowed.

    Scripts and styles need no token. If the request comes through the trusted proxy, its scheme is changed to "https"
    in `scope`.

    Args:
        scope: The ASGI scope of the request.
        settings: The settings of the server.

    Returns:
        None if the request is allowed. If the token is in the query, a pair for a redirect: the address without the
        token, and the value of the header Set-Cookie, which contains the token.

    Raises:
        Refused: If the token is missing.
    """
    if not settings.remote:
        return None
    if settings.behind and (scope.get("client") or ("",))[0] == settings.behind:
        scope["scheme"] = "https"
    shown = cookie_parser(Headers(scope=scope).get("cookie", "")).get(COOKIE, "")
    if scope["path"].startswith("/static/") or _same(shown, settings):
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
