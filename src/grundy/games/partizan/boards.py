"""Boards of partizan games, on which Left and Right move: parser, text form, pictures and symmetries.

`clobber: xo./ox#` lists the rows from top to bottom: `.` is a free square, `#` a square that is not used, and two
letters are the pieces of Left and Right. Left is to move unless the text ends with `@ R`. Boards that ";" separates are
put side by side with a column of `#` between them, which is their sum.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, zip_longest
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ...core import (
    Board,
    Knowledge,
    Move,
    Outcome,
    Partizan,
    Picture,
    PositionError,
    Scanner,
    Scene,
    Sum,
    Theorem,
    on_pieces,
)
from ..boards.squares import ORDER_TWO, cells_of, cropped, read_rows, read_size, square_name, turned
from ..forms import Choosing, within

MOST_LINES = 26
"""Limit on the rows and on the columns of a board."""
MOST_FIRST = 1000
"""The largest number of moves that are tried for one after which the other player can be answered by symmetry."""
Offsets = tuple[tuple[int, int], ...]
"""Differences (rows, columns) between squares."""
Squares = tuple[int, ...]
"""The squares that a move touches, numbered row by row from 0."""
Image: TypeAlias = Mapping[int, int]
"""The image of each square inside a rectangle of the board, by number."""
SIDES: Offsets
KING: Offsets
ROW: Offsets
SIDES, KING, ROW = (
    ((-1, 0), (0, -1), (0, 1), (1, 0)),
    tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)),
    ((0, -1), (0, 1)),
)
"""Offsets (rows, columns) of neighbours: those with a common side, those of a chess king, and those in the row."""


class SidedBoard(NamedTuple):
    """A position: the number of columns, the squares row by row as characters, and the player to move, L or R."""

    columns: int
    cells: str
    side: str = "L"

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows from top to bottom."""
        return tuple(self.cells[at : at + self.columns] for at in range(0, len(self.cells), self.columns))


class PartizanBoard(Choosing[SidedBoard, Squares], Partizan[SidedBoard], Picture[SidedBoard], Knowledge[SidedBoard]):
    """A base class of partizan games on boards, whose positions are of type `SidedBoard`.

    A subclass defines `plays`, the moves. Boards that are equal under the symmetries in `images` are searched once; a
    board with Right to move is the board with Left to move in which the players are exchanged.
    """

    material = "stones"
    lettered = True
    theory = Theorem(
        "A player who can answer every move by its image under a symmetry of the board moves last",
        'Tweedledum and Tweedledee: E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982, chapter 1',
    )
    idea_names_move = True
    pieces = "xo"
    """The letters of the pieces of Left and Right; empty if moves leave only squares that are not used."""
    around: Offsets = SIDES
    """The offsets of the squares that count as neighbours."""
    images: tuple[Sequence[int], Sequence[int]] = (range(8), range(8))
    """The symmetries that keep the rules, and those that together with an exchange of pieces exchange the players.

    They are numbered as in `turned`.
    """

    @abstractmethod
    def plays(self, position: SidedBoard) -> Iterator[tuple[Squares, str]]:
        """Return the moves of the player to move.

        Args:
            position: The position.

        Returns:
            For each move a pair: the numbers of the squares that it touches, and the board after it, as one string with
            a character for each square, row by row.
        """

    def opening(self, rows: int, columns: int) -> str | None:
        """Return the start position on a board of a given size.

        Args:
            rows: The number of rows.
            columns: The number of columns.

        Returns:
            One string with a character for each square, row by row. By default all squares are free. None if the game
            has no usual start position.
        """
        return "." * (rows * columns)

    def cleaned(self, position: SidedBoard) -> str:
        """Return the squares row by row as characters, with # for those that no later move of either player can use."""
        return position.cells

    def split(self, position: SidedBoard) -> list[SidedBoard]:
        """Return the independent components, each as a board of the same size with # elsewhere."""
        board = position._replace(cells=self.cleaned(position))
        return [position._replace(cells=only(board.cells, region)) for region in regions(board, self.around)]

    def mine(self, position: SidedBoard) -> tuple[str, str]:
        """Return the letter of the pieces of the player to move, and the letter of the other player's pieces."""
        left, right = self.pieces[0], self.pieces[1]
        return (left, right) if position.side == "L" else (right, left)

    def choices(self, position: SidedBoard) -> Iterator[tuple[Squares, SidedBoard]]:
        side = "R" if position.side == "L" else "L"
        return ((squares, SidedBoard(position.columns, cells, side)) for squares, cells in self.plays(position))

    def _move(self, position: SidedBoard, choice: Squares, leaves: Sum[SidedBoard]) -> Move[SidedBoard]:
        return move_on(position, choice, leaves)

    def side(self, position: SidedBoard) -> str:
        return "Left" if position.side == "L" else "Right"

    def opposite(self, position: SidedBoard) -> SidedBoard:
        return position._replace(side="R" if position.side == "L" else "L")

    def canonical(self, position: SidedBoard) -> SidedBoard:
        """Return an equivalent board with Left to move: the least image under the symmetries of the game.

        Squares that no later move can use are cut off or replaced by #. If Right is to move, the players are exchanged.
        """
        rows = cropped(position._replace(cells=self.cleaned(position)).rows)
        cells, exchanged = "".join(rows), position.side == "R"
        if exchanged and self.pieces:
            cells = cells.translate(_swapped(self.pieces))
        images = _images(len(rows), len(rows[0]), self.images[exchanged])
        return SidedBoard(*min((columns, "".join(image(cells))) for columns, image in images))

    def answered(self, board: SidedBoard, image: Image) -> bool:
        """Return whether the other player can always answer a move by its image under a symmetry, to the end of play.

        The player to move is Q, the other one is M. A symmetry s of order two maps squares to squares. M wins if every
        move of Q has an image by s that M can play, and if this is so again after both moves. By default this is true
        if s exchanges the pieces and maps every region to another one: the position is then the sum of a game and its
        negative, which is 0. Subclasses state weaker conditions with their proofs. The reference implementation is the
        search, `search.PartizanSolver`.

        Args:
            board: The position, with # for squares that no later move can use.
            image: For each square its image under the symmetry.

        Returns:
            True if this is proved, else False.
        """
        cells, other = board.cells, board.cells.translate(_swapped(self.pieces))
        if any(cells[at] != other[image[at]] for at in image):
            return False
        return all(image[region[0]] not in region for region in regions(board, self.around))

    def image(self, position: SidedBoard) -> Image | None:
        """Return the symmetry by which the other player can answer every move and so wins; None if none is known."""
        board = position._replace(cells=self.cleaned(position))
        found = symmetries(board.rows, self.images[1])
        return next((image for image in found if self.answered(board, image)), None)

    def known_outcome(self, position: SidedBoard) -> Outcome | None:
        """Return P if the other player wins by symmetry, N if a move leads to such a position, else None."""
        if self.image(position) is not None:
            return Outcome.P
        return Outcome.N if self._first(position) else None

    def mirrored(self, position: SidedBoard, label: str) -> str | None:
        if (image := self.image(position)) is None:
            return None
        for squares, _ in self.choices(position):
            if _label(position, squares) == label:
                images = [image[at] for at in squares]
                return _label(position, images if self.pieces else sorted(images))
        return None

    def idea(self, position: SidedBoard) -> str:
        if self.image(position) is not None:
            lost = "The other player answers every move by its image under a symmetry of the board."
            return lost if any(True for _ in self.choices(position)) else ""
        first = self._first(position)
        return (
            f"Begin with {first}, then answer every move by its image under a symmetry of the board." if first else ""
        )

    def _first(self, position: SidedBoard) -> str:
        """Return the label of a move after which every reply can be answered by symmetry, or "" if none is known."""
        choices = islice(self.choices(position), MOST_FIRST)
        return next((_label(position, squares) for squares, left in choices if self.image(left) is not None), "")

    def check(self, position: SidedBoard) -> None:
        if type(position) is not SidedBoard or type(position.columns) is not int or type(position.cells) is not str:
            raise PositionError(f"{self.name}: expected a board and the player to move, found {position!r}")
        columns, cells, side = position
        if columns < 1 or not cells or len(cells) % columns:
            raise PositionError(f"{self.name}: expected rows of {columns} squares, found {len(cells)} squares")
        if max(columns, len(cells) // columns) > MOST_LINES:
            raise PositionError(f"{self.name}: a board has at most {MOST_LINES} rows and columns")
        if wrong := set(cells).difference(f".#{self.pieces}"):
            raise PositionError(f"{self.name}: expected squares {self._letters()}, found {min(wrong)!r}")
        if side not in ("L", "R"):
            raise PositionError(f"{self.name}: the player to move is L or R, not {side!r}")

    def read(self, text: str) -> Sum[SidedBoard]:
        """Read rows joined by "/", or a size such as 3x4 if this names a start position, then "@ R" if Right moves.

        Boards that ";" separates are put side by side.
        """
        scanner, boards = Scanner(text), list[Iterable[str]]()
        while not boards or scanner.take(";"):
            boards.append(self.read_board(scanner))
        side = scanner.needed("[LR](?![A-Za-z0-9])", 'the player to move, "L" or "R"') if scanner.take("@") else "L"
        scanner.end('"/", ";", "@" or the end of the text')
        position = beside(boards, side)
        with within(text):
            self.check(position)
        return Sum(position)

    def show(self, parts: Sum[SidedBoard]) -> str:
        return "; ".join(self.text(part) + (" @ R" if part.side == "R" else "") for part in parts)

    def text(self, position: SidedBoard) -> str:
        """Return a board in notation, as a size if it is the start position, without the player to move."""
        rows = position.rows
        opening = self.opening(len(rows), position.columns)
        return f"{len(rows)}x{position.columns}" if position.cells == opening else "/".join(rows)

    def scene(self, position: SidedBoard) -> Scene:
        return Board(position.rows)

    def _letters(self) -> str:
        return " ".join(f".{self.pieces}#")

    def read_board(self, scanner: Scanner) -> tuple[str, ...]:
        """Read the rows of one board, or its size, at the cursor of a scanner."""
        scanner.blanks()
        at, sized = scanner.at, self.opening(1, 1) is not None
        if sized and (size := read_size(scanner)) is not None:
            if max(size) > MOST_LINES:
                raise scanner.error(f"a board of at most {MOST_LINES}x{MOST_LINES}", at=at)
            return SidedBoard(size[1], self.opening(*size) or "").rows
        row = f"rows of {self._letters()} joined by /"
        expected = f"a size such as 3x4, or {row}" if sized else row
        return read_rows(scanner, f".#{self.pieces}", expected, f"a row of {self._letters()}", "squares")


def beside(boards: Iterable[Iterable[str]], side: str = "L") -> SidedBoard:
    """Join boards side by side to one board, with unused squares # between them and below shorter ones.

    Args:
        boards: The rows of each board.
        side: The player to move, L or R.

    Returns:
        The position.

    Example:
        >>> beside([["xo", "ox"], ["xox"]]).rows
        ('xo#xox', 'ox####')
    """
    listed = [list(rows) for rows in boards]
    widths = [len(rows[0]) for rows in listed]
    lines = zip_longest(*listed)
    joined = ["#".join(row or "#" * width for row, width in zip(line, widths, strict=True)) for line in lines]
    return SidedBoard(len(joined[0]), "".join(joined), side)


def symmetries(rows: Sequence[str], kinds: Sequence[int]) -> Iterator[Image]:
    """Yield symmetries of a board: its half turn and its reflections, if they exchange the players.

    They are the symmetries of the whole board, and those of the smallest rectangle that contains all squares except #.

    Args:
        rows: The rows of the board, with # for squares that no later move can use.
        kinds: The numbers of the symmetries that exchange the players, as in `PartizanBoard.images`.

    Yields:
        Each symmetry as a mapping from the number of each square of the rectangle to the number of its image. Squares
        are numbered row by row on the board, from 0.

    Example:
        >>> [dict(image) for image in symmetries(["..#"], (0, 1, 2, 3))][::3]
        [{0: 2, 1: 1, 2: 0}, {0: 1, 1: 0}]
    """
    used = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "#"]
    if not used:
        return
    lines, columns = [range(len(rows)), range(len(rows[0]))], len(rows[0])
    inner = [range(min(line), max(line) + 1) for line in zip(*used, strict=True)]
    for down, across in (lines, inner)[: 1 + (inner != lines)]:
        for kind in ORDER_TWO:
            if kind not in kinds or (kind & 4 and len(down) != len(across)):
                continue
            board = [[row * columns + column for column in across] for row in down]
            yield dict(zip(chain(*board), chain(*turned(board, kind)), strict=True))


def move_on(position: SidedBoard, squares: Squares, leaves: Sum[SidedBoard], player: str = "") -> Move[SidedBoard]:
    """Return a move named by its squares, such as "a1-b1".

    Args:
        position: The position before the move.
        squares: The squares that the move touches.
        leaves: The position or the components after the move.
        player: A text to append to the name: "" if only one player may make the move, else " left" or " right".

    Returns:
        The move.
    """
    places = [divmod(square, position.columns) for square in squares]
    return Move(_label(position, squares) + player, leaves, lambda: on_pieces(*places))


def _label(position: SidedBoard, squares: Sequence[int]) -> str:
    return "-".join(square_name(*divmod(square, position.columns)) for square in squares)


def regions(position: SidedBoard, around: Offsets) -> Iterator[list[int]]:
    """Yield the connected regions of a board, each as the ascending numbers of its squares.

    Args:
        position: The position; its squares # belong to no region.
        around: The (row, column) offsets from a square to the squares that count as its neighbours.

    Yields:
        The squares of each region.
    """
    cells = position.cells
    near = neighbours(len(cells) // position.columns, position.columns, around)
    rest = {at for at, cell in enumerate(cells) if cell != "#"}
    while rest:
        region = [rest.pop()]
        for at in region:  # the list grows during the loop
            new = rest.intersection(near[at])
            rest -= new
            region += new
        yield sorted(region)


def only(cells: str, kept: Container[int]) -> str:
    """Return a board in which all squares except some become #.

    Args:
        cells: The squares as characters, row by row.
        kept: The numbers of the squares that do not change, from 0.

    Returns:
        The squares after the change.

    Example:
        >>> only("xoxo", {1, 2})
        '#ox#'
    """
    return "".join(cell if at in kept else "#" for at, cell in enumerate(cells))


def put(cells: str, sign: str, *squares: int) -> str:
    """Return a board in which some squares are set to a given character.

    Args:
        cells: The squares as characters, row by row.
        sign: The character to put on the squares.
        squares: The numbers of the squares, from 0.

    Returns:
        The squares after the change.

    Example:
        >>> put("....", "x", 0, 2)
        'x.x.'
    """
    for at in squares:
        cells = cells[:at] + sign + cells[at + 1 :]
    return cells


@lru_cache(maxsize=256)
def neighbours(rows: int, columns: int, around: Offsets) -> tuple[Squares, ...]:
    """Return the neighbours of each square of a board.

    Args:
        rows: The number of rows.
        columns: The number of columns.
        around: The (row, column) offsets from a square to the squares that count as its neighbours.

    Returns:
        For each square, numbered row by row, the numbers of its neighbours.

    Example:
        >>> neighbours(2, 2, SIDES)
        ((1, 2), (0, 3), (0, 3), (1, 2))
    """
    return tuple(
        tuple(
            (r + down) * columns + c + right
            for down, right in around
            if 0 <= r + down < rows and 0 <= c + right < columns
        )
        for r in range(rows)
        for c in range(columns)
    )


@lru_cache(maxsize=8)
def _swapped(pieces: str) -> dict[int, int]:
    return str.maketrans(pieces, pieces[::-1])


@lru_cache(maxsize=1024)
def _images(rows: int, columns: int, kinds: Sequence[int]) -> tuple[tuple[int, Callable[[str], Iterable[str]]], ...]:
    """Return, for each of some symmetries, the number of columns of the image of a board and a function that makes it.

    The function takes the squares of the board, row by row as characters, and returns those of the image. `kinds` are
    the numbers of the symmetries, as in `turned`.
    """
    turns = [turned(cells_of(rows, columns), kind) for kind in kinds]
    return tuple((len(lines[0]), itemgetter(*chain(*lines))) for lines in turns)
