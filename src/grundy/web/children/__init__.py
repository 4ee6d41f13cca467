"""Processes that compute: limited in memory and time, killed at their deadline."""
