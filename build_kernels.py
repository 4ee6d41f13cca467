"""Kernels made ready before anybody calls them: `python build_kernels.py LEVELS`.

Run when the package is built (`hatch_build.py`); `grundy.kernels.compiled` finds what was made. LEVELS is `host`,
`all`, or levels with commas between them. numba compiles for one processor in one process, so each level has processes
of its own; what is ready already is loaded instead.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from grundy.core import Bits, Checked, Sum, facet
from grundy.kernels import compiled
from grundy.kernels.compiled import FEATURES, LEVELS, READY, code_level, digest, host_level, kept_code, level_of
from grundy.kernels.ready import names_of
from grundy.kernels.sealed import has_compiler

LONG = ["boards.misere_proofs", "boards.proof_parts"]
"""Modules whose kernels, with the rules, take about as long to compile as all others."""
RULES = (
    *("arc-kayles: 0-1 1-2 2-0", "arc-kayles: cycle(64)", "arc-kayles: cycle(127)", "arc-kayles: cycle(190)"),
    *("chomp: 3,3", "cram: 3x4", "cram: 8x8", "cram: 9x15", "cram: 14x14"),
    *("geography: grid(3x4) @ 0", "geography(edges=true): grid(2x3) @ 0", "nimstring: 2x2", "nogo: 3x3"),
    *("node-kayles: 0-1 1-2 2-0", "node-kayles: cycle(64)", "node-kayles: cycle(127)", "node-kayles: cycle(190)"),
    *("node-kayles: grid(3x3)", "node-kayles: grid(8x8)", "node-kayles: grid(9x15)", "node-kayles: grid(14x14)"),
    *("poset: a<b", "queens: 4x4", "queens: 8x8", "queens: 9x15", "queens: 14x14", "sprouts: 5"),
)
"""A position of each rule over words; one of any other size has the same code."""


def levels_of(words: str) -> list[str]:
    """Return the levels that `host`, `all` or names mean here; none for a processor without levels."""
    from llvmlite import binding

    features = {name for name, has in binding.get_host_cpu_features().items() if has}
    host = level_of(features, platform.machine())
    if words == "all" and host in LEVELS:
        return list(LEVELS)
    return [*filter(None, [host])] if words in {"all", "host"} else words.split(",")


def make(levels: Sequence[str]) -> None:
    """Compile all kernels for these levels into the package.

    As many processes as there are processors run side by side. Raises `subprocess.CalledProcessError` where one fails.
    """
    for old in READY.glob("*/"):
        if old.name != digest():
            shutil.rmtree(old, ignore_errors=True)  # another build may remove it at the same time
    shares = "rules", "others"
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done in [pool.submit(_make, level, share) for level in levels for share in shares]:
            done.result()


def _make(level: str, share: str) -> None:
    """Have a process compile a share into the package."""
    settings = {"NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": FEATURES.get(level, "")}
    settings["PYTHONHASHSEED"] = "0"  # built twice, the same bytes
    subprocess.run([sys.executable, __file__, "--share", share], check=True, env=os.environ | settings)  # noqa: S603  # ourselves


def _compile(share: str) -> None:
    """Compile a share of the kernels, unless they are ready."""
    from grundy.kernels.heaps import calls
    from grundy.kernels.lookup import host_lookup
    from grundy.kernels.typed import kernel_code

    long = names_of(*LONG)
    for name in long if share == "rules" else sorted({*names_of()} - {*long}):
        kept_code(name, partial(kernel_code, name))
    if share == "rules":
        _compile_rules()
        return
    calls.sifter(calls.way_of(code_level()))
    if code_level() == host_level():  # the fastest way of this processor too
        calls.sifter(host_lookup())


def _compile_rules() -> None:
    """Compile the rules of games, and those of their certificates."""
    from grundy.notation.reader import read_game
    from grundy.search import DeepSearch

    for text in RULES:
        ruleset, position = read_game(text).part(0)
        checked = facet(ruleset, Checked).checked(Sum.of([position]))
        words = None if checked is None else checked.words()
        for packed in (facet(ruleset, Bits).packed(position), None if words is None else words.packed):
            if packed is not None:
                DeepSearch(ruleset.name, packed)


if __name__ == "__main__":
    if sys.argv[1] == "--share":
        compiled.BUILDING = True
        _compile(sys.argv[2])
    elif not has_compiler():
        sys.exit("the kernels cannot be compiled: numba and llvmlite are missing\nhelp: pip install numba llvmlite")
    else:
        make(levels_of(sys.argv[1]))
        print(f"kernels {digest()} ready in {READY}")  # noqa: T201
