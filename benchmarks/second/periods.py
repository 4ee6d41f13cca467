"""Writes docs/atlas/periods: periods that sweeps proved beyond 2^20 heaps, each found again by a program in C++.

    grundy sweep @codes.txt --to 20000000 --work 10^10 --out codes.jsonl
    python benchmarks/second/periods.py FOLDER codes.jsonl ...      certificates lie in FOLDER as CODE.cert

octal.cpp computes every value exactly and proves the period by Guy and Smith's window; codes with the values of another
one (`sequences.reduced_code`) are compared with it value by value, by the definition, to heap 3000. What the program
said is kept in build/second, as it takes minutes. Nothing is written where both sides differ. Published periods are
held against what is published.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from benchmarks.atlas import ATLAS, FOUR, OCTAL_FIRST, now, write  # noqa: E402  # found by the line before

from grundy.core import read_code  # noqa: E402
from grundy.notation import read_ruleset  # noqa: E402
from grundy.sequences import reduced_code  # noqa: E402
from grundy.workflows.computing.sweep_file import read_sweep  # noqa: E402
from grundy.workflows.computing.values import heap_values  # noqa: E402

FOLDER, BUILT, COMPARED, TERMS = "periods", HERE.parents[1] / "build" / "second", 3000, 32
SPARE, ROUND = 100, 100_000
"""Heaps behind the window, whatever is taken; the last heap is a multiple of this."""
Fields = dict[str, Any]


def asked(code: str, last: int, *words: str) -> str:
    """Return what the program says of a code, from an earlier run where there is one."""
    BUILT.mkdir(parents=True, exist_ok=True)
    kept, program = BUILT / f"{code}-{last}.txt", BUILT / "octal"
    if kept.exists():
        return kept.read_text(encoding="ascii")
    if not program.exists():
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, HERE / "octal.cpp"], check=True)
    text = subprocess.run([program, code, str(last), *words], check=True, capture_output=True, text=True).stdout
    kept.write_text(text, encoding="ascii")
    return text


def facts(folder: Path, files: list[str]) -> Iterator[Fields]:
    """Yield the periods of the proved lines of sweeps."""
    lines = {
        line["ruleset"]: line for file in files for line in read_sweep(Path(file))[1] if line["status"] == "proved"
    }
    for code, line in sorted(lines.items()):
        fewer, n0, p = str(reduced_code(read_code(code))), line["preperiod"], line["period"]
        last = -(-(2 * (n0 + p) + SPARE) // ROUND) * ROUND
        published = fewer in OCTAL_FIRST
        found = "" if published else asked(fewer, last)
        if not published and f": period {p} from {n0}, largest value {line['max_value']}," not in found:
            sys.exit(f"{code}: the package finds {p} from {n0}, octal.cpp: {found}")
        small = {re.findall("crc32 (.*)", asked(one, COMPARED, "plain"))[0] for one in (code, fewer)}
        if len(small) != 1:
            sys.exit(f"{code} and {fewer} differ below heap {COMPARED}")
        told = f"benchmarks/second: octal {fewer} {last} computes every value and proves the same"
        evidence = {"second": f"the published period of {fewer} is the same" if published else told}
        crc = {} if published else {"crc32_of_16_bit_values": re.findall("crc32 ([0-9a-f]{8})", found)[0]}
        kept: dict[str, str] = {}
        certificate = folder / f"{code}.cert"
        if code != fewer:
            evidence["second"] += f"; {code} has the values of {fewer}, as its other options add none"
        if certificate.exists():
            evidence["certificate"] = certificate.name
            (ATLAS / FOLDER).mkdir(parents=True, exist_ok=True)
            shutil.copy(certificate, ATLAS / FOLDER)
            kept[certificate.name] = sha256(certificate.read_bytes()).hexdigest()
        yield {
            "id": f"{FOLDER}/{code}",
            "claim": f"{code} has period {p} from heap {n0} on",
            "data": {
                "kind": "period",
                "ruleset": code,
                "preperiod": n0,
                "period": p,
                "saltus": 0,
                "last_exception": n0 - 1,
                "max_value": line["max_value"],
                "theorem": line["theorem"],
                "checked_to": line["checked_to"],
            }
            | crc,
            "command": f"grundy period {code} --to {max(last, 1 << 21)}",
            "evidence": evidence,
            "files": kept,
            "first": OCTAL_FIRST.get(fewer, FOUR),
            "terms": [int(value) for value in heap_values(read_ruleset(code), TERMS - 1)],
        }


def main(words: list[str]) -> None:
    """Write the manifest."""
    if len(words) < 2:
        sys.exit(__doc__)
    shared = now() | {"milliseconds": None, "oeis": "no entry found"}
    write(
        FOLDER,
        "Periods of octal codes that begin beyond the reach of the first sweep",
        shared,
        facts(Path(words[0]), words[1:]),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
