"""A server on this machine that speaks OpenAI's embeddings API over hashed words; its weights can be swapped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pincite.embed.hashing import HashEmbedder
from pincite.testing.loopback import Loopback, Wire

if TYPE_CHECKING:
    from pincite.testing.loopback import Asked

__all__ = ["EmbeddingServer"]


class EmbeddingServer(Loopback):
    """
    Answers ``POST /v1/embeddings``; use it as a context manager.

    :param dim: Dimensions of its vectors, at least 1.
    :param model: The only model that it knows; ``""`` for any.
    :param key: The key that it asks for; ``""`` for none.
    """

    def __init__(self, *, dim: int = 64, model: str = "", key: str = "") -> None:
        super().__init__()
        self.dim = dim
        self.weights = ""
        """What its vectors depend on beside the texts; another value is another model under the same name."""
        self.failures: list[Wire] = []
        """Answered first, one a request."""
        self._model = model
        self._key = key

    @property
    def base_url(self) -> str:
        """What ``embed.url`` is to be."""
        return f"{self.url}/v1"

    @property
    def texts(self) -> list[str]:
        """Every text that it was asked to embed, in order."""
        return [text for asked in self.asked for text in (asked.body or {}).get("input", ())]

    def answer(self, asked: Asked) -> Wire:
        """Return the embeddings of the texts of a request, or what is wrong with it."""
        if self.failures:
            return self.failures.pop(0)
        if self._key and asked.headers.get("authorization") != f"Bearer {self._key}":
            return _refused(401, "no such key")
        body: dict[str, Any] = asked.body or {}
        if asked.path != "/v1/embeddings" or (self._model and body.get("model") != self._model):
            return _refused(404, f"no model {body.get('model')!r} at {asked.path}")
        embedder = HashEmbedder(body.get("dimensions") or self.dim)
        vectors = embedder.embed([f"{text}{self._noise(text)}" for text in body["input"]])
        data = [{"object": "embedding", "index": at, "embedding": row.tolist()} for at, row in enumerate(vectors)]
        return _json({"object": "list", "model": body.get("model"), "data": data[::-1], "usage": {"total_tokens": 0}})

    def _noise(self, text: str) -> str:
        """Return words that change every vector where the weights are not the first ones."""
        return "".join(f" {self.weights}{at}" for at in range(len(text.split()))) if self.weights else ""


def _json(body: object, status: int = 200) -> Wire:
    return Wire(status=status, pieces=(json.dumps(body).encode(),))


def _refused(status: int, words: str) -> Wire:
    return _json({"error": {"message": words, "type": "invalid_request_error"}}, status)
