"""Certificates that an independent program can check."""
