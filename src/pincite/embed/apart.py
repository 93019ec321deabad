"""
An embedder in a process of its own, for a command that starts, asks once and ends.

Loading a model takes as long as opening a corpus does, and both hold Python's interpreter lock: two threads cannot
overlap them, two processes can. The other process is forked before a corpus is opened, so that it holds none of its
files and locks, and it ends with the one that made it.
"""

from __future__ import annotations

import os
import pickle  # what it reads comes from its own other half over a socket without a name
import signal
import sys
from contextlib import suppress
from socket import socketpair
from threading import Lock, active_count
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar, TypeVarTuple

import numpy as np  # before the fork: both halves need it, and loading it twice at once takes longer than once

from pincite.likeness import unrelated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from io import BufferedRWPair
    from socket import socket

    from numpy.typing import NDArray

    from pincite.documents import Space
    from pincite.protocols import Embedder

__all__ = ["WAIT_S", "Apart", "possible"]

Ts = TypeVarTuple("Ts")
V = TypeVar("V")

WAIT_S: Final = 30.0
"""How long an answer of the other process is waited for, loading the model included, in seconds."""


def possible() -> bool:
    """
    Tell whether this process may be forked, and would gain from it.

    Only on Linux does what was loaded survive a fork, only while no other thread could hold a lock is it safe, and only
    with a second core does it save time.
    """
    return sys.platform == "linux" and active_count() == 1 and len(os.sched_getaffinity(0)) > 1


class Apart:
    """
    Embeds as another embedder does, in a forked process; the vectors are the same to the last bit.

    Where that process fails or does not answer, the embedder is built in this one, and what it raises is the caller's.

    :param build: Builds the embedder; called in the forked process, and here if that fails.
    :param wait_s: How long to wait for each answer, in seconds, above 0.
    """

    def __init__(self, build: Callable[[], Embedder], *, wait_s: float = WAIT_S) -> None:
        self._build = build
        self._lock = Lock()
        self._here: Embedder | None = None
        ours, theirs = socketpair()
        self._process = os.fork()
        if not self._process:
            ours.close()
            _serve(theirs, build)
        theirs.close()
        ours.settimeout(wait_s)
        self._pipe: BufferedRWPair = ours.makefile("rwb")
        ours.close()  # the file keeps it open

    @property
    def space(self) -> Space:
        """The space that its vectors lie in."""
        return self._asked(_space)

    @property
    def languages(self) -> frozenset[str] | None:
        """What it was taught; ``None`` for everything, or where it does not say."""
        return self._asked(_languages)

    @property
    def unrelated(self) -> float:
        """Cosine of texts that have nothing in common."""
        return self._asked(unrelated)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector of unit length per text; see :class:`pincite.protocols.Embedder`."""
        return self._asked(_embed, list(texts))

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question; see :class:`pincite.protocols.Embedder`."""
        return self._asked(_embed_query, text)

    def close(self) -> None:
        """End the other process; what is asked afterwards is answered in this one."""
        with self._lock:
            self._end()

    def _asked(self, what: Callable[[Embedder, *Ts], V], *about: *Ts) -> V:
        with self._lock:
            if self._process:
                try:
                    pickle.dump((what, about), self._pipe)
                    self._pipe.flush()
                    found: V = pickle.load(self._pipe)
                    return found
                except (EOFError, OSError, pickle.UnpicklingError):  # it failed or hangs; here its reason is told
                    self._end()
            if self._here is None:
                self._here = self._build()
        return what(self._here, *about)

    def _end(self) -> None:
        if self._process:
            process, self._process = self._process, 0
            with suppress(OSError):  # what was written to it and not read
                self._pipe.close()
            os.kill(process, signal.SIGKILL)  # it has nothing to finish, and may be loading still
            os.waitpid(process, 0)


def _space(embedder: Embedder) -> Space:
    return embedder.space


def _languages(embedder: Embedder) -> frozenset[str] | None:
    languages: frozenset[str] | None = getattr(embedder, "languages", None)
    return languages


def _embed(embedder: Embedder, texts: list[str]) -> NDArray[np.float32]:
    return embedder.embed(texts)


def _embed_query(embedder: Embedder, text: str) -> NDArray[np.float32]:
    return embedder.embed_query(text)


def _serve(ours: socket, build: Callable[[], Embedder]) -> NoReturn:
    """Answer until the other half closes or anything fails, and end without what an interpreter does at its end."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupt is told by the half that the user started
        pipe = ours.makefile("rwb")
        embedder = build()
        embedder.embed_query("warm")  # the first run costs as much as the model
        while True:
            what, about = pickle.load(pipe)
            pickle.dump(what(embedder, *about), pipe)
            pipe.flush()
    finally:
        os._exit(0)
