"""File formats: their names, the versions that are written and read, and the explanation for other versions.

A file begins with its format and version. The version is increased when programs change a format so that older programs
cannot read it. `docs/decisions/kept-files.md` explains this, and `tests/data` contains files of every version.
"""

from __future__ import annotations

FORMATS = {
    "grundy sequence": 1,
    "grundy database": 1,
    "grundy sweep": 1,
    "grundy misere sweep": 1,
    "grundy period journal": 2,
    "grundy match": 1,
    "grundy certificate": 1,
    "grundy atlas": 1,
    "grundy checked segments": 2,
}
"""The formats that are read again, with their versions."""


def named(name: str) -> str:
    """Return the name of a file format with its version, as files contain it.

    >>> named("grundy sequence")
    'grundy sequence 1'
    """
    return f"{name} {FORMATS[name]}"


def other_version(name: str, found: object) -> str | None:
    """Explain why a file of another version is refused.

    Args:
        name: The name of the format.
        found: The version that the file states; anything but an integer is also refused.

    Returns:
        The explanation, or None if it is the one version that this program reads, which is not refused.

    >>> other_version("grundy sweep", 1)
    >>> other_version("grundy sweep", 2)
    "expected the format 'grundy sweep 1', found 'grundy sweep 2' of a newer version"
    >>> other_version("grundy period journal", 1)
    "expected the format 'grundy period journal 2', found 'grundy period journal 1' of an older one; begin a new file"
    """
    known = FORMATS[name]
    if type(found) is int and found == known:
        return None
    age = ""
    if type(found) is int:
        age = " of a newer version" if found > known else " of an older one; begin a new file"
    return f"expected the format '{name} {known}', found '{name} {str(found)[:20]}'{age}"


def version_of(name: str, found: object) -> int | None:
    """Return the version in the text that names a format.

    Args:
        name: The format.
        found: The text of the file.

    Returns:
        The version, or None if the text does not name this format.

    Example:
        >>> version_of("grundy sequence", "grundy sequence 12"), version_of("grundy sequence", "grundy sweep 1")
        (12, None)
    """
    before, _, digits = found.rpartition(" ") if isinstance(found, str) else ("", "", "")
    plain = 0 < len(digits) < 10 and not digits.strip("0123456789") and not digits.startswith("0")
    return int(digits) if before == name and plain else None
