"""The misère theory of a heap game: its misère quotient with a proof, the genus of heaps, and their kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import drawing, misere
from ...core import (
    Budget,
    Drawable,
    Entailing,
    Game,
    InputError,
    LimitReached,
    Limits,
    Outcome,
    RuleError,
    Ruleset,
    Status,
    Structure,
    Theorem,
    TwoSided,
    facet,
    has_misere_rule,
    whole,
)
from ...drawing.fit import WIDTH, prose, short_text
from ...drawing.papers import Paper, Presented, ValueRows
from .values import require_heaps

if TYPE_CHECKING:
    from ...certificates import Certificate
    from ...drawing.papers.blocks import Block

FAR = 512
"""The default last heap for a search for a period."""
GENUS_HEAPS = 24
"""Single heaps whose genus is shown."""
GENUS_POSITIONS, GENUS_SECONDS = 100_000, 5.0
"""Limits of the work for genera; those of larger heaps are omitted."""
SHORT_FORM, PRINTED_FORM, LONGEST_FORM = 40, 500, 2000
"""The longest canonical form in the table of heaps, on a line of its own, and in the JSON."""
MOST_LISTED, MOST_IMAGES = 60, 120
"""The largest number of relations or elements of a P-portion that are written, and of images of heaps on paper."""
PLAMBECK = Theorem(
    "Sums of the heaps have the same outcomes in every context exactly when they are one element of the quotient",
    "T. E. Plambeck and A. N. Siegel, Misere quotients for impartial games, 2008",
)


class HeapFacts(NamedTuple):
    """The properties of a single heap in misère play.

    Attributes:
        heap: The size of the heap.
        genus: The genus of the heap.
        kind: The kind of position, such as tame or wild.
        form: The misère canonical form of the heap, as text.
    """

    heap: int
    genus: misere.Genus
    kind: misere.Kind
    form: str


@dataclass(frozen=True)
class MisereTheory(Drawable):
    """The misère quotient of a heap ruleset, with properties of single heaps.

    Source: T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", 2008.

    Attributes:
        ruleset: The ruleset, on single heaps.
        quotient: The quotient of the heaps 0 to `quotient.bound`, or of all heaps if its period is proved.
        orders: The order of the partial quotient of heaps 0 to n, for n = 0, 1, ...
        heaps: The genus and kind of the first single heaps.
        status: "proved", or "limit" if a limit was reached before all heaps were included.
        reason: The reason why larger heaps are not included, or "".

    Example:
        >>> import grundy
        >>> theory = grundy.misere_quotient("take 1..2", 20)
        >>> theory.quotient.order, theory.tame, theory.period, str(theory.outcome([1, 2]))
        (6, True, (0, 3, True), 'N')
        >>> print(theory.explain().splitlines()[0])
        take 1..2, all heaps: misère quotient of order 6, tame: its sums are played like misère nim
        >>> str(theory.presentation), theory.to_dict()["relations"], theory.paper().title
        ('< a, b | a^2 = 1, b^3 = b >', ['a^2 = 1', 'b^3 = b'], 'take 1..2, misère play')
    """

    ruleset: Ruleset[Any]
    quotient: misere.Quotient
    orders: tuple[int, ...]
    heaps: tuple[HeapFacts, ...]
    status: Status = "proved"
    reason: str = ""

    @property
    def presentation(self) -> misere.Presentation:
        """The quotient as a commutative monoid with generators and relations."""
        return misere.presentation(self.quotient)

    @property
    def tame(self) -> bool:
        """Whether sums of these heaps are played like misère nim.

        This is so if the quotient is isomorphic to the misère quotient of the nim heaps up to some size.
        """
        return misere.is_tame(self.quotient)

    @property
    def period(self) -> tuple[int, int, bool] | None:
        """The period of the elements of the quotient that represent heaps 0, 1, ..., such as (71, 12, True).

        The numbers are the preperiod and the period; True means that they are proved. The result is None if the
        computed elements show no period.
        """
        if self.quotient.period is not None:
            return self.quotient.preperiod, self.quotient.period, True
        seen = misere.seen_period(self.quotient.images)
        return None if seen is None else (*seen, False)

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Return the outcome of a sum of heaps in misère play.

        Args:
            heaps: The sizes of the heaps.

        Returns:
            N or P.

        Raises:
            InputError: If a size is not a whole number from 0 on.
            LimitReached: If a heap is larger than those of a partial quotient.
        """
        return self.quotient.outcome([whole(heap, "a heap size") for heap in heaps])

    def certificate(self) -> Certificate:
        """Make a certificate of the quotient, which the independent checker can check.

        Returns:
            The certificate.

        Raises:
            InputError: If the checker does not support the ruleset, or if the quotient includes only the empty heap.

        Example:
            >>> import grundy
            >>> evidence = grundy.misere_quotient("kayles", 8).certificate()
            >>> grundy.check_certificate(evidence).status
            'ACCEPTED'
        """
        from ...certificates import Certificate, family_of

        family = family_of(self.ruleset)
        if family is None or self.quotient.bound < 1:
            raise InputError(f"{self.ruleset.name} has no certificate of its misère quotient")
        q = self.quotient
        claim = {"heaps": q.bound, "order": q.order}
        entry = {"mult": [list(row) for row in q.times], "p": list(q.p_portion), "phi": list(q.images[1:])}
        return Certificate("misere", "misere", family, claim, [entry])

    def explain(self) -> str:
        """Return the quotient, its period and the single heaps in words and tables."""
        return "\n".join(_explained(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `grundy misere --json` prints."""
        shown, repeated = self.presentation, None
        if (period := self.period) is not None:
            grade, theorem = ("proved", misere.THEOREM) if period[2] else ("observed", None)
            repeated = {"preperiod": period[0], "period": period[1], "status": grade, "theorem": theorem}
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
            "period": repeated,
            "heaps": [
                {"heap": facts.heap, "genus": str(facts.genus), "kind": str(facts.kind), "form": facts.form}
                for facts in self.heaps
            ],
        }
        return answer | ({"reason": self.reason} if self.reason else {})

    def paper(self) -> Paper:
        """Return the quotient as a document for papers and notebooks."""
        return _paper(self)


class QuotientFound(NamedTuple):
    """The result of computing a misère quotient.

    Attributes:
        quotient: The quotient.
        orders: The order of the partial quotient of heaps 0 to n, for n = 0, 1, ...
        reason: The limit that was reached before all requested heaps were included, or "".
    """

    quotient: misere.Quotient
    orders: tuple[int, ...]
    reason: str


def find_quotient(
    ruleset: Ruleset[Any], most: int, budget: Budget, listing: Budget | None = None, *, proved: bool = False
) -> QuotientFound:
    """Compute the misère quotient of the heaps up to a bound.

    Args:
        ruleset: The ruleset, on single heaps.
        most: The largest heap.
        budget: Counts and limits the work.
        listing: Limits the work for listing the options of heaps; if None, `budget` also counts this work.
        proved: Whether to stop as soon as a period proves the quotient for all heaps.

    Returns:
        The quotient and the reason why it is partial, if any.

    Raises:
        LimitReached: If a limit was reached before heap 1 was included.
    """
    partial = misere.PartialQuotients(ruleset, budget, listing)
    reach = misere.reach_of(facet(ruleset, Structure).sequence())
    complete, reason = None, ""
    try:
        while complete is None and partial.bound < most:
            partial.step()
            if proved:
                complete = misere.with_proved_period(partial.quotient, reach)
    except LimitReached as error:
        if partial.bound < 1:
            raise
        reason = f"heap {partial.bound + 1}: {error.message}"
    quotient = complete or misere.with_proved_period(partial.quotient, reach) or partial.quotient
    return QuotientFound(quotient, tuple(partial.orders), reason)


def misere_theory(
    ruleset: Ruleset[Any], to: int | None = None, *, limits: Limits | None = None, budget: Budget | None = None
) -> MisereTheory:
    """Compute the misère quotient of a heap game, with the genus of single heaps.

    Args:
        ruleset: A ruleset on single heaps.
        to: The largest heap; if None, continue until the quotient is proved for the whole game.
        limits: Limits on the work.
        budget: Counts and limits the work, instead of `limits`.

    Returns:
        The quotient; its `status` states whether a limit was reached.

    Raises:
        LimitReached: If a limit was reached before any result.
        PositionError: If positions are not heaps.
        RuleError: If the ruleset is misère itself.
    """
    require_heaps(ruleset, f'grundy solve --misere "{ruleset.name}: POSITION"')
    if has_misere_rule(ruleset):
        raise RuleError(f"{ruleset.name} is misère by its own rule, so its misère play is normal play")
    budget = budget or Budget(limits)
    most = FAR if to is None else whole(to, "the largest heap, a whole number")
    quotient, orders, reason = find_quotient(ruleset, most, budget, proved=to is None)
    left = budget.remaining
    seconds = GENUS_SECONDS if left is None else min(GENUS_SECONDS, left)
    forms = misere.Forms(budget.restart(Limits(seconds, GENUS_POSITIONS)))
    kinds = misere.Kinds(forms)
    heaps = []
    with suppress(LimitReached):  # as far as is cheap
        for heap in range(min(quotient.bound, GENUS_HEAPS) + 1):
            form = forms.of(ruleset, [heap])
            heaps.append(HeapFacts(heap, kinds.genus(form), kinds.of(form), forms.show(form, LONGEST_FORM)))
    status: Status = "limit" if reason else "proved"
    return MisereTheory(ruleset, quotient, orders, tuple(heaps), status, reason)


class GenusFacts(NamedTuple):
    """The genus of a game, and what follows from it in misère play.

    Attributes:
        genus: The genus.
        kind: The kind of game, such as tame or wild.
        form: The misère canonical form as text.
        extended: The genera of the game with 0, 1, 2, ... copies of another game added; empty if none was given.
    """

    genus: misere.Genus
    kind: misere.Kind
    form: str
    extended: tuple[misere.Genus, ...] = ()


def genus_of(game: Game, budget: Budget | None = None, adding: Game | None = None, copies: int = 0) -> GenusFacts:
    """Compute the genus of a game in misère play, and of its sums with copies of another game.

    Args:
        game: The game.
        budget: Counts and limits the work.
        adding: The game of which copies are added, or None.
        copies: The largest number of copies.

    Returns:
        The genus, its kind, the misère canonical form as text, and the genera of the sums.

    Raises:
        LimitReached: If a limit is exceeded.
        LoopyGame: If play need not end.
        RuleError: If a game is not impartial, has entailing moves, or is misère by its own rule.
    """
    for each in (game, adding or game):
        if each.last_loses or each.any_rule(TwoSided, Entailing):
            raise RuleError(
                f"{each} has no genus: that is for impartial games, whose last move loses in misère play only"
            )
    forms = misere.Forms(budget)
    kinds = misere.Kinds(forms)

    def form_of(sum_of: Game) -> int:
        return forms.add(*(forms.of(ruleset, [position]) for ruleset, position in sum_of.parts))

    with forms.budget.interruptible():
        form = form_of(game)
        extended = [form]
        if adding is not None:
            more = form_of(adding)
            for _ in range(copies):
                extended.append(forms.add(extended[-1], more))
        genera = tuple(kinds.genus(each) for each in extended)
        return GenusFacts(genera[0], kinds.of(form), forms.show(form, LONGEST_FORM), genera if adding else ())


def _explained(theory: MisereTheory) -> Iterator[str]:
    q, shown, name = theory.quotient, theory.presentation, theory.ruleset.name
    whose = f"{name}, all heaps" if q.period is not None else f"{name}, heaps 0 to {q.bound}"
    kind = "tame: its sums are played like misère nim" if theory.tame else "not tame"
    yield f"{whose}: misère quotient of order {q.order}, {kind}"
    if theory.reason:
        yield f"Larger heaps are not included: {theory.reason}."
    changes = [n for n, order in enumerate(theory.orders) if n and order != theory.orders[n - 1]]
    yield _filled("orders of the partial quotients", (f"{theory.orders[n]} from heap {n}" for n in changes))
    yield _filled("generators", (f"{shown.letter(heap)} = heap {heap}" for heap in shown.generators))
    yield _filled("relations", (f"{shown.show(left)} = {shown.show(right)}" for left, right in shown.relations))
    yield _filled(f"P-portion ({len(q.p_portion)} of {q.order})", map(shown.name, q.p_portion))
    last = min(len(q.images), 200)
    yield f"Images of the heaps{f' (to heap {last - 1})' if last < len(q.images) else ''}:"
    yield drawing.value_table([shown.name(x) for x in q.images[:last]], width=WIDTH)
    if (period := theory.period) is None:
        yield f"No period of the images was found up to heap {q.bound}."
    elif period[2]:
        where = f"period {period[1]} from heap {period[0]} on"
        proved = f"proved for all heaps: checked up to heap {q.bound}; {misere.THEOREM}"
        yield prose(f"The images have {where}, {proved}.")
    else:
        yield f"The images have period {period[1]} from heap {period[0]} up to {q.bound}, not proved."
    if theory.heaps:
        yield "Single heaps:"
        rows: list[list[int | str | None]] = [
            [f.heap, str(f.genus), str(f.kind), shown.name(q.image(f.heap)), short_text(f.form, SHORT_FORM)]
            for f in theory.heaps
        ]
        yield drawing.columns(rows, ["heap", "genus", "kind", "image", "canonical form"])
        for f in theory.heaps:
            if SHORT_FORM < len(f.form) <= PRINTED_FORM:
                yield f"heap {f.heap} = {f.form}"


def _paper(theory: MisereTheory) -> Paper:
    q, shown, period = theory.quotient, theory.presentation, theory.period

    def powers(word: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
        return tuple((shown.letter(heap), word.count(heap)) for heap in sorted(set(word)))

    generators = tuple(map(shown.letter, shown.generators))
    relations = tuple((powers(left), powers(right)) for left, right in shown.relations[:MOST_LISTED])
    left_out = len(shown.relations) - len(relations)
    named = [f"{shown.letter(heap)} is heap {heap}" for heap in shown.generators]
    portion = [shown.name(x) for x in q.p_portion]
    whose = "all heaps" if q.period is not None else f"heaps 0 to {q.bound}"
    kind = "tame: its sums are played like misère nim" if theory.tame else "not tame"
    images = [shown.name(x) for x in q.images[:MOST_IMAGES]]
    text = f"No period of the images was found up to heap {q.bound}."
    if period is not None:
        grade = f"proved: {misere.THEOREM}" if period[2] else f"observed up to heap {q.bound}, not proved"
        text = f"The images have period {period[1]} from heap {period[0]} on, {grade}."
    first, length = (period[0], period[1]) if period is not None else (0, 0)
    rows: list[list[int | str | None]] = [
        [one.heap, str(one.genus), str(one.kind), shown.name(q.image(one.heap))] for one in theory.heaps
    ]
    more = ", ..." if len(portion) > MOST_LISTED else ""
    blocks: list[Block] = [
        f"The misère quotient of {whose} has order {q.order}; it is {kind}.",
        Presented(generators, relations),
        *([f"{left_out} more relations are omitted."] if left_out else []),
        f"Generators: {', '.join(named) or 'none'}.",
        f"P-portion ({len(portion)} of {q.order}): {', '.join(portion[:MOST_LISTED])}{more}.",
        "Images of the heaps:",
        ValueRows(images, 0, first, length if first + length <= len(images) else 0),
        text,
        *([drawing.columns(rows, ["heap", "genus", "kind", "image"])] if rows else []),
        *([f"Larger heaps are not included: {theory.reason}."] if theory.reason else []),
    ]
    return Paper(
        f"{theory.ruleset.name}, misère play",
        tuple(blocks),
        (PLAMBECK,),
        (misere.THEOREM,) if period is not None and period[2] else (),
    )


def _filled(title: str, items: Iterable[str]) -> str:
    words = [item.replace(" ", "\u00a0") for item in items]
    if len(words) > MOST_LISTED:
        words = [*words[:MOST_LISTED], f"... and {len(words) - MOST_LISTED} more"]
    text = prose(f"{title}: {', '.join(words) or 'none'}", subsequent_indent="  ")
    return text.replace("\u00a0", " ")
