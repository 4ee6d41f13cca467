"""An atlas of published and computed facts about games, each with its evidence, to be searched and verified."""

from grundy.core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {"Atlas AtlasReport FactCheck": ".atlas", "certified found_again": ".checks", "fact_b_file fact_draft": ".drafts"},
)
