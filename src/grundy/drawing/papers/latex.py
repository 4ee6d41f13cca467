r"""Writes a document as LaTeX, to be included by \input; its pictures are TikZ.

A comment at the top lists the LaTeX packages that it needs. Comments at the end contain the BibTeX of its citations.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..fit import TextTable, short_number
from .bibliography import bibtex_of, keys_of
from .blocks import Block, Paper, PaperPicture, Presented, ValueCell, ValueRows
from .latex_text import prose
from .tables import cells_of
from .tikz import picture

MOST_ROWS, MOST_COLUMNS = 40, 24
"""Rows of a table before another one begins, and columns of a table of two heaps."""
LONG = 42
"""Cells of this many characters are broken into lines."""
NEEDS = (
    (r"\toprule", r"\usepackage{booktabs}"),
    (r"\cellcolor", r"\usepackage[table]{xcolor}"),
    (r"\langle", r"\usepackage{amsmath}"),
    ("tikzpicture", r"\usepackage{tikz} \usetikzlibrary{svg.path}"),
)
"""The commands that need a package, and the lines that load it; xcolor must come before tikz."""


def latex(paper: Paper) -> str:
    r"""Return a document as LaTeX.

    >>> print(latex(Paper("nim: 1", ("The player to move wins.",))), end="")
    % nim: 1
    \paragraph{nim: 1}
    The player to move wins.
    """
    body = [rf"\paragraph{{{prose(paper.title)}}}", *(_block(block) for block in paper.blocks)]
    for theorem in paper.theorems:
        cited = ",".join(keys_of(theorem.source))
        cite = rf"~\cite{{{cited}}}" if cited else ""
        body.append(f"{prose(theorem.statement)} ({prose(theorem.source)}{cite}).")
    stated = {key for one in paper.theorems for key in keys_of(one.source)}
    named = dict.fromkeys(key for source in paper.sources for key in keys_of(source) if key not in stated)
    if named:
        body.append(rf"See~\cite{{{','.join(named)}}}.")
    text = "\n".join([body[0], "\n\n".join(body[1:])])
    needs = [f"% {need}" for sign, need in NEEDS if sign in text]
    behind = [f"% {line}".rstrip() for line in bibtex_of(paper.theorems, paper.sources).splitlines()]
    comment = "".join(sign if sign.isprintable() else " " for sign in paper.title)
    return "\n".join([f"% {comment}", *needs, text, *behind, ""])


def _block(block: Block) -> str:
    if isinstance(block, PaperPicture):
        caption = f"\n\n{prose(block.caption)}" if block.caption else ""
        return "\\begin{center}\n" + picture(block) + caption + "\n\\end{center}"
    if isinstance(block, ValueRows):
        return _values(block)
    if isinstance(block, Presented):
        return _presented(block)
    if isinstance(block, TextTable):
        return _table(block)
    if isinstance(block, str):
        return prose(block)
    items = [rf"\item {prose(item)}" for item in block]
    return "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])


def _tabular(columns: str, head: Sequence[str], rows: Sequence[str], foot: Sequence[str] = ()) -> str:
    found = []
    for at in range(0, max(1, len(rows)), MOST_ROWS):
        part = rows[at : at + MOST_ROWS]
        last = [r"\midrule", *foot] if foot and at + MOST_ROWS >= len(rows) else []
        lines = [r"\toprule", *(f"{line} \\\\" for line in head), r"\midrule", *(f"{line} \\\\" for line in part)]
        lines += [line if line.startswith("\\m") else f"{line} \\\\" for line in last]
        found.append("\n".join([rf"\begin{{tabular}}{{{columns}}}", *lines, r"\bottomrule", r"\end{tabular}"]))
    return "\\begin{center}\\small\n" + "\n\n".join(found) + "\n\\end{center}"


def _table(table: TextTable) -> str:
    head, rows, right = cells_of(table)
    if table.kind == "columns":
        long = [max((len(row[i]) for row in rows), default=0) > LONG for i in range(len(head))]
        wrapped = rf"p{{{0.8 / max(1, sum(long)):.2f}\linewidth}}"
        kinds = [wrapped if wide else "r" if number else "l" for wide, number in zip(long, right, strict=True)]
        return _tabular("".join(kinds), [_row(head)], [_row(row) for row in rows])
    if table.kind == "binary":
        columns = "r" + "c" * (len(head) - 2) + "l"
        names = ["", *(rf"$2^{{{int(name).bit_length() - 1}}}$" if len(head) > 14 else name for name in head[1:-1]), ""]
        *heaps, total = rows
        lines = [
            " & ".join([row[0], *map(_bit, row[1:-1]), rf"$\leftarrow$ {prose(row[-1])}" * bool(row[-1])])
            for row in heaps
        ]
        odd = [_bit(bit).replace("1", r"\textbf{1}") for bit in total[1:-1]]
        return _tabular(columns, [" & ".join(names)], lines, [" & ".join([total[0], *odd, total[-1]])])
    count = min(MOST_COLUMNS, len(head) - 1)
    if not count:
        return "(no values)"
    lines = [" & ".join([row[0], *map(_bold, row[1 : count + 1])]) for row in rows]
    cut = f"\n\n({count} of {len(head) - 1} columns)" if len(head) - 1 > count else ""
    shown = _tabular("r|" + "r" * count, [" & ".join(head[: count + 1])], lines)
    return rf"{{\setlength{{\tabcolsep}}{{3pt}}{shown}}}{cut}"


def _row(cells: Sequence[str]) -> str:
    return " & ".join(f"{{{prose(cell)}}}" if cell.startswith(("[", "*")) else prose(cell) for cell in cells)


def _bit(cell: str) -> str:
    return r"$\cdot$" if cell == "." else cell


def _bold(cell: str) -> str:
    return rf"\textbf{{{prose(cell)}}}" if cell in {"P", "0"} else prose(cell)


def _values(block: ValueRows) -> str:
    rows = [" & ".join([str(at), *map(_value, cells)]) for at, cells in block.rows()]
    head = " & ".join(["", *map(str, range(block.per_row))])
    return _tabular("r|" + "r" * block.per_row, [head], rows) + (f"\n\n({block.remark})" if block.remark else "")


def _value(cell: ValueCell | None) -> str:
    if cell is None:
        return ""
    value = cell.value
    shown = "?" if value is None else short_number(value) if isinstance(value, int) else _word(value)
    colour = rf"\cellcolor{{blue!{cell.shade}}}" if cell.shade else ""
    return colour + "$[$" * cell.opens + (rf"\textbf{{{shown}}}" if value == 0 else shown) + "$]$" * cell.closes


def _word(text: str) -> str:
    """Return LaTeX for a cell: a product such as "a^2 b" is written in math mode, other text is escaped."""
    plain = text.replace("^", "").replace(" ", "")
    return f"${text}$" if plain.isascii() and plain.isalnum() else prose(text)


def _presented(block: Presented) -> str:
    """Return LaTeX for a presentation of a monoid; lines can be broken between its relations."""
    letters = r",\, ".join(_letter(name) for name in block.generators)
    relations = [f"${_product(left)} = {_product(right)}$" for left, right in block.relations]
    return rf"$\langle\, {letters} \mid{{}}$ " + ", ".join(relations) + r" $\rangle$"


def _product(word: Sequence[tuple[str, int]]) -> str:
    return " ".join(_letter(name) + (f"^{{{k}}}" if k > 1 else "") for name, k in word) or "1"


def _letter(name: str) -> str:
    return name if len(name) == 1 else f"{name[0]}_{{{name[1:]}}}"
