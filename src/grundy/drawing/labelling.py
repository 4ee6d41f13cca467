"""The order in which positions of a diagram are labelled, backwards from terminal positions, and its animation.

A position is labelled one step after the last position that decides its label. If values are shown, these are all its
options; else for P all options, and for N the first option that is P. Draws, and positions whose options are not drawn,
are labelled in the last step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core import Outcome
from .diagram import Diagram
from .film import STILL
from .svg import number, tag

SECONDS = 1.5
"""Seconds of a step."""
HELD = 3
"""Steps for which the finished picture is shown."""


def labelling(diagram: Diagram) -> tuple[int, ...]:
    """Return the step, from 1, of an animation in which each position gets its label, terminal positions first.

    >>> from .diagram import DiagramNode
    >>> nodes = DiagramNode("2", 2, Outcome.N), DiagramNode("1", 1, Outcome.N), DiagramNode("0", 0, Outcome.P)
    >>> labelling(Diagram(nodes, ((0, 1), (0, 2), (1, 2))))
    (3, 2, 1)
    """
    options: list[list[int]] = [[] for _ in diagram.nodes]
    for tail, head in diagram.arcs:
        options[tail].append(head)
    steps: dict[int, int] = {}
    left, step = list(range(len(options))), 0
    while left:
        step += 1
        new = [node for node in left if _decided(diagram, node, options[node], steps)]
        steps |= dict.fromkeys(new or left, step)
        left = [node for node in left if node not in steps]
    return tuple(steps[node] for node in range(len(options)))


def _decided(diagram: Diagram, node: int, options: Sequence[int], steps: dict[int, int]) -> bool:
    """Return whether the outcome or value of a position follows from those of the options labelled so far."""
    here = diagram.nodes[node]
    known = [option for option in options if option in steps]
    if here.value is None and here.outcome is Outcome.N and options:
        return any(diagram.nodes[option].outcome is Outcome.P for option in known)
    return here.outcome in (Outcome.N, Outcome.P) and not here.loopy and len(known) == len(options)


def since(step: int, inside: str) -> str:
    """Return SVG that an animation shows from a step on, and always if style sheets are not supported.

    Args:
        step: The number of the step, from 1.
        inside: The SVG elements.

    Returns:
        The element, or "" if the content is empty.
    """
    return tag("g", inside, **{"class": f"since-{step}"}) if inside else ""


def until(step: int, inside: str) -> str:
    """Return SVG that an animation shows before a step.

    Args:
        step: The number of the step, from 1.
        inside: The SVG elements.

    Returns:
        The element, or "" if the content is empty.
    """
    return tag("g", inside, **{"class": f"until-{step}", "visibility": "hidden"}) if inside else ""


def timing(last: int, steps: Iterable[int]) -> str:
    """Return the style sheet of an animation that labels the positions of a game graph step by step.

    Args:
        last: The number of the last step.
        steps: The steps that occur.

    Returns:
        The style sheet.
    """
    total = last + HELD
    rules = ""
    for step in sorted(set(steps)):
        name, at = f"{last}-{step}", f"{100 * step / total:.3f}%"
        rules += f"@keyframes since-{name}{{0%{{visibility:hidden}}{at},100%{{visibility:visible}}}}"
        rules += f"@keyframes until-{name}{{0%{{visibility:visible}}{at},100%{{visibility:hidden}}}}"
        rules += f".labelling-{last} .since-{step}{{animation-name:since-{name}}}"
        rules += f".labelling-{last} .until-{step}{{animation-name:until-{name}}}"
    every = f"animation-duration:{number(total * SECONDS)}s;animation-timing-function:step-end"
    rules += f".labelling-{last} g{{{every};animation-iteration-count:infinite}}"
    rules += f".labelling-{last}:hover g{{animation-play-state:paused}}"
    return tag("style", rules + STILL)


def moving(steps: Sequence[int], inside: str) -> str:
    """Return an animated drawing, made of elements that `since` and `until` return.

    Args:
        steps: The steps that occur.
        inside: The drawing as SVG elements.

    Returns:
        The element with its style sheet.
    """
    last = max(steps, default=1)
    return tag("g", timing(last, steps) + inside, **{"class": f"grundy-film labelling-{last}"})
