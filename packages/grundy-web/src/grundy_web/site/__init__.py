"""The web app as static files, run by a browser that has Python and no server."""
