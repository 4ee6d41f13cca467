"""A base class of rulesets whose subclasses read and write one component, while the class reads and writes sums."""

from __future__ import annotations

from abc import abstractmethod

from .errors import InputError
from .ruleset import OVER, Ruleset
from .scanner import Scanner
from .sums import P, Sum


class PartwiseRuleset(Ruleset[P]):
    """A base class that reads and writes sums by methods for one component, `read_part` and `show_part`.

    A subclass defines these two, `name` and `options`. It may set `between`, the separator of components, which is "; "
    by default. `read` calls `check` for each component, and errors of `check` get the place of the component.
    """

    between: str = "; "
    """The separator of components; if it is blank, single commas are accepted too."""
    nothing: str = OVER
    """The text of the empty sum."""
    inside: str = ""
    """What else may follow a component, as error messages describe it."""

    @abstractmethod
    def read_part(self, scanner: Scanner) -> P:
        """Read one component at the cursor, and leave the cursor after it; raise `InputError` for a mistake."""

    @abstractmethod
    def show_part(self, position: P) -> str:
        """Return the text of one component, as `read_part` reads it."""

    def read(self, text: str) -> Sum[P]:
        """Read a text of one or more components, separated by `between`, and return their sum."""
        scanner, found = Scanner(text), list[P]()
        mark = self.between.strip()
        while not found or (scanner.take(mark) if mark else not scanner.done()):
            if found and not mark:
                scanner.take(",")
            scanner.blanks()
            at = scanner.at
            found.append(self.read_part(scanner))
            try:
                self.check(found[-1])
            except InputError as error:
                raise error.within(text, at) from None
        scanner.end(f'{self.inside}"{mark}" or the end of the text')
        return Sum.of(found)

    def show(self, parts: Sum[P]) -> str:
        return self.between.join(map(self.show_part, parts)) or self.nothing
