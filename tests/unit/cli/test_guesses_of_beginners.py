"""What beginners type works, or the error says what to type: each guess with its earlier answer and the answer now."""

from __future__ import annotations

import pytest
from tests.terminal import Terminal

import grundy

GUESSES: list[tuple[list[str], str, str]] = [
    (["nim:", "10", "12", "5"], "no such command 'nim:'", "Grundy value 3"),
    (["nim: 10 12 5"], "no such command", "Grundy value 3"),
    (["take", "1..3:", "15"], "no such command 'take'", "Grundy value 3"),
    (["help", "solve"], "no such command 'help'", "Usage: grundy solve"),
    (["nim", "10 12 5"], "no help", 'for the nim-sum "10 + 12 + 5"; for heaps grundy solve "nim: 10 12 5"'),
    (["nim", "10 xor 12"], "no help", "help: write + for the nim-sum"),
    (["solve", "nim 3 5 7"], "no help", 'did you mean "nim: 3 5 7"?'),
    (["solve", "3 5 7"], "help: grundy games", 'did you mean "nim: 3 5 7"?'),
    (["solve", "nim(3, 5, 7)"], "no help", 'did you mean "nim: 3 5 7"?'),
    (["solve", "nim: [3, 5, 7]"], "no help", 'did you mean "nim: 3 5 7"?'),
    (["solve", "nim: 3; 5; 7"], "no help", 'did you mean "nim: 3 5 7"?'),
    (["solve", "Kayles 10^100"], "no help", 'did you mean "kayles: 10^100"?'),
    (["solve", "nim: 3 4 misere"], "no help", 'write "nim: 3 4" and add --misere'),
    (["solve", "take 1-3: 15"], "no help", 'did you mean "take 1..3: 15"?'),
    (["solve", "take up to 3: 15"], "no help", 'did you mean "take 1..3: 15"?'),
    (["solve", "take 1, 3, 4: 20"], "write several amounts as take {1, 3, 4}", 'did you mean "take {1, 3, 4}: 20"?'),
    (["solve", "subtract {1, 2}: 9"], "help: grundy games", 'did you mean "take {1, 2}: 9"?'),
    (["values", "kayles 20"], "no help", "write only kayles, and the largest heap as --to 20"),
    (["period", "take 1 to 3"], "no help", 'did you mean "take 1..3"?'),
    (["claim", "take 1..3", "n mod 4 = 0"], "no help for mod", 'did you mean "P iff n % 4 == 0"?'),
    (["claim", "take 1..3", "P iff n is divisible by 4"], "no help", 'did you mean "P iff n % 4 == 0"?'),
    (
        ["claim", "take 1..2", "value == n / 2"],
        "no help",
        "help: write // for division without remainder, as in n // 2",
    ),
    (["solve", "take {1, 10^5}: 10^6"], 'expected "," or "}"', "Grundy value 1"),
    (["solve", "cram 4x5"], "no help", 'did you mean "cram: 4x5"?'),
    (["solve", "nim: 2**10 1e3"], "no help", 'did you mean "nim: 2^10 10^3"?'),
    (["solve", "nim"], "no help", 'for example "nim: 10 12 5"'),
    (["kayles", "5", "7"], "no help", 'grundy solve "kayles: 5 7"'),
    (["period", "kayles", "--to", "10^9"], "expected a number", "period 12 from heap 71 on, proved"),
]
"""The words after `grundy`, the answer before (the essential words, or that there was no help), a part of that now."""


@pytest.mark.parametrize("guess", GUESSES, ids=lambda guess: " ".join(guess[0]))
@pytest.mark.every_case
def test_a_guess_works_or_the_error_names_what_to_type(
    guess: tuple[list[str], str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    words, before, now = guess
    _, out, err = Terminal(capsys).run(*words)
    assert now in out + err
    assert before not in out + err or before in now


def test_guesses_in_python_work() -> None:
    nim = grundy.game("nim")
    assert nim.value(3, 5) == nim.value([3, 5]) == nim.solve(3, 5).value == grundy.nim_sum(3, 5) == 6
    assert str(nim.outcome(5, 5)) == "P"
    assert grundy.mex(0, 1, 3) == grundy.mex([0, 1, 3]) == 2
    assert grundy.game("nim: 3 5").value() == 6
    assert grundy.game("cram").value("3x4") == 1
    assert str(grundy.game("kayles").genus(5, 5)).startswith("0^120")
    assert "? = 3, and no other number" in grundy.solve("nim: 3 ?").explain()


def test_a_record_may_be_on_one_line() -> None:
    record = grundy.read_record(
        '[Game "nim: 1 2"] [First "Ada"] 1. take 1 from heap 2 {equal 2. heaps} 2. take 1 from heap 1'
    )
    assert [move.words for move in record.moves] == ["take 1 from heap 2", "take 1 from heap 1"]
    assert (record.first, record.moves[0].comment) == ("Ada", "equal 2. heaps")
    again = grundy.read_record(str(record).replace("\n", " "))
    assert str(again) == str(record)
