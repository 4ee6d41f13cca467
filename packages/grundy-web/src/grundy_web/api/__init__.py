"""The JSON API of the web app, version 1: strictly checked requests, and answers as the command line prints them."""
