"""The operations of grundy, which are questions that it answers, such as `solve`.

Each operation has a class of requests, a class of results and a function. From these the command line, the web API, the
tools for agents and the functions of the library are generated.
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
