"""Opens the two stores of a corpus, and makes those of a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.catalog import create_catalog, open_catalog
from pincite.lifecycle.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from pincite.catalog import Catalog
    from pincite.documents import Generation
    from pincite.errors import GenerationMismatch
    from pincite.protocols import Analyzer, Index

__all__ = ["create_store", "open_store"]

_NOTHING_COMES_IN: Final = "takes no documents in"


def open_store(
    state: Path,
    *,
    index: Callable[[Path], Index],
    analyzer: Analyzer,
    generation: Generation,
    wait_s: float = 10.0,
    command: str = "",
    parts: Callable[[], Mapping[str, str]] = dict,
    for_migration: bool = False,
) -> Store:
    """
    Open the stores of a corpus.

    One that an older version of a parser or chunker built, under the same settings, opens too: it is read as it stands,
    and :attr:`Store.outdated` says why it takes nothing in.

    :param state: The state folder.
    :param index: Opens the index in a folder.
    :param analyzer: Makes the terms of points; the one that the generation names.
    :param generation: What the settings build; it has to be what the corpus was built as.
    :param wait_s: How long to wait for another process that holds the index, in seconds.
    :param command: What this process does, for those who wait for it; ``""`` for its command line.
    :param parts: Gives what the settings' generation is made of, in words; called where it is not the corpus's.
    :param for_migration: Open it whatever differs, to be migrated and for nothing else.
    :raises Missing: If there is no corpus.
    :raises Torn: If the catalog is damaged, or made by a newer version.
    :raises SpaceMismatch: If the corpus holds vectors of another embedder.
    :raises GenerationMismatch: If the corpus was built under other settings.
    """
    catalog = open_catalog(state)
    built = catalog.head().generation
    if built == generation.id:
        return Store(catalog, index=index, analyzer=analyzer, generation=generation, wait_s=wait_s, command=command)
    try:
        outdated = _outdated(catalog, built, generation, parts(), refuse=not for_migration)
    except BaseException:
        catalog.close()
        raise
    return Store(
        catalog,
        index=index,
        analyzer=analyzer,
        generation=catalog.generation(built),
        wait_s=wait_s,
        command=command,
        outdated=outdated,
    )


def create_store(
    state: Path,
    *,
    index: Callable[[Path], Index],
    analyzer: Analyzer,
    generation: Generation,
    wait_s: float = 10.0,
    command: str = "",
    parts: Callable[[], Mapping[str, str]] = dict,
) -> Store:
    """
    Make the stores of a new corpus; the parameters are those of :func:`open_store`.

    :raises InputError: If there is a corpus already.
    """
    catalog = create_catalog(state, generation=generation, parts=parts())
    return Store(catalog, index=index, analyzer=analyzer, generation=generation, wait_s=wait_s, command=command)


def _outdated(
    catalog: Catalog, built: str, wanted: Generation, now: Mapping[str, str], *, refuse: bool
) -> GenerationMismatch:
    from pincite.lifecycle.generations import differences, may_be_read, mismatch, space_mismatch  # hardly ever needed

    made, before = catalog.generation(built), catalog.generations.made_of(built).parts
    found = differences(made, wanted, before=before, now=now)
    if refuse and made.space.id != wanted.space.id:
        raise space_mismatch(catalog.state, made.space, wanted.space, embedder=now.get("embed.name", ""), found=found)
    if refuse and not may_be_read(found, told=bool(before)):
        raise mismatch(catalog.state, made, wanted, found)
    return mismatch(catalog.state, made, wanted, found, does=_NOTHING_COMES_IN)
