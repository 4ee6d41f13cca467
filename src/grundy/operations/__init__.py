"""The questions that grundy answers, such as solve: for each its request, its result and its function.

The command line, the web API, agents and the library are all generated from this table.
"""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Context family_of game_of is_misere ruleset_of write_whole": ".context",
        "internal_format oeis_b_file oeis_draft": ".oeis",
        "Argument Bounds Choices FieldError FieldRecord Local LongAnswer MOST_TEXT NotInProof OfProof": ".request",
        "Play Remote Request RequestField WorkersField fields_of": ".request",
        "ABSENT Big Certified Result": ".result",
        "ENDPOINTS OPERATIONS Operation added_operations every_operation operation served": ".table",
    },
)
