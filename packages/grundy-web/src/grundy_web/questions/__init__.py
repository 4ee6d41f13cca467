"""The questions that a child process answers, as functions from plain data to plain data."""
