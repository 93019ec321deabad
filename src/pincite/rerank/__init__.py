"""The stage that orders permitted hits anew: settings and :func:`build`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from pincite.models.caps import Meter
    from pincite.models.talk import ChatModel
    from pincite.protocols import Reranker
    from pincite.secret import Secret

__all__ = ["BUILDERS", "BY_CHAT", "READ_BY_MODEL", "BlendSettings", "RerankSettings", "build"]

BUILDERS: Final[dict[str, str]] = {
    "blend": "pincite.rerank.blend:build",
    "cohere": "pincite.rerank.remote:build_cohere",
    "cross-encoder": "pincite.rerank.cross_encoder:build",
    "jina": "pincite.rerank.remote:build_jina",
    "listwise": "pincite.rerank.listwise:build",
    "none": "pincite.rerank.unchanged:build",
    "voyage": "pincite.rerank.remote:build_voyage",
}
BY_CHAT: Final = frozenset({"listwise"})
"""Names of those that ask the chat model of ``[generate]``."""
READ_BY_MODEL: Final = 20
"""Hits that a model reads where the settings do not say: on one core a small one takes some 40 ms for each."""
_NEVER_FAIL: Final = ("blend", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlendSettings:
    """What the blend adds to its learned score; ``bench/blend.py`` fits the score and measures the whole."""

    exact: float = 1.0
    """An exact key of the question stands in the chunk, at least 0; learned scores are about from 0 to 1."""
    phrase: float = 1.0
    """All quoted phrases of the question stand in the chunk as they are written, at least 0."""
    recency: float = 0.005
    """The newest of the hits' dates against the oldest, at least 0: enough to part what is otherwise equal."""
    authority: float = 0.01
    """The document is stated to bind, at least 0."""

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if not value >= 0:
                raise ConfigError(f"rerank.blend.{name} is {value}: expected a weight of at least 0", name=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankSettings:
    """Which reranker orders the hits, what it may take, and what stands in for it where it fails."""

    name: str = "blend"
    """
    "blend", "none" (the order of retrieval), "cross-encoder", "cohere", "jina", "voyage", "listwise" (the chat model
    of ``[generate]``), or a name that an installed package registers.
    """
    model: str = ""
    """
    For cross-encoder the name of an installed reranker, a folder, or a name on the hub, "" for ``ms-marco``; for an API
    its model's name, "" for its usual one.
    """
    url: str = ""
    """Address of the API; "" for the provider's own. Its key is read from PINCITE_RERANK_API_KEY or the provider's."""
    first: int = 0
    """
    How many hits are reranked, from the best, at least 0; those behind keep their order. 0 for what suits: 60 for the
    blend, 20 for what a model reads.
    """
    weight: float = 0.3
    """
    What a model's opinion counts, above 0 to 1; the rest is the score that the hit comes with, as a share of the best.
    1 for the model's order alone. The blend by itself has no use for it.
    """
    timeout_s: float = 10.0
    """Longest time for one question, in seconds, above 0."""
    fallback: str = "blend"
    """
    What orders the hits before a model reads the first of them, and alone where it fails or takes too long: "blend", or
    "none" for the order of retrieval.
    """
    max_tokens: int = 512
    """For cross-encoder: most tokens of question and text together, at least 16; a longer text is cut at its end."""
    blend: BlendSettings = field(default_factory=BlendSettings)

    def __post_init__(self) -> None:
        if self.first < 0:
            raise ConfigError(f"rerank.first is {self.first}: expected at least 0", first=self.first)
        if not 0 < self.weight <= 1:
            raise ConfigError(f"rerank.weight is {self.weight}: expected more than 0, at most 1", weight=self.weight)
        if not self.timeout_s > 0:
            raise ConfigError(
                f"rerank.timeout_s is {self.timeout_s}: expected more than 0 seconds", timeout_s=self.timeout_s
            )
        if self.fallback not in _NEVER_FAIL:
            raise ConfigError(
                f"rerank.fallback is {self.fallback!r}: expected one that cannot fail, {' or '.join(_NEVER_FAIL)}",
                fallback=self.fallback,
            )
        if self.max_tokens < 16:
            raise ConfigError(
                f"rerank.max_tokens is {self.max_tokens}: expected at least 16", max_tokens=self.max_tokens
            )


def build(
    settings: RerankSettings,
    *,
    secrets: Mapping[str, Secret] | None = None,
    chat: Callable[[], tuple[ChatModel, Meter]] | None = None,
    cache: Path | None = None,
) -> Reranker:
    """
    Return the reranker that the settings name; one that may fail has its fallback around it.

    :param settings: The stage's settings.
    :param secrets: Keys of providers by the name of their variable; ``None`` for none.
    :param chat: Gives the chat model and a meter for one question, for listwise; ``None`` where none is configured.
    :param cache: Folder of installed models, for cross-encoder; ``None`` for the user's own.
    :raises UnknownName: If nothing is registered under the name.
    :raises ConfigError: If it needs a model, a key or a chat model that is not set.
    """
    made: Callable[..., Any] = builder("rerank", settings.name, BUILDERS)
    if settings.name in _NEVER_FAIL:
        steady: Reranker = made(settings)
        return steady
    from pincite.rerank.guarded import Guarded  # imported here: most corpora rerank with what cannot fail

    instead: Callable[..., Any] = builder("rerank", settings.fallback, BUILDERS)
    own = {"secrets": secrets or {}, "chat": chat, "cache": cache} if settings.name in BUILDERS else {}
    return Guarded(
        made(settings, **own), instead(settings), first=settings.first or READ_BY_MODEL, weight=settings.weight
    )
