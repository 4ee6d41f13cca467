"""The questions that a child answers, as functions from plain data to plain data."""
