"""Reads facts of an atlas of results: the claim, the command that finds it, the evidence, and the source.

An atlas is a folder. Every `manifest.jsonl` in it, at any depth, has a header and one fact per line:

    {"format":"grundy atlas","version":1,"about":"Periods of octal codes","shared":{"version":"0.1.0", ...}}
    {"id":"octal/0.07","claim":"0.07 has period 34 from heap 53 on","data":{"kind":"period", ...}, ...}

The shared fields of the header apply to every fact that does not have them. Files of evidence are next to the manifest.
`docs/lookup/atlas.md` describes the fields and the kinds of facts. No fact is trusted without its evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import EntryPoint
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any
from warnings import warn

from ...core import (
    CorruptStore,
    Game,
    GrundyError,
    InputError,
    MissingDistribution,
    NotationError,
    StoreMismatch,
    installed_plugins,
    load_plugin,
    read_json,
    reason_of,
)
from ...notation import read_game
from ...storage.formats import FORMATS, other_version

CLAIMS = "grundy.claims"
"""The group of entry points that name packages with facts in their folder `data`."""
FORMAT = "grundy atlas"
"""The format named in a manifest."""
MANIFEST = "manifest.jsonl"
"""The name of the list of facts in a folder."""
SUBJECTS = ("ruleset", "game", "games", "family")
"""The fields of the data of a fact that name its subject."""
TYPES: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "claim": (str,),
    "data": (dict,),
    "command": (str, type(None)),
    "version": (str,),
    "date": (str,),
    "processor": (str,),
    "milliseconds": (int, type(None)),
    "evidence": (dict,),
    "files": (dict,),
    "first": (dict,),
    "oeis": (str, type(None)),
    "terms": (list,),
}
"""Field -> its types."""
OPTIONAL: dict[str, Any] = {"command": None, "milliseconds": None, "files": {}, "oeis": None, "terms": []}
"""Fields that may be missing."""


@dataclass(frozen=True)
class Fact:
    """A fact of the atlas: a claim in words and as data, the command for it, its evidence, and its first source.

    Attributes:
        id: The identifier, such as "octal/0.07".
        claim: The claim in one sentence.
        data: The claim as data, with its "kind".
        command: The command that finds the fact, or None.
        version: The version of grundy that computed it.
        date: The day of the computation.
        processor: The processor of the computation.
        milliseconds: The time of the computation on `processor`, or None.
        evidence: A dictionary with the key "certificate" (a file), "second" (a second method) or both, or with the key
            "proof"; {} if the fact is only quoted.
        files: The SHA-256 of each file of evidence, by name.
        first: A dictionary with the first source: the keys are "source" and "mark" (which is "seen", "second-hand" or
            "memory"), or only "not_found_in" (the sources that were searched without result).
        oeis: The entry of the OEIS, or a text that none was found, or None if it was not looked up.
        terms: The first terms of a sequence, by which the fact can be found.
        folder: The folder with the files of evidence.

    Example:
        >>> from grundy_atlas import Atlas
        >>> fact = Atlas().fact("octal/0.77")
        >>> fact.kind, fact.subject, fact.damaged() is None, list(fact.sequence[:8])
        ('period', '0.77', True, [0, 1, 2, 3, 1, 4, 3, 2])
        >>> print(fact.source)
        R. K. Guy and C. A. B. Smith, The G-values of various games, 1956 (quoted by another source)
        >>> print(fact.proof)
        second method: the checker computed the values by its own rules and accepted a certificate
        >>> print(fact.explain().splitlines()[0])
        octal/0.77: 0.77 has period 12 from heap 71 on
        >>> fact.to_dict()["data"]["period"]
        12
    """

    id: str
    claim: str
    data: Mapping[str, Any]
    command: str | None
    version: str
    date: str
    processor: str
    milliseconds: int | None
    evidence: Mapping[str, str]
    files: Mapping[str, str]
    first: Mapping[str, str]
    oeis: str | None
    terms: Sequence[int]
    folder: Path

    @property
    def kind(self) -> str:
        """The kind of the claim: "period", "value", "quotient", ..."""
        return str(self.data["kind"])

    @property
    def subject(self) -> str:
        """The ruleset, game or family of the fact; empty if its data name none."""
        return next((str(self.data[name]) for name in SUBJECTS if name in self.data), "")

    @property
    def sequence(self) -> Sequence[int]:
        """The numbers by which the fact can be found: all values if its data contain them, otherwise `terms`."""
        found: Sequence[int] = self.data.get("values", self.terms)
        return found

    def result_of(self, game: str) -> int | str | None:
        """Return the value or outcome that the fact states of a game, or None if it states neither.

        Args:
            game: The game in the notation of the fact, such as "cram: 3x17".

        Returns:
            The Grundy value, the outcome "P" or "N", or None.

        Example:
            >>> from grundy_atlas import Atlas
            >>> fact = Atlas().fact("theorems/node-kayles-torus-3xn")
            >>> fact.subject, fact.result_of("node-kayles: torus(3x101)"), fact.result_of("node-kayles: torus(3x2)")
            ('node-kayles: torus(3x{n})', 1, None)
        """
        results = self.data.get("values", self.data.get("outcomes"))
        if results is None:
            stated: int | str | None = self.data.get("value", self.data.get("outcome"))
            return stated if self.subject == game else None
        start = self.data.get("from", 0)
        for size in map(int, re.findall("[0-9]+", game)):
            if self.subject.replace("{n}", str(size)) == game and size >= start:
                place, repeats = size - start, self.data.get("repeats", 0)
                if place >= len(results) and repeats:
                    place = len(results) - repeats + (place - len(results)) % repeats
                return results[place] if place < len(results) else None
        return None

    @property
    def source(self) -> str:
        """The first source, or the sources searched without result, in words."""
        if "source" in self.first:
            return f"{self.first['source']} ({MARKS.get(self.first.get('mark', ''), 'mark unknown')})"
        return f"not found in {self.first.get('not_found_in', 'any source, because none was searched')}"

    @property
    def proof(self) -> str:
        """The evidence in words: the file of the certificate, the second method, or how the fact was proved."""
        told = [f"certificate {self.evidence['certificate']}"] if "certificate" in self.evidence else []
        told += [f"second method: {self.evidence['second']}"] if "second" in self.evidence else []
        told += [self.evidence["proof"]] if "proof" in self.evidence else []
        return "; ".join(told) or "quoted, not computed here"

    def damaged(self) -> str | None:
        """Return a message about the first evidence file that is missing or has changed, or None if all are intact."""
        for name, digest in self.files.items():
            try:
                data = (self.folder / name).read_bytes()
            except OSError as error:
                return f"cannot read {name}: {reason_of(error, 'no such file')}"
            if sha256(data).hexdigest() != digest:
                return f"{name}: the checksum differs"
        return None

    def explain(self) -> str:
        """Return the whole fact in words, one line for each known property."""
        spent = "" if self.milliseconds is None else f"{self.milliseconds / 1000:g} s on {self.processor}, "
        told = {
            "data": ", ".join(f"{name} {value}" for name, value in self.data.items()),
            "command": self.command or "none",
            "computed": f"{spent}{self.date}, grundy {self.version}",
            "evidence": self.proof,
            "first": self.source,
            "OEIS": self.oeis or "not requested",
            "terms": " ".join(map(str, self.terms)),
            "files": ", ".join(f"{name} (SHA-256 {digest[:16]}...)" for name, digest in self.files.items()),
        }
        return "\n".join([f"{self.id}: {self.claim}", *(f"  {name}: {text}" for name, text in told.items() if text)])

    def to_dict(self) -> dict[str, Any]:
        """Return the fact as data for JSON, with the fields of a line of a manifest."""
        return {name: getattr(self, name) for name in TYPES}


MARKS = {"seen": "source read", "second-hand": "quoted by another source", "memory": "from memory, not checked"}
"""The reliability of a source, in words."""


def installed_atlases() -> list[Path]:
    """Return the folders with facts of all installed distributions with an entry point in the group `grundy.claims`.

    Returns:
        The folder `data` of each package that an entry point names.

    Raises:
        InputError: If a package cannot be imported.
        MissingDistribution: If no distribution with facts is installed.
    """
    named = installed_plugins(CLAIMS)
    if not named:
        raise MissingDistribution("the atlas", "grundy-atlas")
    return [_folder_of(name, point) for name, point in named.items()]


def _folder_of(name: str, point: EntryPoint) -> Path:
    """Return the folder with the facts of the package that an entry point names."""
    folder = files(load_plugin(point, ModuleType)) / "data"
    return folder if isinstance(folder, Path) else _unpacked(folder, name)


def _unpacked(packed: Traversable, name: str) -> Path:
    """Return a temporary folder with the facts of a package that was imported from a zip file.

    The facts are unpacked only at the first call for a package. `packed` is the folder of facts within the zip file,
    and `name` is the name of the package.
    """
    top = _place() / name
    if not top.is_dir():
        for folder in packed.iterdir():
            (top / folder.name).mkdir(parents=True, exist_ok=True)
            for file in folder.iterdir():
                (top / folder.name / file.name).write_bytes(file.read_bytes())
    return top


@cache
def _place() -> Path:
    """Return a temporary folder for facts unpacked from a zip, created once per process and deleted at exit."""
    import atexit
    from shutil import rmtree
    from tempfile import mkdtemp

    folder = mkdtemp(prefix="grundy-")
    atexit.register(rmtree, folder, ignore_errors=True)
    return Path(folder)


def read_facts(*folders: Path, naming: Sequence[str] = ("",)) -> Iterator[Fact]:
    """Yield the facts of an atlas, folder by folder.

    Args:
        folders: The folders of the atlas.
        naming: Texts such as the names of rulesets; a line of a manifest is parsed only if it contains at least one of
            them. By default every line is parsed.

    Yields:
        The facts. In each folder the manifests are read in the order of their paths, and each from its first line on.

    Raises:
        InputError: If a folder is missing or has no manifest.
        StoreMismatch: If a manifest has another format or version.
        CorruptStore: If a line is not a fact, or two facts have the same name.
    """
    known: dict[str, Path] = {}
    for path in [path for folder in folders for path in _manifests(folder)]:
        for number, fact in _facts_of(path, naming):
            if fact.id in known:
                raise CorruptStore(f"{path}: line {number}: {fact.id} is also in {known[fact.id]}")
            known[fact.id] = path
            yield fact


def _manifests(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise InputError(f"cannot read {folder}: no such directory")
    found = sorted(folder.rglob(MANIFEST))
    if not found:
        raise InputError(f"{folder}: expected a file {MANIFEST} in it or in one of its folders, found none")
    return found


def facts_about(subjects: set[str]) -> list[Fact]:
    """Return the facts of all installed distributions about some rulesets, games or families.

    A fact about a game or a sequence of games is also about its ruleset. Lines of the atlas that name none of the
    subjects are not parsed. A distribution whose facts cannot be read is left out with a warning.

    Args:
        subjects: The subjects as facts name them (`Fact.subject`), such as "0.77", "cram" or "cram: 3x17".

    Returns:
        The facts about any of the subjects, one distribution after the other.
    """
    naming = [f'"{name}{end}' for name in subjects for end in '":']
    found: list[Fact] = []
    try:
        named = installed_plugins(CLAIMS)
    except OSError as error:
        warn(f"the installed distributions cannot be read: {error}; their facts are left out", stacklevel=2)
        return []
    for name, point in named.items():
        try:
            found += read_facts(_folder_of(name, point), naming=naming)
        except (GrundyError, OSError) as error:
            warn(f"{error}; the facts of {name} are left out", stacklevel=2)
    return [fact for fact in found if not subjects.isdisjoint({fact.subject, fact.subject.partition(":")[0]})]


def facts_on(game: Game, facts: Iterable[Fact] | None = None, *, misere: bool = False) -> list[tuple[Fact, int | str]]:
    """Find the facts that state the value or the outcome of a game.

    Facts about the same board with rows and columns exchanged are found, too.

    Args:
        game: The game.
        facts: The facts to search, by default those of all installed distributions about its ruleset.
        misere: Whether the player who makes the last move loses.

    Returns:
        The facts, each with the Grundy value or the outcome that it states.

    Example:
        >>> from grundy.notation import read_game
        >>> [(fact.id, result) for fact, result in facts_on(read_game("cram: 17x3"))]
        [('published/cram-3xn', 0)]
    """
    if game.size != 1:
        return []
    play, names = "misere" if misere else "normal", _names_of(game)
    about = facts_about({text.partition(":")[0] for text in names}) if facts is None else facts
    return [
        (fact, result)
        for fact in about
        if fact.data.get("play", "normal") == play
        for result in {fact.result_of(name) for name in names} - {None}
        if result is not None
    ]


def _names_of(game: Game) -> list[str]:
    """Return the names under which facts may list a game of one component.

    They are its notation, and the notation of its board with rows and columns exchanged.
    """
    text, [(ruleset, position)] = str(game), game.parts
    turned = re.sub("([0-9]+)x([0-9]+)", r"\2x\1", text)
    if turned == text:
        return [text]
    same = "grid(" in text or "torus(" in text
    if not same and "(" not in text:
        with suppress(GrundyError):  # there may be no such board
            other, place = read_game(turned).part(0)
            same = other == ruleset and other.canonical(place) == ruleset.canonical(position)
    return [text, turned] if same else [text]


def _facts_of(path: Path, naming: Sequence[str]) -> Iterator[tuple[int, Fact]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CorruptStore(f"cannot read {path}: {error}") from None
    if not any(name in text for name in naming):
        text = text.partition("\n")[0]
    head, *lines = text.splitlines() or [""]
    header = _object(path, 1, head)
    if header.get("format") != FORMAT:
        raise StoreMismatch(f"{path}: expected the format '{FORMAT} {FORMATS[FORMAT]}'")
    if other := other_version(FORMAT, header.get("version")):
        raise StoreMismatch(f"{path}: {other}")
    shared = header.get("shared", {})
    for number, line in enumerate(lines, 2):
        if any(name in line for name in naming):
            yield number, _fact(path, number, OPTIONAL | shared | _object(path, number, line))


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found = read_json(line)
    except NotationError as error:
        raise CorruptStore(f"{path}: line {number}: {error.message}") from None
    if not isinstance(found, dict):
        raise CorruptStore(f"{path}: line {number}: expected an object")
    return found


def _fact(path: Path, number: int, found: dict[str, Any]) -> Fact:
    for name, types in TYPES.items():
        if not isinstance(found.get(name, ...), types):
            raise CorruptStore(f"{path}: line {number}: expected a field {name!r}, {_named(types)}")
    if not isinstance(found["data"].get("kind"), str):
        raise CorruptStore(f"{path}: line {number}: expected a kind in 'data', a text")
    places = [*found["files"], *([found["evidence"]["certificate"]] if "certificate" in found["evidence"] else [])]
    if any(not isinstance(place, str) or Path(place).name != place for place in places):
        raise CorruptStore(f"{path}: line {number}: expected names of files next to the manifest")
    return Fact(**{name: found[name] for name in TYPES}, folder=path.parent)


def _named(types: tuple[type, ...]) -> str:
    names = {str: "a text", dict: "an object", int: "a whole number", list: "a list", type(None): "null"}
    return " or ".join(names[kind] for kind in types)
