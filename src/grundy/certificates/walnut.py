"""Files with which the program Walnut proves that an automaton accepts exactly the P-positions of a game.

Walnut decides sentences about automata.

`lost.txt` and `move1.txt`, `move2.txt`, ... are automata for the folder "Automata Library": the P-positions, and for
each kind of move the heaps before and after it. `prove.txt`, for the folder "Command Files", evaluates two sentences.
Both are true if the automaton is right: no move leads from a P-position to a P-position, and from every other position
a move leads to a P-position. The files have not been run through Walnut. Source: H. Mousavi, "Automatic theorem proving
in Walnut", arXiv 1603.06017, 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ..automatic import Base, Relation
from ..automatic.numeration import System
from .covers import letters_of


def walnut_files(
    heaps: Sequence[str], lost: Relation, steps: Sequence[tuple[Relation, Sequence[str]]]
) -> dict[str, str]:
    """Return the texts of the files for Walnut: the automata and a command file with the two sentences.

    Args:
        heaps: The names of the heaps.
        lost: The relation of the P-positions, on the heaps.
        steps: For each kind of move a pair: the relation between the heaps before the move and the changed heaps after
            it, whose names end in "_"; and the names of the changed heaps.

    Returns:
        The text of each file by its name.

    Example:
        >>> from grundy.automatic import Arithmetic
        >>> even = Arithmetic(Base(2)).linear({"n": 1, "m": -2}, 0, "==").some("m")
        >>> print(walnut_files(["n"], even, [])["lost.txt"])
        msd_2
        <BLANKLINE>
        0 1
        0 -> 0
        1 -> 1
        <BLANKLINE>
        1 0
        0 -> 0
        1 -> 1
        <BLANKLINE>
    """
    files, no_moves, into = {"lost.txt": _automaton(lost, heaps)}, [], []
    before = ",".join(heaps)
    for number, (relation, changed) in enumerate(steps, 1):
        after = [heap for heap in heaps if heap in changed]
        new = ",".join(f"{heap}_" for heap in after)
        left = ",".join(f"{heap}_" if heap in changed else heap for heap in heaps)
        files[f"move{number}.txt"] = _automaton(relation, [*heaps, *(f"{heap}_" for heap in after)])
        no_moves.append(f"(A{before},{new} ($move{number}({before},{new}) & $lost({before})) => ~$lost({left}))")
        into.append(f"(E{new} $move{number}({before},{new}) & $lost({left}))")
    system, more = _system(lost.system)
    head = f"?{system}"
    files["prove.txt"] = (
        f'{more}eval nomoves "{head} {" & ".join(no_moves)}";\n'
        f'eval others "{head} A{before} (~$lost({before})) => ({" | ".join(into)})";\n'
    )
    return files


def _system(system: System) -> tuple[str, str]:
    """Return the name of a numeration system in Walnut, and the command that defines it, or ""."""
    if isinstance(system, Base):
        return f"msd_{system.digits}", ""
    if system.c == 1:
        return "msd_fib", ""
    return f"msd_ost{system.c}", f"ost ost{system.c} [0 {system.c + 1}] [{system.c}];\n"


def _automaton(relation: Relation, names: Sequence[str]) -> str:
    digits, order = relation.system.digits, letters_of(relation, names)
    blocks = [" ".join([_system(relation.system)[0]] * len(names)) + "\n"]
    for state, (accepts, row) in enumerate(zip(relation.accepting, relation.delta, strict=True)):
        letters = product(range(digits), repeat=len(names))
        lines = [f"{' '.join(map(str, one))} -> {row[letter]}\n" for one, letter in zip(letters, order, strict=True)]
        blocks.append(f"{state} {int(accepts)}\n{''.join(lines)}")
    return "\n".join(blocks)
