"""Bytes that survive: the disk interface, the sequence file, the value database, files written whole."""

from .disk import Disk, RealDisk, write_whole
from .errors import Conflict, Damaged, InUse, Mismatch, NoSpace, StoreFault
from .salvage import copy_database, salvage, salvage_database
from .sequence_file import FILES, SequenceFile
from .value_database import ValueDatabase

__all__ = [
    "FILES",
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
    "salvage",
    "salvage_database",
    "write_whole",
]
