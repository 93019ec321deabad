"""What decides a format's result: known without loading its parser, since every opened corpus is compared with it."""

from __future__ import annotations

from typing import Final

from pincite.documents import digest
from pincite.installed import version_of

__all__ = ["VERSIONS", "format_digest"]

VERSIONS: Final = {
    "docx": ("1", None),
    "html": ("1", "selectolax"),
    "markdown": ("1", "markdown-it-py"),
    "pdf": ("1", "liteparse"),
    "plain": ("1", None),
    "pptx": ("1", None),
    "xlsx": ("1", None),
}
"""Name of a format → version of its parser here, raised when its results change, and the distribution it stands on."""


def format_digest(name: str, *settings: str) -> str:
    """
    Return the digest of a format's parser.

    :param settings: The values of the settings that it uses.
    """
    own, library = VERSIONS[name]
    return digest(name, own, version_of(library) if library else "", *settings)
