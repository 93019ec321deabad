"""Installs the model that a corpus needs, the first time that it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.cli.screen import note

if TYPE_CHECKING:
    from pincite.config import Config

__all__ = ["make_ready"]


def make_ready(config: Config, *, dry_run: bool = False) -> None:
    """
    Install the embedder of a corpus where it is one that installs by name and is not there yet; says so.

    :param dry_run: Leave it, since nothing will be embedded; the tokenizer alone may still be asked for.
    :raises ModelUnavailable: If it cannot be fetched, or is not what it should be.
    """
    if dry_run:
        return
    from pincite.models import cache_folder, install, list_models

    cache = cache_folder()
    for row in list_models(cache):
        if row.name == config.embed.name and not row.installed:
            note(f"First use of {row.name}: fetching it once; after that nothing is fetched.")
            install(row.name, cache, report=note)
