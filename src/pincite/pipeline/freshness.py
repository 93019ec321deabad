"""Whether what was read is still what stands in the sources: a look at the few files that an answer cites."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pincite.validity.freshness import age_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from pincite.answers import Answer
    from pincite.catalog import Catalog, FileRow
    from pincite.ingest import SourceSettings

__all__ = ["Stale", "changed_files", "past_their_age"]

_HASHED: Final = 50_000_000
"""Bytes up to which a file with another time is read to see whether it says something else."""


def changed_files(
    answer: Answer, catalog: Catalog, sources: Iterable[SourceSettings], *, base: Path
) -> tuple[str, ...]:
    """
    Return one sentence for each cited file that is gone or changed since it was read.

    :param catalog: Knows what was read.
    :param sources: The registered sources; only files and folders are looked at.
    :param base: What relative paths of sources are relative to.
    """
    paths = list(dict.fromkeys(citation.source for citation in answer.citations))
    known = catalog.files_at(paths) if paths else {}
    places = {source.name: base / Path(source.path).expanduser() for source in sources if source.kind == "folder"}
    found = []
    for path in paths:
        root = places.get(path.partition("/")[0])
        row = known.get(path)
        if root is not None and row is not None and (what := _what_happened(root, row)):
            found.append(f"{path} {what} since it was read: run pincite sync")
    return tuple(found)


def _what_happened(root: Path, row: FileRow) -> str:
    file = root if not root.is_dir() else root / row.path.partition("/")[2]
    try:
        now = os.stat(file)
    except FileNotFoundError:
        return "is gone"
    except OSError:
        return "cannot be read any more"
    stamp = row.stamp.split("+")[0].split("|")[0]
    if stamp == f"{now.st_size}:{now.st_mtime_ns}":
        return ""
    same_size = stamp.partition(":")[0] == str(now.st_size)
    if same_size and now.st_size <= _HASHED and sha256(file.read_bytes()).hexdigest() == row.digest:
        return ""
    return "has changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """A document that is past its ``max_age``."""

    document: str
    version: str
    title: str
    since: date
    """Its date."""
    days: int
    """How old it is."""
    limit: int
    """Its ``max_age`` in days."""


def past_their_age(catalog: Catalog, day: date) -> Iterator[Stale]:
    """
    Yield the documents in force that are past their ``max_age``, in order of tenant and document; for administrators.

    :param day: The day to look at.
    """
    for state in catalog.all_revisions():
        its, age = state.revision, age_of(state.revision, day)
        if age is not None and age.old and state.valid_from <= day < state.valid_to:
            yield Stale(
                document=its.document_id,
                version=its.version,
                title=its.title,
                since=age.since,
                days=age.days,
                limit=age.limit or 0,
            )
