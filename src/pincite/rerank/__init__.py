"""The stage that orders permitted hits anew: settings and :func:`build`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.protocols import Reranker

__all__ = ["BUILDERS", "BlendSettings", "RerankSettings", "build"]

BUILDERS: Final[dict[str, str]] = {
    "blend": "pincite.rerank.blend:build",
    "none": "pincite.rerank.unchanged:build",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BlendSettings:
    """What each signal of a hit weighs; each signal is in [0, 1]. ``bench/fusion.py --blend`` measures them."""

    fused: float = 1.0
    """The score that retrieval gave."""
    sentence: float = 0.05
    """Share of the question's content-word stems in the chunk's best single sentence or row."""
    chunk: float = 0.05
    """Share of the question's content-word stems anywhere in the chunk."""
    title: float = 0.05
    """Share of the question's content-word stems in title and heading path."""
    pairs: float = 0.05
    """Share of the question's neighbouring stem pairs that are neighbours in the chunk."""
    exact: float = 1.0
    """An exact key of the question stands in the chunk."""

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if not value >= 0:
                raise ConfigError(f"rerank.blend.{name} is {value}: expected a weight of at least 0", name=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankSettings:
    """
    Which reranker orders the hits.

    The default is none: the blend gains 0.001 nDCG@10 on XQuAD, loses 0.004 on lumen, and gains nothing on the half of
    SciFact's questions that its weights were not chosen on.
    """

    name: str = "none"
    """"none", "blend", or a name that an installed package registers."""
    blend: BlendSettings = field(default_factory=BlendSettings)


def build(settings: RerankSettings) -> Reranker:
    """
    Return the reranker that the settings name.

    :param settings: The stage's settings.
    :raises UnknownName: If nothing is registered under the name.
    """
    made: Callable[..., Any] = builder("rerank", settings.name, BUILDERS)
    reranker: Reranker = made(settings)
    return reranker
