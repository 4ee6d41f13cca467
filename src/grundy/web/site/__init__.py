"""The page as static files: written here, run by a browser that has Python and no server."""
