"""
Looks for what is wrong with a corpus, without mending anything.

:mod:`pincite.lifecycle.doctor.stores` looks at the files: catalog, index, originals, the lock;
:mod:`pincite.lifecycle.doctor.content` at what they hold: documents, versions, chunks, vectors.
"""

from __future__ import annotations

from pincite.lifecycle.doctor.content import examine_content, lacking_vectors
from pincite.lifecycle.doctor.finding import Finding, finding
from pincite.lifecycle.doctor.stores import (
    broken_index,
    damaged_originals,
    examine_catalog,
    examine_index,
    examine_originals,
    examine_purges,
    examine_traces_left,
    left_behind,
    remove_traces_left,
)

__all__ = [
    "Finding",
    "broken_index",
    "damaged_originals",
    "examine_catalog",
    "examine_content",
    "examine_index",
    "examine_originals",
    "examine_purges",
    "examine_traces_left",
    "finding",
    "lacking_vectors",
    "left_behind",
    "remove_traces_left",
]
