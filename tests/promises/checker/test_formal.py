"""The Coq development compiles, rests on no axioms, and its native checker agrees with `grundy_check`."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from tests.cases import few
from tests.promises.checker.forged import SORTS
from tests.promises.checker.forged_lengths import lengths, true_ones
from tests.promises.checker.test_tampering import tampered
from tests.unit.check import test_certificate_refusals as refusals
from tests.unit.check import test_checker_bounds as bounds
from tests.unit.check.forged_covers import forgery
from tests.unit.check.forged_covers import true_ones as true_covers
from tests.unit.check.sealed import Data, data_of, header, line, samples, seal

import grundy_atlas
from grundy import read_game
from grundy.cli.main import main
from grundy.workflows.proving.certify import certify
from grundy_check import check

FORMAL = Path(__file__).parents[3] / "formal"
THEOREMS = [
    *("graph_labelling_sound", "graph_nimbers_sound", "graph_strategy_sound"),
    *("heaps_labelling_sound", "heaps_nimbers_sound", "heaps_strategy_sound"),
    *("graph_loops_sound", "check_loops_sound", "check_strategy_sound", "check_misere_sound"),
    *("heaps_period_sound", "heaps_window_sound", "heaps_rare_sound", "heaps_segments_sound"),
    *("rules_labelling_sound", "rules_nimbers_sound", "rules_strategy_sound"),
    *("board_labelling_sound", "board_nimbers_sound", "board_strategy_sound", "board_parts_value"),
    *("automaton_labelling_sound", "automaton_nimbers_sound", "automaton_strategy_sound", "automaton_window_sound"),
    *("code_lengths_sound", "kayles_lengths_sound", "square_decides", "begins_somewhere", "begins_nowhere"),
    *("cover_sound", "take_two_for_ever"),
    *("Grundy_total", "Grundy_heaps", "guy_smith", "golomb", "least_by_divisors"),
    *("kayles_for_ever", "misere_nim", "two_states_for_ever", "star_for_ever"),
]
COVERED = {"graph", "nim", "take-break", "subtraction", "automaton", "cram", "chomp", "node-kayles"}
MORE = ["0.F: 6", "4.0C: 5 3", "8.07: 6", "0.137: 3 4 5", "take {2, 5}: 9 7", "nim: 1 2 4 8"]


pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the development, compiled from nothing."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed: the Coq development was not compiled")
    for tool in ("make", "ocamlfind"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed: the Coq development was not compiled")
    folder = tmp_path_factory.mktemp("formal")
    for file in [FORMAL / "Makefile", *FORMAL.glob("*.v"), *FORMAL.glob("*.ml")]:
        if file.name != "verified.ml":
            shutil.copy(file, folder)
    done = subprocess.run(["make", "-j2"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def is_covered(data: Data) -> bool:
    game = data[0]["game"]
    return isinstance(game, dict) and game.get("family") in COVERED


def covered_samples() -> dict[str, Data]:
    found = {name: data for name, data in samples().items() if is_covered(data)}
    for text in MORE:
        for proof in ("strategy", "labelling", "nimber"):
            found[f"{text} {proof}"] = data_of(certify(read_game(text), proof=proof))
        found[f"{text} misere"] = data_of(certify(read_game(text), misere=True))
    return found


@pytest.fixture(scope="module")
def covered() -> dict[str, Data]:
    """The same, written once."""
    return covered_samples()


def native(built: Path, files: list[Path]) -> list[str]:
    done = subprocess.run([built / "check", "--seconds", "60", *files], capture_output=True, text=True, check=False)
    told = re.findall(r"^(\S+): ([A-Z]+)", done.stdout, re.MULTILINE)
    assert [name for name, _ in told] == [str(file) for file in files], done.stderr
    return [status for _, status in told]


def written(folder: Path, contents: list[bytes]) -> list[Path]:
    files = [folder / str(number) for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)
    return files


def test_the_theorems_rest_on_no_axioms(built: Path) -> None:
    asked = [
        "From Verified Require Import Games Heaps Periods Strategies Loops Rare Segments.",
        "From Verified Require Import Misere Checker BoardChecker Automata TwoLengths Trees Lengths Covers Sanity.",
        f"Definition all_of_them := ({', '.join('@' + name for name in THEOREMS)}).",
        "Print Assumptions all_of_them.",
    ]
    (built / "Asked.v").write_text("\n".join(asked), encoding="utf-8")
    done = subprocess.run(
        ["coqc", "-q", "-Q", ".", "Verified", "Asked.v"], cwd=built, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "Closed under the global context\n"), done.stderr


def test_nothing_is_assumed_or_admitted_in_the_sources() -> None:
    for path in FORMAL.glob("*.v"):
        text = re.sub(r"\(\*.*?\*\)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(Axiom|Parameter|Conjecture|Admitted|admit|Abort|bypass_check)\b", text), path


@pytest.mark.nightly
def test_coqchk_finds_no_axioms_in_the_proofs_and_the_library_below_them(built: Path) -> None:
    done = subprocess.run(["make", "check"], cwd=built, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Axioms: <none>" in done.stdout + done.stderr  # the summary is on stderr


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "nim: 3 5 7", "--proof", "labelling"),
        ("solve", "kayles: 12 7 9", "--proof", "nimber"),
        ("solve", "take {1, 3, 4}: 9 8", "--misere"),
        ("solve", "wythoff: 3 4", "--proof", "nimber"),
        ("solve", "cram: 3x4", "--proof", "nimber"),
        ("solve", "cram: 2x4", "--misere"),
        ("solve", "chomp: 3x4"),
        ("solve", "graph: a>b b>a @ a"),
        ("solve", "graph: 0>1 1>0 0>2 2>3 @ 0", "--proof", "labelling"),
        ("solve", "tic-tac-toe: X.O/.X./..O"),
        ("solve", "top-entails: 5 4"),
        ("period", "kayles"),
        ("period", "0.F"),
        ("period", "take {2, 3, 7}"),
    ],
    ids=" ".join,
)
def test_certificates_of_the_commands_are_accepted(built: Path, words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "some.cert"
    with pytest.raises(SystemExit) as end:
        main((*words, "--certificate", str(file)))
    assert not end.value.code
    done = subprocess.run([built / "check", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    told, plain = (
        [text for text in found.splitlines() if "theorem:" not in text and "trusted:" not in text]
        for found in (done.stdout, f"{file}: {check(str(file))}")
    )
    assert told == plain  # the same words and hashes
    named = re.search(r"theorem: (\w+) in (\w+\.v)\n", done.stdout)
    assert named is not None
    name, where = named.groups()
    assert f"Theorem {name} :" in (built / where).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        (("solve", "graph: 0>1 1>0 0>2 2>3 @ 1"), "that the 4 arcs in the file, [[1],[0,2],[3],[]], are the game's; "),
        (
            ("solve", "node-kayles: path(3)", "--proof", "nimber"),
            "that the 2 edges in the file, [[0,1],[1,2]], are the",
        ),
        (
            ("solve", "nim: 3 5"),
            "Games.v and the file of the rules, Coq and its extraction, the compiler, and the reader",
        ),
    ],
    ids=["arcs", "edges", "neither"],
)
def test_data_trusted_from_the_file_is_named(built: Path, words: tuple[str, ...], taken: str, tmp_path: Path) -> None:
    file = tmp_path / "some.cert"
    with pytest.raises(SystemExit):
        main((*words, "--certificate", str(file)))
    done = subprocess.run([built / "check", file], capture_output=True, text=True, check=False)
    trusted = re.search(r"^  trusted: (.*)$", done.stdout, re.MULTILINE)
    assert trusted is not None
    assert trusted.group(1).startswith(taken)


def test_true_certificates_are_accepted_and_foreign_families_are_unsupported(
    built: Path, covered: dict[str, Data], tmp_path: Path
) -> None:
    foreign: Data = header("nimber", {"family": "hex"}, {"start": "0", "value": 0}), []
    files = written(tmp_path, [seal(*data) for data in (*covered.values(), foreign)])
    assert native(built, files) == ["ACCEPTED"] * len(covered) + ["UNSUPPORTED"]


def test_both_checkers_give_the_same_verdict_on_tampered_certificates(
    built: Path, covered: dict[str, Data], tmp_path: Path
) -> None:
    rng, names = random.Random(11), list(covered)
    files = written(tmp_path, [seal(*tampered(covered[rng.choice(names)], rng)) for _ in range(600)])
    pairs = Counter(zip([check(str(file), seconds=60).status for file in files], native(built, files), strict=True))
    assert all(ours == theirs for ours, theirs in pairs), pairs
    assert pairs["REJECTED", "REJECTED"] > 100
    assert pairs["MALFORMED", "MALFORMED"] > 100
    assert pairs["ACCEPTED", "ACCEPTED"] > 20


def test_both_checkers_give_the_same_verdict_on_forged_certificates(built: Path, tmp_path: Path) -> None:
    rng, sorts = random.Random(13), [*SORTS.values()]
    forged = [data for data in (rng.choice(sorts)(rng) for _ in range(2500)) if is_covered(data)]
    files = written(tmp_path, [seal(*data) for data in forged])
    pairs = Counter(zip([check(str(file), seconds=60).status for file in files], native(built, files), strict=True))
    assert pairs.keys() == {(status, status) for status in ("ACCEPTED", "REJECTED", "MALFORMED")}
    assert pairs["REJECTED", "REJECTED"] > 1000
    assert pairs["ACCEPTED", "ACCEPTED"] > 200


def test_true_periods_in_two_lengths_are_accepted_by_the_native_checker(built: Path, tmp_path: Path) -> None:
    files = written(tmp_path, [seal(*data) for data in true_ones()])
    assert native(built, files) == ["ACCEPTED"] * len(files)


@pytest.mark.parametrize("count", few([40, 180], 40))
def test_both_checkers_give_the_same_verdict_on_forged_periods_in_two_lengths(
    count: int, built: Path, tmp_path: Path
) -> None:
    rng = random.Random(14)
    files = written(tmp_path, [seal(*lengths(rng)) for _ in range(count)])
    pairs = Counter(zip([check(str(file), seconds=60).status for file in files], native(built, files), strict=True))
    statuses = ["ACCEPTED", "REJECTED", "MALFORMED"] + ["UNSUPPORTED"] * (count > 100)  # one in a hundred
    assert pairs.keys() == {(status, status) for status in statuses}
    assert pairs["REJECTED", "REJECTED"] >= count // 4


def is_in_a_base(data: Data) -> bool:
    return bool(data[0]["claim"]["digits"][0] == "base")


def test_true_covers_in_a_base_are_accepted_by_the_native_checker(built: Path, tmp_path: Path) -> None:
    data: list[Data] = [tuple(json.loads(one)) for kind in ("normal", "misere", "values") for one in true_covers(kind)]
    files = written(tmp_path, [seal(*one) for one in data])
    assert native(built, files) == ["ACCEPTED" if is_in_a_base(one) else "UNSUPPORTED" for one in data]
    assert sum(map(is_in_a_base, data)) == len(data) - 1


def test_all_laws_of_the_atlas_are_accepted_by_the_native_checker(built: Path) -> None:
    laws = sorted((Path(grundy_atlas.__file__).parent / "data" / "laws").glob("*.cert"))
    assert native(built, laws) == ["ACCEPTED"] * 100


LAWS = {
    "ACCEPTED": (
        "a == b",
        "not a != b",
        "a <= b <= a",
        "abs(a - b) == 0",
        "max(a, b) == min(a, b)",
        "max(a, b,) == a == b",
    ),
    "REJECTED": (
        "a % 2 % 2 == 1",
        "a ^ b == b",
        "min(a, b, 3) <= a",
        "--a == b + 1",
        "a < b < 3 > a",
        "a & b == a",
    ),
    "MALFORMED": (
        "a == b and",
        "(a == b",
        "a == not b",
        "a in b",
        "(a == b) + 1 == 2",
        "max == a",
        "a",
        "a == b == 007",
    ),
    "UNSUPPORTED": (
        "+a == b",
        "a // 1 == b",
        "a == b or c",
        "a ** 1 == b",
        "a * a == b",
        "a + 0 ^ b == 0",
        "a(b) == 0",
    ),
}
"""Laws of nim with two heaps, whose P-positions are those with a == b, by verdict."""


def test_both_checkers_give_the_same_verdict_on_the_texts_of_laws(built: Path, tmp_path: Path) -> None:
    head, entries = next(one for one in map(json.loads, true_covers()) if one[0]["claim"].get("law") == "a == b")
    laws = [(law, verdict) for verdict, texts in LAWS.items() for law in texts]
    changed = [seal(head | {"claim": head["claim"] | {"law": law}}, entries) for law, _ in laws]
    files = written(tmp_path, changed)
    verdicts = [verdict for _, verdict in laws]
    assert [check(str(file)).status for file in files] == verdicts
    assert native(built, files) == verdicts


@pytest.mark.parametrize(("kind", "count"), [("normal", 2500), ("misere", 600), ("values", 600)])
def test_both_checkers_give_the_same_verdict_on_forged_covers(
    kind: str, count: int, built: Path, tmp_path: Path
) -> None:
    rng = random.Random(15)
    forged = [forgery(rng, kind) for _ in range(count)]
    files = written(tmp_path, [seal(*data) for data in forged])
    ours = [check(str(file), seconds=60).status for file in files]
    counts = Counter[str]()
    for data, our, their in zip(forged, ours, native(built, files), strict=True):
        if their == "UNSUPPORTED" and not is_in_a_base(data):
            counts["not in a base"] += 1
        else:
            assert our == their, data
            counts[our] += 1
    assert min(counts["REJECTED"], counts["MALFORMED"]) > count // 4, counts
    assert 0 < counts["ACCEPTED"] < count // 4, counts


def test_segments_are_checked_separately_by_the_native_checker(
    built: Path, covered: dict[str, Data], tmp_path: Path
) -> None:
    good = next(data for data in covered.values() if data[0]["claim"].get("via") == "segments")
    header, (*entries, end) = good
    begin, values = entries[-1]
    wrong: Data = header, [*entries[:-1], [begin, values[:-2] + f"{int(values[-2:], 16) ^ 3:02x}"], end]
    right, changed = written(tmp_path, [seal(*good), seal(*wrong)])
    last = str(len(entries))

    def told(*words: str | Path) -> tuple[int, str]:
        done = subprocess.run([built / "check", *words], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    code, text = told(right)
    assert code == 0
    assert "theorem: heaps_segments_sound in Segments.v" in text
    code, text = told("--segments", f"1..{last}", right)
    assert (code, "AUDITED: only some segments were verified" in text) == (9, True)
    assert told("--segments", "1", changed)[0] == 9
    assert told("--segments", last, changed)[0] == 1
    assert told(changed)[0] == 1
    code, text = told("--segments", f"{len(entries) + 2}..", right)
    assert (code, text) == (2, f"{right}: UNSUPPORTED: there are the segments 1 to {len(entries) + 1}\n")
    assert told("--segments", "..3", right)[0] == 2


def test_every_change_of_bytes_without_a_new_seal_is_malformed_to_the_native_checker(
    built: Path, covered: dict[str, Data], tmp_path: Path
) -> None:
    rng, contents = random.Random(12), []
    for data in covered.values():
        good = seal(*data)
        at = rng.randrange(2, len(good))
        contents += [good[:at], good[:at] + good[at + 1 :], good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]]
    assert {*native(built, written(tmp_path, contents))} == {"MALFORMED"}


def test_lines_that_are_not_canonical_are_malformed_to_the_native_checker(built: Path, tmp_path: Path) -> None:
    text = line(data_of(certify(read_game("nim: 1 1"), proof="labelling"))[0]).decode()
    ways = [text.replace(":", ": ", 1), text.replace("1,", "01,", 1), text.replace('"nim"', '"n\\u0069m"')]
    ways += [
        text.replace('{"claim"', '{"claim":{},"claim"'),
        text.replace("1,", "1.0,", 1),
        text.replace("{", "{\u00e9", 1),
    ]
    assert text not in ways
    contents = [way.encode() + line({"end": 0, "sha256": sha256(way.encode()).hexdigest()}) for way in ways]
    assert {*native(built, written(tmp_path, contents))} == {"MALFORMED"}


def sealed_text(text: bytes) -> bytes:
    return text + line({"end": text.count(b"\n") - 1, "sha256": sha256(text).hexdigest()})


def odd_texts() -> list[bytes]:
    """A certificate with every way to write a character in its note, with long notes, and with numbers in its claim."""
    notes = [chr(code) for code in range(1, 127) if code != 10] + [f"\\{chr(code)}" for code in range(32, 127)]
    notes += [
        f"\\u{code:04x}" for code in [*range(161), 0x20AC, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF]
    ]
    notes += ["\\u00E9", "\\u00e", "\\u", "\\ud83d\\ude00", "\\ude00\\ud83d", "\\ud83d\\n", "\\ud83d\\u00e9"]
    for one in ("x", "\\n", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\ud83dx", "\\ude00\\ud83d", "\\u0dff"):
        size = 2 if one in ("\\ud83dx", "\\ude00\\ud83d") else 1
        notes += [one * (count // size) for count in (198, 200, 202)] + [one * (200 // size) + "x"]
    numbers = [
        "0",
        "00",
        "-0",
        "-1",
        "1",
        "01",
        "-",
        "+0",
        "0.0",
        "0e0",
        "true",
        "null",
        "truth",
        '"0"',
        "[0]",
        "[0,]",
        "{}",
    ]
    numbers += [str(number) for number in (2**53 - 1, 2**53, 10**17, 10**18, 10**30, -(10**17))]
    numbers += [
        "[" * 50 + "]" * 50,
        "[" * 50 + "]" * 49,
        '{"a":0,"b":0}',
        '{"b":0,"a":0}',
        '{"a":0,"a":0}',
        '{"a":0,}',
        "0,0",
    ]
    numbers += ["[" * deep + "]" * deep for deep in (98, 99, 100, 101, 102, 600)]
    plain = line(header("labelling", {"family": "nim"}, {"start": "0", "value": 0}) | {"note": "here"}).decode()
    texts = [plain.replace("here", note) for note in notes]
    texts += [plain.replace('"value":0', f'"value":{number}') for number in numbers]
    texts += [plain.replace('"grundy_cert":1', f'"grundy_cert":{number}') for number in numbers]
    ends = ["", "\n", " \n", "\r\n", ",\n", "]\n", "}\n"]
    return [text.encode() + b'["0",0]\n' for text in [*texts, *(plain[:-1] + end for end in ends)]]


def test_both_checkers_read_the_same_texts(built: Path, tmp_path: Path) -> None:
    contents = [sealed_text(text) for text in odd_texts()]
    good = sealed_text(odd_texts()[ord("x") - 1])
    contents += [
        good[:-1],
        good + b"\n",
        good + good,
        b"\n" + good,
        b"",
        b"\n",
        b"\n\n",
        b"\x1f",
        good.replace(b"end", b"ent"),
    ]
    contents += [good.replace(b'"end":1', f'"end":{number}'.encode()) for number in ("0", "2", "-1", "true", "1.0")]
    files = written(tmp_path, contents)
    ours = [check(str(file)).status for file in files]
    assert native(built, files) == ours
    assert Counter(ours)["ACCEPTED"] > 100
    assert Counter(ours)["MALFORMED"] > 200


def test_both_checkers_refuse_a_line_with_one_value_list_object_or_byte_too_many(built: Path, tmp_path: Path) -> None:
    plain = line(header("labelling", {"family": "nim"}, {"start": "0", "value": 0}))
    lost = line(header("strategy", {"family": "nim"}, {"start": "0", "outcome": "P"})) + b'["0",[]]\n'

    def valued(text: str) -> bytes:
        return plain.replace(b'cert":1', f'cert":{text}'.encode()) + b'["0",0]\n'

    contents = []
    for more in (0, 1):
        contents += [
            valued("[" + "0," * (5_000_000 - plain.count(b",") + more) + "0]"),
            valued("[" + "[]," * ((1 << 20) - 1 + more) + "0]"),
            valued("[" + "{}," * (1000 - plain.count(b"{") + more) + "0]"),
            valued('"' + "x" * ((1 << 26) - len(plain) - 1 + more) + '"'),
            lost + b'["0",[' + b"0," * ((1 << 19) - 5 if more else 1000) + b"1" * more + b"0]]\n",
        ]
    files = written(tmp_path, [sealed_text(text) for text in contents])
    ours = [check(str(file)).status for file in files]
    assert ours == [*["UNSUPPORTED"] * 4, "REJECTED", *["MALFORMED"] * 5]
    assert native(built, files) == ours
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert native(built, [pipe, tmp_path]) == ["UNSUPPORTED"] * 2


def test_both_checkers_give_the_same_verdict_on_what_goes_a_step_too_far(built: Path, tmp_path: Path) -> None:
    steps: list[Data] = [*refusals.REJECTED.values(), *refusals.UNSUPPORTED, *refusals.MALFORMED]
    positions = [
        "0",
        "-",
        "1",
        ".",
        "#",
        "#" * 64,
        "#" * 65,
        "64",
        "65",
        "0+0",
        "1+",
        "00",
        "9" * 18,
        "0,0",
        "./#",
        "#/#/#",
        "1,1",
    ]
    games = [*bounds.BEYOND, *bounds.WITHIN, *({"family": name, "rows": 64, "cols": 1} for name in ("cram", "chomp"))]
    games += [{"family": "nim"}, {"family": "graph", "arcs": [[]]}, {"family": "node-kayles", "n": 2, "edges": []}]
    for game in games:
        for start in positions:
            claim = {"start": start, "value": 0}
            steps += [
                (header("labelling", game, claim), [[start, 0]]),
                (header("nimber", game, claim), [[start, 0, []]]),
            ]
    files = written(tmp_path, [seal(*data) for data in steps if is_covered(data)])
    assert native(built, files) == [check(str(file)).status for file in files]
