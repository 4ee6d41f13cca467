"""The page `/api`, which documents the endpoints, their fields and limits, from the OpenAPI schema."""

from __future__ import annotations

from typing import Any

from .page_requests import PageRequest, PageResponse
from .rendering import page

BOUNDS = ("minLength", "maxLength", "minimum", "maximum", "pattern", "enum", "const", "default", "maxItems")
"""The properties of a field that are shown next to its type."""


async def api(request: PageRequest, schema: dict[str, Any]) -> PageResponse:
    """Render the page that documents the API.

    Args:
        request: The request for a page.
        schema: The OpenAPI schema of the API.

    Returns:
        The page.
    """
    endpoints = []
    for path, methods in schema["paths"].items():
        for method, one in methods.items():
            body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            model = _named(schema, body) if body else {"properties": {}}
            fields = [
                {"name": name, "needed": name in model.get("required", ()), "kind": _kind(schema, field)}
                | {"about": field.get("description", "")}
                for name, field in model["properties"].items()
            ]
            endpoints.append({"method": method.upper(), "path": path, "about": one["description"], "fields": fields})
    solving = schema["paths"]["/api/v1/solve"]["post"]["responses"]
    codes = [(code, one["description"]) for code, one in solving.items()]
    data: dict[str, Any] = {"request_address": request.base, "endpoints": endpoints, "codes": codes}
    return await page(request, "api.html", place="api", **data)


def _named(schema: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    name = one.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schema["components"]["schemas"][name] if name else one
    return found


def _kind(schema: dict[str, Any], one: dict[str, Any]) -> str:
    if "anyOf" in one:
        return " | ".join(_kind(schema, each) for each in one["anyOf"])
    found = _named(schema, one)
    bounds = [f"{name} {found[name]}" for name in BOUNDS if found.get(name) not in (None, [], {})]
    if found.get("properties") and "$ref" in one:
        bounds = [f"{name}: {_kind(schema, each)}" for name, each in found["properties"].items()]
    return ", ".join([str(found.get("type", "")), *bounds]).strip(", ")
