"""An NLI classifier as an ONNX graph with its tokenizer. Imported where it is used."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pincite.errors import ModelUnavailable

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Classifier"]

_MOST: Final = 512
"""Tokens of claim and evidence together that are looked at."""


class Classifier:
    """
    A sequence-pair classifier.

    :param folder: Holds ``model.onnx``, ``tokenizer.json`` and ``config.json`` with ``id2label``, as the usual tools
        export them.
    :raises ModelUnavailable: If a file is missing or cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer

            listed = json.loads((folder / "config.json").read_text(encoding="utf-8"))["id2label"]
            self.labels = tuple(str(listed[key]).casefold() for key in sorted(listed, key=int))
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._tokenizer.enable_truncation(_MOST, strategy="longest_first")
            self._session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])
        except Exception as error:  # the tokenizer and the runtime have no root of their own to catch
            raise ModelUnavailable(
                f"the NLI model in {folder} cannot be used ({type(error).__name__}: {error}): expected model.onnx, "
                "tokenizer.json and a config.json with id2label",
                folder=str(folder),
            ) from error
        self._inputs = {each.name for each in self._session.get_inputs()}

    def label(self, premise: str, hypothesis: str) -> str:
        """Return the likeliest label of a pair, in lower case."""
        encoded = self._tokenizer.encode(premise, hypothesis)
        given: dict[str, Any] = {
            "input_ids": encoded.ids,
            "attention_mask": encoded.attention_mask,
            "token_type_ids": encoded.type_ids,
        }
        feed = {name: np.asarray([value], dtype=np.int64) for name, value in given.items() if name in self._inputs}
        logits = self._session.run(None, feed)[0][0]
        return self.labels[int(np.argmax(logits))]
