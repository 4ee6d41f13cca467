"""Writes the web app as static files, for a browser that runs Python and needs no server."""
