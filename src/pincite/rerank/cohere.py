"""Cohere's rerank API, or a server that speaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.rerank._http import Api, key_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.rerank import RerankSettings
    from pincite.secret import Secret

__all__ = ["Cohere", "build"]

_URL: Final = "https://api.cohere.com/v2/rerank"
_MODEL: Final = "rerank-v3.5"
_KEY: Final = "COHERE_API_KEY"


class Cohere:
    """
    Scores texts at Cohere.

    :param api: The server.
    :param model: The model's name.
    """

    name = "cohere"

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
        }
        return self._api.results(body, under="results", n=len(texts))


def build(settings: RerankSettings, *, secrets: Mapping[str, Secret], chat: object = None) -> Cohere:
    """
    Return the scorer.

    :param secrets: Keys of providers by the name of their variable.
    :param chat: Not used.
    :raises ConfigError: If no key is set.
    """
    key = key_of("cohere", secrets, variable=_KEY, url=settings.url)
    api = Api("cohere", url=settings.url or _URL, key=key, timeout_s=settings.timeout_s)
    return Cohere(api, model=settings.model or _MODEL)
