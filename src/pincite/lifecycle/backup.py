"""
One file that a corpus can be made of again: catalog, originals and settings, each with its digest.

It is a ZIP archive: ``manifest.json`` names every other entry with its length and SHA-256, and the archive's comment
has the digest of the manifest. The index is not in it, since it is built from the catalog, and traces are not either.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import zipfile
import zlib
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Final

import msgspec

from pincite.catalog import Catalog, open_catalog
from pincite.catalog.connections import FILE, connect_reader, store_error
from pincite.errors import InputError, NotFound, StoreError, Torn
from pincite.installed import version_of
from pincite.lifecycle.leases import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["SETTINGS", "BackedUp", "Entry", "Manifest", "extract", "read_manifest", "write_backup"]

SETTINGS: Final = "pincite.toml"
"""Name of the settings in a backup."""
_MANIFEST: Final = "manifest.json"
_FORMAT: Final = "pincite backup"
_VERSION: Final = 1
_NAME: Final = re.compile(rf"{re.escape(FILE)}|{re.escape(SETTINGS)}|originals/[0-9a-f]{{32}}/[0-9a-f]{{64}}")
_BLOCK: Final = 1 << 20
_MANIFEST_MAX: Final = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of a backup."""

    length: int
    """In bytes."""
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds."""

    format: str
    version: int
    made_by: str
    """Version of Pincite."""
    at: str
    """UTC, as an ISO text."""
    generation: str
    sequence: int
    entries: dict[str, Entry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackedUp:
    """What was written."""

    file: Path
    n_bytes: int
    n_revisions: int
    """Live ones."""
    n_originals: int
    missing: tuple[str, ...]
    """Documents whose original is gone or damaged here, and so is not in the backup."""
    sequence: int


_decoder = msgspec.json.Decoder(Manifest)


def write_backup(
    catalog: Catalog,
    file: Path,
    *,
    settings: Path | None,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> BackedUp:
    """
    Write a corpus into one file, whole or not at all, and read it again to see that it holds.

    Others may read and write meanwhile: what is written is one committed state, with its history and snapshots.

    :param file: Has to be a new name.
    :param settings: The settings file; ``None`` where there is none.
    :param told: Called now and then with how many entries are written and how many there are.
    :raises InputError: If there is something of that name, or its folder is missing or that of the state.
    :raises StoreError: If it cannot be written.
    """
    _check(catalog.state, file)
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with TemporaryDirectory(dir=file.parent, prefix=".pincite-backup-") as folder, shared(catalog.state):
            _copy(catalog.state / FILE, Path(folder) / FILE)
            done = _write(part, Path(folder), catalog, settings, told)
        with read_manifest(part) as (archive, manifest):
            for name in manifest.entries:
                _copy_entry(archive, manifest, name, None, file)
        part.replace(file)
    except OSError as error:
        raise StoreError(
            f"the backup {file} could not be written ({os.strerror(error.errno or 0).lower()}): free some space or "
            "allow writing there, and run the command again",
            path=str(file),
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return replace(done, file=file, n_bytes=file.stat().st_size)


@contextmanager
def read_manifest(file: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """
    Open a backup and give what it says that it holds.

    :raises InputError: If there is no such file, or it is no backup.
    :raises Torn: If it is damaged, or made by a newer version.
    """
    try:
        archive = zipfile.ZipFile(file)
    except FileNotFoundError:
        raise InputError(f"there is no file {file}: expected a backup; correct the path", path=str(file)) from None
    except OSError as error:
        raise StoreError(f"{file} cannot be read ({os.strerror(error.errno or 0).lower()})", path=str(file)) from error
    except zipfile.BadZipFile as error:
        raise _foreign(file) from error
    with archive:
        yield archive, _manifest(archive, file)


def extract(file: Path, folder: Path) -> Manifest:
    """
    Write the entries of a backup into a folder, each checked against its digest.

    :param folder: An empty folder.
    :raises InputError: If there is no such file, or it is no backup.
    :raises Torn: If it is damaged; the folder is to be thrown away then.
    """
    with read_manifest(file) as (archive, manifest):
        for name in manifest.entries:
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("xb") as out:
                _copy_entry(archive, manifest, name, out, file)
    return manifest


def _check(state: Path, file: Path) -> None:
    if file.exists():
        raise InputError(f"there is a file {file} already: give the backup a new name", path=str(file))
    if not file.parent.is_dir():
        raise InputError(f"there is no folder {file.parent}: make it, or correct the path", path=str(file))
    if file.resolve().is_relative_to(state.resolve()):
        raise InputError(f"{file} is inside the state folder that is backed up: choose a place outside", path=str(file))


def _copy(source: Path, target: Path) -> None:
    """Write a compact copy of one committed state; nothing of removed rows is in it."""
    try:
        with closing(connect_reader(source)) as db:
            db.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        raise store_error(error, source) from error
    except sqlite3.Error as error:
        raise store_error(error, source) from error


def _write(
    part: Path, folder: Path, live: Catalog, settings: Path | None, told: Callable[[int, int], None]
) -> BackedUp:
    copied = open_catalog(folder)
    try:
        head = copied.head()
        originals = {live.originals.place(e.tenant, e.meta.original): e for e in copied.stated() if e.meta.original}
        n_live = sum(1 for _ in copied.rows_at(head.sequence))
    finally:
        copied.close()
    entries: dict[str, Entry] = {}
    missing = []
    with _private(part) as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        _add(archive, entries, FILE, (folder / FILE).open("rb"))
        if settings is not None:
            _add(archive, entries, SETTINGS, settings.open("rb"))
        for done, (place, stated) in enumerate(sorted(originals.items())):
            told(done, len(originals))
            try:
                live.original(stated.tenant, stated.meta.original)
                _add(archive, entries, f"originals/{place.parent.name}/{place.name}", place.open("rb"))
            except (NotFound, Torn):
                missing.append(str(stated.document_id))
        manifest = Manifest(
            format=_FORMAT,
            version=_VERSION,
            made_by=version_of("pincite"),
            at=datetime.now(UTC).isoformat(timespec="seconds"),
            generation=head.generation,
            sequence=head.sequence,
            entries=entries,
        )
        told_bytes = msgspec.json.encode(manifest)
        archive.writestr(_MANIFEST, told_bytes)
        archive.comment = sha256(told_bytes).hexdigest().encode()
    return BackedUp(
        file=part,
        n_bytes=0,
        n_revisions=n_live,
        n_originals=len(originals) - len(missing),
        missing=tuple(sorted(set(missing))),
        sequence=head.sequence,
    )


def _private(file: Path) -> IO[bytes]:
    """Make a file that nobody but this user may read, since every document is in it."""
    return os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")


def _add(archive: zipfile.ZipFile, entries: dict[str, Entry], name: str, data: IO[bytes]) -> None:
    state, length = sha256(), 0
    with data, archive.open(name, "w", force_zip64=True) as out:
        while block := data.read(_BLOCK):
            state.update(block)
            length += len(block)
            out.write(block)
    entries[name] = Entry(length=length, sha256=state.hexdigest())


def _manifest(archive: zipfile.ZipFile, file: Path) -> Manifest:
    if _MANIFEST not in archive.namelist():
        raise _foreign(file)
    try:
        if archive.getinfo(_MANIFEST).file_size > _MANIFEST_MAX:
            raise _damaged(file, _MANIFEST)
        told = archive.read(_MANIFEST)
        manifest = _decoder.decode(told)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise _damaged(file, _MANIFEST) from error
    except msgspec.DecodeError as error:
        raise _foreign(file) from error
    if manifest.format != _FORMAT:
        raise _foreign(file)
    if manifest.version > _VERSION:
        made_by = manifest.made_by
        raise Torn(f"the backup {file} was made by a newer version ({made_by}): upgrade pincite", path=str(file))
    if archive.comment != sha256(told).hexdigest().encode():
        raise _damaged(file, _MANIFEST)
    _check_names(archive.namelist(), manifest.entries, file)
    return manifest


def _check_names(found: list[str], entries: Mapping[str, Entry], file: Path) -> None:
    if sorted(found) != sorted([*entries, _MANIFEST]) or FILE not in entries:
        raise _damaged(file, "its list of entries")
    for name in entries:
        if not _NAME.fullmatch(name):
            raise _damaged(file, name)


def _copy_entry(archive: zipfile.ZipFile, manifest: Manifest, name: str, out: IO[bytes] | None, file: Path) -> None:
    wanted, state, length = manifest.entries[name], sha256(), 0
    try:
        with archive.open(name) as data:
            while length <= wanted.length and (block := data.read(_BLOCK)):
                state.update(block)
                length += len(block)
                if out is not None:
                    out.write(block)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise _damaged(file, name) from error
    told = Path(name).name
    if (length, state.hexdigest()) != (wanted.length, wanted.sha256) or (len(told) == 64 and told != wanted.sha256):
        raise _damaged(file, name)


def _foreign(file: Path) -> InputError:
    return InputError(f"{file} is no backup of Pincite: expected a file that pincite backup wrote", path=str(file))


def _damaged(file: Path, name: str) -> Torn:
    return Torn(
        f"the backup {file} is damaged ({name} is not what it was written as); nothing was changed: use another backup",
        path=str(file),
        entry=name,
    )
