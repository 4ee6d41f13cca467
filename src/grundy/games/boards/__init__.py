"""Games on boards of squares: dominoes, lines, marks and pieces."""
