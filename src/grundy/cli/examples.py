"""Examples of every command, for its help and its page in the documentation."""

from __future__ import annotations

from typing import NamedTuple

from ..operations import served


class Example(NamedTuple):
    """An example in the help of a command: the command line, and a description of what it prints."""

    line: str
    told: str


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "sweep": (
        Example("grundy sweep 0.1x --to 1000", "the periods of eight codes, one line of JSON for each"),
        Example("grundy sweep 0.0x --misere", "the misère quotients of eight codes"),
    ),
    "graph": (
        Example("grundy graph nim: 2 1 --out nim.svg", "a picture of all positions and moves"),
        Example("grundy graph nim: 2 1 --format markdown", "the same as a table"),
    ),
    "play": (
        Example("grundy play nim: 3 5 7", "a match against a perfect computer; type hint, why or undo"),
        Example("grundy play kayles: 7 --level 50 --first computer", "the computer begins, and makes mistakes"),
    ),
    "replay": (
        Example("grundy play nim: 1 2 --record match.txt", "save a match to a file"),
        Example("grundy replay match.txt --all", "show the match move by move, and the losing mistake"),
    ),
    "learn": (
        Example("grundy learn", "the twelve lessons"),
        Example("grundy learn binary", "the lesson on binary numbers; a number works too"),
    ),
    "quiz": (
        Example("grundy quiz --list", "the topics"),
        Example("grundy quiz binary --count 3 --answers", "three exercises, followed by the answers"),
    ),
    "serve": (Example("grundy serve --port 0", "the web app on this machine, on any free port"),),
    "site": (Example("grundy site out", "the web app as static files, in the folder out"),),
    "problem": (
        Example("grundy problem --list", "the problems"),
        Example("grundy problem m23ba --explain", "the rule, the format of the input, and why the answer holds"),
    ),
    "atlas": (
        Example("grundy atlas find kayles misere", "the facts with these words"),
        Example("grundy atlas show octal/0.77", "one fact: its evidence, and who published it first"),
        Example("grundy atlas verify octal/0.77 quotient/0.77", "verify two facts again"),
        Example("grundy atlas draft board/kings-nxn", "a draft of an OEIS entry for a new sequence"),
    ),
    "translate": (
        Example("grundy translate kayles: 7 --to cgsuite", "a game in CGSuite notation"),
        Example('grundy translate "game.heap.Kayles(7)" --to grundy', "the same game in grundy notation"),
    ),
    "mcp": (Example("grundy mcp", "serve a program that uses the protocol; end with Ctrl-D"),),
    "games": (
        Example("grundy games", "every built-in game with an example"),
        Example("grundy games cram", "one game: rule, notation, moves, theorems, commands to try"),
        Example("grundy games --json", "the list as JSON"),
    ),
    "verify": (
        Example("grundy solve wythoff: 4 8 --certificate w.cert", "write a proof"),
        Example("grundy verify w.cert", "check it with the independent checker"),
    ),
    "store": (
        Example("grundy solve cram: 4x5 --db cram.db", "save values in a database"),
        Example("grundy store verify cram.db", "check every row"),
        Example("grundy store copy cram.db copy.db", "copy the database and check the copy"),
        Example("grundy store salvage kayles.csv.run good.run", "copies the values before the first damage"),
    ),
}
"""Command -> examples, which are run one after the other in one folder."""


def told(examples: tuple[Example, ...]) -> str:
    """Format examples as the text below a command's help, with a mark that stops click from joining the lines."""
    return "\b\nExamples:\n" + "\n".join(f"  {each.line}\n      {each.told}" for each in examples)


def examples_of(words: str) -> tuple[Example, ...]:
    """Return the examples of a command or of a subcommand such as "store verify".

    >>> [example.line for example in examples_of("store verify")]
    ['grundy store verify cram.db']
    """
    name, _, rest = words.partition(" ")
    if name not in EXAMPLES:
        return tuple(Example(*pair) for pair in served(name).examples.items())
    return tuple(each for each in EXAMPLES[name] if not rest or each.line.startswith(f"grundy {words} "))
