"""Certificates that somebody else can check."""
