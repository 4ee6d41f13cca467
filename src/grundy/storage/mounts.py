"""Tells network file systems from others: their locks and syncs promise less."""

from __future__ import annotations

import os
import re
from pathlib import Path

NETWORK = frozenset(
    {"afs", "beegfs", "ceph", "cifs", "davfs", "fuse.davfs2", "fuse.glusterfs", "fuse.sshfs", "gfs2", "glusterfs"}
    | {"lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "smb2", "smb3", "smbfs"}
)
"""Types of file systems that several machines write at once."""
MOUNTS = Path("/proc/self/mounts")
"""Where Linux lists what is mounted; elsewhere nothing is known and nothing refused."""


def network_file_system(directory: Path, mounts: str | None = None) -> str | None:
    """Return the type of the network file system that holds a directory, or None.

    `mounts` is the list of mounts: lines of device, place, type.

    >>> network_file_system(Path("/data/run"), "disk / ext4 rw 0 0" + chr(10) + "host:/x /data nfs4 rw 0 0")
    'nfs4'
    """
    if mounts is None:
        try:
            mounts = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return None
    place = os.path.realpath(directory)
    best, kind = "", None
    for line in mounts.split("\n"):
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        root = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), fields[1])
        if len(root) >= len(best) and (place + "/").startswith(root.rstrip("/") + "/"):
            best, kind = root, fields[2]
    return kind if kind in NETWORK else None
