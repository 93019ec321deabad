"""A mail as text: its subject as heading, who wrote it to whom and when, its words, and each attachment's own text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

import msgspec

from pincite.documents import BlockKind, Parsed, Place
from pincite.errors import Damaged, MissingExtra, SourceError
from pincite.parse import SUFFIXES, ParseSettings
from pincite.parse.canonical import Canonical
from pincite.parse.clauses import number_and_title
from pincite.parse.html import HtmlParser
from pincite.parse.inside import parser_of
from pincite.parse.plain import PlainParser

__all__ = ["Attachment", "Mail", "written"]

_DEEPEST: Final = 6
"""Mails in mails, the outermost counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that hangs on a mail, or a mail."""

    name: str
    content: bytes | Mail


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """What a mail holds."""

    subject: str = ""
    lines: tuple[str, ...] = ()
    """What stands above it, as "From: Ann"."""
    html: bytes = b""
    plain: str = ""
    attachments: tuple[Attachment, ...] = ()


def written(mail: Mail, *, path: str, settings: ParseSettings, passwords: tuple[str, ...]) -> Parsed:
    """
    Return a mail as text and blocks, attachments under headings with their names.

    Attachments that cannot be read are noted with the reason.

    :raises Damaged: If nothing in it is text.
    """
    writer = _Writer(path, settings, passwords)
    writer.mail(mail, 1)
    canonical = writer.canonical
    if not any(c.isalnum() for c in canonical.text):
        raise Damaged(f"{path} is a mail without text: expected a subject or a body; leave it out", path=path)
    return Parsed(
        text=canonical.text,
        blocks=tuple(canonical.blocks),
        title=mail.subject or None,
        replaced=writer.replaced,
        notes=tuple(f"attachment left out: {each}" for each in writer.unread),
    )


class _Writer:
    def __init__(self, path: str, settings: ParseSettings, passwords: tuple[str, ...]) -> None:
        self.canonical = Canonical()
        self.unread: list[str] = []
        self.replaced = 0
        self._path = path
        self._settings = settings
        self._passwords = passwords

    def mail(self, mail: Mail, level: int) -> None:
        """Write a mail, its heading at this level."""
        if any(c.isalnum() for c in mail.subject):
            self._heading(mail.subject, level)
        names = ", ".join(each.name for each in mail.attachments if each.name)
        lines = [*mail.lines, *([f"Attachments: {names}"] if names else [])]
        if lines:
            self.canonical.add(BlockKind.PARAGRAPH, "\n".join(lines))
        self._body(mail, level)
        for each in mail.attachments:
            self._attachment(each, level + 1)

    def _heading(self, text: str, level: int) -> None:
        number, title = number_and_title(text)
        self.canonical.heading(text, level=level, number=number, title=title, furniture=False, hidden=False)

    def _body(self, mail: Mail, level: int) -> None:
        """Write the page that a mail is, else its plain text."""
        if mail.html.strip():
            try:
                return self._insert(
                    HtmlParser(max_depth=self._settings.max_depth).parse(mail.html, path=self._path), level
                )
            except Damaged:  # pictures only
                pass
        if mail.plain.strip():
            self._insert(PlainParser().parse(mail.plain.encode(), path=self._path), level)

    def _insert(self, parsed: Parsed, level: int, *, place: Place | None = None) -> None:
        self.replaced += parsed.replaced
        self.canonical.insert(parsed, deeper=level, place=place)

    def _attachment(self, each: Attachment, level: int) -> None:
        if level > _DEEPEST:
            self.unread.append(f"{each.name}: it is nested too deeply")
            return
        if isinstance(each.content, Mail):
            self.mail(each.content, level)
            return
        name = self._format(each.name)
        if name is None:
            self.unread.append(f"{each.name}: no parser takes it")
            return
        parser = parser_of(name, msgspec.json.encode(self._settings), self._passwords)
        try:
            parsed = parser.parse(each.content, path=f"{self._path}/{each.name}")
        except (SourceError, MissingExtra) as error:
            self.unread.append(f"{each.name}: {error}")
            return
        self._heading(each.name, level)
        self._insert(parsed, level)

    def _format(self, name: str) -> str | None:
        suffix = PurePosixPath(name).suffix.lower()
        return {**SUFFIXES, **self._settings.suffixes}.get(suffix)
