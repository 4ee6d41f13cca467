"""The pages: routes, state in the address, templates, texts, static files."""
