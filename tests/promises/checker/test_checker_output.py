from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from grundy import read_game
from grundy.workflows.proving.certify import certify


def test_the_checker_ends_well_when_nobody_reads_on(tmp_path: Path) -> None:
    file = tmp_path / "a.cert"
    file.write_bytes(b"".join(certify(read_game("nim: 1 2 3")).lines()))
    command = [sys.executable, "-m", "grundy_check", *[str(file)] * 3]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 0
