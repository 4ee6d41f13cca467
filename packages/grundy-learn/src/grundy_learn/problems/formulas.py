"""Contest problems on piles whose values have a formula; the nim-sum of the values decides who wins."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from math import isqrt
from typing import Any

from grundy.core import FunctionRuleset, Game, InputError, Sum, mex, nim_sum
from grundy.notation import read_ruleset

from .judge_input import (
    MOST_LINES,
    InputField,
    JudgeInput,
    count,
    line_and_list,
    line_and_rows,
    many,
    many_lines,
    one_list,
)
from .problem import Problem

MOST_DIVIDED = 10**6
"""The largest number of abc368f, whose prime factors a sieve counts."""
MOST_SHARED = 10**12
"""The largest pile of arc091f, which takes about its square root of steps."""
MOST_FACTORED = 10**9
"""The largest number of cf850c, which is divided by the primes up to its square root."""


def _downstairs(stairs: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for k in range(1, len(stairs)):
        for balls in range(1, stairs[k] + 1):
            yield (*stairs[: k - 1], stairs[k - 1] + balls, stairs[k] - balls, *stairs[k + 1 :])


def _banned_takes(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    """Yield the only case of an input: the piles, and a dictionary of numbers that must not be taken.

    The dictionary has, for some sizes of a pile, the set of numbers that must not be taken from a pile of this size.
    """
    n, m = judge_input.record(count("the number of piles"), InputField("the number of forbidden takes", 0, MOST_LINES))
    piles = judge_input.numbers(n, InputField("a pile"))
    first = judge_input.line
    banned: dict[int, set[int]] = defaultdict(set)
    for line, (pile, take) in enumerate(
        judge_input.rows(m, InputField("a pile"), InputField("a forbidden take")), first
    ):
        if take > pile:
            raise InputError(f"line {line}: expected a forbidden take from 1 to the pile {pile}, found {take}")
        banned[pile].add(take)
    yield piles, banned


def _banned_sum(piles: list[int], banned: dict[int, set[int]]) -> int:
    """Return the nim-sum of the Grundy values of piles, where `banned` has the numbers that must not be taken, by size.

    Some sizes have the same value as a smaller size. Any other size n has the value n minus the number of those sizes
    below n.
    """
    repeats: list[int] = []
    repeated: dict[int, int] = {}

    def value(pile: int) -> int:
        found = repeated.get(pile)
        return pile - bisect_left(repeats, pile) if found is None else found

    often: Counter[int] = Counter()
    for pile in sorted(banned):
        hidden = Counter(value(pile - take) for take in banned[pile])
        least = min((value for value, times in hidden.items() if times == 1 + often[value]), default=None)
        if least is not None:
            often[least] += 1
            repeats.append(pile)
            repeated[pile] = least
    return nim_sum(map(value, piles))


def _banned_nim(piles: list[int], banned: dict[int, set[int]]) -> Game:
    def options(pile: int) -> Iterator[int]:
        return (pile - take for take in range(1, pile + 1) if take not in banned.get(pile, ()))

    return Game.of(FunctionRuleset(options), *piles)


def _ranged(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    line = judge_input.line
    n, least, most = judge_input.record(
        count("the number of piles"), InputField("the least take L"), InputField("the largest take R")
    )
    if least > most:
        raise InputError(f"line {line}: expected a largest take R of at least {least}, found {most}")
    yield least, most, judge_input.numbers(n, InputField("a pile", 0))


@cache
def _factor_counts(stop: int) -> bytes:
    """Return a byte for each number from 0 to `stop`: how many prime factors it has, with multiplicity."""
    import numpy as np

    counts = np.zeros(stop + 1, np.uint8)
    for number in range(2, stop + 1):
        if not counts[number]:  # a prime
            power = number
            while power <= stop:
                counts[power::power] += 1
                power *= number
    return counts.tobytes()


def _divisors(number: int) -> Iterator[int]:
    return (divisor for divisor in range(1, number) if number % divisor == 0)


def _share_value(pile: int, k: int) -> int:
    """Return the Grundy value of a pile of stones from which a move takes at least one and at most 1/k of the stones.

    >>> [_share_value(pile, 2) for pile in range(8)]
    [0, 0, 1, 0, 2, 1, 3, 0]
    """
    while pile >= k:
        q, rest = divmod(pile, k)
        if not rest:
            return q
        pile -= -(-rest // (q + 1)) * (q + 1)
    return 0


def _shared(pile: tuple[int, int]) -> Iterator[tuple[int, int]]:
    stones, k = pile
    return ((stones - take, k) for take in range(1, stones // k + 1))


def _run_sum(last: int) -> int:
    """Return the nim-sum 0 xor 1 xor ... xor `last`.

    >>> [_run_sum(last) for last in range(6)]
    [0, 1, 3, 0, 4, 1]
    """
    return (last, 1, last + 1, 0)[last % 4]


def _herd_value(pile: int, k: int) -> int:
    if k % 2 == 0:
        return pile if pile <= 2 else 1 - pile % 2
    halved = 0
    while pile > 4 and pile % 2 == 0:
        pile //= 2
        halved += 1
    value = (0, 1, 0, 1, 2)[pile] if pile <= 4 else 0
    for _ in range(halved):
        value = 2 if value == 1 else 1
    return value


def _herds(k: int, piles: list[int]) -> Game:
    def options(pile: int) -> Iterator[int | Sum[int]]:
        if pile:
            yield pile - 1
            if pile % 2 == 0:
                yield Sum(*[pile // 2] * k)

    return Game.of(FunctionRuleset(options), *piles)


@cache
def _primes() -> list[int]:
    stop = isqrt(MOST_FACTORED)
    sieve = bytearray([1]) * (stop + 1)
    for p in range(2, isqrt(stop) + 1):
        if sieve[p]:
            sieve[p * p :: p] = bytes(len(range(p * p, stop + 1, p)))
    return [p for p in range(2, stop + 1) if sieve[p]]


def _factors(number: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs (prime, exponent) of the factorization of a number, in ascending order of the primes."""
    for p in _primes():
        if p * p > number:
            break
        if number % p == 0:
            exponent = 0
            while number % p == 0:
                number //= p
                exponent += 1
            yield p, exponent
    if number > 1:
        yield number, 1


@cache
def _exponents_value(exponents: int) -> int:
    """Return the Grundy value of a game on a set of exponents: a move subtracts k from each that is at least k.

    The player chooses k >= 1, at most the largest exponent. Exponents that become 0 are removed. Bit e of the integer
    `exponents` is set if the exponent e >= 1 is in the set.

    >>> _exponents_value(0b10), _exponents_value(0b110)
    (1, 0)
    """
    lowered = (exponents >> k | exponents & (1 << k) - 1 for k in range(1, exponents.bit_length()))
    return mex(_exponents_value(left & ~1) for left in lowered)


def _exponents_sum(numbers: list[int]) -> int:
    exponents: dict[int, int] = defaultdict(int)
    for number in set(numbers):
        for p, exponent in _factors(number):
            exponents[p] |= 1 << exponent
    return nim_sum(map(_exponents_value, exponents.values()))


def _divided(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for p in range(2, max(numbers) + 1):
        if all(p % q for q in range(2, p)):
            power = p
            while any(number % power == 0 for number in numbers):
                yield tuple(sorted({number if number % power else number // power for number in numbers}))
                power *= p


PROBLEMS = (
    Problem(
        name="chcoinsg",
        caption="take a prime power from one pile",
        words=("Chef", "Misha"),
        cases=many_lines("the number of tests", InputField("a pile")),
        answer=lambda pile: pile % 6,
        game=lambda pile: Game.of(read_ruleset("take prime-powers"), pile),
        explored=("take prime-powers", "value == n % 6 (proved)"),
        why="""\
CodeChef CHCOINSG, Chef and Coins Game

Rule: one pile of n coins; take p^k coins, p a prime and k >= 0; whoever takes the last coin wins.
Input: T; then T lines n. Output: Chef if the first player wins, else Misha.

Theorem. The Grundy value of n is n mod 6; so the first player loses exactly when 6 divides n.

Why. 1, 2, 3, 4 = 2^2 and 5 may be taken, and no multiple of 6 is a power of one prime. Go up from n = 0:
- Taking 1 to n mod 6 coins leaves every smaller remainder, so all values below n mod 6 are met.
- No move leaves the same remainder, as it would take a multiple of 6; so n mod 6 itself is not met.
The least value that is not met, the mex, is n mod 6. To win, take n mod 6 coins.
One division: O(1).

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966 (subtraction games);
CodeChef, editorial of CHCOINSG, 2016.""",
    ),
    Problem(
        name="cses1730",
        caption="any number from one heap",
        words=("first", "second"),
        cases=many(one_list("a heap", 0)),
        answer=nim_sum,
        game=lambda heaps: Game.of(read_ruleset("nim"), *heaps),
        explored=("nim", "value == n (proved)"),
        why="""\
CSES 1730, Nim Game I

Rule: heaps of sticks; a move takes any number of sticks from one heap; whoever takes the last stick wins.
Input: t; for each test n, then x_1 ... x_n. Output: first or second.

Theorem. The second player wins exactly when the nim-sum x_1 xor ... xor x_n is 0.

Why. From nim-sum 0 every move changes one heap, so the nim-sum is not 0 any more. From nim-sum s > 0 some heap x has
the highest bit of s, so x xor s < x: lower it to x xor s, and the nim-sum is 0. The end, no sticks, has nim-sum 0.
One pass: O(n).

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, 1901.""",
    ),
    Problem(
        name="cses1098",
        caption="1, 2 or 3 from one heap",
        words=("first", "second"),
        cases=many(one_list("a heap", 0)),
        answer=lambda heaps: nim_sum(heap % 4 for heap in heaps),
        game=lambda heaps: Game.of(read_ruleset("take 1..3"), *heaps),
        explored=("take 1..3", "value == n % 4 (proved)"),
        why="""\
CSES 1098, Nim Game II

Rule: heaps of sticks; a move takes 1, 2 or 3 sticks from one heap; whoever takes the last stick wins.
Input: t; for each test n, then x_1 ... x_n. Output: first or second.

Theorem. The Grundy value of a heap x is x mod 4; the second player wins exactly when the nim-sum of these is 0.

Why. Upwards from 0: the three (or fewer) options of x are the heaps before it, whose values are the other remainders
mod 4 when x >= 3, and all smaller ones in any case; never that of x itself, as no take is a multiple of 4. Values of
heaps nim-add. One pass: O(n).

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966; values and sums: R. P. Sprague,
1935, and P. M. Grundy, 1939.""",
    ),
    Problem(
        name="cses1099",
        caption="balls go down a stair",
        words=("first", "second"),
        cases=many(one_list("the balls of a stair", 0)),
        answer=lambda stairs: nim_sum(stairs[1::2]),
        game=lambda stairs: Game.of(FunctionRuleset(_downstairs), tuple(stairs)),
        why="""\
CSES 1099, Stair Game

Rule: stairs 1 ... n with balls; a move takes one or more balls from one stair k > 1 to the stair k - 1; a player who
cannot move loses.
Input: t; for each test n, then p_1 ... p_n. Output: first or second.

Theorem. The second player wins exactly when the nim-sum of the stairs with even numbers, p_2 xor p_4 xor ..., is 0.

Why. The balls of stair k can go k - 1 times. Balls that leave an even stair go to an odd one: that is a move of nim
in the even stairs. Balls that come from an odd stair k >= 3 add to an even one; the answer is to take the same number
of them on, down to the odd stair k - 2, and the even stairs are as before. So who wins nim with the even stairs wins
here; balls only go down, so play ends.
One pass: O(n).

Source: "staircase nim": R. P. Sprague, Ueber zwei Abarten von Nim, 1937; E. R. Berlekamp, J. H. Conway and R. K. Guy,
Winning Ways, chapter 3.""",
    ),
    Problem(
        name="abc255g",
        caption="nim with forbidden takes",
        words=("Takahashi", "Aoki"),
        cases=_banned_takes,
        answer=_banned_sum,
        game=_banned_nim,
        why="""\
AtCoder ABC 255 G, Constrained Nim

Rule: piles of stones; a move takes any number of stones from one pile, but from a pile of exactly X_j stones never
exactly Y_j; a player who cannot move loses.
Input: N M; A_1 ... A_N; then M lines X Y. Output: Takahashi (the first player) or Aoki.

Theorem. Piles that are not among the X_j have a new value, larger by one than all before. A pile X that is has the
least value v all of whose piles below X are forbidden to it, if there is one; else it has a new value, too.

Why. Let the values of the piles below x be 0 ... m: as a new value is always the next number, none is left out. If
all takes are allowed, the mex is m + 1. For X the value v is not among the options exactly when every pile of value v
below X is forbidden, and the mex is the least such v, or m + 1. So only piles X_j repeat a value, and a pile x has
the value x less the number of repeats below. The piles of value v are 1 and the repeats of v; so the takes of X are
counted by value and compared with these numbers. Sorting and searching: O((N + M) log M). Values of piles nim-add.

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; the argument is complete.""",
    ),
    Problem(
        name="abc297g",
        caption="L to R stones from one pile",
        words=("First", "Second"),
        cases=_ranged,
        answer=lambda least, most, piles: nim_sum(pile % (least + most) // least for pile in piles),
        game=lambda least, most, piles: Game.of(read_ruleset(f"take {least}..{most}"), *piles),
        explored=("take 2..5", "value == n % 7 // 2 (proved)"),
        why="""\
AtCoder ABC 297 G, Constrained Nim 2

Rule: piles of stones; a move takes L to R stones from one pile; a player who cannot move loses.
Input: N L R; A_1 ... A_N. Output: First or Second.

Theorem. The Grundy value of a pile a is floor((a mod (L + R)) / L); the second player wins exactly when these nim-add
to 0.

Why. Write r = a mod (L + R), and r = qL + s with 0 <= s < L, so q is the value that is claimed; go up from a = 0.
- Every smaller value u < q is met: take (q - u)L stones. For u >= 1 this is at most (q - 1)L <= r - L < R. For u = 0
  it is qL, or, where that is more than R, take R: r - R < L is left.
- q is not met: within the period a take of k >= L leaves at most r - L, whose quotient is q - 1 at most; round the
  end a take of k > r leaves r - k + L + R >= r + L, whose quotient is q + 1 at least.
The mex is q. Values of piles nim-add; one pass: O(N).

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966; values and sums: R. P. Sprague,
1935, and P. M. Grundy, 1939.""",
    ),
    Problem(
        name="abc368f",
        caption="a number becomes a proper divisor",
        words=("Anna", "Bruno"),
        cases=one_list("a number", 1, MOST_DIVIDED),
        answer=lambda numbers: nim_sum(map(_factor_counts(max(numbers)).__getitem__, numbers)),
        game=lambda numbers: Game.of(FunctionRuleset(_divisors), *numbers),
        why="""\
AtCoder ABC 368 F, Dividing Game

Rule: numbers A_1 ... A_N; a move replaces one number above 1 by a divisor of it that is smaller; a player who cannot
move loses.
Input: N; A_1 ... A_N, at most 10^6. Output: Anna (the first player) or Bruno.

Theorem. The Grundy value of A is the number of its prime factors, each as often as it divides A. The second player
wins exactly when these nim-add to 0.

Why. A smaller divisor lacks at least one prime factor, and by leaving out 1, 2, ... or all of them every smaller
number of factors is met: a number is a heap of its prime factors, from which any are taken, and the options have
exactly the values of nim. The numbers of factors come from one sieve: each prime power adds one to its multiples, O(A
log log A) for the largest A.

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, 1901; values and sums: R. P. Sprague, 1935, and
P. M. Grundy, 1939.""",
    ),
    Problem(
        name="arc091f",
        caption="at most a K-th of a pile",
        words=("Takahashi", "Aoki"),
        cases=line_and_rows(
            count("the number of piles"),
            InputField("a pile", 1, MOST_SHARED),
            InputField("the number K of a pile", 1, MOST_SHARED),
        ),
        answer=lambda piles: nim_sum(_share_value(*pile) for pile in piles),
        game=lambda piles: Game.of(FunctionRuleset(_shared), *piles),
        why="""\
AtCoder ARC 091 F, Strange Nim

Rule: piles A_i, each with a number K_i; a move takes 1 to floor(x / K_i) stones from a pile of x stones; a player who
cannot move loses.
Input: N; then N lines A K. Output: Takahashi (the first player) or Aoki.

Theorem. Let q = floor(x / K). The Grundy value is q where K divides x (0 for x < K), and otherwise that of x - q - 1.

Why. From x stones exactly x - q ... x - 1 are left. Claim: the values of x - q ... x are all of 0 ... q, each once.
For x < K it is so: q = 0, and the value is 0. Go from x - 1 to x.
- If q is the same, then x - q - 1 ... x - 1 had all of 0 ... q; the options of x have all but the value of x - q - 1,
  which is the mex. The window is full again.
- If K divides x, then x - q ... x - 1 had all of 0 ... q - 1; these are the options, and the mex is q.
Steps with one q are made at once, each lowers x by q + 1; q falls from A / K, by a factor 1 - 1 / K a round while it
is large, so there are O(min(K log A, A / K)) rounds, O(sqrt A log A) at most.

Source: AtCoder Regular Contest 091, editorial of problem F, 2018.""",
    ),
    Problem(
        name="cf15c",
        caption="nim with runs of neighbouring heaps",
        words=("tolik", "bolik"),
        cases=line_and_rows(
            count("the number of runs"), InputField("the first heap of a run"), InputField("the length of a run")
        ),
        answer=lambda runs: nim_sum(_run_sum(first + length - 1) ^ _run_sum(first - 1) for first, length in runs),
        game=lambda runs: Game.of(read_ruleset("nim"), *(heap for x, m in runs for heap in range(x, x + m))),
        explored=("nim", "value == n (proved)"),
        why="""\
Codeforces 15C, Industrial Nim

Rule: n runs of heaps of stones: x, x + 1, ..., x + m - 1; a move takes any number of stones from one heap; a player
who cannot move loses.
Input: n; then n lines x m. Output: tolik (the first player) or bolik.

Theorem. The second player wins exactly when all heaps nim-add to 0; and 0 xor 1 xor ... xor k is k, 1, k + 1, 0 for k
mod 4 = 0, 1, 2, 3.

Why. Nim: from nim-sum 0 every move changes it, from any other one some heap can be lowered so that it becomes 0. Of
four neighbours 4j ... 4j + 3 the nim-sum is 0, so only the heaps after the last multiple of 4 count. A run is what
two such sums differ in.
Two looks for a run: O(n).

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, 1901.""",
    ),
    Problem(
        name="cf603c",
        caption="one less, or k halves",
        words=("Kevin", "Nicky"),
        cases=line_and_list(InputField("a pile"), count("the number of piles"), InputField("the number k of halves")),
        answer=lambda k, piles: nim_sum(_herd_value(pile, k) for pile in piles),
        game=_herds,
        why="""\
Codeforces 603C, Lieges of Legendre

Rule: piles of cows; a move removes one cow from a pile, or replaces a pile of 2x > 0 cows by k piles of x; a player
who cannot move loses.
Input: n k; a_1 ... a_n. Output: Kevin (the first player) or Nicky.

Theorem. The Grundy values are, for k even: g(0, 1, 2) = 0, 1, 2; then 0 for odd and 1 for even piles. For k odd: g(0,
..., 4) = 0, 1, 0, 1, 2; then 0 for odd piles, and for even piles 2x: 2 where g(x) = 1, else 1.

Why. k equal piles have value 0 for even k and g(x) for odd k. So g(2x) = mex{g(2x - 1), 0 or g(x)} and g(2x + 1) =
mex{g(2x)}. The first values come from there. Later g(2x - 1) = 0, so g(2x) > 0 and g(2x + 1) = 0 again; and g(2x) is
mex{0, 0} = 1 for even k, mex{0, g(x)} for odd k, which is 2 exactly where g(x) = 1.
An even pile is halved until the answer is known: O(log a) for a pile. Values of piles nim-add.

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; the induction is complete.""",
    ),
    Problem(
        name="cf850c",
        caption="divide by a prime power",
        words=("Mojtaba", "Arpa"),
        cases=one_list("a number", 1, MOST_FACTORED),
        answer=_exponents_sum,
        game=lambda numbers: Game.of(FunctionRuleset(_divided), tuple(sorted(set(numbers)))),
        why="""\
Codeforces 850C, Arpa and a game with Mojtaba

Rule: numbers; a move chooses a power p^k, p a prime and k >= 1, that divides at least one of them, and divides every
number that it divides by it; a player who cannot move loses.
Input: n; a_1 ... a_n, at most 10^9. Output: Mojtaba (the first player) or Arpa.

Theorem. The primes are independent: the game is a sum, a part for each prime. The part of p is the set of the
exponents > 0 of p in the numbers; a move with k lowers those >= k by k. The values of these sets nim-add.

Why. A move with p changes no exponent of another prime, so each prime is a position of its own, and a move is made in
one of them. Equal exponents stay equal, so only their set counts. For numbers to 10^9 it is a set of numbers below
30, written as bits: a move with k joins the bits from k on, shifted down, with those below. The sets that are met are
few, as each move loses high bits, and they are remembered.
Trial division by the primes to sqrt a: O(n sqrt a / log a).

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; the argument is complete.""",
    ),
)
