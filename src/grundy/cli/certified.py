"""`--certified`: print only results that the independent checker accepted.

The certificate is written to a file, a new process runs `grundy_check` on it, and the answer is built from the accepted
claim. Other results of the solver, such as winning moves or an explanation, are not printed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..certificates import Certificate
from ..core import Limits
from ..drawing import prose
from ..operations import Certified, write_whole
from ..workflows.proving import require_accepted
from .output import progress, say


def answer_certified(
    certificate: Certificate,
    read: Callable[[Mapping[str, Any]], Certified],
    *,
    out: Path | None = None,
    limits: Limits,
    as_json: bool = False,
) -> int:
    """Print what a certificate claims if the independent checker accepts the certificate; otherwise print nothing.

    Args:
        certificate: The certificate to check.
        read: A function that makes the answer from nothing but the claim of the certificate.
        out: Where the certificate is saved once it is accepted; if None, it is deleted.
        limits: The time and the memory that the checker may use.
        as_json: Whether to print JSON.

    Returns:
        The exit code that belongs to the printed answer.

    Raises:
        LimitReached: If the checker reached a limit.
        InputError: If the checker does not know certificates of this kind, or the file cannot be written.
        GrundyError: If the checker did not accept the certificate, which is a defect of this package.
    """
    with TemporaryDirectory(prefix="grundy-") as folder:  # a folder that other users cannot write
        path = Path(folder) / ("certificate" + (".gz" if out is not None and out.suffix == ".gz" else ""))
        with progress() as report:
            certificate.write(path, report)
        verdict = require_accepted(path, limits)
        if out is not None:
            write_whole(out, path.read_bytes())
    found = read(certificate.claim)
    facts = {"claim": verdict.claim, "theorem": verdict.theorem, "trusted": verdict.trusted}
    if as_json:
        numbers = {"entries": verdict.entries, "game_sha256": verdict.game_sha256}
        say(json.dumps({"schema": 1, **found.data, "certified": True, "check": facts | numbers}))
    else:
        entries = f"{verdict.entries} {'entry' if verdict.entries == 1 else 'entries'}"
        lines = [
            prose(f"{name}: {fact}", initial_indent="  ", subsequent_indent="    ")
            for name, fact in facts.items()
            if fact
        ]
        say("\n".join([found.words, f"Checked by grundy-check: accepted ({entries}).", *lines]))
    if out is not None:
        say(f"certificate: {out}; grundy verify {out} checks it again", err=True)
    return found.exit_code
