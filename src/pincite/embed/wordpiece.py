"""Token counts and token numbers as BERT models make them; never loads a model itself."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.documents import digest
from pincite.errors import ModelUnavailable
from pincite.models.installs import find
from pincite.models.minilm import TOKENIZER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from tokenizers import Encoding
    from tokenizers import Tokenizer as Engine

    from pincite.embed import EmbedSettings
    from pincite.models.installs import InstalledModel

__all__ = ["WordPiece", "build_tokenizer"]


class WordPiece:
    """
    Cuts texts into the word pieces of an installed model, never short.

    The file is read at the first text, and ``ModelUnavailable`` raised then if it is missing, changed or no tokenizer;
    a search needs the digest only.

    :param model: An installed model with a ``tokenizer.json``.
    """

    def __init__(self, model: InstalledModel) -> None:
        self._model = model
        self._digest = digest("wordpiece", model.source.files[TOKENIZER])

    @property
    def digest(self) -> str:
        """Digest of the published tokenizer."""
        return self._digest

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of word pieces of each text, the marks of start and end left out."""
        return [len(pieces) for pieces in self._encode(texts)]

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the numbers of the word pieces of each text, the marks of start and end left out."""
        return [pieces.ids for pieces in self._encode(texts)]

    def marked(self, ids: Sequence[int]) -> NDArray[np.int64]:
        """Return the numbers of a window between the marks of start and end."""
        first, last = self._marks
        return np.array([first, *ids, last], np.int64)

    @cached_property
    def _engine(self) -> Engine:
        return _load(self._model)

    @cached_property
    def _marks(self) -> tuple[int, int]:
        first, last = self._engine.token_to_id("[CLS]"), self._engine.token_to_id("[SEP]")
        if first is None or last is None:
            raise ModelUnavailable(f"{self._model.folder / TOKENIZER} has no [CLS] and [SEP]: not a BERT tokenizer")
        return first, last

    def _encode(self, texts: Sequence[str]) -> list[Encoding]:
        safe = [text.encode("utf-8", "replace").decode() for text in texts]  # a lone surrogate is no UTF-8
        return self._engine.encode_batch_fast(safe, add_special_tokens=False)


def _load(model: InstalledModel) -> Engine:
    import tokenizers  # imported here: a lexical search needs no tokens

    data = model.read(TOKENIZER)
    try:
        return tokenizers.Tokenizer.from_buffer(data)
    except Exception as error:  # the library raises bare Exception for a malformed file
        raise ModelUnavailable(f"{model.folder / TOKENIZER} cannot be read as a tokenizer: {error}") from error


def build_tokenizer(settings: EmbedSettings, *, cache: Path) -> WordPiece:
    """
    Return the tokenizer of the installed model that the settings name.

    :raises ModelUnavailable: If it is not installed.
    """
    return WordPiece(find(settings.name, cache))
