"""Opens the two stores of a corpus, and makes those of a new one."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from pincite.catalog import create_catalog, open_catalog
from pincite.catalog.connections import FILE
from pincite.catalog.schema import schema_of
from pincite.errors import Locked
from pincite.lifecycle.holder import read_holder, try_lock
from pincite.lifecycle.reserve import lend
from pincite.lifecycle.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from pincite.catalog import Catalog
    from pincite.documents import Generation
    from pincite.errors import GenerationMismatch
    from pincite.protocols import Analyzer, Index

__all__ = ["create_store", "ensure_catalog", "open_store"]

_POLL_S: Final = 0.02
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
    lend(state)
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


def ensure_catalog(
    state: Path, *, generation: Generation, wait_s: float = 10.0, parts: Callable[[], Mapping[str, str]] = dict
) -> None:
    """
    Make the catalog of a new corpus where :func:`open_store` finds none, by one process at a time.

    A catalog without tables is one that another process is just making, or died at: it is waited for, and made. Only
    where somebody has held the index since, it was a catalog once and is lost: then it is left for
    :func:`open_store` to tell.

    :param state: The state folder; made where it is missing.
    :param generation: What its index will be built as.
    :param wait_s: How long to wait for another process that makes it, in seconds.
    :param parts: As in :func:`open_store`.
    :raises Locked: If another process still makes it after ``wait_s``.
    """
    if (state / FILE).exists() and read_holder(state) is not None:
        return
    with _making(state, wait_s=wait_s):
        if schema_of(state / FILE) is None:
            create_catalog(state, generation=generation, parts=parts()).close()


@contextmanager
def _making(state: Path, *, wait_s: float) -> Iterator[None]:
    """Make a corpus while no other process does, whose first moment has no catalog yet to be locked."""
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(state, os.O_RDONLY | os.O_CLOEXEC)
    deadline = time.monotonic() + wait_s
    try:
        while not try_lock(handle):
            if time.monotonic() >= deadline:
                raise Locked(
                    f"another process is just making the corpus {state}; waited {wait_s:g} s: try again, or wait "
                    "longer with --wait",
                    path=str(state),
                )
            time.sleep(_POLL_S)
        yield
    finally:
        os.close(handle)


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
