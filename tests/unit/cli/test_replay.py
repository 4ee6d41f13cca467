from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

from click.testing import CliRunner, Result

from grundy.cli.replay import replay
from grundy.core import InputError

GOLDEN = Path(__file__).parents[2] / "golden" / "match_nim.txt"


def replayed(*words: str) -> Result:
    return CliRunner().invoke(replay, [str(GOLDEN), *words], standalone_mode=False)


def test_a_match_is_printed_move_by_move_and_reviewed() -> None:
    text = replayed().stdout
    assert text.startswith("Start   nim: 3 4 5\nheap 1 | o o o  (3)\n")
    assert (
        "Move 3 of 6   Ada: take 4 from heap 3\nheap 1 | o  (1)\nheap 2 | o  (1)\nheap 3 | o  (1)\nN, value 1\n"
        "Win thrown away: take 5 from heap 3 would have kept it.\n"
    ) in text
    assert text.endswith(
        "The computer wins.\n"
        "Ada was winning until move 3: take 4 from heap 3; take 5 from heap 3 would have kept the win.\n"
    )


def test_one_position_is_shown_and_how_to_play_on_from_it() -> None:
    text = replayed("--at", "2").stdout
    assert text.startswith("Move 2 of 2   the computer: take 3 from heap 2\n")
    assert text.endswith(f"To continue from here: grundy play --from {GOLDEN} --at 2\n")
    assert isinstance(replayed("--at", "7").exception, InputError)


def test_the_json_of_a_match_has_every_position() -> None:
    found = json.loads(replayed("--json").stdout)
    assert (found["schema"], found["result"], found["status"]) == (1, "second wins", "proved")
    assert [each["outcome"] for each in found["positions"]] == ["N", "P", "N", "N", "P", "N", "P"]
    assert [each["value"] for each in found["positions"]] == [2, 0, 5, 1, 0, 1, 0]
    assert [each["number"] for each in found["positions"] if "thrown" in each] == [3]


def test_a_match_is_written_as_a_picture_that_moves(tmp_path: Path) -> None:
    out = tmp_path / "match.svg"
    assert replayed("--svg", str(out)).exit_code == 0
    root = ET.fromstring(out.read_text(encoding="utf-8"))  # our own file
    svg = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{svg}title") == "A match of nim: 3 4 5"
    told = root.findtext(f"{svg}desc") or ""
    assert told.startswith("1. take 2 from heap 1; 2. take 3")
    assert told.endswith("The computer wins.")
    frames = [each for each in root.iter(f"{svg}g") if each.get("class", "").startswith("f f")]
    assert [each.get("visibility") for each in frames] == [
        None,
        *["hidden"] * 6,
    ]  # the first stands without a style sheet
    assert not list(root.iter(f"{svg}script"))


def test_what_cannot_be_judged_in_time_is_shown_and_said_by_the_exit_code(tmp_path: Path) -> None:
    hard = tmp_path / "hard.txt"
    hard.write_text('[Game "cram: 9x11"]\n1. row 1 column 1 down\n', encoding="utf-8")
    result = CliRunner().invoke(replay, [str(hard), "--limit-seconds", "0"], standalone_mode=False)
    assert result.return_value == 4
    assert "It is not known who is winning." in result.stdout


def test_a_file_that_is_not_a_record_is_refused_with_its_name_and_line(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    for data, message in (
        (b"\xff", "expected UTF-8 text, found something else at byte 0"),
        (
            b'[Game "nim: 3"]\n1. take 9\n',
            "line 2, move 1: 'take 9' is not a move here: expected take 1, take 2 or take 3",
        ),
        (b'[Game "rules.py:Mine: 3"]\n', "the tag Game: "),
    ):
        wrong.write_bytes(data)
        result = CliRunner().invoke(replay, [str(wrong)], standalone_mode=False)
        assert isinstance(result.exception, InputError)
        assert result.exception.message.startswith(f"{wrong}: {message}")
    result = CliRunner().invoke(replay, [str(tmp_path / "none.txt")], standalone_mode=False)
    assert str(result.exception) == f"cannot read {tmp_path / 'none.txt'}: no such file"
