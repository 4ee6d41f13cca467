"""A course on impartial games: lessons with graded exercises, worksheets, and a collection of contest problems."""
