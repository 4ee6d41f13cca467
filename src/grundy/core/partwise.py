"""Rules whose parts are written one after the other: reading and showing one part says how any number is written."""

from __future__ import annotations

from abc import abstractmethod

from .errors import InputError
from .ruleset import OVER, Ruleset
from .scanner import Scanner
from .sums import P, Sum


class PartwiseRuleset(Ruleset[P]):
    """A ruleset that states how one part is read and shown; each part is checked where it stands."""

    between: str = "; "
    """What stands between two parts: with blanks only, single commas may stand there too."""
    nothing: str = OVER
    """How no parts are written."""
    inside: str = ""
    """What else may go on behind a part, as an error says it."""

    @abstractmethod
    def read_part(self, scanner: Scanner) -> P:
        """Read one part from where the cursor stands."""

    @abstractmethod
    def show_part(self, position: P) -> str:
        """Write one part."""

    def read(self, text: str) -> Sum[P]:
        """Read one part or more."""
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
        """Write parts so that `read` gives them back."""
        return self.between.join(map(self.show_part, parts)) or self.nothing
