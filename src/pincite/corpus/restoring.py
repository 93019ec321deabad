"""Makes a corpus of a backup, in whatever folder that is to be."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pincite.catalog import open_catalog
from pincite.catalog.connections import FILE, connect_reader
from pincite.config import FILE_NAME, load, write_template
from pincite.corpus.pages import forget_pages
from pincite.errors import InputError, Missing, StoreError, Torn
from pincite.lifecycle.asides import clear_left_over, extracting
from pincite.lifecycle.backup import SETTINGS, extract, read_manifest
from pincite.lifecycle.holder import Holding
from pincite.lifecycle.restoring import bring, move_aside, require_sound, settle_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.corpus.built import Built
    from pincite.corpus.held import Held
    from pincite.documents import Chunk, Revision
    from pincite.lifecycle.backup import Manifest
    from pincite.lifecycle.snapshots import Restored

__all__ = ["FromFile", "Remaking", "restore_file", "restore_into"]

_STATE: Final = ".pincite"


@dataclass(frozen=True, slots=True, kw_only=True)
class FromFile:
    """What a restored backup did."""

    at: str
    """When it was made, UTC, as an ISO text."""
    restored: Restored | None = None
    """What changed in a corpus that was there; ``None`` where there was none to keep."""
    aside: Path | None = None
    """Where the damaged state stands now; ``None`` where there was none."""
    wrote_settings: bool = False
    """Whether the settings of the backup were written."""
    n_closed: int = 0
    """Revisions that nobody reads until the next sync: whom their sources shut out since the backup is not known."""


class Remaking:
    """
    Cuts revisions under the settings of a corpus, and embeds what has no vector yet.

    :param built: The stages of the corpus.
    """

    def __init__(self, built: Built) -> None:
        self._built = built

    def __call__(self, revisions: list[Revision]) -> list[tuple[Chunk, ...]]:
        """Return the chunks of each revision."""
        from pincite.pipeline.vectors import Embedding, texts_of

        store = self._built.store
        space = store.generation.space.id
        with Embedding(store.catalog, embedder=self._built.embedder, space=space) as embedding:
            found = []
            for revision in revisions:
                found.append(self._built.chunker.chunk(revision))
                embedding.submit(revision.tenant, texts_of(found[-1]))
            embedding.finish(lambda done, total: None)
        return found


def restore_file(
    file: str | Path, folder: str | Path, *, trusts_access: bool = False, wait_s: float = 10.0, command: str = ""
) -> FromFile:
    """
    Make the corpus in a folder what a backup says.

    Where there is one already, the backup comes as a new state: nobody reads more than they may today, and what was
    purged stays out. One whose catalog cannot be read is moved aside, and what comes in its place is closed until the
    next sync. Where there is none, the folder gets the settings of the backup too, unless it has some.

    :param file: What ``pincite backup`` wrote.
    :param folder: The corpus folder; made where it is missing.
    :param trusts_access: Whether who may read is what the backup says also where the catalog was lost, and with it who
        was shut out since.
    :param wait_s: How long to wait for another process that holds the corpus, in seconds.
    :param command: What this process does, for those who wait for it.
    :raises InputError: If there is no such file, or it is no backup; nothing is changed.
    :raises Torn: If it is damaged; nothing is changed.
    :raises Locked: If another process holds the corpus.
    :raises GenerationMismatch: If the corpus that is there does not fit its own settings.
    """
    from pincite.corpus import open as open_corpus

    home, backup = Path(folder), Path(file)
    own = home / FILE_NAME if home.suffix != ".toml" else home
    with _extracted(backup, home if home.suffix != ".toml" else home.parent) as (extracted, manifest):
        config = load(own) if own.is_file() else None
        state = config.state if config else _state_of(extracted, home)
        if not (state / FILE).exists():
            n_closed = settle_in(extracted, state, trusts_access=trusts_access)
            wrote = config is None and _settings(extracted, home)
            return FromFile(at=manifest.at, wrote_settings=wrote, n_closed=n_closed)
        if config is None:
            raise InputError(f"there is a state folder {state} without settings: expected {own}", path=str(own))
        if not _is_sound(state):
            with _held(state, wait_s=wait_s, command=command):
                aside = move_aside(state)
            n_closed = settle_in(extracted, state, aside=aside, trusts_access=trusts_access)
            return FromFile(at=manifest.at, aside=aside, n_closed=n_closed)
        with open_corpus(own, wait_s=wait_s, command=command) as corpus:
            return _bring(corpus, extracted, manifest)


def restore_into(corpus: Held, file: Path) -> FromFile:
    """Do what :func:`restore_file` does for a corpus that is open."""
    with _extracted(file, corpus.config.folder) as (extracted, manifest):
        return _bring(corpus, extracted, manifest)


def _bring(corpus: Held, extracted: Path, manifest: Manifest) -> FromFile:
    from pincite.lifecycle.purge import finish_purges

    finish_purges(corpus.store, wait_s=corpus._built.wait_s)
    try:
        restored = bring(corpus.store, extracted, remake=Remaking(corpus._built))  # the same package
    finally:
        forget_pages(corpus.state)
    return FromFile(at=manifest.at, restored=restored)


@contextmanager
def _held(state: Path, *, wait_s: float, command: str) -> Iterator[None]:
    holding = Holding.take(state, above=0, wait_s=wait_s, command=command)
    try:
        yield
    finally:
        holding.drop()


@contextmanager
def _extracted(backup: Path, home: Path) -> Iterator[tuple[Path, Manifest]]:
    """Give the checked content of a backup in a folder on the same disk; a folder that was made for it goes again."""
    made = not home.exists()
    with read_manifest(backup):
        home.mkdir(parents=True, exist_ok=True)  # only once it is known to be a backup
    try:
        clear_left_over(home)
        with extracting(home) as folder:
            manifest = extract(backup, folder)
            require_sound(folder, backup)
            yield folder, manifest
    except OSError as error:
        raise StoreError(
            f"the backup {backup} could not be restored into {home} ({os.strerror(error.errno or 0).lower()}): free "
            "some space or allow writing there, and run the command again",
            path=str(home),
        ) from error
    finally:
        if made and not any(home.iterdir()):
            home.rmdir()


def _state_of(extracted: Path, home: Path) -> Path:
    """Return where the settings of a backup have the state; only below the folder itself."""
    stated = Path(load(extracted).corpus.state) if (extracted / SETTINGS).is_file() else Path(_STATE)
    if stated.is_absolute() or ".." in stated.parts or str(stated).startswith("~"):
        raise InputError(
            f"the settings in the backup keep the state outside of the corpus folder, at {stated}: put a {FILE_NAME} "
            f"into {home} first that says where it is to be here",
            path=str(stated),
        )
    return home / stated


def _settings(extracted: Path, home: Path) -> bool:
    if (extracted / SETTINGS).is_file():
        shutil.copyfile(extracted / SETTINGS, home / FILE_NAME)
    else:
        write_template(home)
    return True


def _is_sound(state: Path) -> bool:
    """Tell whether the catalog of a corpus can be read."""
    try:
        open_catalog(state).close()
        with closing(connect_reader(state / FILE)) as db:
            return bool(db.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)])
    except (Torn, Missing, sqlite3.Error):
        return False
