"""Writes worksheets as text, HTML, LaTeX, Moodle GIFT and a notebook, with separate answers at the end.

GIFT is read by a grading program, so it always contains the answers. Only the engine can grade a
formula or a rule. In GIFT, a question for one of these is an essay question, with the answer as general feedback.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from textwrap import fill
from typing import Any, Literal

from .exercise import Exercise

SheetFormat = Literal["text", "html", "latex", "gift", "ipynb"]
FORMATS: tuple[SheetFormat, ...] = ("text", "html", "latex", "gift", "ipynb")
WIDTH = 78
HOW = {
    "one": "One letter.",
    "many": "All correct letters.",
    "number": "A number.",
    "list": "Numbers in this order.",
    "set": 'Numbers in any order, or "none".',
    "claim": "A formula.",
    "rule": "A rule.",
    "match": "Your moves, separated by ;",
}
"""Instructions for each form of an answer."""


def render(exercises: Sequence[Exercise], form: SheetFormat, title: str, *, answers: bool = False) -> str:
    """Write a worksheet in a format.

    Args:
        exercises: The exercises, in the order of the worksheet.
        form: The format: "text", "html", "latex", "gift" (for Moodle) or "ipynb" (a notebook).
        title: The title of the worksheet.
        answers: Whether a second part contains the answers; "gift" always includes them with the questions.

    Returns:
        The text of the file.

    Example:
        >>> from .course import sheet
        >>> print(render(sheet("binary.sum", 1, 2), "text", "Nim-sums", answers=True).splitlines()[0])
        Nim-sums
    """
    made: dict[str, Callable[[Sequence[Exercise], str, bool], str]] = {
        "text": _text,
        "html": _html,
        "latex": _latex,
        "gift": _gift,
        "ipynb": _notebook,
    }
    return made[form](exercises, title, answers)


def exercise_text(exercise: Exercise, number: str = "") -> str:
    """Format an exercise as text of at most 78 columns: the question, its table, and the possible answers with letters.

    Args:
        exercise: The exercise to format.
        number: Text to put before the question, such as "1. ".

    Returns:
        The text, of one or more lines.
    """
    lines = [fill(f"{number}{exercise.prompt}", WIDTH, subsequent_indent=" " * len(number))]
    lines += _table_lines(exercise)
    for letter, text in exercise.lettered:
        lines.append(fill(f"{letter}) {text}", WIDTH, initial_indent="   ", subsequent_indent="      "))
    return "\n".join(lines)


def _table_lines(exercise: Exercise) -> list[str]:
    """Return the table of an exercise as lines of text; a wide table is broken into several blocks of two rows."""
    if not exercise.table:
        return []
    head, cells = exercise.table
    wide = max(map(len, [*head[1:], *cells[1:]])) + 1
    first, lines = max(len(head[0]), len(cells[0])), list[str]()
    count = (WIDTH - first - 3) // wide
    for start in range(1, len(head), count):
        lines += [
            f"   {row[0]:{first}}" + "".join(f"{cell:>{wide}}" for cell in row[start : start + count])
            for row in (head, cells)
        ]
    return lines


def _text(exercises: Sequence[Exercise], title: str, answers: bool) -> str:  # as `render`
    asked = (exercise_text(one, f"{i}. ") for i, one in enumerate(exercises, 1))
    parts = [title, *(f"{text}\n   {HOW[one.form]}" for text, one in zip(asked, exercises, strict=True))]
    if answers:
        lines = (
            fill(f"{i}. {one.right_answer()}", WIDTH, subsequent_indent="   ") for i, one in enumerate(exercises, 1)
        )
        parts.append("\n".join(["Answers", "", *lines]))
    return "\n\n".join(parts) + "\n"


STYLE = """body{font:16px/1.45 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#22262e}
li{margin:0 0 1.4rem;break-inside:avoid}ol.choices{list-style:lower-alpha}ol.choices li{margin:0}
table{border-collapse:collapse;margin:.4rem 0;display:block;overflow-x:auto}
td,th{border:1px solid #888;padding:.1rem .45rem}
.answers{break-before:page}.how{color:#595f69;font-size:.9em}"""


def _html(exercises: Sequence[Exercise], title: str, answers: bool) -> str:  # as `render`
    items = "\n".join(f"<li>{_html_one(one)}</li>" for one in exercises)
    behind = ""
    if answers:
        listed = "".join(f"<li>{escape(one.right_answer())}</li>" for one in exercises)
        behind = f'<section class="answers"><h2>Answers</h2><ol>{listed}</ol></section>\n'
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    body = f"<h1>{escape(title)}</h1>\n<ol>\n{items}\n</ol>\n{behind}"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{body}</body></html>\n'


def _html_one(one: Exercise) -> str:
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in one.table)
    table = f"<table>{rows}</table>" if rows else ""
    choices = "".join(f"<li>{escape(text)}</li>" for text in one.choices)
    listed = f'<ol class="choices">{choices}</ol>' if choices else ""
    return f'<p>{escape(one.prompt)}</p>{table}{listed}<p class="how">{escape(HOW[one.form])}</p>'


_TEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}"}
_TEX |= {">": r"\textgreater{}", '"': r"\textquotedbl{}"} | {sign: f"\\{sign}" for sign in "&%$#_{}"}


def tex(text: str) -> str:
    r"""Escape a text for LaTeX.

    >>> print(tex("n % 4 == {0}"))
    n \% 4 == \{0\}
    """
    return "".join(_TEX.get(sign, sign) for sign in text)


def _latex(exercises: Sequence[Exercise], title: str, answers: bool) -> str:  # as `render`
    head = r"\documentclass[11pt]{article}" + "\n" + r"\usepackage[T1]{fontenc}" + "\n" + r"\begin{document}" + "\n"
    lines = [rf"\section*{{{tex(title)}}}", r"\begin{enumerate}"]
    for one in exercises:
        lines.append(rf"\item {tex(one.prompt)}")
        if one.table:
            rows = (r" & ".join(map(tex, row)) + r" \\" for row in one.table)
            lines += [r"\par{\scriptsize\setlength{\tabcolsep}{2pt}\begin{tabular}{" + "c" * len(one.table[0]) + "}"]
            lines += [*rows, r"\end{tabular}}"]
        if one.choices:
            lines += [r"\begin{itemize}", *(rf"\item[{a})] {tex(text)}" for a, text in one.lettered), r"\end{itemize}"]
        lines.append(rf"\par\emph{{{tex(HOW[one.form])}}}")
    lines.append(r"\end{enumerate}")
    if answers:
        lines += [r"\newpage", r"\section*{Answers}", r"\begin{enumerate}"]
        lines += [*(rf"\item {tex(one.right_answer())}" for one in exercises), r"\end{enumerate}"]
    return head + "\n".join(lines) + "\n" + r"\end{document}" + "\n"


def gift(text: str) -> str:
    r"""Escape a text for Moodle GIFT.

    >>> print(gift("P iff n % 4 == 0: {a}"))
    P iff n % 4 \=\= 0\: \{a\}
    """
    return "".join(f"\\{sign}" if sign in "~=#{}:\\" else sign for sign in text)


def _gift(exercises: Sequence[Exercise], title: str, answers: bool) -> str:  # noqa: ARG001  # always within the bounds
    return "\n".join([f"// {title}", "", *(_gift_one(number, one) for number, one in enumerate(exercises, 1))])


def _gift_one(number: int, one: Exercise) -> str:
    rows = "".join("\\n" + gift(" ".join(row)) for row in one.table)
    head = f"::{number} {gift(one.kind)}::[plain]{gift(one.prompt)}{rows}"
    if one.form == "number":
        return f"{head} {{#{one.answer}}}\n"
    if one.form == "one":
        listed = (f"{'=' if letter == one.answer else '~'}{gift(text)}" for letter, text in one.lettered)
        return f"{head} {{{' '.join(listed)}}}\n"
    if one.form == "many":
        right = one.answer.split()
        good = f"{100 / len(right):.5f}".rstrip("0").rstrip(".")
        listed = (f"~%{good if letter in right else -100}%{gift(text)}" for letter, text in one.lettered)
        return f"{head} {{{' '.join(listed)}}}\n"
    if one.form in {"list", "set"}:
        spellings = dict.fromkeys([one.answer, one.answer.replace(" ", ", "), one.answer.replace(" ", ",")])
        return f"{head} {HOW[one.form].replace(':', '')} {{{' '.join(f'={text}' for text in spellings)}}}\n"
    return f"{head} {{####{gift(one.answer)}}}\n"


def _notebook(exercises: Sequence[Exercise], title: str, answers: bool) -> str:  # as `render`
    cells: list[dict[str, Any]] = [_markdown("title", f"# {title}")]
    for number, one in enumerate(exercises, 1):
        cells.append(_markdown(f"exercise-{number}", _marked(number, one)))
        code: dict[str, Any] = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
        cells.append(code | {"id": f"answer-{number}", "source": f'answer_{number} = ""  # {HOW[one.form]}'})
    if answers:
        listed = "\n".join(f"{i}. `{one.right_answer()}`" for i, one in enumerate(exercises, 1))
        cells.append(_markdown("answers", f"## Answers\n\n{listed}"))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    found = {"cells": cells, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}}
    return json.dumps(found | {"nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def _markdown(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


def _marked(number: int, one: Exercise) -> str:
    """Return an exercise as Markdown, with its number; text that Markdown could misread is marked as code."""
    lines = [f"**{number}.** `{one.prompt}`"]
    if one.table:
        head, cells = one.table
        lines += ["", *(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), cells))]
    if one.choices:
        lines += ["", *(f"- {letter}) `{text}`" for letter, text in one.lettered)]
    return "\n".join(lines)


def sheet_dict(exercises: Sequence[Exercise], topic: str, seed: int, *, answers: bool = False) -> dict[str, Any]:
    """Return the JSON object of a worksheet.

    Args:
        exercises: The exercises, in the order of the worksheet.
        topic: The lesson or the kind of exercises, as requested.
        seed: The seed of the random choice.
        answers: Whether to include the answers.

    Returns:
        The fields `schema`, `topic`, `seed`, `exercises`, and `answers` if requested.
    """
    found = {"schema": 1, "topic": topic, "seed": seed, "exercises": [one.to_dict() for one in exercises]}
    return found | ({"answers": [one.answer for one in exercises]} if answers else {})
