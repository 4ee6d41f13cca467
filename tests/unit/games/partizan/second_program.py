"""A second program for partizan games: boards are dictionaries of squares, and who wins is found by plain recursion.

It uses nothing of the package, so that it can judge rules, symmetries and search.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

Grid = tuple[tuple[tuple[int, int], str], ...]
CROSS = ((0, 1), (1, 0), (0, -1), (-1, 0))
STAR = (*CROSS, (1, 1), (1, -1), (-1, 1), (-1, -1))
LETTERS = {"toads-and-frogs": "TF", "partizan-nogo": "BW", "domineering": "  "}


def grid(text: str) -> Grid:
    """The squares of a board that can be used, by row and column."""
    rows = text.split("/")
    return tuple(sorted(((r, c), s) for r, row in enumerate(rows) for c, s in enumerate(row) if s != "#"))


def followers(game: str, board: Grid, player: int) -> Iterator[Grid]:  # noqa: C901, PLR0912  # one branch per game
    """The boards after each move of player 0 (Left) or 1 (Right)."""
    at = dict(board)
    own, foe = (LETTERS.get(game, "xo")[i] for i in (player, 1 - player))

    def near(r: int, c: int) -> list[tuple[int, int]]:
        return [(r + y, c + x) for y, x in CROSS if (r + y, c + x) in at]

    def made(*changes: tuple[tuple[int, int], str]) -> Grid:
        return tuple(sorted((place, sign) for place, sign in {**at, **dict(changes)}.items() if sign != "#"))

    for (r, c), sign in board:
        if game == "domineering":
            other = (r, c + 1) if player else (r + 1, c)
            if at.get(other) == sign == ".":
                yield made(((r, c), "#"), (other, "#"))
        elif game in ("col", "snort") and sign == ".":
            if (own if game == "col" else foe) not in [at[n] for n in near(r, c)]:
                yield made(((r, c), own))
        elif game == "clobber" and sign == own:
            for other in near(r, c):
                if at[other] == foe:
                    yield made(((r, c), "."), (other, own))
        elif game == "toads-and-frogs" and sign == own:
            way = -1 if player else 1
            if at.get((r, c + way)) == ".":
                yield made(((r, c), "."), ((r, c + way), own))
            elif at.get((r, c + way)) == foe and at.get((r, c + 2 * way)) == ".":
                yield made(((r, c), "."), ((r, c + 2 * way), own))
        elif game == "amazons" and sign == own:
            emptied = {**at, (r, c): "."}
            for to in _rays(emptied, r, c):
                for shot in _rays({**emptied, to: own}, *to):
                    yield made(((r, c), "."), (to, own), (shot, "#"))
        elif game == "partizan-nogo" and sign == ".":
            new = {**at, (r, c): own}
            if all(_breathes(new, place) for place, stone in new.items() if stone != "."):
                yield made(((r, c), own))


def _rays(at: dict[tuple[int, int], str], r: int, c: int) -> Iterator[tuple[int, int]]:
    for y, x in STAR:
        step = 1
        while at.get((r + step * y, c + step * x)) == ".":
            yield r + step * y, c + step * x
            step += 1


def _breathes(at: dict[tuple[int, int], str], place: tuple[int, int]) -> bool:
    group, seen = [place], {place}
    while group:
        r, c = group.pop()
        for y, x in CROSS:
            other = (r + y, c + x)
            if at.get(other) == ".":
                return True
            if at.get(other) == at[place] and other not in seen:
                seen.add(other)
                group.append(other)
    return False


@cache
def wins(game: str, board: Grid, player: int, *, misere: bool) -> bool:
    """Whether the player to move wins."""
    after = list(followers(game, board, player))
    if not after:
        return misere
    return any(not wins(game, each, 1 - player, misere=misere) for each in after)


def letter(game: str, text: str, *, misere: bool = False) -> str:
    """The outcome L, R, N or P of a board."""
    left, right = (wins(game, grid(text), player, misere=misere) for player in (0, 1))
    return {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}[left, right]


def random_board(game: str, rng: Random) -> str:
    """A small position of a game, reached by random moves from a random board."""
    if game == "toads-and-frogs":
        return "/".join("".join(rng.choice("TF..#"[: rng.choice((4, 5))]) for _ in range(5)) for _ in range(2))
    rows, columns = rng.choice(
        [(1, 9), (2, 4), (3, 3), (4, 2), (2, 5)] + [(3, 4)] * (game in ("domineering", "clobber"))
    )
    if game == "amazons":
        rows, columns = rng.choice([(2, 3), (3, 3), (2, 4), (1, 7)])
    filling = {"clobber": "xxoo.", "amazons": "...#"}.get(game, ".....#")
    signs = [rng.choice(filling) for _ in range(rows * columns)]
    if game == "amazons":
        for piece in rng.choice(["xo", "xxo", "xoo"]):
            signs[rng.randrange(len(signs))] = piece
    text = "/".join("".join(signs[r * columns : (r + 1) * columns]) for r in range(rows))
    if game in ("col", "snort", "partizan-nogo"):
        board = grid(text)
        for number in range(rng.randrange(4)):
            after = list(followers(game, board, (number + rng.randrange(2)) % 2))
            board = rng.choice(after) if after else board
        squares = dict(board)
        text = "/".join("".join(squares.get((r, c), "#") for c in range(columns)) for r in range(rows))
    return text


def symmetric_board(game: str, rng: Random) -> str:
    """A small board that is its own image with the pieces exchanged, and perhaps a few moves on it."""
    rows, columns = (3, 3) if game == "domineering" else rng.choice([(2, 4), (3, 3), (1, 8), (4, 2), (2, 3)])
    kind = rng.choice((4, 7) if game == "domineering" else (1, 2, 3, 4, 7) if rows == columns else (1, 2, 3))
    letters = LETTERS.get(game, "xo")
    exchanged = str.maketrans(letters, letters[::-1])
    filling = {"clobber": "xxoo.#", "amazons": "...#xo", "toads-and-frogs": "TF..#"}.get(game, "...#")
    signs: dict[tuple[int, int], str] = {}
    for r in range(rows):
        for c in range(columns):
            y, x = (c, r) if kind & 4 else (r, c)
            image = (rows - 1 - y if kind & 2 else y, columns - 1 - x if kind & 1 else x)
            sign = rng.choice(".#" if image == (r, c) else filling)
            signs[r, c] = signs[image].translate(exchanged) if image in signs else sign
    board, first = tuple(sorted((at, sign) for at, sign in signs.items() if sign != "#")), rng.randrange(2)
    for number in range(rng.choice((0, 0, 1, 2))):
        after = list(followers(game, board, (first + number) % 2))
        board = rng.choice(after) if after else board
    return "/".join("".join(dict(board).get((r, c), "#") for c in range(columns)) for r in range(rows))
