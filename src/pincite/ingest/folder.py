"""A folder of files, or one file, as a source."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

from pincite.errors import MetadataError, SourceError, TooLarge, Unreachable
from pincite.ingest.glob import matches, normal
from pincite.ingest.sidecars import SIDECAR, by_owner, is_sidecar, misspelt, sidecar_of
from pincite.protocols import SourceItem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pincite.ingest import SourceSettings

__all__ = ["FolderSource", "build"]

_SETTINGS = "pincite.toml"
_HEAD = 65_536
"""Bytes of what may be a sidecar that are looked at."""


class FolderSource:
    """
    The files of a folder, or one file.

    Hidden files, the corpus's state folder, ``pincite.toml`` and sidecars are left out. Links are followed only to
    files inside the folder. What cannot be read is an item whose ``read`` says why, so that nothing that was there
    before is taken for deleted.

    :param name: The source's name.
    :param root: The folder or file.
    :param state: A folder that is left out.
    :param exclude: Globs over the path below the folder that are left out.
    :param max_bytes: Larger files are refused.
    """

    def __init__(
        self, name: str, root: Path, *, state: Path | None = None, exclude: tuple[str, ...] = (), max_bytes: int
    ) -> None:
        self.name = name
        self._root = root
        self._state = state
        self._exclude = exclude
        self._max_bytes = max_bytes

    def items(self) -> Iterable[SourceItem]:
        """Yield the files in order of path."""
        try:
            found = self._root.stat()
        except OSError as error:
            raise Unreachable(
                f"{self._root} of source {self.name!r} {_why(error)}: expected a file or folder; "
                "correct its path in pincite.toml, or take the source out",
                path=str(self._root),
                source=self.name,
            ) from error
        if S_ISDIR(found.st_mode):
            yield from sorted(self._walk(str(self._root), ""), key=lambda item: item.path)
        elif S_ISREG(found.st_mode):
            yield self._alone(found)
        else:
            yield self._failing(self._root.name, _no_file(str(self._root)))

    def _alone(self, found: os.stat_result) -> SourceItem:
        """Return the one file of the source with what stands beside it."""
        folder, name = self._root.parent, self._root.name
        try:
            with os.scandir(folder) as listing:
                everything = {entry.name: entry for entry in listing}
        except OSError as error:
            return self._failing(name, f"{folder}, where its sidecar would be, {_why(error)}: allow reading it")
        if wrong := _wrong_by_file(self._misspelt(everything, "")).get(name):
            return self._failing(name, _unread(f"{folder}/{name}", wrong), MetadataError)
        entries = _unhidden(everything)
        stray = next((str(folder / each) for each in _strays(entries)), "")
        beside = _path_of(str(folder), sidecar_of(name, by_owner(entries)))
        return replace(self._item(str(self._root), name, found, beside), stray=stray)

    def _walk(self, folder: str, below: str) -> Iterator[SourceItem]:
        try:
            with os.scandir(folder) as listing:
                everything = {entry.name: entry for entry in listing}
        except OSError as error:
            if not below:
                raise Unreachable(
                    f"{folder} of source {self.name!r} {_why(error)}: allow reading it, then sync again",
                    path=str(folder),
                ) from error
            yield self._failing(below.rstrip("/"), f"folder {folder} {_why(error)}: allow reading it, then sync again")
            return
        entries, near = _unhidden(everything), self._misspelt(everything, below)
        for name in near:
            yield self._failing(_shown(below + name), _misnamed(folder, name, near[name]), MetadataError)
        strays = [self._stray(folder, below, name) for name in _strays(entries)]
        yield from strays
        stray = f"{folder}/{strays[0].path.rpartition('/')[2]}" if strays else ""
        owned, wrong = by_owner(entries), _wrong_by_file(near)
        for name, entry in entries.items():
            if name in near or self._is_excluded(below + name):
                continue
            if entry.is_dir(follow_symlinks=False) and _is_utf8(name):
                yield from self._below(entry, f"{below}{name}/")
            elif name in wrong:
                yield self._failing(below + name, _unread(entry.path, wrong[name]), MetadataError)
            elif not (_is_utf8(name) and (is_sidecar(name) or name == _SETTINGS)):
                for item in self._file(entry, below + name, _path_of(folder, sidecar_of(name, owned))):
                    yield replace(item, stray=stray)

    def _below(self, entry: os.DirEntry[str], below: str) -> Iterator[SourceItem]:
        if self._state is None or Path(entry.path) != self._state:
            yield from self._walk(entry.path, below)

    def _is_excluded(self, path: str) -> bool:
        return any(matches(normal(glob), path) for glob in self._exclude)

    def _misspelt(self, entries: Mapping[str, os.DirEntry[str]], below: str) -> dict[str, tuple[str, ...]]:
        """Return the files of one folder that were meant as sidecars and are none, with those that they are beside."""
        files = [name for name, each in entries.items() if _is_utf8(name) and not each.is_dir(follow_symlinks=False)]

        def head(name: str) -> str:
            try:
                return self._reader(entries[name].path)()[:_HEAD].decode("utf-8", "replace")
            except SourceError:
                return "access:"  # what it says cannot be known

        return misspelt([name for name in files if not self._is_excluded(below + name)], head=head)

    def _file(self, entry: os.DirEntry[str], path: str, beside: str | None) -> Iterator[SourceItem]:
        if not _is_utf8(entry.name):
            yield self._failing(_shown(path), f"{_shown(entry.path)}: its name is no UTF-8: rename it, then sync again")
            return
        try:
            found = entry.stat()
            if entry.is_symlink() and not Path(entry.path).resolve().is_relative_to(self._root.resolve()):
                yield self._failing(
                    path, f"{entry.path} is a link that leads out of the source: put the file itself there"
                )
            elif S_ISREG(found.st_mode):
                yield self._item(entry.path, path, found, beside)
            elif not S_ISDIR(found.st_mode):  # a linked folder inside is found under its own path
                yield self._failing(path, _no_file(entry.path))
        except OSError as error:
            yield self._failing(path, f"{entry.path} {_why(error)}: make it readable, then sync again")

    def _item(self, file: str, path: str, found: os.stat_result, beside: str | None) -> SourceItem:
        stamp = f"{found.st_size}:{found.st_mtime_ns}"
        if beside is None:
            return SourceItem(path=f"{self.name}/{path}", stamp=stamp, read=self._reader(file))
        stamp += f"+{os.path.basename(beside)}"
        try:
            own = os.stat(beside)
            stamp += f":{own.st_size}:{own.st_mtime_ns}"
        except OSError:
            stamp += ":?"  # reading it will say what is wrong
        return SourceItem(
            path=f"{self.name}/{path}", stamp=stamp, read=self._reader(file), sidecar=self._reader(beside)
        )

    def _reader(self, file: str) -> Callable[[], bytes]:
        def read() -> bytes:
            try:
                if not S_ISREG(os.stat(file).st_mode):
                    raise _no_ordinary_file(file)
                with open(file, "rb", opener=_without_waiting) as stream:
                    found = os.fstat(stream.fileno())
                    if not S_ISREG(found.st_mode):
                        raise _no_ordinary_file(file)
                    size = found.st_size
                    data = b"" if size > self._max_bytes else stream.read(self._max_bytes + 1)
            except OSError as error:
                raise Unreachable(f"{file} {_why(error)}: make it readable, then sync again", path=file) from error
            if max(size, len(data)) > self._max_bytes:
                raise TooLarge(
                    f"{file} has {max(size, len(data)):,} bytes: expected at most max_bytes = {self._max_bytes:,}; "
                    "split it, or raise max_bytes in [parse]",
                    path=file,
                    size=size,
                    limit=self._max_bytes,
                )
            return data

        return read

    def _failing(self, path: str, message: str, kind: type[SourceError] = Unreachable) -> SourceItem:
        def read() -> bytes:
            raise kind(message, path=path)

        return SourceItem(path=f"{self.name}/{path}", stamp="", read=read)

    def _stray(self, folder: str, below: str, name: str) -> SourceItem:
        """A sidecar without its file could be a misspelt one whose access does not apply, so it is not passed over."""
        owner = name[: -len(SIDECAR)]
        message = (
            f"sidecar {_shown(folder)}/{_shown(name)} belongs to no file: expected {_shown(owner)!r} beside it; "
            "rename it, or remove it"
        )
        return self._failing(_shown(below + name), message, MetadataError)


def _unhidden(entries: Mapping[str, os.DirEntry[str]]) -> dict[str, os.DirEntry[str]]:
    return {name: entry for name, entry in entries.items() if not name.startswith(".")}


def _wrong_by_file(near: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the first misspelt sidecar of each file that has one."""
    wrong: dict[str, str] = {}
    for each, files in near.items():
        for file in files:
            wrong.setdefault(file, each)
    return wrong


def _path_of(folder: str, name: str | None) -> str | None:
    return f"{folder}/{name}" if name else None


def _misnamed(folder: str, name: str, files: tuple[str, ...]) -> str:
    return (
        f"{_shown(folder)}/{_shown(name)} looks like a sidecar of {files[0]!r} and is not read: expected "
        f"{files[0] + SIDECAR!r}, in TOML; rename it, or exclude it"
    )


def _unread(file: str, near: str) -> str:
    return (
        f"{_shown(file)} has {_shown(near)!r} beside it, which looks like its sidecar and is not read: "
        "nobody reads the file until that is renamed, removed or excluded"
    )


def _strays(entries: Mapping[str, os.DirEntry[str]]) -> list[str]:
    """Return the sidecars in a folder that belong to none of its files, left out or not."""
    files = {name for name, entry in entries.items() if not (is_sidecar(name) or entry.is_dir(follow_symlinks=False))}
    owners = files | {os.path.splitext(name)[0] for name in files}
    return sorted(
        name
        for name, entry in entries.items()
        if is_sidecar(name) and not entry.is_dir(follow_symlinks=False) and name[: -len(SIDECAR)] not in owners
    )


def _is_utf8(name: str) -> bool:
    return name.isascii() or _shown(name) == name


def _shown(name: str) -> str:
    """Return a name for people: bytes that are no UTF-8 as backslash escapes."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _no_file(file: str) -> str:
    return f"{file} is neither a file nor a folder: take it out, or exclude it"


def _no_ordinary_file(file: str) -> Unreachable:
    return Unreachable(f"{file} is no ordinary file: put the file itself there, or take it out", path=file)


def _without_waiting(file: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe that took the place of a file just now."""
    return os.open(file, flags | os.O_NONBLOCK)


def _why(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "does not exist"
    return f"cannot be read ({(error.strerror or type(error).__name__).lower()})"


def build(settings: SourceSettings, *, base: Path, state: Path, max_bytes: int) -> FolderSource:
    """
    Return the folder source that settings describe.

    :param base: What a relative path is relative to.
    :param state: The state folder, left out of the walk.
    :param max_bytes: Larger files are refused.
    """
    root = Path(os.path.normpath(base / Path(settings.path).expanduser()))
    return FolderSource(settings.name, root, state=state, exclude=settings.exclude, max_bytes=max_bytes)
