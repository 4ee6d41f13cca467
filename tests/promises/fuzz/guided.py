"""Texts that find new ways through the code, by hand: `python -m tests.promises.fuzz.guided ENTRY --seconds N`.

Atheris (https://github.com/google/atheris, a binding of libFuzzer) sees which branches a text takes and keeps those
that take new ones. It is no dependency of the project: where it is missing one line says so. The run begins with the
good texts of the entry; certificates get a good seal again, so that what is below it is reached. A text that breaks a
promise ends the run and is kept in the folder that is named.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from time import process_time
from typing import Any

NAMES = ("notation", "claims", "json", "certificates")
"""The entries; what they do stands in `tests.promises.fuzz.entries`, which is loaded under observation."""
LONGEST = 4000
"""Bytes of a text."""
WORST = 5.0
"""Seconds of processor time that no text may take under observation."""


def guided(atheris: Any, name: str, seconds: int, folder: Path) -> None:
    """Try texts for so long; this ends the process."""
    with atheris.instrument_imports(include=["grundy", "grundy_check"]):
        entries = import_module("tests.promises.fuzz.entries")
    entry = entries.ENTRIES[name]
    known = folder / "texts"
    known.mkdir()
    for number, text in enumerate(entry.texts()):
        (known / str(number)).write_bytes(text)

    def attempt(data: bytes) -> None:
        start = process_time()
        entry.attempt(entries.resealed(data) if name == "certificates" else data)
        assert process_time() - start < WORST, "this took too long"

    limits = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=300", "-rss_limit_mb=4000"]
    atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={folder}/", "-print_final_stats=1", str(known)], attempt)
    atheris.Fuzz()


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("entry", choices=NAMES)
    parser.add_argument("--seconds", type=int, default=300, metavar="N")
    asked = parser.parse_args()
    if find_spec("atheris") is None:
        sys.exit("guided: atheris is not installed here (pip install atheris; CPython 3.11 to 3.13)")
    folder = Path(mkdtemp(prefix="guided-"))
    sys.stdout.write(f"what breaks a promise is kept in {folder}\n")
    sys.stdout.flush()
    guided(import_module("atheris"), asked.entry, asked.seconds, folder)


if __name__ == "__main__":
    main()
