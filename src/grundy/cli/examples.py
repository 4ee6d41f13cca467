"""Examples of every command, for its help and its page in the documentation."""

from __future__ import annotations

from ..operations import served

EXAMPLES: dict[str, dict[str, str]] = {
    "sweep": {
        "grundy sweep 0.1x --to 1000": "the periods of eight codes, one line of JSON for each",
        "grundy sweep 0.0x --misere": "the misère quotients of eight codes",
    },
    "graph": {
        "grundy graph nim: 2 1 --out nim.svg": "a picture of all positions and moves",
        "grundy graph nim: 2 1 --format markdown": "the same as a table",
    },
    "play": {
        "grundy play nim: 3 5 7": "a match against a perfect computer; type hint, why or undo",
        "grundy play kayles: 7 --level 50 --first computer": "the computer begins, and makes mistakes",
    },
    "replay": {
        "grundy play nim: 1 2 --record match.txt": "save a match to a file",
        "grundy replay match.txt --all": "show the match move by move, and the losing mistake",
    },
    "learn": {
        "grundy learn": "the twelve lessons",
        "grundy learn binary": "the lesson on binary numbers; a number works too",
    },
    "quiz": {
        "grundy quiz --list": "the topics",
        "grundy quiz binary --count 3 --answers": "three exercises, followed by the answers",
    },
    "serve": {"grundy serve --port 0": "the web app on this machine, on any free port"},
    "site": {"grundy site out": "the web app as static files, in the folder out"},
    "problem": {
        "grundy problem --list": "the problems",
        "grundy problem m23ba --explain": "the rule, the format of the input, and why the answer holds",
    },
    "atlas": {
        "grundy atlas find kayles misere": "the facts with these words",
        "grundy atlas show octal/0.77": "one fact: its evidence, and who published it first",
        "grundy atlas verify octal/0.77 quotient/0.77": "verify two facts again",
        "grundy atlas draft board/kings-nxn": "a draft of an OEIS entry for a new sequence",
    },
    "translate": {
        "grundy translate kayles: 7 --to cgsuite": "a game in CGSuite notation",
        'grundy translate "game.heap.Kayles(7)" --to grundy': "the same game in grundy notation",
    },
    "mcp": {"grundy mcp": "serve a program that uses the protocol; end with Ctrl-D"},
    "games": {
        "grundy games": "every built-in game with an example",
        "grundy games cram": "one game: rule, notation, moves, theorems, commands to try",
        "grundy games --json": "the list as JSON",
    },
    "verify": {
        "grundy solve wythoff: 4 8 --certificate w.cert": "write a proof",
        "grundy verify w.cert": "check it with the independent checker",
    },
    "store": {
        "grundy solve cram: 4x5 --db cram.db": "save values in a database",
        "grundy store verify cram.db": "check every row",
        "grundy store copy cram.db copy.db": "copy the database and check the copy",
        "grundy store salvage kayles.csv.run good.run": "copies the values before the first damage",
    },
}
"""Command -> its examples (command lines with descriptions), which are run one after the other in one folder."""


def examples_of(words: str) -> dict[str, str]:
    """Return the examples of a command or of a subcommand such as "store verify", each line with its description.

    >>> examples_of("store verify")
    {'grundy store verify cram.db': 'check every row'}
    """
    name, _, below = words.partition(" ")
    if name not in EXAMPLES:
        return served(name).examples
    return {line: text for line, text in EXAMPLES[name].items() if not below or line.startswith(f"grundy {words} ")}
