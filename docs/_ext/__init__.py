"""Extensions that write pages of the site when it is built: from the catalogue, the commands, the docstrings."""
