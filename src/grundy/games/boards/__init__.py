"""Games on boards of squares: dominoes, lines, stones and chess pieces."""
