"""Answers written by a model behind OpenAI's chat API: OpenAI, vLLM, Ollama, llama.cpp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.errors import ConfigError
from pincite.generate.prompt import Form
from pincite.generate.writing import ModelWriter, caps_of
from pincite.models import _openai
from pincite.models.openai import OpenAIModel
from pincite.models.prices import price_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.generate import GenerateSettings
    from pincite.secret import Secret

__all__ = ["build"]

_KEY = "OPENAI_API_KEY"


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
    :param argument: The model, where the name says it: "openai:MODEL".
    :param corpus: What the corpus is called.
    :param similarity: Not used.
    :param cache: Not used.
    :raises MissingExtra: If the SDK is not installed.
    :raises ConfigError: If no model is named, or a key is needed and not set.
    """
    _openai.module()
    own = settings.openai
    model = argument or own.model
    if not model:
        raise ConfigError(
            f"generate.name is {settings.name!r} and no model is named: set [generate.openai] model, or write "
            '"openai:MODEL"',
            name=settings.name,
        )
    if _KEY not in secrets and not own.base_url:
        raise ConfigError(
            f"generate.name is {settings.name!r} and {_KEY} is not set: set it in the environment, or "
            "[generate.openai] base_url to a server that asks for none",
            name=settings.name,
        )
    chat = OpenAIModel(
        secrets.get(_KEY),
        model=model,
        base_url=own.base_url,
        effort=own.effort,
        temperature=own.temperature,
        seed=own.seed,
        retries=own.retries,
    )
    return ModelWriter(
        kind="openai",
        chat=chat,
        form=Form.STRUCTURED if own.structured else Form.PROSE,
        caps=caps_of(settings),
        price=price_of(model, settings.prices),
        corpus=corpus,
        sentences=settings.sentences,
        max_tokens=settings.max_tokens,
        leads=True,
        caches=True,
        window=own.window,
    )
