"""Suggests what a beginner may have meant by a text that cannot be read, for example because a colon is missing.

A suggestion is made only if it can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from ..core import InputError

MOST_TEXT = 200
"""The longest text for which a suggestion is tried."""
_NUMBER = r"(?:[0-9]+\^)?[0-9]+"
_HEAPS = rf"{_NUMBER}(?:[\s,;+]+{_NUMBER})*"
_TAKE = r"(?:take|subtract|remove)"
_GUESSES: tuple[tuple[str, str], ...] = (
    (rf"({_HEAPS})", r"nim: \1"),
    (rf"([A-Za-z][A-Za-z-]*)\s*[:=]?\s*[(\[{{]\s*({_HEAPS})\s*[)\]}}]", r"\1: \2"),
    (rf"([A-Za-z][A-Za-z-]*)\s*[:=]?\s*({_HEAPS})", r"\1: \2"),
    (r"([A-Za-z][A-Za-z-]*)\s*:?\s*\(?\s*([0-9]+)\s*[x*]\s*([0-9]+)\s*\)?", r"\1: \2x\3"),
    (rf"{_TAKE}\s+([0-9]+)\s*(?:-|to|through)\s*([0-9]+)(\s*:.*)?", r"take \1..\2\3"),
    (rf"{_TAKE}\s+(?:up\s+to|at\s+most|<=)\s*([0-9]+)(\s*:.*)?", r"take 1..\1\2"),
    (rf"{_TAKE}\s+([0-9]+(?:(?:\s*,\s*|\s+or\s+|\s+)[0-9]+)+)(\s*:.*)?", r"take {\1}\2"),
    (r"(?:take\s+)?all[- ]?but\s*[(\[{]?(\s*[0-9]+(?:[\s,]+[0-9]+)*\s*)[)\]}]?(\s*:.*)?", r"take all-but {\1}\2"),
    (rf"{_TAKE}\s*[(\[{{](\s*[0-9]+(?:[\s,]+[0-9]+)*\s*)[)\]}}](\s*:.*)?", r"take {\1}\2"),
)
"""Patterns of whole texts, with what each may mean; separators are made uniform afterwards."""
_OPTIONS = (
    (r"(.+?)[,\s]+\(?mis[eè]re\)?", r'write "\1" and add --misere'),
    (r"([^:]+?)[\s:]+([0-9]+)", r"write only \1, and the largest heap as --to \2"),
)
"""Patterns of texts that contain an option: the first group must be readable alone."""
_CLAIMS = (
    (r"\b(?:lost|losing|p)\s+(?:iff|if and only if|exactly if|exactly when|when|if)\b", "P iff"),
    (r"\bis\s+(?:divisible\s+by|a\s+multiple\s+of)\s+([0-9]+)", r"% \1 == 0"),
    (r"\bmod\b", "%"),
    (r"\bxor\b", "^"),
    (r"(?<![=!<>])=(?!=)", "=="),
)
"""Patterns of words and signs in claims, each with its notation."""


def suggestion(text: str, read: Callable[[str], object]) -> str | None:
    """Suggest a text that can be read in place of one that cannot.

    Args:
        text: The text that cannot be read.
        read: A function that reads a text, or raises `InputError`.

    Returns:
        A hint with the first suggestion that can be read, or None.

    Example:
        >>> from grundy import read_game
        >>> for text in ("3 5 7", "Nim [3, 5]", "take 1-3: 15", "cram 3 x 4", "nim: 2**10 1e3", "kayles x"):
        ...     print(suggestion(text, read_game))
        did you mean "nim: 3 5 7"?
        did you mean "nim: 3 5"?
        did you mean "take 1..3: 15"?
        did you mean "cram: 3x4"?
        did you mean "nim: 2^10 10^3"?
        None
    """
    if len(text) > MOST_TEXT or not text.isprintable():
        return None
    text = re.sub(r"\b1e([0-9]+)", r"10^\1", text.replace("**", "^"))
    for pattern, words in _OPTIONS:
        found = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
        with suppress(InputError):
            if found is not None and read(found[1].strip()) is not None:
                return found.expand(words)
    for pattern, meaning in _GUESSES:
        found = re.fullmatch(rf"\s*{pattern}\s*", text, re.IGNORECASE)
        if found is None:
            continue
        guess = _uniform(found.expand(meaning))
        with suppress(InputError):
            read(guess)
            return f'did you mean "{guess}"?'
    with suppress(InputError):
        if " & " in text:
            read(guess := f"conjunctive: {text.strip()}")
            return f'did you mean "{guess}"?'
    return None


def claim_suggestion(text: str, read: Callable[[str], object]) -> str | None:
    """Suggest a claim that can be read in place of one that cannot, such as one with `%` in place of "mod".

    Args:
        text: The claim that cannot be read.
        read: A function that reads a claim, or raises `InputError`.

    Returns:
        A hint with the suggestion, or None if it cannot be read either.

    Example:
        >>> from grundy.patterns import read_claim
        >>> print(claim_suggestion("n mod 4 = 0", read_claim))
        did you mean "P iff n % 4 == 0"?
    """
    guess = text.strip()
    for pattern, meaning in _CLAIMS if len(text) <= MOST_TEXT else ():
        guess = re.sub(pattern, meaning, guess, flags=re.IGNORECASE)
    if re.match(r"(?:[PN]\s+iff|value|periodic|same)\b", guess) is None:
        guess = f"P iff {guess}"
    with suppress(InputError):
        if guess != text.strip():
            read(guess)
            return f'did you mean "{guess}"?'
    return None


def _uniform(guess: str) -> str:
    name, colon, heaps = guess.partition(":")
    inside = re.fullmatch(r"(take (?:all-but )?)\{(.*)\}\s*", name)
    name = f"{inside[1]}{{{', '.join(re.findall('[0-9]+', inside[2]))}}}" if inside else name.lower()
    if re.fullmatch(r"\s*[0-9]+x[0-9]+", heaps):
        return guess.lower()
    return f"{name.rstrip()}: {' '.join(re.findall(_NUMBER, heaps))}" if colon else name
