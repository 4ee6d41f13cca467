"""What a request must be before its body is read: sizes, Host, Origin, Sec-Fetch-Site, type of the body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..settings import Settings
from .refusals import Refused

FOREIGN = frozenset({b"cross-site", b"same-site"})
"""Values of Sec-Fetch-Site that say: another page asks."""
SINGLE = frozenset({b"host", b"origin", b"content-type", b"content-length", b"sec-fetch-site", b"cookie"})
"""Headers that may come once only."""


def check_request(scope: Mapping[str, Any], settings: Settings) -> None:
    """Raise `Refused` for a request that is too large, foreign, or of another type than JSON."""
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
        raise Refused(421, "host", "this server does not answer for that host")
    origin, elsewhere = headers.get(b"origin"), headers.get(b"sec-fetch-site") in FOREIGN
    guarded = scope["method"] not in {"GET", "HEAD"} or scope["path"].startswith("/api/v1")
    if (guarded and elsewhere) or (origin is not None and origin.decode("latin-1").lower() not in settings.origins()):
        raise Refused(403, "origin", "this server answers its own pages only")
    if scope["method"] == "POST":
        kind = headers.get(b"content-type", b"").decode("latin-1").lower()
        name, _, rest = kind.partition(";")
        if name.strip() != "application/json" or rest.strip() not in {"", "charset=utf-8"}:
            raise Refused(415, "type", "expected the content type application/json")
        if headers.get(b"content-encoding", b"identity").lower() != b"identity":
            raise Refused(415, "type", "expected a body that is not compressed")
