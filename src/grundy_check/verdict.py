"""Checks one certificate: reads it, finds what is claimed, and gives a verdict in words."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from . import labelling, loops, misere, nimber, period, rare, segments, strategy, tails, window
from .games import FAMILIES
from .reading import Reader, Stop, canonical, malformed, text

EXIT_CODES = {"ACCEPTED": 0, "REJECTED": 1, "UNSUPPORTED": 2, "LIMIT": 4, "MALFORMED": 5, "AUDITED": 9}
"""What can come out; audited: of a state repeat only a sample was verified."""
ON_GAMES: dict[str, Any] = {
    "strategy": strategy,
    "labelling": labelling,
    "nimber": nimber,
    "loops": loops,
    "misere": misere,
}
ONLY_FOR = {"loops": {"graph"}, "misere": {"nim", "take-break", "subtraction"}}
ON_VALUES: dict[str, Any] = {"period": period, "repeat window": window, "repeat rare": rare, "tails": tails}
ON_VALUES |= {"repeat segments": segments}
"""Kinds of certificates with the files that check them: by the moves of positions, or by values computed anew."""


class Verdict(NamedTuple):
    """What came out: why not, when it is not accepted; else the claim in words, the theorem, and what was believed."""

    status: str
    reason: str
    claim: str
    game_sha256: str
    entries: int
    theorem: str = ""
    trusted: str = ""

    @property
    def exit_code(self) -> int:
        """The exit code of the verdict."""
        return EXIT_CODES[self.status]

    def __str__(self) -> str:
        """Return the verdict with its facts, a line each."""
        facts = {"claim": self.claim, "theorem": self.theorem, "trusted": self.trusted}
        facts |= {"sha256 of the game": self.game_sha256, "entries": str(self.entries)}
        head = f"{self.status}: {self.reason}" if self.reason else self.status
        return "".join([head, *(f"\n  {name}: {fact}" for name, fact in facts.items() if fact and self.game_sha256)])


def check(
    path: str,
    most_entries: int = 10_000_000,
    seconds: float = 600.0,
    sample: int | None = None,
    only: Sequence[int] | None = None,
) -> Verdict:
    """Return the verdict on a certificate, of one in segments on `only` these; nothing that a file holds raises."""
    reader, digest = Reader(path, most_entries, seconds), ""
    try:
        header = reader.header()
        digest = sha256(canonical(header["game"])).hexdigest()
        told = _checked(reader, header, sample, only)
    except (Stop, MemoryError) as stop:
        status, reason = stop.args or ("LIMIT", "there is not enough memory")
        places = {"MALFORMED": f"line {reader.line}: ", "REJECTED": f"entry {reader.entry}: " * (reader.entry >= 0)}
        return Verdict(status, places.get(status, "") + reason, "", digest, reader.count)
    via = header["claim"].get("via")
    audited = (sample is not None and via in {"rare", "segments"}) or (only is not None and via == "segments")
    parts = (
        f"{sample} {'blocks' if via == 'rare' else 'segments'}, drawn at random," if only is None else "some segments"
    )
    reason = f"only {parts} were verified" if audited else ""
    return Verdict("AUDITED" if audited else "ACCEPTED", reason, told[0], digest, reader.count, *told[1:])


def _checked(
    reader: Reader, header: dict[str, Any], sample: int | None, only: Sequence[int] | None
) -> tuple[str, str, str]:
    """Return the claim in words, the theorem that it rests on, and what is believed without a proof."""
    kind, play, game, claim = (header[name] for name in ("kind", "play", "game", "claim"))
    kind, family = text(kind, "[a-z]+"), text(game.get("family") if isinstance(game, dict) else None, "[a-z-]+")
    if not isinstance(claim, dict) or not isinstance(header.get("note", ""), str) or len(header.get("note", "")) > 200:
        malformed("expected a claim, and a note of at most 200 characters")
    by_values = ON_VALUES.get(f"repeat {claim.get('via')}" if kind == "repeat" else kind)
    known = kind in ON_GAMES and family in ONLY_FOR.get(kind, FAMILIES)
    if (version := canonical(header["grundy_cert"])) != b"1":
        raise Stop("UNSUPPORTED", f"expected a certificate of version 1, found version {version.decode()[:20]}")
    if family not in {*FAMILIES, *tails.RULES} or not (by_values or known):
        raise Stop("UNSUPPORTED", "this is a kind or a family that is not known here")
    if play not in ("normal", "misere")[kind == "misere" : 1 + (kind in {"misere", "strategy"})]:
        malformed(f"expected the play that a {kind} is about")
    if by_values:
        if reader.count and by_values not in (rare, segments):
            malformed(f"expected no entries in a {kind}")
        words = by_values.check(reader, game, claim, only if only is not None and by_values is segments else sample)
    else:
        words = ON_GAMES[kind].check(reader, FAMILIES[family](game), claim, play == "misere")
    rule = ", ".join(f"{name} {canonical(value).decode()}" for name, value in game.items() if name != "family")
    rules = "tails" if kind == "tails" else "games"
    trusted = "that the arcs in the file are the game's" if family == "graph" else f"the rule of {family} in {rules}.py"
    told = f"in {play} play of {family}{f' ({rule[:80]})' if rule else ''}: {words}"
    return told, (by_values or ON_GAMES[kind]).THEOREM, f"{trusted}, this program, and Python"
