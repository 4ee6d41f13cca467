"""Games of curves between spots: Sprouts on texts and on machine words, and Brussels Sprouts."""
