"""A cross-encoder on ONNX Runtime: reads question and text together and gives one score."""

from __future__ import annotations

import time
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Final

from pincite.errors import ConfigError, ModelTimeout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.rerank import RerankSettings
    from pincite.rerank._pairs import Pairs

__all__ = ["CrossEncoder", "build"]

_BATCH: Final = 8
"""Pairs in one run: between two runs the time is looked at."""


class CrossEncoder:
    """
    Scores pairs of question and text with any sentence-transformers cross-encoder, such as BAAI/bge-reranker-v2-m3.

    The model is loaded at the first question, from a folder or from the hub.

    :param model: A folder with ``model.onnx`` (or ``onnx/model.onnx``) and ``tokenizer.json``, or a name on the hub.
    :param max_tokens: Most tokens of a pair.
    :param timeout_s: Longest time for one question, in seconds; loading the model is not counted.
    """

    name = "cross-encoder"

    def __init__(self, model: str, *, max_tokens: int, timeout_s: float) -> None:
        self._model = model
        self._max_tokens = max_tokens
        self._timeout_s = timeout_s
        self._lock = Lock()

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the model's score of each text; short ones are read first, so that a batch has little padding."""
        with self._lock:
            pairs = self._pairs
        end = time.monotonic() + self._timeout_s
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        found = [0.0] * len(texts)
        for start in range(0, len(order), _BATCH):
            if time.monotonic() > end:
                raise ModelTimeout(
                    f"the cross-encoder {self._model} read {start} of {len(texts)} texts within {self._timeout_s:g} s: "
                    "raise rerank.timeout_s, lower rerank.first, or choose a smaller model",
                    read=start,
                )
            batch = order[start : start + _BATCH]
            for at, score in zip(batch, pairs.run(query, [texts[at] for at in batch]), strict=True):
                found[at] = score
        return found

    @cached_property
    def _pairs(self) -> Pairs:
        from pincite.rerank._pairs import load  # imported here: the runtime is needed at the first question only

        return load(self._model, max_tokens=self._max_tokens)


def build(settings: RerankSettings, *, secrets: object = None, chat: object = None) -> CrossEncoder:
    """
    Return the scorer; its model is not loaded.

    :param secrets: Not used.
    :param chat: Not used.
    :raises ConfigError: If no model is named.
    """
    if not settings.model:
        raise ConfigError(
            "rerank.name is 'cross-encoder' and rerank.model is not set: expected a folder with model.onnx and "
            "tokenizer.json, or a name on the hub such as BAAI/bge-reranker-v2-m3",
            name=settings.name,
        )
    return CrossEncoder(settings.model, max_tokens=settings.max_tokens, timeout_s=settings.timeout_s)
