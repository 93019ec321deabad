"""What a file states of itself, told from its head alone: cheap enough to be asked before anything else is done."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from pincite.parse.decode import decode
from pincite.parse.front_matter import split
from pincite.parse.headed import stated_at_head

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["SILENT", "heads"]

SILENT: Final = frozenset({"csv", "eml", "epub", "image", "json", "jsonl", "msg", "odt", "pdf", "tsv"})
"""Formats in which a file states nothing of itself."""
_AT_HEAD: Final = frozenset({"asciidoc", "plain"})


def heads(suffixes: Mapping[str, str]) -> Callable[[bytes, str], Mapping[str, object] | None]:
    """
    Return what gives the statements of a file by its bytes and path, or ``None`` where it has to be read whole for it.

    It raises as a parser does: ``MetadataError`` for a head that cannot be read, ``Damaged`` for what is no text.

    :param suffixes: Suffix in lower case → name of the format.
    """

    def stated(data: bytes, path: str) -> Mapping[str, object] | None:
        name = suffixes.get(PurePosixPath(path).suffix.lower())
        if name in SILENT:
            return {}
        if name == "markdown":
            return split(decode(data, path=path).text, path=path).values
        return stated_at_head(name, decode(data, path=path).text, path=path) if name in _AT_HEAD else None

    return stated
