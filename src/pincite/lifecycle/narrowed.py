"""
What administrators narrowed, kept beside the catalog as well, so that it holds even where the catalog is lost.

A restored backup knows nothing of what was narrowed after it was made, and no source states it: without this note a
document that an administrator closed would be open again once its source is read.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import msgspec

from pincite.catalog.originals import write_whole
from pincite.documents import RevisionKey, TenantId
from pincite.errors import StoreError, Torn

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pincite.catalog import AccessRow, Catalog

__all__ = ["Narrowing", "keep_narrowed", "kept_narrowed"]

Narrowing = dict[RevisionKey, tuple[TenantId, tuple[str, ...]]]
"""Tenant and who is let in at most, by the key of a revision, which says nothing of its document."""
_FILE: Final = "narrowed.json"


def keep_narrowed(catalog: Catalog, rows: Iterable[AccessRow]) -> None:
    """
    Write the note anew where rows of access that were just written change what it says.

    :param rows: What was written.
    :raises StoreError: If it cannot be written: what was narrowed holds, and only the note of it is missing.
    """
    known = kept_narrowed(catalog.state, broken={})
    if all(row.override == known.get(row.key, (row.tenant, None))[1] for row in rows):
        return
    now = catalog.narrowed()
    if now == known:
        return
    file = catalog.state / _FILE
    try:
        write_whole(file, msgspec.json.encode(now))
    except OSError as error:
        raise StoreError(
            f"who may read was changed, and the note of it beside the catalog could not be written to {file} "
            f"({os.strerror(error.errno or 0).lower()}): free some space and run the command again",
            path=str(file),
        ) from error


def kept_narrowed(state: Path, *, broken: Narrowing | None = None) -> Narrowing:
    """
    Return what was narrowed, as it was noted beside a catalog; empty where nothing was.

    :param broken: What to return for a note that cannot be read; ``None`` to fail.
    :raises Torn: If it cannot be read: what was closed must not open because a note is lost.
    """
    file = state / _FILE
    try:
        return msgspec.json.decode(file.read_bytes(), type=Narrowing)
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as error:
        if broken is not None:
            return broken
        raise Torn(
            f"the note {file} of what administrators narrowed cannot be read ({error}): restore it from a copy, or "
            "remove it if pincite access set was never used on this corpus",
            path=str(file),
        ) from error
