"""Games of contest problems that no ruleset of the catalogue covers; they are built in Python only."""
