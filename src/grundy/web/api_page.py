"""`/api`: the endpoints, their fields and limits as a page, made from the schema that programs read."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse

from .rendering import page

router = APIRouter(include_in_schema=False)
BOUNDS = ("minLength", "maxLength", "minimum", "maximum", "pattern", "enum", "const", "default", "maxItems")
"""What is told of a field besides its type."""


@router.get("/api")
async def api(request: Request) -> HTMLResponse:
    """Show the API."""
    schema = request.app.openapi()
    return page(
        request,
        "api.html",
        place="api",
        request_address=str(request.base_url),
        endpoints=_endpoints(request.app),
        codes=_codes(schema),
    )


def _endpoints(app: FastAPI) -> list[dict[str, Any]]:
    """Return method, path, sentence and fields of every endpoint."""
    schema = app.openapi()
    found = []
    for path, methods in schema["paths"].items():
        for method, one in methods.items():
            body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            fields = _fields(schema, body) if body else []
            found.append({"method": method.upper(), "path": path, "about": one["description"], "fields": fields})
    return found


def _fields(schema: dict[str, Any], body: dict[str, Any]) -> list[dict[str, Any]]:
    """Return name, type and bounds of the fields of a body."""
    model = _named(schema, body)
    needed = model.get("required", ())
    return [
        {"name": name, "needed": name in needed, "kind": _kind(schema, one), "about": one.get("description", "")}
        for name, one in model["properties"].items()
    ]


def _named(schema: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    """Return the schema that a reference names."""
    name = one.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = schema["components"]["schemas"][name] if name else one
    return found


def _kind(schema: dict[str, Any], one: dict[str, Any]) -> str:
    """Return the type of a field with its bounds."""
    if "anyOf" in one:
        return " | ".join(_kind(schema, each) for each in one["anyOf"])
    found = _named(schema, one)
    bounds = [f"{name} {found[name]}" for name in BOUNDS if found.get(name) not in (None, [], {})]
    if found.get("properties") and "$ref" in one:
        bounds = [f"{name}: {_kind(schema, each)}" for name, each in found["properties"].items()]
    return ", ".join([str(found.get("type", "")), *bounds]).strip(", ")


def _codes(schema: dict[str, Any]) -> list[tuple[str, str]]:
    """Return every status with its meaning."""
    return [(code, one["description"]) for code, one in schema["paths"]["/api/v1/solve"]["post"]["responses"].items()]
