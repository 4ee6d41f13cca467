"""`python -m grundy` is the command `grundy`."""

from .cli import main

main()
