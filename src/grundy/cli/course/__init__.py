"""The commands of the course and of the bank of problems."""
