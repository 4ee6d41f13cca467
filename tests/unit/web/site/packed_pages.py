"""The pages of a site, read from the file that packs them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from grundy_web.site.write import PACK


def pages_of(site: Path) -> dict[str, str]:
    """Return the pages and scripts that a site keeps in one file, by name."""
    found: dict[str, str] = {}
    for line in gzip.decompress((site / PACK).read_bytes()).decode().splitlines():
        name, text = map(json.loads, line.split("\t"))
        found[name] = text
    return found
