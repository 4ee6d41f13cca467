"""Exercises of each lesson: sources of positions, rules and statements, one lesson a file."""
