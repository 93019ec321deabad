"""Jina's rerank API, or a server that speaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.rerank._http import Api, key_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.rerank import RerankSettings
    from pincite.secret import Secret

__all__ = ["Jina", "build"]

_URL: Final = "https://api.jina.ai/v1/rerank"
_MODEL: Final = "jina-reranker-v2-base-multilingual"
_KEY: Final = "JINA_API_KEY"


class Jina:
    """
    Scores texts at Jina.

    :param api: The server.
    :param model: The model's name.
    """

    name = "jina"

    def __init__(self, api: Api, *, model: str) -> None:
        self._api = api
        self._model = model

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the relevance of each text, in [0, 1]."""
        body = {
            "model": self._model,
            "query": query,
            "documents": list(texts),
            "top_n": len(texts),
            "return_documents": False,
        }
        return self._api.results(body, under="results", n=len(texts))


def build(settings: RerankSettings, *, secrets: Mapping[str, Secret], chat: object = None) -> Jina:
    """
    Return the scorer.

    :param secrets: Keys of providers by the name of their variable.
    :param chat: Not used.
    :raises ConfigError: If no key is set.
    """
    key = key_of("jina", secrets, variable=_KEY, url=settings.url)
    api = Api("jina", url=settings.url or _URL, key=key, timeout_s=settings.timeout_s)
    return Jina(api, model=settings.model or _MODEL)
