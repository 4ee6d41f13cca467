"""`python -m grundy_check FILE...`: one verdict for every certificate; the exit code is the first that is not 0."""

import argparse
import sys

from .verdict import check


def main(arguments: list[str] | None = None) -> int:
    """Check the files: 0 accepted, 1 rejected, 2 unsupported, 4 limit reached, 5 malformed, 9 a sample was checked."""
    parser = argparse.ArgumentParser("grundy-check", description="Checks certificates about impartial games.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate, also compressed by gzip")
    parser.add_argument("--max-entries", type=int, default=10_000_000, metavar="N", help="refuse longer ones")
    parser.add_argument("--max-seconds", type=float, default=600.0, metavar="S", help="give up on one after so long")
    parser.add_argument("--sample", type=int, metavar="K", help="state repeats: verify only K blocks, drawn at random")
    asked, code = parser.parse_args(arguments), 0
    for file, found in ((f, check(f, asked.max_entries, asked.max_seconds, asked.sample)) for f in asked.files):
        code = code or found.exit_code
        try:
            print(f"{file}: {found}", flush=True)  # noqa: T201  # the answer
        except BrokenPipeError:  # nobody reads on: from now on nothing is printed
            sys.stdout = None  # as Python itself does without an output
    return code


if __name__ == "__main__":
    sys.exit(main())
