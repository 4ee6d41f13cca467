"""Checks a period of a code or a subtraction set by a block of values.

Theorem (R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956). Let a move leave at most h heaps and take
at most k tokens. A move from n + p, with n >= h n0 + (h-1) p + k, leaves a heap of at least n0 + p. If this heap is
smaller by p, the result is that of a move from n, with the same value; the converse is also true. So if G(n + p) = G(n)
for n0 <= n < h n0 + (h-1) p + k, it holds for every n >= n0.
"""

from .games import Rules, code_of, set_of
from .reading import Claim, Reader, nat, number, reject
from .values import SHOWN, heap_values, repeats

THEOREM = "a block of this length, once repeated, repeats forever (R. K. Guy and C. A. B. Smith, 1956)"
GAMES = {"take-break": code_of, "subtraction": set_of}
CLAIM = SHOWN | {"parts": number(1, 4), "take": nat}


def check(reader: Reader, rules: Rules, claim: Claim, _: bool) -> str:
    """Compute all values by the rules, and check that a block of values is repeated.

    Args:
        reader: The certificate.
        rules: The amounts that may be taken with their digits, see `games.Rules`.
        claim: The preperiod, the period, the numbers h and k of the theorem, and the hash of the values.
        _: Whether play is misère; not used, because the kind of the certificate determines it.

    Returns:
        The claim in words.

    Raises:
        Stop: If the claim is wrong, or if a limit is exceeded.
    """
    first, p = max(claim["n0"], 1), claim["p"]
    heaps, largest = max([2, *(digit.bit_length() for _, digit in rules)]) - 1, max((t for t, _ in rules), default=0)
    if (claim["parts"], claim["take"]) != (heaps, largest):
        reject(f"a move leaves at most {heaps} heaps and takes at most {largest}")
    length = (heaps - 1) * (first + p) + largest
    return repeats(heap_values(rules, first + p + length, reader), claim, first, length)
