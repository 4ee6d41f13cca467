"""Games of curves drawn between spots: Sprouts on texts and on machine words, and Brussels Sprouts."""
