"""Tame, restive, restless and wild games, and sums of tame games, which have the outcomes of nim.

A tame game can be replaced by a nim position in every sum of tame games. A fickle one, of genus 0^120 or 1^031, is
replaced by heaps of 0 and 1 only. A firm one, of genus n^n(n xor 2), is replaced by a position with a larger heap and
nim-sum n.

The exact definition has two conditions. The tame options alone give the genus of a nim position, and every other option
has a tame option of the same genus (it is reversible). A game with options, none of them tame, is not called tame,
because after all reversals no move would be left at the end. A sum of tame games is tame. It is a P-position exactly if
the nim-sum is 0, or 1 if all are fickle.

A game that is not tame and whose options are all tame is restive if its Grundy value is 2 or more and its misère value
is 0 or 1, and restless in the opposite case. Sources: J. H. Conway, "On Numbers and Games", 1976, chapter 12; E. R.
Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 13.
"""

from __future__ import annotations

from enum import Enum

from .canonical import Forms
from .genus import Genus, GenusTable, genus_of_options, nim_genera


class Kind(Enum):
    """The behaviour of a game in misère sums: tame (fickle or firm), restive, restless or wild."""

    FICKLE = "tame, fickle"
    FIRM = "tame, firm"
    RESTIVE = "restive"
    RESTLESS = "restless"
    WILD = "wild"

    @property
    def tame(self) -> bool:
        """Whether the game behaves in misère sums like a position of nim, either a fickle or a firm one."""
        return self in {Kind.FICKLE, Kind.FIRM}

    def __str__(self) -> str:
        return self.value


class Kinds:
    """Computes and stores the kinds (tame, restive, restless or wild) of the forms in a collection, `forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.genera = GenusTable(forms)
        self._known: dict[int, Kind] = {}

    def genus(self, form: int) -> Genus:
        """Return the genus of a canonical form, given by its number."""
        return self.genera.of(form)

    def of(self, form: int) -> Kind:
        """Return the kind (tame, restive, restless or wild) of a canonical form, given by its number."""
        if form not in self._known:
            for x in self.forms.reached(form):
                if x not in self._known:
                    self._known[x] = self._kind(x)
        return self._known[form]

    def _kind(self, form: int) -> Kind:
        options = self.forms.options[form]
        tame = [x for x in options if self._known[x].tame]
        wanted = genus_of_options([self.genus(x) for x in tame])
        if wanted in nim_genera(max(wanted.value, 1)) and (tame or not options):
            back = (self.forms.options[x] for x in options if not self._known[x].tame)
            if all(any(self._known[y].tame and self.genus(y) == wanted for y in ys) for ys in back):
                return Kind.FIRM if wanted.period == len(wanted.digits) else Kind.FICKLE
        genus = self.genus(form)
        if len(tame) == len(options):
            return Kind.RESTIVE if genus.value > 1 else Kind.RESTLESS
        return Kind.WILD
