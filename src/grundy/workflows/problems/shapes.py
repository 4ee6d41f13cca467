"""Parsers of common input formats: a list, many lists, one line of numbers per test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .judge_input import MOST_NUMBER, InputField, JudgeInput, count

ListReader = Callable[[JudgeInput], Iterator[list[int]]]


def one_list(what: str, least: int = 1, most: int = MOST_NUMBER) -> ListReader:
    """Build the parser of `n`, then of n numbers on a line: one case.

    Args:
        what: The meaning of a number, for errors.
        least: The least number allowed.
        most: The greatest number allowed.

    Returns:
        The parser.
    """

    def read(judge_input: JudgeInput) -> Iterator[list[int]]:
        (n,) = judge_input.record(count(f"how often {what} follows"))
        yield judge_input.numbers(n, InputField(what, least, most))

    return read


def many_lists(what: str, least: int = 1, most: int = MOST_NUMBER) -> ListReader:
    """Build the parser of `t`, then of t lists: `n`, and n numbers on a line.

    Args:
        what: The meaning of a number, for errors.
        least: The least number allowed.
        most: The greatest number allowed.

    Returns:
        The parser.
    """
    one = one_list(what, least, most)

    def read(judge_input: JudgeInput) -> Iterator[list[int]]:
        (tests,) = judge_input.record(count("the number of tests"))
        for _ in range(tests):
            yield from one(judge_input)

    return read


def many_lines(*fields: InputField) -> ListReader:
    """Build the parser of `t`, then of t lines, each with a number for every field: t cases."""

    def read(judge_input: JudgeInput) -> Iterator[list[int]]:
        (tests,) = judge_input.record(count("the number of lines that follow"))
        found, width = judge_input.table(tests, *fields), len(fields)
        return (found[i : i + width] for i in range(0, len(found), width))

    return read
