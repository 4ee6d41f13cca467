"""Misère quotients by generators and relations.

The generators are the heaps that are not equal to a sum of smaller ones. The normal form of an element is the first sum
of generators that is equal to it, if sums with fewer heaps come first. There is a relation for every sum that is not a
normal form, although it becomes one if any heap is removed. The relation states the normal form of this sum. With these
relations every sum can be reduced to its normal form (L. Rédei, "The theory of finitely generated commutative
semigroups", 1965).
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from ..core import Budget
from .heaps import Word
from .quotient import Quotient
from .transitions import first_words


@dataclass(frozen=True)
class Presentation:
    """A presentation of a misère quotient: generators, relations between words, and normal forms of all elements.

    Attributes:
        generators: The heaps that the generators a, b, c, ... represent.
        relations: Pairs of equal words, each a tuple of heaps; the second word is in normal form.
        forms: For each element of the quotient its normal form: a word that represents it, as a tuple of heaps.

    Example:
        >>> import grundy
        >>> shown = grundy.misere_quotient("take 1..2", 9).presentation
        >>> str(shown), shown.generators
        ('< a, b | a^2 = 1, b^3 = b >', (1, 2))
        >>> shown.letter(2), shown.show((1, 2, 2)), shown.name(3)
        ('b', 'a b^2', 'a b')
    """

    generators: tuple[int, ...]
    relations: tuple[tuple[Word, Word], ...]
    forms: tuple[Word, ...]

    def letter(self, heap: int) -> str:
        """Return the name of a generator: a to z, then a1, b1, ...

        Args:
            heap: The heap of the generator.

        Returns:
            The name.
        """
        turn, place = divmod(self.generators.index(heap), 26)
        return ascii_lowercase[place] + (str(turn) if turn else "")

    def show(self, word: Word) -> str:
        """Return a product of generators as text.

        Args:
            word: The heaps of the generators, each as often as it occurs in the product.

        Returns:
            The product, such as "1" or "a^2 b".
        """
        powers = [(self.letter(heap), word.count(heap)) for heap in sorted(set(word))]
        return " ".join(name if k == 1 else f"{name}^{k}" for name, k in powers) or "1"

    def name(self, element: int) -> str:
        """Return the normal form of an element of the quotient as text.

        Args:
            element: The index of the element.

        Returns:
            The product, such as "a^2 b".
        """
        return self.show(self.forms[element])

    def __str__(self) -> str:
        letters = ", ".join(map(self.letter, self.generators))
        relations = ", ".join(f"{self.show(left)} = {self.show(right)}" for left, right in self.relations)
        return f"< {letters} | {relations} >"


def presentation(quotient: Quotient) -> Presentation:
    """Return a presentation of a misère quotient, with relations of short words first.

    >>> from grundy.misere import PartialQuotients
    >>> from grundy.notation import read_ruleset
    >>> str(presentation(PartialQuotients(read_ruleset("nim")).to(2)))
    '< a, b | a^2 = 1, b^3 = b >'
    """
    generators = _generators(quotient)
    forms = first_words(quotient, generators, [1] * len(quotient.images), Budget())
    normal = dict.fromkeys(forms)
    found: dict[Word, Word] = {}
    for word in normal:
        for heap in generators:
            longer = tuple(sorted((*word, heap)))
            parts = (longer[:i] + longer[i + 1 :] for i in range(len(longer)))
            if longer not in normal and all(part in normal for part in parts):
                found[longer] = forms[quotient.element(longer)]
    relations = tuple(sorted(found.items(), key=lambda pair: (len(pair[0]), pair[0])))
    return Presentation(generators, relations, forms)


def _generators(quotient: Quotient) -> tuple[int, ...]:
    """Return the heaps that generate the quotient: those whose element is no product of elements of smaller heaps."""
    found: list[int] = []
    made = {0}
    for heap, x in enumerate(quotient.images):
        if x not in made:
            found.append(heap)
            fresh = list(made)
            while fresh:
                fresh = [y for y in {quotient.times[x][y] for y in fresh} if y not in made]
                made.update(fresh)
    return tuple(found)
