"""What decides a chunker's result: known without loading the chunker, since every opened corpus is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.documents import digest

if TYPE_CHECKING:
    from pincite.chunk import (
        FixedSettings,
        MarkdownSettings,
        RecursiveSettings,
        SemanticSettings,
        StructuralSettings,
        WindowsSettings,
    )

__all__ = [
    "VERSIONS",
    "fixed_digest",
    "markdown_digest",
    "recursive_digest",
    "semantic_digest",
    "structural_digest",
    "windows_digest",
]

_STRUCTURAL = "14"
_FIXED = "1"
_MARKDOWN = "1"
_RECURSIVE = "1"
_SEMANTIC = "1"
_WINDOWS = "1"
VERSIONS = {
    "fixed": _FIXED,
    "markdown": _MARKDOWN,
    "recursive": _RECURSIVE,
    "semantic": _SEMANTIC,
    "structural": _STRUCTURAL,
    "windows": _WINDOWS,
}
"""Name of a chunker → its version, raised whenever a revision could give other chunks."""


def structural_digest(settings: StructuralSettings, *, tokenizer: str) -> str:
    """
    Return the digest of the structural chunker; its version is raised whenever a revision could give other chunks.

    :param tokenizer: Digest of what counts tokens.
    """
    return digest("structural", _STRUCTURAL, str(settings.max_tokens), str(settings.target_tokens), tokenizer)


def fixed_digest(settings: FixedSettings, *, tokenizer: str) -> str:
    """
    Return the digest of the fixed chunker.

    :param tokenizer: Digest of what counts tokens; of no account where characters are counted.
    """
    lengths = (str(settings.size), str(settings.overlap))
    counted = (tokenizer,) if settings.unit == "tokens" else ()
    return digest("fixed", _FIXED, settings.unit, *lengths, *counted)


def windows_digest(settings: WindowsSettings) -> str:
    """Return the digest of the windows chunker."""
    return digest("windows", _WINDOWS, str(settings.words), str(settings.overlap))


def recursive_digest(settings: RecursiveSettings) -> str:
    """Return the digest of the recursive chunker."""
    return digest("recursive", _RECURSIVE, str(settings.size), str(settings.overlap), *settings.separators)


def markdown_digest(settings: MarkdownSettings) -> str:
    """Return the digest of the chunker of sections."""
    return digest("markdown", _MARKDOWN, str(settings.size), str(settings.levels))


def semantic_digest(settings: SemanticSettings, *, space: str) -> str:
    """
    Return the digest of the semantic chunker.

    :param space: Digest of the space in which sentences are compared.
    """
    lengths = (str(settings.least), str(settings.most))
    return digest("semantic", _SEMANTIC, repr(float(settings.threshold)), *lengths, space)
