"""The editors of graphs and sums, which work on the text of a game: each change gives a new text."""

from __future__ import annotations

from .editors import GRAPHS


class Graph:
    """A game on a graph in the editor, as text: words for arcs and vertices, and after "@" the token's vertex.

    >>> graph = Graph("graph: 2>1 3>2 @ 3")
    >>> graph.words, graph.token, graph.arcs
    (['2>1', '3>2'], '3', ['2>1', '3>2'])
    """

    def __init__(self, text: str) -> None:
        name, _, position = text.partition(":")
        self.name = name.strip()
        self.editor = GRAPHS.get(self.name.partition("(")[0], next(iter(GRAPHS.values())))
        self.joint = self.editor.joint
        words, _, token = position.rpartition("@") if self.editor.token else (position, "", "")
        self.words, self.token = words.replace(",", " ").split(), token.strip()

    @property
    def arcs(self) -> list[str]:
        """The words of the text that are arcs or edges."""
        return [word for word in self.words if self.joint in word]

    def written(self, words: list[str], token: str) -> str:
        """Return the game in notation, with its arcs, vertices and token replaced by the given ones.

        In Hackenbush, vertices without edges are omitted.

        Args:
            words: The arcs and vertices.
            token: The vertex of the token, or "".

        Returns:
            The game in notation.
        """
        if not self.editor.lone:
            words = [word for word in words if self.joint in word]
        end = f" @ {token}" if self.editor.token else ""
        return f"{self.name}: {' '.join(dict.fromkeys(words))}{end}"

    def with_arc(self, tail: str, head: str) -> str:
        """Return the graph with one more arc or vertex.

        Args:
            tail: The tail of the arc, or the vertex.
            head: The head of the arc, or "" to add a vertex.

        Returns:
            The game in notation.
        """
        return self.written([*self.words, f"{tail}{self.joint}{head}" if head else tail], self.token or tail)

    def without_arc(self, arc: str) -> str:
        """Return the graph without an arc; its ends stay.

        >>> Graph("graph: 2>1 3>2 @ 3").without_arc("2>1"), Graph("hackenbush: 0-1 1-2").without_arc("1-2")
        ('graph: 3>2 1 @ 3', 'hackenbush: 0-1')
        """
        kept = [word for word in self.words if word != arc]
        return self.written([*kept, *(end for end in arc.split(self.joint) if end not in self._ends(kept))], self.token)

    def without_vertex(self, vertex: str) -> str:
        """Return the game in notation without a vertex and its arcs; the other ends of the arcs stay.

        The result is "" if the token is on the vertex.
        """
        if vertex == self.token:
            return ""
        kept = [word for word in self.words if vertex not in word.split(self.joint)]
        lost = self._ends(self.words) - self._ends(kept) - {vertex}
        return self.written([*kept, *sorted(lost)], self.token)

    def with_token(self, vertex: str) -> str:
        """Return the game in notation with its token on another vertex."""
        return self.written(self.words, vertex)

    def of_rule(self, name: str) -> str:
        """Return the game of the ruleset `name` on the same graph, in notation.

        If the new ruleset has a token but this game has none, the token is put on the first vertex.

        >>> Graph("hackenbush: 0-1 1-2").of_rule("geography")
        'geography: 0>1 1>2 @ 0'
        """
        other = Graph(f"{name}:")
        words = [word.replace(self.joint, other.joint) for word in self.words]
        return other.written(words, self.token or next(iter(self.words), "").split(self.joint)[0])

    def _ends(self, words: list[str]) -> set[str]:
        return {end for word in words for end in word.split(self.joint)}


def summands(text: str) -> list[str]:
    """Return the summands of a sum as written.

    >>> summands("nim: 3 5 + take k where k <= n + 1: 5")
    ['nim: 3 5', 'take k where k <= n + 1: 5']
    """
    found, held = [], ""
    for piece in text.split(" + "):  # a piece without a colon belongs to the one before it
        held = f"{held} + {piece}" if held else piece
        if ":" in piece:
            found.append(held.strip())
            held = ""
    return [*found, held.strip()] if held else found


def orders(parts: list[str], place: int) -> dict[str, str]:
    """Return the sums that result if one component is removed, moved up or moved down; "" if that is impossible.

    Args:
        parts: The components in notation, in their order.
        place: The index of the component, from 0.

    Returns:
        The sums in notation, by the names "remove", "up" (to the place before) and "down" (to the place after).
    """
    found = {"remove": [*parts[:place], *parts[place + 1 :]]}
    for name, to in (("up", place - 1), ("down", place + 1)):
        found[name] = [*found["remove"][:to], parts[place], *found["remove"][to:]] if 0 <= to < len(parts) else []
    return {name: " + ".join(kept) for name, kept in found.items()}
