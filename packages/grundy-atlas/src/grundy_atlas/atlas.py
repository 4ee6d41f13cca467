"""An atlas of facts about games: search by words, games and numbers, and verification."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from grundy.core import Budget, Game, GrundyError, InputError, LimitReached, Limits, Structure, facet, whole
from grundy.notation import read_family, read_game, read_ruleset
from grundy.workflows.persistence import Fact, facts_on, installed_atlases, read_facts

EACH, WHOLE = 10.0, 300.0
"""The default time limits in seconds, for one fact and for all."""
Checked = Literal["right", "wrong", "limit", "quoted"]
"""Right: found again. Wrong: another result was found. Limit: a limit was reached. Quoted: no method can check it."""


class FactCheck(NamedTuple):
    """The result of checking a fact.

    Attributes:
        id: The identifier of the fact.
        result: "right", "wrong", "limit" (not checked because of a limit) or "quoted" (this package cannot check it).
        by: How it was checked: by its "certificate", by a "command" that recomputes it, by "certificate and command",
            by the "checksum" of a damaged fact, or "" if not at all.
        seconds: The time of the check.
        reason: Why the result is not "right"; "" if it is.

    Example:
        >>> print(FactCheck("octal/0.77", "right", "command", 0.1))
        right  octal/0.77 by command (0.10 s)
    """

    id: str
    result: Checked
    by: str
    seconds: float
    reason: str = ""

    def __str__(self) -> str:
        method = f" by {self.by}" if self.by else ""
        return f"{self.result:<6} {self.id}{method} ({self.seconds:.2f} s){f': {self.reason}' if self.reason else ''}"


@dataclass(frozen=True)
class AtlasReport:
    """The results of checking facts of the atlas.

    Attributes:
        checks: One result for each fact.

    Example:
        >>> report = AtlasReport((FactCheck("octal/0.77", "right", "command", 0.1),))
        >>> report.counts
        {'right': 1, 'wrong': 0, 'limit': 0, 'quoted': 0}
        >>> print(report.explain())
        1 right, 0 wrong, 0 not checked because of a limit, 0 only quoted
        >>> report.to_dict()["facts"][0]["by"]
        'command'
    """

    checks: tuple[FactCheck, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The number of facts by their result: "right", "wrong", "limit" and "quoted"."""
        found = Counter(check.result for check in self.checks)
        return {"right": found["right"], "wrong": found["wrong"], "limit": found["limit"], "quoted": found["quoted"]}

    def explain(self) -> str:
        """Return a line for each fact that is wrong or not checked because of a limit, and then the counts."""
        counts = self.counts
        lines = [str(check) for check in self.checks if check.result not in {"right", "quoted"}]
        unchecked = f"{counts['limit']} not checked because of a limit, {counts['quoted']} only quoted"
        return "\n".join([*lines, f"{counts['right']} right, {counts['wrong']} wrong, {unchecked}"])

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `grundy atlas verify --json`."""
        facts = [check._asdict() | {"seconds": round(check.seconds, 3)} for check in self.checks]
        return {"schema": 1, **self.counts, "facts": facts}


class Atlas(Sequence[Fact]):
    """A sequence of facts about games, each with its evidence.

    The facts are read when they are first used. Reading them raises `InputError` if the folder has no atlas.

    Args:
        folder: The folder of the atlas; by default those of all installed distributions with facts.

    Example:
        >>> atlas = Atlas()
        >>> len(atlas) == len(atlas.facts) > 100
        True
        >>> atlas.fact("octal/0.07").data["period"]
        34
        >>> atlas.find(game="kayles", kind="period")[0].claim
        '0.77 has period 12 from heap 71 on'
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        self.folders = installed_atlases() if folder is None else [Path(folder)]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """All facts; they are read once.

        Raises:
            CorruptStore: If a line of a manifest is not a fact.
            StoreMismatch: If a manifest has another format or version.
        """
        return tuple(read_facts(*self.folders))

    @cached_property
    def _named(self) -> dict[str, Fact]:
        return {fact.id: fact for fact in self.facts}

    def __len__(self) -> int:
        return len(self.facts)

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401  # a number, a slice or an id
        return self.fact(place) if isinstance(place, str) else self.facts[place]

    def fact(self, name: str) -> Fact:
        """Return the fact with an identifier.

        Args:
            name: The identifier.

        Returns:
            The fact.

        Raises:
            InputError: If there is no such fact.
        """
        if name not in self._named:
            near = [other for other in self._named if name in other][:3]
            hint = f"did you mean {', '.join(near)}?" if near else "grundy atlas find lists them"
            raise InputError(f"expected the identifier of a fact, found {name!r}", hint=hint)
        return self._named[name]

    def find(
        self,
        *words: str,
        game: str | None = None,
        kind: str | None = None,
        value: int | str | None = None,
        terms: Iterable[int] = (),
    ) -> list[Fact]:
        """Find the facts that satisfy all given conditions.

        Args:
            words: Words that the text of the fact must contain. Two words such as "node-kayles" and "3x17" can also
                name a board or a grid; facts that state a result about it are found, too.
            game: A ruleset or game that the fact is about.
            kind: The kind of the fact, for instance "period".
            value: A Grundy value, an outcome "P" or "N", or the order of a quotient, that the fact states.
            terms: Consecutive terms of a sequence in the fact.

        Returns:
            The facts in the order of the atlas.

        Raises:
            NotationError: If `game` cannot be read.

        Example:
            >>> [fact.id for fact in Atlas().find(terms=[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])][:1]
            ['octal/0.77']
            >>> [fact.id for fact in Atlas().find("node-kayles", "3x17")]
            ['board/node-kayles-3xn-from-11']
        """
        lower, wanted = " ".join(words).casefold().split(), [*terms]
        on_board = [fact for board in boards_named(lower) for fact, _ in facts_on(board, self.facts)]
        names = None if game is None else names_of(game)
        about = [] if game is None else [fact for board in _read_board(game) for fact, _ in facts_on(board, self.facts)]
        return [
            fact
            for fact in self.facts
            if (all(word in _text(fact) for word in lower) or fact in on_board)
            and (names is None or fact in about or names & {fact.subject, fact.subject.partition(":")[0]})
            and kind in (None, fact.kind)
            and (value is None or value in _values(fact))
            and _has(fact.sequence, wanted)
        ]

    def verify(
        self,
        ids: Iterable[str] = (),
        *,
        sample: int | None = None,
        seed: int = 0,
        each: float = EACH,
        limits: Limits | None = None,
    ) -> AtlasReport:
        """Check facts again.

        The independent checker checks certificates, and the methods of this package recompute claims.

        Args:
            ids: The identifiers of the facts; by default all.
            sample: The number of facts to draw at random among those that can be checked; None for all.
            seed: The seed of the sample.
            each: The time limit for one fact in seconds.
            limits: Limits for all facts together; by default 300 seconds.

        Returns:
            The result for each fact.

        Raises:
            InputError: If there is no such fact, or if the size of the sample is not positive.

        Example:
            >>> Atlas().verify(["octal/0.77"]).counts["right"]
            1
        """
        from .checks import METHODS

        chosen = [self.fact(name) for name in ids] or list(self.facts)
        if sample is not None:
            sample = whole(sample, "the size of a sample, a whole number from 1 on", 1)
            able = [fact for fact in chosen if fact.kind in METHODS or "certificate" in fact.evidence]
            chosen = Random(seed).sample(able, min(sample, len(able)))  # noqa: S311  # a reproducible sample
        clock = Budget(Limits(WHOLE) if limits is None else limits)
        return AtlasReport(tuple(_checked(fact, clock, each) for fact in chosen))


def _checked(fact: Fact, clock: Budget, each: float) -> FactCheck:
    left = clock.limits.seconds
    seconds = each if left is None else min(each, left - clock.elapsed)
    if seconds <= 0:
        return FactCheck(fact.id, "limit", "", 0.0, f"the {left:g}-second limit for all facts was reached")
    budget, by = Budget(clock.limits._replace(seconds=seconds)), list[str]()
    result: Checked
    try:
        result, reason = _judged(fact, budget, by)
    except LimitReached as error:
        result, reason = _as_far(fact, [*error.partial], error.message)
    except GrundyError as error:
        result, reason = "wrong", error.message
    return FactCheck(fact.id, result, " and ".join(by), budget.elapsed, reason)


def _judged(fact: Fact, budget: Budget, by: list[str]) -> tuple[Checked, str]:
    """Check a fact; return the result and its reason, and append to `by` how the fact was checked."""
    from grundy import check_certificate

    from .checks import certified, found_again

    result: tuple[Checked, str] = "quoted", ""
    if damage := fact.damaged():
        by.append("checksum")
        return "wrong", damage
    if name := fact.evidence.get("certificate"):
        by.append("certificate")
        if wrong := certified(fact.data, fact.folder / name):
            return "wrong", wrong
        verdict = check_certificate(fact.folder / name, limits=budget.limits)
        if verdict.status == "ACCEPTED":
            return "right", ""
        if verdict.status != "LIMIT":
            return "wrong", f"{verdict.status}: {verdict.reason}"
        result = "limit", verdict.reason
    seconds = max(0.0, (budget.limits.seconds or 0.0) - budget.elapsed)
    again = found_again(fact.data, Budget(budget.limits._replace(seconds=seconds)))
    if not again:
        return result
    by.append("command")
    wrong_keys = {key: value for key, value in again.items() if fact.data[key] != value}
    return ("wrong", f"found {wrong_keys}") if wrong_keys else ("right", "")


def _as_far(fact: Fact, found: list[Any], reason: str) -> tuple[Checked, str]:
    """Return the result of a check that a limit stopped, and its reason.

    The result is "wrong" if one of the recomputed terms `found` differs from the fact, otherwise "limit".
    """
    claimed = [*fact.data.get(fact.kind, ())] if fact.kind in {"values", "outcomes"} else []
    for place, (one, other) in enumerate(zip(found, claimed, strict=False)):
        if one != other:
            return "wrong", f"found {one}, not {other}, at n = {fact.data['from'] + place}"
    known = f"the first {len(found)} of {len(claimed)} terms are right; " if claimed and found else ""
    return "limit", known + reason


def names_of(text: str) -> set[str]:
    """Return the names under which facts list a ruleset, game or family; raise `NotationError` for another text.

    >>> sorted(names_of("kayles"))
    ['0.77', 'kayles']
    """
    if (family := read_family(text)) is not None:
        return {text, family.name}
    if ":" in text:
        return {text, str(read_game(text))}
    rules = read_ruleset(text)
    rule = facet(rules, Structure).sequence()
    return {text, rules.name, *(() if rule is None or isinstance(rule, tuple) else (str(rule),))}


def _read_board(text: str) -> list[Game]:
    """Return the game of a text in a list, which is empty if the text is not a game with a position."""
    with suppress(GrundyError):
        return [read_game(text)] if ":" in text else []
    return []


def boards_named(words: Sequence[str]) -> list[Game]:
    """Return the games that are meant by two words, the name of a ruleset and a size such as "3x4".

    They are the game on a board of this size and the game on a grid graph of this size, if the ruleset has them. Other
    words give an empty list.

    >>> [[str(game) for game in boards_named(words.split())] for words in ("cram 3x4", "node-kayles 2x2", "kayles 9")]
    [['cram: 3x4'], ['node-kayles: grid(2x2)'], []]
    """
    if len(words) != 2 or re.fullmatch("[0-9]+x[0-9]+", words[1]) is None:
        return []
    name, size = words[0].rstrip(":"), words[1]
    return [*_read_board(f"{name}: {size}"), *_read_board(f"{name}: grid({size})")]


def _text(fact: Fact) -> str:
    parts = (fact.id, fact.claim, fact.kind, fact.subject, fact.command, fact.source, fact.oeis)
    return " ".join(filter(None, parts)).casefold()


def _values(fact: Fact) -> list[int | str]:
    return [fact.data[name] for name in ("value", "outcome", "order") if name in fact.data] + [*fact.sequence]


def _has(sequence: Sequence[int], terms: Sequence[int]) -> bool:
    """Return whether terms occur consecutively in a sequence.

    >>> _has([0, 1, 2, 3], [1, 2]), _has([0, 1, 2, 3], [2, 1]), _has([], [])
    (True, False, True)
    """
    size = len(terms)
    return any(list(sequence[i : i + size]) == list(terms) for i in range(len(sequence) - size + 1))
