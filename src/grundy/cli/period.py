"""`grundy period RULESET`: preperiod, period and saltus, proved or observed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..notation import read_ruleset
from ..workflows.period import find_period, looked_to
from .options import Number, json_option, limit_options, limits_of, working

if TYPE_CHECKING:
    from ..sequences import Period


@click.command()
@click.argument("ruleset")
@click.option("--to", "most", type=Number(), default=1 << 20, show_default=True, help="The last heap looked at.")
@json_option
@limit_options
def period(ruleset: str, most: int, as_json: bool, limit_seconds: float, limit_memory: int | None) -> None:
    """Find the period of a RULESET: proved by a theorem, or observed as far as its values were computed."""
    rules = read_ruleset(ruleset)
    with working(limits_of(limit_seconds, limit_memory)) as meter:
        found = find_period(rules, most, meter)
    looked = min(most, looked_to(rules))
    click.echo(_json(rules.name, found, looked) if as_json else _text(rules.name, found, looked))


def _json(name: str, found: Period | None, looked: int) -> str:
    """Return the answer as JSON."""
    import json

    answer = {
        "schema": 1,
        "ruleset": name,
        "status": found.grade if found else "none",
        "preperiod": found.preperiod if found else None,
        "period": found.period if found else None,
        "saltus": found.saltus if found else None,
        "checked_to": found.checked_to if found else looked,
        "theorem": found.theorem if found else None,
    }
    return json.dumps(answer)


def _text(name: str, found: Period | None, looked: int) -> str:
    """Return the answer in words."""
    if found is None:
        return f"{name}: no period seen to heap {looked}"
    grows = f", growing by {found.saltus} each time" if found.saltus else ""
    head = f"{name}: period {found.period} from heap {found.preperiod} on{grows}"
    if found.grade == "observed":
        return f"{head}, observed to heap {found.checked_to}, not proved"
    return f"{head}, proved\nchecked to heap {found.checked_to}: {found.theorem}"
