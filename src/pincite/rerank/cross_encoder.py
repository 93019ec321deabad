"""A cross-encoder on ONNX Runtime: reads question and text together and gives one score."""

from __future__ import annotations

import time
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from pincite.errors import ConfigError, ModelTimeout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.models.installs import InstalledModel
    from pincite.rerank import RerankSettings
    from pincite.rerank._pairs import Pairs

__all__ = ["CrossEncoder", "build"]

_BATCH: Final = 8
"""Pairs in one run: between two runs the time is looked at."""
_USUAL: Final = "ms-marco"
"""The model where none is named."""


class CrossEncoder:
    """
    Scores pairs of question and text with any sentence-transformers cross-encoder, such as BAAI/bge-reranker-v2-m3.

    The model is loaded at the first question, from a folder or from the hub.

    :param model: A folder with ``model.onnx`` (or ``onnx/model.onnx``) and ``tokenizer.json``, or a name on the hub.
    :param installed: The model, where it is one that installs by name; ``None`` for others.
    :param max_tokens: Most tokens of a pair.
    :param timeout_s: Longest time for one question, in seconds; loading the model is not counted.
    """

    name = "cross-encoder"

    def __init__(
        self, model: str, *, max_tokens: int, timeout_s: float, installed: InstalledModel | None = None
    ) -> None:
        self._model = model
        self._installed = installed
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

        if self._installed is None:
            return load(self._model, max_tokens=self._max_tokens)
        for name in self._installed.files:
            self._installed.read(name)  # its digest is checked
        return load(str(self._installed.folder), max_tokens=self._max_tokens)


def build(
    settings: RerankSettings, *, secrets: object = None, chat: object = None, cache: Path | None = None
) -> CrossEncoder:
    """
    Return the scorer; its model is not loaded.

    :param secrets: Not used.
    :param chat: Not used.
    :param cache: Folder of installed models; ``None`` for the user's own.
    :raises ModelUnavailable: If it is one that installs by name, and it is not installed.
    :raises ConfigError: If it is no folder, no name that installs and none of the hub.
    """
    del secrets, chat
    model = settings.model or _USUAL
    installed = _installed(model, cache)
    return CrossEncoder(model, installed=installed, max_tokens=settings.max_tokens, timeout_s=settings.timeout_s)


def _installed(model: str, cache: Path | None) -> InstalledModel | None:
    """Return a reranker that is called by its name among those that install; ``None`` for others."""
    from pincite.models.installs import INSTALLS, find  # imported here: most corpora rerank without a model
    from pincite.models.places import cache_folder

    names = ", ".join(sorted(name for name, each in INSTALLS.items() if each.role == "reranker"))
    if model not in INSTALLS:
        is_path = model.startswith((".", "/", "~"))
        if (is_path or "/" not in model) and not Path(model).expanduser().is_dir():
            what = "no folder" if is_path else "no model that installs, no folder and no name on the hub"
            raise ConfigError(
                f"rerank.model is {model!r}, {what}: expected {names}, a folder, or OWNER/NAME on the hub", model=model
            )
        return None
    if INSTALLS[model].role != "reranker":
        raise ConfigError(
            f"rerank.model is {model!r}, which is of the role {INSTALLS[model].role}: expected {names}, a folder, or a "
            "name on the hub",
            model=model,
        )
    return find(model, cache or cache_folder())
