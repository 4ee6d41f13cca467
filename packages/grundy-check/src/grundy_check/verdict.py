"""Checks one certificate: reads it, selects the checker of its kind, and returns a verdict in words."""

from hashlib import sha256
from typing import Any, NamedTuple

from . import covers, labelling, loops, misere, nimber, period, rare, segments, strategy, tails, window
from .games import FAMILIES
from .limits import bounded, timed
from .reading import Only, Proposer, Reader, Stop, canonical, malformed, record, text

EXIT_CODES = {"ACCEPTED": 0, "REJECTED": 1, "UNSUPPORTED": 2, "LIMIT": 4, "MALFORMED": 5, "AUDITED": 9}
"""The statuses with their exit codes; AUDITED means that only a sample of a state repeat was verified."""
KINDS: dict[str, Any] = {"strategy": strategy, "labelling": labelling, "nimber": nimber, "loops": loops}
KINDS |= {"misere": misere, "period": period, "repeat window": window, "repeat rare": rare}
KINDS |= {"repeat segments": segments, "tails": tails, "cover": covers}
"""The kinds of certificates with the modules that check them; each has its games, claim, theorem and `check`."""


class Verdict(NamedTuple):
    """The result of a check.

    Attributes:
        status: ACCEPTED, REJECTED (the proof is wrong), UNSUPPORTED (of an unknown kind, family or version), LIMIT (a
            limit was exceeded), MALFORMED (not a certificate) or AUDITED (only a part was verified).
        reason: The reason for any status but ACCEPTED.
        claim: The claim in words.
        game_sha256: The SHA-256 of the rules in the file.
        entries: The number of entries.
        theorem: The theorem that the proof uses.
        trusted: The assumptions without proof, in words, such as this program and the rules in `games.py`.

    Example:
        >>> found = Verdict("REJECTED", "entry 3: the value is 2", "", "", 9)
        >>> found.exit_code, str(found)
        (1, 'REJECTED: entry 3: the value is 2')
    """

    status: str
    reason: str
    claim: str
    game_sha256: str
    entries: int
    theorem: str = ""
    trusted: str = ""

    @property
    def exit_code(self) -> int:
        """The exit code for the status: 0 accepted, 1 rejected, 2 unsupported, 4 limit, 5 malformed, 9 audited."""
        return EXIT_CODES[self.status]

    def __str__(self) -> str:
        """Return the status with its reason, then the claim and the other fields, one per line."""
        facts = {"claim": self.claim, "theorem": self.theorem, "trusted": self.trusted}
        facts |= {"sha256 of the game": self.game_sha256, "entries": str(self.entries)}
        head = f"{self.status}: {self.reason}" if self.reason else self.status
        return "".join([head, *(f"\n  {name}: {fact}" for name, fact in facts.items() if fact and self.game_sha256)])


def check(  # noqa: PLR0913  # the certificate, its parts and the limits
    path: str,
    most_entries: int = 10_000_000,
    seconds: float = 600.0,
    sample: int | None = None,
    only: Only = None,
    proposer: Proposer | None = None,
    memory: int | None = None,
) -> Verdict:
    """Check a certificate and return the verdict.

    If the file is wrong or a limit is exceeded, the verdict states this; no exception is raised.

    Args:
        path: The file; "-" is the standard input.
        most_entries: The largest number of entries.
        seconds: The time limit.
        sample: The number of random blocks or segments to verify, or None for all; used for large periods only.
        only: The numbers of the segments to verify, or None for all.
        proposer: A source of values for large periods, which only saves time: wrong values are noticed and computed
            again.
        memory: The number of additional bytes that may be allocated, or None for no limit.

    Returns:
        The verdict.

    Example:
        >>> import grundy
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = grundy.certify("nim: 1 2 3").write(f"{folder}/nim.cert")
        ...     print(check(f"{folder}/nim.cert").status)
        ACCEPTED
    """
    reader, digest = Reader(path, most_entries, seconds, sample, only), ""
    reader.proposer = proposer
    try:
        with timed(reader.tick, seconds), bounded(memory):
            header = reader.header()
            digest = sha256(canonical(header["game"])).hexdigest()
            claim, theorem, trusted = _checked(reader, header)
    except (Stop, MemoryError) as stop:
        status, reason = stop.args or ("LIMIT", "there is not enough memory")
        places = {"MALFORMED": f"line {reader.line}: ", "REJECTED": f"entry {reader.entry}: " * (reader.entry >= 0)}
        return Verdict(status, places.get(status, "") + reason, "", digest, reader.count)
    status = "AUDITED" if reader.audited else "ACCEPTED"
    return Verdict(status, reader.audited, claim, digest, reader.count, theorem, trusted)


def _checked(reader: Reader, header: dict[str, Any]) -> tuple[str, str, str]:
    """Check a certificate whose header was read; return the claim in words, the theorem, and what is trusted."""
    name, play, game, claim = (header[part] for part in ("kind", "play", "game", "claim"))
    text("[a-z]+")(name)
    family = text("[a-z-]+")(game.get("family") if isinstance(game, dict) else None)
    if not isinstance(claim, dict) or not isinstance(header.get("note", ""), str) or len(header.get("note", "")) > 200:
        malformed("expected a claim, and a note of at most 200 characters")
    if (version := canonical(header["grundy_cert"])) != b"1":
        raise Stop("UNSUPPORTED", f"expected a certificate of version 1, found version {version.decode()[:20]}")
    kind = KINDS.get(f"repeat {claim.get('via')}" if name == "repeat" else name)
    if kind is None or family not in {*FAMILIES, *tails.GAMES, *covers.GAMES}:
        raise Stop("UNSUPPORTED", "this kind or family is not supported")
    if family not in kind.GAMES:
        raise Stop("UNSUPPORTED", f"{name} is for {', '.join(kind.GAMES)}")
    if play not in ("normal", "misere")[name == "misere" : 1 + (name in {"misere", "strategy", "cover"})]:
        malformed(f"expected the play that a {name} is about")
    if reader.count and kind in (period, window, tails):
        malformed(f"expected no entries in a {name}")
    words = kind.check(reader, kind.GAMES[family](game), record(claim, **kind.CLAIM), play == "misere")
    details = ", ".join(f"{key} {canonical(value).decode()}" for key, value in game.items() if key != "family")[:80]
    rule = f"the rule of {family} in {'tails' if kind is tails else 'games'}.py"
    stated = {
        "graph": "that the arcs in the file are the game's",
        "coupled": "that the moves in the file are the game's",
    }
    trusted = stated.get(family, rule)
    words = f"in {play} play of {family}{f' ({details})' if details else ''}: {words}"
    return words, kind.THEOREM, f"{trusted}, this program, and Python"
