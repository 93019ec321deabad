"""
Makes points from the catalog alone.

The same code serves a commit, a moved revision, the replay of lost points and a rebuild, so that all of them give the
same points.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING
from uuid import UUID

from pincite.documents import Point, digest, point_id
from pincite.errors import SpaceMismatch, Torn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from pincite.catalog import Catalog, PointSeed
    from pincite.documents import Generation, PointId
    from pincite.protocols import Analyzer

__all__ = ["BATCH", "Points", "combined", "embedded_digest"]

BATCH = 256
"""Points made and handed to the index at once."""


def embedded_digest(text: str) -> str:
    """Return the digest under which the vector of an embedded text is kept."""
    return digest("embedded", text)


def combined(ids: Iterable[PointId]) -> str:
    """Return one digest of a set of point ids, whatever their order: all ids added up bit by bit without carry."""
    total = 0
    for each in ids:
        total ^= UUID(each).int
    return f"{total:032x}"


class Points:
    """
    Makes points of what the catalog holds.

    :param catalog: Where the vectors are.
    :param analyzer: Makes the terms.
    :param generation: The generation that the points belong to.
    """

    def __init__(self, catalog: Catalog, *, analyzer: Analyzer, generation: Generation) -> None:
        self._catalog = catalog
        self._analyzer = analyzer
        self._generation = generation.id
        self._space = generation.space

    def batches(self, seeds: Iterable[PointSeed]) -> Iterator[list[Point]]:
        """
        Yield the points in lists of at most :data:`BATCH`.

        :raises Torn: If a text has no vector in the generation's space.
        :raises SpaceMismatch: If a vector has another length than the space.
        """
        waiting = iter(seeds)
        while batch := list(islice(waiting, BATCH)):
            yield self._make(batch)

    def _make(self, seeds: list[PointSeed]) -> list[Point]:
        made = []
        for tenant in dict.fromkeys(seed.tenant for seed in seeds):
            own = [seed for seed in seeds if seed.tenant == tenant]
            texts = {text: embedded_digest(text) for seed in own for text in (seed.indexed, *seed.units)}
            kept = self._catalog.vectors(tenant, self._space.id, texts.values())
            made += [self._point(seed, texts, kept) for seed in own]
        return made

    def _point(self, seed: PointSeed, texts: Mapping[str, str], kept: Mapping[str, NDArray[np.float32]]) -> Point:
        wanted = [texts[text] for text in (seed.indexed, *(seed.units or (seed.indexed,)))]
        lacking = sum(each not in kept for each in wanted)
        if lacking:
            raise Torn(
                f"{lacking} of {len(wanted)} texts of a chunk of {seed.document_id!r} have no vector in space "
                f"{self._space.id}: save vectors before the commit, or type pincite doctor --fix",
                document=seed.document_id,
                space=self._space.id,
            )
        import numpy as np  # imported here: what only shows documents need not pay for it

        rows = np.stack([kept[each] for each in wanted])
        if rows.shape[1] != self._space.dim:
            raise SpaceMismatch(
                f"a kept vector of {seed.document_id!r} has {rows.shape[1]} dimensions, its space {self._space.id} has "
                f"{self._space.dim}: type pincite doctor, which names what was forced in",
                document=seed.document_id,
                space=self._space.id,
            )
        rows /= np.maximum(
            np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-12)
        )  # 16 bits leave it off by 1e-4
        return Point(
            point_id=point_id(seed.chunk_id, seed.seq_from),
            chunk_id=seed.chunk_id,
            revision=seed.key,
            tenant=seed.tenant,
            document_id=seed.document_id,
            generation=self._generation,
            groups=seed.groups,
            seq_from=seed.seq_from,
            seq_to=seed.seq_to,
            valid_from=seed.valid_from,
            valid_to=seed.valid_to,
            vector=rows[0],
            units=rows[1:],
            terms=self._analyzer.document(seed.indexed, language=seed.language),
        )
