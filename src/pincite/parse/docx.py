"""Word documents: text with Word's own numbers in it, tables, notes; headers and footers are furniture."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pincite.documents import Parsed
from pincite.parse.archive import Archive
from pincite.parse.stated_title import stated_title
from pincite.parse.versions import format_digest
from pincite.parse.word_body import Body
from pincite.parse.word_numbers import Counting
from pincite.parse.word_styles import Styles

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pincite.parse import ParseSettings
    from pincite.parse.archive import Node, Relation

__all__ = ["DocxParser", "build"]


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> DocxParser:
    """Return the parser of Word documents."""
    del settings
    return DocxParser(passwords=passwords)


class DocxParser:
    """
    Reads Word documents of 2007 and later.

    :param passwords: Tried in order on an encrypted one.
    """

    def __init__(self, *, passwords: tuple[str, ...] = ()) -> None:
        self._passwords = passwords

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version."""
        return format_digest("docx")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the document's text and blocks; custom properties "pincite:version" and the like state metadata.

        :raises Damaged: If it is no Word document, broken, or has no text.
        :raises TooLarge: If it would unpack to more than a document does.
        :raises PasswordNeeded: If it is encrypted and no password opens it.
        """
        archive = Archive(data, path=path, passwords=self._passwords)
        root = archive.xml(archive.main)
        content = root.find("body")
        if root.tag != "document" or content is None:
            raise archive.damaged(f"its main part is a {root.tag!r}, not a Word document")
        body = _body(archive, root)
        body.write(content)
        self._rest(archive, body)
        canonical = body.canonical
        if not canonical.text.strip():
            raise archive.damaged("it holds no text")
        properties = archive.properties
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=" ".join(body.titles) or canonical.title or stated_title(properties.get("title")),
            metadata=archive.stated,
            language=properties.get("language"),
        )

    def _rest(self, archive: Archive, body: Body) -> None:
        """Write notes, comments, headers and footers under the text."""
        relations = archive.relations(archive.main)
        notes = {kind: dict(_notes(archive, relations, kind)) for kind in ("footnote", "endnote")}
        number = 0
        while number < len(body.notes):  # a note may refer to another one
            kind, key = body.notes[number]
            number += 1
            if key in notes[kind]:
                body.note(number, notes[kind][key])
        for _, node in _notes(archive, relations, "comment"):
            body.comment(node)
        written: set[str] = set()
        for relation in relations.values():
            if relation.kind in ("header", "footer") and relation.target in archive:
                node = archive.xml(relation.target)
                words = "".join(node.itertext()).strip()
                if words and words not in written:
                    written.add(words)
                    body.write(node, furniture=True)


def _body(archive: Archive, root: Node) -> Body:
    relations = archive.relations(archive.main)
    named = {relation.kind: relation.target for relation in relations.values()}
    styles = Styles(_part(archive, named.get("styles")))
    counting = Counting(_part(archive, named.get("numbering")), styles.lists)

    def drawn(key: str) -> Node | None:
        relation = relations.get(key)
        known = relation is not None and relation.kind in ("chart", "diagramData")
        return _part(archive, relation.target) if relation is not None and known else None

    ground = root.find("background")
    dark = ground is not None and ground.get("color", "FFFFFF").upper() not in ("FFFFFF", "AUTO")
    paged = next(root.iter("lastRenderedPageBreak"), None) is not None
    return Body(styles, counting, drawn, paged=paged, dark=dark)


def _part(archive: Archive, name: str | None) -> Node | None:
    return archive.xml(name) if name and name in archive else None


def _notes(archive: Archive, relations: Mapping[str, Relation], kind: str) -> Iterator[tuple[str, Node]]:
    """Yield (id, element) of the notes of a kind that hold text."""
    for relation in relations.values():
        if relation.kind == f"{kind}s" and relation.target in archive:
            for node in archive.xml(relation.target):
                if node.tag == kind and node.get("type", "normal") == "normal":
                    yield node.get("id", ""), node
