"""A board that is played without a program: every move is drawn beforehand, and a click shows a picture.

A click shows the visitor's move and then the reply of a perfect player (`pages/static/listed.js`). The start page of a
site has one while Python starts, and the documentation has one for each game with few moves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grundy.core import Game, LimitReached, Limits
from grundy.workflows.playing import (
    Match,
    MatchView,
    PartMove,
    after,
    best_move,
    read_numbers,
    touched_pieces,
    write_numbers,
)

from ..pages.rendering import words
from ..questions.figure_data import figure_data

MOST_PICTURES = 90
"""The largest number of pictures of a board; a game with more is not played by pictures."""
MOST_BYTES = 160_000
"""The largest size of the pictures of a board; a larger one is only looked at."""
MOST_MOVES = 20
"""The largest number of first moves."""
MOST_FIRST = 40
"""The same number if only the first move is played by pictures."""
QUICK = Limits(positions=60)
"""The limit of a reply; a game that needs more is not played by pictures."""
FIRST = Limits(positions=3000)
"""The same limit if only the first move is played by pictures."""


class Links(NamedTuple):
    """The links of the pieces of a board: to a picture on the same page, or to the page of play.

    Attributes:
        at: The number of the position, from 0.
        address: The address of the page that plays the game, or "" for none.
        listed: Whether the moves lead to pictures on the page.
        you: Which player is a person: "1" or "2".
    """

    at: int
    address: str
    listed: bool
    you: str = "1"

    def played(self, number: str, _: int = 0) -> str:
        """Return the link of a move.

        Args:
            number: The number of the move in base 36.
            _: The way in which the move is drawn; not used.

        Returns:
            The link.
        """
        return f"#{self.at}.{read_numbers(number)[0]}" if self.listed else self.address or "#"

    def calm(self, sel: str = "") -> str:
        """Return the link of a piece that a click only selects: the page of play with the pieces `sel` selected."""
        return f"{self.address}&sel={sel}" if self.address else "#"


class ListedPicture(NamedTuple):
    """A picture of a board: a position in which the visitor moves, or one after a move of the visitor.

    Attributes:
        name: Its name: "2" for position 2, in which the visitor moves, and "2.0" for the position after the first move
            from there.
        data: The pieces, as `figure_data` returns them.
        links: The links of the pieces.
        said: A sentence about the move, if the picture shows the position after a move of the visitor.
        following: The name of the picture after the reply, or "" if the game is over before it.
        reply: The number of the reply in base 36, or "".
        touch: The pieces that each move touches, if the visitor moves: "a;a b|c d" if the first move touches the piece
            a, and the second either a and b or c and d.
    """

    name: str
    data: dict[str, Any]
    links: Links
    said: str = ""
    following: str = ""
    reply: str = ""
    touch: str = ""


def listed_board(game: Game, address: str = "") -> list[ListedPicture]:
    """Return the pictures of a board that is played without scripts: each position, and each choice of a piece in it.

    Args:
        game: The position.
        address: The address of the page that plays it, or "" for none.

    Returns:
        The pictures, the first position first. The names are "0", "1", ... for positions, and "0.0", "0.1", ... for
        choices in position 0. If there would be too many, only the first position, in which moves are not links.

    Example:
        >>> from grundy.notation import read_game
        >>> [picture.name for picture in listed_board(read_game("take 1..3: 4"))]
        ['0', '0.0', '0.1', '0.2', '1']
    """
    return _pictures(game, address) or [still_board(game, address)]


def first_moves(game: Game) -> list[ListedPicture]:
    """Return the pictures of a board of which only the first move is played without a program, and the reply to it.

    Args:
        game: The position.

    Returns:
        The pictures as in `listed_board`; only those of position 0 have links. The list is empty if there would be too
        many, or if a reply takes too long.

    Example:
        >>> from grundy.notation import read_game
        >>> [picture.name for picture in first_moves(read_game("take 1..2: 4"))]
        ['0', '0.0', '0.1', '1', '2']
    """
    return _pictures(game, "", whole=False)


def still_board(game: Game, address: str = "") -> ListedPicture:
    """Return the picture of a position on which no moves can be played.

    Args:
        game: The position.
        address: The address of the page that plays it, or "" for none.

    Returns:
        The picture, named "0".
    """
    return ListedPicture("0", figure_data(MatchView((), game), []), Links(0, address, listed=False))


def _won(match: Match) -> str:
    return words()("listed.won") if match.winner == 0 else words()("film.wins", name=words()("level.grundy"))


def _perfect_reply(match: Match) -> PartMove | None:
    """Return the best move of a match that is not over, or None if the limits are too small to find it."""
    if (only := match.only_pass()) is not None:
        return only
    try:
        chosen = best_move(match.game, match.judge)
    except LimitReached:
        return None
    return None if chosen.reason == "unknown" else chosen.move


def _pictures(game: Game, address: str, *, whole: bool = True) -> list[ListedPicture]:
    """Return, for each position in which the visitor moves, its picture and those after each of its moves.

    Unless the `whole` game is asked for, positions after the first reply are shown without their moves. The list is
    empty if there are too many pictures.
    """
    numbers, waiting, found = {str(game): 0}, [Match(game, limits=QUICK if whole else FIRST)], list[ListedPicture]()
    most = MOST_MOVES if whole else MOST_FIRST
    if (game.count_moves() or most + 1) > most or MatchView((), game).sketches:
        return found
    for match in waiting:
        at, moves = numbers[str(match.game)], match.moves() if whole or match is waiting[0] else []
        links = Links(at, address, listed=True)
        view = MatchView(match.history, match.game)
        touch = ";".join("|".join(" ".join(sorted(way)) for way in ways) for ways in touched_pieces(view.parts, moves))
        found.append(ListedPicture(str(at), figure_data(view, moves), links, touch=touch))
        for i, move in enumerate(moves):
            mine = match.copy()
            mine.play(move)
            data = figure_data(MatchView(mine.history, mine.game), [])
            said, following, number = words()("listed.you", words=match.words(move)), "", ""
            if mine.over:
                said += " " + _won(mine)
            else:
                reply = _perfect_reply(mine)
                if reply is None:
                    return []
                said += " " + words()("listed.reply", words=mine.words(reply))
                key, number = str(after(mine.game, reply)), write_numbers([mine.moves().index(reply)])
                mine.play(reply)
                said += " " + _won(mine) if mine.over else ""
                if key not in numbers:
                    numbers[key] = len(numbers)
                    waiting.append(mine)
                following = str(numbers[key])
            found.append(ListedPicture(f"{at}.{i}", data, links, said, following, number))
            if len(found) > MOST_PICTURES:
                return []
    return found
