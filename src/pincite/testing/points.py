"""Points and scopes for tests of an index, made from what a test cares about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite import access
from pincite.documents import (
    FIRST_DAY,
    LAST_DAY,
    OPEN,
    ChunkId,
    DocumentId,
    Point,
    RevisionKey,
    Sequence,
    Sparse,
    TenantId,
    point_id,
)
from pincite.questions import Principal

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from numpy.typing import ArrayLike

    from pincite.questions import Scope

__all__ = ["GENERATION", "TODAY", "make_point", "make_scope"]

GENERATION: Final = "generation"
"""The generation of points and scopes that name none."""
TODAY: Final = date(2025, 6, 1)
"""The day of scopes that name none."""


def make_point(
    chunk: str,
    *,
    vector: ArrayLike = (1.0, 0.0, 0.0, 0.0),
    units: ArrayLike | None = None,
    terms: Mapping[int, float] | None = None,
    tenant: str = "red",
    document: str = "document",
    revision: str | None = None,
    groups: tuple[str, ...] = ("public",),
    seq: tuple[int, int] = (1, OPEN),
    valid: tuple[date, date] = (FIRST_DAY, LAST_DAY),
    generation: str = GENERATION,
) -> Point:
    """
    Return a point that everyone in tenant "red" may read always, unless told otherwise.

    :param chunk: Chunk id.
    :param vector: The chunk vector, brought to unit length. *Shape:* (dim,)
    :param units: The unit vectors, brought to unit length; ``None`` for the chunk vector alone. *Shape:* (n_units, dim)
    :param terms: Weight of each term; ``None`` for no terms.
    :param tenant: Tenant id.
    :param document: Document id.
    :param revision: Revision key; ``None`` for one named after the document.
    :param groups: Who may read it.
    :param seq: ``seq_from`` and ``seq_to``.
    :param valid: ``valid_from`` and ``valid_to``.
    :param generation: Generation id.
    """
    rows = np.atleast_2d(np.asarray(vector if units is None else units, dtype=np.float32))
    weights = dict(sorted((terms or {}).items()))
    return Point(
        point_id=point_id(ChunkId(chunk), Sequence(seq[0])),
        chunk_id=ChunkId(chunk),
        revision=RevisionKey(revision or f"revision of {document}"),
        tenant=TenantId(tenant),
        document_id=DocumentId(document),
        generation=generation,
        groups=groups,
        seq_from=Sequence(seq[0]),
        seq_to=Sequence(seq[1]),
        valid_from=valid[0],
        valid_to=valid[1],
        vector=_unit(np.atleast_2d(np.asarray(vector, dtype=np.float32)))[0],
        units=_unit(rows),
        terms=Sparse(tuple(weights), tuple(weights.values())),
    )


def make_scope(
    *,
    tenant: str = "red",
    groups: Collection[str] = (),
    sequence: int = 1,
    day: date = TODAY,
    generation: str = GENERATION,
    epoch: int = 0,
    granted: Collection[str] = (),
    revoked: Collection[str] = (),
) -> Scope:
    """Return the scope of a reader of tenant "red" without groups, unless told otherwise."""
    return access.scope(
        Principal(tenant=tenant, groups=list(groups)),
        head=_Head(sequence=Sequence(sequence), epoch=epoch, generation=generation),
        day=day,
        pending=(frozenset(map(RevisionKey, granted)), frozenset(map(RevisionKey, revoked))),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    sequence: Sequence
    epoch: int
    generation: str


def _unit(rows: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)
