"""`grundy site OUT`: the web app as a folder of static files, for any host without a server."""

from __future__ import annotations

from pathlib import Path

import click

from .options import json_option


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--runtime",
    type=click.Path(file_okay=False, path_type=Path),
    help="The unpacked npm package pyodide (default: download it with npm).",
)
@click.option("--docs", type=click.Path(file_okay=False, path_type=Path), help="A built documentation to include.")
@json_option
def site(out: Path, runtime: Path | None, docs: Path | None, as_json: bool) -> None:
    """Write the web app as a folder OUT of static files, for any host below any prefix, without a server.

    Python runs in the visitor's browser. After the first visit the app works offline.
    """
    from ..web import check_installed

    check_installed("jinja2")

    from ..web.site.runtime import fetch_runtime, known_runtime, read_runtime
    from ..web.site.write import write_site

    known = known_runtime()
    found = write_site(out, fetch_runtime(known) if runtime is None else read_runtime(runtime, known), docs)
    if as_json:
        import json

        click.echo(json.dumps({"schema": 1, "out": str(out)} | found._asdict()))
    else:
        click.echo(f"{out}: {found.files} files, {found.size / 1e6:.1f} MB, version {found.version}")
