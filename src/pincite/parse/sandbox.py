"""
Foreign parsers run here: in worker processes with bounded memory and time, killed and replaced on any excess.

A worker is a fresh interpreter, so nothing of the caller's (locks, engines, file descriptors) is in it, and it is kept
for the next file. It gets a function's name and the bytes of a file, and sends back plain values: the caller never
unpickles what a worker made. A worker may not open connections, nor start programs other than those in
:data:`pincite.parse._worker.PROGRAMS`, nor write outside a folder of its own, which goes away with it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from pincite import errors
from pincite.errors import Damaged, PinciteError, SourceError, TooLarge
from pincite.parse._worker import NO_MEMORY
from pincite.parse.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Sandbox", "shared"]

T = TypeVar("T")

_START_S: Final = 60.0
"""Longest that a worker may take to start, on a machine that is busy."""
_MOST_BACK: Final = 400_000_000
"""More bytes than these are not taken from a worker."""


class Sandbox:
    """
    A pool of workers; safe to use from many threads.

    :param limits: What each call may use, if it says nothing else.
    :param workers: Most workers at a time; 0 for one per processor. A call waits for a free one.
    """

    def __init__(self, *, limits: Limits | None = None, workers: int = 0) -> None:
        self.limits = limits or Limits()
        self._free = threading.BoundedSemaphore(workers or os.cpu_count() or 1)
        self._idle: list[_Worker] = []
        self._lock = threading.Lock()
        self._pid = os.getpid()
        self._closed = False

    def run(
        self,
        target: str,
        data: bytes,
        *,
        path: str,
        returns: type[T],
        options: Mapping[str, object] | None = None,
        passwords: tuple[str, ...] = (),
        limits: Limits | None = None,
    ) -> T:
        """
        Return what ``target`` makes of the bytes: ``function(data, path=…, options=…, passwords=…)``.

        :param target: ``"module:function"``, imported in the worker.
        :param path: Path of the file, for messages.
        :param returns: Type of the result: plain values, tuples and dataclasses of them.
        :param options: Plain values for the function; whatever msgpack can say.
        :param limits: Instead of the pool's own.
        :raises TooLarge: If it needs more memory or time than the limits.
        :raises Damaged: If the worker crashed or the function failed.
        :raises SourceError: What the function raised, of the same class and with the same message and facts; or if no
            worker could be started.
        """
        bounds = limits or self.limits
        call: dict[str, object] = {"target": target, "path": path, "passwords": passwords}
        call["options"] = dict(options or {})
        with self._free:
            worker = self._take()
            keep = False
            try:
                reply = worker.call(call, data, bounds, path)
                keep = not reply.retire
            finally:
                self._give(worker, keep=keep)
        if reply.error:
            raise _error(reply)
        try:
            return msgspec.msgpack.decode(reply.value, type=returns)
        except msgspec.DecodeError as error:
            raise _nonsense(path) from error

    def close(self) -> None:
        """End all idle workers; calls that are under way end theirs."""
        with self._lock:
            self._closed = True
            workers, self._idle = self._idle, []
        for worker in workers:
            worker.end()

    def _take(self) -> _Worker:
        with self._lock:
            if os.getpid() != self._pid:  # a fork's workers are its parent's
                self._idle, self._pid = [], os.getpid()
            while self._idle:
                worker = self._idle.pop()
                if worker.alive:
                    return worker
                worker.end()
        return _Worker()

    def _give(self, worker: _Worker, *, keep: bool) -> None:
        with self._lock:
            if keep and not self._closed:
                self._idle.append(worker)
                return
        worker.end()


class _Reply(msgspec.Struct):
    """What a worker sends back: a value, or the class, message and facts of an error."""

    value: bytes = b""
    error: str = ""
    message: str = ""
    facts: dict[str, object] = msgspec.field(default_factory=dict)
    retire: bool = False
    """Whether the worker has grown and is better replaced."""


class _Worker:
    """One process and the socket to it."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="pincite-parse-")
        ours, theirs = socket.socketpair()
        self._socket = ours
        try:
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "pincite.parse._worker"],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=self._environment(),
                    cwd=self._folder,
                    start_new_session=True,
                )
        except OSError as error:
            ours.close()
            shutil.rmtree(self._folder, ignore_errors=True)
            raise SourceError(f"no worker process for parsing could be started: {error}; free some memory") from error
        self._hello()

    def _environment(self) -> dict[str, str]:
        """Return what a worker gets to see: where code is found, and a home that is its own folder."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TESSDATA_PREFIX") if name in os.environ}
        places = os.pathsep.join(place for place in sys.path if place)
        own = dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME", "PINCITE_SCRATCH"), self._folder)
        few = {"MALLOC_ARENA_MAX": "2", "OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
        return {**kept, **own, **few, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1"}

    def _hello(self) -> None:
        try:
            if self._receive(time.monotonic() + _START_S) == b"ready":
                return
            cause = "said something else than that it is ready"
        except (OSError, EOFError) as error:
            cause = f"did not get ready ({type(error).__name__})"
        self.end()
        raise SourceError(f"a worker process for parsing {cause}: expected it within {_START_S:.0f} s; try again")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def call(self, call: dict[str, object], data: bytes, limits: Limits, path: str) -> _Reply:
        """Send a call and return the reply; a worker that is late or gone raises the error for that."""
        deadline = time.monotonic() + limits.wall_s
        head = {**call, "memory_mb": limits.memory_mb, "cpu_s": limits.cpu_s, "wall_s": limits.wall_s}
        try:
            self._send(msgspec.msgpack.encode(head), deadline)
            self._send(data, deadline)
            return msgspec.msgpack.decode(self._receive(deadline), type=_Reply)
        except TimeoutError as error:
            raise _late(path, f"{limits.wall_s:g} s", limits) from error
        except (OSError, EOFError) as error:
            raise self._gone(path, limits) from error
        except (msgspec.DecodeError, ValueError) as error:
            raise _nonsense(path) from error

    def _gone(self, path: str, limits: Limits) -> PinciteError:
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            code = 0
        if code in (-signal.SIGXCPU, -signal.SIGALRM):
            return _late(path, f"{limits.cpu_s} s of processor time", limits)
        if code in (-signal.SIGKILL, NO_MEMORY):
            return _heavy(path, limits)
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Damaged(
            f"{path} crashed its parser ({how}): expected a file that is whole; open and save it anew, or leave it out",
            path=path,
            cause=how,
        )

    def _send(self, data: bytes, deadline: float) -> None:
        self._patience(deadline)
        self._socket.sendall(len(data).to_bytes(8, "big"))
        self._patience(deadline)
        self._socket.sendall(data)

    def _receive(self, deadline: float) -> bytes:
        size = int.from_bytes(self._exactly(8, deadline), "big")
        if size > _MOST_BACK:
            raise ValueError(f"{size} bytes are more than a worker may send")
        return self._exactly(size, deadline)

    def _exactly(self, size: int, deadline: float) -> bytes:
        found = bytearray()
        while len(found) < size:
            self._patience(deadline)
            piece = self._socket.recv(min(size - len(found), 1 << 20))
            if not piece:
                raise EOFError
            found += piece
        return bytes(found)

    def _patience(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)

    def end(self) -> None:
        """Kill the process and all that it started, and remove its folder."""
        self._socket.close()
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


def _nonsense(path: str) -> Damaged:
    return Damaged(f"{path} made its parser answer nonsense: expected text and blocks; leave it out", path=path)


def _late(path: str, limit: str, limits: Limits) -> TooLarge:
    return TooLarge(
        f"{path} is not parsed after {limit}: expected it sooner; split it, or raise parse.timeout_s",
        path=path,
        limit=limits.wall_s,
    )


def _heavy(path: str, limits: Limits) -> TooLarge:
    return TooLarge(
        f"{path} needs more than {limits.memory_mb} MB of memory to be parsed: split it, or raise parse.memory_mb",
        path=path,
        limit=limits.memory_mb,
    )


def _error(reply: _Reply) -> PinciteError:
    """Return the error that a worker reported: of its class where that is one of Pincite's."""
    if reply.error == "MissingExtra":
        raise errors.MissingExtra(str(reply.facts["what"]), str(reply.facts["extra"]))
    kind = getattr(errors, reply.error, None)
    if not (isinstance(kind, type) and issubclass(kind, PinciteError)):
        kind = Damaged
    error: PinciteError = kind.__new__(kind)
    PinciteError.__init__(error, reply.message, **reply.facts)
    return error


_shared: dict[tuple[Limits, int], Sandbox] = {}
_guard = threading.Lock()


def shared(limits: Limits | None = None, *, workers: int = 0) -> Sandbox:
    """Return the pool of this process for these limits; its workers end with the process."""
    key = (limits or Limits(), workers)
    with _guard:
        if key not in _shared:
            _shared[key] = Sandbox(limits=key[0], workers=workers)
            atexit.register(_shared[key].close)
        return _shared[key]
