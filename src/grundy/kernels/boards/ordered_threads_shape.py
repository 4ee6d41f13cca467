"""The layout of the shared array in which threads that fill one table in order publish their progress."""

from __future__ import annotations

THREADS, GRAIN, YIELD = range(3)
"""Places: the number of threads; the number of rows that differ within a piece; the address of a function that lets
another thread have the processor, or 0."""
PIECE, DONE, APART = 8, 16, 8
"""More places: how many pieces were taken, counted from that of the first position; from `DONE` on, `APART` places for
each thread, in lines of memory of their own: the first position that is not known to be done in its pieces."""
END = 1 << 62
"""How far a thread is that has no piece any more."""
OFTEN = 63
"""A thread publishes its progress after every position whose last bits are these."""
