"""The verdict on a claim, as data, in words and as JSON: proved, true as far as it was compared, or refuted."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from ...core import Drawable, Game, GrundyError, Knowledge, Limits, Play, Ruleset, facet, has_misere_rule, scene_of
from ...drawing.fit import TextBlock, capital, printed, prose
from ...drawing.papers import Paper, PaperPicture
from ...drawing.scenes_svg import PositionPart
from ...patterns import Claim, Comparison, Periodic, Same
from ..explaining.explain import explanation
from ..solving import Solver

EFFORT = Limits(positions=300_000, seconds=2)
"""Limits on the analysis of a counterexample."""
MOST_SOLVED = 100_000
"""Positions with larger heaps are not analysed move by move."""
Word = Literal["proved", "holds", "refuted"]
"""Proved: for every position. Holds: as far as it was compared. Refuted: by a counterexample."""


class Counterexample(NamedTuple):
    """A position where a claim fails.

    Attributes:
        position: The position in notation.
        claimed: The value or outcome that the claim states.
        actual: The true value or outcome.
        heaps: The heaps of the position.
    """

    position: str
    claimed: str | int
    actual: str | int
    heaps: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Verdict(Drawable):
    """The verdict on a claim about a ruleset.

    Attributes:
        ruleset: The ruleset that the claim is about.
        claim: The claim as an object, read from `text`.
        play: The play convention.
        verdict: "proved", "holds" (as far as it was compared) or "refuted".
        checked_to: The largest heap up to which all positions were compared; for a refuted claim the largest heap of
            the counterexample.
        least: The smallest heap that the claim is about.
        counterexample: The smallest counterexample, or None.
        theorem: The theorem that proves the claim or gives the counterexample, or None.
        reason: The limit that stopped the comparison, or "".
        text: The claim as the user wrote it.
        obstacle: The reason why automata do not decide a claim that is not proved, or "".

    Example:
        >>> import grundy
        >>> found = grundy.game("take 1..3").claim("value == n % 3")
        >>> found.verdict, found.counterexample.position, found.counterexample.actual, found.analysis[0]
        ('refuted', '3', 3, <Game take 1..3: 3>)
        >>> print(found.explain().splitlines()[1])
        Refuted at 3: the claim says value == 0, but it is value 3.
        >>> found.to_dict()["counterexample"], found.paper().title
        ({'position': '3', 'claimed': 0, 'actual': 3}, 'take 1..3: value == n % 3')
    """

    ruleset: Ruleset[Any]
    claim: Claim
    play: Play
    verdict: Word
    checked_to: int
    least: int = 0
    counterexample: Counterexample | None = None
    theorem: str | None = None
    reason: str = ""
    text: str = field(default="", repr=False)
    obstacle: str = ""

    def __repr__(self) -> str:
        example = self.counterexample
        at = f" at {example.position}" if example else f" to {self.checked_to}" if self.verdict == "holds" else ""
        return f"Verdict({self.ruleset.name!r}, {str(self.claim)!r}, {self.verdict}{at})"

    def explain(self) -> str:
        """Return the verdict in words, with an explanation of the counterexample if there is one."""
        game, analysis = self.analysis or (None, [])
        return "\n".join([*self.told(), *(["", f"{game}", printed(analysis)] if game else [])])

    def paper(self) -> Paper:
        """Return the verdict as a document for papers and notebooks, with a picture of the counterexample."""
        head, *lines = self.told()
        game, analysis = self.analysis or (None, [])
        pictures: list[PaperPicture] = []
        if game is not None:
            parts = tuple(PositionPart(scene_of(ruleset, position)) for ruleset, position in game.parts)
            pictures = [PaperPicture(parts, f"{game}", "The smallest counterexample.")]
        known = facet(self.ruleset, Knowledge).theory_of(
            last_loses=(self.play == "misere") != has_misere_rule(self.ruleset)
        )
        reason = [
            one for one in analysis if not (known and isinstance(one, str) and known.statement in " ".join(one.split()))
        ]
        blocks = (" ".join(lines), *pictures, *reason)
        return Paper(head, blocks, () if known is None else (known,), (self.theorem or "",))

    def told(self) -> list[str]:
        """Return lines of text that state the claim and the verdict, without the explanation that `explain` adds.

        Example:
            >>> import grundy
            >>> grundy.game("take 1..3").claim("value == n % 4").told()[0]
            'take 1..3: value == n % 4'
        """
        play = " in misère play" if self.play == "misere" else ""
        head = f"{self.ruleset.name}{play}: {self.claim}"
        if self.counterexample is not None:
            return [head, self._refuted(self.counterexample)]
        names = self.claim.names if isinstance(self.claim, Comparison) else ("n",)
        heaps = "all heaps" if len(names) > 1 else "heaps"
        checked = f"The claim is true for {heaps} {self.least} to {self.checked_to}, which were compared one by one."
        if self.verdict == "proved":
            least = f" with {' and '.join(names)} at least {self.least}" if self.least else ""
            theorem = prose(f"{capital(self.theorem or '')}.")
            return [head, f"Proved for every position{least}.", *theorem.split("\n"), checked]
        stopped = f" Then {self.reason}." if self.reason else ""
        undecided = [f"Automata do not decide it: {self.obstacle}."] if self.obstacle else []
        return [head, f"{checked} This is not a proof.{stopped}", *undecided]

    @cached_property
    def analysis(self) -> tuple[Game, list[TextBlock]] | None:
        """The counterexample as a game, with an explanation of its outcome.

        It is None if there is no counterexample, if it is too large to explain, or if the claim states a period or
        compares two rulesets.
        """
        example = self.counterexample
        if example is None or isinstance(self.claim, (Periodic, Same)) or max(example.heaps) > MOST_SOLVED:
            return None
        try:
            game = Game.of(self.ruleset, *self.ruleset.read(example.position))
            return game, explanation(Solver(game, self.play == "misere", EFFORT).solve())
        except GrundyError:
            return None

    def _refuted(self, example: Counterexample) -> str:
        name, claim, heap = self.ruleset.name, self.claim, example.heaps[0]
        if isinstance(claim, Periodic):
            second = f"heap {heap + claim.period} has {example.claimed}"
            return f"Refuted: heap {heap} has the value {example.actual}, but {second}."
        if isinstance(claim, Same):
            first = f"heap {heap + claim.shift} of {name} has the value {example.actual}"
            return f"Refuted: {first}, but heap {heap} of {claim.ruleset} has {example.claimed}."
        what, real = str(example.claimed), str(example.actual)
        if claim.kind == "value":
            what, real = f"value {claim.sign} {what}", f"value {real}"
        return f"Refuted at {example.position}: the claim says {what}, but it is {real}."

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `grundy claim --json` prints."""
        fields = {} if self.counterexample is None else self.counterexample._asdict()
        example = {name: value for name, value in fields.items() if name != "heaps"} or None
        answer: dict[str, Any] = {
            "schema": 1,
            "ruleset": self.ruleset.name,
            "claim": self.text or str(self.claim),
            "play": self.play,
            "verdict": self.verdict,
            "from": self.least,
            "checked_to": self.checked_to,
            "counterexample": example,
            "theorem": self.theorem,
            "explanation": self.explain(),
        }
        optional = {"reason": self.reason, "obstacle": self.obstacle}
        return answer | {name: text for name, text in optional.items() if text}
