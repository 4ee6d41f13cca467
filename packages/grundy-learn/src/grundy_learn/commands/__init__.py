"""The commands of the course and of the collection of problems."""
