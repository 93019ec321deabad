"""
Parsing: bytes of one file to canonical text and blocks.

The settings, the formats that are known, and :func:`build`, which gives one parser for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.errors import ConfigError

if TYPE_CHECKING:
    from pincite.protocols import Parser

__all__ = ["BUILDERS", "SUFFIXES", "ParseSettings", "build"]

BUILDERS: Final = {
    "html": "pincite.parse.html:build",
    "markdown": "pincite.parse.markdown:build",
    "plain": "pincite.parse.plain:build",
}
"""Name of a format → its builder."""
SUFFIXES: Final = {
    ".htm": "html",
    ".html": "html",
    ".log": "plain",
    ".markdown": "markdown",
    ".md": "markdown",
    ".mdown": "markdown",
    ".mdx": "markdown",
    ".mkd": "markdown",
    ".text": "plain",
    ".txt": "plain",
    ".xhtml": "html",
}
"""Suffix in lower case → name of the format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseSettings:
    """How files are read."""

    max_bytes: int = 100_000_000
    """Largest file that is read, in bytes; at least 1. A larger one is skipped with ``TooLarge``."""
    max_depth: int = 100
    """How deep HTML elements may be nested before the inner ones are unwrapped, from 10 to 200; no text is lost."""
    suffixes: dict[str, str] = field(default_factory=dict)
    """More suffixes (".adoc") → name of the format that reads them."""

    def __post_init__(self) -> None:
        if self.max_bytes < 1:
            raise ConfigError(f"parse.max_bytes is {self.max_bytes}: expected a size in bytes, at least 1")
        if not 10 <= self.max_depth <= 200:
            raise ConfigError(f"parse.max_depth is {self.max_depth}: expected a number from 10 to 200")
        for suffix in self.suffixes:
            if not suffix.startswith(".") or suffix != suffix.lower():
                raise ConfigError(
                    f"parse.suffixes names {suffix!r}: expected a suffix in lower case with its dot, as '.md'"
                )


def build(settings: ParseSettings) -> Parser:
    """
    Return the parser that picks a format by suffix, else by content.

    :raises UnknownName: If ``settings.suffixes`` names a format that is not known.
    """
    from pincite.parse.dispatch import Dispatcher

    return Dispatcher(settings, suffixes={**SUFFIXES, **settings.suffixes}, formats=BUILDERS)
