"""llama.cpp in this process, through ``xllamacpp``. Imported where it is used."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from pincite.errors import MissingExtra, ModelUnavailable

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["load"]


def load(weights: Path, *, window: int, threads: int) -> Any:  # noqa: ANN401 - the library's server
    """
    Return the engine with its model loaded.

    The library's engine also listens on a port of this machine: it is given a key that nobody knows.

    :param weights: A GGUF file.
    :param window: Tokens of prompt and reply together, at least 256.
    :param threads: How many to compute with, at least 1.
    :raises MissingExtra: If the library is not installed.
    :raises ModelUnavailable: If the file cannot be loaded.
    """
    try:
        import xllamacpp
    except ImportError as error:
        raise MissingExtra("the local GGUF generator", "gguf") from error
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.n_ctx = window
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.warmup = False
    params.verbosity = 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.hostnames = ["127.0.0.1"]
    params.api_keys = [secrets.token_hex(32)]
    try:
        return xllamacpp.Server(params)
    except (RuntimeError, ValueError, OSError) as error:
        raise ModelUnavailable(
            f"{weights} cannot be loaded ({error}): expected a GGUF file", path=str(weights)
        ) from error
