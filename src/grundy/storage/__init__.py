"""Durable storage: an interface to the disk, stores of sequences, value databases, and files replaced as a whole."""

from .disk import Disk, write_whole
from .errors import Conflict, Damaged, InUse, Mismatch, NoSpace, StoreFault
from .formats import FORMATS, named, other_version, version_of
from .journal import JournalFile, Line, header, read_journal, sealed, unsealed
from .sequence_file import FILES, SequenceFile, salvage
from .value_database import ValueDatabase, copy_database

__all__ = [
    "FILES",
    "FORMATS",
    "Conflict",
    "Damaged",
    "Disk",
    "InUse",
    "JournalFile",
    "Line",
    "Mismatch",
    "NoSpace",
    "SequenceFile",
    "StoreFault",
    "ValueDatabase",
    "copy_database",
    "header",
    "named",
    "other_version",
    "read_journal",
    "salvage",
    "sealed",
    "unsealed",
    "version_of",
    "write_whole",
]
