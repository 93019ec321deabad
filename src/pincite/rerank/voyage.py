"""Voyage's rerank API, or a server that speaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.rerank._http import Api, key_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.rerank import RerankSettings
    from pincite.secret import Secret

__all__ = ["Voyage", "build"]

_URL: Final = "https://api.voyageai.com/v1/rerank"
_MODEL: Final = "rerank-2.5"
_KEY: Final = "VOYAGE_API_KEY"


class Voyage:
    """
    Scores texts at Voyage.

    :param api: The server.
    :param model: The model's name.
    """

    name = "voyage"

    def __init__(self, api: Api, *, model: str) -> None:
        self._api = api
        self._model = model

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the relevance of each text, in [0, 1]."""
        body = {
            "model": self._model,
            "query": query,
            "documents": list(texts),
            "top_k": len(texts),
            "truncation": True,
        }
        return self._api.results(body, under="data", n=len(texts))


def build(settings: RerankSettings, *, secrets: Mapping[str, Secret], chat: object = None) -> Voyage:
    """
    Return the scorer.

    :param secrets: Keys of providers by the name of their variable.
    :param chat: Not used.
    :raises ConfigError: If no key is set.
    """
    key = key_of("voyage", secrets, variable=_KEY, url=settings.url)
    api = Api("voyage", url=settings.url or _URL, key=key, timeout_s=settings.timeout_s)
    return Voyage(api, model=settings.model or _MODEL)
