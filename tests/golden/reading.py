"""Reads the golden values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def golden(name: str) -> Any:
    """The contents of tests/golden/NAME.json."""
    return json.loads(Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8"))
