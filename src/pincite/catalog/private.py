"""
Who may open the files of a state folder: its owner alone, whatever the umask says.

Whoever can open them reads every document past all rules of access. A folder that was opened to its group on purpose,
with ``chmod 2770``, stays open to that group, and to nobody else.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["keep_private", "make_private"]

_SHARED: Final = stat.S_ISGID | stat.S_IWGRP
_BORN_PRIVATE: Final = frozenset({"originals", "traces"})
"""Folders of many files, each of which is written for its owner alone."""


def make_private(state: Path, file: Path) -> None:
    """Make a state folder and an empty file in it, for their owner alone; those that are there stay."""
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
    keep_private(state)


def keep_private(state: Path) -> None:
    """Take from all others what they may do with a state folder and its files; what is another user's stays."""
    with suppress(OSError):
        shared = (state.stat().st_mode & _SHARED) == _SHARED
        for path in _paths(state, all_files=shared):
            with suppress(OSError):  # another user's, or gone meanwhile
                _close(path, shared=shared)


def _paths(state: Path, *, all_files: bool) -> Iterator[str]:
    for folder, _, files in os.walk(state):
        yield folder
        if all_files or not _BORN_PRIVATE & set(os.path.relpath(folder, state).split(os.sep)):
            yield from (os.path.join(folder, name) for name in files)


def _close(path: str, *, shared: bool) -> None:
    before = stat.S_IMODE(os.lstat(path).st_mode)
    after = before & ~0o007 | (before & 0o600) >> 3 if shared else before & ~0o077
    if shared and os.path.isdir(path):
        after |= stat.S_ISGID | 0o010
    if after != before and not os.path.islink(path):
        os.chmod(path, after)
