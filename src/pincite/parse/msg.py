"""Mails as Outlook saves them (MSG), after the published format [MS-OXMSG]; the only file that touches ``olefile``."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Final

from pincite.errors import Damaged
from pincite.parse.decode import decode
from pincite.parse.mail import Attachment, Mail, written
from pincite.parse.rtf_body import html_or_text
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from olefile.olefile import OleFileIO

    from pincite.documents import Parsed
    from pincite.parse import ParseSettings

__all__ = ["MsgParser", "build"]

_SUBJECT: Final = "0037"
_FROM_NAME, _FROM_ADDRESS, _FROM_SMTP = "0C1A", "0C1F", "5D01"
_TO, _CC = "0E04", "0E03"
_BODY, _HTML, _RTF = "1000", "1013", "1009"
_FILE_NAME, _SHORT_NAME, _DATA = "3707", "3704", "3701"
_SENT: Final = (0x0039_0040, 0x0E06_0040)
_CODE_PAGES: Final = (0x3FFD_0003, 0x3FDE_0003)
_PROPERTIES: Final = "__properties_version1.0"
_DEEPEST: Final = 5


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> MsgParser:
    """Return the parser of Outlook's mails."""
    return MsgParser(settings, passwords=passwords)


class MsgParser:
    """
    Reads Outlook's mails with their attachments.

    :param passwords: Tried in order on attachments that are encrypted.
    """

    def __init__(self, settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> None:
        self._settings = settings
        self._passwords = passwords

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version, its setting and the library's version."""
        return format_digest("msg", str(self._settings.max_depth))

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the mail's text and that of its attachments.

        :raises Damaged: If it is no such mail, broken, or nothing in it is text.
        """
        import olefile  # imported here: few files are such

        if not data.strip():
            raise Damaged(f"{path} is empty ({len(data)} bytes): expected a mail; leave it out", path=path)
        try:
            with olefile.OleFileIO(BytesIO(data)) as file:
                if not file.exists(_PROPERTIES):
                    raise Damaged(f"{path} is no mail of Outlook's: expected one; leave it out", path=path)
                mail = _Storage(file, ()).mail(0)
        except (OSError, ValueError, IndexError, struct.error, AttributeError, TypeError) as error:  # the library's own
            cause = " ".join(str(error).split())
            raise Damaged(f"{path} is damaged: {cause}; expected a whole mail; leave it out", path=path) from error
        return written(mail, path=path, settings=self._settings, passwords=self._passwords)


class _Storage:
    """One mail or attachment inside the file."""

    def __init__(self, file: OleFileIO[str], place: tuple[str, ...]) -> None:
        self._file = file
        self._place = place
        names = [entry[len(place) :] for entry in file.listdir(storages=True) if tuple(entry[: len(place)]) == place]
        self._names = {entry[0] for entry in names if len(entry) == 1}
        head = 32 if not place else 8 if place[-1].startswith("__attach") else 24
        self._fixed = self._values(head)

    def mail(self, depth: int) -> Mail:
        """Return the mail."""
        who = [self._text(_FROM_NAME), self._text(_FROM_SMTP) or self._text(_FROM_ADDRESS)]
        sender = who[0] if "@" not in who[1] or who[1] == who[0] else f"{who[0]} <{who[1]}>".strip()
        stated = {"From": sender, "To": self._text(_TO), "Cc": self._text(_CC), "Date": self._sent()}
        html, plain = self._bytes(_HTML), self._text(_BODY)
        if not html and not plain and (rtf := self._bytes(_RTF)):
            html, plain = html_or_text(rtf)
        return Mail(
            subject=self._text(_SUBJECT),
            lines=tuple(f"{name}: {value}" for name, value in stated.items() if value),
            html=html,
            plain=plain,
            attachments=tuple(self._attachments(depth)),
        )

    def _attachments(self, depth: int) -> list[Attachment]:
        found: list[Attachment] = []
        for name in sorted(each for each in self._names if each.startswith("__attach_version1.0")):
            inner = _Storage(self._file, (*self._place, name))
            label = inner._text(_FILE_NAME) or inner._text(_SHORT_NAME) or "attachment"
            if f"__substg1.0_{_DATA}000D" in inner._names and depth < _DEEPEST:
                place = (*inner._place, f"__substg1.0_{_DATA}000D")
                found.append(Attachment(name=label, content=_Storage(self._file, place).mail(depth + 1)))
            else:
                found.append(Attachment(name=label.replace("/", "_"), content=inner._bytes(_DATA)))
        return found

    def _bytes(self, tag: str) -> bytes:
        for kind in ("0102", "001F", "001E"):
            name = f"__substg1.0_{tag}{kind}"
            if name in self._names:
                content = self._file.openstream([*self._place, name]).read()
                return content.decode("utf-16-le", "replace").encode() if kind == "001F" else bytes(content)
        return b""

    def _text(self, tag: str) -> str:
        wide, narrow = f"__substg1.0_{tag}001F", f"__substg1.0_{tag}001E"
        if wide in self._names:
            text = self._file.openstream([*self._place, wide]).read().decode("utf-16-le", "replace")
        elif narrow in self._names:
            content = self._file.openstream([*self._place, narrow]).read().rstrip(b"\0")
            page = next((self._fixed[tag] for tag in _CODE_PAGES if tag in self._fixed), 1252)
            declared = "utf-8" if page == 65001 else f"cp{page}"
            text = decode(content, path="", declared=declared).text if content.strip() else ""
        else:
            return ""
        text = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
        return text if tag == _BODY else " ".join(text.split())

    def _values(self, head: int) -> dict[int, int]:
        """Return the properties that are numbers or times, by tag."""
        if _PROPERTIES not in self._names:
            return {}
        content = self._file.openstream([*self._place, _PROPERTIES]).read()
        return {
            struct.unpack_from("<I", content, at)[0]: struct.unpack_from("<Q", content, at + 8)[0]
            for at in range(head, len(content) - 15, 16)
        }

    def _sent(self) -> str:
        ticks = next((self._fixed[tag] for tag in _SENT if self._fixed.get(tag)), 0)
        if not 0 < ticks < 2_650_467_744_000_000_000:  # 100 ns since 1601; up to the year 9999
            return ""
        moment = datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10)
        return moment.strftime("%Y-%m-%d %H:%M UTC")
