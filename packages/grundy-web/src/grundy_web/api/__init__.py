"""The API, version 1: strict requests in, the JSON of the command line out."""
