"""
Which purges are under way: a note beside the catalog, from before anything is changed until all of it is done; and what
they are of.

A purge that is killed leaves the note, and whoever writes next finishes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from pincite.catalog.originals import write_whole
from pincite.errors import Torn

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pincite.catalog import Catalog
    from pincite.catalog.keeping import Stated
    from pincite.documents import TenantId

__all__ = ["Announced", "announce", "announced", "rows_of", "withdraw"]

_FILE: Final = "purging.json"


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """One purge as it was asked for."""

    tenant: str
    document: str
    version: str | None
    """``None`` for every version."""
    homes: tuple[str, ...] = ()
    """Folders, beside the one of the state folder, in which restores may have left something."""


def announced(state: Path) -> tuple[Announced, ...]:
    """
    Return the purges that are under way or were cut off, the oldest first; empty where there is none.

    :raises Torn: If the note cannot be read.
    """
    file = state / _FILE
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[Announced, ...])
    except FileNotFoundError:
        return ()
    except msgspec.DecodeError as error:
        raise Torn(
            f"the note {file} of a purge that was cut off cannot be read: remove it, and type pincite delete DOCUMENT "
            "--purge again for what was to be purged",
            path=str(file),
        ) from error


def announce(state: Path, purge: Announced) -> None:
    """Note that a purge begins."""
    _write(state, dict.fromkeys((*announced(state), purge)))


def withdraw(state: Path, purge: Announced) -> None:
    """Note that a purge is done."""
    _write(state, [each for each in announced(state) if each != purge])


def _write(state: Path, purges: Iterable[Announced]) -> None:
    rows = tuple(purges)
    if rows:
        write_whole(state / _FILE, msgspec.json.encode(rows))
    else:
        (state / _FILE).unlink(missing_ok=True)


def rows_of(catalog: Catalog, tenant: TenantId, document: str, version: str | None) -> list[Stated]:
    """
    Return the rows of a document in every state, and of the names that it had before.

    A name that nothing live has any more and that had the same text or file was the document's own.
    """
    live = catalog.rows_at(catalog.head().sequence)
    stated = [each for each in catalog.stated() if each.tenant == tenant]
    alive = {each.document_id for each in stated if each.key in live}
    ours = [each for each in stated if each.document_id == document and version in (None, each.version)]
    while ours:
        names = {each.document_id for each in ours}
        texts, files = catalog.alike(each.text_id for each in ours), {each.meta.original for each in ours} - {""}
        dead = [each for each in stated if each.document_id not in alive | names]
        same = [each for each in dead if each.text_id in texts or each.meta.original in files]
        former = {each.document_id for each in same}
        more = [each for each in dead if each.document_id in former] if version is None else same
        if not more:
            break
        ours += more
    return ours
