"""Misère quotients of heap games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from ..core import Budget
from .context import Context
from .request import FieldRecord, Help, Remote, Request, RulesetText
from .result import Certified, Result
from .table import operation

if TYPE_CHECKING:
    from ..certificates import Certificate


class MisereRequest(Request):
    """Find the misère quotient of the heaps 0 to N of a RULESET, proved for all sums of these heaps.

    If a theorem proves that the images of the heaps repeat with a period, it is the quotient of the whole game. The
    exit code is 4 if a limit, or a quotient that is too large, stopped the work before heap N.

    --certified prints only results that grundy-check accepted: the quotient of the heaps 0 to N.
    """

    ruleset: RulesetText
    to: Annotated[
        int | None, Help("The last heap (default: continue until a period is proved)."), Remote(0, 10**4, "n")
    ] = None


class Generator(FieldRecord):
    """A generator of a misère quotient: the element `name`, which is the image of a heap of size `heap`."""

    name: str
    heap: int


class ImagePeriod(FieldRecord):
    """The period of the images of heaps 0, 1, 2, ... in a misère quotient, proved or observed."""

    preperiod: int
    period: int
    status: str
    theorem: str | None


class HeapGenus(FieldRecord):
    """The genus of a single heap in misère play, with the kind and the canonical form of the heap.

    The kind is tame (fickle or firm), restive, restless or wild. `form` writes nim heaps as their size and other forms
    by their options in braces; a text of more than 2,000 characters ends in "...".
    """

    heap: int
    genus: str
    kind: str
    form: str = ""


class MisereResult(Result):
    """The result of `misere`: the misère quotient of the heaps 0 to `to`, by generators and relations.

    Elements are written as products of the generators. `images` has the element of each heap, and `p_portion` the
    elements of P-positions.
    """

    ruleset: str
    play: str
    status: str
    to: int
    order: int
    orders: list[int]
    tame: bool
    complete: bool
    generators: list[Generator]
    relations: list[str]
    elements: list[str]
    p_portion: list[str]
    images: list[str]
    period: ImagePeriod | None
    heaps: list[HeapGenus]
    reason: str = ""

    def certificate(self, budget: Budget) -> Certificate:  # the quotient has been computed
        found: Certificate = self.source.certificate()
        return found

    def accepted(self, claim: Mapping[str, Any]) -> Certified:
        (table,) = self.source.certificate().entries
        heaps, order = claim["heaps"], claim["order"]
        words = f"{self.ruleset}: a misère quotient of order {order} decides every sum of heaps 1 to {heaps}"
        data = {"ruleset": self.ruleset, "status": "proved", "heaps": heaps, "order": order}
        return Certified(words, {**data, "images": table["phi"], "p_portion": table["p"]}, self.exit_code)


@operation(
    MisereRequest,
    papers=True,
    certificates=True,
    seconds=5.0,
    short=False,
    examples={
        "grundy misere kayles --to 8": "the misère quotient of heaps 0 to 8",
    },
)
def misere(request: MisereRequest, context: Context) -> MisereResult:
    """Find the misère quotient of a heap game.

    Args:
        request: The question: the ruleset and the last heap. The decorated function also accepts its fields:
            `misere("kayles")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The quotient by generators and relations; `status` is "limit" if a limit was reached.

    Raises:
        InputError: If the ruleset cannot be read.
        LimitReached: If a limit was reached before anything was known.
        PositionError: If positions are not heaps.
    """
    from ..workflows.computing.misere import misere_theory

    found = misere_theory(context.ruleset(request.ruleset), request.to, budget=context.budget)
    return MisereResult.of(found, found.to_dict())
