"""Taking documents in."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.config import add_source, change_source
from pincite.config._sources import locked, registered, withdraw, write_whole
from pincite.corpus.given import names
from pincite.corpus.held import Held
from pincite.errors import ConfigError, InputError, Unreachable
from pincite.pipeline.report import silent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pincite.config import Config
    from pincite.ingest import SourceSettings
    from pincite.ingest.passwords import Passwords
    from pincite.pipeline.report import Progress, Report

__all__ = ["Adding"]


class Adding(Held):
    """The side of a corpus that takes documents in."""

    def add(
        self,
        *paths: str | Path,
        name: str | None = None,
        tenant: str | None = None,
        access: Iterable[str] | None = None,
        pattern: str | None = None,
        strict: bool = False,
        dry_run: bool = False,
        passwords: Passwords | Iterable[str] | Mapping[str, str] = (),
        progress: Progress = silent,
    ) -> Report:
        """
        Register files or folders as sources and sync them.

        :param paths: Files and folders; one that is registered already is synced anew with what is stated here.
        :param name: Name of the source, where one path is given; ``None`` for the folder's name.
        :param tenant: Tenant of its documents; ``None`` for the corpus's.
        :param access: Who may read, where nothing nearer says it; ``None`` says nothing.
        :param pattern: Regular expression over the path, whose named groups are metadata.
        :param strict: Fail on the first file that cannot be taken in.
        :param dry_run: Only say what would happen.
        :param passwords: Tried on encrypted files: passwords, or a mapping of path globs to the password of each; used
            for this call and kept nowhere.
        :param progress: Told how far it is: step, done, total.
        :raises Unreachable: If a path is not there; nothing is registered.
        :raises NobodyCanRead: If nothing states who may read some documents; nothing is registered.
        :raises InputError: If no path is given, or one name for several paths.
        :raises ConfigError: If a rule that states access matches no file and was certainly meant for some, or two
            sources hold the same files with different access; nothing is registered.
        """
        if not paths or (name is not None and len(paths) > 1):
            raise InputError(f"add takes at least one path, and a name for one path only; got {len(paths)} paths")
        groups = None if access is None else tuple(access)
        stated = {"name": name, "tenant": tenant, "access": groups, "pattern": pattern}
        for path in map(Path, paths):
            if not path.exists():
                raise Unreachable(
                    f"there is no file or folder {path}: expected one to add; correct the path", path=str(path)
                )
        if dry_run:
            config, sources = _with(self.config, paths, stated)
            again = _names(sources) if groups is not None else []
            return self._sync(
                config, sources, passwords, strict=strict, dry_run=True, stated_again=again, progress=progress
            )
        with locked(self.config.state):  # over the whole add, so that what fails can be taken back
            before = _as_written(self.config)
            config, sources = _with(before, paths, stated)
            again = _names(sources) if groups is not None else []
            with _registered(before, sources):
                report = self._sync(config, sources, passwords, strict=strict, stated_again=again, progress=progress)
            self.config = self._built.config = config
        return report

    def sync(
        self,
        *,
        strict: bool = False,
        dry_run: bool = False,
        readmit: Iterable[str] = (),
        all_files: bool = False,
        passwords: Passwords | Iterable[str] | Mapping[str, str] = (),
        progress: Progress = silent,
    ) -> Report:
        """
        Read every registered source again; what is gone from them is deleted.

        The other parameters and errors are those of :meth:`add`.

        :param readmit: Documents that were purged and are taken back, by their ids.
        :param all_files: Whether every file is read, also one that did not change: what a restore or a deletion set
            apart (:meth:`differing`) follows its files again, and what no file states is deleted.
        :raises InputError: If one of ``readmit`` is kept out by nothing.
        """
        known = {source.name for source in self.config.sources}
        forget = [row.name for row in self.sources() if row.name not in known]
        return self._sync(
            self.config,
            self.config.sources,
            passwords,
            forget=forget,
            readmit=names(readmit, "readmit"),
            all_files=all_files,
            strict=strict,
            dry_run=dry_run,
            progress=progress,
        )

    def _sync(
        self,
        config: Config,
        sources: Iterable[SourceSettings],
        passwords: Passwords | Iterable[str] | Mapping[str, str],
        **how: Any,  # noqa: ANN401  # passed on to sync
    ) -> Report:
        from pincite.ingest import passwords as words  # imported here, as the next: a question needs none of it
        from pincite.ingest.overlaps import require_apart
        from pincite.pipeline.ingest import sync

        require_apart(config.sources, base=config.folder.absolute())
        known = passwords if isinstance(passwords, words.Passwords) else words.Passwords.given(passwords)
        tell: Progress = how["progress"]
        setup = config.ingest_setup(
            chunker=lambda: self._built.chunker,
            embedder=self._built.embedder,
            passwords=known.of,
            told=lambda done, total: tell("pages", done, total),
            keep=not how.get("dry_run"),
        )
        return sync(setup, self.store, sources, **how)


def _as_written(config: Config) -> Config:
    """Return the settings with the sources that the file has now: others may have added some since."""
    return replace(config, sources=registered(config.file)) if config.file else config


def _with(
    config: Config, paths: Iterable[str | Path], stated: Mapping[str, object]
) -> tuple[Config, list[SourceSettings]]:
    """Return the settings with a source for each path, and these sources."""
    sources = []
    for path in map(Path, paths):
        sources.append(config.source_at(path, **stated))
        config = config.with_source(sources[-1])
    return config, sources


def _names(sources: Iterable[SourceSettings]) -> list[str]:
    return [source.name for source in sources]


@contextmanager
def _registered(config: Config, sources: Iterable[SourceSettings]) -> Iterator[None]:
    """Write sources into the settings file, and take them back where the block fails."""
    file = config.file
    if file is None:
        yield
        return
    before = file.read_text(encoding="utf-8")
    known = {source.name: source for source in config.sources}
    written: list[str] = []
    after = before
    try:
        for source in sources:
            if known.get(source.name) == source:
                continue
            written.append(source.name)
            (change_source if source.name in known else add_source)(file, source)
            known[source.name] = source
            after = file.read_text(encoding="utf-8")
        yield
    except BaseException as error:
        try:
            _take_back(file, written, before=before, after=after)
        except (ConfigError, OSError) as fault:
            error.add_note(f"{file} still names {', '.join(written)}: {fault}")
        raise


def _take_back(file: Path, names: Iterable[str], *, before: str, after: str) -> None:
    """Undo what was written; what somebody wrote by hand meanwhile stays."""
    now = file.read_text(encoding="utf-8")
    if now == after != before:
        write_whole(file, before)
    elif now != before:
        for name in names:
            withdraw(file, name, before=before)
