"""
What decides what an index is, in words: so that a corpus can say which part of it is not as it was.

A name with a point is a setting, as ``pincite.toml`` has it; any other is a version of something.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Protocol

from pincite.documents import digest

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from pincite.chunk import ChunkSettings
    from pincite.embed import EmbedSettings
    from pincite.parse import ParseSettings
    from pincite.protocols import Analyzer, Tokenizer

__all__ = ["Making", "parts"]

_LIMITS = frozenset({"max_bytes", "timeout_s", "memory_mb", "workers"})
"""Settings of parsing that decide whether a file is read, and not what becomes of it."""
_NO_PART = frozenset({"threads", "timeout_s", "retries", "batch", "url"})
"""Settings of the embedder that do not decide what it makes; ``url`` stands in the space where it does."""


class Making(Protocol):
    """The settings and stages that decide what an index is; :class:`pincite.config._stages.Stages` is one."""

    @property
    def parse(self) -> ParseSettings:
        """How files are read."""
        ...

    @property
    def chunk(self) -> ChunkSettings:
        """How they are cut."""
        ...

    @property
    def embed(self) -> EmbedSettings:
        """What makes their vectors."""
        ...

    def build_tokenizer(self) -> Tokenizer:
        """Return what counts tokens."""
        ...

    def build_analyzer(self) -> Analyzer:
        """Return what makes the terms of the lexical leg."""
        ...


def parts(stages: Making) -> dict[str, str]:
    """Return what the generation of these settings is made of, by name."""
    return {**_parser(stages), **_chunker(stages), **_analyzer(stages), **_embedder(stages)}


def _parser(stages: Making) -> dict[str, str]:
    from pincite.installed import version_of
    from pincite.parse import BUILDERS, SUFFIXES
    from pincite.parse.versions import VERSIONS

    found = {}
    for name in sorted(BUILDERS):
        own, library = VERSIONS.get(name, ("", None))
        found[f"parser {name}"] = f"{own} with {library} {version_of(library)}" if library else own
    routes = sorted(f"{suffix}={name}" for suffix, name in SUFFIXES.items())
    found["parser suffixes"] = digest(*routes)[:8]
    return found | {
        key: value for key, value in _stated(stages.parse, "parse").items() if key.rpartition(".")[2] not in _LIMITS
    }


def _chunker(stages: Making) -> dict[str, str]:
    from pincite.chunk.versions import VERSIONS

    name = stages.chunk.name
    own = getattr(stages.chunk, name, None)
    settings = _stated(own, f"chunk.{name}") if own else {}
    return {
        "chunk.name": name,
        "chunker": f"{name} {VERSIONS.get(name, '')}".strip(),
        "tokenizer": stages.build_tokenizer().digest[:8],
        **settings,
    }


def _analyzer(stages: Making) -> dict[str, str]:
    return {"analyzer": stages.build_analyzer().digest[:8]}


def _embedder(stages: Making) -> dict[str, str]:
    stated = _stated(stages.embed, "embed")
    return {key: value for key, value in stated.items() if key.rpartition(".")[2] not in _NO_PART}


def _stated(settings: DataclassInstance, key: str) -> dict[str, str]:
    """Return the values of settings by their keys, as one would write them."""
    return {f"{key}.{each.name}": _text(getattr(settings, each.name)) for each in fields(settings)}


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={each}" for key, each in sorted(value.items()))
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
