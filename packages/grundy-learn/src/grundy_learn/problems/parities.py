"""Contest problems in which the parity of a number, or a strategy of copying, decides who wins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, combinations, product
from math import gcd
from typing import Any

from grundy.core import FunctionRuleset, Game, InputError
from grundy.notation import read_ruleset

from .judge_input import InputField, JudgeInput, count, line_and_list, many, many_lines, one_line, one_list
from .problem import Problem


def _first_piles(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    """Yield a case (splits, piles, k) for each k from 1 to the number of piles.

    The number `splits` is how often the first k piles can be split in total; `piles` is the list of all piles.
    """
    ((piles,),) = line_and_list(InputField("a pile"), count("the number of piles"))(judge_input)
    return ((splits, piles, i) for i, splits in enumerate(accumulate(pile - 1 for pile in piles), 1))


def _targets(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    n, rounds = judge_input.record(count("the number of piles"), count("the number of targets"))
    piles = judge_input.numbers(n, InputField("a pile", 0))
    total = sum(piles)
    return ((total, piles, target) for target in judge_input.numbers(rounds, InputField("a target", 0)))


def _nearer(at: tuple[int, int]) -> Iterator[tuple[int, int]]:
    pile, target = at
    if pile != target:
        yield pile + (1 if pile < target else -1), target


def _coprime(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    (n,) = judge_input.record(count("how many numbers follow"))
    line = judge_input.line
    numbers = judge_input.numbers(n, InputField("a number"))
    divisor = gcd(*numbers)
    if divisor > 1:
        raise InputError(f"line {line}: expected numbers with greatest common divisor 1, found divisor {divisor}")
    yield (numbers,)


def _decrementing_wins(numbers: list[int]) -> bool:
    """Return whether the player to move wins a game in which a move lowers a number and then divides all by their gcd.

    A move of this game, Decrementing, lowers a number above 1 by 1. If the parities do not decide, only one move can
    win. It at least halves the numbers, so 30 rounds suffice for numbers up to 10^9.

    >>> _decrementing_wins([3, 6, 7]), _decrementing_wins([7, 8, 8]), _decrementing_wins([2, 2, 3])
    (True, False, True)
    """
    heaps, mover = numbers, True
    while True:
        odd = [heap for heap in heaps if heap % 2]
        if (len(heaps) - len(odd)) % 2:
            return mover
        if len(odd) != 1 or odd[0] == 1:
            return not mover
        divisor = gcd(*(heap - heap % 2 for heap in heaps))
        heaps = [heap // divisor for heap in heaps]  # lowering the odd one does not change its quotient
        mover = not mover


def _lowered(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, number in enumerate(numbers):
        if number > 1:
            left = (*numbers[:i], number - 1, *numbers[i + 1 :])
            divisor = gcd(*left)
            yield tuple(sorted(heap // divisor for heap in left))


def _some_coins(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for chosen in product(*((0, 1) if heap else (0,) for heap in heaps)):
        if any(chosen):
            yield tuple(sorted(heap - coin for heap, coin in zip(heaps, chosen, strict=True)))


def _two_for_one(piles: tuple[int, int]) -> Iterator[tuple[int, int]]:
    a, b = piles
    yield from ((a - 2 * i, b + i) for i in range(1, a // 2 + 1))
    yield from ((a + i, b - 2 * i) for i in range(1, b // 2 + 1))


def _even_number(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    line = judge_input.line
    (n,) = judge_input.record(count("the number of piles"))
    if n % 2:
        raise InputError(f"line {line}: expected an even number of piles, found {n}")
    yield (judge_input.numbers(n, InputField("a pile", 0)),)


def _half_of_the_piles(piles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for chosen in combinations([i for i, pile in enumerate(piles) if pile], len(piles) // 2):
        for left in product(*(range(piles[i]) for i in chosen)):
            after = list(piles)
            for i, pile in zip(chosen, left, strict=True):
                after[i] = pile
            yield tuple(sorted(after))


def _even_start(piles: list[int]) -> bool:
    ones = next((i for i, pile in enumerate(piles) if pile > 1), len(piles) - 1)
    return ones % 2 == 0


def _first_pile(piles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if piles:
        yield from ((left, *piles[1:]) for left in range(1, piles[0]))
        yield piles[1:]


def _another_pile(state: tuple[tuple[int, ...], int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the states that the moves of problem cf1396b lead to: take a stone, but not from the opponent's last pile.

    A state is (piles, last): `last` is the index of the pile from which the last move took, or -1 before any move.
    """
    piles, last = state
    for i, pile in enumerate(piles):
        if pile and i != last:
            yield (*piles[:i], pile - 1, *piles[i + 1 :]), i


def _minus_divisor(n: int) -> Iterator[int]:
    return (n - divisor for divisor in range(2, n) if n % divisor == 0)


def _alice_gets_even(numbers: list[int]) -> bool:
    odd = sum(number % 2 for number in numbers)
    return odd % 4 in {0, 3} or (odd % 4 == 1 and (len(numbers) - odd) % 2 == 1)


def _taken_in_turn(left: tuple[int, int, int, int] | str) -> Iterator[tuple[int, int, int, int] | str]:
    """Yield the state after each move of a game in which Alice and Bob take numbers and Alice wants an even sum.

    A state is (odd, even, parity, player): the counts of odd and of even numbers left, the parity of Alice's sum, and
    the player to move, 0 for Alice. When no number is left, only the winner has a last move, to "over".
    """
    if isinstance(left, str):
        return
    odd, even, parity, mover = left
    if odd:
        yield odd - 1, even, parity ^ (mover == 0), 1 - mover
    if even:
        yield odd, even - 1, parity, 1 - mover
    if not odd and not even and parity == mover:
        yield "over"


def _even_sum(numbers: list[int]) -> Game:
    odd = sum(number % 2 for number in numbers)
    return Game.of(FunctionRuleset(_taken_in_turn), (odd, len(numbers) - odd, 0, 0))


PROBLEMS = (
    Problem(
        name="cf705b",
        caption="split a pile; who wins with the first i?",
        words=("1", "2"),
        cases=_first_piles,
        answer=lambda splits, *_: splits % 2,
        game=lambda _, piles, i: Game.of(read_ruleset("split"), *piles[:i]),
        explored=("split", "value == (n - 1) % 2 (proved)"),
        why="""\
Codeforces 705B, Spider Man (the piles are cycles of vertices)

Rule: split a pile of X into piles Y + Z = X, both positive; a player who cannot move loses.
For every i: who wins with the first i piles?
Input: n; a_1 ... a_n. Output: n lines, 1 or 2 for the winner.

Theorem. The player to move wins exactly when (a_1 - 1) + ... + (a_i - 1) is odd.

Why. A pile of X becomes X piles of 1, and every split makes one pile more. So every play of X has exactly
X - 1 moves, whatever the players do, and all piles together have the sum of these: the last move is
the first player's when that number is odd. In other words: the Grundy value of X is (X - 1) mod 2, since
every option X = Y + Z has the value (Y + Z - 2) mod 2, which is the other one.
One running parity answers all i: O(n).

Source: the parity argument is complete; values and sums: R. P. Sprague, Ueber mathematische Kampfspiele, 1935;
P. M. Grundy, Mathematics and games, 1939.""",
    ),
    Problem(
        name="j163",
        caption="piles walk to a target; many targets",
        words=("First", "Second"),
        cases=_targets,
        answer=lambda total, piles, target: (total - len(piles) * target) % 2,
        game=lambda _, piles, target: Game.of(FunctionRuleset(_nearer), *((pile, target) for pile in piles)),
        why="""\
HKOI Junior 163 (the format is ours)

Rule: in a round with target v a move adds 1 to a pile below v, or removes 1 from a pile above v; a player who
cannot move loses. The piles are the same at the start of every round.
Input: N Q; s_1 ... s_N; v_1 ... v_Q. Output: First or Second for every target.

Theorem. The first player wins exactly when s_1 + ... + s_N - N * v is odd.

Why. Every move brings one pile nearer to v by 1 and nothing ever moves away, so a round has exactly
|s_1 - v| + ... + |s_N - v| moves, whatever the players do. A number and its absolute value have the same
parity, so the bars may go: what is left is the sum of the piles minus N * v.
The sum is added up once, then every target takes one step: O(N + Q).

Source: the parity argument is complete.""",
    ),
    Problem(
        name="agc010d",
        caption="lower a number, divide all by the gcd",
        words=("First", "Second"),
        cases=_coprime,
        answer=_decrementing_wins,
        game=lambda numbers: Game.of(FunctionRuleset(_lowered), tuple(sorted(numbers))),
        why="""\
AtCoder AGC 010 D, Decrementing

Rule: numbers a_1 ... a_N >= 1 with greatest common divisor 1; lower one number above 1 by 1, then divide all by
their greatest common divisor; a player who meets all ones cannot move and loses. The divisor couples the
numbers: this is not a sum, and single numbers have no values.
Input: N; A_1 ... A_N. Output: First or Second.

Theorem. Let E be how many numbers are even. E odd: the player to move wins. E even: the player to move loses,
unless exactly one number is odd and it is above 1; then lowering that number is the only move that may win, and
the position after it decides.

Why. Dividing by an odd number keeps all parities. While an odd number is left after lowering, the divisor is
odd, so a move turns the parity of E.
- E odd: lower an even number. An odd number was there (the divisor was 1) and the lowered one is odd now: two
  odd numbers, and E even. Whatever the opponent lowers, one odd number stays, so E is odd again for us. With E
  odd some number is even, so we can always move; play ends, so the opponent gets stuck.
- E even: a move that leaves an odd number makes E odd and loses. Only lowering the single odd number leaves
  none. If two are odd, or the single one is 1 and cannot be lowered, every move loses (or none is left).
A forced move makes everything even, so the division halves the numbers at least: about 30 rounds for numbers A
up to 10^9, each with one greatest common divisor of N numbers: O(N log A) divisions in all.

Source: AtCoder Grand Contest 010, editorial of problem D, 2017.""",
    ),
    Problem(
        name="cses2208",
        caption="one coin from each heap of a choice",
        words=("first", "second"),
        cases=many(one_list("a heap", 0)),
        answer=lambda heaps: any(heap % 2 for heap in heaps),
        game=lambda heaps: Game.of(FunctionRuleset(_some_coins), tuple(sorted(heaps))),
        why="""\
CSES 2208, Another Game

Rule: heaps of coins; a move chooses one or more heaps that are not empty and takes one coin from each; a player who
cannot move loses.
Input: t; for each test n, then x_1 ... x_n. Output: first or second.

Theorem. The second player wins exactly when every heap is even.

Why. From even heaps every move makes the chosen heaps odd, and at least one is chosen. From anything else take one
coin from each odd heap: it is not empty, and all are even. The end, no coins, is even.
One pass: O(n).

Source: the parity argument is complete; it is the sum in which a move is made in any number of parts, C. A. B. Smith,
Graphs and composite games, 1966.""",
    ),
    Problem(
        name="abc059d",
        caption="2i from one pile, i to the other",
        words=("Alice", "Brown"),
        cases=one_line(InputField("the stones of the first pile", 0), InputField("those of the second", 0)),
        answer=lambda a, b: abs(a - b) > 1,
        game=lambda a, b: Game.of(FunctionRuleset(_two_for_one), (a, b)),
        why="""\
AtCoder ABC 059 D, Alice&Brown (also ARC 072 D)

Rule: two piles; a move takes 2i stones from one pile, i >= 1, throws i away and puts i on the other pile; a player
who cannot move loses.
Input: X Y. Output: Alice (the first player) or Brown.

Theorem. Brown wins exactly when |X - Y| <= 1.

Why. A move changes X - Y by 3i. From |X - Y| <= 1 the difference becomes at least 2 in size. From X - Y = d >= 2 the
move with i = floor((d + 1) / 3) in the larger pile is legal, as 2i <= d <= X, and leaves -1, 0 or 1. Every move
throws stones away, so play ends, with at most one stone in each pile: a difference of at most 1.
Three operations: O(1).

Source: AtCoder Regular Contest 072, editorial of problem D, 2017; the proof is complete here.""",
    ),
    Problem(
        name="cf1147c",
        caption="lower exactly half of the piles",
        words=("Alice", "Bob"),
        cases=_even_number,
        answer=lambda piles: piles.count(min(piles)) <= len(piles) // 2,
        game=lambda piles: Game.of(FunctionRuleset(_half_of_the_piles), tuple(sorted(piles))),
        why="""\
Codeforces 1147C, Thanos Nim

Rule: n piles of stones, n even; a move chooses exactly n / 2 piles that are not empty and takes one or more stones
from each, maybe different numbers; a player who cannot move loses.
Input: n; a_1 ... a_n. Output: Alice (the first player) or Bob.

Theorem. Bob wins exactly when more than n / 2 piles have the smallest size m.

Why. More than n / 2 smallest piles: a move must lower one of them below m, and the new smallest piles are among the n
/ 2 lowered ones: at most n / 2. (If m = 0, fewer than n / 2 piles have stones, and no move is left.) At most n / 2
smallest piles: at least n / 2 others are larger; lower n / 2 of them to m. Then at least n / 2 + 1 piles have size m,
which is the smallest. One pass: O(n).

Source: Forethought Future Cup, final round, editorial of problem C, 2019; the proof is complete here.""",
    ),
    Problem(
        name="cf1382b",
        caption="only from the first pile",
        words=("First", "Second"),
        cases=many(one_list("a pile")),
        answer=_even_start,
        game=lambda piles: Game.of(FunctionRuleset(_first_pile), tuple(piles)),
        why="""\
Codeforces 1382B, Sequential Nim

Rule: piles of stones in a row; a move takes one or more stones from the first pile that is not empty; a player who
cannot move loses.
Input: t; for each test n, then a_1 ... a_n. Output: First or Second.

Theorem. Let j be how many piles at the beginning have one stone. If all have: First wins exactly when n is odd. Else:
exactly when j is even.

Why. Piles of one stone are forced moves. The player who first meets a pile of two or more stones wins: if the player
who meets the rest after it loses, take the whole pile; else leave one stone, which the other must take, and meet the
rest. The j forced moves determine who that is.
One pass: O(n).

Source: the argument is complete.""",
    ),
    Problem(
        name="cf1396b",
        caption="not from the pile just touched",
        words=("T", "HL"),
        cases=many(one_list("a pile")),
        answer=lambda piles: 2 * max(piles) > sum(piles) or sum(piles) % 2,
        game=lambda piles: Game.of(FunctionRuleset(_another_pile), (tuple(piles), -1)),
        why="""\
Codeforces 1396B, Stoned Game

Rule: piles of stones; a move takes one stone from a pile, but not from the pile from which the opponent has just
taken; a player who cannot move loses.
Input: t; for each test n, then a_1 ... a_n. Output: T (the first player) or HL.

Theorem. Let m be the largest pile and s all stones. T wins exactly when m > s - m or s is odd.

Why. m > s - m: T takes from the largest pile at every turn. The opponent can never touch it, so he uses up the s - m
others, one a turn, and T has a stone for each of these turns and one more.
m <= s - m and s even: HL keeps this after each of his moves. T's move leaves s odd. If a pile M is now more than the
others together, it was exactly half before, so T has not touched it, and HL takes from it: it is half again. If there
is none, HL may take from any pile but the touched one, which does not hold all stones. So HL always has a move, and
the end comes with T to move. m <= s - m and s odd: T takes any stone, and is now in the place of HL.
One pass: O(n).

Source: Codeforces Round 666, editorial of problem B (division 1), 2020.""",
    ),
    Problem(
        name="cf1537d",
        caption="subtract a divisor, not 1 or all",
        words=("Alice", "Bob"),
        cases=many_lines("the number of lines that follow", InputField("a number")),
        answer=lambda n: n % 2 == 0 and (n & (n - 1) != 0 or n.bit_length() % 2 == 1),
        game=lambda n: Game.of(FunctionRuleset(_minus_divisor), n),
        why="""\
Codeforces 1537D, Deleting Divisors

Rule: a number n; a move subtracts a divisor of n other than 1 and n; a player who cannot move loses.
Input: t; then t lines n. Output: Alice (the first player) or Bob.

Theorem. Bob wins exactly when n is odd or a power 2^k with odd k.

Why. From an odd n = dm subtracting d leaves d(m - 1), which is even and not a power of 2, as d is odd and d > 1. From
an even n that is not a power of 2, subtracting an odd divisor > 1 (not n itself, which is even) leaves an odd number:
lost, if odd numbers are. From 2^k subtracting 2^j with j < k - 1 leaves an even number that is not a power of 2,
which is won; so 2^(k - 1) is the only move that may win, and 2^k is won exactly when 2^(k - 1) is lost: 2 is lost, as
it has no move, so the odd k are.
The bits of n: O(1).

Source: Codeforces Round 726, editorial of problem D, 2021; the proof is complete here.""",
    ),
    Problem(
        name="cf1738c",
        caption="Alice wants an even sum",
        words=("Alice", "Bob"),
        cases=many(one_list("a number", 0)),
        answer=_alice_gets_even,
        game=_even_sum,
        why="""\
Codeforces 1738C, Even Number Addicts

Rule: Alice and Bob take numbers in turn, Alice first, until none is left. Alice wins when her numbers have an even
sum, else Bob.
Input: t; for each test n, then a_1 ... a_n. Output: Alice or Bob.

Theorem. Only o, how many numbers are odd, and e, how many are even, count. Alice wins for o mod 4 = 0 and 3, Bob for
2; for 1 Alice wins exactly when e is odd.

Why. Induction on o + e, for Alice to move and each parity that her numbers still need. A move and its answer take two
numbers. So what (o, e) leads to depends on the classes o mod 4 and e mod 2 and on which kinds are used up, nothing
else, and so does the claim. Hence the step has finitely many cases, and all of them occur for o, e <= 12: the rule,
searched there, proves it for all. Counting: O(n).

Source: Codeforces Global Round 22, editorial of problem C, 2022.""",
    ),
)
