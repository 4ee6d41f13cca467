"""Drawings of Sprouts, with curves that never cross: a triangulated rectangle, and planar maps drawn into it."""
