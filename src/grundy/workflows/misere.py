"""What misere theory says of a heap game: its quotient with a proof, the genus of its heaps, and their kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import drawing
from ..core import InputError, LimitReached, Limits, Meter, Outcome, PositionError, RuleError, Ruleset, Status
from ..misere import (
    THEOREM,
    Forms,
    Genus,
    Kind,
    Kinds,
    PartialQuotients,
    Presentation,
    Quotient,
    is_tame,
    presentation,
    reach_of,
    seen_period,
    with_proved_period,
)

if TYPE_CHECKING:
    from ..certificates import Certificate

FAR = 512
"""The last heap when a period is looked for and no other end is given."""
GENUS_HEAPS = 24
"""Single heaps whose genus is shown."""
GENUS_WORK = Limits(positions=100_000, seconds=5)
"""Work spent on the genera; those of larger heaps are left out."""
WIDTH = 100
"""Columns of a line of prose."""
MOST_TOLD = 60
"""Relations, or elements of a P-portion, that are told."""


class HeapFacts(NamedTuple):
    """The genus and the kind of a single heap, and its canonical form as text."""

    heap: int
    genus: Genus
    kind: Kind
    form: str


@dataclass(frozen=True)
class MisereTheory:
    """The misere quotient of the heaps 0..`quotient.bound` of a rule, with what is known of single heaps.

    When `status` is "limit", `reason` says why no larger heaps were taken in.
    """

    ruleset: Ruleset[Any]
    quotient: Quotient
    orders: tuple[int, ...]
    heaps: tuple[HeapFacts, ...]
    status: Status = "proved"
    reason: str = ""

    @property
    def presentation(self) -> Presentation:
        """The quotient by generators and relations."""
        return presentation(self.quotient)

    @property
    def tame(self) -> bool:
        """Whether the quotient is one of nim: to its bound, or for ever when its period is proved."""
        return is_tame(self.quotient)

    @property
    def period(self) -> tuple[int, int, bool] | None:
        """Preperiod and period of the images of the heaps, and whether they are proved; None: none was seen."""
        if self.quotient.period is not None:
            return self.quotient.preperiod, self.quotient.period, True
        found = seen_period(self.quotient.images)
        return None if found is None else (*found, False)

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Return who wins a sum of heaps; raises `LimitReached` for heaps beyond a partial quotient."""
        return self.quotient.outcome(heaps)

    def certificate(self) -> Certificate:
        """Return the certificate of the quotient to its bound; raises `InputError` when it cannot name the rule."""
        from ..certificates import Certificate
        from .certify import family_of

        family = family_of(self.ruleset)
        if family is None or self.quotient.bound < 1:
            raise InputError(f"certificates of misere quotients cannot name {self.ruleset.name}, or there is no heap")
        q = self.quotient
        claim = {"heaps": q.bound, "order": q.order}
        entry = {"mult": [list(row) for row in q.times], "p": list(q.p_portion), "phi": list(q.images[1:])}
        return Certificate("misere", "misere", family, claim, [entry])

    def explain(self) -> str:
        """Return everything in words and tables."""
        return "\n".join(_lines(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `grundy misere --json`."""
        shown, period = self.presentation, self.period
        answer: dict[str, Any] = {
            "schema": 1,
            "ruleset": self.ruleset.name,
            "play": "misere",
            "status": self.status,
            "to": self.quotient.bound,
            "order": self.quotient.order,
            "orders": list(self.orders),
            "tame": self.tame,
            "complete": self.quotient.period is not None,
            "generators": [{"name": shown.letter(heap), "heap": heap} for heap in shown.generators],
            "relations": [f"{shown.show(left)} = {shown.show(right)}" for left, right in shown.relations],
            "elements": [shown.name(x) for x in range(self.quotient.order)],
            "p_portion": [shown.name(x) for x in self.quotient.p_portion],
            "images": [shown.name(x) for x in self.quotient.images],
            "period": None if period is None else _period_dict(*period),
            "heaps": [{"heap": found.heap, "genus": str(found.genus), "kind": str(found.kind)} for found in self.heaps],
        }
        return answer | ({"reason": self.reason} if self.reason else {})

    def _repr_html_(self) -> str:
        """Show the theory in a notebook."""
        from html import escape

        return f"<pre>{escape(self.explain())}</pre>"


def _period_dict(preperiod: int, period: int, proved: bool) -> dict[str, Any]:
    """Return a period as JSON."""
    grade = "proved" if proved else "observed"
    return {"preperiod": preperiod, "period": period, "status": grade, "theorem": THEOREM if proved else None}


def misere_theory(
    ruleset: Ruleset[Any], to: int | None = None, *, limits: Limits | None = None, meter: Meter | None = None
) -> MisereTheory:
    """Return the misere quotient of the heaps to `to`, or (None) of as many as prove it for the whole game.

    A limit gives the last quotient that was proved, `status` says so; raises `LimitReached` when there is none,
    `PositionError` for a rule that is not about heaps and `RuleError` for one that is misere by itself.
    """
    if not ruleset.heaps:
        raise PositionError(f"misere quotients are for games on heaps; a position of {ruleset.name} is something else")
    if ruleset.last_loses:
        raise RuleError(f"{ruleset.name} is misere by its own rule: its misere play is normal play")
    partial = PartialQuotients(ruleset, meter or Meter(limits))
    reach = reach_of(ruleset.sequence())
    found, reason = None, ""
    try:
        while found is None and partial.bound < (FAR if to is None else to):
            partial.step()
            if to is None:
                found = with_proved_period(partial.quotient, reach)
    except LimitReached as error:
        if partial.bound < 1:
            raise
        reason = f"heap {partial.bound + 1}: {error.message}"
    quotient = found or with_proved_period(partial.quotient, reach) or partial.quotient
    heaps = tuple(heap_facts(ruleset, min(quotient.bound, GENUS_HEAPS)))
    return MisereTheory(ruleset, quotient, tuple(partial.orders), heaps, "limit" if reason else "proved", reason)


def heap_facts(ruleset: Ruleset[Any], last: int) -> Iterator[HeapFacts]:
    """Yield genus, kind and form of the heaps 0 to `last`, as far as little work leads."""
    forms = Forms(Meter(GENUS_WORK))
    kinds = Kinds(forms)
    for heap in range(last + 1):
        try:
            form = forms.of(ruleset, [heap])
            yield HeapFacts(heap, kinds.genus(form), kinds.of(form), forms.show(form, 40))
        except LimitReached:
            return


def genus_of(ruleset: Ruleset[Any], parts: Iterable[Any], meter: Meter | None = None) -> tuple[Genus, Kind, str]:
    """Return the genus of a sum of positions, its kind, and its misere canonical form as text."""
    forms = Forms(meter)
    kinds = Kinds(forms)
    form = forms.of(ruleset, parts)
    return kinds.genus(form), kinds.of(form), forms.show(form)


def _lines(theory: MisereTheory) -> Iterator[str]:
    """Tell a theory."""
    q, shown, name = theory.quotient, theory.presentation, theory.ruleset.name
    whose = f"{name}, all heaps" if q.period is not None else f"{name}, heaps 0 to {q.bound}"
    kind = "tame: its sums are played like misere nim" if theory.tame else "not tame"
    yield f"{whose}: misere quotient of order {q.order}, {kind}"
    if theory.reason:
        yield f"No larger heaps: {theory.reason}."
    changes = [n for n, order in enumerate(theory.orders) if n and order != theory.orders[n - 1]]
    yield _filled("orders of the partial quotients", (f"{theory.orders[n]} from heap {n}" for n in changes))
    yield _filled("generators", (f"{shown.letter(heap)} = heap {heap}" for heap in shown.generators))
    yield _filled("relations", (f"{shown.show(left)} = {shown.show(right)}" for left, right in shown.relations))
    yield _filled(f"P-portion ({len(q.p_portion)} of {q.order})", map(shown.name, q.p_portion))
    yield from _pretending(theory)
    if theory.heaps:
        yield "Single heaps:"
        rows: list[list[int | str | None]] = [
            [f.heap, str(f.genus), str(f.kind), shown.name(q.image(f.heap)), f.form] for f in theory.heaps
        ]
        yield drawing.columns(rows, ["heap", "genus", "kind", "image", "canonical form"])


def _pretending(theory: MisereTheory) -> Iterator[str]:
    """Tell the images of the heaps and their period."""
    names = [theory.presentation.name(x) for x in theory.quotient.images]
    last = min(len(names), 200)
    more = f" (to heap {last - 1})" if last < len(names) else ""
    yield f"Images of the heaps{more}:"
    yield drawing.value_table(names[:last], width=WIDTH)
    period = theory.period
    if period is None:
        yield f"No period of the images is seen to heap {theory.quotient.bound}."
    elif period[2]:
        where = f"period {period[1]} from heap {period[0]} on"
        proved = f"proved for all heaps: checked to heap {theory.quotient.bound}; {THEOREM}"
        yield fill(f"The images have {where}, {proved}.", WIDTH)
    else:
        yield f"The images show period {period[1]} from heap {period[0]} to {theory.quotient.bound}, not proved."


def _filled(title: str, items: Iterable[str]) -> str:
    """Return a list in prose."""
    words = [item.replace(" ", "\u00a0") for item in items]
    if len(words) > MOST_TOLD:
        words = [*words[:MOST_TOLD], f"... and {len(words) - MOST_TOLD} more"]
    text = fill(f"{title}: {', '.join(words) or 'none'}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return text.replace("\u00a0", " ")
