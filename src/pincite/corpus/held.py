"""What every side of a corpus stands on: its settings and its built stages."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.corpus.built import Built
from pincite.corpus.membership import Membership
from pincite.documents import digest
from pincite.questions import Principal
from pincite.trace import TraceStore
from pincite.validity import today

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from datetime import date
    from pathlib import Path

    from pincite.access.members import Member
    from pincite.catalog import SourceRow
    from pincite.config import Config
    from pincite.lifecycle import Store
    from pincite.pipeline.ask import Ask
    from pincite.protocols import Embedder, Generator, Index, Retriever
    from pincite.questions import Scope
    from pincite.retrieve import RetrieveSettings

__all__ = ["Held"]


class Held:
    """
    A corpus without its verbs.

    :param config: Its settings, as :func:`pincite.config.load` gives them.
    :param wait_s: How long to wait for another process that holds the corpus, in seconds.
    :param command: What this process does, for those who wait for it; ``""`` for its command line.
    :param embedder: The embedder of these settings, where the caller has built it; it stays the caller's.
    """

    def __init__(
        self, config: Config, *, wait_s: float = 10.0, command: str = "", embedder: Embedder | None = None
    ) -> None:
        self.config = config
        self._built = Built(config, wait_s=wait_s, command=command, embedder=embedder)

    def close(self) -> None:
        """Give back the stores; calling it twice is harmless."""
        self._built.close()

    @property
    def state(self) -> Path:
        """The folder of catalog, index, originals and traces."""
        return self.config.state

    @property
    def is_unfilled(self) -> bool:
        """Whether nothing was ever taken in: no sync was made, or the first was cut off."""
        return self.store.catalog.head().sequence == 0

    @property
    def store(self) -> Store:
        """The two stores, for administrators and tools: no scope applies to what they give."""
        return self._built.store

    @property
    def pipeline(self) -> Ask:
        """The built stages, for tools that look at one at a time."""
        return self._built.ask

    def retriever(self, settings: RetrieveSettings, *, index: Index | None = None) -> Retriever:
        """Return the retriever that other settings would give, or another index, for tools that try them."""
        return self._built.retriever(settings, index=index)

    def embedder(self) -> Embedder:
        """Return the embedder, for tools that look at one vector; the first call loads its model."""
        return self._built.embedder()

    def writing_with(self, generator: Generator) -> AbstractContextManager[None]:
        """Let another generator write while a block runs, for tools that measure; nobody else may ask meanwhile."""
        return self._built.writing_with(generator)

    def settings_digest(self) -> str:
        """Return one digest of every setting in force."""
        return digest(*(f"{key}={value!r}" for key, value, _ in self.config.rows()))

    def today(self) -> date:
        """Return the present day in the corpus's time zone."""
        return today(self.config.corpus.timezone)

    def principal(self, name: str | None = None) -> Principal:
        """
        Return a configured principal, or the default reader: the corpus's tenant and no groups.

        :raises UnknownName: If no principal has that name.
        """
        if name is None:
            return Principal(tenant=self.config.corpus.tenant)
        return self._membership.of_now().principal(name)

    def _asker(self, principal: Principal | Member | None) -> Principal:
        """Return who asks, now; ``None`` for the default reader."""
        if principal is None:
            return self.principal()
        return principal if isinstance(principal, Principal) else principal()

    @cached_property
    def _membership(self) -> Membership:
        return Membership(self.config)

    def sources(self) -> tuple[SourceRow, ...]:
        """Return what has been synced, in order of name."""
        return self.store.catalog.sources()

    @cached_property
    def _traces(self) -> TraceStore:
        return TraceStore(self.state / "traces", self.config.trace)

    @contextmanager
    def _scope(self, principal: Principal | Member | None, as_of: date | None) -> Iterator[Scope]:
        with self._built.reading() as lease:
            yield self._built.scope(self._asker(principal), lease, as_of or self.today())
