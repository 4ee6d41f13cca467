"""Writes the manifests of the atlas from what the program answers.

    python -m benchmarks.atlas periods
    python -m benchmarks.atlas quotients quotients.jsonl      of `grundy sweep w.xyz --misere --out quotients.jsonl`
    python -m benchmarks.atlas certificates FOLDER            of quotients, CODE.cert each, made by `grundy misere`
    python -m benchmarks.atlas open sweep.jsonl code.journal   of sweeps, and of `grundy period --journal`
    python -m benchmarks.atlas codes
    python -m benchmarks.atlas laws
    python -m benchmarks.atlas boards
    python -m benchmarks.atlas sources                        who was first, and OEIS numbers, for all facts again
    python -m benchmarks.atlas drafts

Results are kept for facts that have not changed, so a run that was stopped can continue.
"""

from __future__ import annotations

import csv
import json
import platform
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from itertools import chain, product
from pathlib import Path
from shutil import copyfile
from time import process_time
from typing import Any, NamedTuple

from benchmarks.atlas_sources import FOUR, OCTAL_FIRST, with_sources

from grundy.certificates import Certificate
from grundy.core import Budget, GrundyError, Limits, read_code
from grundy.notation import read_family, read_ruleset
from grundy.patterns.tail_periods import find_tail_periods
from grundy.sequences import code_values, standard_form
from grundy.storage.formats import FORMATS
from grundy.workflows.claims import check_claim
from grundy.workflows.computing.period import known_periods, proved_period
from grundy.workflows.computing.sweep import read_sweep
from grundy.workflows.computing.values import heap_values
from grundy.workflows.exploring.oeis_entries import oeis_table
from grundy.workflows.library.evidence import check_certificate, claim_certificate
from grundy.workflows.library.solution import deep_search
from grundy.workflows.persistence.facts import FORMAT, MANIFEST, read_facts
from grundy.workflows.proving.periods import certify_period, certify_tails
from grundy.workflows.searching.question import Want
from grundy_atlas import Atlas, certified, fact_b_file, fact_draft
from grundy_atlas.drafts import NO_ENTRY

ATLAS = Path(__file__).parents[1] / "packages" / "grundy-atlas" / "src" / "grundy_atlas" / "data"
TERMS = 32
"""Terms of a sequence by which a fact is found."""
CHECKED = 600.0
"""Seconds on the clock for the checker on one certificate that is made for it, and for finding the period again."""
ALONE = 3000
"""So many values are checked for every code; what needs more, once for all codes with those values."""
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
    """Write the manifest of a folder, a line for every fact, without what is shared."""
    folder = ATLAS / name
    folder.mkdir(parents=True, exist_ok=True)
    alone = [{key: value for key, value in fact.items() if shared.get(key, ...) != value} for fact in facts]
    header = {"format": FORMAT, "version": FORMATS[FORMAT], "about": about, "shared": shared}
    lines = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in (header, *alone)]
    (folder / MANIFEST).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{name}: {len(lines) - 1} facts, {sum(1 for _ in read_facts(ATLAS))} in all")


def write_each(name: str, about: str, shared: Fields, facts: Iterable[Fields]) -> None:
    """Write the manifest of a folder after every fact, with those written before that are not there yet."""
    done: dict[str, Fields] = {}
    for fact in facts:
        done[fact["id"]] = fact
        left = [one for number, one in earlier(name).items() if number not in done]
        write(name, about, shared, [*done.values(), *left])


def earlier(name: str) -> dict[str, Fields]:
    """Return the facts of a manifest as they were written before, by their ids."""
    path = ATLAS / name / MANIFEST
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return {line["id"]: line for line in lines}


def read_manifests() -> dict[str, tuple[Fields, list[Fields]]]:
    """Return the header and the facts of every manifest, with the fields that they share, by the name of the folder."""
    found = {}
    for path in sorted(ATLAS.glob(f"*/{MANIFEST}")):
        head, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        found[path.parent.name] = head, [line | (head["shared"] | line) for line in lines]  # in the order of the line
    return found


def write_sources() -> None:
    """Derive who was first and the OEIS number of every fact from all facts, and write the manifests."""
    manifests = read_manifests()
    facts = iter(with_sources(fact for _, lines in manifests.values() for fact in lines))
    for name, (head, lines) in manifests.items():
        write(name, head["about"], head["shared"], [next(facts) for _ in lines])


# periods of octal codes

SWEPT = "the sweep that made the table of the package"
"""What proved a period that the checker was not brought to accept."""


def periods() -> Iterator[Fields]:
    """Yield the proved periods of the table of the package, found again and checked, not those of `second`."""
    known, elsewhere = earlier("octal"), earlier("periods")
    for number, (code, found) in enumerate(known_periods().items()):
        name = f"octal/{code}"
        if f"periods/{code}" in elsewhere:
            continue
        data = {"kind": "period", "ruleset": code, "preperiod": found.preperiod, "period": found.period, "saltus": 0}
        data["max_value"] = found.max_value
        if known.get(name, {}).get("data") == data and known[name].get("milliseconds") is not None:
            yield known[name]
            continue
        rules, start = read_ruleset(code), process_time()
        second = _found_twice(code)
        where = f"from heap {found.preperiod} on"
        evidence = {"second": second} if second else {"proof": SWEPT}
        yield {
            "id": name,
            "claim": f"{code} has period {found.period} {where}",
            "data": data,
            "command": f"grundy period {code}",
            "milliseconds": round(1000 * (process_time() - start)) if second else None,
            "evidence": evidence,
            "terms": [int(value) for value in heap_values(rules, TERMS - 1)],
        }
        if number % 200 == 0:
            print(f"{number} codes", file=sys.stderr, flush=True)


def _found_twice(code: str) -> str:
    """Return the command by which the checker accepted the period of the table; empty if it did not."""
    n0, p, _ = known_periods()[code]
    if 2 * n0 + p <= ALONE:
        return f"the checker {ACCEPTED}" if _accepted(code) == (n0, p) else ""
    form, later = standard_form(read_code(code))
    if _accepted(str(form)) != (n0 - later, p):
        return ""
    values = code_values(read_code(code), ALONE)
    if any(values[:later]) or list(values[later:]) != list(code_values(form, ALONE - later)):
        sys.exit(f"{code} has not the values of {form}, {later} later")
    moved = f", {later} later" if later else ""
    if str(form) == code:
        return f"the checker {ACCEPTED}"
    return f"the checker {ACCEPTED} of {form}; {code} has its values{moved} (sequences/standard_form.py; to {ALONE})"


@cache
def _accepted(code: str) -> tuple[int, int] | None:
    """Return the period of a code, found again and accepted by the checker, or None."""
    rules = read_ruleset(code)
    try:
        found = proved_period(rules, 1 << 20, Budget(Limits(CHECKED)))
        if found is None:
            return None
        certificate: Certificate = certify_period(rules, found, Budget(Limits(CHECKED)))
        verdict = check_certificate(certificate, limits=Limits(seconds=CHECKED))
    except GrundyError:
        return None
    return (found.preperiod, found.period) if verdict.status == "ACCEPTED" else None


ACCEPTED = "computed the values by its own rules and accepted a certificate"
"""What the checker did."""

# misere quotients


def quotients(paths: list[str]) -> Iterator[Fields]:
    """Yield the quotients written before and those of the lines of sweeps; of one code the one that knows more."""
    known = earlier("quotient")
    lines: dict[str, Fields] = {}
    for path in paths:
        for line in read_sweep(Path(path))[1]:
            code = line["ruleset"]
            before = lines.get(code) or known.get(f"quotient/{code}", {}).get("data")
            if line["order"] is not None and (before is None or _known(line) > _known(before)):
                lines[code] = line
    yield from (fact for name, fact in known.items() if name.removeprefix("quotient/") not in lines)
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
            **now(),
        }


def _known(line: Fields) -> tuple[bool, int]:
    return line["status"] == "proved", line["to"]


def certified_quotients(folder: Path) -> Iterator[Fields]:
    """Yield the quotients as they were written before, those with the checker's consent with their certificates.

    A certificate that the checker does not accept ends the work.
    """
    for name, fact in earlier("quotient").items():
        path = folder / f"{fact['data']['ruleset']}.cert"
        if path.exists():
            verdict = check_certificate(path, limits=Limits(seconds=60))
            if verdict.status != "ACCEPTED" or (reason := certified({"kind": "quotient", **fact["data"]}, path)):
                sys.exit(f"{name}: {verdict.status} {verdict.reason or reason}")
            kept = ATLAS / "quotient" / path.name
            copyfile(path, kept)
            fact["files"] = {kept.name: sha256(kept.read_bytes()).hexdigest()}
            fact["evidence"] = {**QUOTIENTS_PROVED, "certificate": kept.name}
        yield fact


QUOTIENTS_PROVED: Fields = {"proof": "the transition algebra shows every sum of these heaps right, heap by heap"}
QUOTIENTS_ABOUT = "Misere quotients of octal codes of up to three digits"

# laws of P-positions

LAWS_ABOUT = "Laws of P-positions of rules on one heap, guessed from small heaps and proved for all"
LAWS_KEPT = 100
LAW_TABLE = Path(__file__).parents[1] / "docs" / "lookup" / "hundred-laws.csv"
LAW_HEAD = ("law", "rule", "P-positions", "the checker reads", "bytes", "known", "OEIS")
GOLOMB: Fields = {
    "source": "S. W. Golomb, A mathematical investigation of games of take-away, 1966 (every finite set has a period)",
    "mark": "memory",
}
OWN_TABLE: Fields = {"not_found_in": "the table of the OEIS in this package, by the first values and P-positions"}
SMALL = 240
"""Heaps by which a law is guessed."""


def laws() -> Iterator[Fields]:
    """Yield laws of rules on one heap that `grundy claim` proves, each guessed from the heaps below a bound."""
    found, known = 0, {fact["data"]["ruleset"]: fact for fact in earlier("laws").values()}
    for rule, first in _law_rules():
        if found == LAWS_KEPT:
            return
        claim = known[rule]["data"]["claim"] if rule in known else _law(rule)
        if not claim:
            continue
        begun = process_time()
        verdict = check_claim(read_ruleset(rule), claim, SMALL)
        if verdict.verdict != "proved":
            continue
        found += 1
        path = ATLAS / "laws" / f"{found}.cert"
        claim_certificate(verdict).write(path)
        if (checked := check_certificate(path)).status != "ACCEPTED":
            sys.exit(f"{rule}: {checked.status} {checked.reason}")
        files = {"files": {path.name: sha256(path.read_bytes()).hexdigest()}}
        if rule in known:
            evidence = {"evidence": known[rule]["evidence"] | {"certificate": path.name}}
            yield known[rule] | {"id": f"laws/{found}"} | evidence | files
            continue
        values = [int(value) for value in heap_values(read_ruleset(rule), TERMS - 1)]
        yield {
            "id": f"laws/{found}",
            "claim": f"{rule}: {claim}",
            "data": {"kind": "claim", "ruleset": rule, "claim": claim, "verdict": "proved"},
            "command": f'grundy claim "{rule}" "{claim}"',
            "milliseconds": round(1000 * (process_time() - begun)),
            "evidence": {
                "proof": f"{' '.join(str(verdict.theorem).split())}; the heaps to {SMALL} agree",
                "certificate": path.name,
            },
            **files,
            "first": first,
            "oeis": _entry(rule, values),
            "terms": values,
        }


def write_law_table() -> None:
    """Write the table of the page about laws: each rule with its law, its certificate and the source searched."""
    with LAW_TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(LAW_HEAD)
        for number, fact in enumerate(earlier("laws").values(), 1):
            path = ATLAS / "laws" / fact["evidence"]["certificate"]
            read = "law" in json.loads(path.read_text(encoding="ascii").partition("\n")[0])["claim"]
            law, form = fact["data"]["claim"].removesuffix(" from 0"), "formula" if read else "automaton"
            known = "any finite set: Golomb 1966" if "source" in fact["first"] else "not found"
            table.writerow([number, fact["data"]["ruleset"], law, form, path.stat().st_size, known, fact["oeis"]])


def _entry(rule: str, values: list[int]) -> str:
    """Return the entry in the table of the OEIS of the package that begins with the values or P-positions of a rule."""
    lost = [n for n, value in enumerate(heap_values(read_ruleset(rule), 16 * TERMS)) if value == 0]
    for entry in chain.from_iterable(oeis_table().values()):
        terms = list(entry.terms[:16])
        first = max(0, entry.offset + entry.shift)
        if len(terms) == 16 and terms in (values[first : first + 16], lost[:16], lost[1:17]):
            return entry.number
    return NO_ENTRY


def _law_rules() -> Iterator[tuple[str, Fields]]:
    """Yield rules in notation with what is known of their source."""
    for c in range(1, 13):
        yield f"take k where 2 * k <= n + {c}", OWN_TABLE
    for m in range(3, 13):
        for r in range(1, m):
            yield f"take k where k % {m} == {r}", OWN_TABLE
    for most in range(3, 8):
        for r in range(2):
            yield f"take k where k <= {most} and (n - k) % 2 == {r}", OWN_TABLE
    for a in range(2, 8):
        for b in range(a + 1, 10):
            yield f"take {{{a}, {b}, {a + b + 1}}}", GOLOMB


def _law(rule: str) -> str:
    """Return a claim about the P-positions of a rule that the small heaps suggest, or ""."""
    lost = [n for n, value in enumerate(heap_values(read_ruleset(rule), SMALL)) if value == 0]
    won = set(range(SMALL + 1)) - set(lost)
    for start, m in product(range(12), range(1, 25)):
        rests = sorted({n % m for n in lost if n >= start})
        if not {n % m for n in won if n >= start} & set(rests):
            text = f"n % {m} in {{{', '.join(map(str, rests))}}}"
            small = ", ".join(str(n) for n in lost if n < start)
            return f"P iff n in {{{small}}} or n >= {start} and {text} from 0" if start else f"P iff {text} from 0"
    shift = lost[1] if len(lost) > 1 else 0
    if lost == [n for n in range(SMALL + 1) if (n + shift) % shift == 0 and ((n + shift) // shift).bit_count() == 1]:
        return f"P iff n % {shift} == 0 and is_power((n + {shift}) // {shift}, 2) from 0"
    return ""


# octal games on graphs with two tails

CODES = ("0.15", "0.26", "0.27", "0.34", "0.53", "0.54", "0.33")
TWO_TAILS = {
    "star-2": ("star(2,b,c)", "stars with rays of 2, b and c vertices"),
    "star-3": ("star(3,b,c)", "stars with rays of 3, b and c vertices"),
    "spider-1-1": ("star(1,1,b,c)", "stars with rays of 1, 1, b and c vertices"),
    "spider-1-2": ("star(1,2,b,c)", "stars with rays of 1, 2, b and c vertices"),
    "teeth-1": (
        "path(4) with b at 1, c at 2",
        "paths with a tooth at each end of an edge, bistars with tails of b and c vertices",
    ),
    "teeth-2": ("path(5) with b at 1, c at 3", "a path with two leaves at distance 2, and ends of b and c vertices"),
}
"""Name -> the family, and in words."""
BY_STARS = (
    "a program that takes the mex of all options of a star in a code (tests/promises/patterns/stars_by_definition.py): "
    "the equations hold in its squares"
)
"""What `pytest -m nightly tests/promises/patterns/test_stars_by_definition.py` sees of every star with three rays."""
CODES_ABOUT = "Octal games on graphs with two tails: periods for all lengths of both"
CODES_SHARED: Fields = {
    "oeis": None,
    "first": {
        "not_found_in": "stored public pages and code, searched in November 2026; L. Beaudou and others, Octal games "
        "on graphs: the game 0.33 on subdivided stars and bistars, Theoretical Computer Science 746 (2018) (abstract "
        "seen)"
    },
}


def codes() -> Iterator[Fields]:
    """Yield the theorems that were written before, and those of more codes, with certificates that were accepted."""
    known = earlier("codes")
    yield from known.values()
    for code in CODES:
        for name, (graph, told) in TWO_TAILS.items():
            if f"codes/{code}-{name}" not in known and (fact := _code_on_graph(code, name, graph, told)):
                yield fact


def _code_on_graph(code: str, name: str, graph: str, told: str) -> Fields | None:
    family, start = read_family(f"{code}: {graph}"), process_time()
    if family is None:
        sys.exit(f"{code}: {graph} has no two lengths")
    found = find_tail_periods(family, LENGTHS)
    spent, regular = round(1000 * (process_time() - start)), found.regular
    if regular is None:
        print(f"{code}: {graph}: no period among {LENGTHS} lengths", file=sys.stderr, flush=True)
        return None
    path, begins = ATLAS / "codes" / f"{code}-{name}.cert", found.exceptions()
    certify_tails(found).write(path)
    verdict = check_certificate(path, limits=Limits(seconds=60))
    if verdict.status != "ACCEPTED":
        sys.exit(f"{path}: {verdict.status} {verdict.reason}")
    where = f"for all b from c = {begins.preperiod} on"
    if begins.preperiod is None:
        where = "beginning later and later as b grows: exceptions for ever along diagonals"
    print(family.name, regular, where, file=sys.stderr, flush=True)
    return {
        "id": f"codes/{code}-{name}",
        "claim": f"{code} on {told} has period {regular.period} in c, {where}",
        "data": {
            "kind": "lengths",
            "family": family.name,
            "period": regular.period,
            "least": regular.least,
            "width": regular.width,
            "preperiod": begins.preperiod,
            "diagonals": list(begins.diagonals),
            "wide": begins.wide,
            "largest": int(found.table.max()),
        },
        "command": f'grundy period "{family.name}"',
        "milliseconds": spent,
        "evidence": {"certificate": path.name} | ({"second": BY_STARS} if name.startswith("star") else {}),
        "files": {path.name: sha256(path.read_bytes()).hexdigest()},
        "terms": found.table[0, :16].tolist(),
    }


LENGTHS = 800
"""The most lengths of a table."""

# codes without a proved period


def open_codes(paths: list[str]) -> Iterator[Fields]:
    """Yield how far codes were looked at without a proof of a period: by sweeps, by journals, and as written before."""
    far = {line["data"]["ruleset"]: line["data"]["to"] for line in earlier("open").values()}
    for path in map(Path, paths):
        if path.suffix == ".journal":
            head, *entries = (json.loads(line) for line in path.read_text(encoding="ascii").splitlines())
            lines = [
                {"ruleset": head["ruleset"], "checked_to": entry["heap"] - 1} for entry in entries if "window" in entry
            ]
        else:
            lines = read_sweep(path)[1]
        for line in lines:
            far[line["ruleset"]] = max(line["checked_to"], far.get(line["ruleset"], 0))
    known = known_periods()
    for code, to in sorted(far.items()):
        if code not in known and code not in OCTAL_FIRST:
            yield {
                "id": f"open/{code}",
                "claim": f"{code} has no period that the values of its heaps to {to} prove",
                "data": {"kind": "open", "ruleset": code, "to": to},
                "command": f"grundy period {code} --to {to}",
            }


OPEN_EVIDENCE: Fields = {"proof": "every value was computed exactly or verified; codes with the same values share it"}

# values of boards, each by two methods


class Boards(NamedTuple):
    """A sequence of games: name, title, notation, first number, last, the two methods, who was first, OEIS, play."""

    name: str
    title: str
    games: str
    first: int
    last: int
    methods: tuple[str, str]
    source: Fields
    oeis: str = NO_ENTRY
    misere: bool = False


NOWHERE: Fields = {"not_found_in": "stored public pages and code, searched in November 2026, and our table of the OEIS"}
MCGS: Fields = {"source": "MCGS computational results, November 2025", "mark": "seen"}
LEMOINE: Fields = {"source": "J. Lemoine and S. Viennot, as MCGS and P. Beling quote them", "mark": "second-hand"}
BROWN: Fields = {"source": "OEIS A316632; Brown et al., Journal of Integer Sequences 23 (2020)", "mark": "seen"}
QUEENS: Fields = {"source": "OEIS A344227; T. A. Jenrich for outcomes", "mark": "seen"}
FAST, PLAIN, WHOLE = ("proof-numbers", "couples"), ("proof-numbers", "definition"), ("auto", "definition")
SEQUENCES = (
    Boards("kings-nxn", "Grundy value of placing kings on an n X n board", "kings: {n}x{n}", 1, 7, FAST, NOWHERE),
    Boards("kings-3xn", "Grundy value of placing kings on a 3 X n board", "kings: 3x{n}", 1, 16, FAST, NOWHERE),
    Boards("kings-4xn", "Grundy value of placing kings on a 4 X n board", "kings: 4x{n}", 1, 12, FAST, NOWHERE),
    Boards("knights-nxn", "Grundy value of placing knights on an n X n board", "knights: {n}x{n}", 1, 5, FAST, NOWHERE),
    Boards("knights-3xn", "Grundy value of placing knights on a 3 X n board", "knights: 3x{n}", 1, 8, FAST, NOWHERE),
    Boards(
        "queens-nxn",
        "Grundy value of placing queens on an n X n board",
        "queens: {n}x{n}",
        1,
        7,
        FAST,
        QUEENS,
        "A344227",
    ),
    Boards("queens-3xn", "Grundy value of placing queens on a 3 X n board", "queens: 3x{n}", 1, 12, FAST, NOWHERE),
    Boards(
        "node-kayles-3xn",
        "Grundy value of Node Kayles on a 3 X n grid",
        "node-kayles: grid(3x{n})",
        1,
        10,
        FAST,
        BROWN,
        "A316632",
    ),
    Boards(
        "node-kayles-4xn",
        "Grundy value of Node Kayles on a 4 X n grid",
        "node-kayles: grid(4x{n})",
        1,
        6,
        FAST,
        BROWN,
        "A000004",
    ),
    Boards(
        "node-kayles-5xn",
        "Grundy value of Node Kayles on a 5 X n grid",
        "node-kayles: grid(5x{n})",
        1,
        5,
        FAST,
        NOWHERE,
    ),
    Boards(
        "arc-kayles-3xn", "Grundy value of Arc Kayles on a 3 X n grid", "arc-kayles: grid(3x{n})", 1, 6, FAST, LEMOINE
    ),
    Boards("cram-3xn", "Grundy value of Cram on a 3 X n board", "cram: 3x{n}", 1, 7, FAST, LEMOINE),
    Boards("nogo-1xn", "Grundy value of impartial NoGo on a row of n points", "nogo: 1x{n}", 1, 12, FAST, MCGS),
    Boards(
        "treblecross-n",
        "Grundy value of Treblecross on n squares",
        "treblecross: {n}",
        1,
        14,
        PLAIN,
        NOWHERE,
        "A071426",
    ),
    Boards("chomp-3xn", "Grundy value of Chomp on a 3 X n bar", "chomp: 3x{n}", 1, 8, PLAIN, NOWHERE),
    Boards(
        "misere-cram-2xn", "Outcomes of misere Cram on 2 X n boards", "cram: 2x{n}", 1, 5, WHOLE, NOWHERE, misere=True
    ),
    Boards(
        "misere-cram-3xn", "Outcomes of misere Cram on 3 X n boards", "cram: 3x{n}", 1, 4, WHOLE, NOWHERE, misere=True
    ),
    Boards(
        "misere-kings-nxn", "Outcomes of misere placing of kings", "kings: {n}x{n}", 1, 5, WHOLE, NOWHERE, misere=True
    ),
    Boards(
        "misere-node-kayles-3xn",
        "Outcomes of misere Node Kayles on 3 X n grids",
        "node-kayles: grid(3x{n})",
        1,
        6,
        WHOLE,
        NOWHERE,
        misere=True,
    ),
)
"""The sequences; every term has to come out the same by both methods."""
ABOUT_BOARDS = "Values and outcomes of boards, each by two methods or by a program that shares nothing with the package"
TERM = 15.0
"""Approximate processor seconds for a term by one method; a sequence ends before a term that takes longer."""


def boards() -> Iterator[Fields]:
    """Yield the sequences of values or outcomes as far as both methods reach."""
    known = earlier("board")
    for board in SEQUENCES:
        name = f"board/{board.name}"
        old = known.get(name, {})
        found, start = [*old.get("data", {}).get("outcomes" if board.misere else "values", ())], process_time()
        if not old.get("data", {}).get("ended"):
            found, ended = _terms(board, found)
        else:
            ended = True
        data: Fields = {"title": board.title, "games": board.games, "from": board.first, "ended": ended}
        if board.misere:
            data |= {"kind": "outcomes", "play": "misere", "outcomes": "".join(found)}
        else:
            data |= {"kind": "values", "values": found}
        last = board.first + len(found) - 1
        spent: int | None = round(1000 * (process_time() - start))
        if old.get("data", {}).get("ended"):
            spent = old.get("milliseconds")
        yield {
            "id": name,
            "claim": f"{board.title}, for n from {board.first} to {last}: {' '.join(map(str, found))}",
            "data": data,
            "command": f"grundy solve {board.games.replace('{n}', str(last))}" + (" --misere" if board.misere else ""),
            "milliseconds": spent,
            "evidence": {"second": f"--method {board.methods[0]} and --method {board.methods[1]} agree on every term"},
            "first": board.source,
            "oeis": None if board.misere else board.oeis,
        }


def _terms(board: Boards, found: list[Any]) -> tuple[list[Any], bool]:
    """Return the terms that both methods find, those known before first, and whether no more are wanted."""
    for n in range(board.first + len(found), board.last + 1):
        game, answers = board.games.replace("{n}", str(n)), []
        for method in board.methods:
            want: Want = "outcome" if board.misere else "value"
            answer = deep_search(game, misere=board.misere, want=want, method=method, limits=Limits(seconds=4 * TERM))
            answers.append(None if answer.outcome is None else answer.outcome.value if board.misere else answer.value)
        print(game, *answers, file=sys.stderr, flush=True)
        if None in answers:
            return found, True
        if answers[0] != answers[1]:
            sys.exit(f"{game}: {board.methods[0]} and {board.methods[1]} differ: {answers}")
        found.append(answers[0])
    return found, True


# drafts for the OEIS

DRAFTED = ("kings-nxn", "kings-3xn", "queens-3xn", "node-kayles-5xn", "nogo-1xn")
"""The sequences of boards whose drafts and b-files are written."""


def drafts() -> dict[str, str]:
    """Return the files of the drafts: a draft and a b-file for each sequence."""
    atlas, found = Atlas(ATLAS), {}
    for name in DRAFTED:
        fact = atlas.fact(f"board/{name}")
        found[f"{name}.txt"] = fact_draft(fact)
        found[f"b-{name}.txt"] = fact_b_file(fact)
    return found


def main(words: list[str]) -> None:
    """Write a manifest."""
    match words:
        case ["periods"]:
            about = "Proved periods of octal codes of up to four digits"
            evidence = {"second": f"the checker {ACCEPTED}"}
            shared = {"milliseconds": None, "evidence": evidence, "first": FOUR, "oeis": NO_ENTRY}
            write("octal", about, now() | shared, list(periods()))
        case ["boards"]:
            write_each("board", ABOUT_BOARDS, now(), boards())
        case ["quotients", *paths] if paths:
            shared = read_manifests()["quotient"][0]["shared"]  # with the date of the facts written before
            write("quotient", QUOTIENTS_ABOUT, shared, sorted(quotients(paths), key=lambda fact: str(fact["id"])))
        case ["certificates", made]:
            shared = read_manifests()["quotient"][0]["shared"]
            write("quotient", QUOTIENTS_ABOUT, shared, list(certified_quotients(Path(made))))
        case ["codes"]:
            write_each("codes", CODES_ABOUT, now() | CODES_SHARED, codes())
        case ["open", *paths] if paths:
            about = "Octal codes of up to four digits without a proved period, and how far each was looked at"
            shared = {"milliseconds": None, "evidence": OPEN_EVIDENCE, "first": FOUR, "oeis": NO_ENTRY}
            write("open", about, now() | shared, list(open_codes(paths)))
        case ["sources"]:
            pass
        case ["drafts"]:
            folder = ATLAS / "drafts"
            folder.mkdir(exist_ok=True)
            for name, text in drafts().items():
                (folder / name).write_text(text, encoding="ascii", newline="\n")
        case _:
            sys.exit(__doc__)
    write_sources()


if __name__ == "__main__":
    if sys.argv[1:] == ["laws"]:
        write("laws", LAWS_ABOUT, read_manifests()["laws"][0]["shared"], list(laws()))
        write_law_table()
    else:
        main(sys.argv[1:])
