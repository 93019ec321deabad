"""
Which files the corpus does not follow: what it holds of them is not what they said when they were last read.

A restore brings back what files once said, and a deletion takes out what they still say. Both hold until the file
changes, so it has to be told which files those are.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pincite.documents import revision_key

if TYPE_CHECKING:
    from pincite.catalog import Catalog
    from pincite.catalog.keeping import Stated
    from pincite.documents import RevisionKey

__all__ = ["Differing", "Why", "differing"]


class Why(StrEnum):
    """How a file and what the corpus holds of it differ."""

    ANOTHER_TEXT = "the corpus holds another text of it"
    LEFT_OUT = "the corpus holds nothing of it"
    NO_FILE = "the corpus holds it, and no file states it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """One file, or one revision without a file, that the corpus does not follow."""

    path: str
    """Source name and path below it; of a revision without a file the one that it had."""
    document: str
    version: str
    why: Why


def differing(catalog: Catalog) -> tuple[Differing, ...]:
    """
    Return what differs since a restore or a deletion, in order of path; empty where there was none.

    Files are not read: what they said is known from the last sync, and one that changed since is followed anyway.
    """
    if not catalog.was_set_apart():
        return ()
    rows = catalog.rows_at(catalog.head().sequence)
    live = {each.key: each for each in catalog.stated() if rows.get(each.key) == each.row}
    claimed: dict[RevisionKey, set[str]] = defaultdict(set)
    places: dict[RevisionKey, tuple[str, str, str]] = {}
    for source in catalog.sources():
        for row in catalog.files(source.name).values():
            for document, version in row.revisions:
                key = revision_key(source.tenant, document, version)
                claimed[key].add("" if row.error or not row.stamp else row.digest)
                places.setdefault(key, (row.path, document, version))
    found = [
        Differing(path=path, document=document, version=version, why=why)
        for key, (path, document, version) in places.items()
        if (why := _why(live.get(key), claimed[key])) is not None
    ]
    found += [
        Differing(path=its.meta.path, document=its.document_id, version=its.version, why=Why.NO_FILE)
        for key, its in live.items()
        if key not in claimed
    ]
    return tuple(sorted(found, key=lambda each: (each.path, each.document, each.version)))


def _why(live: Stated | None, said: set[str]) -> Why | None:
    """Return how a revision differs from its files; one that is to be read again anyway does not."""
    if "" in said:
        return None
    if live is None:
        return Why.LEFT_OUT
    return None if live.meta.original in said else Why.ANOTHER_TEXT
