"""Runs the independent checker on a certificate, in a new process that imports nothing of this package."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import NamedTuple

from ...core import GrundyError, InputError, LimitReached, Limits, MissingDistribution

CHECK = (
    "import json, sys; home, path, seconds, memory = json.loads(sys.argv[1]); sys.path.insert(0, home); "
    "from grundy_check import check; print(json.dumps(check(path, seconds=seconds, memory=memory)))"
)
"""The program of the new process: the checker that is installed here, and the standard library."""
SECONDS, SPARE = 600.0, 5.0
"""Seconds for the checker if there is no limit, and the additional seconds before its process is stopped."""


class CheckerVerdict(NamedTuple):
    """The verdict on a certificate that `grundy_check.check` returned in its own process.

    Attributes:
        status: "ACCEPTED", "REJECTED", "UNSUPPORTED", "LIMIT", "MALFORMED" or "AUDITED".
        reason: The reason for any status but "ACCEPTED".
        claim: The claim of the certificate, in words.
        game_sha256: The SHA-256 of the rules in the certificate.
        entries: The number of entries.
        theorem: The theorem that the proof uses, or "".
        trusted: The assumptions without proof, in words.
    """

    status: str
    reason: str
    claim: str
    game_sha256: str
    entries: int
    theorem: str = ""
    trusted: str = ""


def require_accepted(path: Path, limits: Limits) -> CheckerVerdict:
    """Check a certificate in a new process; the verdict is returned only if the certificate is accepted.

    Args:
        path: The file of the certificate.
        limits: The time and the memory that the checker may use.

    Returns:
        The checker's verdict, whose status is "ACCEPTED".

    Raises:
        LimitReached: If the checker reached a limit.
        InputError: If the checker does not know certificates of this kind.
        MissingDistribution: If the checker is not installed.
        GrundyError: If the checker did not accept the certificate, which is a defect of this package.
    """
    verdict = _run_checker(path, limits)
    if verdict.status == "LIMIT":
        raise LimitReached(f"grundy-check reached a limit: {verdict.reason}", kind="time")
    if verdict.status == "UNSUPPORTED":
        raise InputError(f"grundy-check does not know this certificate: {verdict.reason}")
    if verdict.status != "ACCEPTED":
        raise GrundyError(f"grundy-check rejected the certificate: {verdict.reason}; please report this")
    return verdict


def _run_checker(path: Path, limits: Limits) -> CheckerVerdict:
    """Return the verdict; its status is "LIMIT" if the process had to be stopped."""
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
            output, failed = process.communicate(timeout=seconds + SPARE)
        except TimeoutExpired:
            return CheckerVerdict("LIMIT", f"the {seconds:g}-second limit was reached", "", "", 0)
        finally:
            process.kill()
    if process.returncode:
        last = (failed.strip().splitlines() or [f"exit code {process.returncode}"])[-1]
        raise GrundyError(f"grundy-check ended without a verdict: {last}")
    return CheckerVerdict(*json.loads(output))
