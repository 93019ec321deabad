"""
Answers written by a small model on this machine, behind a gate: it writes where an answer is found without it, and
else is asked first whether a passage answers.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from pincite.errors import ConfigError
from pincite.generate import extractive
from pincite.generate.prompt import Form
from pincite.generate.writing import ModelWriter, caps_of
from pincite.models.gguf import GgufModel
from pincite.models.installs import INSTALLS, find
from pincite.models.places import cache_folder
from pincite.models.prices import FREE, price_of

if TYPE_CHECKING:
    from pincite.generate import GenerateSettings
    from pincite.generate.extractive import Similarity

__all__ = ["build"]

_REPLY: Final = 400
"""Most tokens of a reply: a small model that goes on has lost the thread."""
_SENTENCES: Final = 2
_ROOM: Final = 1_200
"""Tokens of the window that instructions, question and reply take."""


def build(
    settings: GenerateSettings,
    *,
    argument: str = "",
    corpus: str = "",
    cache: Path | None = None,
    similarity: Similarity | None = None,
    secrets: object = None,
) -> ModelWriter:
    """
    Return the generator; the model is loaded at its first question.

    :param argument: The model, where the name says it: "gguf:MODEL".
    :param corpus: What the corpus is called.
    :param cache: Folder of installed models; ``None`` for the user's own.
    :param similarity: The embedder's cosines of a text to each of several, for what finds answers without the model.
    :param secrets: Not used.
    :raises ConfigError: If the model is neither installed by name nor a file.
    :raises ModelUnavailable: If it is not installed.
    """
    own = settings.gguf
    name = argument or own.model
    model = Path(name).stem if name.endswith(".gguf") else name
    chat = GgufModel(
        _weights(name, cache or cache_folder()),
        model=model,
        window=own.window,
        threads=own.threads or None,
    )
    return ModelWriter(
        kind="gguf",
        chat=chat,
        form=Form.STRUCTURED,
        caps=caps_of(settings),
        price=price_of(model, settings.prices) or FREE,
        corpus=corpus,
        sentences=min(_SENTENCES, settings.sentences),
        max_tokens=min(_REPLY, settings.max_tokens),
        window=max(1, own.window - _ROOM),
        gate=own.gate,
        finder=extractive.build(settings, similarity=similarity),
    )


def _weights(name: str, cache: Path) -> Path:
    if name in INSTALLS:
        return find(name, cache).weights()
    file = Path(name).expanduser()
    if not name.endswith(".gguf") or not file.is_file():
        known = ", ".join(sorted(m.name for m in INSTALLS.values() if m.role == "generator"))
        raise ConfigError(
            f"generate.gguf.model is {name!r}: expected {known}, or the path of a GGUF file that is there", name=name
        )
    return file
