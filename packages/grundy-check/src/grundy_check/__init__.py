"""The independent checker of certificates: it uses only the standard library, nothing of `grundy`, and never searches.

A certificate contains a claim and its proof. Every step of the proof is checked against the rules of the game, which
this package implements again. Run `python -m grundy_check FILE` or `grundy-check FILE`.
"""

from .reading import Stop
from .segments import opened
from .verdict import Verdict, check

__all__ = ["Stop", "Verdict", "check", "opened"]
