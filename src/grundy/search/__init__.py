"""Methods that solve positions, one in each module; `definition` is the reference implementation for the others."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "MOST_VERTICES GameGraph Region game_graph_of explore sums_below": ".game_graph",
        "bottom_up top_down": ".boards",
        "Choice SHARED_METHODS can_search choose kernels_of make_solver": ".choose",
        "CompoundTheory play_suspense": ".compounds",
        "shortest_cycle": ".cycles",
        "DeepMisere DeepSearch": ".deep",
        "grundy_value grundy_values": ".definition",
        "EntailedSolver Rests Value sum_of_values": ".entailed",
        "heap_values": ".heaps",
        "RankedSolver RankedTable": ".ranked",
        "Lengths ends_first play_lengths": ".loopy",
        "PartizanSolver Winners": ".partizan",
        "ProofNumbersSolver": ".proof_numbers",
        "ProvedParts": ".proved_parts",
        "Labels LoopyValue loopy_sum": ".smith",
        "DefinitionSolver ValueSolver Store": ".solver",
        "Crew SplitAnswer SplitJob SplitSearch SplitWorker": ".split_search",
        "Estimate Sampler most_tried": ".uct",
        "PlayOut WholeSolver": ".whole",
        "Ending ZermeloSolver best_options reached_positions": ".zermelo",
    },
)
