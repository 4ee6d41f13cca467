"""The pages of the web app: routes, the state in their addresses, templates, texts, static files."""
