"""Reads the texts of rules on several heaps, and follows their conditions digit by digit.

A condition consists of comparisons of terms in `+ - *` with constants, `abs`, `min`, `max`, `%` by a constant, and `^ &
|` of names in base 2, joined by `and`, `or` and `not`. Python parses the text and never runs it. Comparisons become
linear forms of the numbers. The digits of all numbers are read together, most significant first. For each form, the
value on the digits so far is stored. In base b, the value v becomes b v + d, where d is the value of the form on the
next digits. In a recurrent system, the digits are multiplied by U(0) = 1, U(1) = c + 1 and U(n+1) = c U(n) + U(n-1), so
U(-1) = 1. There a pair (s, t) is stored, whose value is s U(0) + t U(-1); it becomes (c s + t + d, s).
"""

import ast
from collections.abc import Iterator, Sequence
from itertools import product
from math import gcd
from typing import Any, NamedTuple

from .reading import Stop, malformed

Form = dict[str, int]
"""A linear form: the coefficient of each number, and under "" the constant."""
Case = tuple[int, Form]
"""A linear form with the index of the condition under which a term equals it."""
MOST_CASES, MOST_MODULUS, MOST_NUMBER = 64, 64, 1 << 20
"""The largest numbers of cases of a term, of a modulus, and of a constant or coefficient."""
_SIGNS = {ast.LtE: (1, 0), ast.Lt: (1, -1), ast.GtE: (-1, 0), ast.Gt: (-1, -1)}
"""For x <= y the condition y - x >= 0: the factor of y - x and the constant."""
_DIGITWISE = {ast.BitXor: "^", ast.BitAnd: "&", ast.BitOr: "|"}


class System(NamedTuple):
    """A numeration system with the largest digit `top`.

    It is base top + 1 or, if `recurrent`, the system of the numbers U(n+1) = top U(n) + U(n-1).
    """

    top: int
    recurrent: bool

    @property
    def binary(self) -> bool:
        """Whether the system is base 2."""
        return self.top == 1 and not self.recurrent

    def follows(self, flags: tuple[bool, ...], digits: Sequence[int]) -> tuple[bool, ...] | None:
        """Return for each number whether 0 must follow the given digit, or None if a digit is not allowed.

        Only in a recurrent system there is such a condition: after the largest digit, the next digit must be 0.

        Args:
            flags: For each number whether the given digit must be 0.
            digits: The next digit of each number.

        Returns:
            The flags for the digits after the given ones, or None if a digit that must be 0 is not 0.
        """
        if any(flag and digit for flag, digit in zip(flags, digits, strict=True)):
            return None
        return tuple(self.recurrent and digit == self.top for digit in digits)

    def letters(self, count: int) -> list[tuple[int, ...]]:
        """Return all letters, that is all tuples of one digit for each of `count` numbers, in lexicographic order."""
        return [*product(range(self.top + 1), repeat=count)]


def combined(*parts: tuple[Form, int]) -> Form:
    """Return the sum of linear forms, each times an integer; raise `Stop` if a number becomes too large."""
    found = {name: sum(f * form.get(name, 0) for form, f in parts) for form, _ in parts for name in form}
    if any(abs(number) > MOST_NUMBER for number in found.values()):
        malformed("expected smaller numbers in the rule")
    return {name: number for name, number in found.items() if number or not name}


class Conditions:
    """Conditions on named numbers, stored as a list of nodes; each node refers only to earlier nodes.

    Args:
        names: The linear form of every name.
        read: The numbers whose digits are read in base 2, so that `^ & |` of them are allowed.

    Attributes:
        nodes: The nodes: ("and", indices), ("or", indices), ("not", index), (">=", form) for form >= 0, and ("%", form,
            modulus) for a form that is a multiple of the modulus. Node 0 is true.
        digitwise: The operations on digits, by a new name: "(a ^ b)" has the sign and the two names, ("^", "a", "b").
    """

    def __init__(self, names: dict[str, Form], read: Sequence[str] = ()) -> None:
        self.names, self.read = names, read
        self.nodes: list[tuple[Any, ...]] = [("and", ())]
        self.digitwise: dict[str, tuple[str, str, str]] = {}

    def node(self, *parts: Any) -> int:  # noqa: ANN401  # the parts of a node
        """Append a condition to the list of nodes and return its index."""
        if len(self.nodes) > 5000:
            malformed("expected a shorter rule")
        self.nodes.append(parts)
        return len(self.nodes) - 1

    def least(self, form: Form) -> int:
        """Append the condition that a linear form is at least 0, and return its index.

        The form is divided by the common divisor of its coefficients.
        """
        if not (divisor := gcd(*(number for name, number in form.items() if name))):
            return 0 if form.get("", 0) >= 0 else self.node("or", ())
        return self.node(">=", {name: number // divisor for name, number in form.items()})

    def zero(self, form: Form) -> int:
        """Append the condition that a linear form is 0, and return its index."""
        return self.node("and", (self.least(form), self.least(combined((form, -1)))))

    def condition(self, text: str) -> int:
        """Read a condition and return the index of its node."""
        found = self._read(text)
        return found if isinstance(found, int) else malformed(f"expected a condition, found {text[:40]}")

    def equal(self, text: str, number: int) -> int:
        """Read a term and append the condition that it equals a number.

        Args:
            text: The term.
            number: The number.

        Returns:
            The index of the node.
        """
        return self._compared(_cases(self._read(text)), ast.Eq(), [(0, {"": number})])

    def term(self, text: str) -> Form:
        """Read a term that is linear, such as `a - k` but not `abs(a - k)`, and return it as a linear form."""
        found = self._read(text)
        if isinstance(found, int) or len(found) != 1 or found[0][0]:
            malformed(f"expected a linear term, found {text[:40]}")
        return found[0][1]

    def _read(self, text: str) -> int | list[Case]:
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            malformed(f"expected an expression, found {text[:40]}")
        found: dict[ast.AST, Any] = {}
        for node in reversed([*ast.walk(tree)]):  # children come before their parents
            if isinstance(node, ast.expr):
                found[node] = self._of(node, found)
        result: int | list[Case] = found[tree]
        return result

    def _of(self, node: ast.expr, found: dict[ast.AST, Any]) -> Any:  # noqa: ANN401  # a node or the cases of a term
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value <= MOST_NUMBER:
            return [(0, {"": node.value})]
        if isinstance(node, ast.Name):
            is_function = node.id in {"abs", "min", "max"} and node.id not in self.names
            return node.id if is_function else [(0, self.names.get(node.id) or _unknown(node))]
        if isinstance(node, ast.BoolOp):
            return self.node(
                "and" if isinstance(node.op, ast.And) else "or", tuple(_index(found[v]) for v in node.values)
            )
        if isinstance(node, ast.Compare):
            terms = [_cases(found[part]) for part in (node.left, *node.comparators)]
            pairs = zip(terms, node.ops, terms[1:], strict=False)
            return self.node("and", tuple(self._compared(*pair) for pair in pairs))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            inner, denied = found[node.operand], isinstance(node.op, ast.Not)
            return (
                self.node("not", _index(inner)) if denied else [(c, combined((form, -1))) for c, form in _cases(inner)]
            )
        if isinstance(node, ast.BinOp):
            return self._binary(node, _cases(found[node.left]), _cases(found[node.right]))
        if isinstance(node, ast.Call) and isinstance(found.get(node.func), str) and node.args and not node.keywords:
            return self._called(found[node.func], [_cases(found[arg]) for arg in node.args])
        return _unknown(node)

    def _compared(self, left: list[Case], op: ast.cmpop, right: list[Case]) -> int:
        found = []
        for (guard, x), (other, y) in product(left, right):
            if factor := _SIGNS.get(type(op)):
                one = self.least(combined((y, factor[0]), (x, -factor[0]), ({"": 1}, factor[1])))
            elif isinstance(op, ast.Eq | ast.NotEq):
                one = self.zero(combined((x, 1), (y, -1)))
                one = self.node("not", one) if isinstance(op, ast.NotEq) else one
            else:
                malformed("expected one of < <= > >= == !=")
            found.append(self.node("and", (guard, other, one)))
        return self.node("or", tuple(found))

    def _binary(self, node: ast.BinOp, left: list[Case], right: list[Case]) -> list[Case]:
        found: list[Case] = []
        for (guard, x), (other, y) in product(left, right):
            both = self.node("and", (guard, other)) if guard and other else guard or other
            constant = y.get("", 0) if {*y} <= {""} else None
            if isinstance(node.op, ast.Add | ast.Sub):
                found.append((both, combined((x, 1), (y, 1 if isinstance(node.op, ast.Add) else -1))))
            elif isinstance(node.op, ast.Mult) and (constant is not None or {*x} <= {""}):
                found.append((both, combined((x, constant)) if constant is not None else combined((y, x.get("", 0)))))
            elif isinstance(node.op, ast.Mod) and constant and 0 < constant <= MOST_MODULUS:
                rests = [(r, self.node("%", combined((x, 1), ({"": 1}, -r)), constant)) for r in range(constant)]
                found += [(self.node("and", (both, rest)), {"": r}) for r, rest in rests]
            elif type(node.op) in _DIGITWISE and self._are_read(x) and self._are_read(y):
                (one,), (two,) = x, y
                name = f"({one} {_DIGITWISE[type(node.op)]} {two})"
                self.digitwise[name] = _DIGITWISE[type(node.op)], one, two
                found.append((both, {name: 1}))
            else:
                _unknown(node)
        return _few(found)

    def _are_read(self, form: Form) -> bool:
        known = {*self.read, *self.digitwise}
        return len(form) == 1 and all(form[name] == 1 and name in known for name in form)

    def _called(self, name: str, args: list[list[Case]]) -> list[Case]:
        if name == "abs" and len(args) != 1:
            raise Stop("UNSUPPORTED", f"the checker reads abs of one term, found {len(args)}")
        found: list[Case] = []
        for chosen in product(*args):
            guards, forms = tuple(guard for guard, _ in chosen), [form for _, form in chosen]
            forms += [combined((forms[0], -1))] if name == "abs" else []
            turn = -1 if name == "min" else 1
            for form in forms:
                larger = [self.least(combined((form, turn), (other, -turn))) for other in forms]
                found.append((self.node("and", (*guards, *larger)), form))
        return _few(found)


def _few(found: list[Case]) -> list[Case]:
    return found if len(found) <= MOST_CASES else malformed("expected a term of fewer cases")


def _cases(found: Any) -> list[Case]:  # noqa: ANN401  # what a node denotes
    return found if isinstance(found, list) else malformed("expected a number in a rule, found a condition")


def _index(found: Any) -> int:  # noqa: ANN401  # what a node denotes
    return found if isinstance(found, int) else malformed("expected a condition in a rule, found a number")


def _unknown(node: ast.AST) -> Any:  # noqa: ANN401  # it never returns
    raise Stop("UNSUPPORTED", f"the checker does not follow a {type(node).__name__} of these parts by digits")


class Follower:
    """Evaluates a condition about numbers while all their digits are read together, most significant first.

    A condition joins comparisons of linear expressions such as 2 * a - b by and, or, not. The state is True or False
    once further digits cannot change the condition. Before, it is a tuple with the value of each linear expression on
    the digits read so far. A value whose sign can no longer change is replaced by a fixed bound of the same sign.

    Args:
        conditions: The conditions, as a list of nodes.
        root: The index of the node of the condition to evaluate.
        names: The names of the numbers, in the order in which their digits are read.
        system: The numeration system.
    """

    def __init__(self, conditions: Conditions, root: int, names: Sequence[str], system: System) -> None:
        self.system, self.root, self.names = system, root, names
        self.nodes, self.digitwise = conditions.nodes[: root + 1], conditions.digitwise
        self.forms: dict[tuple[tuple[tuple[str, int], ...], int], int] = {}
        self.places: dict[int, tuple[int, int]] = {}
        for index, (op, *parts) in enumerate(self.nodes):
            if op in {">=", "%"}:
                form = tuple(sorted((name, number) for name, number in parts[0].items() if name))
                turn = -1 if form and form[0][1] < 0 else 1  # a form and its negative are followed together
                key = tuple((name, turn * number) for name, number in form), parts[1] if op == "%" else 0
                self.places[index] = self.forms.setdefault(key, len(self.forms)), turn
        self.bounds = [self._bound(place, form) for place, (form, _) in enumerate(self.forms)]
        self.start: Any = ((0, 0),) * len(self.forms)
        self.moduli = [modulus for _, modulus in self.forms]
        self._totals: dict[tuple[int, ...], list[int]] = {}
        self._known: dict[Any, Any] = {}

    def _bound(self, place: int, form: tuple[tuple[str, int], ...]) -> tuple[int, int]:
        """Return bounds (x, y) of the pair (s, t) stored for a form: if s >= x and t >= y, the sign cannot change.

        In a base, the pair is (v, 0) and y is 0. Let w be the largest form of digits and k the largest constant. In
        base b with v >= w and v > k, b v - w >= v. In a recurrent system with s, t >= m, c m >= w and 2 m > k, c s + t
        - w >= m. In both cases the sum with a constant remains positive. `place` is the index of the form in the stored
        states.
        """
        parts = [self.nodes[index][1].get("", 0) for index, (at, _) in self.places.items() if at == place]
        width, most = self.system.top * sum(abs(number) for _, number in form), max(map(abs, parts))
        if not self.system.recurrent:
            return max(width, most + 1), 0
        least = max(-(-width // self.system.top), most // 2 + 1)
        return least, least

    def step(self, state: Any, letter: tuple[int, ...]) -> Any:  # noqa: ANN401  # a truth value or a tuple
        """Return the state after one more digit of every number.

        Args:
            state: The state before it.
            letter: The digits.

        Returns:
            The state after it.
        """
        if state is True or state is False:
            return state
        if letter not in self._totals:
            self._totals[letter] = self._total(letter)
        after = tuple(map(self._advanced, range(len(state)), state, self._totals[letter]))
        if after not in self._known:
            truth = self._truth(after, ended=False)
            self._known[after] = after if truth is None else truth
        return self._known[after]

    def _total(self, letter: tuple[int, ...]) -> list[int]:
        """Return the value of every linear form for one digit of each number."""
        digits = dict(zip(self.names, letter, strict=True))
        for name, (sign, x, y) in self.digitwise.items():
            a, b = digits[x], digits[y]
            digits[name] = a ^ b if sign == "^" else a & b if sign == "&" else a | b
        return [sum(number * digits[name] for name, number in form) for form, _ in self.forms]

    def _advanced(self, place: int, entry: tuple[int, int], digit: int) -> tuple[int, int]:
        (value, before), (top, recurrent), modulus = entry, self.system, self.moduli[place]
        after = (top * value + before + digit, value) if recurrent else ((top + 1) * value + digit, 0)
        if modulus:
            return after[0] % modulus, after[1] % modulus
        x, y = self.bounds[place]
        if after[0] >= x and after[1] >= y:
            return x, y
        return (-x, -y) if after[0] <= -x and after[1] <= -y else after

    def holds(self, state: Any) -> bool:  # noqa: ANN401  # a truth value or a tuple
        """Return whether the condition is true for numbers whose digits end here."""
        return bool(state if state is True or state is False else self._truth(state, ended=True))

    def _truth(self, state: tuple[tuple[int, int], ...], *, ended: bool) -> bool | None:
        """Return whether the condition is true in a state, or None if that depends on further digits.

        `ended` states that no digits follow.
        """
        found: list[bool | None] = []
        for index, (op, *parts) in enumerate(self.nodes):
            if op in {"and", "or"}:
                values, decisive = {found[i] for i in parts[0]}, op == "or"
                found.append(decisive if decisive in values else None if None in values else not decisive)
            elif op == "not":
                inner = found[parts[0]]
                found.append(None if inner is None else not inner)
            else:
                found.append(self._compared(index, state[self.places[index][0]], parts, ended))
        return found[self.root]

    def _compared(self, index: int, entry: tuple[int, int], parts: list[Any], ended: bool) -> bool | None:
        place, turn = self.places[index]
        total = turn * sum(entry) + parts[0].get("", 0)
        if len(parts) > 1:
            return total % parts[1] == 0 if ended else None
        x, y = self.bounds[place]
        return total >= 0 if ended or entry in {(x, y), (-x, -y)} else None


def walked(follower: Follower, table: Sequence[Sequence[int]], invalid: bool) -> Iterator[tuple[int, bool | None]]:
    """Let an automaton and a condition read all words, and yield the results of both, once for each pair of states.

    Args:
        follower: The condition.
        table: The automaton: for each state the next state for each letter.
        invalid: Whether to read also words that are not numbers.

    Yields:
        The state of the automaton, and whether the condition holds; None if the word is not a number.
    """
    system, count = follower.system, len(follower.names)
    letters = [*enumerate(system.letters(count))]
    first = (0, follower.start, (False,) * count)
    seen: set[tuple[int, Any, tuple[bool, ...] | None]] = {first}
    todo = [first]
    valid: dict[tuple[bool, ...] | None, list[Any]] = {None: [(index, letter, None) for index, letter in letters]}
    for state, reached, flags in todo:
        yield state, follower.holds(reached) if flags is not None else None
        if flags not in valid:
            after = [(index, letter, system.follows(flags, letter)) for index, letter in letters]
            valid[flags] = [one for one in after if invalid or one[2] is not None]
        for index, letter, then in valid[flags]:
            key = table[state][index], None if then is None else follower.step(reached, letter), then
            if key not in seen:
                seen.add(key)
                todo.append(key)
