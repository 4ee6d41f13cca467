"""Escapes text for LaTeX, so that every character is printed as it is, in any font encoding."""

from __future__ import annotations

import re

_SIGNS = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}"}
_SIGNS |= {">": r"\textgreater{}", "|": r"\textbar{}"} | {sign: f"\\{sign}" for sign in "&%$#_{}"}
_SIGNS |= {"\u00d7": r"$\times$", "\u2295": r"$\oplus$", "\u2264": r"$\le$", "\u2265": r"$\ge$", "\u2026": r"\dots{}"}
_SIGNS |= {
    "\u2192": r"$\to$",
    "\u00b7": r"$\cdot$",
    "\u2009": r"\,",
    "\u00a0": "~",
    "\u2212": "$-$",
    "\u00b0": r"$^\circ$",
}
_SIGNS |= {"`": r"\textasciigrave{}"}


def tex(text: str) -> str:
    r"""Escape a text for LaTeX; letters beyond Latin are replaced by their code points, such as [U+4E00].

    >>> print(tex('n % 4 == {0}, "so" --misere'))
    n \% 4 == \{0\}, ``so'' -{}-misere
    """
    found, opened = [], False
    for sign in text:
        if sign == '"':
            found.append("''" if opened else "``")
            opened = not opened
        elif sign == "-" and found[-1:] == ["-"]:
            found.append("{}-")
        elif sign in _SIGNS:
            found.append(_SIGNS[sign])
        elif " " <= sign < "\x7f" or ("\u00c0" <= sign < "\u0180" and sign.isalpha()):
            found.append(sign)
        else:
            found.append(" " if sign.isspace() else f"[U+{ord(sign):04X}]")
    return "".join(found)


_MATHS = re.compile(r"(?<![\w^])([a-z0-9]+)\^([a-z0-9]+)(?![\w^])|(>=|<=|->)(?![=>-])")
_RELATIONS = {">=": r"$\ge$", "<=": r"$\le$", "->": r"$\to$"}


def prose(text: str) -> str:
    r"""Escape a sentence for LaTeX: powers such as a^2 and signs such as >= are in math mode, the rest is as in `tex`.

    >>> print(prose("a^2 b >= 1 -> 4^146, (a ^ b) % 3"))
    $a^{2}$ b $\ge$ 1 $\to$ $4^{146}$, (a \textasciicircum{} b) \% 3
    """
    found, at = [], 0
    joined = " ".join(text.split())
    for hit in _MATHS.finditer(joined):
        sign = _RELATIONS[hit[3]] if hit[3] else f"${hit[1]}^{{{hit[2]}}}$"
        found += [tex(joined[at : hit.start()]), sign]
        at = hit.end()
    return "".join([*found, tex(joined[at:])])
