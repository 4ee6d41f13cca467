from __future__ import annotations

import pytest
from tests.unit.workflows.playing.test_match import refusal

HERE = "is not a move here: expected"


@pytest.mark.parametrize(
    ("text", "typed", "message"),
    [
        ("nim: 3 5 7", "", "expected a move, found nothing"),
        ("nim: 3 5 7", "99", "expected a number from 1 to 15, found 99"),
        ("nim: 3 5 7", "0", "expected a number from 1 to 15, found 0"),
        ("nim: 1", "2", "expected 1, the only move, found 2"),
        ("nim: 3 5", "take 9 from 1", f"'take 9 from 1' {HERE} take 1, take 2 or take 3 in heap 1"),
        ("nim: 3 5", "take 0 from 1", f"'take 0 from 1' {HERE} take 1, take 2 or take 3 in heap 1"),
        ("nim: 3 7", "take 9 from 2", f"'take 9 from 2' {HERE} take 1, take 2, take 3, ... or take 7 in heap 2"),
        ("nim: 3 5 7", "take 1 from 4", "there is no heap 4: the heaps are numbered 1 to 3"),
        ("nim: 3 5 7", "take 1 from 0", "there is no heap 0: the heaps are numbered 1 to 3"),
        ("nim: 3 0 7", "take 1 from 2", "'take 1 from 2' is not a move here: no move is left in heap 2"),
        ("nim: 3 5", "take 2", "'take 2' is possible in heaps 1 and 2: type for example 'take 2 from heap 1'"),
        ("nim: 3 5 7", "take 5", "'take 5' is possible in heaps 2 and 3: type for example 'take 5 from heap 2'"),
        ("nim: 3 5 7", "take 9", f"'take 9' {HERE} for example 'take 3 from heap 1'"),
        ("nim: 3 5", "tkae 2 from 2", "'tkae 2 from 2' is not a move here (did you mean 'take 2 from heap 2'?)"),
        ("maze: ..#./...@", "lft 2", "'lft 2' is not a move here (did you mean 'left 2'?)"),
        ("maze: ..#./...@", "down 1", f"'down 1' {HERE} left 1, left 2, left 3 or up 1"),
        ("bash(min=2, max=30): 40", "5", "'5' could be 'take 5' or number 5 of the list: type the words"),
        ("nim: 9 + wythoff: 3 5", "4 from both", f"'4 from both' {HERE} for example 'take 3 from component 1'"),
        (
            "nim: 3 + wythoff: 3 5",
            "take 1 from heap 1",
            "'take 1 from heap 1' is ambiguous: type 'take 1 from component 1' or 'take 1 from heap 1 in component 2'",
        ),
        (
            "nim: 1000000000000000000",
            "7",
            "expected a move in words, for example 'take 3': there are too many moves to number",
        ),
        ("nim: 1000000000000000000", "take 0", f"'take 0' {HERE} take 1, take 2, take 3 or one of many more"),
        (
            "take 2..1000000000: 100000000000",
            "take 1",
            "'take 1' cannot be checked: take 2..1000000000: this heap has too many moves to search",
        ),
        ("nim: 3 5 7", "\x1b[31m\u202e", f"'?[31m?' {HERE} for example 'take 3 from heap 1'"),
        ("nim: 0", "take 1", "'take 1' is not a move here: no move is left"),
    ],
)
def test_an_invalid_move_is_refused_in_one_sentence(text: str, typed: str, message: str) -> None:
    assert refusal(text, typed) == message
