"""What reads texts of strangers, entry by entry: good texts to begin with, and what may come of any bytes.

An attempt returns a word for what came out (read, refused, a verdict), or raises: then a promise is broken.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from random import Random
from time import process_time
from typing import Any, NamedTuple

from tests.pace import spent
from tests.soaking import Harness
from tests.unit.check.sealed import samples, seal
from tests.unit.notation.bent_texts import TEXTS, bent_notation, reads_or_refuses

from grundy.core import InputError
from grundy.core.strict_json import read_json
from grundy.patterns import read_claim
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.match_record import read_record
from grundy_check import check
from grundy_check.verdict import EXIT_CODES

SIZE, WORST = 1000, 2.0
"""Texts of a task, and seconds that no text may take."""
CLAIMS = [
    "P iff n % 4 == 0",
    "P iff a == b or (a < b and not b % 3 == 1)",
    "g = n % 3",
    "G(n) == min(n, 5) ^ 1",
    "N iff popcount(n) % 2 == 0 and n > 7",
]
JSONS = ['{"arcs": [[1, 2], []], "n": 3}', '["\\u0041", true, null, -12]', '{"a": {"b": [9007199254740991]}}']
RECORDS = [
    '[Game "nim: 3 5"]\n[Result "unfinished"]\n{so}\n1. take 2 from heap 1 {P} {why}\n2. take 1 from 2\n',
    '[Game "kayles: 7"]\n[Play "misere"]\n[Level "60"]\n\n1. take 2 leave 3+2\n2. take 1 leave 2 from row 1\n',
]
PIECES = ["(" * 70, "[" * 70, "9" * 5000, "**", "1e999", "NaN", "-0", "\u0663", "\ud800", "\0", "%0", '"', "}", ","]
MOST_SECONDS = 0.3
"""Seconds after which the checker gives up on a certificate that was changed."""


class Entry(NamedTuple):
    """Good texts, how chance spoils one of them, and what is done with any bytes."""

    texts: Callable[[], list[bytes]]
    spoil: Callable[[bytes, Random], bytes]
    attempt: Callable[[bytes], str]


def bent(text: str, rng: Random) -> str:
    """A text after one to four random changes."""
    for _ in range(rng.randint(1, 4)):
        at, end = sorted(rng.randint(0, len(text)) for _ in range(2))
        piece = rng.choice([rng.choice(PIECES), chr(rng.randrange(32, 127)), text[at:end]])
        text = rng.choice([text[:at] + piece + text[at:], text[:at] + text[end:], text[:at] + piece + text[at + 1 :]])
    return text[:20_000]


def spoilt(data: bytes, rng: Random) -> bytes:
    """Bytes of a certificate after some random changes; now and then with a good seal again."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(found) + 1)
        found[at : at + rng.choice([0, 1, 30])] = rng.choice(
            [b"", bytes([rng.randrange(256)]), b"[" * 99, b"\n", b"9" * 20]
        )
    return resealed(bytes(found)) if rng.random() < 0.5 else bytes(found)


def resealed(data: bytes) -> bytes:
    """Lines with a good trailer in the place of the last one."""
    lines = data.split(b"\n")[:-2]
    body = b"".join(line + b"\n" for line in lines)
    end = {"end": max(len(lines) - 1, 0), "sha256": sha256(body).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")).encode() + b"\n"


def refusal(read: Callable[[str], Any], text: str) -> str | None:
    """What a refusal says, or None; what is no `InputError` passes through."""
    try:
        read(text)
    except InputError as error:
        return str(error)
    return None


def text_of(data: bytes) -> str:
    """Any bytes as a text: those that are no UTF-8 become halves of surrogate pairs."""
    return data.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    """Any text as bytes."""
    return text.encode("utf-8", "surrogatepass")


def _reader(read: Callable[[str], Any]) -> Callable[[bytes], str]:
    """Return an attempt to read a text: it is read, or refused in words that can be printed."""

    def attempt(data: bytes) -> str:
        told = refusal(read, text_of(data))
        assert told is None or told.isprintable(), told
        return "read" if told is None else "refused"

    return attempt


def _json(data: bytes) -> str:
    """Read a text as JSON; what is read is what Python's own reader reads."""
    text = text_of(data)
    told = refusal(read_json, text)
    if told is None:
        assert read_json(text) == json.loads(text)
        return "read"
    assert told.isprintable()
    return "refused"


def _notation(data: bytes) -> str:
    """Read a text as a game; what is read reads back."""
    return reads_or_refuses(text_of(data))


@cache
def _memory(_: int) -> int:
    """A file in memory, of each process its own."""
    return os.memfd_create("cert")


def _certificate(data: bytes) -> str:
    """Check a certificate: a verdict comes out."""
    file = _memory(os.getpid())
    os.truncate(file, 0)
    os.pwrite(file, data, 0)
    status = check(f"/proc/self/fd/{file}", seconds=MOST_SECONDS).status
    assert status in EXIT_CODES
    return status.lower()


def _words(texts: list[str]) -> Callable[[], list[bytes]]:
    return lambda: [bytes_of(text) for text in texts]


def _bent(data: bytes, rng: Random) -> bytes:
    return bytes_of(bent(text_of(data), rng))


def _bent_notation(data: bytes, rng: Random) -> bytes:
    return bytes_of(bent_notation(text_of(data), rng))


@cache
def _sealed() -> list[bytes]:
    return [seal(*data) for data in samples().values()]


ENTRIES = {
    "notation": Entry(_words(TEXTS), _bent_notation, _notation),
    "claims": Entry(_words(CLAIMS), _bent, _reader(read_claim)),
    "records": Entry(_words(RECORDS), _bent, _reader(lambda text: Match.of_record(read_record(text)))),
    "json": Entry(_words(JSONS), _bent, _json),
    "certificates": Entry(_sealed, spoilt, _certificate),
}
"""Every entry by its name."""


def fuzz(seed: int) -> Counter[str]:
    """Try so many spoilt texts; "slow" are those that took two seconds of processor time and more."""
    rng, found = Random(seed), Counter[str]()
    good = {name: entry.texts() for name, entry in ENTRIES.items()}
    for name in sorted(ENTRIES) * (SIZE // len(ENTRIES)):
        data = ENTRIES[name].spoil(rng.choice(good[name]), rng)
        start = process_time()
        try:
            found[f"{name} {ENTRIES[name].attempt(data)}"] += 1
        except Exception as error:
            raise AssertionError(f"{name}: {data[:2000]!r}") from error
        found["slow"] += process_time() - start > WORST and spent(start) > WORST
    found["texts"] = SIZE
    return found


HARNESS = Harness("texts", SIZE, fuzz, ("slow",))
