"""Checks that an automaton gives the P-positions or the values of a game on heaps that are played together.

The automaton S reads the digits of all heaps together, most significant first. Every kind of move has an automaton that
reads the heaps before the move and the changed heaps after it. The check compares this automaton with the rule. A
further automaton that reads the heaps, the cover, has marks at its states. A mark (i, m, s) at a state means: for every
word that leads to this state, there are digits of the heaps after move i, with zeros in front as needed, that lead the
automaton of move i to state m and S to state s.

Theorem. If every move lowers the sum of the stated heaps, no move leads from a position that S accepts to another one,
and each word of a position that S does not accept ends in a state of the cover with a mark whose two states accept,
then S accepts exactly the P-positions, by induction on this sum.

In misère play a further automaton accepts only positions without a move. These are N-positions, although they have no
move to a position that S accepts. Each position that S accepts needs a move, which any mark shows. If the states of S
have values instead, no move may lead from a position to one of the same value, and each position needs marks with all
smaller values. So S gives the mex.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from .reading import (
    Claim,
    Reader,
    Stop,
    any_value,
    bit,
    malformed,
    many,
    nat,
    number,
    positive,
    record,
    reject,
    row,
    text,
)
from .rules import Conditions, Follower, Form, System, combined, walked

THEOREM = (
    "a set without moves inside, into which every other position has a move, is the set of P-positions; in misère play "
    "positions without a move are N-positions; the value is the least number that no option has"
)
MOST_CELLS, MOST_HEAPS = 4_000_000, 6
"""The largest number of entries of a table, and of heaps."""
Table = list[list[int]]
Mark = tuple[int, int, int]


class _Automaton(NamedTuple):
    """A finite automaton: for each state, whether it accepts (or its value), and the next state for each letter."""

    accepts: list[int]
    table: Table


class _Move(NamedTuple):
    """A kind of moves, as an automaton that reads the heaps before the move and the changed heaps after it.

    A letter has one digit of every heap. For each letter of the heaps before the move, `pairs` lists, for each choice
    of the digits of the changed heaps, the letter that the automaton reads and the letter of the heaps after the move.
    """

    automaton: _Automaton
    pairs: list[list[tuple[int, int]]]


def _game(value: dict[str, Any]) -> dict[str, Any]:
    """Read the data of a game: the names of the heaps, and the kinds of moves.

    A kind of moves has the numbers that the player chooses, a condition, and the changed heaps as terms.
    """
    name = text("[a-zA-Z_][a-zA-Z_0-9]{0,40}")
    words = text(r"[ -~]{1,2000}")
    kind = {
        "chosen": many(name),
        "if": words,
        "left": lambda left: {name(key): words(term) for key, term in _object(left)},
    }
    game = record(value, family=any_value, heaps=many(name), moves=many(lambda move: record(move, **kind)))
    names = game["heaps"]
    if not 0 < len(names) <= MOST_HEAPS or not game["moves"] or len({*names}) < len(names):
        malformed(f"expected one to {MOST_HEAPS} different heaps, and moves")
    for move in game["moves"]:
        known = {*names, *move["chosen"]}
        if len(known) < len(names) + len(move["chosen"]) or not move["left"] or not {*move["left"]} <= {*names}:
            malformed("expected moves that choose numbers with other names and change heaps")
    return game


def _object(value: object) -> Any:  # noqa: ANN401  # the items of an object
    return value.items() if isinstance(value, dict) else malformed("expected an object")


def _system(value: object) -> System:
    kind, size = row(text("base|recurrent"), number(1, 10))(value)
    if kind == "base" and size == 1:
        malformed("expected a base of at least 2")
    return System(size - (kind == "base"), kind == "recurrent")


_STATE = row(bit, many(nat))
GAMES = {"coupled": _game}
CLAIM = {"digits": _system, "lost_": many(_STATE), "law_": text(r"[ -~]{1,2000}"), "lowers": many(any_value)}
CLAIM |= {"moves": many(positive), "stuck_": many(_STATE), "values_": many(row(number(0, 1000), many(nat)))}


def check(reader: Reader, game: dict[str, Any], claim: Claim, misere: bool) -> str:
    """Check that the automaton S gives the P-positions or the values; the module explains S, the cover and its marks.

    Args:
        reader: The certificate, whose entries are the states of the automata of the moves, then those of the cover.
        game: The rule.
        claim: The numeration system, S, the heaps whose sum every move lowers, and the number of states of each move;
            optionally a law, a formula that gives the same as S.
        misere: Whether play is misère.

    Returns:
        The claim in words.

    Raises:
        Stop: If the proof is wrong.
    """
    heaps, system, sizes = game["heaps"], claim["digits"], claim["moves"]
    if len(sizes) != len(game["moves"]) or sum(sizes) >= reader.count:
        malformed("expected the states of every move and of the cover")
    if ("lost" in claim) == ("values" in claim) or misere != ("stuck" in claim) or (misere and "values" in claim):
        malformed("expected P-positions or values, and in misere play P-positions and those without a move")
    lost = _automaton(reader, claim["values" if "values" in claim else "lost"], system, len(heaps))
    stuck = _automaton(reader, claim["stuck"], system, len(heaps)) if misere else None
    lines = [*reader.entries(any_value)]
    moves, at = [], 0
    for rule, size in zip(game["moves"], sizes, strict=True):
        found = _automaton(reader, many(_STATE)(lines[at : at + size]), system, len(heaps) + len(rule["left"]))
        _compare(reader, rule, heaps, system, found, claim["lowers"])
        moves.append(_Move(found, _pairs(rule, heaps, system)))
        at += size
    said = _law(reader, claim, heaps, lost)
    for move in moves:
        _closed(reader, move, lost, values="values" in claim)
        if stuck is not None:
            _without_moves(reader, move, stuck)
    cover = [row(many(nat), many(row(nat, nat, nat)))(line) for line in lines[at:]]
    needs = _Needs(lost, stuck, "values" in claim)
    _covered(reader, moves, needs, cover, system, len(heaps))
    return said


class _Needs(NamedTuple):
    """Data to decide which options a position needs: S and, in misère play, an automaton of positions without a move.

    Here `lost` is S, `stuck` accepts positions without a move, and `values` states whether S gives values.
    """

    lost: _Automaton
    stuck: _Automaton | None
    values: bool

    def met(self, s: int, u: int, outputs: set[int]) -> bool:
        """Return whether a position has the options that it needs.

        Args:
            s: The state of S after the digits of the position.
            u: The state of the automaton `stuck` after these digits.
            outputs: The outputs of S for the options that the marks of the cover prove to exist: their values, or in a
                proof of P-positions 1 for a P-position and 0 for an N-position.
        """
        if self.values:
            return outputs.issuperset(range(self.lost.accepts[s]))
        if self.lost.accepts[s]:
            return self.stuck is None or bool(outputs)
        return 1 in outputs or (self.stuck is not None and bool(self.stuck.accepts[u]))


def _automaton(reader: Reader, states: list[Any], system: System, names: int) -> _Automaton:
    """Check the table of an automaton and return the automaton.

    `states` has a pair for each state: whether it accepts (or its value), and the next states. A letter has a digit of
    `system` for each of `names` numbers. The automaton must stay in state 0 while it reads zeros in front of a word.
    """
    letters = (system.top + 1) ** names
    reader.room(len(states) * letters, MOST_CELLS)
    table = [after for _, after in states]
    if not states or any(len(after) != letters or max(after) >= len(states) for after in table):
        malformed(f"expected an automaton with {letters} letters")
    if table[0][0]:
        reject("zeros in front of a number change the state of an automaton")
    return _Automaton([accepts for accepts, _ in states], table)


def _compare(  # noqa: PLR0913  # the parts of the check
    reader: Reader, rule: dict[str, Any], heaps: list[str], system: System, automaton: _Automaton, lowers: list[Any]
) -> None:
    """Reject the automaton of a move if it differs from the rule, or if the move does not lower the sum of `lowers`.

    `heaps` are the names of all heaps, whose digits are those of `system`. The reader only provides the time limit.
    """
    after = [heap for heap in heaps if heap in rule["left"]]
    names = [*heaps, *(f"{heap}'" for heap in after)]
    conditions, root = _rule(rule, heaps, after, system)
    sums = [name for name in lowers if name in after]
    falls = combined(*(({f"{heap}'": 1}, 1) for heap in sums), *(({heap: 1}, -1) for heap in sums), ({"": 0}, 1))
    for state, holds in walked(Follower(conditions, root, names, system), automaton.table, invalid=True):
        reader.tick()
        if automaton.accepts[state] != bool(holds):
            reject("the automaton of a move differs from the rule")
    rises = conditions.node("and", (root, conditions.least(falls)))
    for _, holds in walked(Follower(conditions, rises, names, system), [[0] * len(automaton.table[0])], invalid=False):
        reader.tick()
        if holds:
            reject("a move does not lower the sum of the stated heaps")


def _rule(rule: dict[str, Any], heaps: list[str], after: list[str], system: System) -> tuple[Conditions, int]:
    """Read the rule of a move, and return a condition on the heaps before and after the move.

    The result is a list of conditions and the index of this condition in it. The numbers that a player chooses are
    eliminated: an equation of the rule states each of them as a linear form of the heaps. `heaps` are the names of all
    heaps, and `after` those of the heaps that the move changes. A heap a is called a' after the move.
    """
    names: dict[str, Form] = {name: {name: 1} for name in (*heaps, *rule["chosen"])}
    first = Conditions(names)
    equations = [combined(({f"{heap}'": 1}, 1), (first.term(rule["left"][heap]), -1)) for heap in after]
    solved: dict[str, Form] = {}
    for name in rule["chosen"]:
        place = next((i for i, form in enumerate(equations) if abs(form.get(name, 0)) == 1), None)
        if place is None:
            raise Stop("UNSUPPORTED", f"the heaps after a move do not determine {name}")
        equation = equations.pop(place)
        form = combined(({name: 1}, 1), (equation, -equation[name]))
        equations = [combined((one, 1), (equation, -one.get(name, 0) * equation[name])) for one in equations]
        solved = {
            one: combined((old, 1), (form, old.get(name, 0)), ({name: 1}, -old.get(name, 0)))
            for one, old in solved.items()
        }
        solved[name] = form
    read = [*heaps, *(f"{heap}'" for heap in after)] if system.binary else []
    conditions = Conditions(names | solved, read)
    parts = [
        conditions.condition(rule["if"]),
        *map(conditions.zero, equations),
        *map(conditions.least, solved.values()),
    ]
    return conditions, conditions.node("and", tuple(parts))


def _pairs(rule: dict[str, Any], heaps: list[str], system: System) -> list[list[tuple[int, int]]]:
    after = [place for place, heap in enumerate(heaps) if heap in rule["left"]]
    whole = {letter: index for index, letter in enumerate(system.letters(len(heaps) + len(after)))}
    places = {letter: index for index, letter in enumerate(system.letters(len(heaps)))}
    found = []
    for letter in places:
        pairs = []
        for new in system.letters(len(after)):
            changed = dict(zip(after, new, strict=True))
            left = tuple(changed.get(place, digit) for place, digit in enumerate(letter))
            pairs.append((whole[letter + new], places[left]))
        found.append(pairs)
    return found


def _law(reader: Reader, claim: Claim, heaps: list[str], lost: _Automaton) -> str:
    """Return the claim in words; reject it if it contains a formula that differs from the automaton `lost`.

    `heaps` are the names of the heaps in the formula.
    """
    system: System = claim["digits"]
    kind = f"U(n+1) = {system.top} U(n) + U(n-1)" if system.recurrent else f"base {system.top + 1}"
    if "law" not in claim and "values" in claim:
        return f"the automaton with {len(lost.accepts)} states gives the values of all positions, digits by {kind}"
    if "law" not in claim:
        return f"the automaton with {len(lost.accepts)} states accepts exactly the P-positions, digits by {kind}"
    conditions = Conditions({heap: {heap: 1} for heap in heaps}, heaps if system.binary else [])
    values = "values" in claim
    for output in {*lost.accepts} if values else {1}:
        root = conditions.equal(claim["law"], output) if values else conditions.condition(claim["law"])
        for state, holds in walked(Follower(conditions, root, heaps, system), lost.table, invalid=False):
            reader.tick()
            if (lost.accepts[state] == output) != bool(holds):
                reject("the automaton differs from the law")
    return f"value == {claim['law']}" if values else f"P iff {claim['law']}"


def _without_moves(reader: Reader, move: _Move, stuck: _Automaton) -> None:
    """Reject the claim if a position that the automaton `stuck` accepts has a move of this kind."""
    seen = {(0, 0)}
    todo = [*seen]
    for m, u in todo:
        reader.tick()
        if move.automaton.accepts[m] and stuck.accepts[u]:
            reject("a position that is said to have no move has one")
        for letter, pairs in enumerate(move.pairs):
            for x, _ in pairs:
                key = move.automaton.table[m][x], stuck.table[u][letter]
                if key not in seen:
                    seen.add(key)
                    todo.append(key)


def _closed(reader: Reader, move: _Move, lost: _Automaton, *, values: bool) -> None:
    """Reject the claim if a move leads from one position that the automaton `lost` accepts to another such position.

    If the states of the automaton have values, reject the claim if a move leads to a position of the same value.
    """
    seen = {(0, 0, 0)}
    todo = [*seen]
    for m, s, t in todo:
        reader.tick()
        if move.automaton.accepts[m] and lost.accepts[s] == lost.accepts[t] and (values or lost.accepts[s]):
            same = "a move leads to a position of the same value"
            reject(same if values else "a move leads from a claimed P-position to another")
        for letter, pairs in enumerate(move.pairs):
            for x, y in pairs:
                key = move.automaton.table[m][x], lost.table[s][letter], lost.table[t][y]
                if key not in seen:
                    seen.add(key)
                    todo.append(key)


def _after(moves: Sequence[_Move], lost: _Automaton, marks: Sequence[Mark], letter: int) -> set[Mark]:
    """Return the marks that follow from some marks when one more letter (a digit of every heap) is read.

    `lost` is the automaton S of P-positions or values. A mark (i, m, s) means that move i can lead its own automaton to
    state m, and the automaton S to state s.
    """
    return {
        (i, moves[i].automaton.table[m][x], lost.table[s][y]) for i, m, s in marks for x, y in moves[i].pairs[letter]
    }


def _cover(
    moves: list[_Move], lost: _Automaton, lines: list[Any], letters: list[tuple[int, ...]]
) -> list[tuple[list[int], list[Mark]]]:
    """Read the states of the cover, an automaton on the heaps: for each its next states, and its marks.

    `lines` are the entries of the certificate for these states. `letters` lists all tuples of one digit for each heap.
    A mark (i, m, s) means that move i can lead its own automaton to state m, and the automaton S to state s. Raise
    `Stop` if a mark of the start state is wrong.
    """
    cover: list[tuple[list[int], list[Mark]]] = [(after, [*map(tuple, marks)]) for after, marks in lines]
    for after, marks in cover:
        if len(after) != len(letters) or max(after) >= len(cover):
            malformed("expected a cover with a state for every letter")
        if any(i >= len(moves) or m >= len(moves[i].automaton.accepts) or s >= len(lost.accepts) for i, m, s in marks):
            malformed("expected marks with a move and two states")
    zeros: set[Mark] = {(i, 0, 0) for i in range(len(moves))}
    while more := _after(moves, lost, [*zeros], 0) - zeros:
        zeros |= more
    if not zeros.issuperset(cover[0][1]):
        reject("a mark at the start follows from nothing")
    return cover


def _covered(  # noqa: PLR0913  # the parts of the check
    reader: Reader, moves: list[_Move], needs: _Needs, lines: list[Any], system: System, count: int
) -> None:
    """Reject the claim if a mark does not follow from earlier marks, or if a position lacks a mark that it needs.

    `lines` are the entries of the states of the cover. There are `count` heaps, whose digits are those of `system`. A
    mark (i, m, s) of a state of the cover states that move i can lead its own automaton to m, and S to s.
    """
    lost = needs.lost
    cover = _cover(moves, lost, lines, letters := system.letters(count))
    stuck = needs.stuck.table if needs.stuck else [[0] * len(letters)]
    first = (0, 0, 0, (False,) * count)
    seen, todo, done = {first}, [first], {(0, 0)} if cover[0][0][0] == 0 else set()
    for q, s, u, flags in todo:
        reader.tick()
        after, marks = cover[q]
        outputs = {lost.accepts[t] for i, m, t in marks if moves[i].automaton.accepts[m]}
        if not needs.met(s, u, outputs):
            reject(f"a position lacks a move that it needs{' to a smaller value' if needs.values else ''}")
        for letter, digits in enumerate(letters):
            if (valid := system.follows(flags, digits)) is None:
                continue
            key = after[letter], lost.table[s][letter], stuck[u][letter], valid
            if (q, letter) not in done:
                done.add((q, letter))
                if not key[0] or not _after(moves, lost, marks, letter).issuperset(cover[key[0]][1]):
                    reject("a mark follows from nothing, or the cover returns to its start")
            if key not in seen:
                seen.add(key)
                todo.append(key)
