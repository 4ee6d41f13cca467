"""Shell completion of games and rulesets: names, an example position, octal codes."""

from __future__ import annotations

from click.shell_completion import CompletionItem

from ...games import CATALOGUE


def games(before: str, incomplete: str) -> list[CompletionItem]:
    """Complete games, and after a name the words of its example.

    Args:
        before: The text before the word.
        incomplete: The beginning of the word.

    Returns:
        The completions.

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
    """Complete names of rulesets, and after a digit octal codes with known periods.

    Args:
        before: The text before the word.
        incomplete: The beginning of the word.

    Returns:
        The completions.

    Example:
        >>> [item.value for item in rulesets("", "kay")], len(rulesets("", "0.10")) > 3, rulesets("kayles", "")
        (['kayles'], True, [])
    """
    if before:
        return []
    found = [CompletionItem(entry.example.partition(":")[0], help=entry.caption) for entry in CATALOGUE.values()]
    if incomplete[:1] in [*"0123456789"]:
        from ...workflows.computing.period import known_periods

        found = [CompletionItem(code) for code in known_periods()]
    return [item for item in found if str(item.value).startswith(incomplete)]
