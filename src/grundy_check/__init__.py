"""The independent checker of certificates: standard library only, nothing of `grundy`, and it never searches.

A certificate says what is claimed and gives the evidence; every step of it is tried here against the rules of the
game, which this package knows from their text. `python -m grundy_check FILE` or `grundy-check FILE`.
"""

from .reading import Stop
from .segments import opened
from .verdict import Verdict, check

__all__ = ["Stop", "Verdict", "check", "opened"]
