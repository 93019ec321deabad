"""The stages of one corpus, built when they are first needed and kept."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import cache, cached_property
from threading import Lock, Thread
from typing import TYPE_CHECKING

from pincite import access
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
    from pincite.protocols import Analyzer, Chunker, Embedder, Index, Reranker, Retriever, Tokenizer
    from pincite.questions import Principal, Scope
    from pincite.retrieve import RetrieveSettings

__all__ = ["Built"]

_SHORT = 6
"""Words of a question below which its language is not told from its words."""
_LATIN_MAX = "\u024f"


class Built:
    """
    The stores and stages that settings describe.

    :param config: The settings.
    :param wait_s: How long to wait for another process that holds the corpus, in seconds.
    :param command: What this process does, for those who wait for it.
    """

    def __init__(self, config: Config, *, wait_s: float, command: str) -> None:
        self.config = config
        self._wait_s = wait_s
        self._command = command
        self._lock = Lock()
        self._embedder: Embedder | None = None
        self._warming = False
        self._store: Store | None = None

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
        return self.config.build_chunker(self.tokenizer)

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
        state = self.config.state
        found = (state / "catalog.sqlite").exists()
        make = open_store if found else create_store
        self._store = make(
            state,
            index=self.config.build_index(),
            analyzer=self.analyzer,
            generation=self.config.generation(),
            wait_s=self._wait_s,
            command=self._command,
        )
        return self._store

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
            generator=self.config.build_generator(similarity=Cosines(self.embedder)),
            attributor=self.config.build_attributor(),
            render=marked,
            state=StateNames(self.config.state).name,
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
        settings = self.config.retrieve
        return self.retriever(settings if route is None else replace(settings, route=route))

    @cached_property
    def _language(self) -> Callable[[str], str]:
        """Tells a question's language; a short one in Latin letters is taken to be in the corpus's own."""
        own = self.config.corpus.language

        def tell(question: str) -> str:
            if len(question.split()) < _SHORT and all(c <= _LATIN_MAX for c in question if c.isalpha()):
                return own
            return detect(question)

        return tell
