"""Read connections to the catalog's SQLite file, over the standard library alone."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, Final

from pincite.errors import Locked, Missing, StoreError, Torn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["BUSY_S", "FILE", "Connections", "connect_reader", "store_error", "translated"]

FILE = "catalog.sqlite"
"""Name of the catalog's file in a state folder."""
BUSY_S = 30.0
"""How long a statement waits for another process's write, in seconds."""
_LOG: Final = 64 * 2**10
"""Bytes that SQLite's log and its index need before anything is written."""


class Connections:
    """
    A pool of connections that only read; each is used by one thread at a time.

    :param file: The SQLite file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._idle: list[sqlite3.Connection] = []
        self._lock = Lock()
        self._closed = False

    @contextmanager
    def borrow(self) -> Iterator[sqlite3.Connection]:
        """
        Lend a connection for one or more statements.

        :raises Missing: If the file is not there.
        :raises Torn: If the file is damaged.
        :raises Locked: If another process keeps it locked.
        """
        with translated(self._file):
            connection = self._take()
            try:
                yield connection
            finally:
                self._give_back(connection)

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection whose statements all see one and the same state."""
        with self.borrow() as connection:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connections; one that is lent closes when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise Missing(f"the catalog {self._file} is closed: open the corpus again", path=str(self._file))
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        if not self._file.is_file():
            raise Missing(
                f"there is no catalog at {self._file}: create a corpus with pincite init", path=str(self._file)
            )
        connection = connect_reader(self._file)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA mmap_size = 268435456")
        return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()


def connect_reader(file: Path) -> sqlite3.Connection:
    """
    Return a connection for reading, also where nothing can be written beside the file.

    SQLite keeps its log in files next to the catalog; where those cannot be made and none holds anything, the catalog
    is read as a file that nobody changes.

    :param file: The SQLite file.
    """
    modes = ("mode=rw", "mode=ro", "immutable=1")
    for mode in modes if not _has_log(file) else modes[:2]:
        connection = sqlite3.connect(
            f"{file.absolute().as_uri()}?{mode}",
            uri=True,
            isolation_level=None,
            timeout=BUSY_S,
            check_same_thread=False,
        )
        try:
            connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            refused = error
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise refused


def _has_log(file: Path) -> bool:
    log = file.with_name(f"{file.name}-wal")
    return log.is_file() and log.stat().st_size > 0


@contextmanager
def translated(file: Path) -> Iterator[None]:
    """
    Turn errors of SQLite into errors of Pincite.

    :param file: The SQLite file, for the message.
    :raises Locked: If another process keeps the file locked.
    :raises Torn: If the file is damaged or not a catalog.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise store_error(error, file) from error


def store_error(error: BaseException, file: Path) -> StoreError:
    """
    Return the error of Pincite for an error of SQLite.

    :param file: The SQLite file, for the message.
    """
    said = str(error)
    if "decode to UTF-8" in said:  # what follows is the text itself, which no error may carry
        return Torn(
            f"the catalog {file} is damaged: a text in it is not UTF-8; type pincite doctor to see whose, and pincite "
            "restore FILE with a backup, or move that folder away and type pincite sync",
            path=str(file),
        )
    if "locked" in said or "busy" in said:
        return Locked(
            f"the catalog {file} stayed locked by another process for {BUSY_S:g} s: try again", path=str(file)
        )
    if "readonly" in said or "unable to open" in said:
        return StoreError(
            f"the folder {file.parent} is read-only for this user ({said}): allow writing to it and to its files, "
            "or work on a copy",
            path=str(file.parent),
        )
    if "disk is full" in said or ("disk I/O error" in said and _is_full(file)):
        return StoreError(
            f"disk full: the catalog {file} could not be opened or written, as its log needs {_LOG // 2**10} KB or "
            f"more ({said}); what was being written is not kept: free some space and run the command again",
            path=str(file),
        )
    if "disk I/O error" in said:
        return StoreError(
            f"the catalog {file} could not be read or written (disk I/O error); what was being written is not kept: "
            "the disk is full, a limit on the size of files is reached, or the disk fails; free some space and run the "
            "command again, and where it comes again, type pincite restore FILE with a backup",
            path=str(file),
        )
    return Torn(
        f"the catalog {file} cannot be used: {said}; type pincite restore FILE with a backup, or move that folder away "
        "and type pincite sync",
        path=str(file),
    )


def _is_full(file: Path) -> bool:
    """Tell whether the disk of a file has less room than SQLite's log begins with."""
    with suppress(OSError):
        return shutil.disk_usage(file.parent).free < _LOG
    return False
