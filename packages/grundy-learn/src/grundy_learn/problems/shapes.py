"""Parsers for common input formats of contest problems: a list, many lists, or one line of numbers per test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .judge_input import MOST_NUMBER, InputField, JudgeInput, count

ListReader = Callable[[JudgeInput], Iterator[list[int]]]


def one_list(what: str, least: int = 1, most: int = MOST_NUMBER) -> ListReader:
    """Build the parser for an input of one case: a line with n, and a line with n numbers.

    Args:
        what: The meaning of a number, for errors.
        least: The least number allowed.
        most: The greatest number allowed.

    Returns:
        The parser, which yields the list of numbers.
    """

    def read(judge_input: JudgeInput) -> Iterator[list[int]]:
        (n,) = judge_input.record(count(f"how often {what} follows"))
        yield judge_input.numbers(n, InputField(what, least, most))

    return read


def many_lists(what: str, least: int = 1, most: int = MOST_NUMBER) -> ListReader:
    """Build the parser for an input of t cases: a line with t; then for each a line with n, and a line with n numbers.

    Args:
        what: The meaning of a number, for errors.
        least: The least number allowed.
        most: The greatest number allowed.

    Returns:
        The parser, which yields each list of numbers.
    """
    one = one_list(what, least, most)

    def read(judge_input: JudgeInput) -> Iterator[list[int]]:
        (tests,) = judge_input.record(count("the number of tests"))
        for _ in range(tests):
            yield from one(judge_input)

    return read


def many_lines(*fields: InputField) -> ListReader:
    """Build the parser for an input of t cases: a line with t, then t lines, each with a number for every field."""

    def read(judge_input: JudgeInput) -> Iterator[list[int]]:
        (tests,) = judge_input.record(count("the number of lines that follow"))
        found, width = judge_input.table(tests, *fields), len(fields)
        return (found[i : i + width] for i in range(0, len(found), width))

    return read
