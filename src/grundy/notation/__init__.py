"""Games and rulesets as text: the reader of DESIGN's grammar, with a caret under the mistake."""

from .reader import game_of, read_family, read_game, read_ruleset

__all__ = ["game_of", "read_family", "read_game", "read_ruleset"]
