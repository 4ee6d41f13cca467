"""The list of named rulesets as data: module, parameters, example and caption of each.

To add a game, add one entry here and the module that it names; no other module lists games by name. Another
distribution adds a game through an entry point of the group `grundy.rulesets` that names its `Entry`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any, Literal, NamedTuple
from warnings import warn

from ..core import InputError, Ruleset

PLUGINS = "grundy.rulesets"
"""The group of entry points with rulesets of other distributions."""

KINDS = {
    "number": "a whole number",
    "range": "a number or a range such as 1..3",
    "word": "a word",
    "vectors": "vectors such as {(1,0),(0,1)}",
    "rulesets": "rulesets, separated by commas",
    "file": "a file that contains the arena",
}
"""Kinds of parameters, with a description of their values."""


class Parameter(NamedTuple):
    """A parameter in brackets after a name, such as `moore(k=2)`.

    Attributes:
        name: The name.
        kind: The kind of its values, a key of `KINDS`: "number", "range" (a number or a range such as 1..3), "word",
            "vectors", "rulesets" or "file".
        least: The least number allowed, if the kind is "number".
        words: The words allowed, if the kind is "word".
        needed: Whether the parameter must be given.
    """

    name: str
    kind: Literal["number", "range", "word", "vectors", "rulesets", "file"] = "number"
    least: int = 0
    words: tuple[str, ...] = ()
    needed: bool = False

    @property
    def takes(self) -> str:
        """A description of the allowed values.

        >>> Parameter("k", least=1).takes
        'a whole number, at least 1'
        """
        words = " or ".join(self.words) or KINDS[self.kind]
        least = f", at least {self.least}" if self.kind == "number" and self.least else ""
        return words + least + ("; required" if self.needed else "")


class Entry(NamedTuple):
    """The entry of a named ruleset in the catalogue: how to build it and how to describe it.

    Attributes:
        name: The name in notation.
        module: The full name of the module of the maker, or its name relative to `grundy.games` with a leading ".".
        maker: The class or function that builds the ruleset from the parameters.
        example: A position in notation.
        caption: One sentence that states the rule.
        parameters: The parameters that a user may give.
        arguments: Fixed arguments of the maker, which precede the parameters.
    """

    name: str
    module: str
    maker: str
    example: str
    caption: str
    parameters: tuple[Parameter, ...] = ()
    arguments: tuple[Any, ...] = ()

    @property
    def group(self) -> str:
        """The family: heaps, coins, boards, graphs, sprouts, partizan; "installed" if another distribution adds it."""
        return self.module.split(".")[1] if self.module.startswith(".") else "installed"


def _entry(place: str, example: str, caption: str, *parameters: Parameter, arguments: tuple[Any, ...] = ()) -> Entry:
    """Build the catalogue entry of a ruleset, named by the first word of its example.

    `place` is the module and the class or function that builds the ruleset, such as "heaps.nim.nim". `caption` states
    the rule, `parameters` are those that a user may give, and `arguments` are fixed arguments of the function.
    """
    module, _, maker = place.rpartition(".")
    name = example.partition(":")[0].partition("(")[0]
    return Entry(name, f".{module}", maker, example, caption, parameters, arguments)


def _coins(name: str, example: str, caption: str) -> Entry:
    return _entry("coins.turning.named_row", f"{name}: {example}", f"turn {caption}", arguments=(name,))


def _pieces(name: str, size: str) -> Entry:
    caption = f"place {name} that do not attack each other"
    return _entry("boards.placement.Placement", f"{name}: {size}", caption, arguments=(name,))


def _code(name: str, code: str, example: str, caption: str) -> Entry:
    return _entry("heaps.codes.code_game", f"{name}: {example}", f"{caption} (code {code})", arguments=(code, name))


_FILE = Parameter("file", "file")
_K = Parameter("k", least=1)
_ENTRIES = (
    _entry("heaps.nim.nim", "nim: 10 12 5", "take any number of tokens from one heap", Parameter("max", least=1)),
    _entry(
        "heaps.bash.bash",
        "bash(min=2, max=5): 17",
        "take min to max tokens from one heap",
        Parameter("min", least=1),
        Parameter("max", least=1, needed=True),
        Parameter("end", "word", words=("stuck", "rest", "rest-loses")),
    ),
    _entry("heaps.divisors.Divisors", "divisors: 12", "subtract a divisor smaller than the number itself"),
    _code("kayles", "0.77", "7", "knock down one pin or two neighbours of a row"),
    _code("dawsons-chess", "0.137", "9", "take a token with its neighbours"),
    _code("dawsons-kayles", "0.07", "9", "take two neighbours of a row"),
    _code("adjacent-checkers", "0.137", "9", "put a stone on a free square of a row, not next to another stone"),
    _code("officers", "0.6", "12", "take one token and leave something"),
    _code("guiles", "0.15", "9", "take a heap of one or two, or take two and leave two heaps"),
    _code("grundy", "4!.0", "8", "split a heap into two unequal heaps"),
    _entry("heaps.codes.lasker", "lasker: 3 4 5", "nim, or split a heap in two"),
    _entry(
        "heaps.wythoff.Wythoff",
        "wythoff: 4 8",
        "take from one heap, or the same number from both; with a=2, numbers that differ by less than 2",
        Parameter("a", least=1),
    ),
    _entry(
        "heaps.wythoff.VectorGame",
        "vectors(steps={(1,0),(0,1),(2,2)}): 5 7",
        "subtract a step, or a multiple of a ray, from heaps played together",
        Parameter("steps", "vectors"),
        Parameter("rays", "vectors"),
    ),
    _entry("heaps.moore.Moore", "moore(k=2): 3 5 7", "take from up to k heaps at once", _K),
    _entry(
        "heaps.moore.CircularNim", "circular-nim(k=2): 3 5 3 5", "take from up to k neighbouring heaps of a circle", _K
    ),
    _entry("coins.staircase.Staircase", "staircase: 0 0 1 1 0", "move coins one stair down, stair 0 is the ground"),
    _entry("heaps.dynamic.fibonacci", "fibonacci: 13", "take at most twice as many as the last move took"),
    _entry(
        "heaps.dynamic.Schwenk",
        "schwenk(factor=1): 12",
        "take at most factor * k + plus after a move that took k",
        Parameter("factor", least=1),
        Parameter("plus"),
    ),
    _entry(
        "heaps.euclid.Euclid",
        "euclid: 7 3",
        "subtract a multiple of the smaller number from the larger",
        Parameter("end", "word", words=("zero", "positive")),
    ),
    _entry("coins.sliding.Nimble", "nimble: 3 5 5", "move a coin any distance to the left"),
    _entry("coins.sliding.SilverDollar", "silver-dollar: 2 4 7", "move a coin left, never onto or over another"),
    _entry("coins.sliding.Welter", "welter: 2 4 7", "move a coin left to a free square; it can jump"),
    _coins("turning-turtles", "1 3 4", "one or two coins, the rightmost from heads to tails (counted from 1)"),
    _coins("twins", "0 3 5", "two coins, the rightmost from heads to tails"),
    _coins("mock-turtles", "2 5 9", "up to three coins, the rightmost from heads to tails"),
    _coins("triplets", "2 5 9", "three coins, the rightmost from heads to tails"),
    _coins("moebius", "2 4 9", "up to five coins, the rightmost from heads to tails"),
    _coins("mogul", "2 4 8", "up to seven coins, the rightmost from heads to tails"),
    _coins("ruler", "3 4 6", "any number of neighbouring coins, the rightmost from heads to tails (counted from 1)"),
    _coins("sym", "2 4 7", "coins that lie symmetrically, the rightmost from heads to tails"),
    _coins("grunt", "3 5 8", "coins 0, a, n - a and n, coin n from heads to tails"),
    _entry(
        "coins.turning.turn",
        "turn(coins=1..3, reach=4): 2 5 9",
        "turn a given number of coins, the rightmost from heads to tails",
        Parameter("coins", "range", least=1),
        Parameter("shape", "word", words=("any", "run", "symmetric")),
        Parameter("reach", least=1),
    ),
    _entry(
        "coins.products.turning_corners",
        "turning-corners: (1,2) (3,4)",
        "turn the corners of a rectangle, the last from heads to tails",
    ),
    _entry(
        "coins.products.product",
        "product(turning-turtles, ruler): (1,2) (3,4)",
        "turn all coins (a, b) of sets that may be turned in two coin-turning games",
        Parameter("factors", "rulesets", needed=True),
    ),
    _entry(
        "boards.northcott.Northcott",
        "northcott: W..B./.W..B @ W",
        "advance your piece of a row towards the other",
        Parameter("retreats"),
    ),
    _entry(
        "heaps.poker.PokerNim",
        "poker-nim(add=3): 3 5 @ 2 2",
        "nim in which a player may add tokens a limited number of times",
        Parameter("add", least=1),
    ),
    _entry("heaps.rings.CircularKayles", "circular-kayles: 7", "Kayles on a ring of pins"),
    _entry(
        "graphs.directed.GraphGame",
        "graph: 2>1 3>2 4>1 4>2 @ 4",
        "move a token along an arc of a directed graph",
        _FILE,
    ),
    _entry("boards.maze.Maze", "maze: ..#./...@", "slide the figure left or up over floor squares"),
    _entry("boards.notakto.Notakto", "notakto: .../.../...", "write an X; whoever completes the last line loses"),
    _entry(
        "boards.tic_tac_toe.TicTacToe",
        "tic-tac-toe: X.O/.X./..O",
        "write your mark on a free square; a line of them wins, a full board is a draw",
        Parameter("line", least=1),
    ),
    _entry(
        "heaps.race.Race",
        "race: 12 @ 1 2 / 2 3",
        "take a number from your own list; the last token wins, and a player who cannot move before that draws",
    ),
    _entry(
        "heaps.top_entails.TopEntails",
        "top-entails: 5 4 2",
        "split a stack in two, or take its top coin, which must be answered in the same stack",
    ),
    _entry(
        "boards.nimstring.Nimstring",
        "nimstring: 2x2",
        "draw a line between two dots; whoever completes a box draws again",
    ),
    _entry("boards.cram.Cram", "cram: 3x4", "cover two neighbouring free cells with a domino; # is a blocked cell"),
    _entry("boards.chomp.Chomp", "chomp: 3x4", "take a square and all below and right of it, never the first"),
    _entry(
        "graphs.poset.PosetGame",
        "poset: a<c a<d b<d",
        "choose an element of an ordered set and take it with all above it",
        _FILE,
    ),
    _entry("boards.nogo.NoGo", "nogo: 3x3", "put a stone of either colour; every group keeps a free neighbour"),
    _entry(
        "boards.treblecross.treblecross",
        "treblecross: 9",
        "write an X on a row; three in a row win, and end this row or with ends=game all rows",
        Parameter("ends", "word", words=("row", "game")),
    ),
    _pieces("queens", "4x4"),
    _pieces("kings", "4x4"),
    _pieces("knights", "3x3"),
    _pieces("bishops", "4x4"),
    _entry(
        "boards.nimstring.Nimstring",
        "dots-and-boxes: 2x2",
        "Nimstring on the grid of Dots and Boxes: boxes are not counted, and a player who cannot move loses",
        arguments=("dots-and-boxes",),
    ),
    _entry(
        "graphs.kayles.NodeKayles",
        "node-kayles: 0-1 1-2 2-3",
        "delete a vertex of a graph with its neighbours; path(5), grid(3x4), petersen name graphs",
        _FILE,
    ),
    _entry("graphs.kayles.ArcKayles", "arc-kayles: path(5)", "delete both ends of an edge of a graph", _FILE),
    _entry(
        "graphs.geography.geography",
        "geography: 0>1 1>2 @ 0",
        "move a token to a vertex not visited before, or with edges=true along an edge not used before",
        Parameter("edges", "word", words=("true", "false")),
    ),
    _entry(
        "graphs.hackenbush.Hackenbush",
        "hackenbush: 0-1 1-2 1-3",
        "cut an edge; edges no longer connected to the ground, vertex 0, disappear",
    ),
    _entry(
        "sprouts.sprouts.Sprouts",
        "sprouts: 3",
        ("join two spots by a line with a new spot on it, at most three lines per spot"),
    ),
    _entry(
        "sprouts.brussels.BrusselsSprouts",
        "brussels-sprouts: 3",
        "join two free arms of crosses by a line with a cross stroke on it",
    ),
    _entry(
        "partizan.domineering.Domineering",
        "domineering: 3x4",
        "cover two free squares: Left vertical, Right horizontal",
    ),
    _entry(
        "partizan.colouring.Colouring",
        "col: 3x3",
        "colour a free square, not next to one of your own",
        arguments=("col",),
    ),
    _entry(
        "partizan.colouring.Colouring",
        "snort: 3x3",
        "colour a free square, not next to one of the other player",
        arguments=("snort",),
    ),
    _entry("partizan.clobber.Clobber", "clobber: 3x4", "move a piece onto a neighbouring one of the other player"),
    _entry(
        "partizan.toads_and_frogs.ToadsAndFrogs",
        "toads-and-frogs: TT.FF",
        "move a toad right or a frog left, onto the next square or over one of the other kind",
    ),
    _entry("partizan.amazons.Amazons", "amazons: x../.../..o", "move a queen, then block a square that it attacks"),
    _entry(
        "partizan.nogo.PartizanNoGo",
        "partizan-nogo: 3x3",
        "put a stone of your colour; every group keeps a free neighbour",
    ),
    _entry(
        "partizan.impartial.impartial",
        "impartial(domineering): 3x4",
        "a partizan game in which both players may make the moves of either",
        Parameter("factors", "rulesets", needed=True),
    ),
)


class Catalogue(Mapping[str, Entry]):
    """The named rulesets: a mapping from names to entries, first those of this package, then of other distributions.

    The entry points of other installed distributions are read when a name is not in this package, or when all names are
    listed. Another distribution cannot replace a name of this package.
    """

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = entries

    def __getitem__(self, name: str) -> Entry:
        """Return the entry of a ruleset.

        Args:
            name: The name of the ruleset.

        Returns:
            The entry.

        Raises:
            KeyError: If no ruleset has this name.
            InputError: If another distribution defines it, but its entry cannot be imported.
        """
        if (entry := self._entries.get(name)) is not None:
            return entry
        if re.fullmatch("[a-z][a-z0-9-]*", name) is None:
            raise KeyError(name)
        from ..core.plugins import installed_plugins, load_plugin  # imports the metadata of distributions

        found: Entry = load_plugin(installed_plugins(PLUGINS)[name], Entry)
        if found.name != name:
            raise InputError(f"the entry point {name!r} of the group {PLUGINS} has an entry named {found.name!r}")
        return found

    def __iter__(self) -> Iterator[str]:
        from ..core.plugins import installed_plugins

        yield from self._entries
        for name in installed_plugins(PLUGINS).keys() - self._entries.keys():
            try:
                self[name]
            except InputError as error:
                warn(f"{error}; it is left out", stacklevel=2)
            else:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)


CATALOGUE = Catalogue({found.name: found for found in _ENTRIES})
"""The entries by name, in the order of the list."""

COMPOUNDS = {
    "conjunctive": "move in every component; play ends as soon as one of them ends",
    "continued": "move in every component that has not ended",
    "selective": "move in one or more components",
    "shortened": "move in one or more components; play ends as soon as one of them ends",
    "diminished": "move in one component; play ends as soon as one of them ends",
    "ordinal": "move in one component; all later components disappear",
    "side": "move in one component; play ends as soon as the first one ends",
    "sequential": "move in the first component that has not ended",
}
"""Ways to play several games at once, with captions; "conjunctive: nim: 3 & kayles: 7" plays two games."""


def make(name: str, **parameters: Any) -> Ruleset[Any]:  # noqa: ANN401  # each function checks its own arguments
    """Build a ruleset by its name; imports the module that defines it.

    Args:
        name: A name of the catalogue.
        parameters: The parameters of the ruleset.

    Returns:
        The ruleset.

    Raises:
        KeyError: If the name is unknown.
        RuleError: If a parameter is out of range.

    Example:
        >>> make("moore", k=2).name
        'moore(k=2)'
    """
    return _maker(name)(**parameters)


@cache  # looking a module up takes longer than building most rulesets
def _maker(name: str) -> Callable[..., Ruleset[Any]]:
    entry = CATALOGUE[name]
    maker: Callable[..., Ruleset[Any]] = getattr(import_module(entry.module, __package__), entry.maker)
    return partial(maker, *entry.arguments) if entry.arguments else maker
