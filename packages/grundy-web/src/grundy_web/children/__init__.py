"""Child processes that compute, limited in memory and time and killed at their deadline."""
