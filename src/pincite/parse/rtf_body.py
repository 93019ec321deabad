"""The body of a mail that Outlook kept as compressed rich text, after [MS-OXRTFCP] and [MS-OXRTFEX]."""

from __future__ import annotations

import re
import struct
from typing import Final

__all__ = ["html_or_text", "unpacked"]

_DICTIONARY: Final = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans "
    rb"SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_WINDOW: Final = 4096
_MOST: Final = 50_000_000
_TOKEN = re.compile(
    rb"\\(?:'([0-9a-f]{2})|u(-?\d{1,5})[ ]?(?:\\'[0-9a-f]{2}|\?)?|([a-z]{1,32})(-?\d{1,10})?[ ]?|([^a-z]))"
    rb"|([{}])|[\r\n]+|([^\\{}\r\n]+)",
    re.IGNORECASE,
)
_SKIPPED: Final = frozenset(
    (b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"header", b"footer", b"object", b"themedata")
)
_SIGNS: Final = {b"~": " ", b"_": "-", b"\\": "\\", b"{": "{", b"}": "}"}
_BREAKS: Final = {b"par": "\n", b"line": "\n", b"tab": " ", b"cell": " ", b"row": "\n", b"sect": "\n"}


def unpacked(data: bytes) -> bytes:
    """
    Return the rich text of a compressed body.

    :raises ValueError: If it is none, or unpacks to more than a mail is.
    """
    if len(data) < 16:
        raise ValueError("a compressed body has at least 16 bytes")
    size, kind = struct.unpack_from("<I4s", data, 4)
    if kind == b"MELA":
        return data[16 : 16 + size]
    if kind != b"LZFu" or size > _MOST:
        raise ValueError("the body is compressed in a way that is not known, or too large")
    window = _Window()
    at = 16
    while at < len(data) and len(window.found) < size:
        flags = data[at]
        at += 1
        for bit in range(8):
            wide = flags >> bit & 1
            if at + wide >= len(data) or (wide and not window.copy(data[at] << 8 | data[at + 1])):
                return bytes(window.found)
            if not wide:
                window.add(data[at])
            at += 1 + wide
    return bytes(window.found[:size])


class _Window:
    """The last 4096 bytes that were written, and all of them."""

    def __init__(self) -> None:
        self.found = bytearray()
        self._bytes = bytearray(_DICTIONARY.ljust(_WINDOW, b"\0"))
        self._at = len(_DICTIONARY)

    def add(self, byte: int) -> None:
        """Write a byte."""
        self.found.append(byte)
        self._bytes[self._at] = byte
        self._at = (self._at + 1) % _WINDOW

    def copy(self, pair: int) -> bool:
        """Write again what was written before; ``False`` where the pair is the end mark."""
        start, length = pair >> 4, (pair & 15) + 2
        if start == self._at:
            return False
        for step in range(length):
            self.add(self._bytes[(start + step) % _WINDOW])
        return True


def html_or_text(data: bytes) -> tuple[bytes, str]:
    """
    Return the page that a compressed body was made from, and its plain text; the one that there is.

    :raises ValueError: If it cannot be unpacked.
    """
    rtf = unpacked(data)
    page = b"\\fromhtml" in rtf[:2000]
    text = _text(rtf, page=page)
    return (text.encode(), "") if page else (b"", text)


def _text(rtf: bytes, *, page: bool) -> str:
    """Return the words of rich text; of one made from a page, the page's tags too."""
    found: list[str] = []
    stack: list[tuple[bool, bool]] = []
    skip = hidden = False
    after_group = False
    for token in _TOKEN.finditer(rtf):
        _, _, word, number, sign, brace, _ = token.groups()
        if brace:
            if brace == b"{":
                stack.append((skip, hidden))
                after_group = True
            elif stack:
                skip, hidden = stack.pop()
            continue
        if word in _SKIPPED:
            skip = True
        elif word == b"htmltag":
            skip = False
        elif sign == b"*" and after_group:
            skip = not (page and rtf[token.end() : token.end() + 8] == b"\\htmltag")
        elif word == b"htmlrtf":
            hidden = number != b"0"
        elif not skip and not hidden:
            found.append(_piece(token))
        after_group = False
    return "".join(found)


def _piece(token: re.Match[bytes]) -> str:
    """Return what a token writes."""
    code, unicode, word, _, sign, _, words = token.groups()
    if code:
        return bytes.fromhex(code.decode()).decode("cp1252", "replace")
    if unicode:
        value = int(unicode) % 65536
        return chr(value) if not 0xD800 <= value < 0xE000 else ""
    if word:
        return _BREAKS.get(word, "")
    if sign:
        return _SIGNS.get(sign, "")
    return words.decode("cp1252", "replace") if words else ""
