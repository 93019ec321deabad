"""
Which purges are under way: a note beside the catalog, from before anything is changed until all of it is done.

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

__all__ = ["Announced", "announce", "announced", "withdraw"]

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
