"""Finds every built-in ruleset by its name; modules of games are imported when they are first needed."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "CATALOGUE COMPOUNDS Entry Parameter make": ".catalogue",
        "Components Compound": ".compounds",
        "Choosing": ".forms",
        "CodeRow turning_code": ".coins.codes",
        "BlockedPosition BlockedRule CoupledClause CoupledRule": ".heaps.coupled_rules",
        "NAMED_SETS Clause HeapRule Split TakeSet TakeWhere": ".heaps.clauses",
        "CodeGame code_game code_of union": ".heaps.codes",
        "CoupledRuleset Numbers lowered": ".heaps.coupled",
        "dawson_value": ".heaps.dawson",
        "BoundedNim": ".heaps.nim",
    },
)
