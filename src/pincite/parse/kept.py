"""
Parts of long files that are parsed already, kept until the sync that reads them ends.

A process that is killed after a thousand pages then costs the pages that were under way. The parts hold text that was
never committed: they stand in the state folder for its owner alone, under digests that nothing but the same bytes with
the same settings gives, and no reader looks there. Files that a password opens are not kept.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from pincite.documents import digest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["Kept", "forget_kept"]

T = TypeVar("T")

_FOLDER: Final = "parsing"


class Kept:
    """
    Keeps what was made of parts of files.

    :param state: The folder of the corpus's state.
    """

    def __init__(self, state: Path) -> None:
        self._folder = state / _FOLDER

    def through(self, make: Callable[[], T], returns: type[T], *key: str | bytes) -> T:
        """
        Return what was kept under a key, else what is made now, which is kept.

        That it cannot be written, as on a full disk, is no error: it is made again then.

        :param make: Makes it; what it raises is raised, and nothing is kept.
        :param returns: Type of what is kept: plain values, tuples and dataclasses of them.
        :param key: All that decides what is made.
        """
        file = self._folder / digest(*key)
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.msgpack.decode(file.read_bytes(), type=returns)
        made = make()
        with suppress(OSError):
            self._write(file, msgspec.msgpack.encode(made))
        return made

    def _write(self, file: Path, data: bytes) -> None:
        """Write a file whole or not at all; what a power cut tears does not decode and is made again."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = file.with_name(f".{file.name}.{os.getpid()}.part")
        try:
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "wb") as out:
                out.write(data)
            part.replace(file)
        except OSError:
            part.unlink(missing_ok=True)
            raise


def forget_kept(state: Path) -> None:
    """
    Remove all that is kept.

    :param state: The folder of the corpus's state.
    """
    with suppress(FileNotFoundError):
        shutil.rmtree(state / _FOLDER)
