"""Forged and changed certificates by the thousand through both checkers, which must say the same of each.

    python -m tests.promises.checker.soak_formal formal/check 200000 --seed 1000 --record verdicts.txt

Seeds are counted up from the first, 500 certificates each; a record has a line for every seed that is done, and a run
goes on behind it. Where they differ the exit code is 1, and the certificate lies in the folder of the record.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.promises.checker.forged import SORTS
from tests.promises.checker.forged_lengths import lengths
from tests.promises.checker.test_tampering import SAMPLES, tampered
from tests.unit.check.sealed import Data, seal

from grundy_check import check

SLICE = 500
COVERED = {"graph", "nim", "take-break", "subtraction", "automaton", "cram", "chomp", "node-kayles"}


def drawn(rng: random.Random) -> Data:
    """A forged or a changed certificate of a family that both checkers know."""
    while True:
        kind = rng.random()
        if kind < 0.005:  # they take a hundred times as long as the others
            return lengths(rng)
        data = tampered(SAMPLES[rng.choice([*SAMPLES])], rng) if kind < 0.5 else SORTS[rng.choice([*SORTS])](rng)
        game = data[0].get("game")
        if isinstance(game, dict) and game.get("family") in COVERED:
            return data


def one_slice(native: Path, seed: int, kept: Path) -> Counter[str]:
    """Count the verdicts of one seed; where they differ the certificate is kept, and counted as "different"."""
    rng, counts = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / str(number) for number in range(SLICE)]
        for file in files:
            file.write_bytes(seal(*drawn(rng)))
        done = subprocess.run([native, "--seconds", "60", *files], capture_output=True, text=True, check=False)
        theirs = re.findall(r"^\S+: ([A-Z]+)", done.stdout, re.MULTILINE)
        for file, their in zip(files, theirs, strict=True):
            our = check(str(file), seconds=60).status
            counts[our if our == their else "different"] += 1
            if our != their:
                (kept / f"{our}-{their}-{seed}-{file.name}.cert").write_bytes(file.read_bytes())
    return counts


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("native", type=Path, help="the native checker")
    parser.add_argument("count", type=int, help="so many certificates in all")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument(
        "--record", type=Path, default=Path("verdicts.txt"), help="one line for every seed that is done"
    )
    given = parser.parse_args()
    before = given.record.read_text(encoding="utf-8").splitlines() if given.record.exists() else []
    done = {int(line.split()[0]) for line in before}
    for seed in range(given.seed, given.seed + -(-given.count // SLICE)):
        if seed not in done:
            counts = one_slice(given.native.resolve(), seed, given.record.resolve().parent)
            with given.record.open("a", encoding="utf-8") as file:
                file.write(f"{seed} {' '.join(f'{status} {count}' for status, count in sorted(counts.items()))}\n")
    total = Counter[str]()
    for line in given.record.read_text(encoding="utf-8").splitlines():
        words = line.split()[1:]
        total.update({status: int(count) for status, count in zip(words[::2], words[1::2], strict=True)})
    print(f"{total.total()} certificates:", *(f"{status} {count}" for status, count in sorted(total.items())))  # noqa: T201
    sys.exit(1 if total["different"] else 0)


if __name__ == "__main__":
    main()
