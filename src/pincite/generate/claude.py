"""Answers written by Claude."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.errors import ConfigError
from pincite.generate.prompt import Form
from pincite.generate.writing import ModelWriter, caps_of
from pincite.models import _anthropic
from pincite.models.claude import ClaudeModel
from pincite.models.prices import price_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.generate import GenerateSettings
    from pincite.secret import Secret

__all__ = ["build"]

_KEY = "ANTHROPIC_API_KEY"


def build(
    settings: GenerateSettings,
    *,
    secrets: Mapping[str, Secret],
    argument: str = "",
    corpus: str = "",
    similarity: object = None,
    cache: object = None,
) -> ModelWriter:
    """
    Return the generator.

    :param secrets: Keys of providers by the name of their variable.
    :param argument: The model, where the name says it: "claude:MODEL".
    :param corpus: What the corpus is called.
    :param similarity: Not used.
    :param cache: Not used.
    :raises MissingExtra: If the SDK is not installed.
    :raises ConfigError: If the key is not set.
    """
    _anthropic.module()
    own = settings.claude
    key = secrets.get(_KEY)
    if key is None:
        raise ConfigError(
            f"generate.name is {settings.name!r} and {_KEY} is not set: set it in the environment, or set "
            'generate.name = "extractive", which needs no model',
            name=settings.name,
        )
    chat = ClaudeModel(
        key,
        model=argument or own.model,
        base_url=own.base_url,
        effort=own.effort,
        thinking=own.thinking,
        cache_ttl=own.cache_ttl,
        retries=own.retries,
    )
    return ModelWriter(
        kind="claude",
        chat=chat,
        form=Form(own.citations),
        caps=caps_of(settings),
        price=price_of(chat.model, settings.prices),
        corpus=corpus,
        sentences=settings.sentences,
        max_tokens=settings.max_tokens,
        leads=True,
        caches=True,
        window=settings.cap_input_tokens,
    )
