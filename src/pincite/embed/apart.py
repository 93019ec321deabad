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
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np  # before the fork: both halves need it, and loading it twice at once takes longer than once

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from io import BufferedRWPair
    from socket import socket

    from numpy.typing import NDArray

    from pincite.documents import Space
    from pincite.protocols import Embedder

__all__ = ["WAIT_S", "Apart", "possible"]

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
        space: Space = self._asked("space")
        return space

    @property
    def languages(self) -> frozenset[str] | None:
        """What it was taught; ``None`` for everything, or where it does not say."""
        languages: frozenset[str] | None = self._asked("languages")
        return languages

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector of unit length per text; see :class:`pincite.protocols.Embedder`."""
        vectors: NDArray[np.float32] = self._asked("embed", list(texts))
        return vectors

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question; see :class:`pincite.protocols.Embedder`."""
        vector: NDArray[np.float32] = self._asked("embed_query", text)
        return vector

    def close(self) -> None:
        """End the other process; what is asked afterwards is answered in this one."""
        with self._lock:
            self._end()

    def _asked(self, name: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the embedder gives
        with self._lock:
            if self._process:
                try:
                    pickle.dump((name, arguments), self._pipe)
                    self._pipe.flush()
                    return pickle.load(self._pipe)
                except (EOFError, OSError, pickle.UnpicklingError):  # it failed or hangs; here its reason is told
                    self._end()
            if self._here is None:
                self._here = self._build()
        return _answer(self._here, name, arguments)

    def _end(self) -> None:
        if self._process:
            process, self._process = self._process, 0
            with suppress(OSError):  # what was written to it and not read
                self._pipe.close()
            os.kill(process, signal.SIGKILL)  # it has nothing to finish, and may be loading still
            os.waitpid(process, 0)


def _answer(embedder: Embedder, name: str, arguments: tuple[object, ...]) -> Any:  # noqa: ANN401 - as above
    if name == "languages":
        return getattr(embedder, "languages", None)
    found = getattr(embedder, name)
    return found(*arguments) if arguments else found


def _serve(ours: socket, build: Callable[[], Embedder]) -> NoReturn:
    """Answer until the other half closes or anything fails, and end without what an interpreter does at its end."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupt is told by the half that the user started
        pipe = ours.makefile("rwb")
        embedder = build()
        embedder.embed_query("warm")  # the first run costs as much as the model
        while True:
            name, arguments = pickle.load(pipe)
            pickle.dump(_answer(embedder, name, arguments), pipe)
            pipe.flush()
    finally:
        os._exit(0)
