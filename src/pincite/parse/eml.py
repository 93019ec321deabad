"""Mails as they are sent (EML)."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.errors import Damaged
from pincite.parse.decode import decode, looks_binary
from pincite.parse.mail import Attachment, Mail, written
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.documents import Parsed
    from pincite.parse import ParseSettings

__all__ = ["EmlParser", "build"]

_SHOWN: Final = ("From", "To", "Cc", "Date")
_MOST_PARTS: Final = 500
_DEEPEST: Final = 20


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> EmlParser:
    """Return the parser of mails."""
    return EmlParser(settings, passwords=passwords)


class EmlParser:
    """
    Reads mails with their attachments.

    :param passwords: Tried in order on attachments that are encrypted.
    """

    def __init__(self, settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> None:
        self._settings = settings
        self._passwords = passwords

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version and of the setting that pages are read with."""
        return format_digest("eml", str(self._settings.max_depth))

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the mail's text and that of its attachments.

        :raises Damaged: If it is no mail, or nothing in it is text.
        """
        if not data.strip() or looks_binary(data) or data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
            data = decode(data, path=path).text.encode()  # a mail that was saved by an editor, or no mail
        message = BytesParser(policy=policy.default).parsebytes(data)
        if not any(name in message for name in ("From", "To", "Subject", "Date", "Received", "Content-Type")):
            raise Damaged(f"{path} is no mail: expected a header like 'From: …'; leave it out", path=path)
        return written(_mail(message, 0), path=path, settings=self._settings, passwords=self._passwords)


def _mail(message: EmailMessage, depth: int) -> Mail:
    html, plain = b"", ""
    attachments: list[Attachment] = []
    for number, part in enumerate(_parts(message, 0)):
        if number >= _MOST_PARTS:
            break
        kind = part.get_content_type()
        if kind == "message/rfc822" and depth < _DEEPEST:
            attachments.extend(_forwarded(part, depth))
        elif part.get_filename() or part.get_content_disposition() == "attachment":
            attachments.append(Attachment(name=_name(part, number), content=_bytes(part)))
        elif kind == "text/html":
            html += _text(part).encode()
        elif kind == "text/plain":
            plain += _text(part).rstrip() + "\n\n"
    return Mail(
        subject=_header(message, "Subject"),
        lines=tuple(f"{name}: {value}" for name in _SHOWN if (value := _header(message, name))),
        html=html,
        plain=plain.rstrip(),
        attachments=tuple(attachments),
    )


def _parts(message: EmailMessage, depth: int) -> Iterator[EmailMessage]:
    """Yield the parts that hold something; mails inside are yielded whole."""
    if message.get_content_maintype() != "multipart" or depth > _DEEPEST:
        yield message
        return
    for part in message.iter_parts():
        if isinstance(part, EmailMessage):
            yield from _parts(part, depth + 1)


def _forwarded(part: EmailMessage, depth: int) -> Iterator[Attachment]:
    payload = part.get_payload()
    for inner in payload if isinstance(payload, list) else ():
        if isinstance(inner, EmailMessage):
            yield Attachment(name=_header(inner, "Subject") or "mail", content=_mail(inner, depth + 1))


def _header(message: EmailMessage, name: str) -> str:
    """Return a header's text in one line; one that breaks the rules as far as it can be read."""
    try:
        value = str(message.get(name, ""))
    except (ValueError, IndexError, AttributeError, TypeError, LookupError):  # what the library raises on odd headers
        value = next((str(raw) for key, raw in message.raw_items() if key.lower() == name.lower()), "")
    return " ".join(value.replace("\ufffd", " ").split()) if value.strip("\ufffd ") else ""


def _name(part: EmailMessage, number: int) -> str:
    name = part.get_filename() or f"attachment {number}"
    return " ".join(name.replace("/", "_").replace("\\", "_").split())


def _bytes(part: EmailMessage) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _text(part: EmailMessage) -> str:
    """Return the text of a part; where its charset is unknown or wrong, as the bytes look."""
    content = _bytes(part)
    if not content.strip():
        return ""
    charset = part.get_content_charset()
    try:
        return decode(content, path="", declared=charset).text
    except Damaged:
        return ""
