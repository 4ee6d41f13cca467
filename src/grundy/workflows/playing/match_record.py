"""A match as a text that a person can read, send, edit and replay: tags, numbered moves in words, comments.

    [Game "nim: 3 5"]
    [Play "normal"]
    [First "person"]
    [Second "computer"]
    [Result "second wins"]

    1. take 1 from heap 1 {P, value 7}
    2. ...

The words of a move are those that can be typed. Comments are for people. A program that reads a record does not use
them, but replays the moves (`Match.of_record`). The grammar is in `docs/lookup/record.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, NoReturn, cast, get_args

from ...core import Game, InputError, read_integer
from ...notation import read_game
from ...storage.formats import other_version

Result = Literal["first wins", "second wins", "draw", "unfinished"]
RESULTS: tuple[Result, ...] = get_args(Result)
COMPUTER = "computer"
"""The name of a player whose moves the computer chooses; every other name is a person."""
MOST_MOVES = 10_000
MOST_TEXT = 1 << 20
"""The largest length of a record."""
MOST_LINE = 200_000
MOST_LEVEL = 100
MOST_SEED = 10**12
TAGS = ("Format", "Game", "Play", "First", "Second", "Level", "Seed", "Date", "Result")
"""Tags with a meaning, in the order in which they are written; Format, the version, is written from version 2 on."""

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]{0,39})\s+("(?:[^"\\]|\\.)*")\s*\]')
_MOVE = re.compile(r"([0-9]{1,6})\s*\.\s*(.*)")
_PIECE = re.compile(r"""(?:"(?:[^"\\\\]|\\\\.)*"|\{[^}]*\}|(?!\s+(?:\[|[0-9]{1,6}\s*\.\s)).)+""", re.DOTALL)
"""A tag, a move or a comment of a record that is written on one line."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_DATE = re.compile(r"[0-9?]{4}-[0-9?]{2}-[0-9?]{2}")


class RecordedMove(NamedTuple):
    """A move in a match record: its words, the comment after it, and the number of its line, or 0."""

    words: str
    comment: str = ""
    line: int = 0


class MatchRecord(NamedTuple):
    """The contents of a match record, whose moves have not been checked; `str` returns the text.

    Attributes:
        game: The game at the start, in notation.
        misere: Whether the record states misère play.
        first: The name of the first player.
        second: The name of the second player.
        level: The percentage of perfect moves of the computer, or None.
        seed: The seed of the random choices of the computer, or None.
        date: The date, such as "2026-03-31", or "".
        result: The result, or None if it is not stated.
        moves: The moves in words, with their comments.
        preface: The comments before the first move.
        others: Tags that have no meaning to this package, as pairs of name and text.
        result_line: The number of the line with the result, or 0.

    Example:
        >>> import grundy
        >>> played = grundy.match("nim: 1 2")
        >>> _ = played.push("take 1 from heap 2")
        >>> record = played.record(first="Ada", second="Bea")
        >>> record.names, record.moves[0].words, record.start()
        (('Ada', 'Bea'), 'take 1 from heap 2', <Game nim: 1 2>)
    """

    game: str
    misere: bool = False
    first: str = "person"
    second: str = COMPUTER
    level: int | None = None
    seed: int | None = None
    date: str = ""
    result: Result | None = None
    moves: tuple[RecordedMove, ...] = ()
    preface: str = ""
    others: tuple[tuple[str, str], ...] = ()
    result_line: int = 0

    @property
    def names(self) -> tuple[str, str]:
        """The names of the first and the second player."""
        return self.first, self.second

    def start(self, *, files: bool = False) -> Game:
        """Read the game at the start.

        Args:
            files: Whether the game may be defined in a file.

        Returns:
            The game.

        Raises:
            InputError: If the text of the game is invalid.
            TrustedOnly: If a file defines the game and `files` is false.
        """
        try:
            return read_game(self.game, files=files)
        except InputError as error:
            error.message = f"the tag Game: {error.message}"
            raise

    def commented(self, comments: Iterable[str]) -> MatchRecord:
        r"""Return this record with the given comments added to its moves; a move that has a comment keeps it.

        Args:
            comments: The comments in the order of the moves.

        Returns:
            The new record.

        Example:
            >>> record = read_record('[Game "nim: 1 2"]\n1. take 1 from heap 2\n')
            >>> record.commented(["a good move"]).moves[0].comment
            'a good move'
        """
        given = iter(comments)
        return self._replace(
            moves=tuple(m._replace(comment=m.comment or c) for m, c in zip(self.moves, given, strict=False))
            + self.moves[len(self.moves) :]
        )

    def keeping(self, older: MatchRecord) -> MatchRecord:
        r"""Return this record with the preface, comments and unknown tags of an older record of the same match.

        Comments on moves are copied up to the first move that differs.

        Args:
            older: The older record.

        Returns:
            The new record.

        Example:
            >>> older = read_record('[Game "nim: 1 2"]\n1. take 1 from heap 2 {a good move}\n')
            >>> newer = read_record('[Game "nim: 1 2"]\n1. take 1 from heap 2\n2. take 1 from heap 1\n')
            >>> [move.comment for move in newer.keeping(older).moves]
            ['a good move', '']
        """
        moves, agree = [], True
        for number, move in enumerate(self.moves):
            agree = agree and number < len(older.moves) and older.moves[number].words == move.words
            moves.append(move._replace(comment=move.comment or older.moves[number].comment) if agree else move)
        return self._replace(moves=tuple(moves), preface=self.preface or older.preface, others=older.others)

    def __str__(self) -> str:
        """Return the text of the record, which `read_record` reads."""
        play = "misere" if self.misere else "normal"
        level = None if self.level is None else "perfect" if self.level == MOST_LEVEL else str(self.level)
        seed = None if self.seed is None else str(self.seed)
        told = (None, self.game, play, self.first, self.second, level, seed, self.date, self.result)
        pairs = [(name, word) for name, word in zip(TAGS, told, strict=True) if word] + list(self.others)
        lines = [f"[{name} {_quoted(word)}]" for name, word in pairs] + [""]
        if self.preface:
            lines += [_braced(self.preface), ""]
        for number, (words, comment, _) in enumerate(self.moves, 1):
            plain = " ".join(words.split())
            told_so = _quoted(plain) if plain.startswith('"') or "{" in plain else plain
            lines.append(f"{number}. {told_so}{' ' * bool(comment)}{_braced(comment) if comment else ''}")
        return "\n".join([*lines, ""])


def read_record(text: str) -> MatchRecord:
    r"""Read the text of a match record without checking its moves; `Match.of_record` checks them.

    Args:
        text: The text of the record.

    Returns:
        The contents of the record.

    Raises:
        InputError: If the text is invalid; it names the line and what was expected.

    Example:
        >>> read_record('[Game "nim: 1 2"]\n1. take 1 from heap 2 {equal heaps}\n').moves[0][:2]
        ('take 1 from heap 2', 'equal heaps')
    """
    if len(text) > MOST_TEXT:
        raise InputError(f"expected a record of at most {MOST_TEXT} characters, found {len(text)}")
    return _RecordReader(text).read()


def refuse_line(line: int, expected: str, found: str, at: int = 0) -> NoReturn:
    """Raise the error for a line of a match record that is not as expected.

    Args:
        line: The number of the line, from 1.
        expected: The expected form of the line, for the message.
        found: The line as it is in the record.
        at: The place of the mistake in the line, counted in characters from 0.

    Raises:
        InputError: Always.
    """
    shown = f"'{found[:60]}{'...' * (len(found) > 60)}'" if found else "nothing"
    raise InputError(f"line {line}: expected {expected}, found {shown}", text=found, at=at, expected=expected)


class _RecordReader:
    def __init__(self, text: str) -> None:
        self.lines = text.removeprefix("\ufeff").splitlines()
        if len(self.lines) == 1:
            self.lines = _PIECE.findall(self.lines[0])
        self.at = 0
        self.tags: dict[str, tuple[int, str]] = {}
        self.moves: list[RecordedMove] = []
        self.comments: list[list[str]] = [[]]
        """The preface, then what was said of every move."""

    def read(self) -> MatchRecord:
        for line in self._lines():
            if line.startswith("{"):
                self._comments(line)
            elif line.startswith("["):
                self._tag(line)
            elif (found := _MOVE.fullmatch(line)) is not None:
                self._move(int(found[1]), found[2], line)
            else:
                what = "a numbered move such as '1. take 2'" + (
                    "" if self.moves else ' or a tag such as [Game "nim: 3 5"]'
                )
                refuse_line(self.at, what, line)
        version = self._number("Format", 10**6)
        if version is not None and (other := other_version("grundy match", version)):
            raise InputError(f"line {self.tags['Format'][0]}: {other}")
        if "Game" not in self.tags:
            raise InputError('expected the tag [Game "..."], found none', expected='the tag [Game "..."]')
        return self._told()

    def _lines(self) -> Iterator[str]:
        while self.at < len(self.lines):
            line = self.lines[self.at].strip()
            self.at += 1
            if len(line) > MOST_LINE:
                refuse_line(self.at, f"at most {MOST_LINE} characters", line)
            if line:
                yield line

    def _comments(self, line: str, at: int = 0) -> None:
        begun, told = self.at, self.comments[-1]
        while line.startswith("{", at):
            stop = line.find("}", at)
            pieces = [line[at + 1 : stop if stop >= 0 else None]]
            while stop < 0:
                if self.at >= len(self.lines):
                    refuse_line(begun, "a comment that ends with }", self.lines[begun - 1].strip())
                line = self.lines[self.at].strip()
                self.at += 1
                stop = line.find("}")
                pieces.append(line[: stop if stop >= 0 else None])
            told += [" ".join(pieces)]
            at = stop + 1
            while line.startswith(" ", at):
                at += 1
        if at < len(line):
            refuse_line(self.at, "the end of the line after a comment", line, at)

    def _tag(self, line: str) -> None:
        found = _TAG.fullmatch(line)
        if found is None:
            refuse_line(self.at, 'a tag such as [Game "nim: 3 5"]', line)
        name, word = found[1], _unquoted(found[2])
        if self.moves:
            refuse_line(self.at, "every tag before the first move", line)
        if name in self.tags:
            refuse_line(self.at, f"the tag {name} once (it is already in line {self.tags[name][0]})", line)
        self.tags[name] = self.at, word

    def _move(self, number: int, rest: str, line: str) -> None:
        expected = len(self.moves) + 1
        if number != expected:
            refuse_line(self.at, f"move {expected}", line)
        if expected > MOST_MOVES:
            refuse_line(self.at, f"at most {MOST_MOVES} moves", line)
        quoted = _QUOTED.match(rest)
        brace = rest.find("{", quoted.end() if quoted else 0)
        words = rest[: brace if brace >= 0 else None].strip()
        if not words:
            refuse_line(self.at, "the words of a move after its number", line)
        if quoted and words != quoted[0]:
            refuse_line(self.at, "a comment in braces after the words in quotation marks", line)
        self.moves.append(RecordedMove(_unquoted(words) if quoted else words, "", self.at))
        self.comments.append([])
        if brace >= 0:
            self._comments(rest, brace)

    def _told(self) -> MatchRecord:
        told = [" ".join(" ".join(comments).split()) for comments in self.comments]
        date = self._get("Date")
        if date and not _DATE.fullmatch(date):
            self._refuse("Date", "a date such as 2026-03-31")
        level = self._get("Level")
        return MatchRecord(
            game=self._get("Game"),
            misere=self._word("Play", ("normal", "misere")) == "misere",
            first=self._get("First") or "person",
            second=self._get("Second") or "person",
            level=MOST_LEVEL if level == "perfect" else self._number("Level", MOST_LEVEL, "perfect or "),
            seed=self._number("Seed", MOST_SEED),
            date=date,
            result=cast("Result | None", self._word("Result", RESULTS) or None),
            moves=tuple(m._replace(comment=c) for m, c in zip(self.moves, told[1:], strict=True)),
            preface=told[0],
            others=tuple((name, word) for name, (_, word) in self.tags.items() if name not in TAGS),
            result_line=self.tags.get("Result", (0, ""))[0],
        )

    def _get(self, name: str) -> str:
        return self.tags.get(name, (0, ""))[1]

    def _word(self, name: str, allowed: tuple[str, ...]) -> str:
        word = self._get(name)
        if name in self.tags and word not in allowed:
            self._refuse(name, "one of " + ", ".join(allowed))
        return word

    def _number(self, name: str, most: int, also: str = "") -> int | None:
        if name not in self.tags:
            return None
        expected = f"{also}a number from 0 to {most}"
        try:
            number = read_integer(self._get(name), expected)
        except InputError:
            self._refuse(name, expected)
        if not 0 <= number <= most:
            self._refuse(name, expected)
        return number

    def _refuse(self, name: str, expected: str) -> NoReturn:
        line, _ = self.tags[name]
        refuse_line(line, f"{expected} as {name}", self.lines[line - 1].strip())


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{" ".join(escaped.split())}"'


def _unquoted(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted[1:-1])


def _braced(comment: str) -> str:
    return "{" + " ".join(comment.replace("{", "(").replace("}", ")").split()) + "}"
