"""
The index stage: stores points and ranks them inside a scope.

``build`` gives a function that opens an index in a folder; the engine is imported only when it is called.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.protocols import Index

__all__ = ["BUILDERS", "EdgeSettings", "IndexSettings", "OpenIndex", "build"]

BUILDERS: Final[dict[str, str]] = {"edge": "pincite.index.edge:open_edge"}


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeSettings:
    """Settings of the engine that runs inside the process."""

    batch: int = 500
    """Points handed to the engine at once, from 1 to 10,000."""
    threads: int = 0
    """Threads that search, at least 1; 0 for one per core."""

    def __post_init__(self) -> None:
        if not 1 <= self.batch <= 10_000:
            raise ConfigError(f"index.edge.batch is {self.batch}: expected 1 to 10000 points", batch=self.batch)
        if self.threads < 0:
            raise ConfigError(
                f"index.edge.threads is {self.threads}: expected 0 (one per core) or more", threads=self.threads
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexSettings:
    """Which index holds the points."""

    name: str = "edge"
    """Name of an implementation."""
    edge: EdgeSettings = field(default_factory=EdgeSettings)


class OpenIndex(Protocol):
    """Opens the index in a folder."""

    def __call__(self, folder: Path) -> Index:
        """
        Return the index in ``folder``, a new one where there is none.

        :raises Locked: If another process holds it.
        :raises Torn: If a file in it is damaged.
        """
        ...


def build(settings: IndexSettings) -> OpenIndex:
    """
    Return the function that opens an index under these settings.

    :raises UnknownName: If no implementation has the name.
    """
    if settings.name not in BUILDERS:
        builder("index", settings.name, BUILDERS)  # an unknown name fails here, and not at the first use

    def opens(folder: Path) -> Index:
        found: Index = builder("index", settings.name, BUILDERS)(folder, settings=settings)
        return found

    return opens
