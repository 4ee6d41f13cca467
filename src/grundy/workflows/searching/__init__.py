"""What only large positions need: compiled search of the parts, a database, workers, progress."""
