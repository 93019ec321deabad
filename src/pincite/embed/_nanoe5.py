"""The C engine of multilingual-e5-small, through ctypes; its Python code is never imported."""

from __future__ import annotations

import ctypes
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.errors import ModelUnavailable
from pincite.models.e5 import DIM, ENGINE, OPENMP, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pincite.models.installs import InstalledModel

__all__ = ["Engine"]


class Engine:
    """
    The model, loaded; several threads may use it, and it works for one at a time on all of its own.

    :param model: The installed model.
    :param threads: Threads of the engine; 0 for one per core.
    :raises ModelUnavailable: If a file is missing or has another digest, or this machine cannot run the engine.
    """

    def __init__(self, model: InstalledModel, *, threads: int) -> None:
        for name in (OPENMP, ENGINE, WEIGHTS):
            model.read(name)
        try:
            openmp = ctypes.CDLL(str(model.folder / OPENMP), mode=ctypes.RTLD_GLOBAL)
            self._library = _declared(ctypes.CDLL(str(model.folder / ENGINE)))
        except OSError as error:
            raise ModelUnavailable(
                f"this machine cannot run the engine of {model.source.model} ({error}): it is made for Linux on "
                "x86-64; choose another embedder"
            ) from error
        if threads:
            openmp.omp_set_num_threads(threads)
        self._model = self._library.e5_load(str(model.folder / WEIGHTS).encode())
        if not self._model:
            raise ModelUnavailable(f"the engine cannot load {model.folder / WEIGHTS}: install the model again")
        self._lock = Lock()

    def embed(self, texts: Sequence[str], *, question: bool) -> NDArray[np.float32]:
        """
        Return one vector of unit length per text.

        *Shape:* (n_texts, dim)

        :param question: Whether the texts are questions; the engine puts the model's own prefix in front.
        :raises ModelUnavailable: If the engine fails.
        """
        out = np.zeros((len(texts), DIM), np.float32)
        if not texts:
            return out
        given = (ctypes.c_char_p * len(texts))(*map(_bytes, texts))
        with self._lock:
            failed = self._library.e5_embed_batch(
                self._model, given, len(texts), int(question), out.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
            )
        if failed:
            raise ModelUnavailable(f"the engine failed on {len(texts)} texts with code {failed}")
        return out

    def count(self, text: str) -> int:
        """Return the number of tokens of a text with its prefix and the marks of start and end."""
        with self._lock:
            return int(self._library.e5_token_count(self._model, _bytes(text), 0))


def _declared(library: Any) -> Any:  # noqa: ANN401 - a library of C
    library.e5_load.restype = ctypes.c_void_p
    library.e5_load.argtypes = [ctypes.c_char_p]
    library.e5_embed_batch.argtypes = [
        ctypes.c_void_p,
        ctypes.POINTER(ctypes.c_char_p),
        ctypes.c_int,
        ctypes.c_int,
        ctypes.POINTER(ctypes.c_float),
    ]
    library.e5_token_count.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    return library


def _bytes(text: str) -> bytes:
    """Return a text as C takes it: it would end at a NUL, and a lone surrogate is no UTF-8."""
    return text.replace("\0", " ").encode("utf-8", "replace")
