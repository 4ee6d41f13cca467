"""Games on graphs and on ordered sets: a token moves, or vertices and edges are deleted."""
