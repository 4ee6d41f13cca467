"""The tables of a value database, and the identity of the values that it contains.

A row is a key (the exact bytes of a position), a value and a checksum. The checksum is the CRC-32 of the identity, the
key and the value as eight little-endian bytes. The identity is the SHA-256 of a description of the values in canonical
JSON: the ruleset, the encoding of keys with its version, and the play convention. So the checksum of a row from another
database does not match, and every row can be checked by itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from .formats import FORMATS

APPLICATION = 1196576324
"""The application id of the files."""
VERSION = FORMATS["grundy database"]
"""The version of the format, stored in the file as user_version."""
PAGE = 4096
"""Bytes of a page."""
META = "CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL) WITHOUT ROWID"
VALUE = (
    "CREATE TABLE value (key BLOB PRIMARY KEY, value INTEGER NOT NULL CHECK (typeof(value) = 'integer' AND value >= 0),"
    " crc INTEGER NOT NULL) WITHOUT ROWID"
)
NUMBER = re.compile("0|[1-9][0-9]{0,17}")


class Identity(NamedTuple):
    """The description of the values in a value database: ruleset, encoding of keys with its version, play convention.

    A database of another identity is rejected.
    """

    ruleset: str
    encoding: str
    version: int
    play: str

    @property
    def digest(self) -> bytes:
        """The SHA-256 of the description, which is part of the checksum of every row."""
        text = json.dumps(self._asdict(), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode("ascii")).digest()

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.play} play, encoding {self.encoding} {self.version}"

    def meta(self) -> dict[str, str]:
        """Return the description as rows of the table `meta` of a value database."""
        return {
            "encoding": self.encoding,
            "encoding_version": str(self.version),
            "identity": self.digest.hex(),
            "play": self.play,
            "ruleset": self.ruleset,
        }


def read_identity(meta: Mapping[str, str]) -> Identity | None:
    """Return the description of the values from the table `meta` of a value database, or None if it is inconsistent."""
    version = meta.get("encoding_version", "")
    if NUMBER.fullmatch(version) is None:
        return None
    identity = Identity(meta.get("ruleset", ""), meta.get("encoding", ""), int(version), meta.get("play", ""))
    return identity if meta.get("identity") == identity.digest.hex() else None
