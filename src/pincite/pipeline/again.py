"""Embeds every text of a corpus again with the embedder that it has, where its vectors are not to be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.documents import Sequence, digest
from pincite.pipeline.report import Progress, silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.documents import TenantId
    from pincite.lifecycle import Store
    from pincite.protocols import Embedder

__all__ = ["embed_again"]

_BATCH: Final = 1024
"""Texts whose vectors are replaced together."""


def embed_again(store: Store, embedder: Callable[[], Embedder], *, progress: Progress = silent) -> int:
    """
    Replace every vector of the generation in use and build the index anew; return how many were embedded.

    Questions are answered from the old index until the new one is whole. What a crash leaves is brought to the same end
    by the next run.

    :param embedder: Gives the embedder, once it is known to be the corpus's.
    :param progress: Told how far it is: embed, index.
    :raises SpaceMismatch: If the embedder is not the corpus's.
    :raises Locked: If another process holds the index.
    """
    catalog, generation = store.catalog, store.generation
    texts: dict[tuple[TenantId, str], str] = {}
    for seed in catalog.seeds(generation.id, between=(Sequence(0), catalog.head().sequence)):
        texts |= {(seed.tenant, digest("embedded", text)): text for text in (seed.indexed, *seed.units)}
    with store.reserved():
        order = sorted(texts, key=lambda each: (each[0], len(texts[each]), each[1]))
        for start in range(0, len(order), _BATCH):
            progress("embed", start, len(order))
            batch = order[start : start + _BATCH]
            vectors = embedder().embed([texts[each] for each in batch])
            catalog.generations.replace_vectors(generation.space.id, dict(zip(batch, vectors, strict=True)))
        progress("index", 0, 1)
        store.rebuild()
        progress("index", 1, 1)
    return len(order)
