"""Every value of the rule n -> (n - 2 b) + (n - b), with b >= 1 and 2 b <= n, by five sentences in base 3.

Theorem. A heap without a digit 2 in base 3 has value 0. If its lowest digit 2 is at place j, its value is the j-th
number with an odd number of ones in base 2: 1, 2, 4, 7, 8, 11, ... The classes "no digit 2" and "the lowest digit 2
is at the place of p" are relations. Of the values it is used that the nim-sum of two of these numbers is none of
them, and that every other positive number below one of them is the nim-sum of two smaller ones. The rule is question
144953 of Mathematics Stack Exchange.
"""

from itertools import product

from grundy.automatic import Arithmetic, Base, Formulas, Relation
from grundy.core import mex

SEEN = 400


def value(n: int) -> int:
    """Return the value that the theorem states."""
    place = 0
    while n:
        n, digit = divmod(n, 3)
        if digit == 2:
            return [u for u in range(4 * place + 4) if u.bit_count() % 2][place]
        place += 1
    return 0


def test_the_theorem_agrees_with_the_definition() -> None:
    values: list[int] = []
    for n in range(SEEN):
        values.append(mex({values[n - 2 * b] ^ values[n - b] for b in range(1, n // 2 + 1)}))
    assert values == [value(n) for n in range(SEEN)]


def test_the_classes_give_every_value() -> None:
    arithmetic = Arithmetic(Base(3))
    read = Formulas(arithmetic).read
    zero = arithmetic.automaton(("n",), 0, lambda state, digit: max(state, int(digit == 2)), (0).__eq__)
    # letters are 3 * (digit of n) + (digit of p): p is the power of 3 at the lowest digit 2 of n
    lowest = {(0, 0): 0, (0, 3): 0, (0, 6): 0, (0, 7): 1, (1, 0): 1, (1, 3): 1}
    place = arithmetic.automaton(("n", "p"), 0, lambda state, letter: lowest.get((state, letter), 2), (1).__eq__)
    move = read("b >= 1 and x + b == n and y + 2 * b == n")

    def named(relation: Relation, n: str, p: str = "p") -> Relation:
        return relation.rename({"n": n, "p": p})

    both = named(zero, "x") & named(zero, "y") | (named(place, "x") & named(place, "y")).some("p")
    equal = (move & both).some("b", "x", "y")
    same = (move & (named(zero, "x") & named(place, "y") | named(zero, "y") & named(place, "x"))).some("b", "x", "y")
    lower = same.rename({"p": "i"})
    pair = named(place, "x", "i") & named(place, "y", "k") | named(place, "x", "k") & named(place, "y", "i")
    two = (move & pair).some("b", "x", "y")
    powers = arithmetic.power("i", 3)
    assert (zero & equal).empty, "a heap of value 0 has no option of value 0"
    assert (place & same).empty, "no option has the class of the heap beside a heap of value 0"
    assert (arithmetic.natural("n") - zero - equal).empty, "every other heap has an option of value 0"
    assert ((place & powers & read("i < p")) - lower).empty, "every lower class is an option"
    assert ((place & powers & arithmetic.power("k", 3) & read("i < k < p")) - two).empty, "so are two lower classes"


def test_sums_of_two_such_numbers_are_the_other_numbers() -> None:
    odd = [u for u in range(1 << 10) if u.bit_count() % 2]
    assert not {a ^ b for a, b in product(odd[:64], repeat=2)} & set(odd)
    for number in odd[:64]:
        smaller = [u for u in odd if u < number]
        sums = {a ^ b for a, b in product(smaller, repeat=2)}
        assert sums | set(smaller) >= set(range(1, number))
