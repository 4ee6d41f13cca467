"""Programs of their own that use workers, for tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def started(folder: Path, text: str) -> subprocess.Popen[str]:
    """Start a program that may import the tests, in a session of its own."""
    script = folder / "program.py"
    script.write_text(text, encoding="utf-8")
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    ray = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}
    return subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | ray | {"PYTHONPATH": path},
        start_new_session=True,
    )
