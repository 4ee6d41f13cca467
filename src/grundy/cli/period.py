"""`grundy period RULESET`: preperiod and period with proof."""

from __future__ import annotations

import click

from ..notation import read_ruleset
from ..workflows.period import proved_period
from .options import Number, json_option, limit_options, limits_of, working


@click.command()
@click.argument("ruleset")
@click.option("--to", "most", type=Number(), default=1 << 20, show_default=True, help="The last heap looked at.")
@json_option
@limit_options
def period(ruleset: str, most: int, as_json: bool, limit_seconds: float, limit_memory: int | None) -> None:
    """Find the period of a RULESET and prove it; only what is proved is reported."""
    rules = read_ruleset(ruleset)
    with working(limits_of(limit_seconds, limit_memory)) as meter:
        found = proved_period(rules, most, meter)
    if as_json:
        import json

        answer = {
            "schema": 1,
            "ruleset": rules.name,
            "status": "proved" if found else "none",
            "preperiod": found.preperiod if found else None,
            "period": found.period if found else None,
            "saltus": 0 if found else None,
            "checked_to": found.checked_to if found else most,
            "theorem": found.theorem if found else None,
        }
        click.echo(json.dumps(answer))
    elif found is None:
        click.echo(f"{rules.name}: no period is proved from heaps 0 to {most}")
    else:
        click.echo(f"{rules.name}: period {found.period} from heap {found.preperiod} on, proved")
        click.echo(f"checked to heap {found.checked_to}: {found.theorem}")
