"""The stages of one corpus, built when they are first needed and kept."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import cache, cached_property, partial
from threading import Lock, Thread
from typing import TYPE_CHECKING

from pincite import access
from pincite.corpus.following import Following
from pincite.corpus.governing import Governs
from pincite.corpus.naming import StateNames
from pincite.documents import TenantId
from pincite.errors import ConfigError, GenerationMismatch, Missing, SpaceMismatch
from pincite.lifecycle import ensure_catalog, open_store
from pincite.pipeline.search import Search
from pincite.retrieve.remembered import Remembered
from pincite.text.languages import detect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from pincite.config import Config
    from pincite.documents import Sequence
    from pincite.lifecycle import Lease, Store
    from pincite.pipeline.ask import Ask
    from pincite.pipeline.governed import Governed
    from pincite.pipeline.rewriting import Rewriter
    from pincite.pipeline.wording import Steps
    from pincite.protocols import Analyzer, Chunker, Embedder, Generator, Index, Reranker, Retriever, Tokenizer
    from pincite.questions import Principal, Scope
    from pincite.retrieve import RetrieveSettings

__all__ = ["Built"]

_PINNED: ContextVar[Sequence | None] = ContextVar("pinned", default=None)
"""The sequence that is read instead of the last one."""


class Built:
    """
    The stores and stages that settings describe.

    :param config: The settings.
    :param wait_s: How long to wait for another process that holds the corpus, in seconds.
    :param command: What this process does, for those who wait for it.
    :param embedder: The embedder, where the caller has built it; ``None`` to build it when it is first needed.
    """

    def __init__(self, config: Config, *, wait_s: float, command: str, embedder: Embedder | None = None) -> None:
        self.config = config
        self.wait_s = wait_s
        """How long to wait for another process, in seconds."""
        self._command = command
        self._lock = Lock()
        self._embedder = embedder
        self._warming = False
        self._store: Store | None = None
        self._serves: set[str] = set()
        self._given: Generator | None = None
        self.on_outdated: Callable[[GenerationMismatch], object] = lambda error: None
        """Told once where the corpus answers and takes nothing in until it is migrated."""
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

        if self._embedder is None and not self._warming and self.config.embed.name != "openai":  # each call costs there
            self._warming = True
            Thread(target=load, name="pincite-warm").start()  # not a daemon: an exit waits for the native code in it

    @cached_property
    def store(self) -> Store:
        """
        The two stores; made on the first use of a new corpus.

        :raises GenerationMismatch: If the corpus was built under other settings.
        :raises SpaceMismatch: If it holds vectors of another embedder.
        """
        if self._store is not None:  # opened for a migration that failed
            self._store.close()
        self._store = self._open()
        self._serves.add(self._store.generation.id)
        if self._store.outdated is not None:
            self.on_outdated(self._store.outdated)
        return self._store

    def store_to_migrate(self) -> Store:
        """Return the two stores, whatever generation they are of: to be migrated, and for nothing else."""
        if self._store is None:
            try:
                return self.store
            except (GenerationMismatch, SpaceMismatch):
                self._store = self._open(for_migration=True)
        return self._store

    @property
    def is_readable(self) -> bool:
        """Whether the stores are open under settings that may read them."""
        return "store" in self.__dict__

    def will_serve(self, generation: str, by: Built) -> None:
        """
        Say, before a generation takes over, whose stages its questions are for; questions under way go on.

        :param by: What the settings that make it describe, perhaps this; it gets the stores.
        """
        if by is not self:
            by._store = by.__dict__["store"] = self._store
            self._successor = by
        by._serves.add(generation)

    def will_not(self, by: Built) -> None:
        """Take back what :meth:`will_serve` said of another, since nothing took over."""
        if by is not self:
            self._successor = None

    def _open(self, *, for_migration: bool = False) -> Store:
        config, generation = self.config, self.config.generation()
        opened = partial(
            open_store,
            config.state,
            index=config.build_index(),
            analyzer=self.analyzer,
            generation=generation,
            wait_s=self.wait_s,
            command=self._command,
            parts=config.parts,
            for_migration=for_migration,
        )
        try:
            return opened()
        except Missing:
            ensure_catalog(config.state, generation=generation, wait_s=self.wait_s, parts=config.parts)
            return opened()

    def scope(self, principal: Principal, lease: Lease, day: date) -> Scope:
        """Return what a principal may read at a leased state on a day, with access as it is now."""
        catalog = self.store.catalog
        pending = catalog.pending(TenantId(str(principal.tenant)), principal.readers)
        return access.scope(principal, head=replace(lease, epoch=catalog.head().epoch), day=day, pending=pending)

    @contextmanager
    def reading(self) -> Iterator[Lease]:
        """Hold the committed state while something is read, or the earlier one that :meth:`pinned` names."""
        sequence = _PINNED.get()
        with self.store.reading() as lease:
            yield lease if sequence is None else replace(lease, sequence=sequence)

    @contextmanager
    def pinned(self, sequence: Sequence) -> Iterator[None]:
        """Let this thread read an earlier state; what nothing kept of it may be gone."""
        token = _PINNED.set(sequence)
        try:
            yield
        finally:
            _PINNED.reset(token)

    @cached_property
    def governs(self) -> Governs:
        """Decides which hits govern."""
        return Governs(self.store.catalog, lambda: self.config.governing)

    @cached_property
    def search(self) -> Search:
        """The stages from question to hits."""
        return Search(
            lease=self.reading,
            scope=self.scope,
            permits=self.store.catalog,
            retriever=cache(self._retriever),
            rewriter=self._rewriter(),
            reranker=self._reranker(),
            kinds=self.config.kinds(),
            language=self._language,
            govern=self.governs,
        )

    @cached_property
    def ask(self) -> Ask:
        """The stages from question to answer."""
        from pincite.answers.render import marked  # imported here: a search needs none of it
        from pincite.generate.scoring.cosines import Cosines
        from pincite.pipeline.ask import Ask
        from pincite.pipeline.conflicts import Disagreements
        from pincite.pipeline.gathering import gathering
        from pincite.validity.authority import words_of

        attributor = self.config.build_attributor()
        assembler = self.config.build_assembler(self.tokenizer)
        generator = self._given or self.config.build_generator(
            similarity=Cosines(self.embedder), corpus=self.config.name
        )
        return Ask(
            search=self.search,
            assembler=assembler,
            generator=generator,
            attributor=attributor,
            disagreements=Disagreements(attributor=attributor, words=words_of(self.config.governing)),
            render=marked,
            state=StateNames(self.config.state).name,
            gathering=gathering(self.search, assembler, generator, self.store.catalog, self.config.ask),
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

    @cached_property
    def answering(self) -> Steps:
        """The same, with questions for the words of a clause looked up, and follow-ups that only name another thing."""
        from pincite.pipeline.covering import Covering
        from pincite.pipeline.ellipsis import FollowUps
        from pincite.pipeline.versioned import Versioned
        from pincite.pipeline.wording import Wording

        wording = Wording(rest=self.governed, ask=self.ask, catalog=self.store.catalog)
        versioned = Versioned(rest=wording, ask=self.ask, catalog=self.store.catalog)
        covering = Covering(rest=versioned, ask=self.ask, catalog=self.store.catalog)
        return FollowUps(rest=covering, kinds=self.config.kinds())

    @contextmanager
    def writing_with(self, generator: Generator) -> Iterator[None]:
        """Let another generator write, for tools that measure; nobody else may ask in the meantime."""
        names = ("ask", "governed", "answering")
        kept = {name: self.__dict__.pop(name) for name in names if name in self.__dict__}
        self._given = generator
        try:
            yield
        finally:
            self._given = None
            for name in names:
                self.__dict__.pop(name, None)
            self.__dict__.update(kept)

    def close(self) -> None:
        """Give back the stores; calling it twice is harmless."""
        if self._store is not None:
            self._store.close()

    def _reranker(self) -> Reranker:
        return self.config.build_reranker()

    def retriever(self, settings: RetrieveSettings, *, index: Index | None = None) -> Retriever:
        """Return the retriever that these settings describe, over the same stores or another index."""
        return self.config.build_retriever(
            settings,
            index=index or self.store.index,
            embedder=self.embedder,
            analyzer=self.analyzer,
            lookup=self.store.catalog,
        )

    def _rewriter(self) -> Rewriter | None:
        """Return what writes other wordings of a question, where the settings ask for some."""
        n = self.config.retrieve.rewrites
        if not n:
            return None
        from pincite.pipeline.rewriting import Rewriter

        chat = self.config.build_chat()
        if chat is None:
            raise ConfigError(
                f"retrieve.rewrites is {n} and no chat model is configured: set [generate] name to claude, openai or "
                "gguf, or rewrites to 0",
                rewrites=n,
            )
        return Rewriter(chat, variants=n)

    def _retriever(self, route: str | None) -> Retriever:
        settings = self.config.retrieve if route is None else replace(self.config.retrieve, route=route)
        return Remembered(Following(lambda generation: self._serving(generation).retriever(settings)), settings)

    def _serving(self, generation: str) -> Built:
        built: Built | None = self
        while built is not None and generation not in built._serves:
            built = built._successor
        return built or self

    @cached_property
    def _language(self) -> Callable[[str], str]:
        """Tells a question's language; one that tells nothing is taken to be in the corpus's own."""
        return partial(detect, default=self.config.corpus.language)
