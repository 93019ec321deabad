"""Embeds texts on a thread of its own while files are still being read."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, Self

from pincite.documents import TenantId, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from pincite.catalog import Catalog
    from pincite.documents import Chunk
    from pincite.protocols import Embedder

__all__ = ["Embedding", "texts_of"]

_BATCH: Final = 512
"""Texts that are embedded and saved together: with how many it begins, and what a crash can lose."""


def texts_of(chunks: Iterable[Chunk]) -> Iterator[str]:
    """Yield every text that chunks need a vector of."""
    for chunk in chunks:
        yield chunk.indexed
        for unit in chunk.units:
            yield unit.text


class Embedding:
    """
    Gives every text that it is handed a vector in the catalog; a text that has one is not embedded again.

    :param embedder: Gives the embedder; called when the first text needs it. ``None`` to count only.
    :param space: Id of the embedder's space.
    """

    def __init__(self, catalog: Catalog, *, embedder: Callable[[], Embedder] | None, space: str) -> None:
        self._catalog = catalog
        self._embedder = embedder
        self._space = space
        self._queue: SimpleQueue[tuple[TenantId, list[str]] | None] = SimpleQueue()
        self._seen: set[tuple[TenantId, str]] = set()
        self._stopped = Event()
        self._error: BaseException | None = None
        self._saving: Future[None] | None = None
        self._thread = Thread(target=self._run, name="pincite-embedding", daemon=True)
        self.n_texts = 0
        """Distinct texts so far."""
        self.n_embedded = 0
        """Those that were given a new vector, or would have been."""
        self.n_reused = 0
        """Those that had a vector already."""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._stopped.set()
        self._queue.put(None)
        self._thread.join()

    def submit(self, tenant: TenantId, texts: Iterable[str]) -> None:
        """Hand texts over; returns at once."""
        fresh = []
        for text in texts:
            key = (tenant, text)
            if key not in self._seen:
                self._seen.add(key)
                fresh.append(text)
        self.n_texts += len(fresh)
        if fresh and not self._stopped.is_set():
            self._queue.put((tenant, fresh))

    def stop(self) -> None:
        """Embed nothing more: the sync will not be committed."""
        self._stopped.set()

    def finish(self, waiting: Callable[[int, int], None]) -> None:
        """
        Wait until every text has its vector.

        :param waiting: Called now and then with how many texts are done and how many there are.
        :raises PinciteError: Whatever stopped the embedder or the catalog.
        """
        self._queue.put(None)
        while self._thread.is_alive():
            waiting(self.n_embedded + self.n_reused, self.n_texts)
            self._thread.join(0.1)
        waiting(self.n_embedded + self.n_reused, self.n_texts)
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            with ThreadPoolExecutor(1, thread_name_prefix="pincite-vectors") as pool:
                pending: dict[TenantId, list[str]] = defaultdict(list)
                while (handed := self._queue.get()) is not None:
                    tenant, texts = handed
                    pending[tenant] += texts
                    while len(pending[tenant]) >= _BATCH:
                        self._embed(tenant, pending[tenant][:_BATCH], pool)
                        del pending[tenant][:_BATCH]
                for tenant, texts in pending.items():
                    self._embed(tenant, texts, pool)
                self._saved()
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread by finish()
            self._error = error

    def _embed(self, tenant: TenantId, texts: list[str], pool: Executor) -> None:
        """Embed those of at most a batch that have no vector, texts of about one length side by side."""
        keys = {digest("embedded", text): text for text in texts}
        known = self._catalog.known_vectors(tenant, self._space, keys)
        self.n_reused += len(known)
        missing = sorted((key for key in keys if key not in known), key=lambda key: (len(keys[key]), key))
        if self._embedder is None or not missing:
            self.n_embedded += len(missing)
        elif not self._stopped.is_set():
            vectors = self._embedder().embed([keys[key] for key in missing])
            self._saved()
            # Kept while the next are embedded: at most one batch waits for the disk.
            self._saving = pool.submit(self._save, tenant, dict(zip(missing, vectors, strict=True)))

    def _save(self, tenant: TenantId, vectors: dict[str, NDArray[np.float32]]) -> None:
        self._catalog.save_vectors(tenant, self._space, vectors)
        self.n_embedded += len(vectors)

    def _saved(self) -> None:
        """Wait until what was embedded before is kept."""
        if self._saving is not None:
            self._saving.result()
