"""The building blocks of a search for large positions: compiled solvers, a database, workers, and progress."""
