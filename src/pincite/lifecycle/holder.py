"""
One process at a time holds the index of a corpus.

A lock of the operating system on ``holder.lock`` decides, and ends with the process that has it. ``holder.json`` says
who that is, and carries the fencing number, which grows with every holder: the catalog refuses a writer whose number is
lower than one that it has seen.
"""

from __future__ import annotations

import fcntl
import os
import shlex
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Self

import msgspec

from pincite.errors import Locked, StoreError

__all__ = ["Holder", "Holding", "holding_now", "read_holder", "try_lock"]

_POLL_S = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who holds the index, or held it last."""

    pid: int
    host: str
    command: str
    since: str
    """UTC, as an ISO text."""
    fence: int
    released: str | None = None
    """When it was given back in good order; ``None`` while it is held, and after a crash."""


_holder = msgspec.json.Decoder(Holder)


def read_holder(state: Path) -> Holder | None:
    """Return who holds the index or held it last, or ``None`` where nobody is named."""
    try:
        return _holder.decode((state / "holder.json").read_bytes())
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def holding_now(state: Path) -> Holder | None:
    """Return who holds the index at this moment, or ``None`` where nobody does."""
    try:
        with (state / "holder.lock").open("rb") as handle:
            if try_lock(handle):
                return None
    except OSError:
        return None
    return read_holder(state)


class Holding:
    """
    The hold on an index; use :meth:`take`.

    :param state: The state folder.
    :param handle: The locked file.
    :param holder: This process.
    :param clean: Whether the last holder gave it back in good order.
    """

    def __init__(self, state: Path, handle: IO[bytes], holder: Holder, *, clean: bool) -> None:
        self._state = state
        self._handle = handle
        self._holder = holder
        self.clean = clean

    @property
    def fence(self) -> int:
        """The fencing number of this hold."""
        return self._holder.fence

    @classmethod
    def take(cls, state: Path, *, above: int, wait_s: float, command: str) -> Self:
        """
        Wait for the hold and take it.

        :param above: Highest fencing number that the catalog has seen.
        :param wait_s: How long to wait for another holder, in seconds; 0 does not wait.
        :param command: What this process does, for those who wait for it; ``""`` for its command line.
        :raises Locked: If another process, or another store of this one, still has it after ``wait_s``.
        :raises StoreError: If the folder cannot be written to.
        """
        try:
            handle = (state / "holder.lock").open("ab")
        except OSError as error:
            raise StoreError(
                f"the folder {state} is read-only for this user ({error.strerror}), and the index is used by one "
                "process at a time, which notes itself there: allow writing to it, or work on a copy",
                path=str(state),
            ) from error
        deadline = time.monotonic() + wait_s
        while not try_lock(handle):
            if time.monotonic() >= deadline:
                handle.close()
                raise _locked(state, wait_s)
            time.sleep(_POLL_S)
        last = read_holder(state)
        holder = Holder(
            pid=os.getpid(),
            host=os.uname().nodename,
            command=command or shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]),
            since=_now(),
            fence=max(above, last.fence if last else 0) + 1,
        )
        try:
            _write(state, holder)
        except OSError as error:
            handle.close()
            raise StoreError(
                f"the holder of the index could not be noted in {state} ({os.strerror(error.errno or 0).lower()}): "
                "free some space, 1 MB is enough, or allow writing there, and run the command again",
                path=str(state),
            ) from error
        clean = last is None or last.released is not None
        return cls(state, handle, holder, clean=clean)

    def release(self) -> None:
        """
        Give the hold back in good order; calling it twice is harmless.

        Where the disk takes no note of that, it is given back as a crash would give it back.
        """
        if not self._handle.closed:
            with suppress(OSError):
                _write(self._state, replace(self._holder, released=_now()))
            self.drop()

    def drop(self) -> None:
        """Give the hold back as a crash would, so that the next holder looks closely; calling it twice is harmless."""
        if not self._handle.closed:
            fcntl.flock(self._handle, fcntl.LOCK_UN)
            self._handle.close()


def try_lock(handle: IO[bytes] | int) -> bool:
    """Take the lock on an open file or folder where nobody has it; return whether it is had now."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _locked(state: Path, wait_s: float) -> Locked:
    holder = read_holder(state)
    if holder is None or holder.released is not None:
        return Locked(f"the corpus {state} is held by another process; waited {wait_s:g} s: try again", path=str(state))
    return Locked(
        f"the corpus {state} is held by process {holder.pid} on {holder.host} ({holder.command}, since {holder.since})"
        f"; waited {wait_s:g} s: let it end, or wait longer with --wait",
        path=str(state),
        pid=holder.pid,
        host=holder.host,
        command=holder.command,
        since=holder.since,
    )


def _write(state: Path, holder: Holder) -> None:
    part = state / f".holder.{holder.fence}.part"
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(holder))
        part.replace(state / "holder.json")
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
