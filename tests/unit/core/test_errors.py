from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import (
    CorruptStore,
    DiskFull,
    GrundyError,
    InputError,
    Interrupted,
    LimitReached,
    LoopyGame,
    MissingDistribution,
    MissingExtra,
    MoveError,
    NotationError,
    PositionError,
    RuleError,
    StoreBusy,
    StoreError,
    StoreMismatch,
    TrustedOnly,
)

TREE: list[tuple[type[GrundyError], type[GrundyError], int, str]] = [
    (InputError, GrundyError, 2, "input"),
    (NotationError, InputError, 2, "notation"),
    (TrustedOnly, NotationError, 2, "trusted_only"),
    (RuleError, InputError, 2, "rule"),
    (PositionError, InputError, 2, "position"),
    (MoveError, InputError, 2, "move"),
    (MissingDistribution, InputError, 2, "missing-distribution"),
    (MissingExtra, InputError, 2, "missing-extra"),
    (LoopyGame, GrundyError, 3, "loopy"),
    (LimitReached, GrundyError, 4, "limit"),
    (StoreError, GrundyError, 6, "store"),
    (CorruptStore, StoreError, 5, "corrupt-store"),
    (StoreBusy, StoreError, 6, "store-busy"),
    (StoreMismatch, StoreError, 6, "store-mismatch"),
    (DiskFull, StoreError, 7, "disk-full"),
    (Interrupted, GrundyError, 130, "interrupted"),
    (GrundyError, Exception, 70, "internal"),  # type: ignore[list-item]  # the root has a parent of Python's
]


@pytest.mark.parametrize(("kind", "parent", "exit_code", "code"), TREE)
def test_every_error_has_its_place_in_the_tree_its_exit_code_and_its_word(
    kind: type[GrundyError], parent: type[GrundyError], exit_code: int, code: str
) -> None:
    assert issubclass(kind, parent)
    assert (kind.exit_code, kind.code) == (exit_code, code)


def test_no_error_is_left_out_of_the_tree() -> None:
    def below(kind: type[GrundyError]) -> set[type[GrundyError]]:
        own = {kind} if kind.__module__ == "grundy.core.errors" else set()
        return own.union(*map(below, kind.__subclasses__()))

    assert below(GrundyError) == {row[0] for row in TREE}


def test_the_json_of_an_input_error_contains_the_known_fields_only() -> None:
    assert NotationError("expected a number").to_dict() == {
        "schema": 1,
        "error": {"code": "notation", "message": "expected a number"},
    }
    full = PositionError("expected a vertex", text="graph: a>b @ c", at=13, expected="a vertex", hint="a or b")
    assert full.to_dict()["error"] == {
        "code": "position",
        "message": "expected a vertex",
        "at": 13,
        "expected": "a vertex",
        "hint": "a or b",
    }
    assert str(full) == "expected a vertex (a or b)"
    assert NotationError("x", at=0).to_dict()["error"]["at"] == 0


def test_a_loopy_game_shows_its_cycle_closed_and_lists_it_whole_in_json() -> None:
    error = LoopyGame(["a", "b", "c"])
    assert error.message == "play can continue forever: a -> b -> c -> a"
    assert error.to_dict() == {
        "schema": 1,
        "error": {"code": "loopy", "message": error.message, "cycle": ["a", "b", "c"]},
    }
    long = LoopyGame([str(i) for i in range(100)])
    assert long.message == "play can continue forever: 0 -> 1 -> 2 -> 3 -> ... 93 more ... -> 97 -> 98 -> 99 -> 0"
    assert len(long.to_dict()["error"]["cycle"]) == 100
    assert "more" not in LoopyGame([str(i) for i in range(8)]).message


def test_a_limit_says_which_one_it_was_and_how_far_the_work_came() -> None:
    error = LimitReached("stopped", kind="time", visited=12)
    assert error.to_dict()["error"] == {"code": "limit", "message": "stopped", "kind": "time", "visited": 12}


def test_an_interrupt_leaves_with_the_code_of_its_signal() -> None:
    assert Interrupted("stopped").exit_code == 130
    assert Interrupted("stopped", 15).exit_code == 143


def test_a_missing_package_comes_with_the_line_that_installs_it() -> None:
    assert MissingExtra("plots", "matplotlib").message == "plots needs matplotlib: pip install matplotlib"
    assert MissingExtra("plots", "matplotlib").message == "plots needs matplotlib: pip install matplotlib"


@pytest.mark.parametrize(
    ("text", "at", "lines"),
    [
        ("nim: x", 5, ["  nim: x", "       ^"]),
        ("nim: x", 0, ["  nim: x", "  ^"]),
        ("nim:", 4, ["  nim:", "      ^"]),
        ("nim:", 99, ["  nim:", "      ^"]),
        ("", 0, ["  ", "  ^"]),
        ("ним: 3", 5, ["  ним: 3", "       ^"]),
        ("三つ: x", 4, ["  三つ: x", "        ^"]),  # an ideograph fills two columns
        ("e\u0301te: x", 6, ["  e\u0301te: x", "       ^"]),  # a combining accent fills none
        ("a\tb: x", 5, ["  a b: x", "       ^"]),
        ("a\x07\ud800: x", 5, ["  a  : x", "       ^"]),
        ("a" * 70, 69, ["  ..." + "a" * 36, " " * 40 + "^"]),
    ],
)
def test_the_caret_is_under_the_mistake(text: str, at: int, lines: list[str]) -> None:
    assert NotationError("wrong", text=text, at=at).place() == lines


@pytest.mark.parametrize("at", [0, 34, 35, 36, 500, 964, 965, 999, 1000])
def test_a_long_text_is_cut_around_the_mistake(at: int) -> None:
    text = "".join(chr(97 + i % 26) for i in range(1000))
    shown, caret = NotationError("wrong", text=text, at=at).place()
    assert len(shown) <= 70 + 8
    assert shown.startswith("  ...") == (at > 35)
    assert shown.endswith("...") == (at < 965)
    under = caret.index("^")
    assert shown[under : under + 1] == text[at : at + 1]


def test_an_error_without_a_place_has_no_caret() -> None:
    assert NotationError("wrong").place() == []
    assert NotationError("wrong", text="nim").place() == []
    assert NotationError("wrong", at=3).place() == []


def test_an_error_moves_into_the_text_that_it_was_a_piece_of() -> None:
    error = NotationError("wrong", text="x", at=0).within("nim: x", 5)
    assert error.place() == ["  nim: x", "       ^"]
    assert NotationError("wrong").within("nim: x", 5).at == 5


@given(st.text())
def test_a_message_is_one_printable_line_whatever_somebody_puts_into_it(text: str) -> None:
    message = GrundyError(f"rule raised {text}").message
    assert message.isprintable()
    assert len(message.splitlines()) == 1
    message.encode("utf-8")


@given(st.text(max_size=200), st.integers(0, 300))
def test_the_place_is_two_printable_lines_whatever_the_text_is(text: str, at: int) -> None:
    shown, caret = NotationError("wrong", text=text, at=at).place()
    assert shown.isprintable()
    assert caret.strip(" ") == "^"
