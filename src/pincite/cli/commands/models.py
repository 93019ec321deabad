"""``pincite models``."""

from __future__ import annotations

import click

from pincite.cli.group import group
from pincite.cli.options import json_option
from pincite.cli.screen import emit, note, say

__all__ = ["models"]


@group("models")
def models() -> None:
    """List or install local models."""


@models.command("list", examples="pincite models list")
@json_option
def _list_models(as_json: bool) -> None:
    """List the models that install by name, and whether they are installed."""
    from pincite.cli.layout import columns
    from pincite.models import cache_folder
    from pincite.models import list_models as known

    rows = known(cache_folder())
    if as_json:
        for row in rows:
            size = {"download_mb": row.download_mb, "disk_mb": row.disk_mb}
            state = {"installed": row.installed, "folder": str(row.folder)}
            emit({"name": row.name, "role": row.role, "model": row.model, "licence": row.licence, **size, **state})
        return
    lines = [
        (r.name, r.role, r.model, r.licence, f"{r.download_mb:g}", f"{r.disk_mb:g}", "yes" if r.installed else "no")
        for r in rows
    ]
    header = ("NAME", "ROLE", "MODEL", "LICENCE", "FETCH MB", "DISK MB", "INSTALLED")
    say(columns(header, lines, right=frozenset({4, 5})))


@models.command("install", examples="pincite models install minilm")
@click.argument("name")
def _install(name: str) -> None:
    """Fetch a model, check its digests and build it; one that is there is left alone."""
    from pincite.models import cache_folder
    from pincite.models import install as fetch

    say(str(fetch(name, cache_folder(), report=note).folder))
