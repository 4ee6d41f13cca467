"""Reads games and rulesets from text; errors point at the mistake."""

from .reader import game_of, read_family, read_game, read_ruleset

__all__ = ["game_of", "read_family", "read_game", "read_ruleset"]
