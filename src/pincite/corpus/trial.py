"""A corpus that reads a generation before it takes over: to be measured, and for nothing else."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from pincite.corpus.built import Built
from pincite.lifecycle import Lease

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pincite.catalog import Catalog
    from pincite.config import Config
    from pincite.documents import Sequence
    from pincite.lifecycle.migrating import Migration
    from pincite.protocols import Embedder, Index

__all__ = ["trial"]


@dataclass(frozen=True, kw_only=True)
class _Stores:
    catalog: Catalog
    index: Index
    generation: str
    at: Sequence

    @contextmanager
    def reading(self) -> Iterator[Lease]:
        """Lend the state that the generation will be visible at."""
        yield Lease(sequence=self.at, epoch=self.catalog.head().epoch, generation=self.generation)


def trial(config: Config, migration: Migration, *, embedder: Callable[[], Embedder]) -> Built:
    """
    Return the stages that read the generation that is being built.

    :param config: The settings that make it.
    :param embedder: Gives its embedder.
    """
    built: Any = Built(config, wait_s=0.0, command="")
    stores = _Stores(catalog=migration.catalog, index=migration.index, generation=migration.new.id, at=migration.at)
    built.__dict__["store"] = stores
    built.embedder = embedder
    return cast("Built", built)
