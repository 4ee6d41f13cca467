"""Checks one certificate: reads it, finds what is claimed, and gives a verdict in words."""

from hashlib import sha256
from typing import Any, NamedTuple

from . import labelling, loops, misere, nimber, period, rare, segments, strategy, tails, window
from .games import FAMILIES
from .limits import bounded, timed
from .reading import Only, Proposer, Reader, Stop, canonical, malformed, record, text

EXIT_CODES = {"ACCEPTED": 0, "REJECTED": 1, "UNSUPPORTED": 2, "LIMIT": 4, "MALFORMED": 5, "AUDITED": 9}
"""What can come out; audited: of a state repeat only a sample was verified."""
KINDS: dict[str, Any] = {"strategy": strategy, "labelling": labelling, "nimber": nimber, "loops": loops}
KINDS |= {"misere": misere, "period": period, "repeat window": window, "repeat rare": rare}
KINDS |= {"repeat segments": segments, "tails": tails}
"""Kinds of certificates with the files that check them: each has its games, its claim, its theorem and its `check`."""


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


def check(  # noqa: PLR0913  # what is checked, and within which limits
    path: str,
    most_entries: int = 10_000_000,
    seconds: float = 600.0,
    sample: int | None = None,
    only: Only = None,
    proposer: Proposer | None = None,
    memory: int | None = None,
) -> Verdict:
    """Return the verdict on a certificate, of one in segments on `only` these; nothing that a file holds raises.

    The path "-" is standard input. Values that a `proposer` gives are verified like others; where they are wrong, it
    only takes longer. `memory` is how many more bytes may be taken; without it there is no limit.
    """
    reader, digest = Reader(path, most_entries, seconds, sample, only), ""
    reader.proposer = proposer
    try:
        with timed(reader.tick, seconds), bounded(memory):
            header = reader.header()
            digest = sha256(canonical(header["game"])).hexdigest()
            claim, theorem, trusted = checked(reader, header)
    except (Stop, MemoryError) as stop:
        status, reason = stop.args or ("LIMIT", "there is not enough memory")
        places = {"MALFORMED": f"line {reader.line}: ", "REJECTED": f"entry {reader.entry}: " * (reader.entry >= 0)}
        return Verdict(status, places.get(status, "") + reason, "", digest, reader.count)
    status = "AUDITED" if reader.audited else "ACCEPTED"
    return Verdict(status, reader.audited, claim, digest, reader.count, theorem, trusted)


def checked(reader: Reader, header: dict[str, Any]) -> tuple[str, str, str]:
    """Return the claim in words, the theorem that it rests on, and what is believed without a proof."""
    name, play, game, claim = (header[part] for part in ("kind", "play", "game", "claim"))
    text("[a-z]+")(name)
    family = text("[a-z-]+")(game.get("family") if isinstance(game, dict) else None)
    if not isinstance(claim, dict) or not isinstance(header.get("note", ""), str) or len(header.get("note", "")) > 200:
        malformed("expected a claim, and a note of at most 200 characters")
    if (version := canonical(header["grundy_cert"])) != b"1":
        raise Stop("UNSUPPORTED", f"expected a certificate of version 1, found version {version.decode()[:20]}")
    kind = KINDS.get(f"repeat {claim.get('via')}" if name == "repeat" else name)
    if kind is None or family not in {*FAMILIES, *tails.GAMES}:
        raise Stop("UNSUPPORTED", "this is a kind or a family that is not known here")
    if family not in kind.GAMES:
        raise Stop("UNSUPPORTED", f"{name} is for {', '.join(kind.GAMES)}")
    if play not in ("normal", "misere")[name == "misere" : 1 + (name in {"misere", "strategy"})]:
        malformed(f"expected the play that a {name} is about")
    if reader.count and kind in (period, window, tails):
        malformed(f"expected no entries in a {name}")
    words = kind.check(reader, kind.GAMES[family](game), record(claim, **kind.CLAIM), play == "misere")
    told = ", ".join(f"{key} {canonical(value).decode()}" for key, value in game.items() if key != "family")[:80]
    rule = f"the rule of {family} in {'tails' if kind is tails else 'games'}.py"
    trusted = "that the arcs in the file are the game's" if family == "graph" else rule
    words = f"in {play} play of {family}{f' ({told})' if told else ''}: {words}"
    return words, kind.THEOREM, f"{trusted}, this program, and Python"
