"""Points and curves that never cross: a triangulation, routes through it, and planar maps drawn into it."""
