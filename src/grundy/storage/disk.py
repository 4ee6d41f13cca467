"""The files of a store of saved values, and files that are written completely or not at all.

A store uses only the few operations of `Disk`, so that tests can replace it by a simulated disk. Between two syncs a
real disk may lose, tear and reorder writes, which tests on a real disk cannot show.
"""

from __future__ import annotations

import errno
import mmap
import os
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import TypeAlias

from .errors import InUse, Mismatch, StoreFault

Bytes: TypeAlias = bytes | bytearray | memoryview | mmap.mmap
"""The types of data that can be written."""
NETWORK = frozenset(
    {"afs", "beegfs", "ceph", "cifs", "davfs", "fuse.davfs2", "fuse.glusterfs", "fuse.sshfs", "gfs2", "glusterfs"}
    | {"lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "smb2", "smb3", "smbfs"}
)
"""Types of file systems that several machines can write at once."""
MOUNTS = Path("/proc/self/mounts")
"""The list of mounts on Linux; elsewhere nothing is known, and no directory is rejected."""


class Disk:
    """A directory of the file system, created if it is missing; `names` are the files that it may contain.

    Raises `Mismatch` if it contains others, and `StoreFault` on network file systems, whose locks and syncs are not
    reliable. Links are not followed. File names contain no directory, offsets and sizes are in bytes, and failures
    raise `OSError`. Tests replace this class by a simulated disk.
    """

    def __init__(self, directory: Path, names: Collection[str]) -> None:
        self.directory = directory
        if os.name != "posix":
            raise StoreFault(f"{directory}: stores need the file locks of a POSIX system")
        if not directory.is_dir():
            directory.mkdir()
            sync_directory(directory.parent)
        if (kind := network_file_system(directory)) is not None:
            raise StoreFault(f"{directory} is on a network file system ({kind}), where locks are not reliable")
        foreign = sorted({file.name for file in directory.iterdir()} - set(names))
        if foreign:
            raise Mismatch(f"{directory} is not a store of grundy: it contains {foreign[0]!r}")
        self._home = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        self._files: dict[str, int] = {}

    def size(self, name: str) -> int | None:
        """Return the size of a file, or None if it is missing."""
        try:
            return os.stat(name, dir_fd=self._home, follow_symlinks=False).st_size
        except FileNotFoundError:
            return None

    def read(self, name: str, at: int, n: int) -> bytes:
        """Read bytes of a file.

        Args:
            name: The file.
            at: The offset of the first byte.
            n: The number of bytes.

        Returns:
            The bytes, fewer at the end of the file.
        """
        pieces: list[bytes] = []
        while n > 0 and (piece := os.pread(self._file(name), min(n, 1 << 24), at)):
            pieces.append(piece)
            at, n = at + len(piece), n - len(piece)
        return b"".join(pieces)

    def view(self, name: str, n: int) -> bytes | mmap.mmap:
        """Return the first bytes of a file, memory-mapped.

        Args:
            name: The file.
            n: The number of bytes.

        Returns:
            A memory map of these bytes, or empty bytes if `n` is 0.
        """
        return mmap.mmap(self._file(name), n, access=mmap.ACCESS_READ) if n else b""

    def write(self, name: str, at: int, data: Bytes) -> None:
        """Write bytes to a file, which is created if it is missing.

        Args:
            name: The file.
            at: The offset of the first byte.
            data: The bytes.
        """
        unwritten = memoryview(data).cast("B")
        while unwritten:
            done = os.pwrite(self._file(name), unwritten, at)
            at, unwritten = at + done, unwritten[done:]

    def truncate(self, name: str, n: int) -> None:
        """Cut or extend a file, which is created if it is missing.

        Args:
            name: The file.
            n: The new size.
        """
        os.ftruncate(self._file(name), n)

    def sync(self, name: str) -> None:
        """Wait until all writes to the file are on the disk."""
        import fcntl

        whole = getattr(fcntl, "F_FULLFSYNC", None)  # on systems where fsync does not flush the drive's cache
        if whole is None:
            os.fsync(self._file(name))
        else:
            fcntl.fcntl(self._file(name), whole)

    def replace(self, src: str, dst: str) -> None:
        """Rename a file, replacing another one atomically.

        Args:
            src: The file.
            dst: Its new name.
        """
        for name in (src, dst):
            if name in self._files:
                os.close(self._files.pop(name))
        os.replace(src, dst, src_dir_fd=self._home, dst_dir_fd=self._home)

    def sync_dir(self) -> None:
        """Wait until all new files and renames are on the disk."""
        os.fsync(self._home)

    def lock(self, name: str) -> None:
        """Lock the directory for this process.

        Args:
            name: The lock file, which is created if it is missing. It contains the id of the process with the lock.

        Raises:
            InUse: If another process has the lock; the message contains its process id.
        """
        import fcntl

        file = self._file(name)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(file, 20, 0).decode("ascii", "replace").strip() or "unknown"
            raise InUse(f"{self.directory}: in use by process {holder}") from None
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode("ascii"), 0)

    def close(self) -> None:
        """Close all files and release the lock of the directory."""
        while self._files:
            os.close(self._files.popitem()[1])
        if self._home >= 0:
            os.close(self._home)
            self._home = -1

    def _file(self, name: str) -> int:
        if name not in self._files:
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
            self._files[name] = os.open(name, flags, 0o666, dir_fd=self._home)
        return self._files[name]


def sync_directory(path: Path) -> None:
    """Wait until the new files and renames of a directory are on the disk."""
    file = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def write_whole(target: Path, pieces: Iterable[bytes]) -> None:
    """Write a user's file completely or not at all, and return when it is on the disk.

    The pieces are written to a new file of a random name in the same folder. When it is complete, it replaces the old
    file of the given name. The new file has the permissions of the old one, and its owner if the system allows it. If
    the target is a symbolic link, the file to which it leads is replaced. Other hard links keep the old content. A
    device or a pipe cannot be replaced, so the pieces are written to it directly.

    Args:
        target: The file.
        pieces: Its content, one piece after the other. If the iterable raises an error, no new file is left and the
            error is raised again.

    Raises:
        OSError: If the file cannot be written, or an existing file does not permit writing.
    """
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    if old is not None and not S_ISREG(old.st_mode):
        with target.open("wb") as file:
            file.writelines(pieces)
        return
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    target = Path(os.path.realpath(target))
    part = target.with_name(f".grundy-{os.urandom(8).hex()}.part")
    try:
        _write_new(part, pieces, old)
        part.replace(target)
    except BaseException as error:
        if not isinstance(error, FileExistsError):  # else the file belongs to another process
            with suppress(OSError):
                part.unlink()
        raise
    if os.name == "posix":
        sync_directory(target.parent)


def _write_new(part: Path, pieces: Iterable[bytes], old: os.stat_result | None) -> None:
    def exclusive(path: str, flags: int) -> int:
        links = getattr(os, "O_NOFOLLOW", 0)
        return os.open(path, flags | os.O_EXCL | links, 0o666 if old is None else 0o600)

    with open(part, "xb", opener=exclusive) as file:  # `Path.open` has no opener
        if old is not None and os.name == "posix":
            with suppress(PermissionError):
                os.fchown(file.fileno(), old.st_uid, old.st_gid)
            os.fchmod(file.fileno(), S_IMODE(old.st_mode))
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())


def network_file_system(directory: Path, mounts: str | None = None) -> str | None:
    """Return the type of the network file system that contains a directory, such as "nfs4".

    Args:
        directory: The directory.
        mounts: The list of mounts, with lines of device, place and type; None for that of the system.

    Returns:
        The type, or None for a local file system.

    Example:
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
