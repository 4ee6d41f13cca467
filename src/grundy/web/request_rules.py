"""What a request must be before its body is read: sizes, Host, Origin, Sec-Fetch-Site, type of the body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .refusals import Refused
from .settings import Settings

FOREIGN = frozenset({b"cross-site", b"same-site"})
"""Values of Sec-Fetch-Site that say: another page asks."""
SINGLE = frozenset({b"host", b"origin", b"content-type", b"content-length", b"sec-fetch-site", b"cookie"})
"""Headers that may come once only."""


def path_of(scope: Mapping[str, Any]) -> str:
    """Return the path of a request."""
    return str(scope["path"])


def headers_of_scope(scope: Mapping[str, Any]) -> dict[bytes, bytes]:
    """Return the headers of a request by their names."""
    return dict(scope["headers"])


def check_request(scope: Mapping[str, Any], settings: Settings) -> None:
    """Raise `Refused` for a request that is too large, foreign, or of another type than JSON."""
    headers = _sized(scope, settings)
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if settings.check_host and host not in settings.hosts():
        raise Refused(421, "host", "this server does not answer for that host")
    _check_origin(scope, headers, settings)
    if scope["method"] == "POST":
        kind = headers.get(b"content-type", b"").decode("latin-1").lower()
        name, _, rest = kind.partition(";")
        if name.strip() != "application/json" or rest.strip() not in {"", "charset=utf-8"}:
            raise Refused(415, "type", "expected the content type application/json")
        if headers.get(b"content-encoding", b"identity").lower() != b"identity":
            raise Refused(415, "type", "expected a body that is not compressed")


def _sized(scope: Mapping[str, Any], settings: Settings) -> dict[bytes, bytes]:
    """Return the headers, none of them twice where one counts; raises `Refused` for what is too long."""
    url = len(scope.get("raw_path") or scope["path"].encode("utf-8")) + len(scope["query_string"])
    if url > settings.sizes.url:
        raise Refused(414, "size", f"expected an address of at most {settings.sizes.url} bytes")
    headers = scope["headers"]
    if sum(len(name) + len(value) + 4 for name, value in headers) > settings.sizes.headers:
        raise Refused(431, "size", f"expected headers of at most {settings.sizes.headers} bytes")
    names = [name for name, _ in headers if name in SINGLE]
    if len(set(names)) < len(names):
        raise Refused(400, "input", "expected every header once")
    return headers_of_scope(scope)


def _check_origin(scope: Mapping[str, Any], headers: Mapping[bytes, bytes], settings: Settings) -> None:
    """Refuse what another page asks."""
    origin = headers.get(b"origin")
    if origin is not None and origin.decode("latin-1").lower() not in settings.origins():
        raise Refused(403, "origin", "this server answers its own pages only")
    guarded = scope["method"] not in {"GET", "HEAD"} or path_of(scope).startswith("/api/v1")
    if guarded and headers.get(b"sec-fetch-site") in FOREIGN:
        raise Refused(403, "origin", "this server answers its own pages only")
