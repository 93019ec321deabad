"""
The truth of a corpus: revisions, texts, blocks, chunks, access, identifiers, originals and vectors.

Reading is plain SQL over the standard library, so that a question in a new process pays for nothing else
(:mod:`pincite.catalog.reading` for readers, under a scope; :mod:`pincite.catalog.administration` for the rest). The
schema, its migrations and the writing side use SQLAlchemy and Alembic and are imported when first needed.
"""

from __future__ import annotations

from pincite.catalog.catalog import Catalog, create_catalog, open_catalog
from pincite.catalog.rows import (
    AccessRow,
    CommitRow,
    DocumentRow,
    FileRow,
    Head,
    LiveRow,
    PointRow,
    PointSeed,
    RevisionState,
    SourceRow,
    VersionRow,
)

__all__ = [
    "AccessRow",
    "Catalog",
    "CommitRow",
    "DocumentRow",
    "FileRow",
    "Head",
    "LiveRow",
    "PointRow",
    "PointSeed",
    "RevisionState",
    "SourceRow",
    "VersionRow",
    "create_catalog",
    "open_catalog",
]
