"""Completes games and rulesets in the shell: names, an example position, octal codes."""

from __future__ import annotations

from click.shell_completion import CompletionItem

from ..games import CATALOGUE


def games(before: str, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a game, or after "NAME:" the next word of its example position, for the shell's tab key.

    Args:
        before: The words of the argument that are already typed.
        incomplete: The beginning of the word to complete.

    Returns:
        The possible words, each with a caption that shells may show.

    Example:
        >>> [item.value for item in games("", "cr")], [item.value for item in games("cram:", "")]
        (['cram:'], ['3x4'])
        >>> [item.value for item in games("nim: 3 +", "cr")]
        ['cram:']
    """
    part = before.rpartition("+")[2].strip()
    if not part:
        found = [
            CompletionItem(f"{entry.example.partition(':')[0]}:", help=entry.caption) for entry in CATALOGUE.values()
        ]
    else:
        name, colon, position = part.partition(":")
        entry = CATALOGUE.get(name.strip().partition("(")[0])
        told = [] if entry is None or not colon else entry.example.partition(": ")[2].split()
        words = position.split()
        left = told[len(words) :] if told[: len(words)] == words else []
        found = [CompletionItem(word) for word in left[:1]]
    return [item for item in found if str(item.value).startswith(incomplete)]


def rulesets(before: str, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a ruleset, or an octal code with a known period, for the shell's tab key.

    Args:
        before: The words of the argument that are already typed; after one, nothing is suggested.
        incomplete: The beginning of the word to complete; octal codes are suggested if it starts with a digit.

    Returns:
        The possible words, each with a caption that shells may show.

    Example:
        >>> [item.value for item in rulesets("", "kay")], len(rulesets("", "0.10")) > 3, rulesets("kayles", "")
        (['kayles'], True, [])
    """
    if before:
        return []
    found = [CompletionItem(entry.example.partition(":")[0], help=entry.caption) for entry in CATALOGUE.values()]
    if incomplete[:1] in [*"0123456789"]:
        from ..workflows.computing import known_periods

        found = [CompletionItem(code) for code in known_periods()]
    return [item for item in found if str(item.value).startswith(incomplete)]
