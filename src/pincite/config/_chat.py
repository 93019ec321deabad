"""The chat model of the generator, for the stages before it that may ask one too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.errors import ConfigError
from pincite.generate.writing import ModelWriter
from pincite.models.caps import Meter

if TYPE_CHECKING:
    from pincite.models.talk import ChatModel
    from pincite.protocols import Generator

__all__ = ["chat_of"]


def chat_of(generator: Generator) -> tuple[ChatModel, Meter]:
    """
    Return the chat model that a generator writes with, and a meter with the caps of one question.

    :raises ConfigError: If it writes without one.
    """
    if not isinstance(generator, ModelWriter):
        raise ConfigError(
            f"the generator {generator.name} has no chat model: set [generate] name to claude, openai or gguf",
            name=generator.name,
        )
    return generator.chat, Meter(caps=generator.caps, price=generator.price)
