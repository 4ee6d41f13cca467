"""The schema against the running server: only documented statuses, answers as described, never a 5xx but 503."""

from __future__ import annotations

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings

from grundy_web import create_app

CASES = int(os.environ.get("GRUNDY_SCHEMA_CASES", "3"))
"""Cases of each endpoint; a long run has 20 000."""
SCHEMA = create_app().openapi()
WELL, BADLY = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE
OPERATIONS = [
    (path, method, mode)
    for path, methods in SCHEMA["paths"].items()
    for method, one in methods.items()
    for mode in ([WELL, BADLY] if "requestBody" in one or "parameters" in one else [WELL])
]


@pytest.mark.parametrize(("path", "method", "mode"), OPERATIONS)
def test_the_api_answers_as_its_schema_says(
    live: str, path: str, method: str, mode: schemathesis.GenerationMode
) -> None:
    schema = schemathesis.openapi.from_dict(SCHEMA)
    operation = schema[path][method]
    wanted = checks()

    @seed(20261122)
    @settings(
        max_examples=CASES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        database=None,
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(base_url=live, checks=wanted, timeout=100)

    run()


def checks() -> list[schemathesis.checks.CheckFunction]:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    return [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
    ]
