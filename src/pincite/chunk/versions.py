"""What decides a chunker's result: known without loading the chunker, since every opened corpus is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.documents import digest

if TYPE_CHECKING:
    from pincite.chunk import FixedSettings, StructuralSettings, WindowsSettings

__all__ = ["fixed_digest", "structural_digest", "windows_digest"]

_STRUCTURAL = "2"
_FIXED = "1"
_WINDOWS = "1"


def structural_digest(settings: StructuralSettings, *, tokenizer: str) -> str:
    """
    Return the digest of the structural chunker; its version is raised whenever a revision could give other chunks.

    :param tokenizer: Digest of what counts tokens.
    """
    return digest("structural", _STRUCTURAL, str(settings.max_tokens), tokenizer)


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
