"""A table of the values of positions of two heaps, for some consecutive sizes of each heap."""

from __future__ import annotations

from typing import Annotated, Literal

from ..core import Play
from .context import Context
from .request import Help, PlayField, Remote, Request, RulesetText
from .result import Exact, Result
from .table import operation

MOST_CELLS = 400
"""The largest number of rows and of columns of a table."""
FirstHeap = Annotated[int, Help("The first size of this heap."), Remote(0, 10**6)]
Length = Annotated[int, Help("The number of rows or columns."), Remote(1, MOST_CELLS)]


class TableRequest(Request):
    """Compute the values of positions of two heaps: rows for first heaps from `a`, columns for second ones from `b`."""

    ruleset: RulesetText
    play: PlayField = "normal"
    a: FirstHeap = 0
    b: FirstHeap = 0
    rows: Length = 21
    columns: Length = 21
    want: Annotated[Literal["values", "lost"], Help("Values, or 1 for each P-position and 0 for others.")] = "values"


class TableResult(Result):
    """The result of `table`: the values of two heaps, with a row for each size of the first heap from `a` on.

    The columns are the sizes of the second heap from `b` on. If `want` is "lost", a cell contains 1 for a P-position
    and 0 for other positions. A cell is null if the ruleset has no such position.
    """

    ruleset: str
    play: Play
    status: str
    method: str
    theorem: str | None
    a: int
    b: int
    want: str
    table: list[list[Exact | None]]


@operation(TableRequest, short=False)
def table(request: TableRequest, context: Context) -> TableResult:
    """Compute a table of the values of two heaps, or of their P-positions, for consecutive sizes of each heap.

    Args:
        request: The question: the ruleset, the play convention, the first row and column, and the size of the window.
            The decorated function also accepts its fields: `table("wythoff", rows=9)`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The table: one row for each size of the first heap.

    Raises:
        InputError: If the ruleset cannot be read, or its positions are not two heaps.
        LimitReached: If a limit was reached.
    """
    from ..patterns import ProvedFacts
    from ..workflows.claims.truth import Boards, ClaimQuestion

    rules, misere = context.ruleset(request.ruleset), request.play == "misere"
    question = ClaimQuestion(rules, request.want == "values", misere, ProvedFacts(), context.budget)
    a, b = range(request.a, request.a + request.rows), range(request.b, request.b + request.columns)
    cells = [[None if cell < 0 else cell for cell in row] for row in Boards(question, 2).table(a, b)]
    head = {"ruleset": rules.name, "play": request.play, "status": "proved", "method": "search", "theorem": None}
    return TableResult.of(cells, head, a=request.a, b=request.b, want=request.want, table=cells)
