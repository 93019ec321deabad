"""
A corpus of any folder with no set-up: kept in the user's cache, so that the next question is fast.

Nothing is written outside the cache. Whoever can read the folder's files may read everything in it.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.cli.progress import Meter
from pincite.cli.readiness import make_ready
from pincite.cli.reports import report_text
from pincite.cli.screen import note, plural
from pincite.documents import digest
from pincite.errors import GenerationMismatch, InputError, SpaceMismatch, Torn
from pincite.questions import Principal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pincite.cli.session import Session
    from pincite.config import Config
    from pincite.corpus import Corpus
    from pincite.pipeline.report import Report

__all__ = ["Owner", "last", "opened"]

_KEEP_S: Final = 30 * 24 * 3600.0
"""Seconds after which a corpus that nobody asked is removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner(Principal):
    """Whoever can read the files themselves: every name to which access is given in them."""

    names: frozenset[str] = field(default_factory=frozenset)
    """Groups, and subjects as "user:NAME"."""

    @property
    def readers(self) -> frozenset[str]:
        """All names."""
        return (
            super(Owner, self).readers | self.names
        )  # named: a slotted class is made twice, and bare super() misses it


@contextmanager
def opened(session: Session, folder: Path) -> Iterator[tuple[Corpus, Principal]]:
    """
    Open the corpus of a folder as it is now, with the principal who may read all of it.

    :param folder: A folder, or one file.
    :raises InputError: If it is not there, or holds nothing that can be read.
    """
    if not folder.exists():
        raise InputError(f"there is no {os.fspath(folder)!r}: expected a folder or file of documents; correct the path")
    _sweep(_home())
    state = _home() / digest("folder", str(folder.resolve()))
    corpus, report = _synced(session, folder, state)
    try:
        _tell(report, folder)
        (state / "asked").write_text(str(folder.resolve()), encoding="utf-8")
        yield corpus, _owner(corpus)
    finally:
        corpus.close()


def last() -> Path | None:
    """Return the folder that was asked last and is still there; ``None`` where there is none."""
    marks = sorted(_home().glob("*/asked"), key=lambda mark: mark.stat().st_mtime_ns, reverse=True)
    folder = type(marks[0])(marks[0].read_text(encoding="utf-8")) if marks else None
    return folder if folder is not None and folder.exists() else None


def _home() -> Path:
    from pincite.models import cache_folder

    return cache_folder() / "folders"


def _synced(session: Session, folder: Path, state: Path) -> tuple[Corpus, Report]:
    """Open and sync; a cache of other settings, or a damaged one, is made anew."""
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    config = _config(folder, state)
    make_ready(config)
    try:
        return _sync(session, config)
    except (GenerationMismatch, SpaceMismatch, Torn):
        shutil.rmtree(state)
        state.mkdir(parents=True, mode=0o700)
        return _sync(session, config)


def _config(folder: Path, state: Path) -> Config:
    from pincite.config import bare
    from pincite.ingest import SourceSettings

    place = folder.resolve()
    base = place if place.is_dir() else place.parent
    source = SourceSettings(name=base.name.strip() or "root", path=str(place), access=("public",))
    return bare(base, state=state, sources=(source,))


def _sync(session: Session, config: Config) -> tuple[Corpus, Report]:
    from pincite.corpus import Corpus

    corpus = Corpus(config, wait_s=session.wait_s, command=session.command)
    try:
        with Meter() as meter:
            report = corpus.sync(progress=meter)
        corpus.forget_pages()
        return corpus, report
    except BaseException:
        corpus.close()
        raise


def _tell(report: Report, folder: Path) -> None:
    """Say what was read, where that is news."""
    taken = report.added + report.changed + report.unchanged
    if not taken:
        for each in report.skipped[:5]:
            note(f"Skipped: {each.reason}")
        raise InputError(
            f"{os.fspath(folder)!r} holds nothing that can be read ({plural(report.n_files, 'file')} looked at): "
            "expected documents, such as PDF, Word, mail, web pages, tables or text; name another folder or file"
        )
    if report.added or report.changed or report.deleted:
        note(report_text(report))


def _owner(corpus: Corpus) -> Principal:
    rows = corpus.store.catalog.all_revisions()
    names = frozenset(name for state in rows for name in state.effective_groups)
    return Owner(tenant=corpus.config.corpus.tenant, names=names)


def _sweep(home: Path) -> None:
    """Remove the corpora of folders that nobody asked for a month."""
    before = time.time() - _KEEP_S
    for mark in home.glob("*/asked"):
        if mark.stat().st_mtime < before:
            shutil.rmtree(mark.parent, ignore_errors=True)
