"""`--certified`: print only results that the independent checker accepted.

The certificate is written to a file, a new process runs `grundy_check` on it, and the answer is built from the accepted
claim. Other results of the solver, such as winning moves or an explanation, are not printed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ..certificates import Certificate
from ..core import GrundyError, InputError, LimitReached, Limits, MissingDistribution
from ..drawing import prose
from ..operations import Certified, write_whole
from .output import progress, say

CHECK = (
    "import json, sys; home, path, seconds, memory = json.loads(sys.argv[1]); sys.path.insert(0, home); "
    "from grundy_check import check; print(json.dumps(check(path, seconds=seconds, memory=memory)))"
)
"""The program of the new process: the checker that is installed here, and the standard library."""
SECONDS, SPARE = 600.0, 5.0
"""Seconds for the checker if there is no limit, and the additional seconds before its process is stopped."""


class CheckerVerdict(NamedTuple):
    """The verdict on a certificate that `grundy_check.check` returned in its own process."""

    status: str
    reason: str
    claim: str
    game_sha256: str
    entries: int
    theorem: str = ""
    trusted: str = ""


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
        verdict = checked_apart(path, limits)
        if verdict.status == "LIMIT":
            raise LimitReached(f"grundy-check reached a limit: {verdict.reason}", kind="time")
        if verdict.status == "UNSUPPORTED":
            raise InputError(f"grundy-check does not know this certificate: {verdict.reason}")
        if verdict.status != "ACCEPTED":
            raise GrundyError(f"grundy-check rejected the certificate: {verdict.reason}; please report this")
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


def checked_apart(path: Path, limits: Limits) -> CheckerVerdict:
    """Check a certificate with `grundy_check` in a new process that imports nothing of this package.

    Args:
        path: The file of the certificate.
        limits: The time and the memory that the checker may use.

    Returns:
        The checker's verdict; its status is "LIMIT" if the process had to be stopped.

    Raises:
        MissingDistribution: If the checker is not installed.
        GrundyError: If the checker ended without a verdict.
    """
    checker = find_spec("grundy_check")
    if checker is None or checker.origin is None:
        raise MissingDistribution("--certified", "grundy-check")
    home = str(Path(checker.origin).parents[1])
    seconds = SECONDS if limits.seconds is None else limits.seconds
    asked = json.dumps([home, str(path.absolute()), seconds, limits.memory])
    words = [sys.executable, "-I", "-S", "-c", CHECK, asked]
    process = Popen(words, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, text=True)  # noqa: S603  # this Python
    with process:
        try:
            told, failed = process.communicate(timeout=seconds + SPARE)
        except TimeoutExpired:
            return CheckerVerdict("LIMIT", f"the {seconds:g}-second limit was reached", "", "", 0)
        finally:
            process.kill()
    if process.returncode:
        last = (failed.strip().splitlines() or [f"exit code {process.returncode}"])[-1]
        raise GrundyError(f"grundy-check ended without a verdict: {last}")
    return CheckerVerdict(*json.loads(told))
