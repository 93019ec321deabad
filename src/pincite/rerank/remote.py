"""The rerank APIs of Cohere, Jina and Voyage, or a server that speaks one of them: they differ by a few words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pincite.rerank._http import Api, key_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.rerank import RerankSettings
    from pincite.secret import Secret

__all__ = ["Provider", "Remote", "build", "build_cohere", "build_jina", "build_voyage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """What one API is called, where it is, and the words in which it differs from the others."""

    name: str
    url: str
    model: str
    """The model where the settings name none."""
    key: str
    """The variable that holds its key."""
    most: str
    """What it calls the number of results."""
    under: str
    """Where its answer lists them."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """What else is said in a request."""


_COHERE: Final = Provider(
    name="cohere",
    url="https://api.cohere.com/v2/rerank",
    model="rerank-v3.5",
    key="COHERE_API_KEY",
    most="top_n",
    under="results",
)
_JINA: Final = Provider(
    name="jina",
    url="https://api.jina.ai/v1/rerank",
    model="jina-reranker-v2-base-multilingual",
    key="JINA_API_KEY",
    most="top_n",
    under="results",
    more={"return_documents": False},
)
_VOYAGE: Final = Provider(
    name="voyage",
    url="https://api.voyageai.com/v1/rerank",
    model="rerank-2.5",
    key="VOYAGE_API_KEY",
    most="top_k",
    under="data",
    more={"truncation": True},
)


class Remote:
    """
    Scores texts at a provider.

    :param provider: Whose words are spoken.
    :param api: The server.
    :param model: The model's name.
    """

    def __init__(self, provider: Provider, api: Api, *, model: str) -> None:
        self._provider = provider
        self._api = api
        self._model = model

    @property
    def name(self) -> str:
        """Name in settings and traces."""
        return self._provider.name

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the relevance of each text, in [0, 1]."""
        asked = {"model": self._model, "query": query, "documents": list(texts), self._provider.most: len(texts)}
        return self._api.results({**asked, **self._provider.more}, under=self._provider.under, n=len(texts))


def build(
    provider: Provider,
    settings: RerankSettings,
    *,
    secrets: Mapping[str, Secret],
    chat: object = None,
    cache: object = None,
) -> Remote:
    """
    Return the scorer.

    :param provider: Whose API it is.
    :param secrets: Keys of providers by the name of their variable.
    :param chat: Not used.
    :param cache: Not used: no model is held here.
    :raises ConfigError: If no key is set.
    """
    key = key_of(provider.name, secrets, variable=provider.key, url=settings.url)
    api = Api(provider.name, url=settings.url or provider.url, key=key, timeout_s=settings.timeout_s)
    return Remote(provider, api, model=settings.model or provider.model)


build_cohere: Final = partial(build, _COHERE)
build_jina: Final = partial(build, _JINA)
build_voyage: Final = partial(build, _VOYAGE)
