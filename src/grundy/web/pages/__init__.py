"""The pages: routes, their state in the address, templates, words, static files."""
