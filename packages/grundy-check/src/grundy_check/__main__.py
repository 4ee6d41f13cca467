"""The command `python -m grundy_check FILE...`: one verdict per certificate."""

import argparse
import sys

from .verdict import check


def main(arguments: list[str] | None = None) -> int:
    """Check files and print a verdict for each; return the exit code.

    The arguments are those of the command line, files and options; if None, they are taken from `sys.argv`.

    The exit code is that of the first file with an exit code other than 0: 1 rejected, 2 unsupported, 4 limit reached,
    5 malformed, 9 only a sample was checked.
    """
    parser = argparse.ArgumentParser("grundy-check", description="Checks certificates about impartial games.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate, also in gzip; - is standard input")
    parser.add_argument("--max-entries", type=int, default=10_000_000, metavar="N", help="largest number of entries")
    parser.add_argument("--max-seconds", type=float, default=600.0, metavar="S", help="the time limit for each file")
    parser.add_argument("--max-memory", type=int, default=4096, metavar="MB", help="the memory limit for each file")
    parser.add_argument("--sample", type=int, metavar="K", help="state repeats: verify only K random blocks")
    asked, code = parser.parse_args(arguments), 0
    bounds = {"most_entries": asked.max_entries, "seconds": asked.max_seconds, "memory": asked.max_memory << 20}
    for file in asked.files:
        found = check(file, sample=asked.sample, **bounds)
        code = code or found.exit_code
        try:
            print(f"{file}: {found}", flush=True)  # noqa: T201  # the output of the command
        except BrokenPipeError:  # the reader closed the pipe: print nothing more
            sys.stdout = None  # as Python does without a standard output
    return code


if __name__ == "__main__":
    sys.exit(main())
