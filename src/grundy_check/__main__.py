"""`python -m grundy_check FILE...`: one verdict for every certificate; the exit code is the first that is not 0."""

import argparse
import sys
from collections.abc import Sequence

from .verdict import check


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files: 0 accepted, 1 rejected, 2 unsupported, 4 limit reached, 5 malformed, 9 a sample was checked."""
    parser = argparse.ArgumentParser("grundy-check", description="Checks certificates about impartial games.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate, also compressed by gzip")
    parser.add_argument("--max-entries", type=int, default=10_000_000, metavar="N", help="refuse longer ones")
    parser.add_argument("--max-seconds", type=float, default=600.0, metavar="S", help="give up on one after so long")
    parser.add_argument("--sample", type=int, metavar="K", help="state repeats: verify only K blocks, drawn at random")
    options = parser.parse_args(arguments)
    codes = []
    for file in options.files:
        verdict = check(file, options.max_entries, options.max_seconds, options.sample)
        print(f"{file}: {verdict}")  # noqa: T201  # the answer
        codes.append(verdict.exit_code)
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    sys.exit(main())
