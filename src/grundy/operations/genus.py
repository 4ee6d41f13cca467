"""The genus of a position in misère play, and of its sums with copies of another game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from .context import Context
from .request import FieldError, FieldRecord, GameText, Help, Remote, Request
from .result import ABSENT, Exact, Result
from .table import operation

if TYPE_CHECKING:
    from ..workflows.computing.misere import GenusFacts

COPIES = 6
"""The default for the largest number of copies."""
MOST_COPIES = 50
MOST_FORM = 500
"""The longest canonical form that is printed; the JSON has forms of up to 2,000 characters."""


class GenusRequest(Request):
    """Find the genus of a GAME in misère play.

    The genus is the Grundy value with exponents, as in 4^146. The exponents are the misère values of the sums of the
    game and 0, 1, 2, ... nim heaps of size 2; the last two repeat forever. A misère value is 0 exactly for a
    P-position. So the genus determines who wins the sum of the game and nim heaps of sizes 1, 2 and 3.

    --adding GAME also shows the genera of the sums with 0, 1, 2, ... copies of another game.
    """

    game: GameText
    adding: Annotated[str | None, Help("Another game, such as nim: 4, of which copies are added.")] = None
    copies: Annotated[int, Help("The largest number of copies."), Remote(0, MOST_COPIES)] = COPIES


class ExtendedGenus(FieldRecord):
    """The genus of the sum of a game and a number of copies of another one."""

    copies: int
    genus: str


class GenusResult(Result):
    """The result of `genus`: the genus of a game and its kind in misère play.

    `misere` has the misère values of the game plus 0, 1, 2, ... nim heaps of size 2, up to the end of the first
    period; the last `period` of them repeat forever. The kind is tame (fickle or firm), restive, restless or wild.
    `form` is the misère canonical form: nim heaps as their size, other forms by their options in braces. `extended` has
    the genera of the sums with copies of the game `adding`.
    """

    game: str
    genus: str
    value: Exact
    misere: list[Exact]
    period: int
    outcome: str
    kind: str
    form: str
    adding: str = ABSENT
    extended: list[ExtendedGenus] = ABSENT

    def blocks(self) -> Iterator[str]:
        """Yield the genus with its kind, the misère canonical form, and the table of the sums."""
        yield f"{self.game}: genus {self.genus}, {self.kind} ({self.outcome}-position in misère play)"
        if len(self.form) <= MOST_FORM:
            yield f"misère canonical form: {self.form}"
        found: GenusFacts = self.source
        if found.extended:
            from ..drawing import columns

            rows: list[list[int | str | None]] = [[copies, str(one)] for copies, one in enumerate(found.extended)]
            yield f"With copies of {self.adding} added:"
            yield columns(rows, ["copies", "genus"])


@operation(
    GenusRequest,
    examples={
        "grundy genus kayles: 5 5": "the genus of a sum of heaps",
        'grundy genus kayles: 5 --adding "nim: 4"': "the genera of its sums with heaps of four",
    },
)
def genus(request: GenusRequest, context: Context) -> GenusResult:
    """Find the genus of a game in misère play.

    The genus is that of J. H. Conway, "On Numbers and Games", 1976, chapter 12. The genera of sums with copies of
    another game are the generalized genus sequences of D. T. Allemang, "Generalized genus sequences for misère octal
    games", 2001.

    Args:
        request: The question: the game, and another game of which copies are added. The decorated function also accepts
            its fields: `genus("kayles: 5")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The genus, the kind of game, and its misère canonical form.

    Raises:
        FieldError: If the number of copies is negative.
        InputError: If a game cannot be read.
        LimitReached: If a limit was reached.
        LoopyGame: If play need not end.
        RuleError: If a game is not impartial, has entailing moves, or is misère by its own rule.

    Example:
        >>> found = genus("kayles: 5", adding="nim: 4", copies=2)
        >>> found.genus, found.kind, [one["genus"] for one in found.extended]
        ('4^146', 'restive', ['4^146', '0^20', '4^46'])
    """
    from ..workflows.computing.misere import genus_of

    if not 0 <= request.copies <= MOST_COPIES:
        raise FieldError(f"{{copies}}: expected a number from 0 to {MOST_COPIES}, found {request.copies}")
    game = context.game(request.game)
    adding = None if request.adding is None else context.game(request.adding)
    found = genus_of(game, context.budget, adding, request.copies)
    its = found.genus
    data = {"game": str(game), "genus": str(its), "value": its.value, "misere": list(its.digits), "period": its.period}
    data |= {"outcome": "N" if its.misere else "P", "kind": str(found.kind), "form": found.form}
    if adding is not None:
        rows = [{"copies": copies, "genus": str(one)} for copies, one in enumerate(found.extended)]
        data |= {"adding": str(adding), "extended": rows}
    return GenusResult.of(found, data)
