"""Writes grundy_atlas/data/periods: periods that sweeps proved beyond 2^20 heaps, each found again by a program in C++.

    grundy sweep @codes.txt --to 20000000 --work 10^10 --out codes.jsonl
    python benchmarks/second/periods.py FOLDER codes.jsonl ...      certificates lie in FOLDER as CODE.cert

octal.cpp computes every value exactly and proves the period by Guy and Smith's window; codes with the values of another
one, perhaps some heaps later (`sequences.standard_form`), are compared with it value by value, by the definition, to
heap 3000. The results of the program are kept in build/second, as it takes minutes. Nothing is written where both sides
differ. Published periods are compared with the publications. Facts that were written before stay.
"""

from __future__ import annotations

import json
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

from benchmarks.atlas import ATLAS, earlier, now, write, write_sources  # noqa: E402  # found by the line before
from benchmarks.atlas_sources import FOUR, OCTAL_FIRST  # noqa: E402

from grundy.core import read_code  # noqa: E402
from grundy.sequences import code_values, standard_form  # noqa: E402
from grundy.workflows.computing.sweep import read_sweep  # noqa: E402
from grundy_atlas.drafts import NO_ENTRY  # noqa: E402

FOLDER, BUILT, COMPARED, TERMS = "periods", HERE.parents[1] / "build" / "second", 3000, 32
SPARE, ROUND = 100, 100_000
"""Heaps after the window, for all rules; the last heap is a multiple of this."""
GOLDEN = json.loads((HERE.parents[1] / "tests" / "golden" / "octal_periods.json").read_text(encoding="utf-8"))["games"]
Fields = dict[str, Any]


def asked(code: str, last: int, *words: str) -> str:
    """Return the result of the program for a code, from an earlier run if there was one."""
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
    """Yield the periods of the proved lines of sweeps; of those with published values these are the second method."""
    lines = {
        line["ruleset"]: line for file in files for line in read_sweep(Path(file))[1] if line["status"] == "proved"
    }
    swept = earlier("octal")
    published = {standard_form(read_code(code)): code for code in OCTAL_FIRST}
    for code, line in sorted(lines.items()):
        if f"octal/{code}" in swept:
            continue
        form, n0, p = standard_form(read_code(code)), line["preperiod"], line["period"]
        fewer, last = str(form.code), -(-(2 * (n0 + p) + SPARE) // ROUND) * ROUND
        source = next((name for other, name in published.items() if other.code == form.code), None)
        crc: Fields = {}
        if source is not None:
            later = form.shift - standard_form(read_code(source)).shift
            if (n0 - later, p) != (GOLDEN[source]["preperiod"], GOLDEN[source]["period"]):
                sys.exit(f"{code}: the package finds {p} from {n0}, published is {GOLDEN[source]} for {source}")
            told = f"the published period of {source} is the same"
            by = source
        else:
            told, later = "", form.shift
            by = next((other for other in lines if standard_form(read_code(other)) == (form.code, 0)), fewer)
            found = asked(by, last)
            if f": period {p} from {n0 - later}, largest value {line['max_value']}," not in found:
                sys.exit(f"{code}: the package finds {p} from {n0}, octal.cpp: {found}")
            told = f"benchmarks/second: octal {by} {last} computes every value and proves the same"
            crc = {"crc32_of_16_bit_values": re.findall("crc32 ([0-9a-f]{8})", found)[0]}
        evidence = {"second": told}
        if code != by:
            _compared(code, by, later)
            moved = f", {abs(later)} {'later' if later > 0 else 'earlier'}" if later else ""
            evidence["second"] += f"; {code} has its values to heap {COMPARED}{moved}"
        kept: dict[str, str] = {}
        certificate = folder / f"{code}.cert"
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
            "terms": [int(value) for value in code_values(read_code(code), TERMS - 1)],
        }


def _compared(code: str, by: str, later: int) -> None:
    """End the work where a value of a small heap is not that of another code so many heaps before."""
    ours, others = (code_values(read_code(one), COMPARED) for one in (code, by))
    both = range(max(0, later), COMPARED + min(0, later))
    if any(ours[: max(0, later)]) or any(ours[heap] != others[heap - later] for heap in both):
        sys.exit(f"{code} and {by} differ below heap {COMPARED}")


def main(words: list[str]) -> None:
    """Write the manifest."""
    if len(words) < 2:
        sys.exit(__doc__)
    shared = now() | {"milliseconds": None, "first": FOUR, "oeis": NO_ENTRY}
    write(
        FOLDER,
        "Periods of octal codes that begin beyond the reach of the first sweep",
        shared,
        {**earlier(FOLDER), **{fact["id"]: fact for fact in facts(Path(words[0]), words[1:])}}.values(),
    )
    write_sources()


if __name__ == "__main__":
    main(sys.argv[1:])
