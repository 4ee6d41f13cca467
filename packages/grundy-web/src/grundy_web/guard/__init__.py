"""Checks of requests before the application: sizes, times, Host, Origin, tokens, and answers to rejected requests."""
