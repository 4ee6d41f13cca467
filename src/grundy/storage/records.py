"""The bytes of a sequence file: the 32-byte record of a block of values, the hashes of blocks, and the mark.

A record is `<QII16s`: the index of the first value, the number of values, the CRC-32 of the block's bytes, and a hash
called the chain. The chain is the BLAKE2b-128 of the previous chain and the block's bytes. For the first block, the
SHA-256 of the text that names the game (the identity) takes the place of the previous chain. The mark is a file with
one line of JSON in canonical form. It states how many values are saved for certain.
"""

from __future__ import annotations

import json
import zlib
from hashlib import blake2b, sha256
from struct import Struct
from typing import Any, NamedTuple

from .errors import Damaged, Mismatch
from .formats import named, other_version, version_of

FORMAT = named("grundy sequence")
"""Format and version, as in the mark."""
BLOCK = 1 << 20
"""The largest number of values of a block."""
WIDTHS = (8, 16, 32)
"""Bits of a value, for the three kinds of files."""
RECORD = Struct("<QII16s")
MOST_MARK = 1 << 16
"""The limit of the length of a mark, in bytes."""


class Record(NamedTuple):
    """The record of a block of a sequence file: `length` values from heap `first` on, with two checksums.

    `crc` is the CRC-32 of the bytes of the block, and `chain` is a hash of this block and all blocks before it.
    """

    first: int
    length: int
    crc: int
    chain: bytes

    @classmethod
    def of(cls, before: bytes, first: int, length: int, data: bytes) -> Record:
        """Build the record of a block of a sequence file.

        Args:
            before: The chain of the previous record; for the first one, the SHA-256 of the text that names the game.
            first: The heap of its first value.
            length: The number of its values.
            data: Its bytes.

        Returns:
            The record.
        """
        link = blake2b(before, digest_size=16)
        link.update(data)
        return cls(first, length, zlib.crc32(data), link.digest())

    def fits(self, before: bytes, data: bytes) -> bool:
        """Return whether this is the record of a block with these bytes.

        Args:
            before: The chain of the previous record; for the first one, the SHA-256 of the text that names the game.
            data: The bytes of the block.

        Returns:
            Whether both checksums agree.
        """
        return self == Record.of(before, self.first, self.length, data)


class Mark(NamedTuple):
    """The mark of a sequence file: the state up to which its values are saved for certain.

    Attributes:
        game: The text that identifies the values.
        width: The number of bits of a value.
        values: The number of values.
        blocks: The number of records.
        chain: The hash of all blocks.
    """

    game: str
    width: int
    values: int
    blocks: int
    chain: bytes

    @property
    def identity(self) -> bytes:
        """The SHA-256 of the text that names the game."""
        return sha256(self.game.encode("utf-8")).digest()

    def line(self) -> bytes:
        """Return the mark as one line of JSON, the content of its file."""
        fields = self._asdict() | {"format": FORMAT, "identity": self.identity.hex(), "chain": self.chain.hex()}
        return _canonical({**fields, "crc": zlib.crc32(_canonical(fields))})


def first_mark(game: str) -> Mark:
    """Return the mark of an empty sequence file, which states that no value is saved."""
    mark = Mark(game, WIDTHS[0], 0, 0, b"")
    return mark._replace(chain=mark.identity)


def read_mark(data: bytes) -> Mark:
    """Read the mark of a sequence file, which states how many values are saved for certain.

    Raises `Damaged` if a byte is wrong, and `Mismatch` for another format or version.
    """
    fields = _fields(data)
    if fields is None:
        raise Damaged("mark: the mark cannot be read, so the saved length is unknown")
    version = version_of("grundy sequence", fields["format"])
    if version is not None and (other := other_version("grundy sequence", version)):
        raise Mismatch(f"mark: {other}")
    if version is None:
        raise Mismatch(f"mark: expected the format {FORMAT!r}, found {str(fields['format'])[:40]!r}")
    try:
        mark = Mark(fields["game"], fields["width"], fields["values"], fields["blocks"], bytes.fromhex(fields["chain"]))
        numbers = all(type(number) is int and number >= 0 for number in mark[1:4])
        right = mark.line() == data and numbers and mark.width in WIDTHS
    except (KeyError, TypeError, ValueError, AttributeError):
        right = False
    if not right:
        raise Damaged("mark: the mark contradicts itself")
    return mark


def _fields(data: bytes) -> dict[str, Any] | None:
    if len(data) > MOST_MARK:
        return None
    try:
        fields = json.loads(data.decode("ascii"))
        crc = fields.pop("crc")
        return fields if "format" in fields and crc == zlib.crc32(_canonical(fields)) else None
    except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
        return None


def _canonical(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode("ascii") + b"\n"
