"""Each item of the teaching texts and each feature of the field has a command, whose answer has the expected part.

`TEXTS` has the 62 algorithms, exercises, examples and figures of five teaching texts: a chapter on game theory in two
versions, an olympiad training deck, a lecture on nim, and notes for contests. `FEATURES` has 84 capabilities of
programs for combinatorial games. A command is the words after "grundy", or a function in Python.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from importlib.metadata import metadata
from pathlib import Path

import pytest
from tests.terminal import Terminal

import grundy

Asked = str | Callable[[], object]
RULES = """
import grundy


@grundy.rule
def halving(n):
    return range(n - 1, n - n // 2 - 1, -1)
"""
"""The file rules.py of the commands."""
MATCH = '[Game "take 1..3: 10"] [First "Ada"] [Second "Bea"] 1. take 2 2. take 3 3. take 1 4. take 2 5. take 2'
"""The file match.txt of the commands."""
TEXTS: dict[str, tuple[Asked, str]] = {
    "1 take-away, sample game": ("replay match.txt --all", "N, value 2"),
    "2 rows of P and N": ("values 'take 1..3' --to 15 --outcomes", "P N N N P N N N P N N N P N N N"),
    "3 P iff 4 divides n": ("claim 'take 1..3' 'P iff n % 4 == 0'", "Proved"),
    "4 general K": ("claim 'take 1..K' 'P iff n % (K + 1) == 0 for all K >= 1'", "Proved"),
    "5 divisor game": ("claim divisors 'N iff n % 2 == 0 from 1'", "Proved"),
    "6 state graph": ("graph 'divisors: 9' --format markdown", "| position |"),
    "7 graph labelled backwards": ("graph 'take 1..3: 6' --animate --out film.svg", "film.svg"),
    "8 columns of [10 12 5]": ("solve nim: 10 12 5", "heap 1: take 1   -> nim: 9 12 5"),
    "9 misprint [10 2 5]": ("solve nim: 10 2 5", "heap 1: take 3   -> nim: 7 2 5"),
    "10 why nim-sums work": ("solve nim: 9 12 5", "Any move changes one row"),
    "11 misere nim": ("solve nim: 13 1 1 1 --misere", "N-position in misère play"),
    "12 trivial boards": ("solve nim: 1 1 1 --misere", "P-position in misère play"),
    "13 conditions of the theorem": ("solve 'graph: 0>1 1>0 @ 0'", "A draw"),
    "14 mex": ("nim 'mex(0, 1, 3)'", "2"),
    "15 six-node graph": ("solve 'graph: 2>1 3>2 4>1 4>2 @ 4'", "Grundy value 2"),
    "16 maze": ("solve 'maze: ..#/.../..@'", "The values of all squares"),
    "17 three mazes": ("solve 'maze: ..#/.../..@ + maze: .../.@.'", "nim-sum"),
    "18 Grundy's game": ("values grundy --to 8", "0  0  0  1  0  2  1  0  2"),
    "19 game tree as a graph": ("graph 'nim: 1 1' --format markdown", "| position |"),
    "20 draws": ("solve 'tic-tac-toe: .../.../...'", "A draw"),
    "21 partial search": ("solve cram: 3x5 --method proof-numbers", "proof-numbers"),
    "22 Zermelo": ("solve 'tic-tac-toe: XO./.X./..O' --certificate t.cert", "t.cert"),
    "23 which fourth heap": ("solve 'nim: 35 18 27 ?'", "? = 42, and no other number"),
    "24 mirror": ("solve nim: 7 7", "Pairing strategy. Every component has an equal copy"),
    "25 laws of the operator": ("nim '6 * 7 + 3 / 2'", "1"),
    "26 nim with additions": ("solve 'poker-nim(add=3): 3 5 @ 2 2'", "Winning moves (2"),
    "27 rows of values": ("values 'take squares' --to 9", "0  1  0  1  2  0  1  0  1  2"),
    "28 table program": ("explore 'take squares' --code cpp", "#include"),
    "29 mini-tests as pictures": ("solve nim: 5 3 8", "heap 3: take 2"),
    "30 larger values are undone": ("solve 'take {1, 3, 4}: 6'", "The options have the values"),
    "31 problem of a contest": ("problem --list", "nim"),
    "32 reference answer": ("problem cses1730 --explain", "O("),
    "33 complete proof": ("problem cses1730 --explain", "Bouton"),
    "34 cost of a solution": ("problem cses1730 --explain", "O("),
    "35 take from a set": ("period 'take {1, 3, 4}'", "period 7"),
    "36 squares": ("claim 'take squares' 'P iff n % 5 in {0, 2}'", "Refuted at 25"),
    "37 split": ("values 'take 1..2 or split' --to 4", "0  1  2  3  4"),
    "38 several heaps": ("solve 'take 1..3: 15 7 8'", "nim-sum"),
    "39 small cases, then induction": ("explore 'take 1..3' --to 20", "proved"),
    "40 classics": ("solve wythoff: 4 7", "P-position"),
    "41 coins and hats": ("quiz coins.hats --count 1 --answers", "Which player is right?"),
    "42 moves of [5 2 3 1]": ("solve nim: 5 2 3 1", "1 of 11 moves"),
    "43 both endings": ("solve nim: 5 2 3 1 --misere", "1 of 11 moves"),
    "44 demonstration": ("play --help", "Play"),
    "45 no undetermined boards": ("solve nim: 1 2 3", "P-position"),
    "46 top-down with memory": ("solve nim: 5 2 3 1 --method top-down", "29 positions"),
    "47 bottom-up in odometer order": ("solve nim: 5 2 3 1 --method bottom-up", "144 positions"),
    "48 boards below a board": ("solve nim: 73 69 57 21 20", "heap 3: take 44"),
    "49 binary columns": ("solve nim: 9 8 5 4", "every column is even"),
    "50 [11 7 10]": ("solve nim: 11 7 10", "nim-sum"),
    "51 one move of 240": ("solve nim: 73 69 57 21 20", "1 of 240 moves"),
    "52 the move makes columns even": ("solve nim: 11 7 10", "leaving"),
    "53 value by value": ("solve nim: 11 7 10 --moves", "refuted by"),
    "54 tic-tac-toe picture": ("solve 'tic-tac-toe: XO./.X./..O'", "N-position"),
    "55 complete characterization": ("claim nim 'P iff a ^ b ^ c == 0' --to 9", "Proved"),
    "56 Bash": ("solve 'bash(min=1, max=3): 17'", "take 1"),
    "57 Bash, misère": ("solve 'take 1..3: 17' --misere", "P-position"),
    "58 Bash with a minimum": ("solve 'bash(min=2, max=5): 17'", "N-position"),
    "59 at most m": ("solve 'nim(max=3): 4 9'", "nim-sum"),
    "60 staircase": ("claim staircase 'P iff b ^ d == 0' --to 5", "Proved"),
    "61 complexities": ("problem cses1730 --explain", "O("),
    "62 all become nim": ("explore kayles --to 100", "0.77"),
}

FEATURES: dict[str, tuple[Asked, str]] = {
    "import from Python": (lambda: grundy.solve("nim: 3 5").value, "6"),
    "permissive licence": (lambda: metadata("grundy")["License-Expression"], "MIT"),
    "active": (lambda: metadata("grundy")["Version"], "0.1.0"),
    "rule as a plain function": ("solve rules.py:halving: 9", "Grundy value"),
    "compact code string": ("values 0.137 --to 9", "0  1  1  2  0  3  1  1  0  3"),
    "rule composed from others": ("solve 'kayles or take 5: 7'", "Grundy value 6"),
    "rule in words": ("games 0.137", "Take 1 token of a heap"),
    "outcome of any user game": ("solve rules.py:halving: 9 --want outcome", "position"),
    "value of any user game": ("solve rules.py:halving: 9 --want value", "Grundy value"),
    "whole table": ("values rules.py:halving --to 8", "0  0  1  0  2  1  3  0  4"),
    "all winning moves": ("solve nim: 3 5 7", "Winning moves (3"),
    "remoteness": ("solve nim: 2 2 --line", "(remoteness)"),
    "suspense": ("solve nim: 2 2 --line", "(suspense)"),
    "birthday": ("birthday kayles: 7", "the longest play has 7 moves"),
    "iterative, budgets": ("solve cram: 5x7 --limit-seconds 0.3", "Incomplete"),
    "draws": ("solve 'graph: 0>1 1>0 @ 0'", "A draw"),
    "Zermelo games": ("solve 'tic-tac-toe: XO./.X./..O'", "N-position"),
    "proof-number search": ("solve cram: 3x5 --method proof-numbers", "proof-numbers"),
    "couples": ("solve cram: 3x4 --method proof-numbers", "proof-numbers"),
    "table saved and resumed": ("solve cram: 3x4 --db cram.db", "Database"),
    "database of solved positions": ("solve cram: 3x4 --db cram.db", "cram.db"),
    "distributed": ("solve cram: 4x5 --workers 2", "2 threads"),
    "sums of different rulesets": ("solve 'kayles: 7 + nim: 3'", "nim-sum"),
    "moves that split": ("solve kayles: 7", "leave"),
    "conjunctive and selective sums": ("solve 'nim: 3 5 + kayles: 7' --sum selective", "position"),
    "ordinal sum": ("solve 'ordinal: nim: 1 & nim: 2'", "position"),
    "sequential compound": ("solve 'sequential: nim: 1 & nim: 2'", "position"),
    "winning moves per component": ("solve 'kayles: 7 + nim: 3' --json", '"part"'),
    "misere outcome": ("solve kayles: 7 --misere", "in misère play"),
    "misere value": ("values kayles --to 6 --misere", "1"),
    "genus, extended": ("genus kayles: 5 --adding 'nim: 4'", "0  4^146\n     1  0^20"),
    "misere canonical form": ("misere kayles --to 7 --json", "{0,3,{2,3}"),
    "misere quotient": ("misere kayles --to 8", "P-portion"),
    "tame, restive": ("misere kayles --to 5", "restive"),
    "misere nim": ("solve nim: 1 1 --misere", "N-position in misère play"),
    "cyclic graphs": ("solve 'graph: 0>1 1>0 1>2 @ 0'", "Play can continue forever"),
    "Smith-Fraenkel values": ("solve 'graph: 0>1 0>2 1>0 1>2 @ 0'", "inf"),
    "sums of loopy games": ("solve 'graph: 0>1 0>2 1>0 1>2 @ 0 + nim: 1'", "position"),
    "entailing moves": ("solve 'top-entails: 5 4 2'", "position"),
    "subtraction sets": ("values 'take all-but {2, 5}' --to 6", "0"),
    "octal games": ("period 0.156", "period 349"),
    "hexadecimal games": ("values 0.3F --to 6", "0  1  2"),
    "split without taking": ("solve '4!.0: 8'", "split 1+7"),
    "Kayles, Dawson, Grundy": ("period kayles", "period 12"),
    "Wythoff": ("solve wythoff: 4 8", "N-position"),
    "Fibonacci nim": ("solve fibonacci: 13", "P-position"),
    "Moore, Euclid, Lasker": ("solve 'moore(k=2): 3 5 7'", "position"),
    "staircase, nimble, Northcott": ("solve silver-dollar: 2 4 7", "position"),
    "nim sum": ("nim '35 + 18 + 27'", "42"),
    "nim product, inverse, power": ("nim '2 * 4 / 3 ^ 5'", "4"),
    "transfinite nimbers": ("nim 'w ^ 3 + w * w'", "[w^2] + 2"),
    "coin-turning codes": ("solve '1+C: 3 4'", "Grundy value 5"),
    "products of games": ("solve 'product(turning-turtles, ruler): (1,2) (3,4)'", "Grundy value"),
    "green hackenbush": ("solve 'hackenbush: 0-1 1-2 1-3'", "Grundy value 1"),
    "chomp and posets": ("solve chomp: 3x4", "N-position"),
    "cram": ("solve cram: 4x5", "Grundy value 2"),
    "kayles on graphs": ("solve 'node-kayles: path(9)'", "Grundy value"),
    "geography": ("solve 'geography: 0>1 1>2 @ 0'", "P-position"),
    "nimstring, dots and boxes": ("solve nimstring: 2x2", "position"),
    "sprouts": ("solve sprouts: 3", "N-position"),
    "impartial variant of a partizan game": ("solve 'impartial(domineering): 3x4'", "Grundy value"),
    "period detected": ("period kayles", "period 12 from heap 71"),
    "minimal period": ("claim kayles 'periodic 6 from 71'", "Refuted: heap 71 has the value 7, but heap 77 has 4"),
    "proof of octal periods": ("period 0.77", "Guy and Smith"),
    "certificate": ("solve nim: 3 5 --certificate n.cert", "n.cert"),
    "proof of subtraction periods": ("period 'take all-but {2, 5}'", "growing by 2 each time, proved"),
    "arithmetic periods": ("period 0.3F", "growing by 3 each time, proved"),
    "sparse space": ("values 0.106 --to 5000 --p-positions", "5000"),
    "equal games": ("explore 0.77 --to 60", "kayles"),
    "claims": ("claim 'take squares' 'P iff n % 5 in {0, 2}'", "Refuted at 25"),
    "independent verifier": ("solve nim: 3 5 7 --certified", "accepted"),
    "explanation": ("solve 'take {1, 3, 4}: 6'", "mex"),
    "drawing of the graph": ("graph 'nim: 2 1' --out g.svg", "g.svg"),
    "plots": ("values kayles --to 60 --plot k.svg", ""),
    "LaTeX, Markdown, JSON": ("solve nim: 3 5 --format latex", "\\begin"),
    "play in the terminal": ("play --help", "computer"),
    "play on the web": ("serve --help", "Start the web app"),
    "perfect computer for user rules": ("play --help", "level"),
    "best try in a lost position": ("solve nim: 2 2 --line", "A line of best play"),
    "levels": ("play --help", "--level"),
    "notebook display": (lambda: grundy.solve("nim: 3 5")._repr_html_()[:60], "<"),
    "runs in a browser": ("site --help", "static"),
    "web API": ("serve --help", "web"),
    "problem bank": ("problem --list", "nim"),
}


EACH = [*TEXTS.items(), *FEATURES.items()]
SAMPLE = {"14 mex", "23 which fourth heap", "24 mirror", "47 bottom-up in odometer order", "rule in words"}
CASES = [pytest.param(*asked, id=name, marks=[pytest.mark.nightly] * (name not in SAMPLE)) for name, asked in EACH]


@pytest.mark.parametrize(("command", "part"), CASES)
@pytest.mark.every_case
def test_the_answer_has_the_expected_part(
    command: Asked, part: str, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if not isinstance(command, str):
        assert part in str(command())
        return
    Path("rules.py").write_text(RULES, encoding="utf-8")
    Path("match.txt").write_text(MATCH, encoding="utf-8")
    code, out, err = terminal.run(*shlex.split(command))
    assert code in (0, 1, 4)
    assert part in out + err


def test_the_tables_have_all_items() -> None:
    assert (len(TEXTS), len(FEATURES)) == (62, 84)
    assert [int(name.split()[0]) for name in TEXTS] == [*range(1, 63)]
