"""The catalog as its users hold it: both reading sides, and the way to the writing side."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from pincite.catalog.administration import Administration
from pincite.catalog.connections import FILE, Connections
from pincite.catalog.keeping import Keeping
from pincite.catalog.originals import Originals
from pincite.catalog.private import make_private
from pincite.catalog.reading import Reading, Texts
from pincite.catalog.schema import require, schema_of
from pincite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from pincite.catalog.generations import Generations
    from pincite.catalog.rows import RevisionState
    from pincite.catalog.upkeep import Upkeep
    from pincite.catalog.writing import Writing
    from pincite.documents import Generation, TenantId

__all__ = ["Catalog", "create_catalog", "open_catalog"]


class Catalog(Reading, Administration, Keeping):
    """
    The truth of a corpus: revisions, texts, chunks, access, vectors, originals.

    Several threads may use it, and several processes may read while one writes.

    :param state: The state folder.
    """

    def __init__(self, state: Path) -> None:
        self.state = state
        self._db = Connections(state / FILE)
        self._texts = Texts()
        self._originals = Originals(state / "originals")
        self._writing: Writing | None = None
        self._upkeep: Upkeep | None = None
        self._opening = Lock()

    @property
    def writing(self) -> Writing:
        """The writing side; only :mod:`pincite.lifecycle` changes more than vectors through it."""
        with self._opening:
            if self._writing is None:
                from pincite.catalog.writing import Writing  # imported here: SQLAlchemy costs readers 0.25 s

                self._writing = Writing(self.state / FILE)
            return self._writing

    @property
    def upkeep(self) -> Upkeep:
        """The writing side for snapshots, shedding and purging; only :mod:`pincite.lifecycle` uses it."""
        with self._opening:
            if self._upkeep is None:
                from pincite.catalog.upkeep import Upkeep  # imported here, as above

                self._upkeep = Upkeep(self.state / FILE)
            return self._upkeep

    @property
    def originals(self) -> Originals:
        """The files of originals."""
        return self._originals

    def forget_texts(self) -> None:
        """Drop the texts that are kept in memory."""
        self._texts.forget()

    @property
    def generations(self) -> Generations:
        """What is told of generations, and the one that is being built; only :mod:`pincite.lifecycle` writes there."""
        from pincite.catalog.generations import Generations  # imported here: a question needs none of it

        return Generations(self._db, lambda: self.writing)

    def states_of(self, rows: Iterable[int]) -> list[RevisionState]:
        """Return revisions by the numbers of their rows; unknown ones are left out."""
        return self.generations.states(rows, self._texts.read)

    def save_vectors(self, tenant: TenantId, space: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """
        Keep vectors; a text that has one already keeps it.

        :param space: Id of the embedding space.
        :param vectors: By ``digest("embedded", text)`` of the embedded text.
        """
        self.writing.save_vectors(tenant, space, vectors)

    def original(self, tenant: TenantId, sha256: str) -> bytes:
        """
        Return the bytes of an original. Who may read it is decided by the revision that names it.

        :raises NotFound: If the tenant has none of this name.
        :raises Torn: If the file is damaged.
        """
        return self._originals.read(tenant, sha256)

    def save_original(self, tenant: TenantId, data: bytes) -> str:
        """Keep the bytes of an original and return their SHA-256."""
        return self._originals.write(tenant, data)

    def close(self) -> None:
        """Release every connection; calling it twice is harmless."""
        self._db.close()
        if self._writing is not None:
            self._writing.close()
        if self._upkeep is not None:
            self._upkeep.close()


def open_catalog(state: Path) -> Catalog:
    """
    Open the catalog of a state folder, bringing old tables up to date.

    :raises Missing: If there is none.
    :raises Torn: If it is damaged, or made by a newer version.
    """
    require(state / FILE)
    return Catalog(state)


def create_catalog(state: Path, *, generation: Generation, parts: Mapping[str, str] | None = None) -> Catalog:
    """
    Make an empty catalog, and the folder for it where there is none; no other user may open either.

    :param generation: What its index is built as.
    :param parts: What the generation is made of, in words; ``None`` where that is not known.
    :raises InputError: If the folder has one already.
    """
    if schema_of(state / FILE) is not None:
        raise InputError(f"there is a corpus at {state} already: open it, or choose another folder", path=str(state))
    make_private(state, state / FILE)
    catalog = Catalog(state)
    catalog.writing.create(generation, parts=parts or {})
    return catalog
