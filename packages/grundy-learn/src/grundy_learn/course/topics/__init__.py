"""Exercises of each lesson: sources of positions, rulesets and statements, one lesson per module."""
