"""A server on this machine that speaks the rerank APIs of Cohere, Jina and Voyage over shared words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pincite.testing.loopback import Loopback, Wire
from pincite.text.words import content_words

if TYPE_CHECKING:
    from pincite.testing.loopback import Asked

__all__ = ["RerankServer"]

_UNDER = {"/v2/rerank": ("results", "top_n"), "/v1/rerank": ("results", "top_n"), "/voyage/rerank": ("data", "top_k")}


class RerankServer(Loopback):
    """
    Answers ``POST /v2/rerank`` as Cohere, ``/v1/rerank`` as Jina and ``/voyage/rerank`` as Voyage does.

    A document's relevance is the share of the question's content words that stand in it.

    :param key: The key that it asks for; ``""`` for none.
    """

    def __init__(self, *, key: str = "") -> None:
        super().__init__()
        self.failures: list[Wire] = []
        """Answered first, one a request."""
        self._key = key

    def answer(self, asked: Asked) -> Wire:
        """Return the relevance of the documents of a request, best first, or what is wrong with it."""
        if self.failures:
            return self.failures.pop(0)
        if self._key and asked.headers.get("authorization") != f"Bearer {self._key}":
            return Wire(status=401, pieces=(b'{"message": "no such key"}',))
        if asked.path not in _UNDER:
            return Wire(status=404, pieces=(b'{"message": "not here"}',))
        under, most = _UNDER[asked.path]
        body: dict[str, Any] = asked.body
        wanted = set(content_words(body["query"], "en"))
        shares = [len(wanted & set(content_words(text, "en"))) / (len(wanted) or 1) for text in body["documents"]]
        order = sorted(range(len(shares)), key=lambda at: (-shares[at], at))[: body[most]]
        found = {under: [{"index": at, "relevance_score": shares[at]} for at in order]}
        return Wire(pieces=(json.dumps(found).encode(),))
