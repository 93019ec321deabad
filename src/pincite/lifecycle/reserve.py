"""
Room that is put by for what must go on while the disk is full: taking access away, and answering from what is there.

Both write some kilobytes: SQLite its log and the memory that readers share, the hold its note, the engine its settings.
A file of random bytes, which no file system makes smaller, keeps that room. It is removed while a corpus is open on a
disk that has less left, and written again when the corpus is closed.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from pincite.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["RESERVE", "lend", "put_by", "require_spare"]

RESERVE: Final = "reserve"
"""Name of the file in a state folder."""
_SIZE: Final = 2**20
_PIECE: Final = 2**16


def lend(state: Path) -> bool:
    """Give the room away where the disk has less than that left; return whether there was some to give."""
    try:
        if shutil.disk_usage(state).free >= _SIZE:
            return False
        (state / RESERVE).unlink()
    except OSError:
        return False
    return True


def put_by(state: Path) -> None:
    """Keep the room again, as far as the disk has it."""
    file = state / RESERVE
    with suppress(OSError):
        missing = _SIZE - (file.stat().st_size if file.exists() else 0)
        if missing <= 0 or not state.is_dir():
            return
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            while missing > 0:
                missing -= os.write(handle, os.urandom(min(missing, _PIECE)))
        finally:
            os.close(handle)


def require_spare(state: Path) -> None:
    """
    See to it that what may be left out, such as the record of an answer, does not use up what is put by.

    :raises StoreError: If the disk has hardly more than that.
    """
    free = shutil.disk_usage(state).free
    if free < _SIZE // 2:
        raise StoreError(
            f"disk full: {free // 2**10:,} KB free at {state}, at least {_SIZE // 2**11:,} KB needed: free some space",
            path=str(state),
            free=free,
            needed=_SIZE // 2,
        )
