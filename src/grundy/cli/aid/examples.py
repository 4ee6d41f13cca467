"""Examples of every command: what to type, and what it answers; for help and the pages of commands."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """A line for the shell, and what it does."""

    line: str
    told: str


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "solve": (
        Example("grundy solve nim: 3 5 7", "who wins three heaps, by which moves, and why"),
        Example("grundy solve cram: 3x4 --misere", "a board where the last move loses"),
        Example("grundy solve kayles: 7 --moves", "every move, and the answer to those that lose"),
    ),
    "search": (
        Example("grundy search cram: 4x4", "the value of a board, and its winning moves"),
        Example("grundy search cram: 5x6 --want outcome", "only who wins: often much sooner"),
    ),
    "values": (
        Example("grundy values take 1..3 --to 15", "the values of heaps 0 to 15"),
        Example("grundy values 0.77 --to 11 --format csv", "the values of an octal code as a table of data"),
        Example("grundy values wythoff --to 5", "a table, where positions are two heaps"),
    ),
    "period": (Example("grundy period kayles", "where the values begin to repeat, and after how many heaps"),),
    "claim": (
        Example('grundy claim "take 1..3" "P iff n % 4 == 0"', "a statement that is proved"),
        Example('grundy claim kayles "same as 0.77"', "two rulesets with the same values"),
    ),
    "explore": (
        Example("grundy explore take 1..3 --to 50", "the patterns in the values, and which are proved"),
        Example("grundy explore wythoff --to 9", "a table of two heaps, and the pairs that are lost"),
    ),
    "sweep": (
        Example("grundy sweep 0.1x --to 1000", "the periods of eight codes, a line of JSON each"),
        Example("grundy sweep 0.0x --misere", "their misere quotients"),
    ),
    "misere": (Example("grundy misere kayles --to 8", "the misere quotient of small heaps"),),
    "graph": (
        Example("grundy graph nim: 2 1 --out nim.svg", "a picture of all positions and moves"),
        Example("grundy graph nim: 2 1 --format markdown", "the same as a table"),
    ),
    "play": (
        Example("grundy play nim: 3 5 7", "a match against perfect play; hint, why and undo help"),
        Example("grundy play kayles: 7 --level 50 --first computer", "the computer begins, and errs at times"),
    ),
    "replay": (
        Example("grundy play nim: 1 2 --record match.txt", "writes a match to a file"),
        Example("grundy replay match.txt --all", "shows it move by move, and where it was lost"),
    ),
    "learn": (
        Example("grundy learn", "the twelve lessons"),
        Example("grundy learn binary", "one of them, also by its number"),
    ),
    "quiz": (
        Example("grundy quiz --list", "the topics"),
        Example("grundy quiz binary --count 3 --answers", "three exercises, the answers behind them"),
    ),
    "serve": (Example("grundy serve --port 0", "the page on this machine, on any free port"),),
    "site": (Example("grundy site out", "the page as files for any host, in the folder out"),),
    "nim": (
        Example('grundy nim "6 * 7 + 3 / 2"', "a nimber"),
        Example("grundy nim --table 4", "the nim products of 0 to 3"),
    ),
    "problem": (
        Example("grundy problem --list", "the problems"),
        Example("grundy problem m23ba --explain", "the rule, the format of the input, and why the answer holds"),
    ),
    "atlas": (
        Example("grundy atlas find kayles misere", "the facts with these words"),
        Example("grundy atlas show octal/0.77", "one of them: its evidence, who was first"),
        Example("grundy atlas verify octal/0.77 quotient/0.77", "finds them again"),
        Example("grundy atlas draft board/kings-nxn", "a draft of an entry of the OEIS, for a sequence without one"),
    ),
    "oeis": (Example("grundy oeis kayles", "the number of the sequence of its values"),),
    "translate": (
        Example("grundy translate kayles: 7 --to cgsuite", "a game in the notation of CGSuite"),
        Example('grundy translate "game.heap.Kayles(7)" --to grundy', "and back"),
    ),
    "mcp": (Example("grundy mcp", "answers a program that speaks the protocol; end with Ctrl-D"),),
    "games": (
        Example("grundy games", "every ruleset with an example"),
        Example("grundy games cram", "all about one: rule, notation, moves, theorems, commands to try"),
        Example("grundy games --json", "the same for programs"),
    ),
    "verify": (
        Example("grundy solve wythoff: 4 8 --certificate w.cert", "writes a proof"),
        Example("grundy verify w.cert", "checks it, by code of its own"),
    ),
    "store": (
        Example("grundy search cram: 4x5 --db cram.db", "keeps values in a database"),
        Example("grundy store verify cram.db", "checks every row of it"),
        Example("grundy store copy cram.db copy.db", "copies it, and checks the copy"),
        Example("grundy store salvage kayles.csv.run good.run", "copies the values before the first damage"),
    ),
}
"""Command -> examples, which are run one behind the other in one folder."""


def told(examples: tuple[Example, ...]) -> str:
    """Return examples as click shows them below the options, every line as it is."""
    return "\b\nExamples:\n" + "\n".join(f"  {each.line}\n      {each.told}" for each in examples)


def examples_of(words: str) -> tuple[Example, ...]:
    """Return the examples of a command, or of one of its own: "store verify".

    >>> [example.line for example in examples_of("store verify")]
    ['grundy store verify cram.db']
    """
    name, _, rest = words.partition(" ")
    return tuple(each for each in EXAMPLES[name] if not rest or each.line.startswith(f"grundy {words} "))
