"""Books: the chapters of an EPUB in their order, read as pages."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import unquote

from pincite.documents import Parsed
from pincite.errors import Damaged, PasswordNeeded
from pincite.parse.archive import Archive
from pincite.parse.canonical import Canonical
from pincite.parse.html import HtmlParser
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse import ParseSettings
    from pincite.parse.archive import Node

__all__ = ["EpubParser", "build"]


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> EpubParser:
    """Return the parser of books."""
    del passwords
    return EpubParser(max_depth=settings.max_depth)


class EpubParser:
    """
    Reads EPUB 2 and 3; the table of contents is furniture.

    :param max_depth: As for HTML.
    """

    def __init__(self, *, max_depth: int = 100) -> None:
        self._max_depth = max_depth
        self._pages = HtmlParser(max_depth=max_depth)

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version, its setting and the library's version."""
        return format_digest("epub", str(self._max_depth))

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the text and blocks of all chapters.

        :raises Damaged: If it is no book, broken, or has no text.
        :raises PasswordNeeded: If its chapters are encrypted.
        """
        archive = Archive(data, path=path)
        root, folder = _package(archive)
        stated = {node.tag: (node.text or "").strip() for node in root.iter() if node.tag in ("title", "language")}
        canonical = Canonical()
        replaced = 0
        for name, contents in _chapters(archive, root, folder):
            try:
                page = self._pages.parse(archive.read(name), path=path)
            except Damaged:  # a page with a picture only
                continue
            canonical.insert(page, furniture=contents)
            replaced += page.replaced
        if not canonical.text.strip():
            raise archive.damaged("no chapter of it holds text")
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=stated.get("title") or canonical.title,
            language=stated.get("language") or None,
            replaced=replaced,
        )


def _package(archive: Archive) -> tuple[Node, str]:
    """Return the root of the book's package file, and its folder."""
    if "META-INF/encryption.xml" in archive:
        names = [unquote(n.get("URI", "")) for n in archive.xml("META-INF/encryption.xml").iter("CipherReference")]
        if any(name.endswith((".xhtml", ".html", ".htm", ".xml", ".opf")) for name in names):
            raise PasswordNeeded(
                f"{archive.path} is locked by its seller, and no password opens it: use a copy that is not",
                path=archive.path,
            )
    container = archive.xml("META-INF/container.xml")
    name = next((node.get("full-path", "") for node in container.iter("rootfile")), "")
    return archive.xml(name), posixpath.dirname(name)


def _chapters(archive: Archive, root: Node, folder: str) -> Iterator[tuple[str, bool]]:
    """Yield (name, whether it is the table of contents) of the chapters in reading order."""
    items = {node.get("id", ""): node for node in root.iter("item")}
    for reference in root.iter("itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None:
            continue
        name = posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
        if name in archive and "html" in item.get("media-type", "html"):
            yield name, "nav" in item.get("properties", "").split()
