"""The stages of one corpus, built when they are first needed and kept."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import cache, cached_property, partial
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from pincite import access
from pincite.corpus.following import Following
from pincite.corpus.governing import Governs
from pincite.corpus.naming import StateNames
from pincite.documents import TenantId
from pincite.lifecycle import create_store, open_store
from pincite.pipeline.search import Search
from pincite.text.languages import detect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from pincite.config import Config
    from pincite.lifecycle import Lease, Store
    from pincite.pipeline.ask import Ask
    from pincite.pipeline.governed import Governed
    from pincite.protocols import Analyzer, Chunker, Embedder, Index, Reranker, Retriever, Tokenizer
    from pincite.questions import Principal, Scope
    from pincite.retrieve import RetrieveSettings

__all__ = ["Built"]


class Built:
    """
    The stores and stages that settings describe.

    :param config: The settings.
    :param wait_s: How long to wait for another process that holds the corpus, in seconds.
    :param command: What this process does, for those who wait for it.
    """

    def __init__(self, config: Config, *, wait_s: float, command: str) -> None:
        self.config = config
        self.wait_s = wait_s
        """How long to wait for another process, in seconds."""
        self._command = command
        self._lock = Lock()
        self._embedder: Embedder | None = None
        self._warming = False
        self._store: Store | None = None
        self._serves = ""
        self._successor: Built | None = None

    @cached_property
    def analyzer(self) -> Analyzer:
        """Makes the terms of the lexical leg."""
        return self.config.build_analyzer()

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """Counts tokens as the embedder does."""
        return self.config.build_tokenizer()

    @cached_property
    def chunker(self) -> Chunker:
        """Cuts revisions."""
        return self.config.build_chunker(self.tokenizer, self.embedder)

    def embedder(self) -> Embedder:
        """Return the embedder; the first call loads its model."""
        with self._lock:
            if self._embedder is None:
                self._embedder = self.config.build_embedder()
            return self._embedder

    def warm(self) -> None:
        """Begin to load the embedder's model beside whatever else happens; a failure shows when it is used."""

        def load() -> None:
            try:
                self.embedder().embed_query("warm")  # the tokenizer and the first run cost as much as the model
            except Exception:  # noqa: BLE001  # told again, in the caller's thread, at first use
                return

        if self._embedder is None and not self._warming:
            self._warming = True
            Thread(target=load, name="pincite-warm").start()  # not a daemon: an exit waits for the native code in it

    @cached_property
    def store(self) -> Store:
        """
        The two stores; made on the first use of a new corpus.

        :raises GenerationMismatch: If the corpus was built under other settings.
        """
        if self._store is not None:  # opened for a migration that failed
            self._store.close()
        self._store = self._open()
        self._serves = self._store.generation.id
        return self._store

    def store_to_migrate(self) -> Store:
        """Return the two stores, whatever generation they are of: to be migrated, and for nothing else."""
        if self._store is None:
            self._store = self._open(for_migration=True)
        return self._store

    def succeeded_by(self, other: Built) -> None:
        """Hand the stores, which were migrated, to what their new settings describe; questions under way go on."""
        other._store = other.__dict__["store"] = self._store
        other._serves = other.store.generation.id
        self._successor = other

    def _open(self, *, for_migration: bool = False) -> Store:
        state = self.config.state
        how: dict[str, Any] = {
            "index": self.config.build_index(),
            "analyzer": self.analyzer,
            "generation": self.config.generation(),
            "wait_s": self.wait_s,
            "command": self._command,
            "parts": self.config.parts,
        }
        if (state / "catalog.sqlite").exists():
            return open_store(state, for_migration=for_migration, **how)
        return create_store(state, **how)

    def scope(self, principal: Principal, lease: Lease, day: date) -> Scope:
        """Return what a principal may read at a leased state on a day, with access as it is now."""
        catalog = self.store.catalog
        pending = catalog.pending(TenantId(str(principal.tenant)), principal.readers)
        return access.scope(principal, head=replace(lease, epoch=catalog.head().epoch), day=day, pending=pending)

    @contextmanager
    def reading(self) -> Iterator[Lease]:
        """Hold the committed state while something is read."""
        with self.store.reading() as lease:
            yield lease

    @cached_property
    def governs(self) -> Governs:
        """Decides which hits govern."""
        return Governs(self.store.catalog, self.config.governing)

    @cached_property
    def search(self) -> Search:
        """The stages from question to hits."""
        return Search(
            lease=self.reading,
            scope=self.scope,
            permits=self.store.catalog,
            retriever=cache(self._retriever),
            reranker=self._reranker(),
            kinds=self.config.kinds(),
            language=self._language,
            govern=self.governs,
        )

    @cached_property
    def ask(self) -> Ask:
        """The stages from question to answer."""
        from pincite.attribute.render import marked  # imported here: a search needs none of it
        from pincite.generate.cosines import Cosines
        from pincite.pipeline.ask import Ask

        return Ask(
            search=self.search,
            assembler=self.config.build_assembler(self.tokenizer),
            generator=self.config.build_generator(similarity=Cosines(self.embedder), corpus=self.config.name),
            attributor=self.config.build_attributor(),
            render=marked,
            state=StateNames(self.config.state).name,
        )

    @cached_property
    def governed(self) -> Governed:
        """The same, with what governs decided."""
        from pincite.pipeline.freshness import changed_files
        from pincite.pipeline.governed import Governed

        return Governed(
            ask=self.ask,
            stated=self.governs.stated,
            documents=self.store.catalog.documents,
            changed=lambda answer: changed_files(
                answer, self.store.catalog, self.config.sources, base=self.config.folder
            ),
        )

    def close(self) -> None:
        """Give back the stores; calling it twice is harmless."""
        if self._store is not None:
            self._store.close()

    def _reranker(self) -> Reranker:
        return self.config.build_reranker()

    def retriever(self, settings: RetrieveSettings, *, index: Index | None = None) -> Retriever:
        """Return the retriever that these settings describe, over the same stores or another index."""
        return replace(self.config, retrieve=settings).build_retriever(
            index=index or self.store.index, embedder=self.embedder, analyzer=self.analyzer, lookup=self.store.catalog
        )

    def _retriever(self, route: str | None) -> Retriever:
        settings = self.config.retrieve if route is None else replace(self.config.retrieve, route=route)
        return Following(lambda generation: self._serving(generation).retriever(settings))

    def _serving(self, generation: str) -> Built:
        built = self
        while built._successor is not None and built._serves != generation:
            built = built._successor
        return built

    @cached_property
    def _language(self) -> Callable[[str], str]:
        """Tells a question's language; one that tells nothing is taken to be in the corpus's own."""
        return partial(detect, default=self.config.corpus.language)
