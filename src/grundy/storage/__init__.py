"""Bytes that survive: the disk interface, the sequence file, the value database, files written whole."""

from .disk import Disk, RealDisk, write_whole
from .errors import Conflict, Damaged, InUse, Mismatch, NoSpace, StoreFault
from .formats import FORMATS, named, other_version, version_of
from .salvage import copy_database, salvage, salvage_database
from .sequence_file import FILES, SequenceFile
from .value_database import ValueDatabase

__all__ = [
    "FILES",
    "FORMATS",
    "Conflict",
    "Damaged",
    "Disk",
    "InUse",
    "Mismatch",
    "NoSpace",
    "RealDisk",
    "SequenceFile",
    "StoreFault",
    "ValueDatabase",
    "copy_database",
    "named",
    "other_version",
    "salvage",
    "salvage_database",
    "version_of",
    "write_whole",
]
