"""Writes the manifests of the atlas from what the program answers.

    python benchmarks/atlas.py periods
    python benchmarks/atlas.py quotients quotients.jsonl      of `grundy sweep w.xyz --misere --out quotients.jsonl`
    python benchmarks/atlas.py boards
    python benchmarks/atlas.py published
    python benchmarks/atlas.py drafts

What was computed for a fact before is kept where the fact has not changed, so a run that was stopped goes on.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import Any

from grundy.certificates import Certificate
from grundy.core import GrundyError, Limits, Meter
from grundy.notation import read_ruleset
from grundy.storage.formats import FORMATS
from grundy.workflows.computing.period import known_periods, proved_period
from grundy.workflows.computing.sweep_file import read_sweep
from grundy.workflows.computing.values import heap_values
from grundy.workflows.keeping.facts import FORMAT, MANIFEST, NO_ENTRY, read_facts
from grundy.workflows.library.evidence import check_certificate
from grundy.workflows.proving.periods import certify_period

ATLAS = Path(__file__).parents[1] / "docs" / "atlas"
TERMS = 32
"""Terms of a sequence by which a fact is found."""
CHECKED = 2.0
"""Seconds for the checker on one certificate that is made for it, and for finding the period again."""
Fields = dict[str, Any]


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def now() -> Fields:
    """Return the fields that all facts of today share."""
    return {"version": version("grundy"), "date": datetime.now(UTC).date().isoformat(), "processor": processor()}


def write(name: str, about: str, shared: Fields, facts: Iterable[Fields]) -> None:
    """Write the manifest of a folder, a line for every fact."""
    folder = ATLAS / name
    folder.mkdir(parents=True, exist_ok=True)
    header = {"format": FORMAT, "version": FORMATS[FORMAT], "about": about, "shared": shared}
    lines = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in (header, *facts)]
    (folder / MANIFEST).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{name}: {len(lines) - 1} facts, {sum(1 for _ in read_facts(ATLAS))} in all")


def earlier(name: str) -> dict[str, Fields]:
    """Return the facts of a manifest as they were written before, by their ids."""
    path = ATLAS / name / MANIFEST
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return {line["id"]: line for line in lines}


# periods of octal codes

SEEN = {"source": "A. Flammenkamp's tables of octal games", "mark": "second-hand"}
OCTAL_FIRST: Fields = {
    "0.77": {"source": "R. K. Guy and C. A. B. Smith, The G-values of various games, 1956", "mark": "second-hand"},
    "0.07": {"source": "R. K. Guy and C. A. B. Smith, The G-values of various games, 1956", "mark": "second-hand"},
    "0.137": {"source": "R. K. Guy and C. A. B. Smith, The G-values of various games, 1956", "mark": "second-hand"},
    "0.156": {"source": "J. C. Kenyon, 1967, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.165": {"source": "R. B. Austin, 1976, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.356": {"source": "R. B. Austin, 1976, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.644": {"source": "R. B. Austin, 1976, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.16": {"source": "A. Gangolli and T. Plambeck, IJGT 18 (1989) 311-320 (OEIS A071436)", "mark": "second-hand"},
    "0.56": {"source": "A. Gangolli and T. Plambeck, IJGT 18 (1989) 311-320 (OEIS A071464)", "mark": "second-hand"},
    "0.127": {"source": "A. Gangolli and T. Plambeck, IJGT 18 (1989) 311-320", "mark": "second-hand"},
    "0.376": {"source": "A. Gangolli and T. Plambeck, IJGT 18 (1989) 311-320", "mark": "second-hand"},
    "0.354": {"source": "A. Flammenkamp, 2002, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.454": {"source": "A. Flammenkamp, named in OEIS A071509", "mark": "second-hand"},
    "0.106": {"source": "A. Flammenkamp's table of octal games", "mark": "memory"},
    "0.104": {"source": "A. Flammenkamp's table of octal games", "mark": "memory"},
    "0.054": {"source": "A. Flammenkamp's table of octal games", "mark": "memory"},
}
"""Code -> who was first, where it is known to us."""
THREE: Fields = {"source": "the tables of A. Flammenkamp cover all codes of three digits", "mark": "second-hand"}
FOUR: Fields = {"not_found_in": "the sources that were searched for four-digit codes; none lists them systematically"}


def periods() -> Iterator[Fields]:
    """Yield the proved periods of the table that the package ships, found again and checked where quick."""
    from grundy.neighbours import oeis_entries

    known = earlier("octal")
    for number, (code, found) in enumerate(known_periods().items()):
        name = f"octal/{code}"
        data = {"kind": "period", "ruleset": code, "preperiod": found.preperiod, "period": found.period, "saltus": 0}
        data["max_value"] = found.max_value
        if known.get(name, {}).get("data") == data and known[name].get("milliseconds") is not None:
            yield known[name]
            continue
        rules, start = read_ruleset(code), process_time()
        again, second = _found_twice(code)
        entries = [entry.number for entry in oeis_entries(rules) if entry.what == "values"]
        where = f"from heap {found.preperiod} on"
        first = OCTAL_FIRST.get(code, THREE if len(code) <= 5 else FOUR)
        evidence = {"second": second} if again else {"proof": "the sweep that made the table of the package"}
        yield {
            "id": name,
            "claim": f"{code} has period {found.period} {where}",
            "data": data,
            "command": f"grundy period {code}",
            "milliseconds": round(1000 * (process_time() - start)) if again else None,
            "evidence": evidence,
            "first": first,
            "oeis": entries[0] if entries else NO_ENTRY,
            "terms": [int(value) for value in heap_values(rules, TERMS - 1)],
        }
        if number % 200 == 0:
            print(f"{number} codes", file=sys.stderr, flush=True)


def _found_twice(code: str) -> tuple[bool, str]:
    """Return whether the period of the table is found again, and how the checker was asked."""
    rules, known = read_ruleset(code), known_periods()[code]
    try:
        found = proved_period(rules, 1 << 16, Meter(Limits(CHECKED)))
        if found is None or (found.preperiod, found.period) != (known.preperiod, known.period):
            return False, ""
        certificate: Certificate = certify_period(rules, found, Meter(Limits(CHECKED)))
        verdict = check_certificate(certificate, limits=Limits(seconds=CHECKED))
    except GrundyError:
        return False, ""
    told = "the checker computed the values by its own rules and accepted a certificate"
    return True, told if verdict.status == "ACCEPTED" else "the table and the period found anew agree"


# misere quotients


def quotients(paths: list[str]) -> Iterator[Fields]:
    """Yield the quotients of the lines of sweeps; of two lines of a code the one that knows more."""
    lines: dict[str, Fields] = {}
    for path in paths:
        for line in read_sweep(Path(path))[1]:
            code = line["ruleset"]
            if line["order"] is not None and (code not in lines or _known(line) > _known(lines[code])):
                lines[code] = line
    for code, line in sorted(lines.items()):
        reason = line.pop("reason", "")
        kind = "tame" if line["tame"] else "not tame"
        if line["status"] == "proved":
            where = f"for all heaps; the images of the heaps have period {line['period']} from {line['preperiod']} on"
        else:
            where = f"for the heaps 0 to {line['to']}, no period proved"
        yield {
            "id": f"quotient/{code}",
            "claim": f"in misere play {code} has a quotient of order {line['order']}, {kind}, {where}",
            "data": {"kind": "quotient", **line} | ({"limit": reason} if reason else {}),
            "command": f"grundy misere {code}" + ("" if line["status"] == "proved" else f" --to {line['to']}"),
        }


def _known(line: Fields) -> tuple[bool, int]:
    return line["status"] == "proved", line["to"]


QUOTIENTS_FIRST: Fields = {
    "not_found_in": "the store of public pages; no complete table of three-digit codes; single ones in T. E. Plambeck "
    "2005 and T. E. Plambeck and A. N. Siegel 2008 (second-hand)"
}


def main(words: list[str]) -> None:
    """Write a manifest."""
    match words:
        case ["periods"]:
            about = "Proved periods of octal codes of up to four digits"
            write("octal", about, now(), list(periods()))
        case ["quotients", *paths] if paths:
            about = "Misere quotients of octal codes of up to three digits"
            evidence = {"proof": "the transition algebra shows every sum of these heaps right, heap by heap"}
            shared = now() | {"evidence": evidence, "first": QUOTIENTS_FIRST, "milliseconds": None, "oeis": None}
            write("quotient", about, shared, list(quotients(paths)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
