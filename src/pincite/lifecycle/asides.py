"""
What stands beside the state folder and may hold documents: states that were moved aside, and what restores left.

A state that cannot be read is moved aside so that somebody may still look into it. Nothing takes a single document out
of it, so a purge removes such a folder whole where anything of the document may be in it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from pincite.lifecycle.scan import scan

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

__all__ = ["clear_asides", "clear_left_over", "damaged_name", "damaged_states", "extracting", "left_over"]

_DAMAGED: Final = ".damaged-"
_EXTRACTED: Final = ".pincite-restore-"
_WORD: Final = 8
"""Bytes from which :func:`pincite.lifecycle.scan.scan` finds a piece."""
_LONGEST: Final = 48
"""Bytes of a piece that it compares at most."""


def damaged_name(state: Path, stamp: str) -> str:
    """Return the name under which a state that cannot be used stands aside."""
    return f"{state.name}{_DAMAGED}{stamp}"


def damaged_states(state: Path) -> tuple[Path, ...]:
    """Return the states that were moved aside, in order of name."""
    return tuple(sorted(each for each in state.parent.glob(f"{state.name}{_DAMAGED}*") if each.is_dir()))


@contextmanager
def extracting(home: Path) -> Iterator[Path]:
    """Give a folder for what a restore takes out of a backup; one that a crash leaves behind is no longer locked."""
    with TemporaryDirectory(dir=home, prefix=_EXTRACTED) as name:
        folder = home / os.path.basename(name)
        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH)
            yield folder
        finally:
            os.close(handle)


def clear_asides(
    state: Path, homes: Iterable[Path], *, pieces: Collection[bytes], names: Collection[str]
) -> tuple[Path, ...]:
    """
    Remove what stands beside a state folder and may hold a document, and return what was removed, in order.

    :param homes: Other folders in which restores may have left something.
    :param pieces: Of the document's text, as :func:`pincite.lifecycle.scan.pieces_of` gives them.
    :param names: Ids that the document has and had; a state that names one of them may hold texts that are not known.
    """
    looked_for = {*pieces, *(name.encode()[:_LONGEST] for name in names)}
    removed = [folder for folder in damaged_states(state) if _may_hold(folder, looked_for)]
    removed += [folder for home in {state.parent, *homes} for folder in left_over(home)]
    for folder in removed:
        shutil.rmtree(folder)
    return tuple(sorted(removed))


def _may_hold(folder: Path, looked_for: Collection[bytes]) -> bool:
    short = [each for each in looked_for if len(each) < _WORD]
    if any(each in file.read_bytes() for file in folder.rglob("*") if short and file.is_file() for each in short):
        return True
    return bool(scan(folder, [each for each in looked_for if len(each) >= _WORD]).found)


def clear_left_over(home: Path) -> None:
    """Remove what restores that were killed left in a folder."""
    for folder in left_over(home):
        shutil.rmtree(folder, ignore_errors=True)


def left_over(home: Path) -> Iterator[Path]:
    """Yield folders of restores that were killed: nobody locks them any more."""
    for folder in home.glob(f"{_EXTRACTED}*"):
        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield folder
        except BlockingIOError:
            continue
        finally:
            os.close(handle)
