"""Bytes that survive: the disk interface, the sequence file, files written whole."""

from .disk import Disk, RealDisk
from .errors import Damaged, InUse, Mismatch, NoSpace, StoreFault
from .salvage import salvage
from .sequence_file import FILES, SequenceFile
from .whole import write_whole

__all__ = [
    "FILES",
    "Damaged",
    "Disk",
    "InUse",
    "Mismatch",
    "NoSpace",
    "RealDisk",
    "SequenceFile",
    "StoreFault",
    "salvage",
    "write_whole",
]
