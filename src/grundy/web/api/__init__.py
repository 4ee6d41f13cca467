"""The API, version 1: strict questions in, the JSON of the command line out."""
